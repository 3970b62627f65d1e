"""Moves in words: effects with the paragraph behind each, previews, holdings, the score sheet."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("extend Fargo", "pays Ann +2, Bo +1"),
        ("extend Duluth", "pays nobody"),
        ("invest Casper", "pays 1 new cube when a line comes (odds 10 % if every exit is equally likely)"),
        ("invest Lewiston large", "pays 2 new cubes when a line comes (odds 83 % if every exit is equally likely)"),
    ],
)
def test_previews(move: str, words: str) -> None:
    state = bl.game("northern-pacific", players=3).replay(["invest Fargo large", "invest Fargo"])
    with speaking("en", NAMES):
        assert state.game.spec.text.preview(state.position, state.game.move(move).id) == words


def test_the_goal_ends_the_round() -> None:
    state = bl.game("northern-pacific", players=3).replay(f"extend {city}" for city in WAY[:-1])
    assert state.game.spec.text.preview(state.position, state.game.move("extend Seattle").id) == "ends the round"


def test_what_is_to_be_done_is_exact() -> None:
    game = bl.game("northern-pacific", players=3)
    state = game.start()
    for city in ("Casper", "Shelby", "Oroville", "Portland"):
        state.play(f"invest {city}{' large' if city == 'Portland' else ''}").play(state.legal()[0]).play(state.legal()[0])
    assert state.view()["todo"].endswith("there is no cube to invest.")
    with speaking("de"):
        assert game.start().view()["todo"] == "Bau die Strecke von Minneapolis aus weiter oder setz einen Würfel."


def test_holdings_and_score_sheet() -> None:
    state = bl.game("northern-pacific", players=2).replay(["invest Fargo large", "invest Fargo"])
    held = state.game.spec.text.holdings(state.position)
    assert [(thing.label, thing.value, thing.pick) for thing in held[0]] == [
        ("red – small cubes", 3, None),
        ("red – large cube", "Fargo", None),
        ("red – on the map", 1, None),
        ("gold – small cubes", 3, "cube:small"),
        ("gold – large cube", "in hand", "cube:large"),
        ("gold – on the map", 0, None),
    ]
    state.play_out(5)
    sheet = state.game.spec.text.score_sheet(state.position)
    assert [row.counts for row in sheet] == [True, False]
    assert sheet[0].values == state.scores
    assert sheet[1].values == state.view()["table"]["bad"]


def test_the_score_sheet_tells_each_round() -> None:
    state = bl.game("northern-pacific", players=3).start().play_out(8)
    rows = state.score_sheet()
    assert [row.label for row in rows if row.counts] == [
        f"round {number}, good (cubes in hand at the end of a round)" for number in (1, 2, 3)
    ]
    assert [sum(values) for values in zip(*(row.values for row in rows if row.counts), strict=True)] == state.scores
    assert [sum(values) for values in zip(*(row.values for row in rows if not row.counts), strict=True)] == state.extra_scores[
        "bad"
    ]


def test_the_score_sheet_of_a_game_that_began_in_the_middle() -> None:
    whole = bl.game("northern-pacific", players=3).replay(f"extend {city}" for city in WAY)
    state = whole.game.position(whole.dumps()).play_out(1)
    assert state.score_sheet()[0].label == "before round 2, good (cubes in hand at the end of a round)"
    assert state.score_sheet()[0].values == whole.scores
    assert whole.score_sheet()[0].values == whole.scores
