"""Deals: tables with one secret have the same draws, and nobody learns them early."""

from __future__ import annotations

from collections import Counter

import pytest

from branchline.match import BadSetup, Match, Seat, Setup
from branchline.match.deal import Deal, new_secret
from branchline.match.fork import of as fork_of

SECRET = "5e" * 32


def table(game: str = "central-pacific", secret: str = SECRET, seats: int = 2, **settings: object) -> Match:
    given = [Seat("person", f"P{seat}") for seat in range(seats)]
    match = Match(Setup.of(game, given, deal=secret, **settings))
    match.apply(match.begin(0.0))
    return match


def draws(match: Match) -> list[str]:
    return [match.game.board.texts[past.action] for past in match.played if past.by == "chance"]


def play(match: Match, choice: int, decisions: int) -> None:
    """Play some decisions, always the legal move of the same number."""
    for _ in range(decisions):
        if match.decider is None:
            return
        legal = match.state.legal()
        match.apply(match.play(match.decider, legal[choice % len(legal)], match.ply, 1.0))


def test_the_same_decisions_meet_the_same_draws() -> None:
    one, other = table(), table()
    for match in (one, other):
        play(match, 3, 12)
    assert draws(one) == draws(other)
    assert draws(one) != draws(table(secret=new_secret()))


def test_the_bag_gives_the_same_tiles_after_other_decisions() -> None:
    """The k-th tile from the bag is the same, whoever draws it, until something is put back."""
    one, other = table(), table()
    play(one, 0, 8)
    play(other, 5, 8)
    drawn = [[move for move in draws(match) if move.startswith("draw ")] for match in (one, other)]
    common = min(map(len, drawn))
    assert common > 10
    assert drawn[0][:10] == drawn[1][:10], "the ten tiles of the set-up"
    same = sum(first == second for first, second in zip(*drawn, strict=False))
    assert same > common / 2


def test_draws_come_by_their_weights() -> None:
    found: Counter[int] = Counter()
    for number in range(2000):
        found[Deal(f"{number:064x}").place("draw", 1, 0, 10) // 5] += 1
    assert abs(found[0] - 1000) < 4 * 23


def test_other_draws_come_after_draws_were_taken_back() -> None:
    """Somebody has seen the draws that were taken back, so they must not come again."""
    match = Match(Setup.of("central-pacific", [Seat("person", "Ann"), Seat("bot", level="random")], deal=SECRET))
    match.apply(match.begin(0.0))
    places = [match._places()(match.state, 1 << 60)] if match.state.is_chance else []
    before = [Deal(SECRET).place("draw", count, 0, 1 << 60) for count in range(1, 9)]
    after = [Deal(SECRET).place("draw", count, 1, 1 << 60) for count in range(1, 9)]
    assert not set(before) & set(after)
    assert not places, "a table waits for a decision, never for a draw"


def test_an_undo_alone_changes_the_draws_to_come_and_a_free_one_does_not() -> None:
    match = Match(Setup.of("central-pacific", [Seat("person", "Ann"), Seat("bot", level="random")], deal=SECRET))
    match.apply(match.begin(0.0))
    while match.ply < 40 and not match.is_finished:
        assert match.decider is not None
        by_bot = match.decider == 1
        match.apply(match.play(match.decider, match.state.legal()[0], match.ply, 1.0, by_bot=by_bot))
    own = [ply for ply, past in enumerate(match.played) if past.seat == 0]
    match.apply(match.ask_undo(0, own[0], match.ply, 2.0))
    assert [notice.why for notice in match.notices if notice.kind == "undo"] == ["alone"]


def test_a_fork_has_no_deal_of_its_parent() -> None:
    match = table("northern-pacific", seats=2, options={"order": "shuffled"})
    play(match, 0, 400)
    assert match.is_finished
    assert fork_of(match, 4, 0, "Ann", "", "", (0,)).deal == ""


def test_clients_cannot_choose_a_deal_and_the_secret_is_in_no_view() -> None:
    with pytest.raises(BadSetup):
        Setup.asked_for({"game": "np", "seats": [{"kind": "open"}, {"kind": "open"}], "deal": SECRET})
    with pytest.raises(BadSetup, match="64 hexadecimal"):
        Setup.of("np", [Seat("open"), Seat("open")], deal="5e")
    match = table()
    assert SECRET not in repr(match.setup)
    assert SECRET not in repr(match.view(0, 1.0))
    assert Setup.from_dict(match.setup.to_dict()).deal == SECRET
