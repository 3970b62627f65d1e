"""Undo by rule: what is free, and what one may do alone.  What takes the consent of all is in test_undo_consent.py."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from branchline.kernel import CHANCE
from branchline.match import Closed, Entries, Match, NotAllowed, NotYourSeat, WrongPly
from branchline.match.undo_rules import free_floor, right_to
from tests.match.tables import GAMES, asked, do, play_out, step, table, until

PERSONS = {"northern-pacific": "ppp", "central-pacific": "ppp", "last-train-to-wensleydale": "ppp"}


def find(match: Match, rng: random.Random, wanted: Callable[[Entries], bool]) -> Entries:
    """Play at random until a move of the wanted kind was made."""
    while match.phase == "playing":
        made = step(match, rng)
        if match.phase == "playing" and wanted(made):
            return made
    pytest.skip("no such move in this game")


def chance_follows(made: Entries) -> bool:
    return made[-1].seat is None


# -- free ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_free_means_own_moves_without_a_draw_or_another_decision_after_them(game: str) -> None:
    """Against the definition, at every position of a game and for every seat and ply."""
    rng, match = random.Random(6), table(game)
    while match.phase == "playing":
        for seat in range(3):
            for to in range(max(0, match.ply - 12), match.ply):
                taken_back = match.played[to:]
                quiet = all(past.seat == seat for past in taken_back)
                passed_on = match.state.has_secrets and match.decider != seat
                expected = "free" if quiet and not passed_on else "consent" if taken_back[0].seat != CHANCE else None
                assert right_to(match, seat, to) == expected
        step(match, rng)


@pytest.mark.parametrize("game", ["northern-pacific", "last-train-to-wensleydale"])
def test_in_open_games_a_move_can_be_taken_back_until_the_next_seat_has_decided(game: str) -> None:
    rng, match = random.Random(1), table(game)
    seat, ply, key = match.decider, match.ply, match.state.key()
    assert seat is not None
    while match.decider == seat:
        assert not chance_follows(step(match, rng))
    do(match, match.undo(seat, ply, match.ply, 2.0))
    assert (match.ply, match.state.key(), match.decider) == (ply, key, seat)
    while match.decider == seat:
        step(match, rng)
    other = match.decider
    step(match, rng)
    with pytest.raises(NotAllowed, match="ask the others"):
        match.undo(seat, ply, match.ply, 2.0)
    assert other != seat


def test_undos_and_absences_leave_notices() -> None:
    rng, match = random.Random(2), table("northern-pacific")
    step(match, rng)
    seat = match.decider
    assert seat is not None
    do(match, match.take_over(seat, 1.0))
    do(match, match.hand_back(seat, 2.0))
    step(match, rng)
    do(match, match.undo(seat, 1, match.ply, 3.0))
    assert [(notice.kind, notice.ply, notice.why, notice.number) for notice in match.notices] == [
        ("take-over", 1, "asked", 0),
        ("hand-back", 1, "", 0),
        ("undo", 1, "", 1),
    ]
    assert Match.restore(match.setup, match.snapshot()).notices == match.notices


def lay(match: Match, rng: random.Random) -> bool:
    lays = [move.text for move in match.state.legal() if move.text.startswith("lay")]
    if lays:
        step(match, rng, move=rng.choice(lays))
    return bool(lays)


def test_central_pacific_takes_back_several_tiles_until_done() -> None:
    rng, match = random.Random(12), table("central-pacific")
    while match.phase == "playing":
        seat, start, key = match.decider, match.ply, match.state.key()
        assert seat is not None
        if not (lay(match, rng) and match.decider == seat and lay(match, rng) and match.decider == seat):
            step(match, rng)
            continue
        assert free_floor(match, seat) is not None
        assert match.view(seat, 1.0)["undo"]["right"] == "free"
        do(match, match.undo_step(seat, match.ply, 1.0))
        assert match.ply == start + 1
        do(match, match.restart_turn(seat, match.ply, 1.0))
        assert (match.ply, match.state.key()) == (start, key)
        assert lay(match, rng)
        made = step(match, rng, move="done")
        assert match.state.is_over or free_floor(match, seat) is None or not chance_follows(made)
        if match.phase == "playing":
            with pytest.raises(NotAllowed):
                match.undo(seat, start, match.ply, 1.0)
            return
    pytest.fail("nobody could lay two tiles")


def test_a_hidden_draw_is_never_taken_back_freely() -> None:
    """Drawing by the Stock Market, then wishing one had not: that would show the tile and put it back."""
    rng, match = random.Random(3), table("central-pacific")
    while "stock" not in [move.text for move in match.state.legal()]:
        step(match, rng)
    seat, before = match.decider, match.ply
    assert seat is not None
    made = step(match, rng, move="stock")
    assert [entry.data["move"].split()[0] for entry in made] == ["stock", "draw", "draw"]
    assert match.decider == seat
    assert free_floor(match, seat) is None
    with pytest.raises(NotAllowed):
        match.undo(seat, before, match.ply, 1.0)
    with pytest.raises(NotAllowed, match="nobody had to decide"):
        match.undo(seat, before + 1, match.ply, 1.0)
    after_draws = match.ply
    if lay(match, rng) and match.decider == seat:
        do(match, match.restart_turn(seat, match.ply, 1.0))
        assert match.ply == after_draws, "a turn restarts after its last draw"


def test_where_hands_are_hidden_a_turn_that_passed_on_stays() -> None:
    """That the next seat can or cannot act tells something of its hand, even when nothing is drawn."""
    rng, found = random.Random(5), 0
    for seed in range(12):
        match = table("central-pacific", seed=seed)
        while match.phase == "playing":
            seat = match.decider
            assert seat is not None
            made = step(match, rng)
            if match.phase == "playing" and not chance_follows(made) and match.decider != seat:
                found += 1
                assert free_floor(match, seat) is None
    assert found


def test_a_draw_at_the_end_of_a_round_ends_the_free_stretch_in_an_open_game() -> None:
    match = table("northern-pacific", options={"order": "shuffled"})
    made = find(match, random.Random(2), chance_follows)
    assert made[0].seat is not None
    with pytest.raises(NotAllowed):
        match.undo(made[0].seat, made[0].data["ply"], match.ply, 1.0)


def test_bots_decisions_are_decisions_where_several_persons_play() -> None:
    match = table("northern-pacific", "pbp")
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    assert right_to(match, 0, 0) == "free"
    step(match, random.Random(1))
    assert right_to(match, 0, 0) == "consent"


# -- alone -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_alone_against_bots_every_own_decision_can_be_gone_back_to(game: str) -> None:
    rng, match = random.Random(7), table(game, "pbb")
    for _ in range(60):
        step(match, rng)
    own = [ply for ply, past in enumerate(match.played) if past.seat == 0]
    for ply, past in enumerate(match.played):
        assert right_to(match, 0, ply) in ({"alone", "free"} if past.seat == 0 else {None})
        assert right_to(match, 1, ply) is None
    key = match.view_at(own[0], None)["position"]
    do(match, match.undo(0, own[0], match.ply, 2.0))
    assert match.ply == own[0]
    assert match.view(None, 2.0)["position"] == key
    assert "undo-alone" in match.marks, "a rating may leave this game out"
    with pytest.raises(NotYourSeat):
        match.undo(1, 0, match.ply, 2.0)


def test_alone_one_step_goes_over_bots_and_draws_to_ones_last_decision() -> None:
    rng, match = random.Random(7), table("central-pacific", "pbb")
    until(match, rng, seat=0)
    step(match, rng)
    until(match, rng, seat=0)
    last = max(ply for ply, past in enumerate(match.played) if past.seat == 0)
    do(match, match.undo_step(0, match.ply, 2.0))
    assert (match.ply, match.decider) == (last, 0)


def test_free_undo_leaves_no_mark() -> None:
    match = table("northern-pacific")
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    do(match, match.undo(0, 0, 1, 1.0))
    assert match.marks == frozenset()


def test_who_remains_after_the_others_left_is_alone() -> None:
    rng, match = random.Random(1), table("northern-pacific", "ppb")
    until(match, rng, seat=2)
    assert right_to(match, 0, 0) == "consent"
    do(match, match.leave(1, 2.0))
    assert right_to(match, 0, 0) == "alone"


def test_who_is_only_away_must_still_consent() -> None:
    """Otherwise one could turn back the game of somebody whose train lost the connection."""
    rng, match = random.Random(1), table("northern-pacific", "ppb")
    until(match, rng, seat=2)
    do(match, match.take_over(1, 2.0))
    assert right_to(match, 0, 0) == "consent"
    assert [entry.kind for entry in do(match, match.ask_undo(0, 0, match.ply, 2.0))] == ["ask"]


# -- moves of a stand-in ---------------------------------------------------------------------------


def stood_in(kinds: str, undo: str = "rule") -> Match:
    """A bot has made seat 0's first move, then the person has come back."""
    match = table("northern-pacific", kinds, undo=undo)
    do(match, match.take_over(0, 1.0))
    do(match, match.play(0, "extend Fargo", 0, 2.0, by_bot=True))
    do(match, match.hand_back(0, 3.0))
    return match


def test_a_bots_move_is_not_taken_back_freely_by_whom_it_stood_in_for() -> None:
    match = stood_in("ppb")
    assert (free_floor(match, 0), right_to(match, 0, 0)) == (None, "consent")
    for wish in (match.undo_step, match.restart_turn):
        with pytest.raises(NotAllowed, match="A bot has decided for you since then"):
            wish(0, 1, 4.0)
    with pytest.raises(NotAllowed, match="A bot has decided for you"):
        match.undo(0, 0, 1, 4.0)
    ask = asked(match, 0)
    assert [entry.kind for entry in match.answer_undo(1, ask, True, 5.0)] == ["consent", "undo"]


def test_where_only_ones_own_moves_are_taken_back_a_stand_ins_move_stays() -> None:
    match = stood_in("ppb", undo="own")
    with pytest.raises(NotAllowed, match="A bot has decided for you since then, and this table"):
        match.ask_undo(0, 0, 1, 4.0)


def test_free_undo_ends_at_the_last_move_of_a_stand_in() -> None:
    """Central Pacific: a bot lays tiles, the person comes back within the turn and lays more."""
    rng, match = random.Random(12), table("central-pacific")
    while match.phase == "playing":
        seat = match.decider
        assert seat is not None
        do(match, match.take_over(seat, 1.0))
        if lay(match, rng) and match.decider == seat:
            do(match, match.hand_back(seat, 1.0))
            start = match.ply
            if lay(match, rng) and match.decider == seat:
                assert (free_floor(match, seat), right_to(match, seat, start)) == (start, "free")
                assert right_to(match, seat, start - 1) == "consent"
                do(match, match.restart_turn(seat, match.ply, 1.0))
                assert match.ply == start
                return
        if match.seats[seat].away:
            do(match, match.hand_back(seat, 1.0))
        if match.decider == seat:
            step(match, rng)
    pytest.fail("nobody could lay two tiles")


def test_alone_one_may_go_back_over_a_stand_ins_move_and_the_game_is_marked() -> None:
    match = stood_in("pbb")
    assert right_to(match, 0, 0) == "alone"
    do(match, match.undo_step(0, 1, 4.0))
    assert match.marks == {"stand-in", "undo-alone"}


# -- at the edges ----------------------------------------------------------------------------------


def test_a_repeated_undo_is_harmless_and_a_late_one_refused() -> None:
    match = table("northern-pacific")
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    do(match, match.undo(0, 0, 1, 1.0))
    assert match.undo(0, 0, 1, 2.0) == ()
    assert match.undo_step(0, 1, 2.0) == ()
    assert match.restart_turn(0, 1, 2.0) == ()
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    do(match, match.play(1, "invest Butte", 1, 1.0))
    with pytest.raises(WrongPly):
        match.undo(0, 0, 1, 2.0)


@pytest.mark.parametrize(("policy", "free", "far"), [("rule", True, True), ("own", True, False), ("never", False, False)])
def test_policies(policy: str, free: bool, far: bool) -> None:
    match = table("northern-pacific", undo=policy)
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    assert (right_to(match, 0, 0) == "free") == free
    do(match, match.play(1, "invest Butte", 1, 1.0))
    assert (right_to(match, 0, 0) == "consent") == far
    if not far:
        with pytest.raises(NotAllowed, match="this table"):
            match.ask_undo(0, 0, 2, 1.0)
        with pytest.raises(NotAllowed):
            match.undo_step(0, 2, 1.0)


def test_nothing_to_take_back() -> None:
    match = table("northern-pacific")
    with pytest.raises(NotAllowed, match="decided nothing"):
        match.undo_step(0, 0, 1.0)
    for to in (0, -1, 5):
        with pytest.raises(NotAllowed, match="nobody had to decide"):
            match.undo(0, to, 0, 1.0)


def test_a_game_that_is_over_stays_over() -> None:
    match, rng = table("northern-pacific", "pbb"), random.Random(1)
    play_out(match, rng)
    with pytest.raises(Closed, match="fork"):
        match.undo(0, 0, match.ply, 1.0)
