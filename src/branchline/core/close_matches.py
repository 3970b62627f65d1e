"""Moves that look like a misspelt one, found quickly among thousands."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

import numpy as np

CUTOFF = 0.6
"""The least similarity of two texts, as `difflib` measures it."""
MAX_FOUND = 3
"""So many texts are suggested at most."""
COMPARED = 32
"""So many texts are compared letter by letter at most."""


class CloseMatches:
    """Finds close matches among the texts of a game's moves.

    It does what `difflib.get_close_matches` does, but counts the letters that two texts share for all texts at once.  That
    bounds their similarity, so only the most promising texts are compared in full, and no more than `COMPARED`.

    >>> CloseMatches(["extend Fargo", "extend Seattle", "invest Fargo"]).find("extend Farg")
    ['extend Fargo', 'extend Seattle']
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._lengths = np.array([len(text) for text in texts])
        codes = np.array([ord(letter) for text in texts for letter in text])
        letters, places = np.unique(codes, return_inverse=True)
        self._letters = {chr(letter): place for place, letter in enumerate(letters.tolist())}
        cells = np.repeat(np.arange(len(texts)), self._lengths) * len(letters) + places
        self._counts = (
            np.bincount(cells, minlength=len(texts) * len(letters)).reshape(len(texts), len(letters)).astype(np.int16)
        )
        """How often each letter is in each text."""

    def find(self, spelled: str) -> list[str]:
        """Up to three texts that look like this one, the most alike first."""
        if len(spelled) > self._lengths.max() * (2 / CUTOFF - 1):
            return []  # even if it held a whole text, the rest would make it too different
        places = [self._letters[letter] for letter in spelled if letter in self._letters]
        wanted = np.bincount(np.array(places, np.int64), minlength=len(self._letters))
        shared = np.minimum(self._counts, wanted).sum(axis=1)
        limits = 2 * shared / (self._lengths + len(spelled))
        matcher = difflib.SequenceMatcher(b=spelled)
        best: list[tuple[float, str]] = []
        for place in np.argsort(-limits, kind="stable")[:COMPARED].tolist():
            if limits[place] < CUTOFF or (len(best) == MAX_FOUND and limits[place] < best[-1][0]):
                break
            matcher.set_seq1(self.texts[place])
            if (alike := matcher.ratio()) >= CUTOFF:
                best = sorted([*best, (alike, self.texts[place])], key=itemgetter(0), reverse=True)[:MAX_FOUND]
        return [text for _, text in best]


@lru_cache(maxsize=16)
def close_matches(texts: tuple[str, ...]) -> CloseMatches:
    """The matcher for some texts, made once."""
    return CloseMatches(texts)
