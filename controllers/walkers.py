"""Time steps of a world whose performers only walk or stand, without Python between them."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from ..simulation.body import Body, Motion
from ..simulation.bullet_calls import (
    Commands,
    Integers,
    flags_at,
    integers_at,
    read_loads,
    read_motion,
    request_contacts,
    rows_at,
    take_step,
    vectors_at,
)
from ..simulation.compiled import compiled
from ..simulation.foot_watch import FALLS, FootWatch, watch_body
from .balance.toppling import topples
from .balance.walker import walk_actuators
from .control_rate import ControlRate, is_in_a_hurry, longest_hold
from .gait.records import GaitCommand, GaitMemory
from .program.anatomy import Anatomy
from .program.record import Rows, dtype_of

FAILED, WENT_ON, FOUND = range(3)  # how a stretch ended


class Walker(TypedDict):
    """A performer in a stretch of time steps: its state at run time, and where its arrays are."""

    decides_until: float  # time from which on Python must decide [s]
    decided_at: float  # when its law was last asked [s]
    held: int  # number of time steps for which its last torques hold
    steps_left: int  # of these
    may_hold: int  # whether its law allows that torques hold
    recovers: int  # whether it protects itself once it topples
    known: int  # bits for `watch_body`
    found: int  # what `watch_body` found
    identity: int  # in the engine
    number: int  # among the characters whose torques the engine takes
    torques_at: int  # its first torque among those of all
    segments: int
    links: int  # of the engine, the base included
    positions: int  # flat joint positions
    rates: int  # flat joint rates
    body: int  # addresses of its records, from here on
    anatomy: int
    motion: int
    ahead: int
    command: int
    memory: int
    watch: int
    rate: int
    contact_forces: int  # addresses of its arrays, from here on
    touches_ground: int
    may_touch: int
    segment_of_link: int
    positions_at: int
    rates_at: int


WALKER = dtype_of(Walker)


class Kinds(NamedTuple):
    """One example of each record; the walkers' records are of the same types."""

    body: Rows[Body]
    anatomy: Rows[Anatomy]
    motion: Rows[Motion]
    command: Rows[GaitCommand]
    memory: Rows[GaitMemory]
    watch: Rows[FootWatch]
    rate: Rows[ControlRate]


@compiled
def walk_on(
    client: int, ground: int, commands: Commands, walkers: Rows[Walker], kinds: Kinds,
    contacts_at: Integers, first: int, most: int, time_step: float,
) -> tuple[int, int]:  # fmt: skip
    """Advance a world until Python must decide; return how that ended, and the steps taken.

    Args:
        client: of the engine; ground: the ground's number there.
        walkers: (w,) all that move in the world.
        contacts_at: (1,) room for an address.
        first: number of the first time step since the shot's beginning; most: how many.
        time_step: [s].
    """
    for step in range(most):
        time = (first + step) * time_step
        if _someone_waits(walkers, time):
            return WENT_ON, step
        found = False
        for i in range(len(walkers)):
            walker = walkers[i]
            if walker["steps_left"] == 0:
                found |= _decide(client, commands, walker, kinds, time, time_step)
            commands.is_moved[walker["number"]] = True
        if found:
            return FOUND, step
        if not take_step(client, commands):
            return FAILED, step
        _read(client, ground, walkers, kinds, contacts_at)
    return WENT_ON, most


@compiled
def _someone_waits(walkers: Rows[Walker], time: float) -> bool:
    """Whether Python must decide for a walker at a time [s]."""
    for i in range(len(walkers)):
        if walkers[i]["steps_left"] == 0 and time > walkers[i]["decides_until"]:
            return True
    return False


@compiled
def _decide(
    client: int, commands: Commands, walker: Walker, kinds: Kinds, time: float, time_step: float
) -> bool:
    """Ask a walker's law for torques; return whether its feet strike, or it falls."""
    motions = rows_at(walker["motion"], kinds.motion)
    commands_of = rows_at(walker["command"], kinds.command)
    memories = rows_at(walker["memory"], kinds.memory)
    bodies = rows_at(walker["body"], kinds.body)
    anatomies = rows_at(walker["anatomy"], kinds.anatomy)
    rates = rows_at(walker["rate"], kinds.rate)
    commands_of[0]["dt"] = time_step * walker["held"]
    held = longest_hold(rates, motions[0].load[: walker["segments"]], time)
    if walker["may_hold"] == 0 or is_in_a_hurry(memories[0]):
        held = 1
    known = motions
    if held > 1:
        known = rows_at(walker["ahead"], kinds.motion)
        _read_state(client, walker, bodies, known, (held - 1) * time_step)
        known[0].load[:] = motions[0].load
    torques = walk_actuators(bodies, anatomies, known, commands_of, memories)
    at = walker["torques_at"]
    commands.torques[at : at + len(torques)] = torques
    walker["held"] = walker["steps_left"] = held
    walker["found"] = _watch(walker, kinds, motions, time)
    if walker["recovers"] and topples(motions, anatomies, commands_of[0]["gravity"]):
        walker["found"] |= FALLS
    walker["decided_at"] = time
    return walker["found"] != 0


@compiled
def _watch(walker: Walker, kinds: Kinds, motions: Rows[Motion], time: float) -> int:
    watches = rows_at(walker["watch"], kinds.watch)
    touches = flags_at(walker["touches_ground"], walker["segments"])
    may_touch = flags_at(walker["may_touch"], walker["segments"])
    since = time - walker["decided_at"]
    return int(watch_body(motions, watches, touches, may_touch, time, since, walker["known"]))


@compiled
def _read_state(
    client: int, walker: Walker, bodies: Rows[Body], motions: Rows[Motion], ahead: float
) -> None:
    """Read a walker's state, or what it will be a time [s] later."""
    positions_at = integers_at(walker["positions_at"], walker["positions"])
    rates_at = integers_at(walker["rates_at"], walker["rates"])
    read_motion(client, walker["identity"], positions_at, rates_at, bodies, motions, ahead)


@compiled
def _read(
    client: int, ground: int, walkers: Rows[Walker], kinds: Kinds, contacts_at: Integers
) -> None:
    """Read states and contacts of the walkers whose laws are asked next."""
    count = -1  # of contacts, until they are asked for
    for i in range(len(walkers)):
        walker = walkers[i]
        walker["steps_left"] -= 1
        if walker["steps_left"] > 0:
            continue
        motions = rows_at(walker["motion"], kinds.motion)
        bodies = rows_at(walker["body"], kinds.body)
        _read_state(client, walker, bodies, motions, 0.0)
        if count < 0:
            count = request_contacts(client, contacts_at)
        segments = walker["segments"]
        read_loads(
            count, contacts_at[0], walker["identity"], ground,
            integers_at(walker["segment_of_link"], walker["links"]),
            motions[0].load[:segments],
            vectors_at(walker["contact_forces"], segments),
            flags_at(walker["touches_ground"], segments),
        )  # fmt: skip
