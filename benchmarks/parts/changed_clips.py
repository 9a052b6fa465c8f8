"""Clips that stand in for captured ones: the shipped run changed.

They are planned for another body at another speed, their curves are disturbed, and what comes out
is read as any captured motion is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...evaluation.cases import human
from ...motion.biped_frames import Figure, Posture
from ...motion.clip import reference_of_motion
from ...motion.joint_numbers import about
from ...motion.pendulum_analysis import analyse
from ...motion.physical_consistency import captured, make_consistent
from ...motion.planner import RunPlanner
from ...motion.prediction import Command
from ...motion.reference import ReferenceMotion, load_reference
from ...motion.walking_motion import SIDES, Motion, Y, Z, soles_of

Array = NDArray[np.float64]
FRAME_RATE, LASTS, STRIDE = 60.0, 4.0, 0.66  # [1/s], [s] of a clip, [s] of the disturbance
TRUNK, ARMS = ("lower_back", "torso", "head"), ("upper_arm.L", "upper_arm.R")


@dataclass(frozen=True)
class Change:
    """What a clip has that the shipped run has not.

    Attributes:
        name: of the clip.
        body: seed and amount of its variation from the human.
        speed: [m/s].
        lean: of the trunk forwards [rad]; sway: of each of its joints, about two axes [rad].
        arms: of the shoulders' further swing [rad].
        bounce: factor on how far the hips go up and down.
    """

    name: str
    body: tuple[int, float]
    speed: float
    lean: float = 0.0
    sway: float = 0.0
    arms: float = 0.0
    bounce: float = 1.0


CHANGES = (
    Change("fast", (12, 0.15), 3.8),
    Change("bouncy", (15, 0.2), 3.2, sway=0.15, bounce=1.5),
    Change("wild", (16, 0.2), 3.4, lean=0.1, sway=0.25, arms=0.6),
)


def changed_clip(change: Change) -> ReferenceMotion:
    """What `footfall learn-run` makes of such a clip."""
    body = human().vary(*change.body)
    read = reference_of_motion(_motion(change, body), body, change.name)
    reference, _ = make_consistent(read, captured(FRAME_RATE))
    return reference


def _motion(change: Change, body: Character) -> Motion:
    figure = Figure(body)
    root, turns = _planned(change, body, figure)
    middle = root[:, Z].mean()
    root[:, Z] = middle + change.bounce * (root[:, Z] - middle)
    random, times = np.random.default_rng(change.body[0]), np.arange(len(root)) / FRAME_RATE

    def wave(size: float) -> Array:
        phase = random.uniform(0.0, 2.0 * math.pi)
        swung: Array = size * np.sin(2.0 * math.pi * times / STRIDE + phase)
        return swung

    for name in TRUNK:
        turns[:, figure.index[name]] @= about(Y, change.lean / len(TRUNK) + wave(change.sway))
        turns[:, figure.index[name]] @= about(Z, wave(change.sway))
    for name in ARMS:
        turns[:, figure.index[name]] @= about(Y, wave(change.arms))
    placed = figure.place(Posture(root, turns))
    axes = {name: placed.axes[:, i] for name, i in figure.index.items()}
    ankles = {side: placed.origins[:, figure.index["foot" + side]] for side in SIDES}
    soles = soles_of(body, axes, ankles)
    return Motion(FRAME_RATE, axes, placed.origins[:, 0], soles, ankles)


def _planned(change: Change, body: Character, figure: Figure) -> tuple[Array, Array]:
    """Root (frames, 3) and turns (frames, n, 3, 3) of the shipped run at another speed."""
    planner = RunPlanner(analyse(load_reference("run")), body)
    planner.run_at(change.speed)
    poses = []
    for _ in range(round(LASTS * FRAME_RATE)):
        plan = planner.step(1.0 / FRAME_RATE, Command(speed=change.speed), None)
        poses.append(plan.poses(np.zeros(1)))
    orientations = np.concatenate([pose.root_orientation for pose in poses])
    joints = np.concatenate([pose.joints for pose in poses])
    root: Array = np.concatenate([pose.root_position for pose in poses])
    return root, figure.joints.turns(orientations, joints)
