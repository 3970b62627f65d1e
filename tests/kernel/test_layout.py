"""Declaring a position."""

from __future__ import annotations

import numpy as np
import pytest

from branchline.kernel import Layout, Row, i1, i8

pytestmark = pytest.mark.every_way


class Pair(Layout):
    left: int = i1()
    right: Row = i8(3)


def test_one_declaration_gives_dtype_and_attributes() -> None:
    assert Pair.dtype.names == ("left", "right")
    assert Pair.dtype.itemsize == 32
    position = np.zeros(1, Pair.dtype)[0]
    position.right[2] += 5
    position.left = 7
    assert (position.left, position.right.tolist()) == (7, [0, 0, 5])


def test_annotations_must_fit() -> None:
    with pytest.raises(TypeError, match=r"Wrong.single must be annotated int"):

        class Wrong(Layout):
            single: Row = i1()

    with pytest.raises(TypeError, match=r"Other.several must be annotated Row"):

        class Other(Layout):
            several: int = i1(3)


def test_names_of_numpy_methods_are_refused() -> None:
    with pytest.raises(TypeError, match="would hide a method"):

        class Wrong(Layout):
            round: int = i1()
