"""A pose that a body is to stand in, moved to that body; and the clip of a way into the pose."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...base.rotations import (
    continuous_signs,
    matrices_from_quaternions,
    quaternions_from_matrices,
    rotation_angles,
    slerp,
)
from ...bodies.character import Character
from ...bodies.strength import ADULT_LEG
from ..biped_frames import SIDES, Figure, Placed, Posture, X, Y, Z, in_parents
from ..joint_numbers import about
from ..leg_kinematics import feet_of, set_legs
from .clip import PerformedClip
from .mass_path import nearest_inside
from .reference import PerformedReference, reference_of
from .track import Placing

Array = NDArray[np.float64]
LOWEST = 0.75  # of the standing height: with a lower pelvis a body crouches or lies
# By which the center of mass may be off the feet, to be moved over them [m], of an adult; by hand:
# hips and ankles then turn by up to 6 degrees.
LEANS = 0.06
INSIDE = 0.6  # share of the area between the feet, about its middle, over which it then is
ROUNDS = 3  # of moving the pelvis to where the center of mass is there
FLAT = 0.2  # [rad] between a sole and the ground, below which the foot stays as it stands
FEET = ("foot", "toes")
CLIP_RATE = 50.0  # frames a second
# By hand: the mean rate of the joint that turns furthest [rad/s], and the shortest and longest
# time of a way and the time for which its clip shows the pose [s], of an adult.
PACE, SHORTEST, LONGEST, HOLDS = 2.0, 0.6, 1.2, 0.3


@dataclass(frozen=True, eq=False)
class StandingPose:
    """
    Attributes:
        figure: the body.
        placed: its segments in the pose, as one frame, over the ground z = 0.
    """

    figure: Figure
    placed: Placed

    @property
    def ankles(self) -> Array:
        """(2, 3) left and right [m]."""
        ankles: Array = self.placed.origins[0, _feet(self.figure)]
        return ankles

    @property
    def foot_axes(self) -> Array:
        """(2, 3, 3) left and right."""
        axes: Array = self.placed.axes[0, _feet(self.figure)]
        return axes


def standing_pose(
    clip: PerformedClip, character: Character, heading: float, gravity: float
) -> StandingPose:
    """The pose of a clip on a body, with its feet on the ground and its center of mass over them.
    Raises InvalidInput with one sentence for a pose in which the body cannot stand.

    Args:
        clip: that holds the pose: see `clip.held_pose`.
        heading: that the pelvis faces [rad].
    """
    reference = reference_of(clip, character, Placing(heading=heading), gravity)
    _check_on_feet(clip, character, reference)
    figure, whole = reference.figure, reference.placed
    placed = Placed(whole.origins[-1:], whole.centers[-1:], whole.axes[-1:], whole.com[-1:])
    corners = _soles(reference, placed)
    middle = corners.mean(axis=0)
    com = nearest_inside(placed.com[0, :2], middle + INSIDE * (corners - middle))
    off = float(np.linalg.norm(placed.com[0, :2] - com))
    if off > LEANS * character.leg_length / ADULT_LEG:
        raise InvalidInput(
            f"The pose of {clip.name!r} has its center of mass {off:.2f} m away from where its "
            "feet bear it: choose one that is in balance."
        )
    return StandingPose(figure, _balanced(figure, placed, com))


def _soles(reference: PerformedReference, placed: Placed) -> Array:
    """(k, 2) places of the points that bear [m]: of a foot that stands flat without its toes."""
    figure, touches, bears = reference.figure, reference.touches, reference.bears[-1]
    used = np.zeros(len(bears), dtype=bool)
    for side in SIDES:
        foot, toes = (bears & (touches.segments == figure.index[part + side]) for part in FEET)
        used |= foot if foot.any() else toes
    soles: Array = touches.places(placed)[0, used, :2]
    return soles


def _balanced(figure: Figure, placed: Placed, com: Array) -> Placed:
    """The same pose over the same feet, with its center of mass over a place (2,) [m]."""
    feet = feet_of(figure, placed)
    turns = in_parents(placed.axes, figure.parents)
    turns[:, 0] = placed.axes[:, 0]
    root = placed.origins[:, 0].copy()
    for _ in range(ROUNDS):
        root[:, :2] += com - placed.com[:, :2]
        set_legs(figure, turns, root, feet)
        placed = figure.place(Posture(root, turns))
    return placed


def _check_on_feet(
    clip: PerformedClip, character: Character, reference: PerformedReference
) -> None:
    figure, placed = reference.figure, reference.placed
    least = LOWEST * character.standing_height_of_root
    height = float(placed.origins[-1, 0, Z])
    if height < least:
        raise InvalidInput(
            f"The pose of {clip.name!r} has its pelvis {height:.2f} m over the ground, and this "
            f"body stands with {least:.2f} m or more: choose a pose that stands."
        )
    bearing = {figure.names[s] for s in reference.touches.segments[reference.bears[-1]]}
    feet = {part + side for part in FEET for side in SIDES}
    if not bearing <= feet or not all(bearing & {p + side for p in FEET} for side in SIDES):
        raise InvalidInput(
            f"The pose of {clip.name!r} does not bear on both feet alone: choose one that does."
        )


def way_into(pose: StandingPose, root: Array, axes: Array) -> PerformedClip:
    """A clip that leads from where a body stands into a pose, smoothly and with its feet where they
    are. Heels rise and toes bend where those of the pose do.

    Args:
        pose: that faces as it should at the end.
        root: (3,) origin of the pelvis, over the ground z = 0 [m]; axes: (n, 3, 3) of the segments.
    """
    figure, size = pose.figure, pose.figure.character.leg_length / ADULT_LEG
    start = in_parents(axes, figure.parents)
    goal = in_parents(pose.placed.axes[0], figure.parents)
    start[0], goal[0] = axes[0], pose.placed.axes[0, 0]
    first, last = quaternions_from_matrices(start), quaternions_from_matrices(goal)
    turn = float(rotation_angles(first, last).max())
    seconds = math.sqrt(size) * min(max(turn / PACE, SHORTEST), LONGEST)
    share = _smooth(np.arange(round((seconds + HOLDS) * CLIP_RATE) + 1) / CLIP_RATE / seconds)
    turns = np.stack([_between(a, b, share) for a, b in zip(first, last, strict=True)], axis=1)
    here = figure.place(Posture(root[None], start[None]))
    foot_axes, ankles = _feet_on_the_way(pose, here, share)
    middle = ankles[-1].mean(axis=0) - pose.ankles.mean(axis=0)
    there = pose.placed.origins[0, 0] + [middle[X], middle[Y], 0.0]
    way = root + share[:, None] * (there - root)
    feet = feet_of(figure, figure.place(Posture(way, turns)))
    set_legs(figure, turns, way, replace(feet, ankles=ankles, turns=foot_axes))
    placed = figure.place(Posture(way, turns)).axes
    roles = {
        name: continuous_signs(quaternions_from_matrices(placed[:, i]))
        for i, name in enumerate(figure.names)
    }
    return PerformedClip("way", CLIP_RATE, figure.character.leg_length, way, roles)


def _feet_on_the_way(pose: StandingPose, here: Placed, share: Array) -> tuple[Array, Array]:
    """Axes (frames, 2, 3, 3) and ankles (frames, 2, 3) [m] of feet whose balls stay in place."""
    figure, axes, ankles = pose.figure, [], []
    for number, side, goal in zip(_feet(figure), SIDES, pose.foot_axes, strict=True):
        stands = here.axes[0, number]
        turned = about(Z, np.array(_heading(stands) - _heading(goal))) @ goal
        end = stands if turned[Z, Z] > math.cos(FLAT) else turned
        pair = quaternions_from_matrices(np.stack([stands, end]))
        own = _between(pair[0], pair[1], share)
        ball = figure.offsets[figure.index["toes" + side]]
        axes.append(own)
        ankles.append(here.origins[0, number] + stands @ ball - own @ ball)
    return np.stack(axes, axis=1), np.stack(ankles, axis=1)


def _heading(axes: Array) -> float:
    """World direction [rad] of a frame's x axis."""
    return math.atan2(axes[Y, X], axes[X, X])


def _smooth(done: Array) -> Array:
    """(n,) shares of a way that begins and ends at rest, after shares of its time."""
    t = np.clip(done, 0.0, 1.0)
    share: Array = t**3 * (10.0 - 15.0 * t + 6.0 * t * t)
    return share


def _between(start: Array, end: Array, share: Array) -> Array:
    """(frames, 3, 3) orientations between two quaternions."""
    shape = (len(share), 4)
    mixed = slerp(np.broadcast_to(start, shape), np.broadcast_to(end, shape), share)
    return matrices_from_quaternions(mixed)


def _feet(figure: Figure) -> list[int]:
    """Numbers of the feet, left and right."""
    return [figure.index["foot" + side] for side in SIDES]
