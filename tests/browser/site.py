"""The whole product on a free port of this machine, in this process, on the test's own database."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import Client, override_settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from config.asgi import application
from tests.waiting import wait_until

AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@dataclass(frozen=True)
class Site:
    """Where it answers: `url` is the public address, `sandbox` the same server under another name."""

    port: int

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def sandbox(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def served() -> Iterator[Site]:
    """Serves until the block ends; the settings name the address, so that links, origins and the sandbox are right."""
    with _all_connections_closed(), socket.create_server(("127.0.0.1", 0)) as listener:
        site = Site(listener.getsockname()[1])
        server = uvicorn.Server(uvicorn.Config(application, log_config=None, timeout_graceful_shutdown=2))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
        with override_settings(PUBLIC_URL=site.url, SANDBOX_ORIGIN=site.sandbox, CSRF_TRUSTED_ORIGINS=[site.url]):
            thread.start()
            wait_until(lambda: server.started)
            yield site
            server.should_exit = True
            thread.join()


def at_rest(page: Page) -> None:
    """Waits until each widget's frame is as high as what it shows: a click while it still grows may land beside the button."""
    fits = "document.documentElement.scrollHeight < innerHeight + 8"  # borders; far less than one row
    wait_until(lambda: all(frame.evaluate(fits) for frame in page.frames[1:]))


@contextmanager
def _all_connections_closed() -> Iterator[None]:
    """Closes what the block opened: a request that a browser broke off leaves its thread's connection behind."""
    opened: list[BaseDatabaseWrapper] = []

    def remember(connection: BaseDatabaseWrapper, **_: object) -> None:
        opened.append(connection)

    connection_created.connect(remember)
    yield
    connection_created.disconnect(remember)
    for connection in opened:
        connection.inc_thread_sharing()
        connection.close()


@dataclass
class Visit:
    """A browser window on the site. `complaints` gathers console errors, page errors and CSP violations."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(20_000)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def findings(self) -> list[str]:
        """What axe finds on the page and in its frames, one line a rule."""
        violations = Axe().run(self.page, options=AXE).response["violations"]
        return [f"{item['id']}: {[node['html'][:120] for node in item['nodes'][:3]]}" for item in violations]

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        width: int = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return width


def visit(browser: Browser, *, width: int = 1280, theme: str = "light", user: User | None = None, site: Site) -> Visit:
    """Opens a window; signed in where a user is given."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    if user is not None:
        _sign_in(context, user, site)
    return Visit(context.new_page())


def _sign_in(context: BrowserContext, user: User, site: Site) -> None:
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site.url}])
