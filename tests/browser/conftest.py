"""A Chromium for a module's tests, and a small chat app around the widget."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Browser, Frame, Page, expect, sync_playwright

from catalog.tools.shipped import load_shipped
from mcp_bridge.snapshot import snapshots
from tests.browser.chat_app import CAPABILITIES, FLAGS, chat_app, chromium
from tests.browser.site import Site, served
from tests.factories import make_places

PATIENCE = 20_000  # milliseconds; a busy machine is slow, and a test that passes never waits for it


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each module: Playwright's event loop lives in this thread, where other modules' async tests want theirs."""
    with _database_allowed(), sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        started = playwright.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
        yield started
        started.close()
        connections.close_all()  # Django keeps those made beside Playwright's loop apart; the database can't go before them


@pytest.fixture(scope="module")
def site(browser: Browser) -> Iterator[Site]:
    """The product, served to this module's tests."""
    with served() as running:
        yield running


@pytest.fixture
def board(transactional_db: None) -> None:
    """Places and the shipped texts: a board without jobs."""
    make_places()
    load_shipped()
    snapshots.forget()


@contextmanager
def _database_allowed() -> Iterator[None]:
    """Playwright's loop makes Django think that this thread is asynchronous."""
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    try:
        yield
    finally:
        os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE")
        if before is not None:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture(scope="module")
def pages() -> Iterator[int]:
    """The port on which the pages are served."""
    with chat_app() as port:
        yield port


@dataclass
class Chat:
    """A page that hosts the widget."""

    page: Page
    complaints: list[str]

    @property
    def view(self) -> Frame:
        return next(frame for frame in self.page.frames if frame.parent_frame)

    def said(self, method: str) -> list[Any]:
        """The params of what the widget sent by that method, in order."""
        wire: list[Any] = self.page.evaluate("window.wire")
        return [message["params"] for message in wire if message.get("method") == method]

    def send(self, **message: Any) -> None:
        self.page.evaluate("message => window.sendToView(message)", message)

    def wait_for(self, method: str, count: int = 1) -> list[Any]:
        """Waits until the widget has sent that many."""
        condition = "([method, count]) => window.wire.filter(m => m.method === method).length >= count"
        self.page.wait_for_function(condition, arg=[method, count])
        return self.said(method)


type OpenChat = Callable[..., Chat]


@pytest.fixture
def open_chat(browser: Browser, pages: int) -> Iterator[OpenChat]:
    """Opens a chat app: `widget`, `width`, `openai` (a script for its window), `clock`, and what `host.js` reads."""
    contexts = []

    def open_(
        *, widget: str = "render_jobs", width: int = 768, openai: str = "", clock: bool = False, **setup: Any
    ) -> Chat:
        context = browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        chat = Chat(page, [])
        page.on("console", lambda message: chat.complaints.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda error: chat.complaints.append(str(error)))
        if clock:
            page.clock.install()
        known = {"capabilities": CAPABILITIES, "frame": f"http://127.0.0.1:{pages}/widget?{widget}"}
        page.add_init_script(f"window.hostSetup = {json.dumps(known | setup)}")
        if openai:
            page.add_init_script(f"if (location.pathname === '/widget') window.openai = {openai}")
        page.goto(f"http://localhost:{pages}/host.html")
        return chat

    yield open_
    for context in contexts:
        context.close()
