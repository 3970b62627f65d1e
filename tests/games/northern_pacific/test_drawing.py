"""The style sheet, marks of what changed, ghosts and picks."""

from __future__ import annotations

import itertools
import random
import re
import xml.etree.ElementTree as ET

import pytest

import branchline as bl
from branchline.games.northern_pacific.drawing.cities import REACH
from branchline.games.northern_pacific.drawing.cube import LETTER, SMALL_SIDE
from branchline.games.northern_pacific.drawing.layout import WIDTH, Box, layout_of
from branchline.games.northern_pacific.drawing.slips import GROWN as SLIP_GROWN
from branchline.games.northern_pacific.drawing.slips import HIGH
from branchline.games.northern_pacific.drawing.style import DARK, LIGHT, STYLE
from branchline.games.northern_pacific.rules.map_file import load_map

SVG = "{http://www.w3.org/2000/svg}"
PHONE = 360 / WIDTH
"""Pixels for a unit of the drawing on a phone."""
GROWN = 1.36


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_read_stands_out(colours: dict[str, str]) -> None:
    for ink, ground in (
        ("ink", "paper"),
        ("ink", "plate"),
        ("ink", "desk"),
        ("sepia", "paper"),
        ("sepia", "desk"),
        ("paper", "ink"),
    ):
        assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    for mark, ground in (("bright", "paper"), ("bright", "plate"), ("focus", "paper"), ("rail", "paper"), ("survey", "paper")):
        assert contrast(colours[mark], colours[ground]) >= 3, (mark, ground)


def test_every_colour_has_a_day_and_a_night() -> None:
    assert list(LIGHT) == list(DARK)
    state = bl.game("northern-pacific", players=4).start().play("invest Fargo")
    used = set(re.findall(r"var\(--([\w-]+)", state.svg()))
    assert used <= set(LIGHT)
    assert set(LIGHT) - used <= {"glow"}


def test_pieces_are_large_enough_for_a_phone() -> None:
    assert f"scale({GROWN})" in STYLE
    assert SMALL_SIDE * LETTER * GROWN * PHONE >= 6.5
    assert 2 * REACH * PHONE >= 23
    spots = layout_of(load_map("standard"), 4).spots
    nearest = min(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for (x, y), (u, v) in itertools.combinations(spots, 2))
    assert nearest * PHONE >= 23


def test_an_exit_is_a_move_in_one_click() -> None:
    state = bl.game("northern-pacific", players=3).replay(["extend Fargo"])
    root = ET.fromstring(state.svg())
    paths = [tuple(path.split("|")) for group in root.iter() if (path := group.get("data-path"))]
    extensions = [path for path, move in zip(state.picks(), state.legal(), strict=True) if move.text.startswith("extend")]
    assert paths == extensions


def test_what_the_last_move_changed_is_marked() -> None:
    before = bl.game("northern-pacific", players=3).replay(["invest Fargo", "invest Minot"])
    after = before.copy().play("invest Minot large")
    assert after.layers(None, before)["cities"].count("latest") == 1
    assert "latest" not in "".join(after.layers().values())
    assert "latest" not in "".join(after.layers(None, after).values())
    built = after.copy().play("extend Fargo")
    layers = built.layers(None, after)
    assert layers["lines"].count("np-railroad latest") == 1
    assert layers["cities"].count("np-stop latest") == 1
    assert layers["map"] == after.layers()["map"]


def test_everything_since_an_earlier_turn_is_marked() -> None:
    before = bl.game("northern-pacific", players=3).replay(["invest Fargo large", "invest Fargo"])
    after = before.copy()
    for move in ("invest Minot", "extend Fargo", "invest Minot", "extend Bismarck"):
        after.play(move)
    layers = after.layers(None, before)
    assert layers["cities"].count("np-cube latest") == 2
    assert layers["cities"].count("np-stop latest") == 2
    assert layers["lines"].count("np-railroad latest") == 1
    assert layers["heads"].count("np-engine latest") == 1
    assert re.findall(r">(\+\d)<", layers["heads"]) == ["+2", "+1"]


def slip_boxes(layer: str) -> list[Box]:
    """The slips of payouts as they are on a phone, where they are largest."""
    found = re.findall(r'translate\(([\d.-]+) ([\d.-]+)\)"><g class="np-paid latest"><rect [^>]*width="([\d.]+)"', layer)
    return [Box.around((float(x), float(y)), SLIP_GROWN * float(wide), SLIP_GROWN * HIGH) for x, y, wide in found]


def test_slips_of_payouts_do_not_overlap() -> None:
    """Crowded boards: six players fill the cities, then one turn of five extensions pays them."""
    game = bl.game("northern-pacific", players=6)
    frame = layout_of(game.board.data, 3).frame
    most = 0
    for seed in range(12):
        state, dice = game.start(), random.Random(seed)
        while sum(move.text.startswith("invest") for move in state.legal()) > 8:
            state.push(dice.choice([move for move in state.legal() if not move.text.startswith("extend")]).id)
        for _ in range(3):
            before = state.copy()
            for _ in range(5):
                built = [move for move in state.legal() if move.text.startswith("extend") and "Seattle" not in move.text]
                if built:
                    state.push(dice.choice(built).id)
            boxes = slip_boxes(state.layers(None, before)["heads"])
            most = max(most, len(boxes))
            assert not any(one.overlap(other) for one, other in itertools.combinations(boxes, 2)), seed
            assert all(box.overlap(frame) == pytest.approx((box.right - box.left) * (box.bottom - box.top)) for box in boxes)
    assert most == 5


def test_in_a_later_round_everything_is_new() -> None:
    way = ("Fargo", "Minot", "Glasgow", "Chinook", "Great Falls", "Lewiston", "Richland", "Seattle")
    before = bl.game("northern-pacific", players=3).replay(["invest Minot", "extend Fargo"])
    after = before.copy()
    for move in (*(f"extend {city}" for city in way[1:]), "extend Fargo", "invest Minot", "extend Bismarck"):
        after.play(move)
    layers = after.layers(None, before)
    assert layers["cities"].count("np-cube latest") == 1
    assert layers["cities"].count("np-stop latest") == 2
    assert "np-railroad latest" in layers["lines"]
    assert 'class="np-railroad"' not in layers["lines"]


def test_with_own_lines_the_piece_built_is_marked() -> None:
    before = bl.game("northern-pacific", players=3, line="own").replay(["extend Fargo"])
    assert before.copy().play("extend Fargo").layers(None, before)["lines"].count("latest") == 1


def test_ghosts() -> None:
    state = bl.game("northern-pacific", players=3).start()
    board, ghost = state.game.board, state.game.spec.picks.ghost
    assert "np-rails" in ghost(state.position, board.ids["extend Fargo"])
    assert "np-cube" in ghost(state.position, board.ids["invest Fargo large"])
    assert ghost(state.position, board.ids["seat 0"]) == ""
    assert ghost(state.position, board.ids["extend Seattle"]) == ""
    own = bl.game("northern-pacific", players=3, line="own").start()
    assert "np-head" in own.game.spec.picks.ghost(own.position, board.ids["extend Fargo"])


def test_a_cube_to_be_picked_has_the_colour_of_who_moves() -> None:
    state = bl.game("northern-pacific", players=3).replay(["extend Fargo"])
    spec = state.game.spec
    assert ">B</text>" in spec.picks.picture(state.position, "cube:small")
    assert spec.picks.picture(state.position, "city:Fargo") == ""
