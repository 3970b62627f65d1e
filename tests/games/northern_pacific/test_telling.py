"""Moves in words: what they did, with the paragraph behind each sentence."""

from __future__ import annotations

import branchline as bl
from branchline.core.state import State
from branchline.texts import speaking

NAMES = ["Ann", "Bo", "Cy"]
WAY = ("Fargo", "Minot", "Glasgow", "Chinook", "Great Falls", "Lewiston", "Richland", "Seattle")


def told(state: State, move: str, language: str = "en") -> list[tuple[str, str]]:
    with speaking(language, NAMES):
        return state.tell(move)


def test_an_investment() -> None:
    state = bl.game("northern-pacific", players=3).start()
    assert told(state, "invest Minot") == [("Ann invests a small cube in Minot", "NP 2.2")]
    assert told(state, "invest Minot large", "de") == [("Ann setzt den großen Würfel nach Minot", "NP 2.2")]
    assert state.ply == 0


def test_with_two_colours_the_colour_is_told() -> None:
    state = bl.game("northern-pacific", players=2).replay(["extend Fargo", "extend Minot"])
    assert told(state, "invest Glasgow") == [("Ann invests a small gold cube in Glasgow", "NP 2.2")]
    assert told(state, "invest Glasgow large") == [("Ann invests the large gold cube in Glasgow", "NP 2.2")]


def test_an_extension_with_its_payouts() -> None:
    state = bl.game("northern-pacific", players=3).replay(["invest Fargo large", "invest Fargo"])
    assert told(state, "extend Fargo") == [
        ("Cy extends the railroad from Minneapolis to Fargo", "NP 2.1"),
        ("Ann takes back 1 cube and gets 2 new small ones", "NP 3.1"),
        ("Bo takes back 1 cube and gets 1 new small one", "NP 3.1"),
    ]


def test_the_end_of_a_round_and_of_the_game() -> None:
    game = bl.game("northern-pacific", players=3)
    state = game.replay(["invest Vancouver", *(f"extend {city}" for city in WAY[:-1])])
    assert told(state, "extend Seattle") == [
        ("Cy extends the railroad from Richland to Seattle", "NP 2.1"),
        ("The line has reached Seattle: round 1 ends", "NP 4.1"),
        ("Ann: 3 good, 1 bad", "NP 4.1"),
        ("Bo: 4 good, 0 bad", "NP 4.1"),
        ("Cy: 4 good, 0 bad", "NP 4.1"),
        ("Ann begins round 2", "NP 4.4"),
    ]
    short = bl.game("northern-pacific", players=3, rounds=1)
    state = short.replay(["invest Vancouver", *(f"extend {city}" for city in WAY[:-1])])
    assert told(state, "extend Seattle")[-1] == ("Bo, Cy share the win", "NP 4.2")
    state = short.replay(["invest Minot", *(f"extend {city}" for city in WAY[:-1])])
    assert told(state, "extend Seattle")[-1] == ("Ann wins the game", "NP 4.2")


def test_round_wins() -> None:
    game = bl.game("northern-pacific", players=3, scoring="wins")
    state = game.replay(f"extend {city}" for city in WAY[:-1])
    assert ("Nobody wins round 1: the best are equal", "NP 4.3") in told(state, "extend Seattle")
    first = ["invest Minot", *(f"extend {city}" for city in WAY)]
    state = game.replay(first[:-1])
    assert ("Ann wins round 1", "NP 4.3") in told(state, "extend Seattle")
    state = game.replay([*first, *first[:-1]])
    assert told(state, "extend Seattle")[-1] == ("Ann wins the game", "NP 4.3")


def test_own_lines_and_a_city_that_has_paid() -> None:
    state = bl.game("northern-pacific", players=3, line="own").replay(["extend Fargo"])
    assert told(state, "extend Fargo") == [
        ("Bo extends a line of their own from Minneapolis to Fargo", "NP 5.3"),
        ("Fargo was closed already and pays nothing", "NP 5.3"),
    ]


def test_the_drawing_of_seats() -> None:
    state = bl.game("northern-pacific", players=3, order="shuffled").start()
    assert told(state, "seat 2") == [("Cy begins round 1", "NP 4.4")]
    state.play("seat 2")
    assert told(state, "seat 0", "de") == [("Ann kommt in Runde 1 an Stelle 2", "NP 4.4")]


def test_without_names_seats_have_numbers() -> None:
    assert bl.game("northern-pacific", players=3).start().tell("extend Fargo") == [
        ("Seat 0 extends the railroad from Minneapolis to Fargo", "NP 2.1")
    ]
