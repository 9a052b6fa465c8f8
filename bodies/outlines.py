"""A body as lines to draw: outlines of segments, lines between joints, and its heading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from .body import Body
from .segments import Shape

Array = NDArray[np.float64]
Place = tuple[Array, Array]  # a segment's axes (3, 3) and origin (3,) [m]
LEFT, RIGHT, MIDDLE, FACING = "left", "right", "middle", "facing"
SPOKES = 16  # of a circle
ARROW, BARB = 0.3, 0.06  # length of the facing arrow and of its barbs, of the body's height


@dataclass(frozen=True, eq=False)
class Outlines:
    """Lines (n, 2, 3) by their meaning, and joints (n, 3), all in the frame of the input [m]."""

    lines: dict[str, Array]
    joints: Array


def outline(character: Body, places: Mapping[str, Place]) -> Outlines:
    """The outlines of a body.

    Args:
        places: of the segments that a rig has; the others follow their parents as in standing.
    """
    whole = _all_places(character, places)
    lines: dict[str, list[Array]] = {name: [] for name in (LEFT, RIGHT, MIDDLE, FACING)}
    for segment in character.segments:
        axes, origin = whole[segment.name]
        side = {".L": LEFT, ".R": RIGHT}.get(segment.name[-2:], MIDDLE)
        if segment.shape is not None:
            lines[side].append(origin + _shape_lines(segment.shape) @ axes.T)
        if segment.parent:
            lines[side].append(np.array([[whole[segment.parent][1], origin]]))
    lines[FACING].append(_arrow(*whole[character.segments[0].name], character.height))
    return Outlines(
        lines={name: np.concatenate(parts) for name, parts in lines.items() if parts},
        joints=np.array([origin for _, origin in whole.values()]),
    )


def _all_places(character: Body, places: Mapping[str, Place]) -> dict[str, Place]:
    whole: dict[str, Place] = {}
    for segment in character.segments:
        if segment.name in places:
            whole[segment.name] = places[segment.name]
        elif segment.parent:
            axes, origin = whole[segment.parent]
            whole[segment.name] = (axes, origin + axes @ np.array(segment.offset))
    return whole


def _shape_lines(shape: Shape) -> Array:
    """(n, 2, 3) in the segment's frame."""
    half, center = np.array(shape.size) / 2, np.array(shape.center)
    edges = _box_edges() * half if shape.kind == "box" else _capsule_lines(*half)
    return edges + center


def _box_edges() -> Array:
    """The twelve edges of the cube from -1 to 1."""
    corners = [np.array(c, dtype=float) for c in product((-1, 1), repeat=3)]
    return np.array(
        [(a, b) for a, b in product(corners, repeat=2) if (b - a).sum() == 2 and (b >= a).all()]
    )


def _capsule_lines(x: float, y: float, z: float) -> Array:
    """Two rings, and the outline seen from the front and from the side."""
    turn = np.linspace(0.0, 2 * np.pi, SPOKES + 1)
    c, s, o = np.cos(turn), np.sin(turn), np.zeros_like(turn)
    straight = max(z - max(x, y), 0.0)
    ends = (z - straight) * s + straight * np.where(s >= 0, 1.0, -1.0)
    loops = [
        np.stack([x * c, y * s, o + straight], axis=1),
        np.stack([x * c, y * s, o - straight], axis=1),
        _closed(np.stack([x * c, o, ends], axis=1)[:-1]),
        _closed(np.stack([o, y * c, ends], axis=1)[:-1]),
    ]
    return np.concatenate([np.stack([loop[:-1], loop[1:]], axis=1) for loop in loops])


def _closed(loop: Array) -> Array:
    return np.vstack([loop, loop[:1]])


def _arrow(axes: Array, origin: Array, height: float) -> Array:
    """Lines of an arrow on the ground under the pelvis, along its heading."""
    ahead = np.array([axes[0, 0], axes[1, 0], 0.0])
    ahead /= max(float(np.linalg.norm(ahead)), 1e-9)
    aside = np.array([-ahead[1], ahead[0], 0.0])
    start = np.array([origin[0], origin[1], 0.0])
    tip = start + ARROW * height * ahead
    barbs = [tip - BARB * height * (ahead + side * aside) for side in (-1.0, 1.0)]
    return np.array([[start, tip], *([tip, barb] for barb in barbs)])
