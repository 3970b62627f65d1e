"""Positions that Hypothesis makes up: it tries the ends of every range first, and makes a text that does harm small."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from tests.hostile.fuzz import Note
from tests.hostile.spoilt_positions import Positions, Source

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


class Hypotheses(Positions):
    """The door for positions; Hypothesis chooses the texts."""

    def walk(self, count: int, note: Note) -> Counter[str]:
        """Offer so many texts; what became of them."""
        tally: Counter[str] = Counter()

        @seed(self.seed)
        @settings(max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.data())
        def offer(data: st.DataObject) -> None:
            source = data.draw(st.sampled_from(self.sources))
            text = data.draw(texts(source))
            note(sum(tally.values()), text)
            tally[self.offer(source.game, text, sum(tally.values()))] += 1

        offer()
        return tally


def texts(source: Source) -> st.SearchStrategy[str]:
    """A real position with some fields of another value, or with something that is no value of a field."""
    names = st.sampled_from(list(source.fields))
    changed = st.dictionaries(names, st.integers(0, 3), min_size=1, max_size=3).flatmap(
        lambda chosen: st.fixed_dictionaries({name: values(source, name, kind) for name, kind in chosen.items()})
    )
    return changed.map(
        lambda fields: source.written(source.parts | {name: json.dumps(value) for name, value in fields.items()})
    )


def values(source: Source, name: str, kind: int) -> st.SearchStrategy[Any]:
    """Values of a field: one number changed, all of them small, all of them anything, or no numbers at all."""
    code, shape = source.fields[name]
    limits = np.iinfo(code)
    numbers, size = st.integers(int(limits.min), int(limits.max)), math.prod(shape)
    if kind == 0:
        places = st.tuples(st.integers(0, size - 1), st.integers(-1, 12) | numbers)
        return places.map(lambda change: put(source, name, *change))
    if kind < 3:
        every = st.lists(st.integers(0, 3) if kind == 1 else numbers, min_size=size, max_size=size)
        return every.map(lambda flat: np.array(flat).reshape(shape).tolist())
    return JSON


def put(source: Source, name: str, place: int, value: int) -> Any:
    """A field with one other number."""
    flat = list(source.flat[name])
    flat[place] = value
    return np.array(flat).reshape(source.fields[name][1]).tolist()
