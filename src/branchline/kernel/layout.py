"""The record of a position: one class declaration gives the NumPy dtype, the compiled access and the types.

A game declares its position as a class whose fields have a name, a type and a fixed size::

    class Position(Layout):
        players: int = i1()
        small: Row = i2(6)

`Position.dtype` is the aligned NumPy record.  Rules annotate their first argument with `Position`;
at run time they receive one element of an array of that dtype (compiled) or a `numpy.record`
(uncompiled), both of which have the declared attributes.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

Row: TypeAlias = NDArray[Any]
"""The type of a field that holds several numbers."""


class Field(NamedTuple):
    """Size and shape of one field."""

    code: str
    shape: tuple[int, ...]


def _kind(code: str) -> Any:
    def field(*shape: int) -> Any:
        return Field(code, shape)

    field.__doc__ = f"Declare a field of NumPy type `{code}`: one number, or an array of the given shape."
    return field


i1, i2, i4, i8 = (_kind(code) for code in ("i1", "i2", "i4", "i8"))
u1, u2, u4, u8 = (_kind(code) for code in ("u1", "u2", "u4", "u8"))


class Layout:
    """Base class of positions: a subclass declares fields, and its dtype follows from them.

    >>> class Pair(Layout):
    ...     left: int = i1()
    ...     right: Row = i2(3)
    >>> Pair.dtype.names, Pair.dtype.itemsize
    (('left', 'right'), 8)
    """

    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field]]

    def __init_subclass__(cls) -> None:
        cls.fields = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        hints = get_type_hints(cls)
        for name, field in cls.fields.items():
            if hasattr(np.record, name):
                raise TypeError(f"{cls.__name__}.{name} would hide a method of NumPy's records: choose another name.")
            if (hints.get(name) is int) != (field.shape == ()):
                wanted = "int" if field.shape == () else "Row"
                raise TypeError(f"{cls.__name__}.{name} must be annotated {wanted}, as its shape is {field.shape}.")
        plain = np.dtype([(name, code, shape) for name, (code, shape) in cls.fields.items()], align=True)
        cls.dtype = np.dtype((np.record, plain))
