"""Standing and walking on what moves: a body balances in the frame of the surface that bears it.

The laws of motion are the same in all frames that move uniformly. The body therefore reads its
velocities against the surface, and the places that its walking law remembers move along. Where the
surface speeds up, its frame does not move uniformly: that acts on the body as a push does.
"""

from __future__ import annotations

from typing import Any

from ...controllers.gait.records import GaitCommand, GaitMemory
from ...controllers.program.anatomy import Anatomy
from ...simulation.body import Motion
from ...simulation.records import Rows, copy_of, unchecked, views_of
from ...simulation.rotation import Array

PLACES = ("foothold", "planned", "begin", "lift_off", "pressure", "swing_last")  # remembered


def seen_from_ground(motions: Rows[Motion], velocity: Array) -> Rows[Motion]:
    """A body's state with velocities against the ground, which moves with (3,) [m/s]."""
    seen = copy_of(motions)
    fields = unchecked(seen)
    fields["velocity"][0] -= velocity
    fields["com_velocity"][0] -= velocity
    return seen


def carry(command: GaitCommand, memory: GaitMemory, way: Array) -> None:
    """Move the places that a walker remembers and sees along with the ground, by (3,) [m]."""
    places: Any = memory
    for name in PLACES:
        places[name] += way[: len(places[name])]
    memory["lift_floor"] += way[2]
    if memory["hips"] != 0.0:  # a body that has just entered has no target yet
        memory["hips"] += way[2]
    command["floor"] += way[2]
    command["landing"] += way[2]
    command["summit"] += way[2]


def feel_floor(motions: Rows[Motion], anatomy: Anatomy, command: GaitCommand) -> None:
    """Take the ground as level, at the height of the lower sole."""
    ankles = views_of(Motion, motions).origin[anatomy["foot"], 2]
    command["floor"][:] = (ankles - anatomy["ankle_height"]).min()
