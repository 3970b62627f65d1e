"""Laws of Last Train to Wensleydale on arbitrary games, and the figures of random play."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from branchline.games.wensleydale.rules.action_space import firsts_of
from branchline.games.wensleydale.rules.board import standard
from branchline.games.wensleydale.rules.layout import BUILDING, INVESTMENT_CUBES, TAKEOVERS, TRAINS
from branchline.games.wensleydale.text.notation import in_words
from branchline.testing import settings

GAMES = settings("last-train-to-wensleydale")


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_nothing_appears_or_disappears(game: bl.Game) -> None:
    """Pieces, links, tokens and trains are conserved at every ply (see problems.py)."""
    for seed in range(2):
        state, rng = game.start(), bl.seeded(seed)
        while not state.is_over:
            assert game.spec.rules.problems(state.fields_view, game.board) == []
            before = state.copy()
            move = state.random_move(rng)
            state.play(move)
            check_change(before, move.text, state)


def check_change(before: bl.State, move: str, after: bl.State) -> None:
    """Cubes and influence change only by what a rule says."""
    old, new, seat = before.fields_view, after.fields_view, before.actor
    word = move.split()[0]
    phase = int(old.phase)
    influences_change = word in ("token", "build", "pay", "hire", "done") or (phase == 3 and new.phase != 3)
    others = [other for other in range(before.game.players) if other != seat]
    for other in others:
        moved = (old.marks[:4, other] != new.marks[:4, other]).any()
        assert not moved or (phase == 3 and new.phase != 3), "only the auction changes another player's influence"
    if not influences_change:
        assert (old.marks[:4] == new.marks[:4]).all()
    if word == "pay":
        assert value(old, seat) - value(new, seat) == 1 or new.phase != phase
    if phase in (BUILDING, TRAINS, TAKEOVERS) and seat >= 0 and new.turn == old.turn:
        assert value(new, seat) <= value(old, seat)
    assert (new.cubes >= 0).all()
    assert (new.cubes <= INVESTMENT_CUBES).all()


def value(record: Any, seat: int) -> int:
    return int(record.cubes[seat]) + int(record.marks[:4, seat].sum())


def test_seats_relabelled_give_results_relabelled() -> None:
    """Only the first player distinguishes the seats: shift every seat by one, and everything shifts with it."""
    game = bl.game("wensleydale", 4)
    state = game.start().play("first 0")
    twin = game.start().play("first 1")
    rng = bl.seeded(5)
    while not state.is_over:
        move = state.random_move(rng)
        assert [m.text for m in state.legal()] == [m.text for m in twin.legal()]
        assert twin.actor == ((state.actor + 1) % 4 if state.actor >= 0 else state.actor)
        state.play(move)
        twin.play(move)
    assert twin.scores == [*state.scores[-1:], *state.scores[:-1]]
    assert twin.ranks == [*state.ranks[-1:], *state.ranks[:-1]]


@pytest.mark.parametrize(
    ("players", "nodes", "chance", "score"), [(4, 438, 222, -14.8), (3, 431, 230, -15.6)], ids=["four", "three"]
)
def test_random_play_gives_the_known_figures(players: int, nodes: int, chance: int, score: float) -> None:
    result = bl.simulate(bl.game("wensleydale", players), games=2000, seed=3)
    assert abs(result.lengths.mean() - nodes) < 2
    first = firsts_of(standard())["FIRST"]
    assert int(result.taken[first:].sum()) == chance * 2000
    assert abs(result.scores.mean() - score) < 0.6


def test_names_are_understood_and_written() -> None:
    game = bl.game("wensleydale", 4)
    for text in ("build Skipton – Gargrave", "build skipton-GAG", "BUILD SKI Gargrave", "build SKI-GAG"):
        assert game.move(text).text == "build SKI-GAG"
    assert game.move("load stone Pen-y-ghent").text == "load stone h03"
    assert game.move("sell ner Middleton-in-Teesdale - Barnard Castle").text == "sell ner MID-BAR"
    assert game.move("load red horsehouse (coverdale)").text == "load red COV"
    assert in_words("build SKI-GAG", game.board) == "build Skipton – Gargrave"
    assert in_words("load stone h03", game.board) == "load stone Pen-y-ghent"
    assert in_words("bid 1 3", game.board) == "bid 1 3"
    assert in_words("pass", game.board) == "pass"
    with pytest.raises(bl.UnknownMove):
        game.move("build HAW-h09")


def test_words_and_picture_follow_a_whole_game() -> None:
    state, rng = bl.game("wensleydale", 3).start(), bl.seeded(2)
    phrases = set()
    while not state.is_over:
        phrases.add(state.view(0)["todo"].split()[0])
        if state.ply % 40 == 0:
            assert "reconstruction" in state.text()
            assert state.svg().startswith("<svg")
        state.play(state.random_move(rng))
    assert {"Drawing", "Setting", "Bid", "Build", "Choose", "Hire", "Load", "Sell"} <= phrases
    assert state.view()["todo"] == "The game is over."


def test_a_damaged_position_is_refused() -> None:
    state = bl.game("wensleydale", 3).start().play_out(1)
    fields = state.fields()
    for name, value in {
        "players": 2,
        "turn": 9,
        "to_act": 3,
        "place": 7,
        "drawn": 3,
        "order": [0, 0, 1, 0],
        "cubes": [16, 0, 0, 0],
        "links": [0, 0, 0, 1],
        "removed": [0, 0, 0, 0, 0],
        "tokens": [0, 0, 0, 0],
        "train_owner": [1] * 12,
        "path_end": 4,
        "owed": 2,
        "sale": 2,
    }.items():
        with pytest.raises(bl.BadPosition):
            state.game.position({**fields, name: value})
