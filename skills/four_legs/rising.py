"""Rising from sitting, from lying on the belly or on the side (Jones 2011, 5.1.2 to 5.1.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .get_up_ways import Rise, Roll
from .quadruped import Quadruped
from .rising_from_belly import rise_from_belly
from .rolling import roll_over
from .routine import Routine
from .stages import stages_of


def stand_then(quadruped: Quadruped, then: Callable[[Quadruped], None]) -> None:
    """Call a function once the body stands; a body that sits or lies gets up first."""
    if quadruped.is_rising:
        quadruped.follows = then
        return
    quadruped.routine = None
    if quadruped.posture == "standing":
        then(quadruped)
        return
    quadruped.follows = then
    quadruped.must_choose = quadruped.posture in quadruped.ways_up
    if quadruped.posture == "fallen":
        get_up_from_side(quadruped, Roll(), Rise())
        return
    ends = partial(end_on_feet, quadruped)
    if quadruped.posture == "sitting":
        quadruped.routine = Routine(quadruped, stages_of("sit_to_stand"), ends)
    else:
        step_up_from_belly(quadruped, ends)


def step_up_from_belly(quadruped: Quadruped, ends: Callable[[], None]) -> None:
    """From lying on the belly, one front foot after the other."""
    quadruped.routine = Routine(quadruped, stages_of("lie_to_stand"), ends)


def end_on_feet(quadruped: Quadruped) -> None:
    """Called when the body stands: begin what it got up for."""
    follows, quadruped.follows = quadruped.follows, None
    quadruped.posture = "standing"
    quadruped.events.append("on_feet")
    if follows is not None:
        follows(quadruped)


def get_up_from_side(quadruped: Quadruped, roll: Roll, rise: Rise) -> None:
    """Begin to get up from the side in a given way."""
    ends = partial(end_on_feet, quadruped)
    roll_over(quadruped, roll, partial(rise_from_belly, quadruped, rise, ends))
