"""A captured or keyframed motion on an artist's rig -> one cycle of the simulation skeleton.

Rest poses at the beginning are dropped, gaps and jitter smoothed. The most typical of the clip's
cycles is selected, closed and turned to face +x.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from ..base.errors import InvalidInput
from ..base.rotations import (
    angle_of,
    continuous_signs,
    matrices_from_quaternions,
    quaternions_from_matrices,
)
from ..bodies.character import Character
from .biped_frames import Figure
from .cleaning import smoothed, with_level_feet, without_odd_frames, without_rest_pose
from .consistency_errors import sole_points
from .cycles import Cycle, find_cycle
from .hinged_limbs import ELBOW, hinged_limb
from .joint_numbers import about
from .leg_kinematics import Feet, set_legs
from .reference import ReferenceMotion
from .walking_motion import SIDES, Motion, X, Y, Z, facing_of, part_of

Array = NDArray[np.float64]
RATE = 120.0  # [1/s], the paper's rate of planning
MOST_FRAMES = 96  # of a cycle, a bound on the time to make it consistent
SHORTEST = 0.5  # [s] of a clip that can hold a cycle
IN_PLACE = 0.1  # [m]: a cycle that travels less is in place
CLOSING = 0.25  # of the cycle, over which its end is blended to its beginning


def reference_of_motion(motion: Motion, character: Character, name: str) -> ReferenceMotion:
    """The cycle in a motion; raises InvalidInput with one sentence when there is none."""
    if motion.frames < SHORTEST * motion.rate:
        raise InvalidInput(
            f"The clip {name!r} lasts {motion.frames / motion.rate:.2g} s, too short for a cycle: "
            "show at least one stride, two steps."
        )
    clean = smoothed(without_odd_frames(without_rest_pose(motion)))
    clean = with_level_feet(clean, character)
    try:
        cycle = find_cycle(clean)
    except ValueError as error:
        raise InvalidInput(f"No cycle was found in the clip {name!r}: {error}.") from error
    facing_x = _facing_x(part_of(clean, cycle.first, cycle.last + 1))
    return _one_cycle(facing_x, character, cycle, name)


def _facing_x(motion: Motion) -> Motion:
    """The motion turned so that it travels, or in place faces, towards +x from the origin."""
    way = motion.pelvis[-1] - motion.pelvis[0]
    facing = float(facing_of(motion).mean())
    ahead = np.array([np.cos(facing), np.sin(facing), 0.0])
    heading = np.arctan2(way[Y], way[X]) if way @ ahead > IN_PLACE else facing
    turn = about(Z, np.array(-heading))
    start = motion.pelvis[0] * np.array([1.0, 1.0, 0.0])

    def place(points: Array) -> Array:
        placed: Array = (points - start) @ turn.T
        return placed

    return Motion(
        rate=motion.rate,
        axes={name: turn @ axes for name, axes in motion.axes.items()},
        pelvis=place(motion.pelvis),
        soles={side: place(points) for side, points in motion.soles.items()},
        ankles={side: place(points) for side, points in motion.ankles.items()},
    )


def _one_cycle(
    motion: Motion, character: Character, cycle: Cycle, name: str
) -> ReferenceMotion:  # fmt: skip
    figure = Figure(character)
    period = (motion.frames - 1) / motion.rate
    frames = min(round(period * RATE), MOST_FRAMES)
    at = np.linspace(0.0, motion.frames - 1.0, frames + 1)
    axes = {role: _resampled(values, at) for role, values in motion.axes.items()}
    travel = motion.pelvis[-1] - motion.pelvis[0]
    travel[Z] = 0.0
    root = _closed(_between(motion.pelvis, at), travel)
    ankles = [_closed(_between(motion.ankles[side], at), travel) for side in SIDES]
    axes = {role: _closed_turns(values)[:-1] for role, values in axes.items()}
    turns = skeleton_turns(figure, axes)
    feet = Feet(
        ankles=np.stack([ankle[:-1] for ankle in ankles], axis=1),
        turns=np.stack([axes["foot" + side] for side in SIDES], axis=1),
        hinges=np.stack([_hinge(axes, side) for side in SIDES], axis=1),
        toes=np.stack([_toe_bend(axes, side) for side in SIDES], axis=1),
    )
    set_legs(figure, turns, root[:-1], feet)
    closed = ReferenceMotion(
        name=name,
        character=character,
        rate=frames / period,
        travel=travel,
        root_position=root[:-1],
        root_orientation=quaternions_from_matrices(turns[:, 0]),
        joints=figure.joints.with_continuous_signs(figure.joints.numbers(turns)),
        contacts=cycle.contacts,
    )
    return _on_ground(closed)


def _on_ground(reference: ReferenceMotion) -> ReferenceMotion:
    """The cycle lifted or lowered until its standing feet are at z = 0 in the mean."""
    figure = reference.figure
    heights = sole_points(figure, figure.place(reference.posture))[..., Z].min(axis=2)
    ground = float(heights[reference.foot_contacts].mean())
    return replace(reference, root_position=reference.root_position - [0.0, 0.0, ground])


def _between(values: Array, at: Array) -> Array:
    smooth: Array = CubicSpline(np.arange(len(values)), values)(at)
    return smooth


def _resampled(matrices: Array, at: Array) -> Array:
    quaternions = continuous_signs(quaternions_from_matrices(matrices))
    return matrices_from_quaternions(_between(quaternions, at))


def _closed(points: Array, travel: Array) -> Array:
    """Points blended so that the last frame repeats the first one, `travel` [m] further on."""
    return points - _ease(len(points)) * (points[-1] - points[0] - travel)


def _closed_turns(matrices: Array) -> Array:
    quaternions = continuous_signs(quaternions_from_matrices(matrices))
    first = quaternions[0] if quaternions[0] @ quaternions[-1] > 0.0 else -quaternions[0]
    closed = quaternions - _ease(len(quaternions)) * (quaternions[-1] - first)
    return matrices_from_quaternions(closed)


def _ease(count: int) -> Array:
    """(count, 1) weights from 0 to 1 over the end of a cycle."""
    share = np.clip((np.linspace(0.0, 1.0, count) - 1.0 + CLOSING) / CLOSING, 0.0, 1.0)
    eased: Array = (share * share * (3.0 - 2.0 * share))[:, None]
    return eased


def skeleton_turns(figure: Figure, axes: Mapping[str, Array]) -> Array:
    """(frames, n, 3, 3) as in `Posture` from segments' axes in the world, without the legs."""
    pelvis, torso = axes["pelvis"], axes["torso"]
    world = {"pelvis": pelvis, "torso": torso}
    world["lower_back"] = axes.get("lower_back", _half_way(pelvis, torso))
    world["head"] = axes.get("head", torso)
    for side in SIDES:
        if "upper_arm" + side in axes:
            world |= _arm(axes, side)
    turns = np.tile(np.eye(3), (len(pelvis), len(figure.names), 1, 1))
    turns[:, 0] = pelvis
    for i, name in enumerate(figure.names):
        parent = figure.names[figure.parents[i]]
        if i > 0 and name in world and parent in world:
            turns[:, i] = np.swapaxes(world[parent], 1, 2) @ world[name]
    return turns


def _half_way(a: Array, b: Array) -> Array:
    quaternions = quaternions_from_matrices(np.stack([a, b]))
    signs = np.where(np.sum(quaternions[0] * quaternions[1], axis=-1) < 0.0, -1.0, 1.0)
    return matrices_from_quaternions(quaternions[0] + signs[:, None] * quaternions[1])


def _arm(axes: Mapping[str, Array], side: str) -> dict[str, Array]:
    """Both parts of an arm with a hinge as elbow; the upper arm twists accordingly."""
    upper = axes["upper_arm" + side]
    upper, lower = hinged_limb(upper, axes.get("lower_arm" + side, upper), ELBOW)
    return {"upper_arm" + side: upper, "lower_arm" + side: lower}


def _hinge(axes: Mapping[str, Array], side: str) -> Array:
    """(frames, 3) the knee's axis in the pelvis's frame."""
    inside = np.swapaxes(axes["pelvis"], 1, 2) @ axes["lower_leg" + side]
    return inside[:, :, Y]


def _toe_bend(axes: Mapping[str, Array], side: str) -> Array:
    if "toes" + side not in axes:
        return np.zeros(len(axes["pelvis"]))
    inside = np.swapaxes(axes["foot" + side], 1, 2) @ axes["toes" + side]
    bend: Array = angle_of(inside[:, X, Z], inside[:, Z, Z])
    return bend
