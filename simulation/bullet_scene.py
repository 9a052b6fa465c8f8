"""Shapes and bodies by Bullet's C interface: the part of `engine.Engine` before the first step."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

from ..base.errors import SimulationError
from .body import FIXED, HINGE, SPHERICAL, UNIVERSAL
from .bullet_library import JointInfo, doubles, function
from .engine import FROM_Z, SHORTEST, SOLVER_ITERATIONS, UNBOUNDED, Numbers
from .links import NO_SHAPE, SLIDE, UPRIGHT, LinkTree

# Codes of the header SharedMemoryPublic.h in PyBullet 3.2.7.
SHAPE_MADE, BODY_MADE = 80, 84
JOINT_TYPES = {HINGE: 0, UNIVERSAL: 0, SLIDE: 1, SPHERICAL: 2, FIXED: 4}
VELOCITY_MODE, POSITION_MODE = 0, 2
MOTOR_GAINS = 0.1, 1.0, 1.0  # as the module sets them: they multiply a largest torque of 0
SELF_COLLISION = 8
CONCAVE_MESH = 1 | 2  # with edges inside flat faces told from real ones
UNSCALED, NOWHERE, UP = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)


class BulletScene:
    """A world of shapes and bodies that are put together by Bullet's C interface."""

    def __init__(self, gravity: Numbers, time_step: float) -> None:
        self.client = function("ConnectPhysicsDirect")()
        if not self.client:
            raise SimulationError("The physics engine could not start a world.")
        command = self.begin("InitPhysicsParamCommand")
        for name, value in (
            ("PhysicsParamSetTimeStep", time_step),
            ("PhysicsParamSetNumSubSteps", 1),
            ("PhysicsParamSetNumSolverIterations", SOLVER_ITERATIONS),
            ("PhysicsParameterSetDeterministicOverlappingPairs", 1),
        ):
            function(name)(command, value)
        function("PhysicsParamSetGravity")(command, *(float(value) for value in gravity))
        self.submit(command)

    def close(self) -> None:
        if self.client:
            function("DisconnectSharedMemory")(self.client)
            self.client = None

    def begin(self, name: str, *arguments: Any) -> Any:
        """A new command, by the name of the function that makes it."""
        return function(name)(self.client, *arguments)

    def submit(self, command: Any, expected: int | None = None, what: str = "") -> Any:
        """Carry out a command and return its status."""
        function("SubmitClientCommand")(self.client, command)
        status = function("ProcessServerStatus")(self.client)
        if expected is not None and function("GetStatusType")(status) != expected:
            raise SimulationError(f"The physics engine could not {what}.")
        return status

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
        command = self.begin("CreateCollisionShapeCommandInit")
        shape = function(name)(self.client, command, doubles(UNSCALED), *arguments)
        if flags:
            function("CreateCollisionSetFlag")(command, shape, flags)
        return self._made_shape(command)

    def _shape(
        self, *parts: tuple[Any, ...], places: Sequence[tuple[Numbers, Numbers]] = ()
    ) -> int:
        """A shape of parts: a function's name and arguments each; with or without places."""
        command = self.begin("CreateCollisionShapeCommandInit")
        for i, (name, *arguments) in enumerate(parts):
            part = function(name)(command, *arguments)
            if places:
                function("CreateCollisionShapeSetChildTransform")(
                    command, part, doubles(places[i][0]), doubles(places[i][1])
                )
        return self._made_shape(command)

    def _made_shape(self, command: Any) -> int:
        status = self.submit(command, SHAPE_MADE, "make a shape")
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
        command = self.begin("CreateMultiBodyCommandInit")
        function("CreateMultiBodyBase")(
            command, mass, shape, NO_SHAPE, doubles(position), doubles(xyzw), doubles(center),
            doubles(UPRIGHT),
        )  # fmt: skip
        return command

    def _made_body(self, command: Any) -> int:
        status = self.submit(command, BODY_MADE, "make a body")
        return int(function("GetStatusBodyIndex")(status))

    def remove_body(self, identity: int) -> None:
        self.submit(self.begin("InitRemoveBodyCommand", identity))

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

    def set_joint_range(self, identity: int, joint: int, low: float, high: float) -> None:
        self._change(("JointLimit", identity, joint, low, high))

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
        command = self.begin("InitChangeDynamicsInfo")
        for name, *arguments in changes:
            function(f"ChangeDynamicsInfoSet{name}")(command, *arguments)
        self.submit(command)

    def set_layer(self, identity: int, link: int, layer: int, mask: int) -> None:
        command = self.begin("CollisionFilterCommandInit")
        function("SetCollisionFilterGroupMask")(command, identity, link, layer, mask)
        self.submit(command)

    def set_collision(
        self, identity: int, link: int, other: int, other_link: int, collides: bool
    ) -> None:
        command = self.begin("CollisionFilterCommandInit")
        function("SetCollisionFilterPair")(command, identity, other, link, other_link, collides)
        self.submit(command)

    def release_motors(self, identity: int, joints: Sequence[int]) -> None:
        for joint in joints:
            info = self.joint(identity, joint)
            is_ball, at = info.kind == JOINT_TYPES[SPHERICAL], info.velocity_index
            mode = POSITION_MODE if is_ball else VELOCITY_MODE
            command = self.begin("JointControlCommandInit2", identity, mode)
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
            self.submit(command)

    def joint(self, identity: int, joint: int) -> JointInfo:
        """What Bullet says of a joint."""
        info = JointInfo()
        function("GetJointInfo")(self.client, identity, joint, ctypes.byref(info))
        return info


def _box(size: Numbers) -> tuple[Any, ...]:
    return "CreateCollisionShapeAddBox", doubles(length / 2 for length in size)


def _sphere(radius: float) -> tuple[Any, ...]:
    return "CreateCollisionShapeAddSphere", float(radius)


def _vectors(link: Mapping[str, Any], names: Sequence[str]) -> list[Any]:
    return [doubles(link[name]) for name in names]
