"""A take as lines in the scene: the path, the footprints and the body at some times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.rotations import matrices_from_quaternions
from ...bodies.outlines import FACING, LEFT, RIGHT, outline
from ...bodies.segments import Segment
from ..kept_takes import KeptTake

Array = NDArray[np.float64]
FOOT = "foot."
LIFTED = 0.005  # [m] of drawn lines over the ground
SHORTEST = 3  # frames of a contact that leaves a print
STEP = 0.1  # [s] between two points of the path


class Print(NamedTuple):
    """A foot on the ground: when it came down [s], which side it is of, and its sole (4, 2, 3)."""

    time: float
    side: str
    rim: Array


def body_lines(kept: KeptTake, time: float) -> Array | None:
    """The outlined body at a time, (n, 2, 3); None where the take does not reach it."""
    times, performance = kept.take.times, kept.take.performances[0]
    half = 0.5 * float(times[1] - times[0]) if len(times) > 1 else 0.5
    if not times[0] - half <= time <= times[-1] + half:
        return None
    frame = int(np.abs(times - time).argmin())
    turns = matrices_from_quaternions(performance.segment_orientations[frame])
    # The root has no joint; every other segment has one, in the same order.
    origins = [performance.root_position[frame], *performance.joint_positions[frame]]
    places = dict(zip(performance.segment_names, zip(turns, origins, strict=True), strict=True))
    lines = outline(kept.body, places).lines
    return _in_scene(kept, _coarse(np.concatenate([lines[n] for n in lines if n != FACING])))


def _coarse(lines: Array) -> Array:
    """The same outlines with every second corner, since many bodies are drawn at once."""
    continues = (lines[:-1, 1] == lines[1:, 0]).all(axis=1).tolist()
    kept, last = [], len(lines) - 1
    i = 0
    while i <= last:
        is_pair = i < last and continues[i]
        end = i + 1 if is_pair else i
        kept.append((lines[i, 0], lines[end, 1]))
        i = end + 1
    return np.array(kept)


def prints_of(kept: KeptTake) -> list[Print]:
    """The footprints of a take, by rising time."""
    performance = kept.take.performances[0]
    names = [name for name in performance.segment_names if name.startswith(FOOT)]
    found = []
    for foot, name in enumerate(names):
        segment = kept.body.segment(name)
        number = performance.segment_names.index(name)
        for first, last in _runs(performance.foot_contacts[:, foot]):
            rim = _sole(kept, segment, number, (first + last) // 2)
            if rim is not None and last - first >= SHORTEST:
                side = LEFT if name.endswith("L") else RIGHT
                found.append(Print(float(kept.take.times[first]), side, _in_scene(kept, rim)))
    return sorted(found, key=lambda one: one.time)


def path_of(kept: KeptTake, prints: Sequence[Print]) -> Array:
    """Lines (n, 2, 3) along the ground below the pelvis; its height is that of the footprints."""
    times, roots = kept.take.times, kept.take.performances[0].root_position
    at = np.append(np.arange(times[0], times[-1], STEP), times[-1])
    points = np.stack([np.interp(at, times, column) for column in roots.T], axis=1)
    points[:, 2] = LIFTED
    points = _in_scene(kept, points)
    if prints:
        heights = [one.rim[..., 2].mean() for one in prints]
        points[:, 2] = np.interp(at, [one.time for one in prints], heights)
    return np.stack([points[:-1], points[1:]], axis=1)


def _runs(touches: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """First frame and frame after the last one of each contact."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], touches, [False]]).astype(int)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def _sole(kept: KeptTake, segment: Segment, number: int, frame: int) -> Array | None:
    """Lines (4, 2, 3) around the underside of a foot on a frame; None for a foot without shape."""
    if segment.shape is None:
        return None
    performance = kept.take.performances[0]
    turn = matrices_from_quaternions(performance.segment_orientations[frame, number])
    half = np.array(segment.shape.size) / 2
    corners = np.array([(1, 1, -1), (1, -1, -1), (-1, -1, -1), (-1, 1, -1)]) * half
    at = performance.joint_positions[frame, number - 1]
    rim = at + (corners + segment.shape.center) @ turn.T + (0.0, 0.0, LIFTED)
    return np.stack([rim, np.roll(rim, -1, axis=0)], axis=1)


def _in_scene(kept: KeptTake, points: Array) -> Array:
    return (points + (0.0, 0.0, kept.ground_height)) / kept.metres_per_unit
