"""Planned moves: when they are played, when they are void, and that they tell nothing."""

from __future__ import annotations

import random

import pytest

from branchline.errors import NotAllowed, UnknownMove, WrongPly
from branchline.match import Clock, Match
from branchline.match.plans import Plan, check_plan, fits, is_due, outlook, rest_of, why_void
from tests.match.tables import GAMES, do, step, table, until


def planned(match: Match, *moves: str, after: tuple[str | None, ...] = ()) -> Plan:
    return Plan(moves, after, match.ply, match.version)


def plays(match: Match, seat: int, plan: Plan) -> bool:
    return is_due(match, seat) and not why_void(match, seat, plan) and fits(match, seat, plan)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_of_the_list_can_be_planned_in_every_game(game: str) -> None:
    match, rng = table(game), random.Random(3)
    waiting = match.waiting_for
    assert waiting is not None
    seat = (waiting.seat + 1) % 3
    ahead = outlook(match, seat)
    assert set(ahead.next) == {move.text for move in match.state.legal()}, "whatever is open can be expected"
    assert ahead.own
    plans = [planned(match, move) for move in ahead.own]
    until(match, rng, seat=seat)
    assert any(plays(match, seat, plan) for plan in plans)
    assert all(plays(match, seat, plan) == match.state.is_legal(plan.moves[0]) for plan in plans)


def test_what_is_expected_of_the_next() -> None:
    match, rng = table("northern-pacific", "ppp"), random.Random(1)
    fargo = planned(match, "invest Butte large", after=("extend Fargo",))
    duluth = planned(match, "invest Butte large", after=("extend Duluth",))
    second = planned(match, "invest Butte large", after=(None, "extend Duluth"))
    step(match, rng, move="extend Fargo")
    assert [why_void(match, 1, plan) for plan in (fargo, duluth, second)] == ["", "other", ""]
    assert [plays(match, 1, plan) for plan in (fargo, second)] == [True, False], "the second decision never came"


def test_an_undo_voids_only_what_it_takes_back() -> None:
    match, rng = table("northern-pacific", "ppp"), random.Random(1)
    early = planned(match, "invest Butte large")
    step(match, rng, move="extend Fargo")
    late = planned(match, "invest Butte large")
    do(match, match.undo_step(0, 1, 3.0))
    assert (why_void(match, 2, early), why_void(match, 2, late)) == ("", "undo")
    step(match, rng, move="extend Fargo")
    assert (why_void(match, 2, early), why_void(match, 2, late)) == ("", "undo"), "the same move once more is another one"


def test_a_plan_waits_for_a_pause_and_for_the_answer_to_an_undo() -> None:
    match, rng = table("northern-pacific", "ppp", clock=Clock.days(1)), random.Random(1)
    plan = planned(match, "invest Butte large")
    step(match, rng, move="extend Fargo")
    do(match, match.ask_undo(2, 0, 1, 2.0))
    assert (why_void(match, 1, plan), is_due(match, 1)) == ("", False)
    assert match.ask is not None
    do(match, match.answer_undo(0, match.ask.id, False, 3.0))
    assert is_due(match, 1)
    for seat in range(3):
        do(match, match.vote(seat, "pause", 4.0))
    assert not is_due(match, 1), "its move would end the pause that everybody wanted"


def test_a_bot_takes_over() -> None:
    match, rng = table("northern-pacific", "ppp", clock=Clock.days(1), on_time_out="bot"), random.Random(1)
    plan = planned(match, "invest Butte large")
    step(match, rng, 1.0, move="extend Fargo")
    do(match, match.tick(90_000.0))
    assert (why_void(match, 1, plan), is_due(match, 1)) == ("bot", False)
    step(match, rng, 90_001.0)
    do(match, match.hand_back(1, 90_002.0))
    until(match, rng, seat=1, now=90_003.0)
    assert why_void(match, 1, plan) == "bot", "a bot has decided since then"


def test_own_moves_and_the_end_void_it() -> None:
    match, rng = table("northern-pacific", "ppp"), random.Random(1)
    plan = planned(match, "invest Butte large")
    until(match, rng, seat=1)
    step(match, rng)
    until(match, rng, seat=1)
    assert why_void(match, 1, plan) == "moved"
    do(match, match.close(5.0))
    assert why_void(match, 1, plan) == "over"


def test_the_rest_of_a_turn_is_kept_until_something_new_is_known() -> None:
    match, rng = table("central-pacific", "ppp"), random.Random(5)
    seen: set[bool] = set()
    while match.phase == "playing" and len(seen) < 2:
        waiting = match.waiting_for
        assert waiting is not None
        legal = [move.text for move in match.state.legal()]
        plan = planned(match, rng.choice(legal), legal[0])
        before = match.ply
        step(match, rng, move=plan.moves[0])
        rest = rest_of(plan, match, waiting.seat)
        drawn = match.ply > before + 1
        turn = match.decider == waiting.seat
        assert (rest is not None) == (turn and not drawn)
        seen.add(rest is not None)
    assert seen == {True, False}


def test_nothing_hidden_is_learned() -> None:
    """A hidden decision counts as the seat reads it, and the list of moves does not depend on what is hidden."""
    match, rng = table("central-pacific", "ppp", seed=4), random.Random(4)
    redact = match.game.spec.text.redact
    found = False
    while match.phase == "playing" and not found:
        waiting = match.waiting_for
        assert waiting is not None
        seat = (waiting.seat + 1) % 3
        hidden = [move.text for move in match.state.legal() if not match.state.seen_by(move.id)[seat]]
        if hidden:
            plan = Plan(("pass",), (hidden[0],), match.ply, match.version)
            told = Plan(("pass",), (redact(hidden[0]),), match.ply, match.version)
            ahead = outlook(match, seat)
            assert not set(hidden) & set(ahead.next)
            assert redact(hidden[0]) in ahead.next
            step(match, rng, move=hidden[0])
            assert why_void(match, seat, plan) == "other", "guessing right what is hidden must not be told"
            assert why_void(match, seat, told) != "other"
            found = True
        else:
            step(match, rng)
    assert found


def test_what_can_never_be_played_is_refused() -> None:
    match = table("northern-pacific", "ppp")
    with pytest.raises(NotAllowed, match="your turn"):
        check_plan(match, 0, planned(match, "extend Fargo"))
    with pytest.raises(UnknownMove):
        check_plan(match, 1, planned(match, "fly to Fargo"))
    with pytest.raises(UnknownMove):
        check_plan(match, 1, planned(match, "extend Fargo", after=("fly to Fargo",)))
    with pytest.raises(WrongPly):
        check_plan(match, 1, Plan(("extend Fargo",), (), 7, match.version))
    do(match, match.take_over(1, 1.0))
    with pytest.raises(NotAllowed, match="bot"):
        check_plan(match, 1, planned(match, "extend Fargo"))
    with pytest.raises(NotAllowed, match="while a game is on"):
        check_plan(table("northern-pacific", "ppo"), 1, Plan(("extend Fargo",), (), 0, 0))
