"""Records: one declaration each of its fields' names, types, units and meanings.

A record is one row of a structured array, which Python and compiled code share: mutable, its fields
read and set by name. Its class is a `TypedDict`, so that mypy checks each field that a law names;
its class exists for the declaration only, and rows are never instances of it. An array of rows has
the type `Rows` of that class.
"""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from ...simulation.records import Rows

__all__ = ["PAIR", "Integers", "Reals", "Rows", "dtype_of"]

Integers = NDArray[np.int64]
Reals = NDArray[np.float64]
PAIR = (2,)  # left and right, or two axes


def dtype_of(record: type) -> np.dtype[np.void]:
    """The layout of a record's rows: a field for each annotation, those of base classes first.

    An `int` has 8 bytes, as has a `float`; an array has its shape: `Annotated[Reals, (2, 3)]`.
    """
    hints = get_type_hints(record, include_extras=True)
    return np.dtype([(name, *_layout(hint)) for name, hint in hints.items()])


def _layout(hint: Any) -> tuple[Any, ...]:
    """What follows a field's name in a NumPy dtype: the element's type, and an array's shape."""
    if get_origin(hint) is not Annotated:
        return ({int: np.int64, float: np.float64}[hint],)
    array, shape = get_args(hint)
    (element,) = get_args(get_args(array)[1])
    return element, shape
