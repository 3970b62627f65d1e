"""The types of an entry's arguments for Numba, read from the annotations."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Any

import numpy as np

from branchline.kernel.fingerprint import is_named_tuple


def signature_of(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Numba types of the arguments, read from the annotations."""
    hints = typing.get_type_hints(function)
    hints.pop("return", None)
    return tuple(_numba_type(f"{function.__name__}: argument {name}", hint) for name, hint in hints.items())


def _numba_type(what: str, hint: Any) -> Any:
    """The Numba type of an annotation: a number, an array of numbers, or a NamedTuple of such."""
    from numba import types as nb
    from numba.np.numpy_support import from_dtype

    scalars: dict[Any, Any] = {int: nb.int64, float: nb.float64, np.uint64: nb.uint64}
    if hint in scalars:
        return scalars[hint]
    if is_named_tuple(hint):
        fields = [_numba_type(f"{what}.{name}", part) for name, part in typing.get_type_hints(hint).items()]
        named_tuple: Any = nb.NamedTuple
        return named_tuple(fields, hint)
    # NDArray[np.int32] is ndarray[tuple[Any, ...], dtype[int32]]; a shape of k ints has k dimensions.
    shape, dtype = typing.get_args(hint)
    sizes = [size for size in typing.get_args(shape) if size is not Ellipsis]
    element = np.dtype(typing.get_args(dtype)[0])
    if element.kind not in "iuf":
        raise TypeError(f"{what} needs a plain number or array type.")
    return nb.Array(from_dtype(element), len(sizes), "C")
