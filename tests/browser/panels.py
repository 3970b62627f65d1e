"""Whether every panel of a page is as a fresh page would show it."""

from __future__ import annotations

from playwright.sync_api import Page

COMPARED = """
async () => {
  const fresh = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
  const words = (one) => one?.textContent.replace(/\\s+/g, " ").trim() ?? "missing";
  const shown = (root) => ({
    moves: root.querySelector("#slider").getAttribute("max"),
    ...Object.fromEntries([
      "status", "since", "players", "tools", "log", "hand", "links", "result", "controls", "invite", "kept", "private",
    ].map((id) => [id, words(root.querySelector("#" + id))])),
    chat: fresh.querySelector("#talk") ? words(root.querySelector("#chat")) : "",
    dead: [...root.querySelectorAll("#controls button")].map((one) => one.dataset.why ?? "").join(),
    things: [...root.querySelectorAll("#hand [data-pick]")].map((one) => one.getAttribute("data-pick")).join(),
    ...Object.fromEntries([...root.querySelectorAll("g[data-layer]")].map((one) => [one.dataset.layer, one.dataset.hash])),
  });
  return [shown(document), shown(fresh)];
}
"""


def check_panels(page: Page) -> None:
    """Compare the page with a fresh one.  If the game went on meanwhile, nothing is compared."""
    here, fresh = page.evaluate(COMPARED)
    if here["moves"] == fresh["moves"]:
        stale = {name: (here.get(name), text) for name, text in fresh.items() if here.get(name) != text}
        assert not stale, stale
