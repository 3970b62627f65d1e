"""The position in words and numbers, for views and for people who cannot see the picture."""

from __future__ import annotations

from typing import Any

from branchline.games.northern_pacific.rules.layout import IN_HAND, last_round
from branchline.games.northern_pacific.text.names import COLOUR_NAMES
from branchline.games.northern_pacific.text.prompts import prompt
from branchline.games.northern_pacific.text.scene import Scene, scene_of
from branchline.games.position import Position
from branchline.texts import say
from branchline.texts import seat as seat_name


def describe(position: Position) -> dict[str, Any]:
    """The position in JSON-safe words and numbers."""
    scene = scene_of(position)
    fields, cities = scene.fields, scene.map.cities
    return {
        "round": round_number(fields),
        "rounds": last_round(fields),
        "capacity": fields.capacity,
        "order": fields.order[: fields.placed],
        "colour": None if scene.colour is None else COLOUR_NAMES[scene.colour],
        "lines": [{"seat": line if fields.own_lines else None, "head": cities[fields.heads[line]]} for line in scene.lines],
        "closed": [city for number, city in enumerate(cities) if scene.is_closed(number)],
        "hands": [_hand(scene, colour) for colour in range(fields.colours)],
        "cubes": {city: _cubes(scene, number) for number, city in enumerate(cities) if fields.cubes[number]},
        **extra_scores(position),
    }


def _hand(scene: Scene, colour: int) -> dict[str, Any]:
    fields = scene.fields
    return {**_owner(scene, colour), "small": fields.small[colour], "large": int(fields.large_at[colour] == IN_HAND)}


def _cubes(scene: Scene, city: int) -> list[dict[str, Any]]:
    found = []
    for colour in range(scene.fields.colours):
        small, large = scene.fields.small_at[city][colour], int(scene.fields.large_at[colour] == city)
        if small or large:
            found.append({**_owner(scene, colour), "small": small, "large": large})
    return found


def _owner(scene: Scene, colour: int) -> dict[str, Any]:
    return {"seat": colour % scene.players, "colour": COLOUR_NAMES[colour]}


def extra_scores(position: Position) -> dict[str, list[int]]:
    """Good, bad and round wins of each seat over the finished rounds."""
    return {name: position.fields[name][: position.players].tolist() for name in ("good", "bad", "wins")}


def round_number(fields: Any) -> int:
    """The number of the round that is played, or of the last one."""
    return min(int(fields.rounds_done) + 1, last_round(fields))


def round_name(fields: Any) -> str:
    """Which round is played, of how many."""
    now, last = round_number(fields), last_round(fields)
    if fields.by_wins:
        return say("Round {round} of {rounds} at most", round=now, rounds=last)
    return say("Round {round} of {rounds}", round=now, rounds=last)


def summary(position: Position) -> str:
    """The position in a sentence or two, for people who cannot see the picture."""
    fields, cities = position.fields, position.board.data.cities
    if fields.own_lines:
        ends = ", ".join(
            say("the line of {who} at {city}", who=seat_name(line), city=cities[fields.heads[line]])
            for line in range(position.players)
        )
    else:
        ends = say("the railroad at {city}", city=cities[fields.heads[0]])
    return f"Northern Pacific. {round_name(fields)}: {ends}. {prompt(position)}"
