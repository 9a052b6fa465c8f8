"""The motion that a planar style's keyframes describe: Sharon 2004, Section 4.3.2."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..simulation.rotation import Array
from ..skills.planar.policy import SIDES, mirror_order, pose_from
from ..skills.planar.start import ball_radius, balls_of, placed

Data = Mapping[str, Any]
EVERY = 0.01  # [s], sampling interval
TOUCHING = 0.012  # [m]: a sole this close to the ground is down
SAGITTAL = [0, 2]  # indices of forwards and upwards
PINNED_TO_THE_FIRST = 2  # steps whose places are relative to the stance foot of the first one


@dataclass(frozen=True)
class Target:
    """A style's walk, sampled from the touchdown of its left foot at time 0.

    Attributes:
        step: duration of a step [s].
        slope: of the ground [rad].
        poses: (t, n) every EVERY seconds.
        points: (t, n, 2, 2) both ends of every segment, forwards and upwards, from the left ankle's
            place and the sole's height at time 0 [m].
        touching: (t, 2) which feet are down.
    """

    character: Character
    step: float
    slope: float
    poses: Array
    points: Array
    touching: NDArray[np.bool_]

    def pose_at(self, time: float) -> Array:
        """The pose (n,) at a time within two steps, which then repeat."""
        return self.poses[self.sample(time % (2 * self.step))]

    def rates_at_start(self) -> Array:
        """Velocity of the root forwards and upwards [m/s], rates of the pose [rad/s]: (2 + n,)."""
        root = (self.points[1, 0] - self.points[0, 0]).mean(axis=0)
        return np.concatenate([root, self.poses[1] - self.poses[0]]) / EVERY

    def sample(self, time: float) -> int:
        """The row of a time, clamped to the last one."""
        return min(round(time / EVERY), len(self.poses) - 1)


def make_target(character: Character, style: Data) -> Target:
    """The walk of a style's keyframes, interpolated linearly."""
    slope = math.radians(style["slope"])
    step = math.fsum(keyframe["lasts"] for keyframe in style["keyframes"])
    times = np.arange(round(PINNED_TO_THE_FIRST * step / EVERY) + 1) * EVERY
    poses = _poses_at(character, style, times)
    local, soles = _ends(character, poses)
    roots, touching = _walk(soles, slope, times, step)
    points = local + roots[:, None, None, :]
    foot = character.segment_names.index("foot.L")
    ankle = points[0, foot, 0, 0]
    sole = (soles[0, 0] + roots[0])[:, 1].min()
    return Target(character, step, slope, poses, points - np.array([ankle, sole]), touching)


def _poses_at(character: Character, style: Data, times: Array) -> Array:
    """Poses (t, n) from the keyframes of one step, their mirror images, and the first one again."""
    keyframes = style["keyframes"]
    step = np.array([pose_from(character, k["pose"]) for k in keyframes])
    mirrored = step[:, mirror_order(character)]
    lasting = [k["lasts"] for k in keyframes] * 2
    at = np.concatenate([[0.0], np.cumsum(lasting)])
    cycle = np.concatenate([step, mirrored, step[:1]])
    return np.array([np.interp(times, at, angle) for angle in cycle.T]).T


def _ends(character: Character, poses: Array) -> tuple[Array, Array]:
    """Ends of the segments (t, n, 2, 2), and heels and toes of both feet (t, 2, 2, 2), relative to
    the root, forwards and upwards [m].
    """
    tips, down = segment_ends(character), np.array([0.0, 0.0, ball_radius(character)])
    ends, soles = [], []
    for pose in poses:
        bowed = np.array([math.cos(pose[0] / 2), 0.0, math.sin(pose[0] / 2), 0.0])
        motion = placed(character, pose, bowed)
        tipped = motion.origin[:, None, :] + np.einsum("nij,nej->nei", motion.rotation, tips)
        ends.append(tipped[:, :, SAGITTAL])
        feet = [[ball - down for ball, _ in balls_of(character, motion, "foot" + side)]
                for side in SIDES]  # fmt: skip
        soles.append(np.array(feet)[:, :, SAGITTAL])
    return np.array(ends), np.array(soles)


def segment_ends(character: Character) -> Array:
    """Both ends of every segment in its frame (n, 2, 3) [m]; each represents half of its mass."""
    ends = np.zeros((len(character.segments), 2, 3))
    for i, segment in enumerate(character.segments):
        half = segment.length / 2
        middle = np.array(segment.shape.center if segment.shape else segment.center)
        ends[i, 0, segment.long_axis], ends[i, 1, segment.long_axis] = -half, half
        ends[i] += middle
    return ends


def _walk(
    soles: Array, slope: float, times: Array, step: float
) -> tuple[Array, NDArray[np.bool_]]:
    """Positions of the root (t, 2) with which the stance foot stays in place, and which feet are
    down (t, 2).
    """
    along = np.array([math.cos(slope), math.sin(slope)])
    up = np.array([-math.sin(slope), math.cos(slope)])
    heights = soles @ up  # (t, 2 feet, 2 points)
    lowest = heights.min(axis=(1, 2))
    gone = 0.0
    roots = [-lowest[0] * up]
    for i in range(1, len(times)):
        stance = int(times[i - 1] // step + 1e-9) % 2
        point = int(heights[i - 1, stance].argmin())
        gone -= float((soles[i, stance, point] - soles[i - 1, stance, point]) @ along)
        roots.append(gone * along - lowest[i] * up)
    return np.array(roots), heights.min(axis=2) - lowest[:, None] < TOUCHING
