"""Bodies, props and shots that golden takes share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from footfall import Character, Cue, Performer, Prop, Push, Shot, Take

Facts = dict[str, Any]  # arrays, and plain data for JSON, by name
Golden = Callable[[], Shot | Take | Facts]
Vector = tuple[float, float, float]

CHANNELS = (
    "segment_positions", "segment_orientations", "joint_positions", "root_position",
    "root_orientation", "center_of_mass", "foot_contacts", "joint_torques", "contact_forces",
    "momentum",
)  # fmt: skip
RECORD = ("torques", "contact_forces", "momentum")
SHOWN = 16  # hexadecimal digits of a digest
UNLIMITED = 1e6  # [min]: the search ends after a number of tries instead

HUMAN = Character.humanoid(height=1.75, mass=70.4)
DOG = Character.quadruped()
PRESETS = ("human", "robot", "beast1", "beast2", "child", "giant")
STYLES = (
    "natural", "bouncy", "bow_legged", "cat_walk", "drunk", "limp", "march", "proud", "robot",
    "slouched", "sneak", "stomp", "tired", "zombie",
)  # fmt: skip
# Orientations of a root: prone and a bit on its side, supine and more so; on its left side.
PRONE = (0.69916673, 0.10566872, 0.69916673, 0.10566872)
SUPINE = (0.25622563, 0.65905116, 0.25622563, 0.65905116)
ON_ITS_SIDE = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
CHAIR = Prop("chair", "box", size=(0.45, 0.5, 0.05), position=(-0.225, 0.0, 0.425))
SHOVE = Push(0, "torso", time=1.0, duration=0.1, force=(300.0, 0.0, 0.0))
KNOCK_OVER = Push(0, "torso", time=1.0, duration=0.2, force=(900.0, 0.0, 0.0))
OCTAHEDRON = (
    (0.2, 0.0, 0.0), (-0.2, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, -0.2, 0.0), (0.0, 0.0, 0.15),
    (0.0, 0.0, -0.15),
)  # fmt: skip
CORNER = ((0.0, 0.0), (3.0, 0.0), (3.0, 2.0))
OF_A_PERFORMER = ("position", "heading", "pose", "recover", "leg_collision")


def alone(
    cues: Sequence[Cue], duration: float | None, body: Character = HUMAN, **more: Any
) -> Shot:
    """A shot of one performer; `more` are attributes of the shot, or of its performer."""
    own = {n: more.pop(n) for n in OF_A_PERFORMER if n in more}
    return Shot([Performer(body, cues, **own)], duration=duration, **more)


def side_by_side(parts: Iterable[tuple[Character, Sequence[Cue]]], **more: Any) -> Shot:
    """A shot of performers 2 m from each other."""
    performers = [
        Performer(body, cues, position=(0.0, 2.0 * number))
        for number, (body, cues) in enumerate(parts)
    ]
    return Shot(performers, **more)


def lying(orientation: Sequence[float], height: float = 0.3) -> dict[str, Any]:
    """A start pose."""
    return {"root": ((0.0, 0.0, height), tuple(orientation))}
