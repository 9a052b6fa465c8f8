"""Strategies that break valid plain data in some place, for tests of its readers."""

from __future__ import annotations

import copy
import math
from typing import Any

from hypothesis import strategies as st

Path = tuple[Any, ...]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(
        [math.nan, math.inf, -math.inf, 1e308, -1e308, 1e12, 10**400, 0, -1, -0.0, 1e-300, "",
         [], {}, [[]], [0.0], [1, 2, 3, 4, 5, 6, 7], ["x"], [None], {"x": 1}, [{}]]
    ),
).map(copy.deepcopy)  # fmt: skip
FACTORS = [-1.0, 0.0, 0.5, 0.9, 1.1, 2.0, 1e-3, 10.0, 1e3, 1e9, -1e6, 1e300]
HOWS = ["junk", "delete", "add", "shorten", "double", "swap", "scale", "scale", "scale"]
ENDS = 3  # items at either end of a long list that are broken: those between are alike


def places(data: Any, path: Path = ()) -> list[Path]:
    """Every place in nested plain data."""
    found = [path] if path else []
    if isinstance(data, dict):
        inner = list(data.items())
    elif isinstance(data, (list, tuple)):
        items = list(enumerate(data))
        inner = items if len(items) <= 2 * ENDS else items[:ENDS] + items[-ENDS:]
    else:
        return found
    for key, value in inner:
        found += places(value, (*path, key))
    return found


def at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


class Samples(list[Any]):
    """Valid data whose repr is short."""

    def __repr__(self) -> str:
        return f"<{len(self)} samples>"


@st.composite
def mutated(draw: st.DrawFn, samples: Samples, most: int = 3) -> Any:
    """One of some valid data, changed at one to `most` places."""
    data = copy.deepcopy(samples[draw(st.integers(0, len(samples) - 1))])
    for _ in range(draw(st.integers(1, most))):
        _break(draw, data)
    return data


def _break(draw: st.DrawFn, data: Any) -> None:
    known = places(data)
    if not known:
        return
    path = draw(st.sampled_from(known))
    inside, key, value = at(data, path[:-1]), path[-1], at(data, path)
    how = draw(st.sampled_from(HOWS))
    if how == "delete":
        del inside[key]
    elif how == "add" and isinstance(value, dict):
        value[draw(st.sampled_from(["x", "version", "name", "self", 3]))] = draw(JUNK)
    elif how == "shorten" and isinstance(value, list) and value:
        value.pop(draw(st.integers(0, len(value) - 1)))
    elif how == "double" and isinstance(value, list) and value:
        value.append(copy.deepcopy(value[0]))
    elif how == "swap":
        other = draw(st.sampled_from(known))
        inside[key] = copy.deepcopy(at(data, other))
    elif how == "scale" and isinstance(value, float):
        inside[key] = value * draw(st.sampled_from(FACTORS))
    else:
        inside[key] = draw(JUNK)
