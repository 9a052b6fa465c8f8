"""Compiled calls of Bullet's C interface, for what happens in each time step.

A client, a command, a status and an array are addresses. A call costs tens of nanoseconds from
compiled code, and microseconds from Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
from numba import carray, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from .body import Body, Motion, move
from .bullet_library import SIGNATURES, address_of, missing_functions
from .compiled import compiled
from .extrapolation import moved_on
from .hanging.springs import Spring, spring_torques
from .records import Rows
from .rotation import Array

Integers = NDArray[np.int64]
KINDS = {"p": types.intp, "i": types.intc, "d": types.float64, "v": types.void}
TORQUE = 1  # control mode
# Codes of statuses, and the size of a contact point's record, in PhysicsClientC_API's header.
STATE_READ, STEPPED, CONTACTS_READ = 21, 26, 39
DOUBLES, INTEGERS = 22, 44  # of a contact point, seen as either
BODY, OTHER, LINK, OTHER_LINK = 1, 2, 3, 4  # integers of a contact point
# Doubles of a contact point.
PLACES, NORMAL, DISTANCE, PUSH, GRIPS, DIRECTIONS = 3, 9, 12, 13, 14, 16


class Commands(NamedTuple):
    """The torques of all characters of a world.

    Attributes:
        bodies: (b,) numbers of bodies; is_moved: (b,) whether torques act on them.
        joints: (b + 1,) index of each body's first joint.
        first, sizes: (joints,) number of a joint's first velocity in the engine, and how many.
        torques: flat, joint by joint [N m]; those of a body's chains are its last.
        first_spring: (b + 1,) index of the first joint of each body's chains.
        turns_at, rates_at: (4 s,), (3 s,) indices of these joints' turns (w, x, y, z) and rates in
            the engine's positions and velocities of the body.
        springs: of all these joints; None where there are none, whose code is then not compiled.
        time_step: [s].
    """

    bodies: Integers
    is_moved: NDArray[np.bool_]
    joints: Integers
    first: Integers
    sizes: Integers
    torques: Array
    first_spring: Integers
    turns_at: Integers
    rates_at: Integers
    springs: Rows[Spring] | None
    time_step: float


def _external(name: str) -> Any:
    """A function of the interface, for compiled code; code from the cache finds it by its name."""
    if name not in missing_functions():
        llvm.add_symbol(f"b3{name}", address_of(name))
    result, *arguments = (KINDS[kind] for kind in SIGNATURES[name])
    return types.ExternalFunction(f"b3{name}", result(*arguments))


submit = _external("SubmitClientCommand")
process = _external("ProcessServerStatus")
status_type = _external("GetStatusType")
step_command = _external("InitStepSimulationCommand")
state_command = _external("RequestActualStateCommandInit")
state_of = _external("GetStatusActualState")
contacts_command = _external("InitRequestContactPointInformation")
contacts_of = _external("GetContactPointInformation")
control_command = _external("JointControlCommandInit2")
set_torques = _external("JointControlSetDesiredForceTorqueMultiDof")


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def pointer(context: Any, address: Any) -> Any:
    """An address as a pointer, for `carray`."""

    def build(codegen: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], codegen.get_value_type(types.voidptr))

    return types.voidptr(types.intp), build


@compiled
def rows_at(address: int, like: Any) -> Any:
    """The (1,) record at an address, of the same type as another one."""
    return carray(pointer(address), (1,), like.dtype)


@compiled
def integers_at(address: int, count: int) -> Integers:
    """The (n,) integers at an address."""
    found: Integers = carray(pointer(address), (count,), np.int64)
    return found


@compiled
def flags_at(address: int, count: int) -> NDArray[np.bool_]:
    """The (n,) truth values at an address."""
    found: NDArray[np.bool_] = carray(pointer(address), (count,), np.bool_)
    return found


@compiled
def vectors_at(address: int, count: int) -> Array:
    """The (n, 3) numbers at an address."""
    found: Array = carray(pointer(address), (count, 3), np.float64)
    return found


@compiled
def take_step(client: int, commands: Commands) -> bool:
    """Advance a world by one time step under its torques; return whether it did."""
    command_torques(client, commands)
    return bare_step(client)


@compiled
def command_torques(client: int, commands: Commands) -> None:
    """Have torques act in the next time step."""
    _spring_back(client, commands, commands.springs)
    start = commands.torques.ctypes.data
    for body in range(len(commands.bodies)):
        command = control_command(client, commands.bodies[body], TORQUE)
        for joint in range(commands.joints[body], commands.joints[body + 1]):
            set_torques(command, commands.first[joint], start, commands.sizes[joint])
            start += 8 * commands.sizes[joint]
        if commands.is_moved[body]:
            submit(client, command)
            process(client)
    commands.is_moved[:] = False


@compiled
def _spring_back(client: int, commands: Commands, springs: Rows[Spring] | None) -> None:
    """Set the torques of the chains' springs on the bodies that move."""
    if springs is not None:
        end = 0
        for body in range(len(commands.bodies)):
            end += commands.sizes[commands.joints[body] : commands.joints[body + 1]].sum()
            first, last = commands.first_spring[body], commands.first_spring[body + 1]
            if last > first and commands.is_moved[body]:
                _, turns, rates = read_state(
                    client, commands.bodies[body], commands.turns_at[4 * first : 4 * last],
                    commands.rates_at[3 * first : 3 * last],
                )  # fmt: skip
                count = last - first
                torques = commands.torques[end - 3 * count : end].reshape((count, 3))
                spring_torques(
                    springs, first, turns.reshape((count, 4)), rates.reshape((count, 3)),
                    commands.time_step, torques,
                )  # fmt: skip


@compiled
def bare_step(client: int) -> bool:
    """Bullet's own part of a time step; return whether it was taken."""
    submit(client, step_command(client))
    return bool(status_type(process(client)) == STEPPED)


@compiled
def read_state(
    client: int, identity: int, positions_at: Integers, rates_at: Integers
) -> tuple[Array, Array, Array]:
    """The state of a body: see `Engine.state`.

    Args:
        positions_at, rates_at: indices of the flat joint positions and rates in the engine's.
    """
    submit(client, state_command(client, identity))
    status = process(client)
    if status_type(status) != STATE_READ:
        raise RuntimeError("the state of a body could not be read")
    found = np.zeros(2, np.intp)
    at = found.ctypes.data
    state_of(status, 0, 0, 0, 0, at, at + 8, 0)
    most, fastest = 7, 6
    if len(positions_at) > 0:
        most, fastest = max(most, positions_at.max() + 1), max(fastest, rates_at.max() + 1)
    places = carray(pointer(found[0]), (most,), np.float64)
    rates = carray(pointer(found[1]), (fastest,), np.float64)
    root = np.empty(13)
    root[0:3] = places[0:3]
    root[3] = places[6]
    root[4:7] = places[3:6]
    root[7:13] = rates[0:6]
    return root, places[positions_at], rates[rates_at]


@compiled
def read_motion(
    client: int, identity: int, positions_at: Integers, rates_at: Integers, bodies: Rows[Body],
    motions: Rows[Motion], ahead: float,
) -> None:  # fmt: skip
    """Read the state of a body, or what it will be a time [s] later, into a motion's record."""
    root, positions, rates = read_state(client, identity, positions_at, rates_at)
    if ahead > 0.0:
        root, positions = moved_on(bodies[0], root, positions, rates, ahead)
    move(bodies, root, positions, rates, motions)


@compiled
def request_contacts(client: int, place: Integers) -> int:
    """Number of contact points of a world in the last step, and their address in `place` (1,)."""
    submit(client, contacts_command(client))
    if status_type(process(client)) != CONTACTS_READ:
        raise RuntimeError("the contacts of a world could not be read")
    found = np.zeros(2, np.intp)
    contacts_of(client, found.ctypes.data)
    place[0] = found[1]
    return int(found[0] & 0xFFFFFFFF)


@compiled
def read_loads(
    count: int, place: int, identity: int, ground: int, segment_of_link: Integers, load: Array,
    forces: Array, touches_ground: NDArray[np.bool_],
) -> None:  # fmt: skip
    """Sum up the contacts of one body: see `Actor`.

    Args:
        count, place: from `request_contacts`.
        ground: the ground's number.
        segment_of_link: as in `Actor`. What touches a chain pulls at its carrier, which does not
            touch the ground by that.
    """
    load[:] = 0.0
    forces[:] = 0.0
    touches_ground[:] = False
    if count == 0:
        return
    numbers = carray(pointer(place), (count, DOUBLES), np.float64)
    names = carray(pointer(place), (count, INTEGERS), np.int32)
    for point in range(count):
        swaps = names[point, BODY] != identity
        if swaps and names[point, OTHER] != identity:
            continue
        other = names[point, BODY] if swaps else names[point, OTHER]
        link = names[point, OTHER_LINK] if swaps else names[point, LINK]
        segment, point_numbers = segment_of_link[link + 1], numbers[point]
        hangs = segment < 0
        if hangs:
            segment = -1 - segment
        if point_numbers[DISTANCE] < 0.0 and other == ground and not hangs:
            touches_ground[segment] = True
        force = _force_at(point_numbers, swaps)
        touches_itself = other == identity
        if not touches_itself:
            load[segment] += force[2]
        for k in range(3):
            forces[segment, k] += force[k]
            if touches_itself:
                touched = segment_of_link[names[point, OTHER_LINK] + 1]
                forces[touched if touched >= 0 else -1 - touched, k] -= force[k]


@compiled
def read_supports(count: int, place: int, identity: int, upright: float) -> Array:
    """The contacts that bear one body from below: see `Engine.supports`.

    Args:
        count, place: from `request_contacts`.
        upright: least upward part of a contact's normal.
    """
    found = np.empty((count, 5))
    if count == 0:
        return found
    numbers = carray(pointer(place), (count, DOUBLES), np.float64)
    names = carray(pointer(place), (count, INTEGERS), np.int32)
    rows = 0
    for point in range(count):
        swaps = names[point, BODY] != identity
        if names[point, BODY] == names[point, OTHER] or (
            swaps and names[point, OTHER] != identity
        ):
            continue
        up = -numbers[point, NORMAL + 2] if swaps else numbers[point, NORMAL + 2]
        if up > upright:
            found[rows, 0] = names[point, BODY] if swaps else names[point, OTHER]
            start = PLACES + 3 if swaps else PLACES
            found[rows, 1:4] = numbers[point, start : start + 3]
            found[rows, 4] = numbers[point, PUSH] * up
            rows += 1
    return found[:rows]


@compiled
def _force_at(numbers: Array, swaps: bool) -> Array:
    """(3,) force of a contact point on the body that it was asked for [N]."""
    force = np.empty(3)
    for k in range(3):
        normal = -numbers[NORMAL + k] if swaps else numbers[NORMAL + k]
        force[k] = numbers[PUSH] * normal
        for way in range(2):
            force[k] += numbers[GRIPS + way] * numbers[DIRECTIONS + 3 * way + k]
    return force
