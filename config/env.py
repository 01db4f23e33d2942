"""Every environment variable that Shortlist knows, read and checked once. The README's table is made from this class."""

from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

BASE_DIR = Path(__file__).resolve().parent.parent
DEFAULT_PORTS = {"http": 80, "https": 443}


class Environment(BaseSettings):
    """Names are the variables in lower case; an empty value counts as unset."""

    model_config = SettingsConfigDict(env_ignore_empty=True, extra="ignore", frozen=True)

    public_url: str = Field(
        "", description="The address that people and chat apps reach, e.g. https://jobs.example.com"
    )
    host: str = Field("127.0.0.1", description="The address the web server listens on")
    port: int = Field(8000, ge=1, le=65535, description="The port the web server listens on")
    web_workers: int = Field(1, ge=1, le=64, description="Web processes")
    database_url: str = Field("", description="PostgreSQL, e.g. postgresql://user@host/name; unset: one under var/")
    celery_broker_url: str = Field("", description="Redis or RabbitMQ; unset: a queue in the PostgreSQL server")
    secret_key: str = Field("", description="Signs sessions and handles; unset: made once and kept under var/")
    debug: bool = Field(default=False, description="Django's debug pages; never in production")
    allowed_hosts: Annotated[list[str], NoDecode] = Field([], description="More host names to answer, comma-separated")
    preview_public: bool = Field(default=True, description="Whether visitors may read the widget gallery")
    sandbox_origin: str = Field("", description="Second origin for the simulator's sandbox; unset on localhost")
    widget_metadata: Annotated[list[Literal["mcp-apps", "openai"]], NoDecode] = Field(
        ["mcp-apps", "openai"], min_length=1, description="The names under which widgets are announced, comma-separated"
    )
    widget_domains: Annotated[dict[str, str], NoDecode] = Field(
        {},
        description="The origin that a chat app gives our widgets, by a part of its client's name, "
        "e.g. openai=https://jobs.example.com",
    )
    feeds_allow_loopback: bool | None = Field(
        None,
        description="Whether feeds may come from this machine; unset: unless PUBLIC_URL and DATABASE_URL are both set",
    )
    catalogue_approval: bool = Field(
        default=False, description="Whether a release goes live only when a second person has approved it"
    )
    log_free_text: bool = Field(
        default=False, description="Whether the call log keeps words that models and users wrote"
    )
    load_demo: bool = Field(default=True, description="Whether the first start adds the demo's feeds")
    var_dir: Path = Field(BASE_DIR / "var", description="Where the database, keys and logs of this clone live")

    @field_validator("allowed_hosts", "widget_metadata", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value

    @field_validator("widget_domains", mode="before")
    @classmethod
    def _pairs(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        pairs = [part.strip().split("=", 1) for part in value.split(",") if part.strip()]
        if any(len(pair) < 2 or not all(pair) for pair in pairs):
            raise ValueError("must be pairs such as openai=https://jobs.example.com, with a comma between them")
        return {name.strip().casefold(): domain.strip() for name, domain in pairs}

    @field_validator("public_url", "sandbox_origin")
    @classmethod
    def _origin(cls, value: str) -> str:
        """As browsers spell it: lower case, without the scheme's own port."""
        if not value:
            return ""
        parts = urlsplit(value)
        port = parts.port  # raises for one that is none
        extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
        if parts.scheme not in DEFAULT_PORTS or not parts.hostname or extra:
            raise ValueError("must be an origin such as https://jobs.example.com, with nothing behind it")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, DEFAULT_PORTS[parts.scheme]) else "")

    @model_validator(mode="after")
    def _two_origins(self) -> Self:
        if self.sandbox_origin and self.sandbox_origin == self.address:
            raise ValueError(
                "SANDBOX_ORIGIN must differ from PUBLIC_URL: widgets in the simulator would share its pages' rights"
            )
        return self

    @property
    def address(self) -> str:
        """The origin that every link, host check and widget domain derives from."""
        return self.public_url or f"http://localhost:{self.port}"


def read_environment() -> Environment:
    """Reads the variables; a wrong one ends the process with one plain sentence."""
    try:
        return Environment()
    except ValidationError as error:
        problems = "; ".join(
            ": ".join(filter(None, [".".join(map(str, e["loc"])).upper(), e["msg"]])) for e in error.errors()
        )
        raise SystemExit(f"Shortlist can't start, an environment variable is wrong: {problems}.") from None
