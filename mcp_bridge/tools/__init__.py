"""The handlers, one file each. Importing this package registers them, in the order of this list."""

from mcp_bridge.tools import search_jobs, compare_markets, list_filters  # isort: skip
from mcp_bridge.tools import get_job_details, get_shortlist, update_shortlist  # isort: skip
from mcp_bridge.tools import render_jobs, render_featured_job, render_comparison  # isort: skip

__all__ = [
    "compare_markets",
    "get_job_details",
    "get_shortlist",
    "list_filters",
    "render_comparison",
    "render_featured_job",
    "render_jobs",
    "search_jobs",
    "update_shortlist",
]
