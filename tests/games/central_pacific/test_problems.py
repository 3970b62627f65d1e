"""Positions that cannot be are refused; what is accepted can be played to its end, a view after imagining the rest."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.games.central_pacific.rules.board import square_number
from branchline.games.central_pacific.rules.layout import BEGIN, KINDS, STRAIGHT, Fields
from branchline.testing import settings
from tests.games.central_pacific.repairs import repair
from tests.games.central_pacific.scene import play, scene
from tests.test_hostile import middle, use

TRIES = 25 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 250
HANDS = [["straight", "tee"], ["curve"] * 5]


def fields_of(state: bl.State) -> dict[str, Any]:
    return fields_in(state.fields_view)


def fields_in(record: Any) -> dict[str, Any]:
    return {name: record[name].tolist() for name in Fields.fields}


def refusal(state: bl.State, **changes: Any) -> str:
    with pytest.raises(bl.BadPosition) as caught:
        state.game.position(fields_of(state) | changes)
    return str(caught.value)


def move_tiles(fields: dict[str, Any], seat: int, kind: int, count: int) -> None:
    """Tiles go from the pool to a hand."""
    fields["pool"][kind] -= count
    fields["pool_size"] -= count
    fields["hand"][seat][kind] += count
    fields["hand_size"][seat] += count


@pytest.mark.rule("CP 5.3")
@pytest.mark.parametrize(("token", "held", "possible"), [(0, 5, 1), (0, 6, 0), (0, 7, 0), (1, 7, 1), (1, 0, 0)])
def test_only_a_stock_market_makes_a_hand_of_seven(token: int, held: int, possible: int) -> None:
    """Otherwise the market, still unused, would bring nine tiles."""
    state = scene({}, [[], ["curve"] * 5])
    fields = fields_of(state)
    move_tiles(fields, 0, 0, held)
    if token:
        fields["token_used"], fields["stock"][0] = 1, 0
    if possible:
        state.game.position(fields)
    else:
        with pytest.raises(bl.BadPosition, match=r"can hold 5 now|brought no tile"):
            state.game.position(fields)


@pytest.mark.rule("CP 5.3")
def test_a_land_grant_brings_one_tile() -> None:
    state = scene({}, [["straight"] * 5, ["curve"] * 5])
    fields = fields_of(state)
    move_tiles(fields, 0, 0, 2)
    fields["token_used"], fields["grant"][0] = 1, 0
    with pytest.raises(bl.BadPosition, match="holds 7 tiles, and can hold 6 now"):
        state.game.position(fields)


def after_a_grant(players: int = 2, victim: int = 1) -> bl.State:
    """Seat 0 has just taken a tile."""
    state = scene({}, [["straight"] * 4, *[["curve"] * 5] * (players - 1)], players=players)
    return play(state, f"grant {victim}", "take curve")


@pytest.mark.rule("CP 5.3")
def test_only_a_land_grant_limits_a_seat() -> None:
    assert "no Land Grant can have hit" in refusal(scene({}, HANDS), limited=[1, 0, 0, 0])
    assert "no Land Grant can have hit" in refusal(scene({}, HANDS, turn=1, used=("grant",)), limited=[1, 0, 0, 0])
    assert "does not exist" in refusal(after_a_grant(), limited=[0, 1, 1, 0])
    assert "nobody lost a tile" in refusal(after_a_grant(), limited=[0, 0, 0, 0])
    assert "The field limited has a value" in refusal(after_a_grant(), limited=[0, 2, 0, 0])
    dealt = bl.game("central-pacific", 2).start()
    assert "the game has begun" in refusal(dealt, limited=[0, 1, 0, 0])


@pytest.mark.rule("CP 5.3")
def test_each_limited_seat_needs_a_land_grant_of_its_own_since_its_last_turn() -> None:
    state = after_a_grant(3)
    hands = {"hand_size": [5, 4, 5, 0]}
    assert fields_of(state)["hand_size"] == hands["hand_size"]
    assert "too many tiles" in refusal(state, limited=[0, 0, 1, 0])
    moved = fields_of(state)
    moved["grant"] = [0, 1, 0, 0]
    state.game.position(moved)
    moved["limited"] = [1, 1, 0, 0]
    move_tiles(moved, 0, 0, -1)
    state.game.position(moved)  # seat 2 hit seat 0 in the turn before
    moved["grant"] = [0, 0, 1, 0]
    state.game.position(moved)  # seat 1 did
    moved["grant"] = [0, 1, 1, 0]
    with pytest.raises(bl.BadPosition, match="no Land Grant can have hit"):
        state.game.position(moved)


@pytest.mark.rule("CP 5.3")
def test_a_victim_begins_with_four_tiles_and_lays_four_at_most() -> None:
    state = after_a_grant()
    while state.actor != 1:
        state.play([move for move in state.legal() if not move.text.startswith("lay")][-1])
        if state.actor == 0 and "done" in [move.text for move in state.legal()]:
            state.play("done")
    fields = fields_of(state)
    assert fields["limited"] == [0, 1, 0, 0]
    assert "nothing" not in str(state.game.position(fields).legal())
    move_tiles(fields, 1, 0, 1)
    with pytest.raises(bl.BadPosition, match="holds 5 tiles, and can hold 4 now"):
        state.game.position(fields)
    play(state, "stock", "draw straight", "draw straight", *["discard curve"] * 4)
    fields = fields_of(state)
    move_tiles(fields, 1, 0, -1)
    with pytest.raises(bl.BadPosition, match="laid or discarded too many"):
        state.game.position(fields | {"discarded": 5})


@pytest.mark.rule("CP 1.6")
def test_a_hand_is_blank_only_as_in_a_view() -> None:
    state = scene({}, [*HANDS, ["tee"] * 5], players=3)
    blank = [0] * KINDS
    mine, _, third, *rest = fields_of(state)["hand"]
    assert "the pool is not" in refusal(state, hand=[mine, blank, blank, *rest])
    assert "more than one hand" in refusal(state, hand=[mine, blank, third, *rest], pool=blank)
    assert "more than one hand" in refusal(state, pool=blank)
    for hands in ([mine, blank, blank, *rest], [blank, blank, third, *rest], [blank, blank, blank, *rest]):
        state.game.position(fields_of(state) | {"hand": hands, "pool": blank})


@pytest.mark.rule("CP 1.6")
def test_what_others_know_is_blank_in_a_view() -> None:
    state = scene({}, HANDS)
    known = np.zeros((4, 4), int)
    known[1, 0] = 3
    view = {"hand": [fields_of(state)["hand"][0], *[[0] * KINDS] * 3], "pool": [0] * KINDS}
    assert "what another seat knows" in refusal(state, known=known.tolist(), **view)
    known[1, 0], known[0, 1] = 0, 3
    state.game.position(fields_of(state) | {"known": known.tolist()} | view)


@pytest.mark.rule("CP 2.2")
def test_no_track_is_apart_from_all_homes() -> None:
    """Found by the fuzzer: once such track was joined, only a part of it counted as the network of the side that joined it."""
    state = scene({}, HANDS)
    position = state.game.presented(state.copy()._raw)
    square = square_number("E5")
    position.fields.tiles[square], position.fields.exits[square] = 1 + STRAIGHT, 0b0101
    repair(position.fields, position.board)
    assert "E5 is joined with no home (CP 2.2)" in refusal(state, **fields_in(position.fields))


@pytest.mark.compiled
@pytest.mark.rule("CP 1.6")
def test_views_of_every_seat_are_accepted() -> None:
    for game in settings("central-pacific", 6):
        chance = Random(repr(game))
        for seed in range(4):
            state = middle(game, seed, chance)
            for seat in (None, *range(game.players)):
                game.position(state.view(seat)["position"])


def test_tampered_positions_are_refused_or_playable() -> None:
    """Tiles moved, hidden or shown; tokens, phases and counters changed: two or three such changes at once."""
    chance, games, taken = Random(7), settings("central-pacific", 8), 0
    for seed in range(TRIES):
        game = chance.choice(games)
        state = middle(game, seed, chance)
        seat = chance.choice((None, *range(game.players)))
        fields = fields_of(state)
        if chance.random() < 0.3:
            fields |= {name: state.hide(seat).fields[name].tolist() for name in fields}
        for change in chance.choices(CHANGES, k=chance.choice((1, 2, 3))):
            change(fields, game.players, chance)
        try:
            accepted = game.position(fields)
        except bl.BadPosition:
            continue
        taken += 1
        if not is_view(fields):
            use(accepted)
        for viewer in viewers(fields):
            use(accepted.resample(viewer, bl.seeded(seed)))
        accepted.svg()
        accepted.text()
    assert 0 < taken < TRIES


def viewers(fields: dict[str, Any]) -> list[int]:
    """The seats whose view it can be; none for a spectator's, from which nobody can play on."""
    return [seat for seat in range(fields["players"]) if fields["hand_size"][seat] == sum(fields["hand"][seat])]


def is_view(fields: dict[str, Any]) -> bool:
    sizes = [*fields["hand_size"], fields["pool_size"]]
    return any(size and not sum(tiles) for size, tiles in zip(sizes, [*fields["hand"], fields["pool"]], strict=True))


def shift(fields: dict[str, Any], players: int, chance: Random) -> None:
    kinds = [kind for kind in range(KINDS) if fields["pool"][kind]]
    if kinds:
        move_tiles(fields, chance.randrange(players), chance.choice(kinds), 1)


def put_back(fields: dict[str, Any], players: int, chance: Random) -> None:
    seat = chance.randrange(players)
    kinds = [kind for kind in range(KINDS) if fields["hand"][seat][kind]]
    if kinds:
        move_tiles(fields, seat, chance.choice(kinds), -1)


def conceal(fields: dict[str, Any], players: int, chance: Random) -> None:
    fields["hand"][chance.randrange(players)] = [0] * KINDS


def conceal_pool(fields: dict[str, Any], players: int, chance: Random) -> None:
    fields["pool"] = [0] * KINDS


def flip(fields: dict[str, Any], players: int, chance: Random) -> None:
    name = chance.choice(("stock", "grant"))
    fields[name][chance.randrange(players)] ^= 1


def limit(fields: dict[str, Any], players: int, chance: Random) -> None:
    fields["limited"][chance.randrange(players)] ^= 1


def tweak(fields: dict[str, Any], players: int, chance: Random) -> None:
    name = chance.choice(("token_used", "barred", "laid", "discarded", "to_draw", "stall", "sacrificing", "turn", "over"))
    fields[name] = max(0, fields[name] + chance.choice((-1, 1)))


def begin(fields: dict[str, Any], players: int, chance: Random) -> None:
    """As if a turn began here."""
    fields |= dict.fromkeys(("to_draw", "afterwards", "laid", "discarded", "sacrificing", "token_used", "settled"), 0)
    fields["phase"] = BEGIN


CHANGES = (shift, put_back, conceal, conceal_pool, flip, limit, tweak, begin)
