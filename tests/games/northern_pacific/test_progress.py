"""The course of a game in words: rounds, headlines, the tally of a round."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.games.spec import Progress, SheetRow
from branchline.texts import speaking

NAMES = ["Ann", "Bo", "Cy"]
WAY = ("Fargo", "Minot", "Glasgow", "Chinook", "Great Falls", "Lewiston", "Richland", "Seattle")


def headline(state: bl.State, move: str, language: str = "en") -> str:
    with speaking(language, NAMES):
        return state.game.spec.text.milestone(state.position, move, state.copy().play(move).position)


def tally(state: bl.State, move: str) -> list[SheetRow]:
    return state.game.spec.text.round_tally(state.position, move, state.copy().play(move).position)


def test_the_round_is_named() -> None:
    game = bl.game("northern-pacific", players=3)
    assert game.spec.text.progress(game.start().position) == Progress("Round 1 of 3", (), -1)
    second = game.replay(f"extend {city}" for city in WAY)
    with speaking("de"):
        assert game.spec.text.progress(second.position).round == "Runde 2 von 3"
    wins = bl.game("northern-pacific", players=3, scoring="wins")
    assert wins.spec.text.progress(wins.start().position).round == "Round 1 of 9 at most"


@pytest.mark.rule("NP 3.1")
def test_a_payout_has_a_headline() -> None:
    state = bl.game("northern-pacific", players=3).replay(["invest Fargo large", "invest Fargo"])
    assert headline(state, "extend Fargo") == "Fargo pays: Ann +2, Bo +1"
    assert headline(state, "extend Fargo", "de") == "Fargo zahlt aus: Ann +2, Bo +1"
    assert headline(state, "extend Duluth") == headline(state, "invest Minot") == ""
    assert tally(state, "extend Fargo") == []


@pytest.mark.rule("NP 4.1")
def test_a_round_ends_with_its_tally() -> None:
    moves = ["invest Vancouver", *(f"extend {city}" for city in WAY[:-1])]
    state = bl.game("northern-pacific", players=3).replay(moves)
    assert headline(state, "extend Seattle") == "Round 1 ends in Seattle"
    good, bad, total = tally(state, "extend Seattle")
    assert (good.values, bad.values, total.values) == ([3, 4, 4], [1, 0, 0], [3, 4, 4])
    state.play("extend Seattle")
    for city in WAY[:-1]:
        state.play(f"extend {city}")
    good, bad, total = tally(state, "extend Seattle")
    assert (good.values, bad.values, total.values) == ([4, 4, 4], [0, 0, 0], [7, 8, 8])


@pytest.mark.rule("NP 4.3")
def test_the_last_round_names_the_winner() -> None:
    game = bl.game("northern-pacific", players=3, scoring="wins")
    first = ["invest Minot", *(f"extend {city}" for city in WAY)]
    state = game.replay([*first, *first[:-1]])
    assert headline(state, "extend Seattle") == "Round 2 ends in Seattle · Ann wins the game"
    won, *_, total = tally(state, "extend Seattle")
    assert (won.values, total.values) == ([1, 0, 0], [2, 0, 0])
