"""The course of a game in words: the spike, trains until the end, steps of a turn, headlines."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.games.spec import Progress
from branchline.texts import speaking
from tests.games.central_pacific.scene import BEYOND, LINE, chain, play, scene

NAMES = ["Ann", "Bo", "Cid", "Dora"]
STEPS = ("Lay or discard", "Claim lines", "Draw tiles")


def progress(state: bl.State) -> Progress:
    return state.game.spec.text.progress(state.hide(None))


def headline(state: bl.State, move: str, language: str = "en") -> str:
    """The headline for a spectator, who reads of a hidden move only its first word."""
    text = state.game.spec.text
    with speaking(language, NAMES[: state.game.players]):
        return text.milestone(state.hide(None), text.redact(move), state.copy().play(move).hide(None))


def test_a_game_begins_with_its_set_up() -> None:
    assert progress(bl.game("central-pacific", 3).start()) == Progress("Set-up", STEPS, -1)


@pytest.mark.rule("CP 5.0")
def test_steps_of_a_turn() -> None:
    state = scene(chain("E1", "E2", "E3", "E4"), [["city2", "forest"], ["curve"] * 5])
    assert progress(state) == Progress("Before the Golden Spike, 7 trains from the end", STEPS, 0)
    play(state, "lay E4 city2 NESW")
    assert progress(state).current == 0
    play(state, "done")
    assert progress(state) == Progress("Before the Golden Spike, 6 trains from the end", STEPS, 2)
    with speaking("de"):
        assert progress(state).round == "Vor dem Goldenen Nagel, noch 6 Loks bis zum Ende"


@pytest.mark.rule("CP 6.1")
def test_the_end_has_no_step() -> None:
    state = bl.game("central-pacific", 2).start().play_out(3)
    assert progress(state).current == -1
    last = state.back()
    assert "win" in headline(last, state.history[-1].text)


@pytest.mark.rule("CP 4.5")
def test_a_stolen_line_has_a_headline() -> None:
    tiles = LINE | {"E4": "tee NES", "G4": "city2 NESW"} | chain("G4", "G5", "G6", "G7", "G8", "G9", "F9", "F10")
    state = scene(tiles, [["straight"], ["straight", "curve"]], turn=1, marks={"E2": 0}, spike=1)
    assert progress(state).round == "After the Golden Spike, 6 trains from the end"
    assert headline(state, "lay F4 straight EW") == ""
    play(state, "lay F4 straight EW")
    assert headline(state, "done") == "Bo takes the line E1–G4–E5 from Ann"
    assert headline(state, "done", "de") == "Bo übernimmt die Linie E1–G4–E5 von Ann"


@pytest.mark.rule("CP 5.3")
def test_a_taken_tile_has_a_headline_that_does_not_name_it() -> None:
    state = scene(LINE | BEYOND, [["straight", "tee"], ["curve"] * 5], spike=1)
    assert headline(state, "grant 1") == ""
    play(state, "grant 1")
    assert headline(state, "take curve") == "Ann takes a tile from Bo"


@pytest.mark.rule("CP 4.1")
def test_the_golden_spike_has_a_headline() -> None:
    board = chain("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "F9", "F10")
    del board["E5"]
    state = play(scene(board, [["straight"], ["curve"] * 5]), "lay E5 straight NS")
    assert headline(state, "done") == "Ann drives the Golden Spike: 10 points"
    assert headline(state, "done", "de") == "Ann schlägt den Goldenen Nagel ein: 10 Punkte"
