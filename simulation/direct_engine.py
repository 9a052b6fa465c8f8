"""The engine by Bullet's C interface: see `engine.Engine`."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import SimulationError
from .actor import Actor
from .body import FIXED, HINGE, SPHERICAL, UNIVERSAL, Motion, move
from .bullet_calls import (
    Integers,
    advance,
    read_loads,
    read_motion,
    read_state,
    request_contacts,
)
from .bullet_library import JointInfo, RayHits, doubles, function
from .engine import FROM_Z, SHORTEST, SOLVER_ITERATIONS, UNBOUNDED, Numbers
from .links import NO_SHAPE, SLIDE, UPRIGHT, LinkTree
from .plane import RAILS, root_in_plane
from .records import Rows
from .rotation import Array

# Codes of the header PhysicsClientC_API.h and of SharedMemoryPublic.h in PyBullet 3.2.7.
SHAPE_MADE, BODY_MADE, RAYS_CAST, SAVED, RESTORED = 80, 84, 65, 93, 95
JOINT_TYPES = {HINGE: 0, UNIVERSAL: 0, SLIDE: 1, SPHERICAL: 2, FIXED: 4}
SPHERICAL_JOINT = 2
VELOCITY_MODE, POSITION_MODE = 0, 2
MOTOR_GAINS = 0.1, 1.0, 1.0  # as the module sets them: they multiply a largest torque of 0
SELF_COLLISION = 8
CONCAVE_MESH = 1 | 2  # with edges inside flat faces told from real ones
WORLD_FRAME = 2
UNSCALED, NOWHERE, UP = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)


class Layout(NamedTuple):
    """Where the engine keeps a character's joints: see `bullet_calls`.

    Attributes:
        number: of the character among all; span: of its torques among those of all.
    """

    positions_at: Integers
    rates_at: Integers
    number: int
    span: slice


class Commands(NamedTuple):
    """The torques of all characters: see `bullet_calls.advance`."""

    bodies: Integers
    is_moved: NDArray[np.bool_]
    joints: Integers
    first: Integers
    sizes: Integers
    torques: Array


def _no_commands() -> Commands:
    none = np.empty(0, np.int64)
    return Commands(none, np.empty(0, np.bool_), np.zeros(1, np.int64), none, none, np.empty(0))


class DirectEngine:
    """One world, by Bullet's C interface."""

    def __init__(self, gravity: Numbers, time_step: float) -> None:
        self.client = function("ConnectPhysicsDirect")()
        if not self.client:
            raise SimulationError("The physics engine could not start a world.")
        self._layouts: dict[int, Layout] = {}
        self._commands = _no_commands()
        self._contacts = 0  # of the last step; -1 until they are asked for
        self._contacts_at = np.zeros(1, np.int64)
        command = self._begin("InitPhysicsParamCommand")
        for name, value in (
            ("PhysicsParamSetTimeStep", time_step),
            ("PhysicsParamSetNumSubSteps", 1),
            ("PhysicsParamSetNumSolverIterations", SOLVER_ITERATIONS),
            ("PhysicsParameterSetDeterministicOverlappingPairs", 1),
        ):
            function(name)(command, value)
        function("PhysicsParamSetGravity")(command, *(float(value) for value in gravity))
        self._submit(command)

    def close(self) -> None:
        if self.client:
            function("DisconnectSharedMemory")(self.client)
            self.client = None

    def _begin(self, name: str, *arguments: Any) -> Any:
        """A new command."""
        return function(name)(self.client, *arguments)

    def _submit(self, command: Any, expected: int | None = None, what: str = "") -> Any:
        """Carry out a command and return its status."""
        function("SubmitClientCommand")(self.client, command)
        status = function("ProcessServerStatus")(self.client)
        if expected is not None and function("GetStatusType")(status) != expected:
            raise SimulationError(f"The physics engine could not {what}.")
        return status

    def step(self, count: int = 1) -> None:
        if not advance(self.client, count, *self._commands):
            raise SimulationError("The physics engine could not take a time step.")
        self._commands.is_moved[:] = False
        self._contacts = -1

    # Shapes

    def plane(self) -> int:
        return self._shape(("CreateCollisionShapeAddPlane", doubles(UP), 0.0))

    def box(self, size: Numbers, center: Numbers = NOWHERE) -> int:
        return self._shape(_box(size), places=[(center, UPRIGHT)])

    def spheres(self, radius: float, centers: Sequence[Numbers]) -> int:
        return self._shape(
            *(_sphere(radius) for _ in centers), places=[(center, UPRIGHT) for center in centers]
        )

    def box_and_spheres(
        self, size: Numbers, center: Numbers, spheres: Sequence[tuple[Numbers, float]]
    ) -> int:
        places = [(place, UPRIGHT) for place in (center, *(place for place, _ in spheres))]
        return self._shape(_box(size), *(_sphere(radius) for _, radius in spheres), places=places)

    def sphere(self, radius: float) -> int:
        return self._shape(_sphere(radius))

    def capsule(
        self, radius: float, height: float, center: Numbers = NOWHERE, axis: int = 2
    ) -> int:
        cylinder = max(height - 2 * radius, SHORTEST)
        return self._shape(
            ("CreateCollisionShapeAddCapsule", float(radius), float(cylinder)),
            places=[(center, FROM_Z[axis])],
        )

    def hull(self, vertices: Sequence[Numbers]) -> int:
        points = doubles(number for vertex in vertices for number in vertex)
        return self._mesh("CreateCollisionShapeAddConvexMesh", points, len(vertices))

    def triangles(self, vertices: Sequence[Numbers], triangles: Sequence[Sequence[int]]) -> int:
        points = doubles(number for vertex in vertices for number in vertex)
        corners = [corner for triangle in triangles for corner in triangle]
        indices = (ctypes.c_int * len(corners))(*corners)
        return self._mesh(
            "CreateCollisionShapeAddConcaveMesh", points, len(vertices), indices, len(corners),
            flags=CONCAVE_MESH,
        )  # fmt: skip

    def _mesh(self, name: str, *arguments: Any, flags: int = 0) -> int:
        command = self._begin("CreateCollisionShapeCommandInit")
        shape = function(name)(self.client, command, doubles(UNSCALED), *arguments)
        if flags:
            function("CreateCollisionSetFlag")(command, shape, flags)
        return self._made_shape(command)

    def _shape(
        self, *parts: tuple[Any, ...], places: Sequence[tuple[Numbers, Numbers]] = ()
    ) -> int:
        """A shape of parts: a function's name and arguments each; with or without places."""
        command = self._begin("CreateCollisionShapeCommandInit")
        for i, (name, *arguments) in enumerate(parts):
            part = function(name)(command, *arguments)
            if places:
                function("CreateCollisionShapeSetChildTransform")(
                    command, part, doubles(places[i][0]), doubles(places[i][1])
                )
        return self._made_shape(command)

    def _made_shape(self, command: Any) -> int:
        status = self._submit(command, SHAPE_MADE, "make a shape")
        return int(function("GetStatusCollisionShapeUniqueId")(status))

    # Bodies

    def add_body(
        self,
        shape: int,
        mass: float = 0.0,
        position: Numbers = NOWHERE,
        orientation: Numbers = (1.0, 0.0, 0.0, 0.0),
    ) -> int:
        w, x, y, z = orientation
        return self._made_body(self._base(mass, shape, position, (x, y, z, w), NOWHERE))

    def add_linked_body(
        self, mass: float, shape: int, center: Numbers, tree: LinkTree, self_collision: bool
    ) -> int:
        command = self._base(mass, shape, NOWHERE, UPRIGHT, center)
        add, columns = function("CreateMultiBodyLink"), tree.columns
        for i, kind in enumerate(tree.kinds):
            link = {name: column[i] for name, column in columns.items()}
            add(
                command, link["linkMasses"], link["linkCollisionShapeIndices"],
                link["linkVisualShapeIndices"], *_vectors(link, (
                    "linkPositions", "linkOrientations", "linkInertialFramePositions",
                    "linkInertialFrameOrientations",
                )),
                link["linkParentIndices"], JOINT_TYPES[kind], doubles(link["linkJointAxis"]),
            )  # fmt: skip
        if self_collision:
            function("CreateMultiBodySetFlags")(command, SELF_COLLISION)
        return self._made_body(command)

    def _base(
        self, mass: float, shape: int, position: Numbers, xyzw: Numbers, center: Numbers
    ) -> Any:
        command = self._begin("CreateMultiBodyCommandInit")
        function("CreateMultiBodyBase")(
            command, mass, shape, NO_SHAPE, doubles(position), doubles(xyzw), doubles(center),
            doubles(UPRIGHT),
        )  # fmt: skip
        return command

    def _made_body(self, command: Any) -> int:
        status = self._submit(command, BODY_MADE, "make a body")
        return int(function("GetStatusBodyIndex")(status))

    def set_inertia(self, identity: int, link: int, inertia: Numbers) -> None:
        self._change(("LocalInertiaDiagonal", identity, link, doubles(inertia)))

    def remove_damping(self, identity: int, link: int) -> None:
        self._change(
            ("LinearDamping", identity, 0.0),
            ("AngularDamping", identity, 0.0),
            ("JointDamping", identity, link, 0.0),
        )

    def free_joint_speeds(self, identity: int) -> None:
        self._change(("MaxJointVelocity", identity, UNBOUNDED))

    def set_friction(self, identity: int, link: int, friction: float) -> None:
        self._change(
            ("LateralFriction", identity, link, friction),
            ("SpinningFriction", identity, link, 0.0),
            ("RollingFriction", identity, link, 0.0),
            ("Restitution", identity, link, 0.0),
        )

    def soften(self, identity: int, link: int, stiffness: float, damping: float) -> None:
        self._change(("ContactStiffnessAndDamping", identity, link, stiffness, damping))

    def _change(self, *changes: tuple[Any, ...]) -> None:
        """Change what the dynamics of a link depend on: names and arguments."""
        command = self._begin("InitChangeDynamicsInfo")
        for name, *arguments in changes:
            function(f"ChangeDynamicsInfoSet{name}")(command, *arguments)
        self._submit(command)

    def set_layer(self, identity: int, link: int, layer: int, mask: int) -> None:
        command = self._begin("CollisionFilterCommandInit")
        function("SetCollisionFilterGroupMask")(command, identity, link, layer, mask)
        self._submit(command)

    def set_collision(
        self, identity: int, link: int, other: int, other_link: int, collides: bool
    ) -> None:
        command = self._begin("CollisionFilterCommandInit")
        function("SetCollisionFilterPair")(command, identity, other, link, other_link, collides)
        self._submit(command)

    def release_motors(self, identity: int, joints: Sequence[int]) -> None:
        for joint in joints:
            info = self._joint(identity, joint)
            is_ball, at = info.kind == SPHERICAL_JOINT, info.velocity_index
            mode = POSITION_MODE if is_ball else VELOCITY_MODE
            command = self._begin("JointControlCommandInit2", identity, mode)
            if is_ball:
                function("JointControlSetDesiredPositionMultiDof")(
                    command, info.position_index, doubles(UPRIGHT), 4
                )
                for name, gain in zip(("Kp", "Kd", "Damping"), MOTOR_GAINS, strict=True):
                    function(f"JointControlSet{name}")(command, at, gain)
                function("JointControlSetDesiredForceTorqueMultiDof")(
                    command, at, doubles(NOWHERE), 3
                )
            else:
                function("JointControlSetDesiredVelocity")(command, at, 0.0)
                function("JointControlSetKd")(command, at, MOTOR_GAINS[1])
                function("JointControlSetMaximumForce")(command, at, 0.0)
            self._submit(command)

    def _joint(self, identity: int, joint: int) -> JointInfo:
        info = JointInfo()
        function("GetJointInfo")(self.client, identity, joint, ctypes.byref(info))
        return info

    # States

    def place_base(self, identity: int, center: Numbers, orientation: Numbers) -> None:
        w, x, y, z = orientation
        command = self._begin("CreatePoseCommandInit", identity)
        function("CreatePoseCommandSetBasePosition")(command, *center)
        function("CreatePoseCommandSetBaseOrientation")(command, x, y, z, w)
        self._submit(command)

    def place_joint(self, identity: int, joint: int, position: Numbers, rates: Numbers) -> None:
        command = self._begin("CreatePoseCommandInit", identity)
        for name, values in (("Position", position), ("Velocity", rates)):
            function(f"CreatePoseCommandSetJoint{name}MultiDof")(
                self.client, command, joint, doubles(values), len(values)
            )
        self._submit(command)

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
        layout = self._layout(actor)
        root, positions, rates = read_state(
            self.client, actor.identity, layout.positions_at, layout.rates_at
        )
        if not actor.rails:
            return root, positions, rates
        root = root_in_plane(actor.rail_frame, positions, rates, actor.body.center[0])
        return root, positions[RAILS:], rates[RAILS:]

    def hinges(self, identity: int, joints: Sequence[int]) -> tuple[Array, Array]:
        infos = [self._joint(identity, joint) for joint in joints]
        _, positions, rates = read_state(
            self.client, identity, np.array([info.position_index for info in infos]),
            np.array([info.velocity_index for info in infos]),
        )  # fmt: skip
        return positions, rates

    def _layout(self, actor: Actor) -> Layout:
        found = self._layouts.get(actor.identity)
        if found is None:
            found = self._layouts[actor.identity] = self._layout_of(actor)
        return found

    def _layout_of(self, actor: Actor) -> Layout:
        """The layout of a character's joints; makes room for its torques."""
        rails = [self._joint(actor.identity, joint) for joint in actor.rails]
        joints = [self._joint(actor.identity, joint) for joint in actor.movable]
        flat = [info.position_index + k for info in joints for k in range(info.position_size)]
        rates = [info.velocity_index + k for info in joints for k in range(info.velocity_size)]
        bodies, is_moved, starts, first, sizes, torques = self._commands
        self._commands = Commands(
            np.append(bodies, actor.identity),
            np.append(is_moved, False),
            np.append(starts, len(first) + len(joints)),
            np.append(first, [info.velocity_index for info in joints]),
            np.append(sizes, [info.velocity_size for info in joints]),
            np.append(torques, np.zeros(len(rates))),
        )
        return Layout(
            np.array([info.position_index for info in rails] + [flat[i] for i in actor.wxyz_order]),
            np.array([info.velocity_index for info in rails] + rates),
            len(bodies),
            slice(len(torques), len(torques) + len(rates)),
        )

    def heights(self, places: Array, top: float, bottom: float, layer: int) -> Array:
        starts, ends = (
            np.column_stack([places, np.full(len(places), height)]) for height in (top, bottom)
        )
        command = self._begin("CreateRaycastBatchCommandInit")
        function("RaycastBatchSetNumThreads")(command, 1)
        function("RaycastBatchAddRays")(
            self.client, command, starts.ctypes.data, ends.ctypes.data, len(places)
        )
        function("RaycastBatchSetCollisionFilterMask")(command, layer)
        self._submit(command, RAYS_CAST, "look for the ground")
        found = RayHits()
        function("GetRaycastInformation")(self.client, ctypes.byref(found))
        hits = found.hits[: found.count]
        return np.array([hit.position[2] if hit.body >= 0 else np.nan for hit in hits])

    # Snapshots

    def remember(self) -> int:
        status = self._submit(self._begin("SaveStateCommandInit"), SAVED, "save its state")
        return int(function("GetStatusGetStateId")(status))

    def go_back(self, state: int) -> None:
        command = self._begin("LoadStateCommandInit")
        function("LoadStateSetStateId")(command, state)
        self._submit(command, RESTORED, "restore a state")
        self._contacts = -1

    def forget(self, state: int) -> None:
        self._submit(self._begin("InitRemoveStateCommand", state))

    # Each time step

    def read(self, actor: Actor) -> None:
        if actor.rails:
            move(actor.body_record, *self.state(actor), actor.motion_record)
            return
        self._read(actor, actor.motion_record, 0.0)

    def read_ahead(self, actor: Actor, time: float) -> None:
        self._read(actor, actor.motion_ahead, time)

    def _read(self, actor: Actor, motions: Rows[Motion], ahead: float) -> None:
        layout = self._layout(actor)
        read_motion(
            self.client, actor.identity, layout.positions_at, layout.rates_at, actor.body_record,
            motions, ahead,
        )  # fmt: skip

    def read_contacts(self, actor: Actor, ground: int) -> None:
        if self._contacts < 0:
            self._contacts = request_contacts(self.client, self._contacts_at)
        read_loads(
            self._contacts, self._contacts_at[0], actor.identity, ground, actor.segment_of_link,
            actor.motion.load, actor.contact_forces, actor.touches_ground,
        )  # fmt: skip

    def write_torques(self, actor: Actor, torques: Array) -> None:
        layout, commands = self._layout(actor), self._commands
        commands.torques[layout.span] = torques
        commands.is_moved[layout.number] = True

    def push(self, identity: int, link: int, force: Numbers, at: Numbers) -> None:
        command = self._begin("ApplyExternalForceCommandInit")
        function("ApplyExternalForce")(
            command, identity, link, doubles(force), doubles(at), WORLD_FRAME
        )
        self._submit(command)

    def twist(self, identity: int, link: int, torque: Numbers) -> None:
        command = self._begin("ApplyExternalForceCommandInit")
        function("ApplyExternalTorque")(command, identity, link, doubles(torque), WORLD_FRAME)
        self._submit(command)


def _box(size: Numbers) -> tuple[Any, ...]:
    return "CreateCollisionShapeAddBox", doubles(length / 2 for length in size)


def _sphere(radius: float) -> tuple[Any, ...]:
    return "CreateCollisionShapeAddSphere", float(radius)


def _vectors(link: Mapping[str, Any], names: Sequence[str]) -> list[Any]:
    return [doubles(link[name]) for name in names]


def passes_check() -> bool:
    """Whether a body that hangs and one that lies have the states and contacts that they must."""
    engine = DirectEngine((0.0, 0.0, -10.0), 0.001)
    try:
        return _falls_as_it_must(engine) and _lies_as_it_must(engine)
    except (SimulationError, RuntimeError):
        return False
    finally:
        engine.close()


def _falls_as_it_must(engine: DirectEngine) -> bool:
    """A base with a hinge and a ball joint falls freely, with joint positions as they were set."""
    tree, shape = LinkTree(), engine.sphere(0.1)
    tree.add(1.0, NO_SHAPE, (0, 0, 0.5), NOWHERE, -1, HINGE, (0, 1, 0))
    tree.add(1.0, NO_SHAPE, (0, 0, 0.5), NOWHERE, 0, SPHERICAL, (0, 1, 0))
    body = engine.add_linked_body(2.0, shape, NOWHERE, tree, self_collision=False)
    for link in (-1, 0, 1):
        engine.set_inertia(body, link, (0.1, 0.1, 0.1))
        engine.remove_damping(body, link)
    engine.release_motors(body, (0, 1))
    engine.place_base(body, (0, 0, 50), (1, 0, 0, 0))
    half = np.sqrt(0.5)
    engine.place_joint(body, 1, (half, 0, 0, half), (0, 0, 0))
    engine.step()
    infos = [engine._joint(body, joint) for joint in (0, 1)]
    (hinge, ball), sizes = infos, [(i.position_size, i.velocity_size) for i in infos]
    at = np.array([hinge.position_index, *(ball.position_index + k for k in range(4))])
    root, positions, rates = read_state(engine.client, body, at, np.array([hinge.velocity_index]))
    places = np.array([0.0, half, 0.0, 0.0, half])
    return (
        sizes == [(1, 1), (4, 3)]
        and np.allclose(positions, places, atol=1e-6)
        and np.allclose(rates, 0.0, atol=1e-6)
        and np.allclose(root, [0, 0, 50 - 1e-5, 1, 0, 0, 0, 0, 0, -0.01, 0, 0, 0], atol=1e-6)
    )


def _lies_as_it_must(engine: DirectEngine) -> bool:
    """A ball that lies on a plane feels its weight from below."""
    ground = engine.add_body(engine.plane())
    ball = engine.add_body(engine.sphere(0.1), 3.0, (0, 0, 0.1))
    for _ in range(200):
        engine.step()
    place, load, forces = np.zeros(1, np.int64), np.zeros(1), np.zeros((1, 3))
    count, segment = request_contacts(engine.client, place), np.zeros(1, np.int64)
    touches = np.zeros(1, np.bool_)
    read_loads(count, place[0], ball, ground, segment, load, forces, touches)
    return count == 1 and bool(np.allclose(forces, [[0, 0, 30.0]], atol=0.5))
