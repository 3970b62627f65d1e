"""Moves in words, and previews."""

from __future__ import annotations

from random import Random

import pytest

import branchline as bl
from branchline.texts import speaking
from tests.games.central_pacific.scene import BEYOND, LINE, chain, play, scene


def sentences(state: bl.State, move: str, seat: int | None = 0, language: str = "en") -> list[tuple[str, str]]:
    with speaking(language, ["Ann", "Bo", "Cid", "Dora"][: state.game.players]):
        return state.tell(move, seat)


def preview(state: bl.State, move: str, language: str = "en") -> str:
    with speaking(language):
        return state.game.spec.text.preview(state.hide(state.actor), state.game.move(move).id)


@pytest.mark.rule("CP 4.3")
def test_a_line_is_claimed_and_scored() -> None:
    state = scene(LINE | BEYOND, [["straight", "forest"], ["curve"] * 5], pool=[], spike=1)
    assert preview(state, "lay E4 straight NS") == "if you stop here: places 1 train, +7 points"
    assert sentences(state, "lay E4 straight NS") == [("Ann lays a straight on E4", "CP 2.1")]
    play(state, "lay E4 straight NS")
    assert sentences(state, "done") == [
        ("Ann is done with laying: 1 tile", "CP 5.0"),
        ("Ann claims the line E1–E5", "CP 4.3"),
        ("Ann now has 7 points (+7)", "CP 6.2"),
    ]
    assert sentences(state, "done", None, "de")[1] == ("Ann beansprucht die Linie E1–E5", "CP 4.3")
    assert preview(state, "done", "de") == "setzt 1 Lok ein, +7 Punkte"


@pytest.mark.rule("CP 4.5")
def test_a_stolen_line_names_who_lost_it() -> None:
    tiles = LINE | {"E4": "tee NES", "G4": "city2 NESW"} | chain("G4", "G5", "G6", "G7", "G8", "G9", "F9", "F10")
    state = scene(tiles, [["straight"], ["straight", "curve"]], turn=1, marks={"E2": 0}, spike=1)
    play(state, "lay F4 straight EW")
    assert ("Bo takes the line E1–G4–E5 from Ann", "CP 4.5") in sentences(state, "done")


@pytest.mark.rule("CP 1.6")
def test_what_is_hidden_stays_hidden() -> None:
    state = scene(LINE | BEYOND, [["straight", "tee"], ["curve"] * 5], spike=1)
    assert sentences(state, "discard tee", 0) == [("Ann discards a tee", "CP 5.1")]
    assert sentences(state, "discard tee", 1) == [("Ann discards a tile", "CP 5.1")]
    play(state, "discard tee", "done")
    assert sentences(state, "draw curve", 1) == [("Ann draws a tile", "CP 5.4")]
    assert sentences(state, "draw curve", 0, "de") == [("Ann zieht eine Kurve", "CP 5.4")]


@pytest.mark.rule("CP 5.3")
def test_a_land_grant_tells_the_limit_of_its_victim() -> None:
    state = scene(LINE | BEYOND, [["straight", "tee"], ["curve"] * 5], spike=1)
    assert preview(state, "grant 1") == "a random one of 5 tiles; the victim then lays and discards at most 4; once in a game"
    play(state, "grant 1")
    limit = "from Bo, who lays and discards at most 4 in the next turn"
    assert sentences(state, "take curve", 0) == [(f"Ann takes a curve {limit}", "CP 5.3")]
    assert sentences(state, "take curve", None) == [(f"Ann takes a tile {limit}", "CP 5.3")]
    play(state, "take curve", "lay E4 straight NS", "done", *["draw tee"] * 3)
    assert preview(state, "sacrifice") == (
        "a train leaves the game; discard up to 4 tiles, draw up to five, then lay; once in a game"
    )


@pytest.mark.rule("CP 4.5")
def test_a_line_stolen_by_a_further_side_of_its_city_is_told() -> None:
    tiles = LINE | {"E4": "tee NES", "F5": "curve NW"}
    state = scene(tiles, [["straight"], ["curve", "straight"]], turn=1, marks={"E2": 0}, spike=1)
    assert preview(state, "lay F4 curve SW") == "if you stop here: places 1 train, +7 points, A -7"
    play(state, "lay F4 curve SW")
    assert ("Bo takes the line E1–E5 from Ann", "CP 4.5") in sentences(state, "done")


@pytest.mark.rule("CP 3.3")
def test_clearings_tell_what_they_cost() -> None:
    state = scene(chain("E1", "E2", "E3") | {"E3": "forest"}, [["straight"] * 2, ["curve"]])
    assert preview(state, "lay E3 straight NS") == "uses 2 straights"
    assert sentences(state, "lay E3 straight NS") == [("Ann clears the forest on E3 with 2 straights", "CP 3.3")]


@pytest.mark.rule("CP 6.1")
@pytest.mark.parametrize(("players", "teams"), [(2, "off"), (4, "on")])
def test_the_end_names_the_winner(players: int, teams: str) -> None:
    state = bl.game("central-pacific", players, teams=teams).start().play_out(3)
    last = state.back()
    told = sentences(last, state.history[-1].text, None)
    assert [paragraph for _, paragraph in told[-2:]] == ["CP 6.1", "CP 6.4"]
    assert "win" in told[-1][0]


def test_a_whole_game_is_told_with_every_change_of_the_score() -> None:
    """Gains told turn by turn add up to the scores."""
    state, dice, rng = bl.game("central-pacific", 3).start(), Random(5), bl.seeded(5)
    totals = [0, 0, 0]
    names = ["Ann", "Bo", "Cid"]
    with speaking("en", names):
        while not state.is_over:
            lays = [] if state.is_chance else [move for move in state.legal() if move.text.startswith("lay")]
            move = dice.choice(lays) if lays and dice.random() < 0.8 else state.random_move(rng)
            for told, _ in state.tell(move):
                if " now has " in told:
                    totals[names.index(told.split()[0])] += int(told[told.index("(") + 1 : -1])
            state.push(move.id)
    assert totals == state.scores
    assert any(totals)
