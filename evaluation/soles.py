"""Where a take's soles are: the corners of the foot and toe boxes, frame by frame."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..shots.take import Performance

Array = NDArray[np.float64]
LOADED = 20.0  # [N]
PARTS = ("foot", "toes")


def sole_points(character: Character, performance: Performance, side: str) -> Array:
    """(frames, 8, 3) lower corners of the foot's and the toes' boxes."""
    points = []
    for part in PARTS:
        segment = character.segment(part + side)
        assert segment.shape is not None
        half = np.array(segment.shape.size) / 2
        corners = np.array([(x, y, -1.0) for x in (-1, 1) for y in (-1, 1)]) * half
        local = corners + np.array(segment.shape.center) - np.array(segment.center)
        at = performance.segment_names.index(part + side)
        turned = _turn(performance.segment_orientations[:, at], local)
        points.append(performance.segment_positions[:, at, None] + turned)
    return np.concatenate(points, axis=1)


def slide_speed(character: Character, times: Array, performance: Performance, side: str) -> float:
    """Mean horizontal speed [m/s] of a foot's lowest point while it bears more than 20 N."""
    assert performance.contact_forces is not None
    parts = [performance.segment_names.index(part + side) for part in PARTS]
    loaded = performance.contact_forces[:, parts, 2].sum(axis=1) > LOADED
    both = loaded[1:] & loaded[:-1]
    if not both.any():
        return 0.0
    steps = lowest_steps(character, performance, side) / np.diff(times)[:, None]
    return float(np.linalg.norm(steps, axis=1)[both].mean())


def lowest_steps(character: Character, performance: Performance, side: str) -> Array:
    """(frames - 1, 2) how far [m] over the ground the foot's lowest point went since the last."""
    points = sole_points(character, performance, side)
    lowest = points[1:, :, 2].argmin(axis=1)
    steps: Array = np.diff(points[..., :2], axis=0)[np.arange(len(lowest)), lowest]
    return steps


def sole_depth(character: Character, performance: Performance) -> float:
    """How far [m] any sole goes under the ground at z = 0, at its deepest."""
    lowest = min(
        float(sole_points(character, performance, side)[..., 2].min()) for side in (".L", ".R")
    )
    return max(-lowest, 0.0)


def _turn(orientations: Array, points: Array) -> Array:
    """(frames, k, 3) points turned by each frame's quaternion."""
    w, v = orientations[:, None, :1], orientations[:, None, 1:]
    first = 2.0 * np.cross(v, points[None])
    turned: Array = points[None] + w * first + np.cross(v, first)
    return turned


def slides(loaded: NDArray[np.bool_], steps: Array) -> Iterator[float]:
    """For each contact, how far a loaded point gets from where the contact began [m].

    Args:
        loaded: (frames,) whether the point bears weight.
        steps: (frames - 1, 2 or 3) of the point from frame to frame [m].
    """
    frame = 0
    for held, group in itertools.groupby(loaded):
        count = len(list(group))
        if held and count > 1:
            gone = np.cumsum(steps[frame : frame + count - 1], axis=0)
            yield float(np.linalg.norm(gone, axis=1).max())
        frame += count
