"""The parts of a body from plain data; `dataclasses.asdict` is the inverse."""

from __future__ import annotations

from typing import Any

from ..base.checks import check_list, check_parts
from .segments import Joint, Segment, Shape


def segments_from_data(data: Any) -> tuple[Segment, ...]:
    """Segments from plain data; raises InvalidInput for a wrong form. Values are checked later."""
    check_list("a character's segments", data)
    return tuple(_segment(segment) for segment in data)


def _segment(data: Any) -> Segment:
    parts = check_parts("a segment", data, Segment)
    vectors = {name: _row(f"a segment's {name}", parts[name]) for name in VECTORS}
    shape = None if parts["shape"] is None else _shape(parts["shape"])
    return Segment(**{**parts, **vectors, "shape": shape, "joint": _joint(parts["joint"])})


VECTORS = ("offset", "center", "inertia")


def _shape(data: Any) -> Shape:
    parts = check_parts("a segment's shape", data, Shape)
    vectors = {name: _row(f"a shape's {name}", parts[name]) for name in ("size", "center")}
    return Shape(**{**parts, **vectors})


def _joint(data: Any) -> Joint:
    parts = check_parts("a segment's joint", data, Joint)
    limits = _row("a joint's limits", parts["limits"])
    pairs = tuple(_row("a joint's limit", pair) for pair in limits)
    return Joint(**{**parts, "limits": pairs})


def _row(what: str, value: Any) -> Any:
    check_list(what, value)
    return tuple(value)
