"""Planted feet: they stand on the heel, flat, then roll over the toe joint."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_rotation_vectors, rotation_vectors_from_matrices
from .biped_frames import SIDES, Figure, X, Y, Z
from .consistency_errors import ball_height, heel_of, sole_depth
from .joint_numbers import about
from .leg_kinematics import Feet
from .reference import EDGE, Contact

Array = NDArray[np.float64]
STEEPEST = np.radians(60.0)  # pitch of a foot whose toes are still flat on the ground
ROLLS = 0.5  # of the foot: travel of the pressure towards the toe joint over a contact
HEEL_STANDS = 0.5  # of a contact: until then a foot may stand on its heel alone
DECAY = 0.125  # of the cycle, in which the speed of a change at lift-off decays in the swing


@dataclass(frozen=True, eq=False)
class PlantedContact:
    """A contact of a foot, and the foot's place and pitch in it.

    Attributes:
        contact: its phases.
        place: (2,) of the toe joint over the ground [m].
        heading: of the foot [rad].
        frames: of the cycle, in order of time.
        laps: (len(frames),) 1 where the cycle has closed before that frame, else 0.
        pitches: (len(frames),) of the foot [rad], positive with the heel up.
    """

    contact: Contact
    place: Array
    heading: float
    frames: NDArray[np.int64]
    laps: Array
    pitches: Array


def find_planted(
    figure: Figure, feet: Feet, contacts: tuple[Contact, ...], travel: Array
) -> list[PlantedContact]:
    """The mean places of a clip's feet in their contacts, and how the feet roll."""
    return [_find_planted(figure, feet, contact, travel) for contact in contacts]


def _find_planted(figure: Figure, feet: Feet, contact: Contact, travel: Array) -> PlantedContact:
    count, s = len(feet.ankles), SIDES.index(contact.side)
    # A contact begins and ends between two frames; these are the frames inside.
    first, end = (np.ceil((time - EDGE) * count) for time in (contact.start, contact.end))
    whole = np.arange(first, end).astype(int)
    frames, laps = whole % count, (whole // count).astype(float)
    turns = feet.turns[frames, s]
    joint = feet.ankles[frames, s] + turns @ _toe_joint(figure, contact.side)
    joint += laps[:, None] * travel
    forward = np.mean(turns[:, :, X], axis=0)
    pitches = np.arcsin(np.clip(-turns[:, Z, X], -1.0, 1.0))
    share = (whole / count - contact.start) / (contact.end - contact.start)
    pitches = np.where(share < HEEL_STANDS, pitches, np.maximum(pitches, 0.0))
    return PlantedContact(
        contact=contact,
        place=joint.mean(axis=0)[:2],
        heading=float(np.arctan2(forward[Y], forward[X])),
        frames=frames,
        laps=laps,
        pitches=np.clip(pitches, -STEEPEST, STEEPEST),
    )


def _toe_joint(figure: Figure, side: str) -> Array:
    offset: Array = figure.offsets[figure.index["toes" + side]]
    return offset


def stand(
    figure: Figure, side: str, place: Array, heading: Array, pitch: Array
) -> tuple[Array, Array]:
    """Ankle (..., 3) [m] and orientation (..., 3, 3) of a foot that stands without slipping.

    Args:
        place: (..., 2) of the toe joint over the ground while the foot is flat [m].
        heading, pitch: (...) [rad]; a foot with its toes up stands on the heel's edge.
    """
    turned = about(Z, heading)
    turn = turned @ about(Y, pitch)
    joint, heel = _toe_joint(figure, side), heel_of(figure, side)
    below = np.array([joint[X], joint[Y], -sole_depth(figure, side)])
    ball = np.concatenate([place, np.zeros_like(place[..., :1])], axis=-1)
    over_ball = ball + np.array([0.0, 0.0, ball_height(figure, side)]) - turn @ joint
    over_heel = ball + turned @ (heel - below) - turn @ heel
    ankle = np.where((pitch >= 0.0)[..., None], over_ball, over_heel)
    return ankle, turn


def plant(
    figure: Figure, feet: Feet, planted: list[PlantedContact], travel: Array, decay: float = DECAY
) -> Feet:
    """The clip's feet with stance feet on their footprints, and the swings between them adapted.

    The changes at touch-down and at lift-off fade over the swing without a jump of speed.
    """
    ankles, turns, toes = feet.ankles.copy(), feet.turns.copy(), feet.toes.copy()
    for s, side in enumerate(SIDES):
        own = [p for p in planted if p.contact.side == side]
        shift, rotation_vector, bend = (
            np.zeros((len(ankles), 3)),
            np.zeros((len(ankles), 3)),
            0.0 * toes[:, s],
        )
        for p in own:
            ankle, turn = stand(figure, side, *_spread(p))
            shift[p.frames] = ankle - p.laps[:, None] * travel - ankles[p.frames, s]
            back = np.swapaxes(turns[p.frames, s], 1, 2)
            rotation_vector[p.frames] = rotation_vectors_from_matrices(turn @ back)
            bend[p.frames] = -np.maximum(p.pitches, 0.0) - toes[p.frames, s]
        changes = np.column_stack([shift, rotation_vector, bend])
        _fade(changes, own, decay)
        ankles[:, s] += changes[:, :3]
        turns[:, s] = matrices_from_rotation_vectors(changes[:, 3:6]) @ turns[:, s]
        low, high = figure.character.segment("toes" + side).joint.limits[Y]
        toes[:, s] = np.clip(toes[:, s] + changes[:, 6], low, high)
    return replace(feet, ankles=ankles, turns=turns, toes=toes)


def _spread(p: PlantedContact) -> tuple[Array, Array, Array]:
    count = len(p.frames)
    return np.tile(p.place, (count, 1)), np.full(count, p.heading), p.pitches


def _fade(changes: Array, planted: list[PlantedContact], decay: float) -> None:
    """Fill the changes between contacts, continuous in value and speed with the contacts.

    The speed of a change decays quickly. Kept through a swing it would move the foot far off its
    path: a foot that the clip lifts before its footprint ends was moved down by a hand's breadth.
    """
    count = len(changes)
    for before, after in zip(planted, planted[1:] + planted[:1], strict=True):
        last, first = int(before.frames[-1]), int(after.frames[0])
        gap = (first - last) % count or count
        if gap < 2:
            continue
        start, end = changes[last], changes[first]
        leaving = start - changes[before.frames[-2]] if len(before.frames) > 1 else 0.0 * start
        coming = changes[after.frames[1]] - end if len(after.frames) > 1 else 0.0 * end
        since = np.arange(1.0, gap)[:, None]
        s, longest = since / gap, min(float(gap), decay * count)
        changes[(last + np.arange(1, gap)) % count] = (
            (1 + 2 * s) * (1 - s) ** 2 * start + s * s * (3 - 2 * s) * end
            + _drift(since, longest) * leaving - _drift(gap - since, longest) * coming
        )  # fmt: skip


def _drift(since: Array, longest: float) -> Array:
    """Distance, in frames of the first speed, of a change whose speed decays."""
    return since * np.maximum(1.0 - since / longest, 0.0) ** 2


def pressure_points(
    planted: list[PlantedContact], count: int, foot_length: float, travel: Array
) -> Array:  # fmt: skip
    """(count, contacts, 2) center of pressure in each contact [m]: from mid-foot to the toe joint.

    Places are those of the frame's own lap, as the center of mass is.
    """
    points = np.zeros((count, len(planted), 2))
    for k, p in enumerate(planted):
        back = (1.0 - np.linspace(0.0, 1.0, len(p.frames))) * ROLLS * foot_length
        ahead = np.array([np.cos(p.heading), np.sin(p.heading)])
        points[p.frames, k] = p.place - p.laps[:, None] * travel[:2] - back[:, None] * ahead
    return points
