"""The name of the game and the key, in the free corner of the map."""

from __future__ import annotations

from functools import cache

from branchline.games.drawing import label, tag
from branchline.games.wensleydale.chart import Chart
from branchline.games.wensleydale.symbols import piece, town
from branchline.texts import say

COLUMN, ROW = 26.0, 46.0


@cache
def key(chart: Chart, language: str, reconstructed: bool) -> str:
    """Title and key in the language of the moment, which is named so that each is drawn once."""
    if chart.title_box is None:
        return ""
    x, y, width, _ = chart.title_box
    name = [
        label("Last Train to", x + 4, y + 22, font_size=22, class_="lw-serif", font_style="italic"),
        label("Wensleydale", x + 132, y + 22, font_size=28, class_="lw-serif", font_weight=700),
    ]
    found = []
    for place, (mark, words) in enumerate(_entries()):
        at = f"translate({x + 4 + width / 2 * (place % 2):g} {y + ROW + COLUMN * (place // 2):g})"
        shift = 70 if "#lw-cost" in mark else 34
        found.append(tag("g", mark, label(words, shift, 5.5, font_size=15.5), transform=at))
    note = say("Map reconstructed from the geography of the Dales") if reconstructed else ""
    small = label(note, x + 4, y + 175, font_size=13, font_style="italic", class_="lw-faint")
    return tag("g", *name, *found, small, pointer_events="none", class_="lw-key")


def _entries() -> list[tuple[str, str]]:
    rails = '<g class="lw-border"><use href="#lw-cost-1" x="14"/><use href="#lw-cost-2" x="50"/></g>'
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
        (rails, say("cost 1, 2")),
    ]
