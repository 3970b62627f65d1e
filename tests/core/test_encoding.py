"""Observations as numbers: each part follows its fields and no others, nothing hidden enters, seats are relative."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline as bl
from tests.own_games import OWN_GAMES

NP, CP, LW = OWN_GAMES
PAGE = (Path(__file__).parents[2] / "docs" / "encoding.md").read_text(encoding="utf-8")
Change = tuple[str, Callable[[Any], None], set[str]]
"""A field, how a record is changed in it, and the parts that follow."""


def midgame(name: str, seed: int = 1, plies: int = 40, **options: Any) -> bl.State:
    """A position with a decision in the middle of a random game of three."""
    state, rng = bl.game(name, players=3, **options).start(), bl.seeded(seed)
    while state.ply < plies or state.is_chance:
        state.push(state.random_move(rng).id)
    return state


def encoded(game: bl.Game, raw: Any, seat: int) -> dict[str, list[float]]:
    """What `encode` itself writes, by part; nothing is hidden before."""
    out = np.zeros(game.encoding_size, np.float32)
    game.engine.encode(raw, seat, out)
    return {name: out[start:stop].tolist() for name, (start, stop) in game.encoding.items()}


def changed(game: bl.Game, raw: Any, seat: int, change: Callable[[Any], None]) -> set[str]:
    """The parts that differ after a change of the record."""
    other = raw.copy()
    change(other.view(game.spec.rules.layout.dtype)[0])
    assert not np.array_equal(other, raw), "the change changes nothing"
    before, after = encoded(game, raw, seat), encoded(game, other, seat)
    return {name for name in before if before[name] != after[name]}


def add(name: str, *index: int, by: int = 1) -> Callable[[Any], None]:
    def change(fields: Any) -> None:
        if index:
            fields[name][index] += by
        else:
            fields[name] += by

    return change


def put(name: str, value: int, *index: int) -> Callable[[Any], None]:
    def change(fields: Any) -> None:
        fields[name][index] = value

    return change


def swap(name: str) -> Callable[[Any], None]:
    def change(fields: Any) -> None:
        fields[name][[0, 1]] = fields[name][[1, 0]]

    return change


def flip(name: str, *index: int) -> Callable[[Any], None]:
    def change(fields: Any) -> None:
        if index:
            fields[name][index] ^= 1
        else:
            fields[name] ^= 1

    return change


def invest(city: int, colour: int) -> Callable[[Any], None]:
    """Northern Pacific: one more small cube in a city."""

    def change(fields: Any) -> None:
        fields.small_at[city, colour] += 1
        fields.invested[colour] |= 1 << city

    return change


FOLLOW: dict[str, list[Change]] = {
    NP: [
        ("rounds_done", add("rounds_done"), {"options"}),
        ("capacity", add("capacity"), {"options"}),
        ("order", swap("order"), {"place_in_order", "to_move"}),
        ("turn", add("turn"), {"to_move"}),
        ("good", add("good", 1), {"good"}),
        ("bad", add("bad", 1), {"bad"}),
        ("wins", add("wins", 1), {"wins"}),
        ("small", add("small", 2), {"small_in_hand"}),
        ("large_at", put("large_at", -1, 1), {"large_in_hand", "large_in_city"}),
        ("standing", add("standing", 1), {"standing"}),
        ("heads", put("heads", 3, 0), {"lines"}),
        ("reached", flip("reached", 0), {"lines"}),
        ("closed", flip("closed"), {"closed"}),
        ("small_at", invest(4, 1), {"small_in_city"}),
        ("came_from", add("came_from", 0, 3), set()),
        ("full", flip("full"), set()),
        ("cubes", add("cubes", 4), set()),
    ],
    CP: [
        ("pool_size", add("pool_size"), {"scalars"}),
        ("laid", add("laid"), {"scalars"}),
        ("stall", add("stall"), {"scalars"}),
        ("hand", add("hand", 0, 2), {"own_hand"}),
        ("hand", add("hand", 1, 2), set()),
        ("hand", add("hand", 2, 2), set()),
        ("pool", add("pool", 3), set()),
        ("known", add("known", 1, 0), set()),
        ("put_back", add("put_back", 1, 0, 0), set()),
        ("shown", add("shown", 1, 0), set()),
        ("out", add("out", 1), {"out_of_game"}),
        ("hand_size", add("hand_size", 2), {"hand_sizes"}),
        ("trains", add("trains", 1, by=-1), {"trains"}),
        ("stock", flip("stock", 1), {"stock_market"}),
        ("grant", flip("grant", 1), {"land_grant"}),
        ("spike", add("spike"), {"spike"}),
        ("limited", flip("limited", 1), {"limited"}),
        ("exits", flip("exits", 55), {"exits"}),
        ("marks", add("marks", 55), {"markers"}),
        ("homes", add("homes", 1, by=-1), {"homes"}),
        ("rail", flip("rail", 55), set()),
        ("fits", flip("fits", 55), set()),
    ],
    LW: [
        ("turn", add("turn"), {"course"}),
        ("owed", add("owed"), {"course"}),
        ("order", swap("order"), {"seats"}),
        ("cubes", add("cubes", 1), {"seats"}),
        ("marks", add("marks", 2, 1), {"seats"}),
        ("stacks", swap("stacks"), {"seats"}),
        ("slots", add("slots", 1, 0), {"seats"}),
        ("loaded", add("loaded", 1, 2), {"seats"}),
        ("piles", add("piles", 1, 2), {"seats"}),
        ("train_owner", put("train_owner", 2, 3), {"seats"}),
        ("company_links", add("company_links", 0), {"boxes_and_companies"}),
        ("pieces", add("pieces", 5, 1), {"areas"}),
        ("entered", flip("entered", 0), {"areas"}),
        ("company_towns", flip("company_towns", 0, 0), {"areas"}),
        ("owners", put("owners", 2, 0), {"links"}),
        ("bag", add("bag", 0), set()),
        ("tokens", add("tokens", 0), set()),
        ("touched", flip("touched", 0, 0), set()),
    ],
}


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_page_has_every_part_in_its_order(name: str) -> None:
    game = bl.game(name, players=3)
    section = PAGE.partition(f"## {game.spec.card.title}\n")[2].partition("\n## ")[0]
    told = [(part, int(size)) for part, size in re.findall(r"^\| `(\w+)` \| (\d+) \|", section, re.MULTILINE)]
    assert told == [(part, stop - start) for part, (start, stop) in game.encoding.items()]


@pytest.mark.parametrize(("name", "field", "change", "parts"), [(name, *change) for name in FOLLOW for change in FOLLOW[name]])
def test_a_part_follows_its_fields_and_no_others(name: str, field: str, change: Callable[[Any], None], parts: set[str]) -> None:
    state = midgame(name)
    raw = state._raw.copy()
    fields = raw.view(state.game.spec.rules.layout.dtype)[0]
    if name == LW:  # some fields lie open only after a change elsewhere
        fields.stacks[:, :3] = [[0, 1, 2]] * len(fields.stacks)
        fields.stacks[1, :3] = [2, 1, 0]
        fields.order[:3] = [0, 1, 2]
    assert field in state.game.spec.rules.layout.fields
    assert changed(state.game, raw, 0, change) == parts


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_part_changes_in_play(name: str) -> None:
    options: list[dict[str, Any]] = [{"order": "shuffled"}, {"scoring": "wins"}] if name == NP else [{}]
    seen: dict[str, set[tuple[float, ...]]] = {}
    for setting in options:
        for seed in range(4):
            state, rng = bl.game(name, players=3, **setting).start(), bl.seeded(seed)
            while not state.is_over:
                if state.ply % 5 == 0:
                    for part, values in encoded(state.game, state._raw, 0).items():
                        seen.setdefault(part, set()).add(tuple(values))
                state.push(state.random_move(rng).id)
    never = {part for part, values in seen.items() if len(values) < 2}
    assert never <= {"homes"}  # homes never move


@pytest.mark.parametrize("name", OWN_GAMES)
def test_equal_views_have_equal_numbers(name: str) -> None:
    for seed in range(3):
        state = midgame(name, seed)
        for seat in range(3):
            mine = state.encode(seat).tolist()
            assert encoded(state.game, state._raw.copy(), seat) == encoded(state.game, state.hide(seat).raw, seat)
            assert state.resample(seat, bl.seeded(seed, 9)).encode(seat).tolist() == mine


BY_SEAT: dict[str, Mapping[str, int]] = {
    NP: {"good": 0, "bad": 0, "wins": 0, "small": 0, "large_at": 0, "standing": 0, "invested": 0, "small_at": 1},
    CP: {
        **dict.fromkeys(("trains", "stock", "grant", "homes", "hand", "hand_size", "limited", "lost"), 0),
        "reach": 0,
    },
    LW: {**dict.fromkeys(("cubes", "links", "slots", "loaded", "piles"), 0), "marks": 1},
}
"""Fields with an entry for each seat, and along which axis."""
SEATS_IN: dict[str, tuple[str, ...]] = {
    NP: ("order",),
    CP: ("turn",),
    LW: ("order", "build_order", "train_order", "stacks", "to_act"),
}
"""Fields that hold seats."""
OWNERS_IN: dict[str, tuple[str, ...]] = {NP: (), CP: ("marks", "spike"), LW: ("bidders", "train_owner", "owners")}
"""Fields that hold 0 for nobody, or 1 + a seat."""


@pytest.mark.parametrize("name", OWN_GAMES)
@pytest.mark.parametrize("plies", [40, 70])
def test_seats_are_relative(name: str, plies: int) -> None:
    """If everybody moves up a seat, each sees from the new seat what it saw from the old one."""
    state = midgame(name, plies=plies)
    players, dtype = state.game.players, state.game.spec.rules.layout.dtype
    turned = state._raw.copy()
    old, new = state._raw.view(dtype)[0], turned.view(dtype)[0]
    for field, axis in BY_SEAT[name].items():
        source, target = np.moveaxis(old[field], axis, 0), np.moveaxis(new[field], axis, 0)
        target[:players] = np.roll(source[:players], 1, axis=0)
    for field in SEATS_IN[name]:
        new[field] = _next(old[field], 0, players)
    for field in OWNERS_IN[name]:
        new[field] = _next(old[field], 1, players)
    for seat in range(players):
        assert encoded(state.game, state._raw, seat) == encoded(state.game, turned, (seat + 1) % players)


def _next(values: Any, first: int, players: int) -> Any:
    """Numbers of seats, counted from `first`, moved up by one; others stay."""
    is_seat = (values >= first) & (values < first + players)
    return np.where(is_seat, (values - first + 1) % players + first, values)
