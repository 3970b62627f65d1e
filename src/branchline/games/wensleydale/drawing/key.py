"""The name of the game and the key, in the free corner of the map; and the key as an overlay for small boards."""

from __future__ import annotations

from functools import cache

from branchline.games.drawing import fitted, label, tag
from branchline.games.position import Position
from branchline.games.spec import Overlay
from branchline.games.wensleydale.drawing.layout import MapLayout
from branchline.games.wensleydale.drawing.symbols import influence, piece, rails, town
from branchline.games.wensleydale.rules.map_data import KINDS
from branchline.games.wensleydale.text.names import kind_name
from branchline.texts import language, noted, say

TOP, ROW = 46.0, 26.0
LETTERS = 15.5
LEGEND_WIDTH = 340.0
RAILS = "lw-rails"


@cache
def key(layout: MapLayout, language: str, reconstructed: bool) -> str:
    """Title and key.  The language is an argument so that the cache keeps one drawing for each."""
    if layout.title_box is None:
        return ""
    x, y, width, _ = layout.title_box
    exact = {"lengthAdjust": "spacingAndGlyphs", "font_size": 22, "transform": "translate(4 22)"}
    name = [
        tag("text", "Last Train to", textLength=118, class_="lw-serif lw-title-1", font_style="italic", **exact),
        tag(
            "text",
            "Wensleydale",
            textLength=192,
            class_="lw-serif lw-title-2",
            font_weight=700,
            **exact | {"font_size": 28, "transform": "translate(132 22)"},
        ),
    ]
    note = say("Map reconstructed from the geography of the Dales") if reconstructed else ""
    small = label(note, 4, 175, font_size=13, font_style="italic", class_="lw-faint", **fitted(note, 13, width - 10))
    entries = tag("g", _rows(_entries("rails-key"), 4, TOP, width), small, class_="lw-key")
    return tag("g", *name, entries, pointer_events="none", transform=f"translate({x:g} {y:g})")


def _rows(entries: list[tuple[str, str]], left: float, top: float, width: float) -> str:
    """Marks with their words in two columns."""
    found = []
    for place, (mark, words) in enumerate(entries):
        at = f"translate({left + width / 2 * (place % 2):g} {top + ROW * (place // 2):g})"
        shift = 70 if RAILS in mark else 34
        room = width / 2 - shift - 6
        found.append(tag("g", mark, label(words, shift, 5.5, font_size=LETTERS, **fitted(words, LETTERS, room)), transform=at))
    return "".join(found)


def _entries(rails_name: str) -> list[tuple[str, str]]:
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
        (rails(rails_name, [((14, 0), 0, 1), ((50, 0), 0, 2)]), say("cost 1, 2")),
    ]


# -- the overlay -------------------------------------------------------------------------------------


def legend(position: Position, seat: int | None) -> str:
    """The key on a card in the upper left corner, larger on a small board."""
    return _legend(language())


@cache
def _legend(language: str) -> str:
    points = [(influence(kind, (14, 0), 11), kind_name(number)) for number, kind in enumerate(KINDS)]
    entries = [*_entries("rails-legend"), *points]
    height = ROW * ((len(entries) + 1) // 2) + 18
    back = tag("rect", width=LEGEND_WIDTH, height=height, rx=8, class_="lw-card")
    inside = tag("g", back, _rows(entries, 10, 24, LEGEND_WIDTH - 10), class_="lw-legend")
    return tag("g", inside, transform="translate(12 12)", class_="overlay lw", pointer_events="none")


OVERLAYS = {
    "legend": Overlay(name=noted("Legend"), label=lambda position: say("what the signs on the map mean"), draw=legend),
}
