"""A record's class is its layout: what mypy checks is what the compiled laws read."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypedDict

import numpy as np

from footfall.controllers.program.record import Integers, Reals, dtype_of
from footfall.simulation.records import make_record, whole_numbers


class Load(TypedDict):
    mass: float
    side: int


class Carried(Load):
    place: Annotated[Reals, (2, 3)]
    touches: Annotated[Integers, (4,)]


def test_the_fields_of_a_base_class_come_first() -> None:
    assert dtype_of(Carried).names == ("mass", "side", "place", "touches")


def test_numbers_have_eight_bytes_and_arrays_their_shape() -> None:
    assert dtype_of(Carried) == np.dtype(
        [("mass", "f8"), ("side", "i8"), ("place", "f8", (2, 3)), ("touches", "i8", (4,))]
    )


def test_a_row_is_set_in_place() -> None:
    rows = np.zeros(1, dtype=dtype_of(Carried))
    carried: Carried = rows[0]
    carried["mass"], carried["place"][1, 2] = 3.5, 0.25
    assert rows["mass"][0] == 3.5 and rows["place"][0, 1, 2] == 0.25


class Tree(NamedTuple):
    parent: Integers
    mass: Reals


def test_whole_numbers_of_a_record_have_eight_bytes_where_numpys_own_have_four() -> None:
    """As those of NumPy 1 on Windows: compiled code would read two numbers as one."""
    given = {"parent": np.array([-1, 0, 1], np.int32), "mass": np.ones(3)}
    arrays, record = make_record(Tree, given)
    assert record.dtype == np.dtype([("parent", "i8", (3,)), ("mass", "f8", (3,))])
    assert arrays.parent.tolist() == [-1, 0, 1]
    assert whole_numbers(range(3)).dtype == np.int64
