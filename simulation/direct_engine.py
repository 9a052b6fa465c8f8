"""The engine by Bullet's C interface: see `engine.Engine`."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import SimulationError
from .actor import Actor
from .body import Motion, move
from .bullet_calls import (
    Commands,
    read_loads,
    read_motion,
    read_state,
    read_supports,
    request_contacts,
    take_step,
)
from .bullet_library import RayHits, doubles, function
from .bullet_scene import BulletScene
from .engine import UPRIGHT_NORMAL, Handles, Layout, Numbers
from .plane import RAILS, root_in_plane
from .records import Rows, unchecked, whole_numbers
from .rotation import Array

FILE_SAVED, RAYS_CAST, SAVED, RESTORED = 10, 65, 93, 95  # codes as in `bullet_scene`
WORLD_FRAME = 2
NAMES = "mbcs" if sys.platform == "win32" else sys.getfilesystemencoding()  # of fopen's files


def _no_commands(time_step: float) -> Commands:
    none = np.empty(0, np.int64)
    return Commands(
        none, np.empty(0, np.bool_), np.zeros(1, np.int64), none, none, np.empty(0),
        np.zeros(1, np.int64), none, none, None, time_step,
    )  # fmt: skip


def _spread(joints: Sequence[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Indices of the turns (w, x, y, z) and of the rates of spherical joints."""
    turns = [info.position_index + k for info in joints for k in (3, 0, 1, 2)]
    rates = [info.velocity_index + k for info in joints for k in range(3)]
    return whole_numbers(turns), whole_numbers(rates)


class DirectEngine(BulletScene):
    """One world, by Bullet's C interface."""

    def __init__(self, gravity: Numbers, time_step: float) -> None:
        super().__init__(gravity, time_step)
        self._layouts: dict[int, Layout] = {}
        self._hanging_at: dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]] = {}
        self._commands = _no_commands(time_step)
        self._contacts = 0  # of the last step; -1 until they are asked for
        self._contacts_at = np.zeros(1, np.int64)

    # States

    def place_base(self, identity: int, center: Numbers, orientation: Numbers) -> None:
        w, x, y, z = orientation
        command = self.begin("CreatePoseCommandInit", identity)
        function("CreatePoseCommandSetBasePosition")(command, *center)
        function("CreatePoseCommandSetBaseOrientation")(command, x, y, z, w)
        self.submit(command)

    def set_base_going(self, identity: int, velocity: Numbers, turning: Numbers) -> None:
        command = self.begin("CreatePoseCommandInit", identity)
        function("CreatePoseCommandSetBaseLinearVelocity")(command, doubles(velocity))
        function("CreatePoseCommandSetBaseAngularVelocity")(command, doubles(turning))
        self.submit(command)

    def place_joint(self, identity: int, joint: int, position: Numbers, rates: Numbers) -> None:
        command = self.begin("CreatePoseCommandInit", identity)
        for name, values in (("Position", position), ("Velocity", rates)):
            function(f"CreatePoseCommandSetJoint{name}MultiDof")(
                self.client, command, joint, doubles(values), len(values)
            )
        self.submit(command)

    def pose(self, identity: int) -> tuple[Array, Array]:
        root = self._root(identity)
        return root[0:3], root[3:7]

    def velocity(self, identity: int) -> tuple[Array, Array]:
        root = self._root(identity)
        return root[7:10], root[10:13]

    def _root(self, identity: int) -> Array:
        none = np.empty(0, np.int64)
        return read_state(self.client, identity, none, none)[0]

    def state(self, actor: Actor) -> tuple[Array, Array, Array]:
        layout = self.layout(actor)
        root, positions, rates = read_state(
            self.client, actor.identity, layout.positions_at, layout.rates_at
        )
        if not actor.rails:
            return root, positions, rates
        root = root_in_plane(actor.rail_frame, positions, rates, actor.body.center[0])
        return root, positions[RAILS:], rates[RAILS:]

    def hanging_state(self, actor: Actor) -> tuple[Array, Array]:
        if actor.identity not in self._hanging_at:
            self._hanging_at[actor.identity] = _spread(self._hanging_joints(actor))
        at = self._hanging_at[actor.identity]
        _, turns, rates = read_state(self.client, actor.identity, *at)
        return turns.reshape(-1, 4), rates.reshape(-1, 3)

    def _hanging_joints(self, actor: Actor) -> list[Any]:
        joints = actor.hanging.joints if actor.hanging is not None else ()
        return [self.joint(actor.identity, joint) for joint in joints]

    def hinges(self, identity: int, joints: Sequence[int]) -> tuple[Array, Array]:
        infos = [self.joint(identity, joint) for joint in joints]
        _, positions, rates = read_state(
            self.client, identity, whole_numbers(info.position_index for info in infos),
            whole_numbers(info.velocity_index for info in infos),
        )  # fmt: skip
        return positions, rates

    def layout(self, actor: Actor) -> Layout:
        found = self._layouts.get(actor.identity)
        if found is None:
            found = self._layouts[actor.identity] = self._layout_of(actor)
        return found

    def _layout_of(self, actor: Actor) -> Layout:
        """The layout of a character's joints; makes room for its torques."""
        rails = [self.joint(actor.identity, joint) for joint in actor.rails]
        joints = [self.joint(actor.identity, joint) for joint in actor.movable]
        hanging = self._hanging_joints(actor)
        turns_at, turn_rates_at = _spread(hanging)
        flat = [info.position_index + k for info in joints for k in range(info.position_size)]
        rates = [info.velocity_index + k for info in joints for k in range(info.velocity_size)]
        old = self._commands
        bodies, torques, commanded = old.bodies, old.torques, [*joints, *hanging]
        springs = unchecked(old.springs)
        if actor.hanging is not None:
            own = actor.hanging.springs
            springs = own if springs is None else np.concatenate([springs, own])
        self._commands = Commands(
            np.append(bodies, actor.identity),
            np.append(old.is_moved, False),
            np.append(old.joints, len(old.first) + len(commanded)),
            np.append(old.first, [info.velocity_index for info in commanded]),
            np.append(old.sizes, [info.velocity_size for info in commanded]),
            np.append(torques, np.zeros(len(rates) + len(turn_rates_at))),
            np.append(old.first_spring, old.first_spring[-1] + len(hanging)),
            np.append(old.turns_at, turns_at),
            np.append(old.rates_at, turn_rates_at),
            springs,
            old.time_step,
        )
        return Layout(
            whole_numbers(
                [info.position_index for info in rails] + [flat[i] for i in actor.wxyz_order]
            ),
            whole_numbers([info.velocity_index for info in rails] + rates),
            len(bodies),
            slice(len(torques), len(torques) + len(rates)),
        )

    def heights(self, places: Array, top: float, bottom: float, layer: int) -> Array:
        starts, ends = (
            np.ascontiguousarray(np.column_stack([places, np.full(len(places), height)]))
            for height in (top, bottom)
        )
        command = self.begin("CreateRaycastBatchCommandInit")
        function("RaycastBatchSetNumThreads")(command, 1)
        function("RaycastBatchAddRays")(
            self.client, command, starts.ctypes.data, ends.ctypes.data, len(places)
        )
        function("RaycastBatchSetCollisionFilterMask")(command, layer)
        self.submit(command, RAYS_CAST, "look for the ground")
        found = RayHits()
        function("GetRaycastInformation")(self.client, ctypes.byref(found))
        hits = found.hits[: found.count]
        return np.array([hit.position[2] if hit.body >= 0 else np.nan for hit in hits])

    # Snapshots

    def remember(self) -> int:
        status = self.submit(self.begin("SaveStateCommandInit"), SAVED, "save its state")
        return int(function("GetStatusGetStateId")(status))

    def go_back(self, state: int) -> None:
        command = self.begin("LoadStateCommandInit")
        function("LoadStateSetStateId")(command, state)
        self.submit(command, RESTORED, "restore a state")
        self._contacts = -1

    def place_links(self, identity: int) -> None:
        command = self.begin("RequestActualStateCommandInit", identity)
        function("RequestActualStateCommandComputeForwardKinematics")(command, 1)
        self.submit(command)

    def forget(self, state: int) -> None:
        self.submit(self.begin("InitRemoveStateCommand", state))

    def save(self, path: Path) -> None:
        name = str(path).encode(NAMES)
        self.submit(self.begin("SaveBulletCommandInit", name), FILE_SAVED, f"write {str(path)!r}")

    def load(self, path: Path) -> None:
        command = self.begin("LoadStateCommandInit")
        function("LoadStateSetFileName")(command, str(path).encode(NAMES))
        self.submit(command, RESTORED, f"restore a state from {str(path)!r}")
        self._contacts = -1

    # Each time step

    def step(self) -> None:
        if not take_step(self.client, self._commands):
            raise SimulationError("The physics engine could not take a time step.")
        self._contacts = -1

    def read(self, actor: Actor) -> None:
        if actor.rails:
            move(actor.body_record, *self.state(actor), actor.motion_record)
            return
        self._read(actor, actor.motion_record, 0.0)

    def read_ahead(self, actor: Actor, time: float) -> None:
        self._read(actor, actor.motion_ahead, time)

    def _read(self, actor: Actor, motions: Rows[Motion], ahead: float) -> None:
        layout = self.layout(actor)
        read_motion(
            self.client, actor.identity, layout.positions_at, layout.rates_at, actor.body_record,
            motions, ahead,
        )  # fmt: skip

    def read_contacts(self, actor: Actor, ground: int) -> None:
        read_loads(
            self._count_contacts(), self._contacts_at[0], actor.identity, ground,
            actor.segment_of_link, actor.motion.load, actor.contact_forces, actor.touches_ground,
        )  # fmt: skip

    def supports(self, actor: Actor) -> Array:
        count = self._count_contacts()
        found: Array = read_supports(
            count, self._contacts_at[0], actor.identity, UPRIGHT_NORMAL
        )
        return found

    def _count_contacts(self) -> int:
        """The number of contacts in the last step; asks for them where this was not done yet."""
        if self._contacts < 0:
            self._contacts = request_contacts(self.client, self._contacts_at)
        return self._contacts

    def write_torques(self, actor: Actor, torques: Array) -> None:
        layout, commands = self.layout(actor), self._commands
        commands.torques[layout.span] = torques
        commands.is_moved[layout.number] = True

    def push(self, identity: int, link: int, force: Numbers, at: Numbers) -> None:
        command = self.begin("ApplyExternalForceCommandInit")
        function("ApplyExternalForce")(
            command, identity, link, doubles(force), doubles(at), WORLD_FRAME
        )
        self.submit(command)

    def twist(self, identity: int, link: int, torque: Numbers) -> None:
        command = self.begin("ApplyExternalForceCommandInit")
        function("ApplyExternalTorque")(command, identity, link, doubles(torque), WORLD_FRAME)
        self.submit(command)

    # For compiled code that advances the world itself

    def handles(self) -> Handles:
        self._contacts = -1
        return Handles(self.client, self._commands, self._contacts_at)
