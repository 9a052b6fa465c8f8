"""Named arrays that compiled code receives as one: a record, with views of it for Python.

A call into compiled code costs with every array that it hands over; one record costs once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from .compiled import UNCOMPILED

Named = TypeVar("Named", bound=NamedTuple)


def make_record(kind: type[Named], values: Mapping[str, NDArray[Any]]) -> tuple[Named, Any]:
    """Arrays by name, as views in a named tuple and as the (1,) record that holds them."""
    columns = tuple((name, values[name].dtype, values[name].shape) for name in kind._fields)
    record: Any = np.zeros(1, dtype=_record_type(columns))
    for name in kind._fields:
        record[name][0] = values[name]
    views = kind(*(record[name][0] for name in kind._fields))
    # Uncompiled code reads a record's fields as attributes only where numpy makes it so.
    return views, record.view(np.recarray) if UNCOMPILED else record


@cache
def _record_type(columns: tuple[tuple[str, np.dtype[Any], tuple[int, ...]], ...]) -> np.dtype[Any]:
    """One and the same for records of equal columns.

    A call into compiled code knows a type it has seen by identity; another one that is equal is
    compared field by field, at every call.
    """
    return np.dtype(list(columns))


def views_of(kind: type[Named], record: NDArray[Any]) -> Named:
    """The arrays of a (1,) record by name, for Python."""
    return kind(*(record[name][0] for name in kind._fields))
