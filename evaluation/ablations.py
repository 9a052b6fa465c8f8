"""The walker without one of its parts: Coros, Beaudoin, van de Panne 2010, Section 6."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..bodies.segments import Joint
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .cases import attempt

FULL = "full"
ALPHA_0, ALPHA_HALVED, ALPHA_DOUBLED = "alpha 0", "alpha halved", "alpha doubled"
# What the paper says of each.
CLAIMS: Mapping[str, str] = {
    FULL: "600 N from all sides",
    "no gravity compensation": "slouched upper body, feet placed less accurately",
    "no pendulum": "no recovery from any significant push",
    "no velocity tuning": "much less precise speed, no steady state",
    "half gains": "similar, slightly sloppy and weak",
    "double gains": "similar, stiffer",
    ALPHA_0: "works up to 0.4 m/s; faster, steps may become uneven",
    ALPHA_HALVED: "not particularly sensitive to alpha",  # Section 3.2
    ALPHA_DOUBLED: "no noticeable decrease in robustness",
}
OF_PUSHES = {FULL, "no pendulum", ALPHA_DOUBLED}  # what is said of these is about robustness
GAINS: Mapping[str, float] = {"half gains": 0.5, "double gains": 2.0}  # of joint stiffness
PARTS: Mapping[str, Mapping[str, float]] = {  # shares of the walker's parts, 1 where not named
    FULL: {},
    "no gravity compensation": {"gravity_share": 0.0},
    "no pendulum": {"foresight": 0.0},
    "no velocity tuning": {"velocity_tuning": 0.0},
    ALPHA_0: {"keeping_speed": 0.0},
    ALPHA_HALVED: {"keeping_speed": 0.5},
    ALPHA_DOUBLED: {"keeping_speed": 2.0},
}


def simulate_ablated(shot: Shot, name: str) -> Take | None:
    """The take of a shot whose performers lack a part; None when it diverged."""
    if name in GAINS:
        return attempt(_with_gains(shot, GAINS[name]))
    if name in PARTS:
        return attempt(shot, PARTS[name])
    raise InvalidInput(f"Unknown ablation {name!r}; allowed: {', '.join(CLAIMS)}.")


def _with_gains(shot: Shot, factor: float) -> Shot:
    performers = [_strengthened(performer, factor) for performer in shot.performers]
    return replace(shot, performers=performers)


def _strengthened(performer: Performer, factor: float) -> Performer:
    return replace(performer, character=scale_gains(performer.character, factor))


def scale_gains(character: Character, factor: float) -> Character:
    """Joints `factor` times as stiff, with damping that keeps their damping ratio."""

    def scaled(joint: Joint) -> Joint:
        return replace(
            joint,
            stiffness=joint.stiffness * factor,
            damping=joint.damping * math.sqrt(factor),
        )

    segments = tuple(replace(s, joint=scaled(s.joint)) for s in character.segments)
    return replace(character, segments=segments)
