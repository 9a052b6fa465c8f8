"""Which footprints the feet or hands of a body can reach, checked before anything is simulated."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..bodies.footprints import print_size
from ..catalogue import CUES
from .cue import Cue, skills_among
from .footsteps import Footstep, read_footsteps

# Distance of the middles, in leg lengths, or in arm lengths down to the wrist: most steps further
# than this end in a fall.
FURTHEST = 0.8
CLOSEST = 0.8  # of the mean width of both soles or hands: smallest distance of their middles
Place = tuple[float, float]


def check_reach(character: Character, position: Place, heading: float, cues: Iterable[Cue]) -> None:
    """Raise InvalidInput, with its number, for the first footprint that cannot be reached.

    Args:
        position, heading: where the performer stands at first [m], [rad]. After other skills its
            place is unknown; then footprints are only checked against each other.
    """
    for number, cue in enumerate(skills_among(cues)):
        if CUES[cue.skill].takes("footsteps"):
            steps = read_footsteps("step's footsteps", cue.values()["footsteps"])
            start = {}
            if number == 0:
                start = start_places(character, position, heading, steps[0].limb)
            for trouble in reach_troubles(character, steps, start):
                if trouble is not None:
                    raise InvalidInput(trouble)


def reach_troubles(
    character: Character, steps: Sequence[Footstep], start: Mapping[str, Place]
) -> list[str | None]:
    """For each footprint, a sentence on why it cannot be reached; None where it can.

    Args:
        start: initial places of the feet or hands, by side; empty where these are unknown.
    """
    places, troubles = dict(start), []
    for count, step in enumerate(steps, start=1):
        other = places.get("R" if step.side == "L" else "L")
        places[step.side] = step.position
        apart = None if other is None else math.dist(step.position, other)
        troubles.append(None if apart is None else _trouble(character, count, step.limb, apart))
    return troubles


def start_places(
    character: Character, position: Place, heading: float, limb: str
) -> dict[str, Place]:
    """Places of both feet or hands of a body that stands on them: by side, x and y [m]."""
    standing = standing_palms if limb == "hand" else standing_soles
    return standing(character, position, heading)


def standing_soles(character: Character, position: Place, heading: float) -> dict[str, Place]:
    """Middles of the soles of a standing body: by side, x and y in the world [m]."""
    origins, soles = character.standing_origins(), {}
    for side in "LR":
        shape = character.segment(f"foot.{side}").shape
        middle = (0.0, 0.0, 0.0) if shape is None else shape.center
        x, y = (origins[f"foot.{side}"][axis] + middle[axis] for axis in range(2))
        soles[side] = _turned((x, y), position, heading)
    return soles


def standing_palms(character: Character, position: Place, heading: float) -> dict[str, Place]:
    """Middles of the palms of a body in a handstand, under its shoulders: by side, x and y [m]."""
    origins = character.standing_origins()
    return {
        side: _turned((0.0, origins[f"upper_arm.{side}"][1]), position, heading) for side in "LR"
    }


def _turned(place: Place, position: Place, heading: float) -> Place:
    """The world coordinates of a place given in the frame of a standing body."""
    (x, y), cosine, sine = place, math.cos(heading), math.sin(heading)
    return position[0] + x * cosine - y * sine, position[1] + x * sine + y * cosine


def _trouble(character: Character, count: int, limb: str, distance: float) -> str | None:
    """Why a foot or hand cannot touch down at a distance from the other; None where it can."""
    furthest = FURTHEST * (character.leg_length if limb == "foot" else _arm_length(character))
    if distance > furthest:
        return (
            f"Step's footsteps, number {count}, is {distance:.2f} m from the other {limb}; this "
            f"body reaches {furthest:.2f} m: move it nearer."
        )
    closest = CLOSEST * sum(print_size(character, limb, side)[1] for side in "LR") / 2
    if distance < closest:
        return (
            f"Step's footsteps, number {count}, lies on the other {limb}, {distance:.2f} m from "
            f"its middle; {closest:.2f} m are needed: move it away."
        )
    return None


def _arm_length(character: Character) -> float:
    """Length from the shoulder to the wrist [m]."""
    return -sum(character.segment(f"{part}.L").offset[2] for part in ("lower_arm", "hand"))
