"""The name of the game and the key, in the free corner of the map."""

from __future__ import annotations

from functools import cache

from branchline.games.drawing import label, tag
from branchline.games.wensleydale.drawing.layout import MapLayout
from branchline.games.wensleydale.drawing.symbols import piece, rails, town
from branchline.texts import say

TOP, ROW = 46.0, 26.0


@cache
def key(layout: MapLayout, language: str, reconstructed: bool) -> str:
    """Title and key.  The language is an argument so that the cache keeps one drawing for each."""
    if layout.title_box is None:
        return ""
    x, y, width, _ = layout.title_box
    name = [
        tag(
            "text",
            "Last Train to",
            font_size=22,
            class_="lw-serif lw-title-1",
            font_style="italic",
            transform="translate(4 22)",
        ),
        tag("text", "Wensleydale", font_size=28, class_="lw-serif lw-title-2", font_weight=700, transform="translate(132 22)"),
    ]
    found = []
    for place, (mark, words) in enumerate(_entries()):
        at = f"translate({4 + width / 2 * (place % 2):g} {TOP + ROW * (place // 2):g})"
        shift = 70 if "lw-rails" in mark else 34
        found.append(tag("g", mark, label(words, shift, 5.5, font_size=15.5), transform=at))
    note = say("Map reconstructed from the geography of the Dales") if reconstructed else ""
    small = label(note, 4, 175, font_size=13, font_style="italic", class_="lw-faint")
    entries = tag("g", *found, small, class_="lw-key")
    return tag("g", *name, entries, pointer_events="none", transform=f"translate({x:g} {y:g})")


def _entries() -> list[tuple[str, str]]:
    return [
        (town(False, (), (14, 0), 20), say("major town")),
        (town(True, (), (14, 0), 19), say("minor town")),
        (town(False, ("midland",), (14, 0), 20), say("Midland town")),
        (town(False, ("ner",), (14, 0), 20), say("North Eastern")),
        (piece("stone", (14, 0)), say("stone")),
        (piece("cheese", (14, 0)), say("cheese")),
        (piece("red", (14, 0)), say("to the Midland")),
        (piece("green", (14, 0)), say("to North Eastern")),
        (piece("opposition", (14, 0)), say("opposition")),
        (rails("rails-key", [((14, 0), 0, 1), ((50, 0), 0, 2)]), say("cost 1, 2")),
    ]
