"""Taking a seat: what sitting down, starting seated and rising have in common."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..controllers.anatomy import LEFT, make_anatomy
from ..controllers.modes import STANDING
from ..controllers.style import STANCE_KNEE
from ..cue import first_seat
from ..errors import InvalidInput
from ..shot import Ground, Performer, Prop
from ..simulation.rotation import heading_of
from .biped import Biped, Values, set_gait
from .seat import Seat, find_seat
from .seat_plan import SeatPlan
from .sitting import Sitting

USUAL_KNEE = 0.2  # [rad] of who has no style on yet
STILL = 0.1  # [m/s]: slower than this one may sit down
FURTHEST, ASIDE = 0.35, 0.1  # of the leg: ankles before and beside a seat that can be reached


def start_seated(performer: Performer, props: Sequence[Prop], ground: Ground) -> Performer:
    """The same performer, on the seat from which its first cue rises; others as they are."""
    name = first_seat(performer.cues)
    if name is None or performer.pose is not None:
        return performer
    prop = next(prop for prop in props if prop.name == name)
    seat = find_seat(
        prop, np.array(prop.position, float), np.array(prop.orientation, float),
        np.array(performer.position, float), performer.heading,
    )  # fmt: skip
    plan = SeatPlan(performer.character, make_anatomy(performer.character)[0], 1.0, USUAL_KNEE)
    ground_height = ground.height_at(*seat.edge.tolist()) or 0.0
    pose = plan.pose(plan.rest(seat, ground_height))
    return replace(performer, pose=pose, heading=seat.heading)


def take_seat(biped: Biped, motion: NDArray[Any], name: str, *, seated: bool) -> None:
    """Sit on a seat from now on, or begin to sit down on it.

    Raises InvalidInput where the seat is out of reach.
    """
    origin, heading = motion[0]["origin"][0], heading_of(motion[0]["rotation"][0])
    prop, position, orientation = biped.look_at(name)
    seat = find_seat(prop, position, orientation, origin[:2], heading)
    knee = float(biped.memory["limb_mean"][0, LEFT, STANCE_KNEE]) or USUAL_KNEE
    gravity, dt = float(biped.command["gravity"][0]), float(biped.command["dt"][0])
    plan = SeatPlan(biped.character, biped.anatomy[0], gravity, knee)
    if not seated:
        _check_reach(plan, motion[0], seat, name)
    biped.sitting = Sitting(plan, seat, motion, seated=seated, time_step=dt)


def _check_reach(plan: SeatPlan, motion: Any, seat: Seat, name: str) -> None:
    ahead = np.array([math.cos(seat.heading), math.sin(seat.heading)])
    way = plan.ankles(motion).mean(axis=0)[:2] - seat.edge
    before, furthest = float(way @ ahead), FURTHEST * plan.leg
    aside = float(np.linalg.norm(way - before * ahead))
    if not 0.0 < before < furthest or aside > ASIDE * plan.leg:
        raise InvalidInput(
            f"The seat {name!r} is out of reach: the ankles are {before:.2f} m before its front "
            f"edge and {aside:.2f} m beside it, allowed: 0 to {furthest:.2f} m before it and "
            f"{ASIDE * plan.leg:.2f} m beside it. Let the performer stand nearer, its back to it."
        )


def may_sit_down(biped: Biped, motion: NDArray[Any]) -> bool:
    """Whether it is on its feet and still."""
    speed = float(np.linalg.norm(motion[0]["com_velocity"]))
    return biped.sitting is None and biped.memory["mode"][0] == STANDING and speed < STILL


def dress(biped: Biped, values: Values) -> None:
    """Wear the cue's style."""
    set_gait(biped, {**values, "stance_knee": None})
