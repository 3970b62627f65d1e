"""The random generator SplitMix64.  It must never change: seeded games depend on it.

Algorithm (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014; the
constants are those of Java's `SplittableRandom` and of Vigna's public-domain reference)::

    state += 0x9E3779B97F4A7C15
    z = state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    return z ^ (z >> 31)

all modulo 2**64.  Test vector: seed 1234567 gives 6457827717110365317, 3203168211198807973,
9817491932198370423, 4593380528125082431, 16408922859458223821.

A generator is a `uint64` array of one element, so it can be passed to compiled code and advanced
there.  Seeds and stream numbers select a starting point by hashing both; game *k* of a batch always
uses stream *k*, so a batch gives the same games whatever the number of threads.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.kernel.jit import rule

Rng: TypeAlias = NDArray[np.uint64]

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_S11, _ULP = np.uint64(11), 1.0 / 9007199254740992.0
_LOW = np.uint64(0xFFFFFFFF)


@rule
def mix(z: np.uint64) -> np.uint64:
    """SplitMix64's output function, a bijection of 64-bit numbers."""
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@rule
def following(rng: Rng) -> np.uint64:
    """Advance the generator and return its next 64-bit number."""
    rng[0] += _GAMMA
    return mix(rng[0])


@rule
def below(rng: Rng, bound: int) -> int:
    """A number in 0 … bound − 1, every one exactly equally likely (Lemire's method on 32 bits)."""
    size = np.uint64(bound)
    product = (following(rng) >> _S32) * size
    if (product & _LOW) < size:
        threshold = (_LOW - size + np.uint64(1)) % size
        while (product & _LOW) < threshold:
            product = (following(rng) >> _S32) * size
    return int(np.int64(product >> _S32))


@rule
def unit(rng: Rng) -> float:
    """A number in [0, 1) with 53 random bits."""
    return float(following(rng) >> _S11) * _ULP


@rule
def reseed(rng: Rng, seed: np.uint64, stream: np.uint64) -> None:
    """Set the generator to the start of a stream of a seed."""
    rng[0] = mix(mix(seed + _GAMMA) ^ (stream * _GAMMA))


def quiet() -> np.errstate:
    """For Python callers of the functions above: without it NumPy would warn of the overflow, which is intended."""
    return np.errstate(over="ignore")


def seeded(seed: int, stream: int = 0) -> Rng:
    """A new generator for Python callers.

    >>> seeded(1) == seeded(1), seeded(1) == seeded(1, stream=1)
    (array([ True]), array([False]))
    """
    rng = np.zeros(1, np.uint64)
    with quiet():
        reseed(rng, np.uint64(seed & 0xFFFFFFFFFFFFFFFF), np.uint64(stream))
    return rng
