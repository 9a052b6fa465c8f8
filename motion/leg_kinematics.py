"""Analytic inverse kinematics of legs: exact joint angles from hips and feet.

Kwon and Hodgins 2010, Section 5.2, take the solver of Kovar, Schreiner and Gleicher 2002 and
"preserve the vertical direction and local forward direction of the feet". A biped's leg has just
the six degrees of freedom that this needs: hip 3, knee 1, ankle pitch and roll. Four-legged bodies
have hinges for ankles, so that their feet keep their pitch in the leg's plane.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import angle_of
from .biped_frames import SIDES, Figure, Placed, X, Y, Z
from .joint_numbers import about

Array = NDArray[np.float64]
FULL_REACH = 0.995  # of the leg: beyond it small displacements need large rotations
SHORTEST_REACH = 0.2  # of the leg, folded as far as knees bend
# Sines of the angle between leg and foot between which the foot's influence on the knee's axis
# grows from none to full.
ALONG, ACROSS = 0.5, 0.8
TINY = 1e-12
MIRRORED = np.array([-1.0, 1.0, 1.0])  # an elbow bends against the sense of a knee


@dataclass(frozen=True, eq=False)
class Feet:
    """Target places of both feet, left and right.

    Attributes:
        ankles: (..., frames, 2, 3) [m].
        turns: (..., frames, 2, 3, 3) orientations of the feet.
        hinges: (..., frames, 2, 3) knees' axes in the pelvis, for feet that point along the leg.
        toes: (..., frames, 2) angles of the toe joints [rad].
    """

    ankles: Array
    turns: Array
    hinges: Array
    toes: Array


def feet_of(figure: Figure, placed: Placed) -> Feet:
    """The feet of a placed body."""
    foot = [figure.index["foot" + side] for side in SIDES]
    shank = [figure.index["lower_leg" + side] for side in SIDES]
    toes = [figure.index["toes" + side] for side in SIDES]
    pelvis = np.swapaxes(placed.axes[:, None, 0], -1, -2)
    bent = np.swapaxes(placed.axes[:, foot], -1, -2) @ placed.axes[:, toes]
    return Feet(
        ankles=placed.origins[:, foot],
        turns=placed.axes[:, foot],
        hinges=(pelvis @ placed.axes[:, shank][..., Y, None])[..., 0],
        toes=angle_of(bent[..., X, Z], bent[..., Z, Z]),
    )


def set_legs(figure: Figure, turns: Array, root: Array, feet: Feet) -> Array:
    """Fill in the legs' turns; return the ankles' distance (..., frames, 2) [m] from their targets.

    Args:
        turns: (..., frames, n, 3, 3) as in `Posture`, changed here.
        root: (..., frames, 3) origin of the pelvis [m].
    """
    missed = np.zeros((*root.shape[:-1], 2))
    for s, side in enumerate(SIDES):
        missed[..., s] = _set_leg(figure, turns, root, feet, s, side)
    return missed


def move_ankles(figure: Figure, turns: Array, root: Array, placed: Placed, ankles: Array) -> None:
    """Change the legs' turns so that the ankles are elsewhere; knees bend in the same planes and
    feet keep their orientation as far as the ankle's two axes allow.

    Args:
        turns: (frames, n, 3, 3) as in `Posture`, changed here.
        root: (frames, 3) origin of the pelvis [m].
        placed: the body before, or with another root.
        ankles: (frames, legs, 3) target places [m].
    """
    for s, side in enumerate(figure.legs):
        thigh, foot = (figure.index[name + side] for name in ("upper_leg", "foot"))
        above = figure.parents[thigh]
        moved = root + (placed.origins[:, above] - placed.origins[:, 0])
        hip = moved + (placed.axes[:, above] @ figure.offsets[thigh])
        way, hinge = ankles[:, s] - hip, placed.axes[:, thigh, :, Y]
        hinge = hinge - (_dot(way, hinge) / _dot(way, way))[:, None] * way
        _pose_leg(figure, turns, placed.axes[:, above], way, hinge, placed.axes[:, foot], side)


def _set_leg(
    figure: Figure, turns: Array, root: Array, feet: Feet, s: int, side: str
) -> Array:  # fmt: skip
    pelvis, sole = turns[..., 0, :, :], feet.turns[..., s, :, :]
    hip = root + pelvis @ figure.offsets[figure.index["upper_leg" + side]]
    way = feet.ankles[..., s, :] - hip
    direction = way / _length(way)[..., None]
    hinge = _knee_axis(direction, sole, (pelvis @ feet.hinges[..., s, :, None])[..., 0])
    missed = _pose_leg(figure, turns, pelvis, way, hinge, sole, side)
    turns[..., figure.index["toes" + side], :, :] = about(Y, feet.toes[..., s])
    return missed


def _pose_leg(
    figure: Figure, turns: Array, trunk: Array, way: Array, hinge: Array, sole: Array, side: str
) -> Array:
    """Fill in the turns of thigh, shank and foot; return by how far the ankle misses [m].

    Args:
        trunk: (..., 3, 3) axes of the segment that carries the leg.
        way: (..., 3) from the hip to the ankle [m].
        hinge: (..., 3) axis of the knee, at right angles to it.
        sole: (..., 3, 3) orientation of the foot.
    """
    thigh, shank, foot = (
        figure.index[name + side] for name in ("upper_leg", "lower_leg", "foot")
    )
    distance, sense = _length(way), knee_sense(figure, side)
    upper, lower = figure.offsets[shank], figure.offsets[foot]
    if sense < 0.0:
        upper, lower = upper * MIRRORED, lower * MIRRORED
    reach = within_reach(distance, upper, lower)
    knee, lean = bend_of(reach, upper, lower)
    thigh_axes = frame_along(way / distance[..., None], hinge / _length(hinge)[..., None])
    thigh_axes = thigh_axes @ about(Y, -sense * lean)
    shank_axes = thigh_axes @ about(Y, sense * knee)
    turns[..., thigh, :, :] = np.swapaxes(trunk, -1, -2) @ thigh_axes
    turns[..., shank, :, :] = about(Y, sense * knee)
    inside = np.swapaxes(shank_axes, -1, -2) @ sole
    if figure.character.segments[foot].joint.type == "hinge":
        turns[..., foot, :, :] = about(Y, angle_of(inside[..., X, Z], inside[..., Z, Z]))
        return np.abs(distance - reach)
    pitch = angle_of(-inside[..., Z, X], inside[..., X, X])
    roll = angle_of(-inside[..., Y, Z], inside[..., Y, Y])
    turns[..., foot, :, :] = about(Y, pitch) @ about(X, roll)
    return np.abs(distance - reach)


def knee_sense(figure: Figure, side: str) -> float:
    """Sense about y in which a leg's knee bends: 1 backwards as a human's, -1 as an elbow."""
    low, high = figure.character.segments[figure.index["lower_leg" + side]].joint.limits[1]
    return 1.0 if high > -low else -1.0


def leg_reach(figure: Figure, side: str) -> float:
    """Largest distance [m] of an ankle from its hip."""
    upper, lower = (figure.offsets[figure.index[n + side]] for n in ("lower_leg", "foot"))
    return FULL_REACH * float(np.linalg.norm(upper) + np.linalg.norm(lower))


def within_reach(distance: Array, upper: Array, lower: Array) -> Array:
    """Distances [m] bounded to what a limb with these offsets of its joints reaches."""
    whole = float(np.linalg.norm(upper) + np.linalg.norm(lower))
    return np.clip(distance, SHORTEST_REACH * whole, FULL_REACH * whole)


def bend_of(reach: Array, upper: Array, lower: Array) -> tuple[Array, Array]:
    """Angle of the knee, and of the thigh ahead of the line from hip to ankle [rad].

    The joints' offsets may lie in front of or behind the segments' long axes.
    """
    a, b = float(np.hypot(upper[X], upper[Z])), float(np.hypot(lower[X], lower[Z]))
    before = float(np.arctan2(-upper[X], -upper[Z])), float(np.arctan2(-lower[X], -lower[Z]))
    cosine = (a * a + b * b - reach * reach) / (2.0 * a * b)
    inner = np.arccos(np.clip(cosine, -1.0, 1.0))
    knee = np.pi - inner + before[0] - before[1]
    at_hip = np.arccos(np.clip((a * a + reach * reach - b * b) / (2.0 * a * reach), -1.0, 1.0))
    return knee, at_hip + before[0]


def _knee_axis(way: Array, foot: Array, fallback: Array) -> Array:
    """(frames, 3) unit axis of the knee, at right angles to the leg: the foot's y, rolled about x.

    For a foot that points along its leg the axis is undefined, and the fallback replaces it.
    """
    y, z = foot[..., Y], foot[..., Z]
    along_y, along_z = _dot(way, y), -_dot(way, z)
    size = np.sqrt(along_y * along_y + along_z * along_z)
    from_foot = (along_z[..., None] * y + along_y[..., None] * z) / (size + TINY)[..., None]
    from_pelvis = fallback - _dot(fallback, way)[..., None] * way
    from_pelvis /= _length(from_pelvis)[..., None]
    share = np.clip((size - ALONG) / (ACROSS - ALONG), 0.0, 1.0)
    share = (share * share * (3.0 - 2.0 * share))[..., None]
    axis = share * from_foot + (1.0 - share) * from_pelvis
    return axis / _length(axis)[..., None]


def _dot(a: Array, b: Array) -> Array:
    product: Array = np.einsum("...i,...i->...", a, b)
    return product


def _length(vectors: Array) -> Array:
    """(...) norms, bounded above 0."""
    return np.sqrt(_dot(vectors, vectors)) + TINY


def frame_along(way: Array, hinge: Array) -> Array:
    """(frames, 3, 3) frames with -z along a direction and y along the hinge, orthogonalized."""
    up = -way
    return np.stack([np.cross(hinge, up), hinge, up], axis=-1)
