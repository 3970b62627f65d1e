"""Games that repeat another game move by move.  They are no new evidence.

If bots use no random numbers and the game has no chance, a tournament plays the same few games again and again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from branchline.arena.play import Played


def identity(game: Played) -> Hashable:
    """A key that is equal for equal games: the seating, every action, and the forfeit.

    A forfeit without known actions equals no other game.
    """
    if not game.actions:
        return game.number
    failure = game.forfeit and (game.forfeit["seat"], game.forfeit["kind"])
    return game.bots, game.actions, failure


def repeats(games: Iterable[Played]) -> set[int]:
    """The numbers of the games that repeat one with a smaller number."""
    seen: set[Hashable] = set()
    found: set[int] = set()
    for game in sorted(games, key=lambda one: one.number):
        key = identity(game)
        if key in seen:
            found.add(game.number)
        seen.add(key)
    return found


def samples(games: Iterable[Played]) -> dict[int, int]:
    """For each deal its representative: the first deal with the same games, or itself.

    An incomplete deal counts as the same as a complete one that has all its games.
    """
    held: dict[int, set[Hashable]] = {}
    for game in games:
        held.setdefault(game.deal, set()).add(identity(game))
    first: dict[Hashable, int] = {}
    found: dict[int, int] = {}
    for deal in sorted(held, key=lambda one: (-len(held[one]), one)):
        mine = frozenset(held[deal])
        near = (first[key] for key in (mine, *mine) if key in first)
        found[deal] = next((other for other in near if mine <= held[other]), deal)
        for key in (mine, *mine):
            first.setdefault(key, found[deal])
    return found
