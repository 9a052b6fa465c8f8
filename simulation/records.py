"""Named arrays in one record for compiled code, with views of its fields for Python.

Each array argument of a call into compiled code costs time; a record counts as one. Its type is
`Rows` of the class that declares its fields, so that mypy checks each field that Python names too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from .compiled import UNCOMPILED

ROOM = 32  # rows that records reserve for segments; a body of more has a record type of its own
NO_ROOM: Mapping[str, int] = {}

Named = TypeVar("Named", bound=NamedTuple)
Row = TypeVar("Row")
_Row = TypeVar("_Row", covariant=True)


class Rows(Protocol[_Row]):
    """A structured array, as a compiled function receives it: (1,) rows of one kind."""

    def __getitem__(self, index: int, /) -> _Row: ...

    def __len__(self) -> int: ...


def whole_numbers(values: Iterable[int]) -> NDArray[np.int64]:
    """Whole numbers of 8 bytes, as compiled code reads them: NumPy's own choice has 4 on Windows.
    """
    return np.array(list(values), dtype=np.int64)


def make_record(
    kind: type[Named], values: Mapping[str, NDArray[Any]], room: Mapping[str, int] = NO_ROOM
) -> tuple[Named, Rows[Named]]:
    """Arrays by name, as views in a named tuple and as the (1,) record that holds them.

    Args:
        room: number of rows that the record reserves for an array with fewer rows. Records of equal
            room have one type, so that the same compiled code takes them; code must then read the
            number of rows in use from a field.
    """
    columns = tuple(
        (name, _field_type(array), (max(room.get(name, 0), array.shape[0]), *array.shape[1:]))
        for name, array in ((name, values[name]) for name in kind._fields)
    )
    record: Any = np.zeros(1, dtype=_record_type(columns))
    for name in kind._fields:
        record[name][0][: len(values[name])] = values[name]
    views = kind(*(record[name][0][: len(values[name])] for name in kind._fields))
    # Uncompiled code can read a record's fields as attributes only of a numpy record array.
    return views, record.view(np.recarray) if UNCOMPILED else record


def _field_type(array: NDArray[Any]) -> np.dtype[Any]:
    """The type of a record's field for an array: see `whole_numbers`."""
    return np.dtype(np.int64) if array.dtype.kind == "i" else array.dtype


@cache
def _record_type(columns: tuple[tuple[str, np.dtype[Any], tuple[int, ...]], ...]) -> np.dtype[Any]:
    """The same type object for all records of equal columns.

    A call into compiled code recognizes a known type by identity; an equal but distinct type is
    compared field by field at every call.
    """
    return np.dtype(list(columns))


def views_of(kind: type[Named], record: Rows[Named]) -> Named:
    """The arrays of a (1,) record by name: only compiled code can read `record[0].name`.

    Where the record has a field `rows`, arrays with room for more rows end after so many.
    """
    array: Any = record
    views = [array[name][0] for name in kind._fields]
    if "rows" in kind._fields:
        rows = int(array["rows"][0, 0])
        views = [view[:rows] if len(view) >= ROOM else view for view in views]
    return kind(*views)


def copy_of(rows: Rows[Row]) -> Rows[Row]:
    """A copy of all rows."""
    array: Any = rows
    copied: Rows[Row] = array.copy()
    return copied


def unchecked(row: object) -> Any:
    """A row whose fields' names come from data, so that mypy cannot check them."""
    return row


def overwrite(rows: Rows[Row], values: Rows[Row]) -> None:
    """Set all rows to others, in place."""
    array: Any = rows
    array[:] = values
