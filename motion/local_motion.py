"""A clip in the coordinates of its pendulum (equations 4 and 7), for a body of any size.

The equations are of Kwon and Hodgins 2010. The hips are given in the frame of the leaning pendulum,
as if rigidly fixed to it; ankles in the frames of their footprints; all other joints by angles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from ..base.rotations import (
    continuous_signs,
    matrices_from_quaternions,
    matrices_from_rotation_vectors,
    quaternions_from_matrices,
)
from ..bodies.character import Character
from .biped_frames import SIDES, Figure, X, Y, Z
from .leg_kinematics import feet_of
from .pendulum_analysis import RunAnalysis
from .planting import PlantedContact, find_planted
from .reference import Contact
from .sheared_footprints import FootFrame, between

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LocalPose:
    """A frame of the clip for a body, relative to its pendulum and its footprints.

    Attributes:
        hips: (3,) middle of both hip joints relative to the cart, with the pendulum upright [m].
        pelvis: (3, 3) orientation relative to the pendulum's.
        joints: (k,) flat joint numbers.
        ankles: (2, 3) in the frames of their footprints [m].
        feet: (2, 3, 3) orientations relative to those frames' headings.
        hinges: (2, 3) axes of the knees in the pelvis.
        toes: (2,) angles of the toe joints [rad].
    """

    hips: Array
    pelvis: Array
    joints: Array
    ankles: Array
    feet: Array
    hinges: Array
    toes: Array


@dataclass(frozen=True, eq=False)
class LocalContact:
    """A contact of the clip: toe joint [m] and heading of the foot [rad] in its frame."""

    contact: Contact
    place: Array
    heading: float


class LocalMotion:
    """The cycle of a clip for one body, at any phase."""

    def __init__(self, analysis: RunAnalysis, character: Character) -> None:
        self.analysis, self.figure = analysis, Figure(character)
        reference = analysis.reference
        self.size = character.leg_length / reference.character.leg_length
        self._feet = feet_of(reference.figure, analysis.placed)
        found = find_planted(
            reference.figure, self._feet, reference.contacts, reference.travel
        )
        self._planted = found
        self.contacts = {
            side: [self._local_contact(p) for p in found if p.contact.side == side]
            for side in SIDES
        }
        self.hip_middle = hip_middle(self.figure)
        columns = self._columns()
        self._ends = np.cumsum([column.shape[1] for column in columns])[:-1]
        table = np.concatenate(columns, axis=1)
        phases = np.linspace(0.0, 1.0, len(table) + 1)
        self._curves = CubicSpline(phases, np.concatenate([table, table[:1]]), bc_type="periodic")
        heights = columns[0][:, Z]
        edges = [p.contact.start for p in found] + [p.contact.end for p in found]
        self.bearing_height = float(np.mean([self.at(edge).hips[Z] for edge in edges]))
        self.mean_height = float(heights.mean()) * self.size

    def at(self, phase: float) -> LocalPose:
        """The pose at a phase of the cycle, for this body."""
        row = self._curves(phase % 1.0)
        hips, pelvis, joints, ankles, feet, hinges, toes = np.split(row, self._ends)
        quaternions = np.concatenate([pelvis, feet]).reshape(3, 4)
        turns = matrices_from_quaternions(quaternions)
        return LocalPose(
            hips=self.size * hips,
            pelvis=turns[0],
            joints=joints,
            ankles=self.size * ankles.reshape(2, 3),
            feet=turns[1:],
            hinges=hinges.reshape(2, 3),
            toes=toes,
        )

    def foot_pitch(self, side: str, phase: float) -> float:
        """Pitch [rad] of a foot on the ground, positive with the heel up."""
        turn = self.at(phase).feet[SIDES.index(side)]
        return float(np.arcsin(np.clip(-turn[Z, X], -1.0, 1.0)))

    def _local_contact(self, p: PlantedContact) -> LocalContact:
        frame = self.analysis.foot_frame(p.contact)
        place = frame.inside(np.append(p.place, 0.0)) * self.size
        return LocalContact(p.contact, place, p.heading)

    def _columns(self) -> list[Array]:
        """The fields of `LocalPose` over the clip's frames and in its own size, one row a frame."""
        reference, placed = self.analysis.reference, self.analysis.placed
        steady = np.arange(reference.frames)[:, None] / reference.frames * reference.travel[:2]
        upright = _upright(self.analysis.lean)
        pelvis = placed.axes[:, 0]
        hips = placed.origins[:, 0] + pelvis @ hip_middle(reference.figure)
        hips[:, :2] -= steady + self.analysis.cart
        joints = _matched(reference.figure, self.figure, reference.joints)
        ankles = np.stack([self._ankles_inside(s) for s in range(len(SIDES))], axis=1)
        turns = self._feet.turns
        return [
            (np.swapaxes(upright, 1, 2) @ hips[:, :, None])[:, :, 0],
            _closing(quaternions_from_matrices(np.swapaxes(upright, 1, 2) @ pelvis)),
            joints,
            ankles.reshape(len(hips), 6),
            np.concatenate(
                [_closing(quaternions_from_matrices(turns[:, s])) for s in range(2)], axis=1
            ),
            self._feet.hinges.reshape(len(hips), 6),
            self._feet.toes,
        ]

    def _ankles_inside(self, s: int) -> Array:
        """(frames, 3) an ankle in its foot's frame [m], which rests in stance, moves in swing."""
        analysis, travel = self.analysis, self.analysis.reference.travel
        own = [p.contact for p in self._planted if p.contact.side == SIDES[s]]
        count = analysis.reference.frames
        inside = np.empty((count, 3))
        for i in range(count):
            phase = i / count
            before, after = around(own, phase)
            left, next_one = (
                _lapped(analysis.foot_frame(c), lap * travel) for c, lap in (before, after)
            )
            lift, touch = before[0].end + before[1], after[0].start + after[1]
            frame = between(left, next_one, (phase - lift) / max(touch - lift, 1e-9))
            inside[i] = frame.inside(self._feet.ankles[i, s])
        return inside


def around(contacts: list[Contact], phase: float) -> tuple[tuple[Contact, int], ...]:
    """A foot's present or last contact and the one after it, each with its lap."""
    laps = [(c, lap) for lap in (-2, -1, 0, 1, 2) for c in contacts]
    begun = [i for i, (c, lap) in enumerate(laps) if c.start + lap <= phase]
    last = begun[-1]
    return laps[last], laps[last + 1]


def _lapped(frame: FootFrame, way: Array) -> FootFrame:
    return FootFrame(place=frame.place + way[:2], lean=frame.lean, heading=frame.heading)


def hip_middle(figure: Figure) -> Array:
    """(3,) middle of both hip joints in the pelvis's frame [m]."""
    hips = [figure.offsets[figure.index["upper_leg" + side]] for side in SIDES]
    middle: Array = np.mean(hips, axis=0)
    return middle


def _upright(lean: Array) -> Array:
    """(frames, 3, 3) the pendulum's orientation, leaning (frames, 2) forwards and left."""
    return matrices_from_rotation_vectors(lean_vectors(lean))


def lean_vectors(lean: Array) -> Array:
    """(..., 3) rotation vectors of leanings (..., 2) along x and y [rad]."""
    zero = np.zeros_like(lean[..., X])
    return np.stack([-lean[..., Y], lean[..., X], zero], axis=-1)


def _matched(theirs: Figure, ours: Figure, joints: Array) -> Array:
    """(frames, k) the same joints by name, for a body with another order of joints."""
    smooth = theirs.joints.with_continuous_signs(joints)
    by_name = {theirs.names[i]: smooth[:, part] for i, _, part in theirs.joints.places}
    rest = {"spherical": [1.0, 0.0, 0.0, 0.0], "universal": [0.0, 0.0], "hinge": [0.0]}
    parts = []
    for i, kind, _ in ours.joints.places:
        given = by_name.get(ours.names[i])
        own = np.tile(rest[kind], (len(joints), 1)) if given is None else given
        parts.append(_closing(own) if kind == "spherical" else own)
    return np.concatenate(parts, axis=1)


def _closing(quaternions: Array) -> Array:
    """Quaternions with continuous signs; a cycle without a whole turn then closes."""
    return continuous_signs(quaternions)
