"""Positions for tests: a game led to a phase, then arranged by hand."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from branchline.games.wensleydale.rules.action_space import PIECE_NAMES
from branchline.games.wensleydale.rules.board import standard
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BUILDING,
    COMPANY_OWNER,
    PROFIT,
    SET_UP,
    TAKEOVERS,
    TRAINS,
    WORD_BITS,
)
from branchline.games.wensleydale.rules.map_data import KINDS

MAP = standard()
LINK = {frozenset((MAP.areas[b.a].id, MAP.areas[b.b].id)): number for number, b in enumerate(MAP.links)}


def area(key: str) -> int:
    return MAP.index[key]


def texts(state: bl.State) -> set[str]:
    return {move.text for move in state.legal()}


def refusal(state: bl.State, move: str) -> str:
    with pytest.raises(bl.IllegalMove) as caught:
        state.play(move)
    return str(caught.value)


def new(players: int = 4, first: int = 0, stacking: str = "top") -> bl.State:
    """After the set-up: every goods area full, towns drawn in turn red, green, opposition as long as they last."""
    state = bl.game("last-train-to-wensleydale", players, stacking=stacking).start().play(f"first {first}")
    kinds = [PIECE_NAMES.index(a.goods) for a in MAP.areas if a.goods for _ in range(2)]
    for kind in kinds:
        state.play(f"draw {PIECE_NAMES[kind]}")
    turn = 0
    while state.fields_view.phase == SET_UP:
        options = sorted(texts(state), key=lambda text: PIECE_NAMES.index(text.split()[1]))
        state.play(options[turn % len(options)])
        turn += 1
    return state


def tokens(state: bl.State, *kinds: str) -> bl.State:
    """Draw these tokens, then the first legal ones."""
    for box in range(8):
        state.play(f"token {kinds[box]}" if box < len(kinds) else state.legal()[0])
    return state


def idle(state: bl.State) -> bl.State:
    """One move that does as little as can be."""
    found = texts(state)
    return state.play("pass" if "pass" in found else "done" if "done" in found else state.legal()[0])


def lead(state: bl.State, phase: int) -> bl.State:
    """Go on idly until the phase asks its first question."""
    while state.fields_view.phase == phase and not state.is_over:
        idle(state)
    while state.fields_view.phase != phase:
        idle(state)
    return state


def auction(players: int = 4, **options: Any) -> bl.State:
    return lead(new(players, **options), AUCTION)


def building(players: int = 4, **options: Any) -> bl.State:
    return lead(new(players, **options), BUILDING)


def arrange(state: bl.State, seat: int = 0, **values: Any) -> bl.State:
    """Set cubes, influence, profit (`midland=3`) or own links (`links="SKI-GAG GAG-GRA"`) of a seat."""
    record = state.fields_view
    if "cubes" in values:
        record.cubes[seat] = values["cubes"]
    for track, name in enumerate((*KINDS, "profit")):
        if name in values:
            record.marks[track][seat] = values[name]
            seats = [int(other) for other in record.stacks[track][: record.players]]
            seats.sort(key=lambda other, track=track: -int(record.marks[track][other]))  # type: ignore[misc]
            record.stacks[track][: record.players] = seats
    for border in values.get("links", "").split():
        lay(record, border, seat)
    return checked(state)


def lay(record: Any, border: str, owner: int | str) -> None:
    """Put a link of a seat or company on a border."""
    ends = border.split("-")
    number = LINK[frozenset(ends)]
    assert record.owners[number] == 0
    if isinstance(owner, int):
        record.owners[number] = 1 + owner
        record.links[owner] += 1
        row = record.touched[owner]
    else:
        record.owners[number] = COMPANY_OWNER + KINDS.index(owner)
        record.company_links[KINDS.index(owner)] += 1
        row = record.company_touched
    for end in ends:
        row[area(end) // WORD_BITS] |= 1 << area(end) % WORD_BITS


def pieces(state: bl.State, key: str, **counts: int) -> bl.State:
    """Set the pieces in an area; the difference comes from or goes to those out of the game."""
    record = state.fields_view
    for piece, name in enumerate(PIECE_NAMES):
        count = counts.get(name, 0)
        record.removed[piece] += int(record.pieces[area(key)][piece]) - count
        set_pieces(record, piece, area(key), count)
        balance(record, piece, key)
    return state


def set_pieces(record: Any, piece: int, place: int, count: int) -> None:
    record.pieces[place][piece] = count
    if piece < 4:
        word, bit = place // WORD_BITS, 1 << place % WORD_BITS
        record.stocked[piece][word] = int(record.stocked[piece][word]) & ~bit | (bit if count else 0)


def balance(record: Any, piece: int, key: str) -> None:
    """Take what is missing from the last areas of the map, but not from this one."""
    for place in reversed(range(len(MAP.areas))):
        while record.removed[piece] < 0 and place != area(key) and record.pieces[place][piece]:
            record.removed[piece] += 1
            set_pieces(record, piece, place, int(record.pieces[place][piece]) - 1)


def convert(state: bl.State, company: str, *keys: str) -> bl.State:
    """Make towns company towns."""
    for key in keys:
        state.fields_view.company_towns[KINDS.index(company)][area(key) // WORD_BITS] |= 1 << area(key) % WORD_BITS
    return state


def is_company_town(state: bl.State, company: str, key: str) -> bool:
    words = state.fields_view.company_towns[KINDS.index(company)]
    return bool(int(words[area(key) // WORD_BITS]) >> area(key) % WORD_BITS & 1)


def checked(state: bl.State) -> bl.State:
    """The same state, after a check that it is possible."""
    assert state.game.spec.rules.problems(state.fields_view, state.game.board) == []
    return state


def trains(state: bl.State) -> bl.State:
    return lead(state, TRAINS)


def takeovers(state: bl.State) -> bl.State:
    return lead(state, TAKEOVERS)


def influence(state: bl.State, seat: int) -> dict[str, int]:
    return {name: int(state.fields_view.marks[track][seat]) for track, name in enumerate(KINDS)}


def stack(state: bl.State, name: str) -> list[int]:
    track = PROFIT if name == "profit" else KINDS.index(name)
    return [int(seat) for seat in state.fields_view.stacks[track][: state.fields_view.players]]


def count(state: bl.State, key: str, piece: str) -> int:
    return int(state.fields_view.pieces[area(key)][PIECE_NAMES.index(piece)])
