"""Work in pieces: generators that a window goes on with between two of its frames."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Pieces = Generator[float, None, T]  # yields the share that is done, 0 to 1, and returns the result


def finish(work: Pieces[T]) -> T:
    """Do all of a work at once; returns its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: T = done.value
            return result


def part_of(work: Pieces[T], begin: float, end: float) -> Pieces[T]:
    """A work as a part of another one, which goes on from a share to another share by it."""
    try:
        while True:
            try:
                share = next(work)
            except StopIteration as done:
                result: T = done.value
                return result
            yield begin + share * (end - begin)
    finally:
        work.close()
