"""Trees of turns that go on: a seat that decides again at once finds most of its search done already."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TypeAlias

from branchline.bots.analysis import ViewedPosition
from branchline.bots.tree import LOOK, Tree

MOST = 4
"""So many are kept, the latest."""
Key: TypeAlias = tuple[object, ...]

_kept: OrderedDict[Key, list[Tree]] = OrderedDict()
_lock = threading.Lock()


def key(seen: ViewedPosition, raw: bytes, whose: object) -> Key:
    """What a seat sees in a position, and who searched."""
    game = seen.game
    return whose, game.name, game.board.digest, game.players, seen.seat, raw


def keep(seen: ViewedPosition, choice: int, trees: list[Tree], whose: object) -> None:
    """Keep trees for the decision after a choice, if the same seat decides again and nothing is drawn before."""
    after = seen.state.resample(seen.seat, seen.stream(0, LOOK))
    after.push(choice)
    if after.actor != seen.seat or not all(tree.move_on(choice) for tree in trees):
        return
    after.game.engine.hide(after._raw, seen.seat)
    with _lock:
        _kept[key(seen, after._raw.tobytes(), whose)] = trees
        while len(_kept) > MOST:
            _kept.popitem(last=False)


def take(seen: ViewedPosition, whose: object) -> list[Tree]:
    """The trees kept for what a seat sees now, if any: nobody else gets them any more."""
    with _lock:
        trees = _kept.pop(key(seen, seen.raw.tobytes(), whose), [])
    for tree in trees:
        tree.seen = seen
    return trees
