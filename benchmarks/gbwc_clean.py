"""Clean motion: no quiver in the joints, no sole in the ground, no leg in the other.

Measured over a walk, a half turn and a push, each filmed at 120 frames a second.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.joint_angles import joint_rotations, moving_joints, quiver_share, rotation_vectors
from ..evaluation.leg_overlap import deepest_leg_overlap
from ..evaluation.soles import sole_depth
from ..shots.cue import Cue
from ..shots.shot import Performer, Push, Shot
from .parts.table import Row

SPEED = 0.8  # [m/s]
WALK_IN, DURATION = 5.0, 15.0  # [s]
RATE = 120.0  # [1/s]
HALF_TURN = math.pi  # [rad]
PUSH_FORCE, PUSH_TIME = (0.0, 300.0, 0.0), 0.1  # [N], [s]
QUIVER, DEPTH, OVERLAP = 0.01, 0.01, 0.01  # of the variance, [m], [m]


@dataclass(frozen=True)
class Cleanness:
    """Of one take.

    Attributes:
        quiver: share of the variance of all joint angles above 10 Hz.
        worst: the joint in which that share is largest, by its segment, with `worst_quiver`.
        depth: of the deepest sole in the ground [m].
        overlap: of the legs, the deepest [m].
    """

    fell: bool
    quiver: float = 0.0
    worst: str = ""
    worst_quiver: float = 0.0
    depth: float = 0.0
    overlap: float = 0.0


def measure() -> list[Row]:
    """Rows of quiver, soles and legs; each must hold in all takes."""
    shots = {"walk": _walk(), "180 degree turn": _turn(), "push": _push()}
    takes = dict(zip(shots, run_cases(_measure_shot, shots.values()), strict=True))
    fallen = [name for name, take in takes.items() if take.fell]
    upright = not fallen
    names = ", ".join(takes) + (f" (falls: {', '.join(fallen)})" if fallen else "")
    values = takes.values()
    return [
        Row(f"variance of all joint angles together above 10 Hz [%]: {names}", "", "",
            ", ".join(f"{100 * t.quiver:.2f}" for t in values),
            upright and all(t.quiver < QUIVER for t in values), "must: below 1"),
        Row(f"the same of the joint in which that share is largest [%]: {names}", "", "",
            ", ".join(f"{100 * t.worst_quiver:.2f} ({t.worst})" for t in values),
            upright and all(t.worst_quiver < QUIVER for t in values), "must: below 1"),
        Row(f"sole under the ground, deepest [cm]: {names}", "", "",
            ", ".join(f"{100 * t.depth:.2f}" for t in values),
            upright and all(t.depth <= DEPTH for t in values), "must: at most 1"),
        Row(f"legs in each other, deepest [cm]: {names}", "in some situations", "",
            ", ".join(f"{100 * t.overlap:.2f}" for t in values),
            upright and all(t.overlap < OVERLAP for t in values), "must: below 1"),
    ]  # fmt: skip


def _walk() -> Shot:
    return Shot([Performer(human(), [Cue("walk", speed=SPEED)])],
                duration=DURATION, frame_rate=RATE)  # fmt: skip


def _turn() -> Shot:
    cues = [
        Cue("walk", speed=SPEED),
        Cue("walk", start=WALK_IN, speed=SPEED, heading=HALF_TURN),
    ]
    return Shot([Performer(human(), cues)], duration=DURATION, frame_rate=RATE)


def _push() -> Shot:
    push = Push(0, "torso", time=WALK_IN, duration=PUSH_TIME, force=PUSH_FORCE)
    performer = Performer(human(), [Cue("walk", speed=SPEED)])
    return Shot([performer], pushes=[push], duration=DURATION, frame_rate=RATE)


def _measure_shot(shot: Shot) -> Cleanness:
    take = attempt(shot)
    if take is None:
        return Cleanness(fell=True)
    body, performance = shot.performers[0].character, take.performances[0]
    turns = rotation_vectors(joint_rotations(body, performance))  # (frames, joints, 3)
    shares = {name: quiver_share(turns[:, i], RATE) for i, name in enumerate(moving_joints(body))}
    worst = max(shares, key=lambda name: shares[name])
    return Cleanness(
        fell=performance.fell_at is not None,
        quiver=quiver_share(turns.reshape(len(turns), -1), RATE),
        worst=worst,
        worst_quiver=shares[worst],
        depth=sole_depth(body, performance),
        overlap=deepest_leg_overlap(body, performance),
    )
