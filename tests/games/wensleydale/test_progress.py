"""The course of a game in words: turns and phases, headlines, the accounts of a turn."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.games.spec import Progress, SheetRow
from branchline.texts import speaking
from tests.games.wensleydale.positions import MAP, arrange, auction, building, new, takeovers, trains

NAMES = ("Ann", "Bo", "Cy", "Di")
PHASES = ("Tokens", "Auction", "Building", "Trains", "Profit & loss", "Takeovers")


def progress(state: bl.State) -> Progress:
    return state.game.spec.text.progress(state.position)


def headline(state: bl.State, move: str, language: str = "en") -> str:
    with speaking(language, NAMES):
        return state.game.spec.text.milestone(state.position, move, state.copy().play(move).position)


def tally(state: bl.State, move: str) -> list[SheetRow]:
    return state.game.spec.text.round_tally(state.position, move, state.copy().play(move).position)


@pytest.mark.rule("LW 1.6")
def test_turn_and_phase_are_named() -> None:
    assert progress(bl.game("last-train-to-wensleydale", 3).start()) == Progress("Set-up", PHASES, -1)
    assert progress(new(3)) == Progress("Turn 1 of 5", PHASES, 0)
    assert progress(auction(3)).current == 1
    state = building(4)
    assert progress(state) == Progress("Turn 1 of 4", PHASES, 2)
    assert progress(trains(state)).current == 3
    assert progress(takeovers(state)).current == 5
    with speaking("de"):
        assert progress(state).round == "Runde 1 von 4"
    over = new(3).play_out(3)
    assert progress(over) == Progress("Turn 5 of 5", PHASES, -1)
    assert "wins with" in headline(over.back(), over.history[-1].text)


@pytest.mark.rule("LW 7.1")
def test_profit_and_loss_have_a_headline_and_a_tally() -> None:
    state = arrange(building(3), 0, train=2, links="SKI-ADD")
    trains(state)
    train = next(train.name for train in MAP.trains if train.goods and train.row <= 2 and 3 in train.players)
    for move in (f"hire {train}", "pass", "pass", "load cheese ADD"):
        assert tally(state, move) == []
        assert headline(state, move) == ""
        state.play(move)
    assert headline(state, "pass") == "Profit and loss: Ann 0, Bo 0, Cy 0"
    rows = {row.label: row.values for row in tally(state, "pass")}
    assert rows["cheese"] == [1, 0, 0]
    assert rows["profit and loss"] == [0, 0, 0]
    assert rows["score now"] == state.copy().play("pass").scores


@pytest.mark.rule("LW 9.3")
def test_a_takeover_and_the_end_of_a_turn_have_headlines() -> None:
    state = arrange(building(3), 0, midland=2, links="SET-LPR LPR-MAL")
    takeovers(state)
    while state.actor != 0:
        state.play("pass")
    state.play("sell midland SET-LPR").play("sell midland LPR-MAL")
    assert headline(state, "done") == "Midland takes over 2 links of Ann · Turn 1 of 5 ends"
    assert headline(state, "done", "de") == "Midland übernimmt 2 Gleise von Ann · Runde 1 von 5 endet"
