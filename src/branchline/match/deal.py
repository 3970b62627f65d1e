"""A deal: the draws of a table, fixed by a secret.  Tables with one secret have the same deal.

Each kind of draw (the first word of its notation: `draw`, `token`, `first`) has its own sequence of numbers, and the k-th draw
of a kind uses the k-th number.  So the k-th tile from a bag is the same at every table of the deal, whoever draws it.  If
decisions have changed what is in the bag, the same number chooses by weight from the new content.  A deal of the arena is the
same.

Nobody can tell the next number from those before it.  The secret must not reach a client while a table with it is running.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Iterable

from branchline.core.state import State

SECRET_BYTES = 32
DIGEST_BITS = 256


def new_secret() -> str:
    """The secret of a new deal."""
    return secrets.token_hex(SECRET_BYTES)


class Deal:
    """The numbers of a deal.

    >>> deal = Deal("0" * 64)
    >>> deal.number("draw", 0) == Deal("0" * 64).number("draw", 0), deal.number("draw", 0) == deal.number("draw", 1)
    (True, False)
    """

    def __init__(self, secret: str) -> None:
        self._key = bytes.fromhex(secret)

    @property
    def id(self) -> str:
        """A name for the deal that does not tell its secret."""
        return hashlib.blake2b(self._key, digest_size=16, person=b"deal").hexdigest()

    def number(self, *names: str | int) -> int:
        """A number of 256 bits that follows from the secret and some names."""
        told = "\0".join(map(str, names)).encode()
        return int.from_bytes(hmac.digest(self._key, told, "sha256"))

    def place(self, kind: str, count: int, again: int, total: int) -> int:
        """The place of a draw among `total` equally likely ones.

        `again` is the number of times that draws were taken back: then other draws must come, since somebody knows the old
        ones.
        """
        return self.number(kind, count, again) * total >> DIGEST_BITS


def kind_of(state: State) -> str:
    """The kind of draw at a chance node."""
    return kind_of_text(state.game.board.texts[int(state.ids()[0])])


def kind_of_text(move: str) -> str:
    """The kind of a draw that was made."""
    return move.partition(" ")[0]


def drawn(moves: Iterable[str]) -> Counter[str]:
    """How many draws of each kind there were."""
    return Counter(map(kind_of_text, moves))
