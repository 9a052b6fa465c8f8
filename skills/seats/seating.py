"""Taking a seat: common parts of sitting down, starting seated and rising."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...base.errors import InvalidInput
from ...controllers.balance.sitting import middle_of_hips
from ...controllers.gait.style_channels import STANCE_KNEE
from ...controllers.program.anatomy import LEFT, make_anatomy
from ...shots.cue import first_seat
from ...shots.shot import Ground, Performer, Prop
from ...simulation.body import Motion
from ...simulation.over_ground import place_of
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, heading_of, wrapped
from ..behaviour import Values
from ..biped import Biped
from ..gait_command import set_gait
from ..hands.placing import Spot, ahead_of
from .plan import SeatPlan
from .pose import Crouch
from .seat import Seat, find_seat, side_towards
from .sitting import Sitting

USUAL_KNEE = 0.2  # [rad] of a performer without a style
# Of the leg: a body that would sit less deep by more than this comes nearer first.
SHALLOW = 0.03
SAME = 0.1  # [rad]: two headings of sides that are the same one
FURTHEST, ASIDE = 0.35, 0.1  # of the leg: largest distances of the ankles before and beside a seat


def start_seated(performer: Performer, props: Sequence[Prop], ground: Ground) -> Performer:
    """The performer on the seat from which its first cue rises; any other one unchanged."""
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


def take_seat(biped: Biped, motion: Rows[Motion], name: str, *, seated: bool) -> None:
    """Sit on a seat from now on, or begin to sit down on it.

    Raises InvalidInput where the seat is out of reach.
    """
    plan = _plan(biped)
    state = views_of(Motion, motion)
    seat = _seat_behind(biped, plan, state, name)
    if not seated:
        _check_reach(plan, state, seat, name)
    dt = float(biped.command["dt"])
    biped.sitting = Sitting(plan, seat, motion, seated=seated, time_step=dt)


def can_sit_well(
    biped: Biped, motion: Rows[Motion], name: str, place: tuple[float, float] | None
) -> bool:
    """Whether the body can sit as deep from its present place as from a usual one.

    Args:
        place: (x, y) [m] before which part of the seat it shall sit; None: anywhere on it.
    """
    plan, state = _plan(biped), views_of(Motion, motion)
    seat = _seat_behind(biped, plan, state, name)
    if place is not None:
        wanted = _seat_from(biped, plan, name, np.array(place))
        if abs(wrapped(wanted.heading - seat.heading)) > SAME:
            return False
        seat = replace(seat, edge=wanted.edge)
    before, aside = _way_to(plan, state, seat)
    if not _is_in_reach(plan, before, aside):
        return False
    crouch = plan.crouch_of(state)
    off = (plan.seat_to_reach(crouch, seat).hips - _usual(plan, state, seat).hips)[:2]
    return float(off @ ahead_of(seat.heading)) < SHALLOW * plan.leg


def spot_before(
    biped: Biped, motion: Rows[Motion], name: str, place: tuple[float, float] | None
) -> Spot:
    """The spot to sit down from: before the seat's side that a place (x, y) [m] is nearest to, or,
    without one, before the side nearest to the body or behind it.
    """
    plan, state = _plan(biped), views_of(Motion, motion)
    seat = _seat_behind(biped, plan, state, name)
    if place is not None:
        seat = _seat_from(biped, plan, name, np.array(place))
    elif not _is_in_reach(plan, *_way_to(plan, state, seat)):
        seat = _seat_from(biped, plan, name, place_of(motion))
    ankles = _usual(plan, state, seat).ankles.mean(axis=0)[:2]
    return Spot(ankles + plan.sole_middle * ahead_of(seat.heading), seat.heading)


def _plan(biped: Biped) -> SeatPlan:
    knee = float(biped.memory["limb_mean"][LEFT, STANCE_KNEE]) or USUAL_KNEE
    gravity = float(biped.command["gravity"])
    return SeatPlan(biped.character, biped.anatomy, gravity, knee)


def _seat_behind(biped: Biped, plan: SeatPlan, motion: Motion, name: str) -> Seat:
    hips, heading = middle_of_hips(biped.anatomy, motion), heading_of(motion.rotation[0])
    return find_seat(*biped.look_at(name), hips[:2], heading, plan.breadth)


def _seat_from(biped: Biped, plan: SeatPlan, name: str, place: Array) -> Seat:
    """The seat as seen from a place (2,) [m] before it."""
    prop, position, orientation = biped.look_at(name)
    heading = side_towards(prop, position, orientation, place)
    return find_seat(prop, position, orientation, place, heading, plan.breadth)


def _usual(plan: SeatPlan, motion: Motion, seat: Seat) -> Crouch:
    """A seated pose from which the body can rise, on the ground under its feet."""
    return plan.rest(seat, plan.ground_of(motion))


def _way_to(plan: SeatPlan, motion: Motion, seat: Seat) -> tuple[float, float]:
    """Distances of the ankles before the seat's front edge and beside the place to sit [m]."""
    ahead = ahead_of(seat.heading)
    way = plan.ankles(motion).mean(axis=0)[:2] - seat.edge
    before = float(way @ ahead)
    return before, float(np.linalg.norm(way - before * ahead))


def _is_in_reach(plan: SeatPlan, before: float, aside: float) -> bool:
    return 0.0 < before < FURTHEST * plan.leg and aside < ASIDE * plan.leg


def _check_reach(plan: SeatPlan, motion: Motion, seat: Seat, name: str) -> None:
    before, aside = _way_to(plan, motion, seat)
    if not _is_in_reach(plan, before, aside):
        raise InvalidInput(
            f"The seat {name!r} is out of reach: the ankles are {before:.2f} m before its front "
            f"edge and {aside:.2f} m beside it, allowed: 0 to {FURTHEST * plan.leg:.2f} m before "
            f"it and {ASIDE * plan.leg:.2f} m beside it. Clear the way to it."
        )


def dress(biped: Biped, values: Values) -> None:
    """Apply the cue's style."""
    set_gait(biped, {**values, "stance_knee": None})
