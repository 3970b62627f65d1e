"""Moves: checked, atomic with the draws after them, harmless when repeated, refused when late."""

from __future__ import annotations

import random
from typing import Any

import pytest

from branchline.core.state import State
from branchline.errors import IllegalMove, UnknownMove
from branchline.match import BadEntry, Closed, Match, NotStarted, NotYourSeat, NotYourTurn, Setup, WrongPly
from tests.match.tables import GAMES, do, play_out, seats, step, table, until


@pytest.mark.parametrize("game", GAMES)
def test_a_move_and_the_draws_after_it_are_one_whole(game: str) -> None:
    rng, match = random.Random(3), table(game)
    while match.phase == "playing":
        assert match.decider is not None, "a table never rests on a chance node"
        before = match.snapshot()
        waiting, move = match.waiting_for, rng.choice(match.state.legal())
        assert waiting is not None
        made = match.play(waiting.seat, move, match.ply, 1.0, rng)
        assert match.snapshot() == before, "to ask for entries changes nothing"
        assert [entry.data["by"] for entry in made] == ["person"] + ["chance"] * (len(made) - 1)
        match.apply(made)
    assert match.phase == "over"
    assert match.record().state() == match.state


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_checked_once_and_applied_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a server does it: the match decides, the entries are stored, and a copy of the match goes on."""
    rng, match = random.Random(5), table(game)
    pushed, checked, push, why_not = list[int](), list[int](), State.push, match.game.engine.why_not

    def counted_push(state: State, action: int, *listed: int) -> None:
        pushed.append(action)
        push(state, action, *listed)

    def counted_check(raw: Any, action: int) -> int:
        checked.append(action)
        return why_not(raw, action)

    monkeypatch.setattr(State, "push", counted_push)
    monkeypatch.setattr(match.game.engine, "why_not", counted_check)
    while match.phase == "playing":
        assert match.decider is not None
        move, before = rng.choice(match.state.legal()), match.ply
        made = match.play(match.decider, move, match.ply, 1.0, rng)
        after = match.copy()
        after.apply(made)
        assert checked == [move.id]
        assert pushed == [past.action for past in after.played[before:]]
        match = after
        checked.clear()
        pushed.clear()
    monkeypatch.undo()
    assert match.record().state() == match.state


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_that_was_not_stored_leaves_nothing_behind(game: str) -> None:
    """Another move, other draws, or an undo comes instead, and the same match or any copy of it can go on with it."""
    rng, match = random.Random(6), table(game)
    while match.decider is not None and match.ply < 60:
        legal = match.state.legal()
        kept = match.play(match.decider, rng.choice(legal), match.ply, 1.0, rng)
        match.play(match.decider, rng.choice(legal), match.ply, 1.0, rng)  # nobody stores this
        first, second = match.copy(), match.copy()
        first.apply(kept)
        second.apply(kept)
        if first.decider is not None:
            first.apply(first.play(first.decider, first.state.legal()[0], first.ply, 1.0, rng))
        for entry in kept:
            second_log = second.played[entry.data["ply"]]
            assert match.game.board.texts[second_log.action] == entry.data["move"]
        match.apply(kept)
        assert match.state == second.state == match.game.replay(match.game.moves(past.action for past in match.played))
        assert match.snapshot() == second.snapshot()


def test_refusals() -> None:
    match = table("northern-pacific", "ppb")
    with pytest.raises(NotYourTurn) as late:
        match.play(1, "extend Fargo", 0, 1.0)
    assert (late.value.ply, late.value.version) == (0, 1)
    with pytest.raises(IllegalMove):
        match.play(0, "extend Seattle", 0, 1.0)
    with pytest.raises(UnknownMove):
        match.play(0, "castle", 0, 1.0)
    with pytest.raises(WrongPly):
        match.play(0, "extend Fargo", 1, 1.0)
    with pytest.raises(WrongPly):
        match.play(0, "extend Fargo", -1, 1.0)
    with pytest.raises(NotYourSeat, match="Seat 3 is a bot"):
        match.play(2, "extend Fargo", 0, 1.0)
    with pytest.raises(NotYourSeat, match="No bot plays for Person 0"):
        match.play(0, "extend Fargo", 0, 1.0, by_bot=True)
    for seat in (-1, 3, True, None, "0"):
        with pytest.raises(NotYourSeat, match="no seat with the index"):
            match.play(seat, "extend Fargo", 0, 1.0)  # type: ignore[arg-type]


def test_nothing_moves_before_all_sit_nor_after_the_end() -> None:
    match = table("northern-pacific", "pop")
    with pytest.raises(NotStarted):
        match.play(0, "extend Fargo", 0, 1.0)
    do(match, match.join(None, "Cy", 2.0))
    with pytest.raises(NotYourSeat, match="taken"):
        match.join(1, "Di", 2.0)
    play_out(match, random.Random(1))
    with pytest.raises(Closed):
        match.play(0, "extend Fargo", match.ply, 3.0)
    with pytest.raises(Closed):
        match.leave(0, 3.0)
    with pytest.raises(Closed):
        match.rename(0, "X", 3.0)


def test_a_repeated_post_is_harmless() -> None:
    rng = random.Random(4)
    match = table("central-pacific")
    while match.phase == "playing":
        waiting = match.waiting_for
        assert waiting is not None
        seen = match.version
        move = rng.choice(match.state.legal())
        do(match, match.play(waiting.seat, move, waiting.ply, 1.0, rng, version=seen))
        assert match.play(waiting.seat, move, waiting.ply, 2.0, rng, version=seen) == ()
        assert match.play(waiting.seat, move, waiting.ply, 2.0, rng) == ()
    assert match.phase == "over", "the last move could be posted twice as well"


def test_another_move_at_a_ply_that_is_past_comes_too_late() -> None:
    match = table("northern-pacific")
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    with pytest.raises(WrongPly) as late:
        match.play(0, "extend Duluth", 0, 1.0)
    assert late.value.ply == 1
    with pytest.raises(WrongPly):
        match.play(1, "extend Fargo", 0, 1.0)


def test_a_late_repetition_after_an_undo_is_not_played_again() -> None:
    """The same ply comes twice: only the version tells a late letter from a new wish."""
    match = table("northern-pacific")
    seen = match.version
    do(match, match.play(0, "extend Fargo", 0, 1.0, version=seen))
    do(match, match.undo(0, 0, 1, 2.0))
    with pytest.raises(WrongPly):
        match.play(0, "extend Fargo", 0, 3.0, version=seen)
    assert len(match.play(0, "extend Fargo", 0, 3.0, version=match.version)) == 1
    assert len(match.play(0, "extend Fargo", 0, 3.0)) == 1


def test_what_does_not_change_the_board_does_not_make_a_move_late() -> None:
    match = table("northern-pacific")
    seen = match.version
    do(match, match.rename(1, "Bob", 1.0))
    do(match, match.vote(2, "close", 1.0))
    assert len(match.play(0, "extend Fargo", 0, 1.0, version=seen)) == 1


def test_a_bots_late_answer_is_refused_after_an_undo() -> None:
    match = table("northern-pacific", "pbb")
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    asked = match.waiting_for
    assert asked is not None
    assert (asked.by, asked.level) == ("bot", "easy")
    do(match, match.undo(0, 0, 1, 1.0))
    do(match, match.play(0, "extend Duluth", 0, 1.0))
    with pytest.raises(WrongPly):
        match.play(1, "invest Butte", asked.ply, 1.0, by_bot=True, version=asked.version)


def test_entries_that_do_not_fit_are_refused() -> None:
    rng = random.Random(1)
    made = step(table("northern-pacific"), rng)
    match = table("northern-pacific")
    match.apply(made)
    with pytest.raises(BadEntry):
        match.apply(made)


def test_joining_starts_the_game_and_bots_can_fill() -> None:
    match = Match(Setup.of("central-pacific", seats("poo")))
    assert match.begin(0.0) == ()
    assert [entry.kind for entry in do(match, match.fill(2, "hard", 1.0))] == ["fill"]
    started = do(match, match.join(1, " Bo ", 2.0, random.Random(1)))
    assert [entry.kind for entry in started[:2]] == ["join", "start"]
    assert len(started) > 15, "the deal comes with it"
    assert match.seats[1].name == "Bo"
    assert match.level_of(2) == "hard"


def test_who_leaves_before_the_start_leaves_an_open_seat() -> None:
    match = table("northern-pacific", "ppo")
    do(match, match.leave(1, 1.0))
    assert match.seats[1].kind == "open"
    assert [entry.kind for entry in do(match, match.leave(0, 1.0))] == ["leave", "close"]
    assert match.phase == "closed"
    with pytest.raises(Closed, match="everybody left"):
        match.join(0, "Eve", 2.0)


def test_who_leaves_later_leaves_a_bot() -> None:
    match = table("northern-pacific", "ppb", stand_in="hard")
    do(match, match.leave(0, 1.0))
    waiting = match.waiting_for
    assert waiting is not None
    assert (waiting.seat, waiting.by, waiting.level) == (0, "bot", "hard")
    with pytest.raises(NotYourSeat, match="for good"):
        match.play(0, "extend Fargo", 0, 1.0)
    until(match, random.Random(1), seat=1)
    assert match.record([1]).seats == ("Person 0", "Person 1", "bot easy")
    do(match, match.leave(1, 2.0))
    assert match.phase == "closed"
