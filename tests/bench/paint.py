"""`python -m tests.bench.paint`: from a result's arrival in a new widget to its eight jobs laid out and painted, in a Chromium.

Beside it, in the same run, what no widget can do without: the same markup, ready made, laid out by an empty page."""

import json
import os
import re
import statistics
from typing import Any

from tests.bench.report import Figure, report
from tests.waiting import wait_until

ROUNDS, WARM_UP = 40, 5
BUDGET = "at most 10 ms: the widget's own work, script, styles and layout"

# Runs inside the widget before its own scripts. What was laid out is drawn with the display's next frame, up to 17 ms later.
WATCH = """if (location.pathname === "/widget") addEventListener("message", ({ data }) => {
    if (data.method !== "ui/notifications/tool-result") return;
    const began = performance.now();
    new MutationObserver((_, observer) => {
        if (document.querySelectorAll("#view .sl-job").length < 8) return;
        observer.disconnect();
        document.documentElement.getBoundingClientRect();
        window.laidOut = performance.now() - began;
        requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now() - began; }));
    }).observe(document, { childList: true, subtree: true });
}, true)"""

NEXT = """() => {
    const [result] = hostSetup.results;
    result.structuredContent.output.jobs.reverse();
    sendToView({ method: "ui/notifications/tool-result", params: result });
}"""
SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)
BARE = """() => {
    const view = document.getElementById("view"), markup = view.innerHTML;
    view.innerHTML = "";
    document.documentElement.getBoundingClientRect();
    const began = performance.now();
    view.innerHTML = markup;
    document.documentElement.getBoundingClientRect();
    return performance.now() - began;
}"""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
    import django  # after the variable above

    django.setup()
    times = _measured()[WARM_UP:]
    laid_out, painted, again, bare = zip(*times, strict=True)
    report(
        "paint",
        [
            Figure("eight_jobs_p50_ms", statistics.median(laid_out), "ms"),
            Figure("eight_jobs_p95_ms", statistics.quantiles(laid_out, n=20)[-1], "ms", BUDGET),
            Figure("eight_jobs_on_screen_p50_ms", statistics.median(painted), "ms", "with the wait for the next frame"),
            Figure("next_result_p50_ms", statistics.median(again), "ms", "another result in the same widget"),
            Figure("next_result_p95_ms", statistics.quantiles(again, n=20)[-1], "ms"),
            Figure(
                "bare_markup_p50_ms",
                statistics.median(bare),
                "ms",
                "the same markup, styles and layout without a widget",
            ),
            Figure("next_result_vs_bare_markup", statistics.median(again) / statistics.median(bare), "ratio"),
        ],
    )


type Times = tuple[float, float, float, float]


def _measured() -> list[Times]:
    """A new widget for each round: milliseconds until it was laid out, until it was painted, for a next result, and bare."""
    from playwright.sync_api import sync_playwright

    from tests.browser.chat_app import CAPABILITIES, FLAGS, chat_app, chromium
    from tests.mcp_bridge.widgets.samples import jobs

    result = {"structuredContent": jobs(8), "content": []}
    with chat_app() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
        page = browser.new_page(viewport={"width": 768, "height": 800})
        setup = {
            "capabilities": CAPABILITIES,
            "results": [result],
            "frame": f"http://127.0.0.1:{port}/widget?render_jobs",
        }
        page.add_init_script(f"window.hostSetup = {json.dumps(setup)}")
        page.add_init_script(WATCH)
        times = [_once(page, f"http://localhost:{port}/host.html") for _ in range(ROUNDS + WARM_UP)]
        browser.close()
    return times


def _once(page: Any, address: str) -> Times:
    page.goto(address)
    widget = next(frame for frame in page.frames if frame.parent_frame)
    wait_until(lambda: bool(widget.evaluate("window.painted")))
    laid_out, painted = widget.evaluate("[window.laidOut, window.painted]")
    widget.evaluate("window.painted = 0")
    page.evaluate(NEXT)
    wait_until(lambda: bool(widget.evaluate("window.painted")))
    again, page_as_it_is = widget.evaluate("[window.laidOut, document.documentElement.outerHTML]")
    page.set_content(SCRIPT.sub("", page_as_it_is))
    return laid_out, painted, again, page.evaluate(BARE)


if __name__ == "__main__":
    main()
