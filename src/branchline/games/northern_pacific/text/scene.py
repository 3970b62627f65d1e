"""The position as plain Python values, for texts and drawings that read much of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.rules.layout import Fields, way
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.position import Position


@dataclass(frozen=True)
class Scene:
    """A position with what is asked of it again and again."""

    position: Position
    fields: Any
    """The fields of the position as numbers and lists: Python reads them ten times as fast as a record."""
    map: Map

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.fields.players)

    @property
    def lines(self) -> range:
        """The lines in play: the shared railroad, or one for each seat."""
        return range(self.players if self.fields.own_lines else 1)

    @cached_property
    def colour(self) -> int | None:
        """The colour to move, or None if nobody has to decide."""
        return colour_to_move(self.position)

    @cached_property
    def line(self) -> int | None:
        """The line that the colour to move extends, or None if nobody has to decide."""
        return None if self.colour is None else int(actions.line_of(self.fields, self.colour))

    @cached_property
    def exits(self) -> list[int]:
        """The cities to which that line can be extended now."""
        return [action for action in self.position.legal if action < len(self.map.cities)]

    def is_closed(self, city: int) -> bool:
        """Whether a line has reached a city in this round."""
        return bool(self.fields.closed >> city & 1)

    def way(self, line: int) -> tuple[int, ...]:
        """The cities of a line in the order it reached them."""
        return way(self.fields, line, self.map.start)


def scene_of(position: Position) -> Scene:
    """The scene of a position."""
    fields = position.fields
    return Scene(position, SimpleNamespace(**{name: fields[name].tolist() for name in Fields.fields}), position.board.data)


def colour_to_move(position: Position) -> int | None:
    """The colour to move, or None if nobody has to decide."""
    return None if position.actor < 0 else int(actions.colour_to_move(position.fields))
