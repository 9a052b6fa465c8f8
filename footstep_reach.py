"""Which footprints a body's legs can reach, before anything is simulated."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .cue import Cue, skills_among
from .errors import InvalidInput
from .footsteps import Footstep, read_footsteps
from .rigs.character import Character

FURTHEST = 0.8  # of the leg, from sole to sole: most steps further than that end in a fall
CLOSEST = 0.8  # of the mean width of both soles, from middle to middle
Place = tuple[float, float]


def check_reach(
    character: Character, position: Place, heading: float, cues: Iterable[Cue]
) -> None:
    """Raise InvalidInput, with its number, for the first footprint that cannot be stepped on.

    Args:
        position, heading: where the performer stands at first [m], [rad]. From where it stands
            when other skills went before nobody knows; then footprints are seen among themselves.
    """
    for number, cue in enumerate(skills_among(cues)):
        if cue.skill != "step":
            continue
        feet = standing_soles(character, position, heading) if number == 0 else {}
        steps = read_footsteps("step's footsteps", cue.values()["footsteps"])
        for count, step in enumerate(steps, start=1):
            other = feet.get("R" if step.foot == "L" else "L")
            if other is not None:
                _check_between(character, count, step, math.dist(step.position, other))
            feet[step.foot] = step.position


def standing_soles(character: Character, position: Place, heading: float) -> dict[str, Place]:
    """Middles of the soles, x and y in the world [m], of a body that stands."""
    origins, soles = character.standing_origins(), {}
    cosine, sine = math.cos(heading), math.sin(heading)
    for side in "LR":
        shape = character.segment(f"foot.{side}").shape
        middle = (0.0, 0.0, 0.0) if shape is None else shape.center
        x, y = (origins[f"foot.{side}"][axis] + middle[axis] for axis in range(2))
        soles[side] = (
            position[0] + x * cosine - y * sine, position[1] + x * sine + y * cosine,
        )  # fmt: skip
    return soles


def _check_between(character: Character, count: int, step: Footstep, distance: float) -> None:
    furthest = FURTHEST * character.leg_length
    if distance > furthest:
        raise InvalidInput(
            f"Step's footsteps, number {count}, is {distance:.2f} m from the other foot; this "
            f"body reaches {furthest:.2f} m: move it nearer."
        )
    shapes = [character.segment(f"foot.{side}").shape for side in "LR"]
    width = sum(shape.size[1] for shape in shapes if shape is not None) / len(shapes)
    if distance < CLOSEST * width:
        raise InvalidInput(
            f"Step's footsteps, number {count}, lies on the other foot, {distance:.2f} m from "
            f"its middle; {CLOSEST * width:.2f} m are needed: move it away."
        )
