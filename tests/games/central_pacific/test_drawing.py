from __future__ import annotations

import re
from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest

import branchline as bl
from branchline.games import drawing
from branchline.games.central_pacific.drawing import tile_art
from branchline.games.central_pacific.drawing.layers import layers
from branchline.games.central_pacific.drawing.shelf import shown_exits
from branchline.games.central_pacific.drawing.style import DAY, PALETTE, STYLE
from branchline.games.central_pacific.rules.board import square_number
from branchline.games.central_pacific.text.scene import name_at, scene_of
from branchline.games.central_pacific.text.terminal import terminal
from tests.games.central_pacific.scene import LINE, chain, play, scene

SHAPES = {"svg", "style", "defs", "use", "g", "title", "rect", "path", "circle", "polygon", "text"}
SEATINGS = [(2, "off"), (3, "off"), (4, "off"), (4, "on")]
PLIES = [0, 25, 60, 130, 10_000]
KINDS = ("straight", "curve", "tee", "cross", "tunnel", "city2", "city3", "city4", "forest", "mountain", "start")


@cache
def position(players: int, teams: str, plies: int) -> bl.State:
    """A game after so many plies of somebody who mostly lays tiles."""
    rng, dice = bl.seeded(players + plies, 0), Random(plies)
    state = bl.game("central-pacific", players=players, teams=teams).start()
    while not state.is_over and state.ply < plies:
        lays = [] if state.is_chance else [move for move in state.legal() if move.text.startswith("lay")]
        state.play(dice.choice(lays) if lays and dice.random() < 0.8 else state.random_move(rng))
    return state


def picture(state: bl.State, seat: int | None) -> ElementTree.Element:
    return ElementTree.fromstring(state.svg(seat))


def picks(root: ElementTree.Element) -> list[str]:
    return [element.attrib["data-pick"] for element in root.iter() if "data-pick" in element.attrib]


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
@pytest.mark.parametrize("plies", PLIES)
def test_the_picture_is_well_formed_and_self_contained(players: int, teams: str, plies: int) -> None:
    state = position(players, teams, plies)
    for seat in (None, *range(players)):
        root = picture(state, seat)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.attrib["viewBox"].startswith("-54 -54 1108 ")
        ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        for element in root.iter():
            assert element.tag.split("}")[1] in SHAPES
            assert element.attrib.get("href", "#cp-back").removeprefix("#") in ids
            assert not {"onclick", "style"} & set(element.attrib)


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
def test_every_square_and_every_tile_in_hand_has_a_pick(players: int, teams: str) -> None:
    state = position(players, teams, 60)
    squares = {f"square:{name_at((column, row))}" for column in range(10) for row in range(10)}
    for seat in range(players):
        found = picks(picture(state, seat))
        assert squares == {pick for pick in found if pick.startswith("square:")}
        assert len(squares) == sum(pick.startswith("square:") for pick in found)
        held = state.fields_view.hand[seat]
        assert sorted(pick.removeprefix("tile:") for pick in found if pick.startswith("tile:")) == sorted(
            name for name, count in zip(KINDS, held, strict=True) if count
        )
        assert {pick for pick in found if pick.startswith("seat:")} == {f"seat:{other}" for other in range(players)}


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
def test_only_own_tokens_can_be_picked(players: int, teams: str) -> None:
    state = position(players, teams, 25)
    for seat in range(players):
        side = seat % 2 if teams == "on" else seat
        found = {pick for pick in picks(picture(state, seat)) if pick.startswith("token:")}
        left = {"token:stock": state.fields_view.stock[side], "token:grant": state.fields_view.grant[side]}
        assert found == {pick for pick, unused in left.items() if unused}
    assert not [pick for pick in picks(picture(state, None)) if pick.startswith(("token:", "tile:", "train:"))]


@pytest.mark.rule("CP 1.6")
@pytest.mark.parametrize(("players", "teams"), SEATINGS)
@pytest.mark.parametrize("plies", PLIES)
def test_other_hands_and_the_pool_leave_no_trace(players: int, teams: str, plies: int) -> None:
    """Whatever the hidden tiles are, picture and text stay the same, even for a position that was not hidden before."""
    state = position(players, teams, plies)
    for seat in (None, *range(players)):
        twin = state.copy()
        for other in range(players):
            if other != seat:
                twin.fields_view.hand[other] = twin.fields_view.hand[other][::-1].copy()
        twin.fields_view.pool = twin.fields_view.pool[::-1].copy()
        assert drawing.picture(state.game.spec.drawing, twin.position, seat) == state.svg(seat)
        assert twin.text(seat) == state.text(seat)


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
@pytest.mark.parametrize("plies", PLIES)
def test_trains_homes_and_scores_are_shown_with_letters(players: int, teams: str, plies: int) -> None:
    state = position(players, teams, plies)
    root = picture(state, None)
    words = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
    trains = [element.attrib["href"] for element in root.iter() if element.attrib.get("class") == "cp-train"]
    sides = 2 if teams == "on" else players
    assert len(trains) == int((state.fields_view.marks > 0).sum())
    for side, letter in enumerate("ABCD"[:sides]):
        assert trains.count(f"#cp-train-{letter}") == int((state.fields_view.marks == side + 1).sum())
        driver = int(state.fields_view.spike == side + 1)
        assert words.count(letter) == 5 + driver  # column letters twice, drawing of the train, home, card; who has the spike
        assert str(state.scores[side]) in words
    places = [word for word in words if word == "winner" or word.startswith("place ")]
    ranks = state.ranks[:sides] if state.is_over else []
    assert places == ["winner" if rank == 1 else f"place {rank}" for rank in ranks]


def test_squares_laid_in_this_turn_are_marked() -> None:
    state = position(2, "off", 60).copy()
    rng = bl.seeded(1, 1)
    while not any(move.text.startswith("lay") and move.text.count(" ") == 3 for move in state.legal()):
        state.play(state.random_move(rng))
    move = next(move for move in state.legal() if move.text.startswith("lay") and move.text.count(" ") == 3)
    state.play(move)
    marked = {name_at(square) for square in scene_of(state.position, None).laid}
    assert move.text.split()[1] in marked
    (brackets,) = [element for element in picture(state, None).iter() if element.attrib.get("class") == "cp-laid"]
    assert brackets[0].attrib["d"].count("M") == len(marked)


def test_what_changed_since_an_earlier_position_is_marked() -> None:
    state = position(2, "off", 60).copy()
    rng = bl.seeded(1, 1)
    while not any(move.text.startswith("lay") for move in state.legal()):
        state.play(state.random_move(rng))
    before = state.copy()
    seat = state.actor
    assert 'latest"' not in "".join(state.layers(seat, before).values())
    state.play(next(move for move in state.legal() if move.text.startswith("lay")))
    changed, old = state.layers(seat, before), before.layers(seat)
    assert changed["tiles"].count('latest"') == 1
    assert [name for name in changed if changed[name] != old[name]] == [
        "tiles",
        "trains",
        "shelf",
        "panel",
    ]


@pytest.mark.rule("CP 4.7")
@pytest.mark.rule("CP 4.5")
def test_trains_that_came_and_went_are_marked() -> None:
    tiles = LINE | {"E4": "tee NES", "G4": "city2 NESW"} | chain("G4", "G5", "G6", "G7", "G8", "G9", "F9", "F10")
    before = scene(tiles, [["straight"], ["straight", "curve"]], turn=1, marks={"E3": 0}, spike=1)
    after = play(before.copy(), "lay F4 straight EW", "done")
    layers = after.layers(0, before)
    assert layers["trains"].count("cp-train latest") == 1
    assert layers["trains"].count("cp-gone latest") == 1
    (brackets,) = [one for one in ElementTree.fromstring(layers["trains"]) if one.get("class") == "cp-laid"]
    assert brackets[0].attrib["d"].count("M") == 1


@pytest.mark.rule("CP 4.1")
def test_a_spike_driven_since_is_marked() -> None:
    board = chain("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "F9", "F10")
    del board["E5"]
    before = scene(board, [["straight"], ["curve"] * 5])
    after = play(before.copy(), "lay E5 straight NS", "done")
    assert after.layers(1, before)["shelf"].count('"latest"') == 1


def test_lines_to_choose_from_can_be_pointed_at_along_their_track() -> None:
    tiles = {"C5": "city2 NESW", "E6": "city2 NESW"} | chain("E1", "E2", "D2", "C2", "C3", "C4", "C5")
    tiles |= chain("E1", "F1", "F2", "F3", "F4", "E4", "E5", "E6")
    state = scene(tiles, [["straight"], ["curve"]])
    record = state.fields_view
    record.claims[0], record.claims[1], record.claim_count = square_number("D2") + 1, square_number("F1") + 1, 2
    root = ElementTree.fromstring(f"<g>{layers(state.position, 0, None)['claims']}</g>")
    names = {"line:D2": 5, "line:F1": 6}
    assert {pick: root[index][1].attrib["d"].count("M") for index, pick in enumerate(picks(root))} == names


def test_every_colour_has_a_night_and_a_class() -> None:
    for name, (day, night) in PALETTE.items():
        assert day != night
        assert DAY[name] == day
        assert f"--cp-{name}:{night}" in STYLE
    for seat in (None, 0):
        used = set(re.findall(r"cp[fs]-(\w+)", position(4, "off", 130).svg(seat)))
        assert used <= set(PALETTE)


@pytest.mark.parametrize("kind", KINDS)
def test_every_tile_has_a_drawing_of_its_own(kind: str) -> None:
    drawings = {other: tile_art.tile(other, shown_exits(other)) for other in KINDS}
    assert [other for other in KINDS if drawings[other] == drawings[kind]] == [kind]
    ElementTree.fromstring(f"<g>{drawings[kind]}</g>")


def test_cities_in_hand_have_as_many_exits_as_the_option_says() -> None:
    assert [len(shown_exits(kind, exits)) for kind in ("city2", "city4", "start") for exits in (3, 4)] == [3, 4, 3, 4, 3, 3]


def test_a_tee_joins_three_ways_and_a_cross_six() -> None:
    assert tile_art.ways("NES") == ["NE", "NS", "ES"]
    assert len(tile_art.ways("NESW")) == 6


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
@pytest.mark.parametrize("plies", PLIES)
def test_the_terminal_board_is_a_grid_of_the_same_width(players: int, teams: str, plies: int) -> None:
    state = position(players, teams, plies)
    rows = terminal(state.hide(0)).splitlines()
    lines = [row for row in rows if re.match(r" *\d+ .* \d+$", row)]
    assert [int(row[:3]) for row in lines] == list(range(1, 11))
    assert {len(row.rstrip("0123456789")) for row in lines} == {46}


def test_the_terminal_board_joins_rails_where_they_meet() -> None:
    state = bl.game("central-pacific", players=2).start()
    drawn = terminal(state.position).splitlines()
    assert drawn[2] == "  1   ·   ·   ·   · ╶[A]╴ ·   ·   ·   ·   ·   1"
    assert drawn[3].strip() == "╵"
