"""The order of a runner's contacts: left and right in turn, or each foot twice in a skip."""

from __future__ import annotations

from ...simulation.compiled import compiled
from ..program.anatomy import LEFT, RIGHT
from ..program.record import Rows
from .records import RunMemory


@compiled
def contact_after(run: RunMemory, contact: int) -> int:
    """Index of the contact after `contact` in the cycle."""
    after: int = (contact + 1) % run["contacts"]
    return after


@compiled
def contact_before(run: RunMemory, contact: int) -> int:
    """Index of the contact before `contact` in the cycle."""
    count = run["contacts"]
    before: int = (contact + count - 1) % count
    return before


@compiled
def next_side(run: RunMemory) -> int:
    """The foot that lands next, LEFT or RIGHT."""
    side: int = run["contact_side"][contact_after(run, run["contact"])]
    return side


@compiled
def lands(run: RunMemory, side: int) -> bool:
    """Whether a foot has a contact in the cycle; a body that hops carries the other one."""
    found = False
    for contact in range(run["contacts"]):
        found |= run["contact_side"][contact] == side
    return found


@compiled
def swings(run: RunMemory, side: int) -> bool:
    """Whether a foot is off the ground."""
    swinging: bool = run["airborne"] == 1 or side != run["side"]
    return swinging


@compiled
def carried(run: RunMemory, side: int) -> bool:
    """Whether a foot is off the ground and does not land."""
    is_carried: bool = swings(run, side) and not lands(run, side)
    return is_carried


@compiled
def hops(run: RunMemory, contact: int) -> bool:
    """Whether the foot of a contact is also the next one to land."""
    sides = run["contact_side"]
    same: bool = sides[contact] == sides[contact_after(run, contact)]
    return same


@compiled
def first_contact(runs: Rows[RunMemory], side: int) -> int:
    """Index of a foot's contact that follows one of the other foot; 0 where only one of them lands.
    """
    run, contact = runs[0], 0
    if lands(run, LEFT) and lands(run, RIGHT):
        while run["contact_side"][contact] != side or hops(run, contact_before(run, contact)):
            contact += 1
    return contact


@compiled
def landing_of(run: RunMemory, side: int) -> int:
    """Index of the next contact of a foot that lands."""
    contact: int = contact_after(run, run["contact"])
    while run["contact_side"][contact] != side:
        contact = contact_after(run, contact)
    return contact


@compiled
def swing_time(run: RunMemory, side: int) -> float:
    """Time [s] that a foot is off the ground before its next landing."""
    contact = contact_before(run, landing_of(run, side))
    lasting: float = run["flights"][contact]
    while run["contact_side"][contact] != side:
        lasting += run["stances"][contact]
        contact = contact_before(run, contact)
        lasting += run["flights"][contact]
    return lasting


@compiled
def cycle_phase(run: RunMemory) -> float:
    """Phase in the cycle of all contacts, from 0 to 1."""
    contact = run["contact"]
    start, end = run["contact_start"][contact], run["contact_end"][contact]
    share = min(run["elapsed"] / run["stance_time"], 1.0)
    if run["airborne"]:
        following = run["contact_start"][contact_after(run, contact)]
        start, end = end, following + (1.0 if following < end else 0.0)
        share = min(run["elapsed"] / run["flights"][contact], 1.0)
    phase: float = start + share * (end - start)
    return phase - 1.0 if phase >= 1.0 else phase


@compiled
def cycle_time(run: RunMemory) -> float:
    """Duration of the cycle of all contacts [s]."""
    lasting = 0.0
    for contact in range(run["contacts"]):
        lasting += run["stances"][contact] + run["flights"][contact]
    return lasting
