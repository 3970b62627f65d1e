"""Checks of a position from outside: a damaged one must never reach the compiled rules."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import numpy as np

from branchline.games.northern_pacific.rules.layout import (
    COLOURS,
    IN_HAND,
    SEATS,
    SMALL_AT_START,
    WINS_NEEDED,
    Fields,
    last_round,
    way,
)
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.kernel import Board

FIXED_FIELDS = ("players", "colours", "own_lines", "capacity", "rounds", "by_wins", "shuffled", "many")
"""The fields that the options fix; `problems` trusts them."""


def problems(fields: Any, board: Board) -> list[str]:
    """Sentences on what is impossible.  Each part trusts what the parts before it have checked."""
    state = SimpleNamespace(**{name: fields[name] for name in Fields.fields})  # quicker to read than a record
    for part in (_seating, _lines, _cubes, _books, _end, _redundant):
        if found := part(state, board.data):
            return found
    return []


def _seating(state: Any, map_: Map) -> list[str]:
    players, placed = int(state.players), int(state.placed)
    if not (0 <= state.turn < state.colours and 0 <= placed <= players and 0 <= state.rounds_done <= last_round(state)):
        return ["Turn, seating or round is out of range."]
    order = [int(seat) for seat in state.order[:placed]]
    if len(set(order)) < placed or not set(order) <= set(range(players)):
        return [f"{order} is no order of {players} seats."]
    if not state.shuffled and order != list(range(players)):
        return ["Only a shuffled order differs from the order of the seats."]
    begun = state.turn or state.closed != 1 << map_.start or any(state.standing)
    if placed < players and (begun or (state.small[: state.colours] != SMALL_AT_START).any()):
        return ["The seats are still being drawn, but the round has begun."]
    return []


def _lines(state: Any, map_: Map) -> list[str]:
    found = []
    for line in _used_lines(state):
        stops = way(state, line, map_.start)
        if not all(0 <= city < len(map_.cities) for city in stops) or len(set(stops)) < len(stops):
            return [f"Line {line} does not lead from {map_.cities[map_.start]} to its end."]
        for city, target in itertools.pairwise(stops):
            if target not in map_.exits[city]:
                found.append(f"Line {line} runs from {map_.cities[city]} to {map_.cities[target]} without a track.")
        if map_.goal in stops[:-1]:
            found.append(f"Line {line} runs on beyond {map_.cities[map_.goal]}.")
    return found


def _used_lines(state: Any) -> range:
    return range(int(state.players) if state.own_lines else 1)


def _cubes(state: Any, map_: Map) -> list[str]:
    if not all(IN_HAND <= city < len(map_.cities) for city in state.large_at):
        return ["A large cube stands in a city that the map does not have."]
    if (state.small < 0).any() or (state.small_at < 0).any():
        return ["A number of cubes is below zero."]
    found = []
    shut = {map_.start, map_.goal}.union(*(way(state, line, map_.start) for line in _used_lines(state)))
    for city, (name, here) in enumerate(zip(map_.cities, _cubes_in(state).tolist(), strict=False)):
        if sum(here) > state.capacity:
            found.append(f"{sum(here)} cubes are in {name}, which holds {state.capacity} (NP 1.4).")
        if any(here) and city in shut:
            found.append(f"{name} takes no cubes, but holds {sum(here)} (NP 2.2).")
        if max(here) > 1 and not state.many:
            found.append(f"{max(here)} cubes of one colour are in {name} (NP 2.3).")
    most = SMALL_AT_START + (len(map_.cities) - 2) * (int(state.capacity) + 1)
    if (state.small + state.small_at.sum(axis=0) > most).any():
        found.append(f"A colour has more small cubes than the {most} that all cities together can pay.")
    return found


def _cubes_in(state: Any) -> Any:
    """The number of cubes in each city, by colour."""
    cities = np.arange(len(state.small_at))[:, None]
    return state.small_at.astype(np.int64) + (state.large_at == cities)


def _books(state: Any, map_: Map) -> list[str]:
    wins = state.wins.astype(np.int64)
    if (state.good < 0).any() or (state.bad < 0).any() or (wins < 0).any() or wins.sum() > state.rounds_done * state.by_wins:
        return ["Good, bad or round wins are out of range."]
    if wins.max() > WINS_NEEDED or (wins == WINS_NEEDED).sum() > 1:
        return [f"The game ends when a seat wins its round {WINS_NEEDED} (NP 4.3)."]
    most = SMALL_AT_START + 1 + (len(map_.cities) - 2) * (int(state.capacity) + 1)
    a_game = int(state.rounds_done) * most * (int(state.colours) // int(state.players))
    if (state.good.astype(np.int64) + state.bad > a_game).any():
        return [f"A seat has booked more than {a_game} cubes in {state.rounds_done} rounds."]
    return []


def _end(state: Any, map_: Map) -> list[str]:
    ended = state.rounds_done == last_round(state) or state.wins.max() >= WINS_NEEDED
    arrived = sum(int(state.heads[line]) == map_.goal for line in _used_lines(state))
    if state.over != int(ended) or arrived != int(ended):
        return [f"{state.rounds_done} rounds are done, and {arrived} lines stand at the goal: over cannot be {state.over}."]
    return []


def _redundant(state: Any, map_: Map) -> list[str]:
    """Fields that follow from others have the right value, and fields that nobody uses are blank."""
    follows = _rebuilt(state, map_)
    for name in Fields.fields:
        if np.any(getattr(follows, name) != getattr(state, name)):
            return [f"{name} does not follow from the rest of the position."]
    return []


def _rebuilt(state: Any, map_: Map) -> Any:
    """The position with every field that follows from others worked out anew."""
    twin = SimpleNamespace(**{name: np.zeros(shape, np.int64) for name, (_, shape) in Fields.fields.items()})
    players, colours, cities = int(state.players), int(state.colours), len(map_.cities)
    for name in (*FIXED_FIELDS, "rounds_done", "placed", "turn", "over"):
        setattr(twin, name, getattr(state, name))
    twin.order[: state.placed] = state.order[: state.placed]
    for name, used in {"small": colours, "good": players, "bad": players, "wins": players}.items():
        getattr(twin, name)[:used] = getattr(state, name)[:used]
    for line in range(players):
        _rebuild_line(twin, line, way(state, line, map_.start) if line in _used_lines(state) else (map_.start,))
    twin.large_at[:] = IN_HAND
    twin.large_at[:colours] = state.large_at[:colours]
    twin.small_at[:cities, :colours] = state.small_at[:cities, :colours]
    here = _cubes_in(twin)
    twin.cubes[:] = here.sum(axis=1)
    twin.standing[:] = here.sum(axis=0)
    for city in range(cities):
        twin.full |= int(twin.cubes[city] == state.capacity) << city
        for colour in range(COLOURS):
            twin.invested[colour] |= int(here[city, colour] > 0) << city
    for line in range(SEATS):
        twin.closed |= int(twin.reached[line])
    return twin


def _rebuild_line(twin: Any, line: int, stops: tuple[int, ...]) -> None:
    twin.heads[line] = stops[-1]
    for city in stops:
        twin.reached[line] |= 1 << city
    for city, target in itertools.pairwise(stops):
        twin.came_from[line, target] = city
