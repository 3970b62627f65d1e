"""Texts for games that have none of their own: spelling, hidden moves, the log, and the description in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from branchline.games.position import Position
from branchline.kernel import Board
from branchline.texts import say, seat, sentence, translated


def parse(text: str, board: Board) -> int | None:
    """The action with this text; capitals and extra blanks do not matter."""
    wanted = fold(text)
    return next((action for action, known in enumerate(board.texts) if fold(known) == wanted), None)


def fold(text: str, dropped: str = "", dashes: str = "") -> str:
    """The spelling by which texts are compared: no case, no `dropped` letters, `dashes` and runs of blanks as one blank.

    >>> fold("Extend  Devil's-Lake", dropped="'", dashes="-")
    'extend devils lake'
    """
    return " ".join(text.casefold().translate(_letters(dropped, dashes)).split())


@cache
def _letters(dropped: str, dashes: str) -> dict[int, str]:
    return {**{ord(dash): " " for dash in dashes}, **{ord(letter): "" for letter in dropped}}


def redact(text: str) -> str:
    """The first word of a hidden action's text.

    >>> redact("draw 7")
    'draw'
    """
    return text.split()[0]


def tell(before: Position, text: str, after: Position) -> list[tuple[str, str]]:
    """The move in notation, with the name of the player."""
    return [(f"{sentence(seat(before.actor))}: {text}" if before.actor >= 0 else text, "")]


class Row(NamedTuple):
    """One line of a description: one text for all, or one for each seat."""

    label: str
    texts: tuple[str, ...]
    by_seat: bool = False


def rows(described: Mapping[str, Any], players: int) -> list[Row]:
    """A description as rows.  A list with as many entries as there are seats is one entry for each seat.

    >>> rows({"wagons_left": 3, "trains": [[2, 5], []], "board": {"siding": None}}, players=2)
    [Row(label='Wagons left', texts=('3',), by_seat=False),
     Row(label='Trains', texts=('2, 5', '–'), by_seat=True),
     Row(label='Board: siding', texts=('–',), by_seat=False)]
    """
    found = []
    for key, value in described.items():
        label = sentence(translated(str(key).replace("_", " ")))
        if isinstance(value, Mapping):
            found += [Row(f"{label}: {inner.label[:1].lower()}{inner.label[1:]}", *inner[1:]) for inner in rows(value, players)]
        elif isinstance(value, (list, tuple)) and len(value) == players:
            found.append(Row(label, tuple(map(in_words, value)), by_seat=True))
        else:
            found.append(Row(label, (in_words(value),)))
    return found


def in_words(value: Any) -> str:
    """A value of a description as a text."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(inner)}" for key, inner in value.items()) or "–"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(in_words, value)) or "–"
    return "–" if value is None or value == "" else str(value)


def terminal(described: Mapping[str, Any], players: int) -> str:
    """A description for a terminal."""
    lines = []
    for row in rows(described, players):
        if row.by_seat:
            lines.append(f"{row.label}:")
            lines += [f"  {sentence(seat(number))}: {text}" for number, text in enumerate(row.texts)]
        else:
            lines.append(f"{row.label}: {row.texts[0]}")
    return "\n".join(lines)
