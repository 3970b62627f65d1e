"""What a person waits for: first paint, page weight, drawing a board, a click to its effect, in a real browser on loopback.

    python bench/site.py --write

Starts a server of its own on an empty data folder and stops it at the end.  Needs Chromium and the extras `web` and `dev`.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from rich.progress import track

import branchline as bl
from report import write_into
from serving import is_good, processor, server

README = Path(__file__).with_name("README.md")
ROUNDS = 9
COLD_ROUNDS = 5
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
WEIGHT = """() => [performance.getEntriesByType('navigation'), performance.getEntriesByType('resource')]
  .flat().reduce((sum, entry) => sum + entry.transferSize, 0)"""
CLICK = """() => new Promise((resolve) => {
  const begun = performance.now(), slider = document.getElementById('slider'), before = slider.max;
  const look = () => slider.max !== before ? resolve(performance.now() - begun) : requestAnimationFrame(look);
  document.querySelector("#picks [data-choice='button:extend']").click();
  look();
})"""


def cold_start() -> tuple[float, float]:
    """Seconds from the start of the process to the first page, with nothing compiled before; and those of the processor."""
    with tempfile.TemporaryDirectory() as cache:
        begun = time.perf_counter()
        with server(BRANCHLINE_CACHE=cache) as (address, process):
            while _answers(address) is None:
                time.sleep(0.02)
            return time.perf_counter() - begun, processor(process)


def _answers(address: str) -> httpx.Response | None:
    """The answer, if there is one already."""
    try:
        answer = httpx.get(address)
    except httpx.TransportError:  # it does not listen yet
        return None
    return answer if is_good(answer.status_code, address, answer.text) else None


def _is_ready(address: str) -> bool:
    answer = _answers(f"{address}/api/status")
    return answer is not None and bool(answer.json()["ready"])


def seat_down(page: Page, address: str, game: str) -> None:
    """Two clicks to a table."""
    page.goto(address)
    page.click(f"form[action='/play/{game}'] button")
    page.wait_for_url("**/t/*")
    page.locator("#picks button:visible, #board .can-pick").first.wait_for()


def paint_and_weight(browser: Browser, address: str, game: str) -> tuple[float, float]:
    """First contentful paint in milliseconds (median of visits), and what a first visit transfers in kB."""
    context = browser.new_context()
    page = context.new_page()
    seat_down(page, address, game)
    paints = []
    for _ in range(ROUNDS):
        page.reload()
        page.wait_for_timeout(300)
        paints.append(page.evaluate(PAINT))
    fresh = browser.new_context(storage_state=context.storage_state())
    first = fresh.new_page()
    first.goto(page.url)
    first.wait_for_timeout(500)
    weight = first.evaluate(WEIGHT) / 1000
    context.close()
    fresh.close()
    return statistics.median(paints), weight


def drawing(game: str) -> float:
    """Milliseconds of processor time from position to SVG, median over the positions of a random game."""
    played = bl.game(game, players=3).start().play_out(1)
    times = []
    for back in range(0, len(played.actions), max(1, len(played.actions) // 60)):
        state = played.back(back)
        begun = time.process_time()
        state.svg(0)
        times.append((time.process_time() - begun) * 1000)
    return statistics.median(times)


def click(browser: Browser, address: str) -> float:
    """Milliseconds from the click that makes a move to its effect on the page: Northern Pacific, after Fargo is selected.

    Without pauses between the moves of others: the person's own move is what is waited for.
    """
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    times = []
    for _ in range(ROUNDS):
        seat_down(page, address, "northern-pacific")
        page.locator("#board .can-pick[data-pick='city:Fargo']").dispatch_event("click")
        page.wait_for_selector("#picks [data-choice='button:extend']")
        times.append(page.evaluate(CLICK))
    context.close()
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table into bench/README.md")
    given = parser.parse_args()
    chromium = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)
    if chromium is None:
        sys.exit("There is no Chromium. hint: apt install chromium.")
    lines = ["| game | first paint, ms | first visit, kB | drawing, ms |", "|---|--:|--:|--:|"]
    cold = [cold_start() for _ in track(range(COLD_ROUNDS), "Starting cold")]
    with server() as (address, _), sync_playwright() as playwright:
        while not _is_ready(address):
            time.sleep(0.5)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for spec in track(bl.specs(), "Measuring"):
            paint, weight = paint_and_weight(browser, address, spec.name)
            lines.append(f"| {spec.card.title} | {paint:.0f} | {weight:.0f} | {drawing(spec.name):.1f} |")
        effect = click(browser, address)
        browser.close()
    lines += ["", f"A click to its effect on the page, Northern Pacific: {effect:.0f} ms (median of {ROUNDS})."]
    waited, worked = (statistics.median(column) for column in zip(*cold, strict=True))
    first = f"First page after a start with an empty cache and an empty data folder: {waited:.1f} s (median of {COLD_ROUNDS})"
    lines += [f"{first}; {worked:.1f} s of processor."]
    text = "\n".join(lines)
    print(text)
    if given.write:
        write_into(README, text, "site", "site.py")


if __name__ == "__main__":
    main()
