from catalog.models.audit import AuditEvent
from catalog.models.board import BoardStyle
from catalog.models.employer import Employer
from catalog.models.feed import Feed, FeedDetail, FeedRun
from catalog.models.heartbeat import Heartbeat
from catalog.models.listing import EmploymentType, JobListing, JobSearch, PayPeriod, Workplace
from catalog.models.place import Place
from catalog.models.rate import ExchangeRate
from catalog.models.release import Release, ReleaseLabel, ReleaseVerdict
from catalog.models.search import SearchSynonym, SearchWord
from catalog.models.token import ApiToken
from catalog.models.tool import ServerText, Tool, ToolDirection, ToolParameter

__all__ = [
    "ApiToken",
    "AuditEvent",
    "BoardStyle",
    "Employer",
    "EmploymentType",
    "ExchangeRate",
    "Feed",
    "FeedDetail",
    "FeedRun",
    "Heartbeat",
    "JobListing",
    "JobSearch",
    "PayPeriod",
    "Place",
    "Release",
    "ReleaseLabel",
    "ReleaseVerdict",
    "SearchSynonym",
    "SearchWord",
    "ServerText",
    "Tool",
    "ToolDirection",
    "ToolParameter",
    "Workplace",
]
