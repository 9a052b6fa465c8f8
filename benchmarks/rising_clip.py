"""A clip on the Rigify rig: walk, a push of 900 N, fall, get up, walk on.

The keyed rig is read back from Blender's evaluation and compared with the take.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import shortest_arc, unit
from ..bodies.segments import Shape
from ..evaluation.baked_motion import Baked, joint_error, read_back
from ..evaluation.cases import turned
from ..evaluation.soles import slides
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.take import Performance
from .bake import RATE, RIGS, new_scene
from .parts.table import Row

Array = NDArray[np.float64]
JOINT_ERROR, DEPTH, SLIDE = 0.01, 0.02, 0.02  # [m]
BEARS = 0.05  # of body weight: a hand or knee that carries more bears weight
BEARERS = ("hand.L", "hand.R", "lower_leg.L", "lower_leg.R")
GRAVITY = 9.81
LASTS = 20.0  # [s], in which it must stand again
WALK = Cue("walk", speed=1.0)
PUSH = Cue("push", start=1.5, force=(900.0, 0.0, 0.0), duration=0.2)  # ahead: see `turned`
WALKS_ON = 0.3  # [m] away from where it stood up


def measure() -> list[Row]:
    """The rows; takes some minutes, most of them the search of how to get up."""
    baked = bake_clip()
    depth, deepest = limb_depth(baked)
    slide, slider = bearing_slide(baked)
    error = joint_error(baked)
    return [
        *_events(baked),
        Row("joints off the take, greatest [mm]", "", "", f"{1000 * error:.3f}",
            error < JOINT_ERROR, "must: 10"),
        Row(f"a limb under the ground, deepest [cm] ({deepest})", "", "", f"{100 * depth:.2f}",
            depth < DEPTH, "must: 2"),
        Row(f"a hand or knee that bears weight slides, furthest [cm] ({slider})", "", "",
            f"{100 * slide:.2f}", slide < SLIDE, "must: 2"),
    ]  # fmt: skip


def bake_clip() -> Baked:
    """Simulate the clip, bake it on a fresh Rigify rig and read it back."""
    from ..rigs.blender.keys import write_take
    from ..rigs.blender.rig import read_rig
    from ..rigs.blender.scene import make_shot

    with contextlib.redirect_stdout(io.StringIO()):
        new_scene()
        rig = read_rig(RIGS["Rigify"]())
    shot = make_shot(
        rig, turned((WALK, PUSH), rig.heading), duration=LASTS, rate=RATE, recover=True,
    )  # fmt: skip
    take = simulate(shot, record=("contact_forces",))
    write_take(rig, take, start_frame=1)
    return Baked(rig, take, *read_back(rig, len(take.times)))


def _events(baked: Baked) -> list[Row]:
    performance = baked.take.performances[0]
    times = [_time_of(performance, name) for name in ("fell", "at_rest", "on_feet")]
    told = ", ".join("never" if time is None else f"{time:.1f}" for time in times)
    on_feet = times[-1]
    figure, bar = "fell, at rest, on its feet [s]", f"must: in {LASTS:g} s"
    if on_feet is None:
        return [Row(figure, "", "", told, False, bar)]
    stood = int(on_feet * RATE)
    way = np.linalg.norm(np.diff(performance.root_position[[stood, -1], :2], axis=0))
    return [
        Row(figure, "", "", told, True, bar),
        Row("walks on until the end [m]", "", "", f"{way:.2f}", bool(way > WALKS_ON),
            f"must: {WALKS_ON:g}"),
    ]


def _time_of(performance: Performance, event: str) -> float | None:
    return next((time for time, name in performance.events if name == event), None)


def limb_depth(baked: Baked) -> tuple[float, str]:
    """How far [m] a segment's shape lies under the ground of the evaluated rig, and which one."""
    depths = {}
    for name, axes in baked.axes.items():
        shape = baked.rig.character.segment(name).shape
        if shape is not None:
            lowest = baked.origins[name][:, 2] + _lowest(shape, _aimed(baked, name, axes))
            depths[name] = -float(lowest.min())
    deepest = max(depths, key=lambda name: depths[name])
    return depths[deepest], deepest


def _aimed(baked: Baked, name: str, axes: Array) -> Array:
    """(frames, 3, 3) axes of a segment, turned so that they point to where the next joint is.

    A control rig bends its waist between two bones, and the first of them lies as the pelvis does.
    """
    segments = baked.rig.character.segments
    nexts = [s for s in segments if s.parent == name and s.name in baked.origins]
    if len(nexts) != 1:
        return axes
    rest = unit(np.array(nexts[0].offset))
    ways = baked.origins[nexts[0].name] - baked.origins[name]
    pairs = zip(axes, ways, strict=True)
    return np.array([shortest_arc(own @ rest, unit(way), own[:, 1]) @ own for own, way in pairs])


def _lowest(shape: Shape, axes: Array) -> Array:
    """(frames,) lowest point of a shape over its segment's origin [m].

    Args:
        axes: (frames, 3, 3) of the segment.
    """
    up, half = axes[:, 2], np.array(shape.size) / 2
    if shape.kind == "box":
        reach: Array = np.abs(up) @ half
    else:
        reach = np.abs(up[:, 2]) * (half[2] - half[0]) + half[0]
    return up @ np.array(shape.center) - reach


def bearing_slide(baked: Baked) -> tuple[float, str]:
    """How far [m] a hand or knee slides while it bears weight, getting up; and which one."""
    slides = {
        name: max(_slides(baked, name), default=0.0)
        for name in BEARERS
        if name in baked.axes
    }
    furthest = max(slides, key=lambda name: slides[name])
    return slides[furthest], furthest


def _slides(baked: Baked, name: str) -> Iterator[float]:
    """Of each time that a segment bears weight: how far its point on the ground goes [m]."""
    performance = baked.take.performances[0]
    assert performance.contact_forces is not None
    rises, stands = _time_of(performance, "at_rest"), _time_of(performance, "on_feet")
    times = baked.take.times
    rising = (times > (np.inf if rises is None else rises)) & (times < (stands or np.inf))
    up = performance.contact_forces[:, performance.segment_names.index(name), 2]
    bears = rising & (up > BEARS * baked.rig.character.mass * GRAVITY)
    return slides(bears, _steps_of_lowest_point(baked, name))


def _steps_of_lowest_point(baked: Baked, name: str) -> Array:
    """(frames - 1, 2) how far over the ground the skin goes that is lowest in each frame [m].

    A round end that rolls does not slide.
    """
    axes, origins = baked.axes[name], baked.origins[name]
    points, radius = _ends(baked.rig.character.segment(name).shape)
    heights = origins[:, 2:] + axes[:, 2] @ points.T  # (frames, points)
    lowest = points[np.argmin(heights[:-1], axis=1)] - radius * axes[:-1, 2]
    before, after = (
        origins[frames] + np.einsum("fij,fj->fi", axes[frames], lowest)
        for frames in (slice(None, -1), slice(1, None))
    )
    steps: Array = (after - before)[:, :2]
    return steps


def _ends(shape: Shape | None) -> tuple[Array, float]:
    """Corners of a box, or the middles of a capsule's round ends, and their radius [m]."""
    assert shape is not None
    x, y, z = (length / 2 for length in shape.size)
    radius = 0.0 if shape.kind == "box" else x
    ends = [(0.0, 0.0, c * (z - x)) for c in (-1, 1)]
    corners = [(a * x, b * y, c * z) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]
    points: Array = np.array(shape.center) + np.array(ends if radius else corners)
    return points, radius
