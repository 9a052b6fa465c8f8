"""A run and a skip from scratch: joint angles over the stride, after published human data.

Hips, knees and ankles of the run are near to those of Novacheck 1998, "The biomechanics of
running", Gait & Posture 7, figures 5 to 7. `physical_consistency` then makes them obey physics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline, PchipInterpolator

from ..base.rotations import quaternions_from_matrices
from ..bodies.character import Character
from .angular_momentum_correction import lowest_points
from .biped_frames import SIDES, Figure, Posture, X, Y, Z
from .joint_numbers import about
from .planting import DECAY
from .reference import Contact, ReferenceMotion

Array = NDArray[np.float64]
RATE = 120.0  # [1/s], the paper's rate of planning
Keys = Sequence[tuple[float, float]]  # (phase of the left leg's stride, degrees)


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A gait by its keys; the left foot strikes at phase 0, the right one half a cycle later.

    Attributes:
        period: of the cycle [s]; speed: [m/s].
        contacts: (start, end) of the left foot's contacts, phases.
        hip, knee: bends [degrees]; foot: its pitch, positive with the heel up.
        arm: swing of the left arm forward; elbow: its bend [degrees].
        lean: pitch of the pelvis; nod: of the head on it.
        pelvis_turn, pelvis_drop: (amplitude, phase at which it is largest): the left hip forward,
            the right hip down [degrees].
        shoulder_turn: (amplitude, phase) of the left shoulder forward on the pelvis.
        narrow: angle of the legs inwards [degrees].
        decay: share of the cycle in which the speed of a foot's change at lift-off decays.
    """

    name: str
    period: float
    speed: float
    contacts: Sequence[tuple[float, float]]
    hip: Keys
    knee: Keys
    foot: Keys
    arm: Keys
    elbow: Keys
    lean: float
    nod: float
    pelvis_turn: tuple[float, float]
    pelvis_drop: tuple[float, float]
    shoulder_turn: tuple[float, float]
    narrow: float
    decay: float = DECAY


RUN = Drawing(
    name="run",
    period=0.72,
    speed=3.0,
    contacts=[(0.0, 0.33)],
    hip=[(0.0, 38), (0.1, 30), (0.2, 12), (0.33, -10), (0.42, -12), (0.55, 12), (0.68, 42),
         (0.8, 56), (0.9, 50)],
    knee=[(0.0, 18), (0.08, 34), (0.15, 42), (0.24, 34), (0.33, 20), (0.42, 42), (0.54, 86),
          (0.63, 98), (0.72, 90), (0.84, 52), (0.94, 20)],
    foot=[(0.0, -8), (0.05, 0), (0.18, 0), (0.25, 10), (0.33, 48), (0.42, 74), (0.52, 86),
          (0.62, 74), (0.72, 40), (0.84, 0), (0.93, -12)],
    arm=[(0.32, 32), (0.57, -5), (0.82, -45), (0.07, -8)],
    elbow=[(0.32, 102), (0.82, 84)],
    lean=8.0,
    nod=-6.0,
    pelvis_turn=(6.0, 0.9),
    pelvis_drop=(4.0, 0.12),
    shoulder_turn=(14.0, 0.37),
    narrow=2.5,
)  # fmt: skip
SKIP = Drawing(
    name="skip",
    period=1.2,
    speed=2.2,
    contacts=[(0.0, 0.22), (0.345, 0.52)],
    hip=[(0.0, 34), (0.1, 14), (0.2, -8), (0.26, -2), (0.345, 22), (0.44, 2), (0.52, -14),
         (0.58, -8), (0.68, 45), (0.76, 72), (0.84, 68), (0.94, 40)],
    knee=[(0.0, 14), (0.06, 24), (0.14, 16), (0.22, 14), (0.28, 34), (0.345, 20), (0.4, 36),
          (0.46, 28), (0.52, 28), (0.6, 70), (0.7, 92), (0.78, 92), (0.88, 50), (0.96, 14)],
    foot=[(0.0, -10), (0.04, 0), (0.13, 0), (0.22, 44), (0.27, 40), (0.345, 8), (0.38, 0),
          (0.45, 0), (0.52, 42), (0.58, 70), (0.66, 48), (0.74, 22), (0.86, 0), (0.95, -14)],
    arm=[(0.28, 48), (0.52, 5), (0.78, -38), (0.02, -10)],
    elbow=[(0.28, 85), (0.78, 60)],
    lean=4.0,
    nod=-3.0,
    pelvis_turn=(6.0, 0.9),
    pelvis_drop=(4.0, 0.15),
    shoulder_turn=(14.0, 0.33),
    narrow=1.0,
    decay=1.0,  # the whole swing, tuned: with 0.125 it falls on 1 or 2 of 14 bodies
)  # fmt: skip
DRAWINGS: Mapping[str, Drawing] = {drawing.name: drawing for drawing in (RUN, SKIP)}
ARM_SPREAD, ARM_TWIST, TWIST_PER_SWING = 10.0, 12.0, 0.25  # [degrees], [degrees], -


def make_clip(drawing: Drawing, character: Character) -> ReferenceMotion:
    """The cycle of the keys, with the feet roughly on the ground; not yet physically consistent."""
    frames = round(drawing.period * RATE)
    phases = np.arange(frames) / frames
    figure = Figure(character)
    turns = _turns(drawing, figure, phases)
    contacts = _both_sides(drawing.contacts)
    travel = np.array([drawing.speed * frames / RATE, 0.0, 0.0])
    root = phases[:, None] * travel
    root[:, Z] = _height(figure, Posture(root, turns), contacts, phases)
    joints = figure.joints.with_continuous_signs(figure.joints.numbers(turns))
    return ReferenceMotion(
        name=drawing.name,
        character=character,
        rate=RATE,
        travel=travel,
        root_position=root,
        root_orientation=quaternions_from_matrices(turns[:, 0]),
        joints=joints,
        contacts=contacts,
    )


def _both_sides(left: Sequence[tuple[float, float]]) -> tuple[Contact, ...]:
    contacts = [Contact(".L", a, b) for a, b in left]
    for a, b in left:
        start = (a + 0.5) % 1.0
        contacts.append(Contact(".R", start, start + b - a))
    return tuple(sorted(contacts, key=lambda contact: contact.start))


def _turns(drawing: Drawing, figure: Figure, phases: Array) -> Array:
    turns = np.tile(np.eye(3), (len(phases), len(figure.names), 1, 1))
    pelvis = (
        about(Z, -_wave(drawing.pelvis_turn, phases))
        @ about(X, _wave(drawing.pelvis_drop, phases))
        @ about(Y, np.radians(drawing.lean) + 0.0 * phases)
    )
    turns[:, 0] = pelvis
    spine = about(Z, -_wave(drawing.shoulder_turn, phases) / 2.0)
    drop = about(X, -_wave(drawing.pelvis_drop, phases) / 2.0)
    for name in ("lower_back", "torso"):
        turns[:, figure.index[name]] = spine @ drop
    # The head looks ahead, independent of shoulders and pelvis.
    looking = about(Z, _wave(drawing.shoulder_turn, phases) + _wave(drawing.pelvis_turn, phases))
    turns[:, figure.index["head"]] = looking @ about(Y, np.radians(drawing.nod) + 0.0 * phases)
    for side, sign, at in zip(SIDES, (1.0, -1.0), (phases, phases + 0.5), strict=True):
        _set_arm(drawing, figure, turns, side, sign, at)
        _set_leg(drawing, figure, turns, side, sign, at)
    return turns


def _set_arm(
    drawing: Drawing, figure: Figure, turns: Array, side: str, sign: float, at: Array
) -> None:
    swing = _curve(drawing.arm, at)
    spread, twist = np.radians(ARM_SPREAD), np.radians(ARM_TWIST)
    inwards = -sign * (twist + TWIST_PER_SWING * swing)
    upper, lower = figure.index["upper_arm" + side], figure.index["lower_arm" + side]
    lean = np.radians(drawing.lean)
    turns[:, upper] = about(Y, -swing - lean) @ about(X, sign * spread + 0.0 * at) @ about(
        Z, inwards
    )
    turns[:, lower] = about(Y, -_curve(drawing.elbow, at))


def _set_leg(
    drawing: Drawing, figure: Figure, turns: Array, side: str, sign: float, at: Array
) -> None:
    hip, knee, foot = (_curve(keys, at) for keys in (drawing.hip, drawing.knee, drawing.foot))
    thigh, shank, sole, toes = (
        figure.index[name + side] for name in ("upper_leg", "lower_leg", "foot", "toes")
    )
    pelvis = turns[:, 0]
    # The leg swings straight ahead, independent of the pelvis's drop and turn.
    inwards = about(X, -sign * np.radians(drawing.narrow) + 0.0 * at)
    aim = about(Y, np.radians(drawing.lean) - hip)
    turns[:, thigh] = np.swapaxes(pelvis, 1, 2) @ inwards @ aim
    turns[:, shank] = about(Y, knee)
    turns[:, sole] = about(Y, foot - (np.radians(drawing.lean) - hip + knee))
    turns[:, toes] = about(Y, 0.0 * at)


def _wave(shape: tuple[float, float], phases: Array) -> Array:
    amplitude, top = shape
    return np.radians(amplitude) * np.cos(2.0 * np.pi * (phases - top))


def _curve(keys: Keys, at: Array) -> Array:
    """[rad] through the keys, closed, without overshoot between them."""
    order = sorted(keys)
    where = np.array([phase for phase, _ in order])
    angles = np.radians([angle for _, angle in order])
    laps = np.concatenate([where - 1.0, where, where + 1.0])
    curve = PchipInterpolator(laps, np.tile(angles, 3))
    values: Array = curve(at % 1.0)
    return values


def _height(
    figure: Figure, posture: Posture, contacts: tuple[Contact, ...], phases: Array
) -> Array:
    """(frames,) pelvis heights [m] with the lowest sole on the ground, smooth over flights."""
    low = lowest_points(figure, figure.place(posture)).min(axis=1)
    bears = np.any([((phases - c.start) % 1.0) < c.end - c.start for c in contacts], axis=0)
    at, height = phases[bears], -low[bears]
    laps = np.concatenate([at - 1.0, at, at + 1.0])
    smooth: Array = CubicSpline(laps, np.tile(height, 3))(phases)
    return smooth
