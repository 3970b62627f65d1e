"""Laws of Northern Pacific on arbitrary games."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import branchline as bl
from branchline.testing import settings

GAMES = settings("northern-pacific")
game_strategy = st.sampled_from(GAMES)
choices = st.lists(st.integers(0, 10_000), min_size=1, max_size=120)


def walk(game: bl.Game, numbers: list[int]) -> bl.State:
    state = game.start()
    for number in numbers:
        moves = state.legal()
        if not moves:
            break
        state.play(moves[number % len(moves)])
    return state


@effort(max_examples=60, deadline=None)
@given(game_strategy, choices)
def test_cubes_come_only_from_payouts(game: bl.Game, numbers: list[int]) -> None:
    """Cubes in hand and on the board change by exactly what the payouts of a move bring."""
    state = game.start()
    for number in numbers:
        moves = state.legal()
        if not moves:
            break
        move = moves[number % len(moves)]
        before, rounds = total(state.fields_view), int(state.fields_view.rounds_done)
        gain = payout(state.fields_view, move.id, len(game.board.data.cities))
        state.play(move)
        if int(state.fields_view.rounds_done) == rounds:
            assert total(state.fields_view) == before + gain
        assert all(int(large) < len(game.board.data.cities) for large in state.fields_view.large_at)


def total(record: Any) -> int:
    """Small cubes everywhere: the large ones never leave or arrive."""
    return int(record.small.sum()) + int(record.small_at.sum())


def payout(record: Any, action: int, cities: int) -> int:
    if action >= cities or record.closed >> action & 1:
        return 0
    return int(record.small_at[action].sum()) + 2 * int((record.large_at == action).sum())


@effort(max_examples=40, deadline=None)
@given(st.sampled_from([game for game in GAMES if game.options["order"] == "shuffled"]), choices, st.randoms())
def test_relabelled_seats_give_relabelled_results(game: bl.Game, numbers: list[int], random: Any) -> None:
    """Who sits where is only a name: permute the seats in the drawn order and every result is permuted."""
    new_name = list(range(game.players))
    random.shuffle(new_name)
    state, twin = game.start(), game.start()
    for number in numbers:
        moves = state.legal()
        if not moves:
            break
        move = moves[number % len(moves)].text
        verb, _, rest = move.partition(" ")
        twin.play(f"seat {new_name[int(rest)]}" if verb == "seat" else move)
        state.play(move)
        assert twin.actor == (new_name[state.actor] if state.actor >= 0 else state.actor)
    for seat in range(game.players):
        assert twin.scores[new_name[seat]] == state.scores[seat]
        assert twin.ranks[new_name[seat]] == state.ranks[seat]


@effort(max_examples=40, deadline=None)
@given(game_strategy, choices)
def test_everything_is_public(game: bl.Game, numbers: list[int]) -> None:
    """Northern Pacific hides nothing: every seat's view shows the whole position."""
    state = walk(game, numbers)
    for seat in range(game.players):
        assert game.position(state.view(seat)["position"]).key() == state.key()


@effort(max_examples=40, deadline=None)
@given(game_strategy, choices)
def test_positions_and_records_round_trip(game: bl.Game, numbers: list[int]) -> None:
    state = walk(game, numbers)
    assert game.position(state.dumps()).key() == state.key()
    record = bl.Record.of(state)
    assert bl.Record.loads(record.dumps()).state().key() == state.key()
    assert bl.Record.from_json(record.to_json()) == record
