"""Diagrams of the rules: positions drawn by the game's own board, cropped to what matters and with highlights.

A game may list diagrams in its file `data/diagrams.toml`.  One with `after` follows that paragraph of RULES.md, with its
caption.  One with `name` is shown where RULEBOOK.md names it, and there the rulebook has the caption.

The pictures of a page share the layers they have in common: each shared layer is written once, in a picture without size, and
the other pictures refer to it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from html import escape
from typing import Any
from xml.etree import ElementTree

from branchline.core.game import set_up
from branchline.core.state import State
from branchline.games import find_card, folder
from branchline.games.drawing import PANEL, number, tag
from branchline.learn.lessons import lesson, spelled

BOARD, SIDE = "board", "side"
"""The picture of the game that a diagram shows: the board, or what lies beside it."""
IDS = re.compile(r' id="([^"]+)"')


@dataclass(frozen=True)
class Diagram:
    """A picture of a position."""

    name: str
    """Its name for the rulebook, or nothing."""
    after: str
    """The paragraph of the rules that it follows, such as `NP 2.1`, or nothing."""
    state: State
    seat: int | None
    """The seat whose view is drawn; None for a spectator's."""
    crop: tuple[float, float, float, float] | None
    """The part of the picture: left, top, width, height."""
    highlight: tuple[str, ...]
    """Names of picks."""
    caption: str
    """What is said below it when it follows a paragraph."""
    part: str
    """`board` or `side`."""
    layers: tuple[str, ...]
    """The layers that are drawn; all of them if it is empty."""


@cache
def diagrams(name: str) -> tuple[Diagram, ...]:
    """The diagrams of a game in the order of its file; none if it has no such file."""
    file = folder(name).joinpath("data", "diagrams.toml")
    if not file.is_file():
        return ()
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(_diagram(find_card(name).name, row) for row in data["diagrams"])


def _diagram(name: str, row: dict[str, Any]) -> Diagram:
    """Read one table of the file.  `step` of the lesson, or `players` and `options`, give a position; `moves` go on from it."""
    known = {field.name for field in fields(Diagram)} - {"state"} | {"step", "players", "options", "moves"}
    if unknown := sorted(set(row) - known):
        place = row.get("name") or f"after {row.get('after')}"
        raise ValueError(f"A diagram has no {unknown[0]}. hint: it is the diagram {place}.")
    if "step" in row:
        state = lesson(name).state(row["step"])
    else:
        state = set_up(name, row["players"], row.get("options", {})).start()
    for move in spelled(state.game, row.get("moves", [])):
        state.play(move)
    crop = row.get("crop")
    return Diagram(
        name=row.get("name", ""),
        after=row.get("after", ""),
        state=state,
        seat=row.get("seat"),
        crop=(crop[0], crop[1], crop[2], crop[3]) if crop else None,
        highlight=tuple(row.get("highlight", ())),
        caption=row.get("caption", ""),
        part=row.get("part", BOARD),
        layers=tuple(row.get("layers", ())),
    )


def draw(chosen: Iterable[Diagram]) -> tuple[str, list[str]]:
    """The shared layers, as an SVG without size for the top of the page, and a picture for each diagram."""
    pictures = [(diagram, _layers(diagram)) for diagram in chosen]
    used = Counter((name, layer) for _, layers in pictures for name, layer in layers.items())
    names: dict[tuple[str, str], str] = {}
    for diagram, layers in pictures:
        for key in layers.items():
            if used[key] > 1 and key not in names:
                names[key] = f"{diagram.state.game.spec.card.short.lower()}-shared-{key[0]}-{len(names)}"
    known: set[str] = set()
    shared = _shared(pictures[0][0], names, known) if names else ""
    drawn = []
    for diagram, layers in pictures:
        parts = [_layer(diagram, layer, names.get((name, layer)), known) for name, layer in layers.items()]
        drawn.append(f"{_frame(diagram)}{''.join(parts)}</svg>")
    return shared, drawn


def _layers(diagram: Diagram) -> dict[str, str]:
    """The layers of the part that is shown, without empty layers and the players' panel."""
    spec = diagram.state.game.spec
    layers = diagram.state.layers(diagram.seat, None)
    if unknown := [name for name in diagram.layers if name not in layers]:
        raise ValueError(f"The drawing has no layer {unknown[0]}. hint: layers are {', '.join(layers)}.")
    on_side = diagram.part == SIDE
    return {
        name: layer
        for name, layer in layers.items()
        if layer and name != PANEL and (name in spec.drawing.side_layers) == on_side and name in (diagram.layers or layers)
    }


def _shared(diagram: Diagram, names: Mapping[tuple[str, str], str], known: set[str]) -> str:
    """The shared layers under their names.  They have the class of the board, so that its style sheet applies to them."""
    layers = [tag("g", _only_new(still(layer), known), id=name) for (_, layer), name in names.items()]
    found = re.search(r'class="([^"]*)"', _frame(diagram))
    return tag("svg", tag("defs", *layers), width=0, height=0, class_=found and found[1], aria_hidden="true")


def _frame(diagram: Diagram) -> str:
    """The opening tag, with the crop as its view box."""
    game, position = diagram.state.game, diagram.state.hide(diagram.seat)
    if diagram.part == SIDE:
        assert game.spec.drawing.side_frame, f"{game.spec.card.title} has nothing beside its board"
        frame = game.spec.drawing.side_frame(position, diagram.seat)
    else:
        frame = game.spec.drawing.frame(position, diagram.seat, False)
    frame = frame.replace('role="group"', 'role="img"')  # nothing in a diagram can be picked
    if not diagram.crop:
        return frame
    left, top, width, height = map(number, diagram.crop)
    frame = re.sub(r'viewBox="[^"]*"', f'viewBox="{left} {top} {width} {height}"', frame)
    return re.sub(r' width="[^"]*" height="[^"]*"', f' width="{width}" height="{height}"', frame)


def _layer(diagram: Diagram, layer: str, name: str | None, known: set[str]) -> str:
    """A layer or a reference to it, with a highlighted copy of the picked elements on top."""
    lit = [once_more for pick in diagram.highlight if (once_more := _picked(layer, pick))]
    return (tag("use", href=f"#{name}") if name else _only_new(still(layer), known)) + "".join(lit)


def _only_new(layer: str, known: set[str]) -> str:
    """A layer without the elements whose id is already on the page.  In all boards equal ids mean equal elements."""
    found = set(IDS.findall(layer))
    if found & known:
        root = ElementTree.fromstring(f"<g>{layer}</g>")
        for parent in list(root.iter()):
            for child in [child for child in parent if child.get("id") in known]:
                parent.remove(child)
        layer = ElementTree.tostring(root, encoding="unicode")
    known |= found
    return layer


def still(layer: str) -> str:
    """A layer that nobody can click."""
    return re.sub(r' (?:data-pick|data-path|tabindex|role|aria-label)="[^"]*"', "", layer)


def _picked(layer: str, pick: str) -> str:
    """The element of a pick with the class `picked`, inside copies of the groups around it; empty if it is not there."""
    if f'data-pick="{escape(pick)}"' not in layer:
        return ""
    chain = _chain(ElementTree.fromstring(f"<g>{layer}</g>"), pick)
    inner = chain[-1]
    inner.set("class", f"{inner.get('class', '')} picked")
    for around in reversed(chain[1:-1]):
        bare = ElementTree.Element(around.tag, around.attrib)
        bare.append(inner)
        inner = bare
    inner.tail = None
    return still(ElementTree.tostring(inner, encoding="unicode"))


def _chain(element: ElementTree.Element, pick: str) -> list[ElementTree.Element]:
    """The elements from this one down to that of a pick; empty if the pick is not inside."""
    if element.get("data-pick") == pick:
        return [element]
    for child in element:
        if found := _chain(child, pick):
            return [element, *found]
    return []
