"""The position in words and numbers.  The plain board and the terminal show the same."""

from typing import Any

import numpy as np

from branchline.games.position import Position
from pick_up_goods.rules.layout import HAND, NOTHING, TRAIN


def describe(position: Position) -> dict[str, Any]:
    """PG 1.2: of other hands only the number of wagons is known.  A list has one entry for each seat."""
    fields, seats = position.fields, range(position.players)
    left = len(wagons_at(position, 0)) - sum(int(fields.held[seat]) for seat in seats if not wagons_at(position, HAND + seat))
    return {
        "siding": None if fields.siding == NOTHING else int(fields.siding) + 1,
        "wagons_in_the_pile": left,
        "hand": [hand(position, seat) for seat in seats],
        "train": [" ".join(map(str, wagons_at(position, TRAIN + seat))) for seat in seats],
    }


def hand(position: Position, seat: int) -> str:
    """The wagons in a hand, or how many they are where the reader may not see them."""
    seen, held = wagons_at(position, HAND + seat), int(position.fields.held[seat])
    return " ".join(map(str, seen)) if seen or not held else f"{held} hidden"


def wagons_at(position: Position, place: int) -> list[int]:
    """The numbers of all wagons at a place."""
    return [int(wagon) + 1 for wagon in np.flatnonzero(position.fields.place == place)]
