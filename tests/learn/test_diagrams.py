"""The diagrams show what they say, and many of them fit on one page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from branchline.learn import paragraphs, rulebook
from branchline.learn.diagrams import SIDE, Diagram, diagrams, draw, still
from tests.own_games import OWN_GAMES

ALL = [diagram for name in OWN_GAMES for diagram in diagrams(name)]


def window(svg: str) -> list[float]:
    found = re.search(r'viewBox="([^"]+)"', svg)
    assert found
    return [float(number) for number in found[1].split()]


@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_game_has_some_and_they_stand_at_paragraphs(name: str) -> None:
    at_paragraphs = [diagram.after for diagram in diagrams(name) if diagram.after]
    assert 3 <= len(at_paragraphs) <= 8
    assert set(at_paragraphs) - set(paragraphs(name)) == set()


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_diagram_is_shown_somewhere_under_one_name(name: str) -> None:
    named = [diagram.name for diagram in diagrams(name) if diagram.name]
    assert len(named) == len(set(named))
    for diagram in diagrams(name):
        assert diagram.after or f"```diagram {diagram.name}\n" in rulebook(name)
        assert bool(diagram.after) == bool(diagram.caption)


@pytest.mark.parametrize("diagram", ALL, ids=lambda diagram: diagram.name or diagram.after)
def test_highlights_are_drawn(diagram: Diagram) -> None:
    _, (picture,) = draw([diagram])
    drawn = ElementTree.fromstring(picture)
    lit = [element for element in drawn.iter() if "picked" in element.get("class", "").split()]
    assert len(lit) == len(diagram.highlight)


@pytest.mark.parametrize("diagram", ALL, ids=lambda diagram: diagram.name or diagram.after)
def test_a_crop_lies_within_the_picture(diagram: Diagram) -> None:
    spec, position = diagram.state.game.spec, diagram.state.hide(diagram.seat)
    if diagram.part == SIDE:
        assert spec.drawing.side_frame
        whole = spec.drawing.side_frame(position, diagram.seat)
    else:
        whole = spec.drawing.frame(position, diagram.seat, False)
    left, top, width, height = window(whole)
    x, y, wide, high = window(draw([diagram])[1][0])
    slack = 2
    assert left - slack <= x <= x + wide <= left + width + slack
    assert top - slack <= y <= y + high <= top + height + slack


@pytest.mark.parametrize("name", OWN_GAMES)
def test_pictures_share_their_layers_and_no_id_stands_twice(name: str) -> None:
    shared, pictures = draw(diagrams(name))
    page = ElementTree.fromstring(f"<div>{shared}{''.join(pictures)}</div>")
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'(?:href="|url\()#([\w-]+)', shared + "".join(pictures)))
    assert wanted - set(ids) == set()
    alone = sum(len(draw([diagram])[1][0]) for diagram in diagrams(name))
    assert len(shared) + sum(map(len, pictures)) < alone / 2


@pytest.mark.parametrize("name", OWN_GAMES)
def test_nothing_in_a_diagram_can_be_picked(name: str) -> None:
    shared, pictures = draw(diagrams(name))
    assert not re.search(r"data-pick|data-path|tabindex|role=\"(?!img)", shared + "".join(pictures))


def test_still_leaves_the_rest() -> None:
    assert (
        still('<g class="pick" data-pick="city:Fargo" tabindex="0"><path d="M0 0"/></g>')
        == '<g class="pick"><path d="M0 0"/></g>'
    )
