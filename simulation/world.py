"""PyBullet, behind one narrow file: build, read, write torques, step, contacts, snapshots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pybullet
from numpy.typing import NDArray

from ..errors import SimulationError
from ..rigs.character import Character, Shape
from .body import POSITION_SIZES, SPHERICAL, UNIVERSAL, Body, Motion, make_body, make_motion, move
from .numbering import (
    depth_first,
    movable_joints,
    segments_of_links,
    torque_spans,
    wxyz_order,
)
from .rotation import Array

SOLVER_ITERATIONS = 10
ANKLE_LINK_MASS, ANKLE_LINK_INERTIA = 1e-4, 1e-7  # [kg], [kg m2]: between the ankle's two hinges
GROUND_LAYER, BODY_LAYER = 1, 2
LEG = ("upper_leg", "lower_leg", "foot", "toes")


@dataclass
class Actor:
    """A character in the world: its arrays, its state and where PyBullet keeps it.

    Attributes:
        body_record, motion_record: the same arrays as one, for compiled code.
        contacts: the engine's contact points of the last step.
        load: vertical contact force on each touched segment in the last step [N].
        on_ground: names of the segments that touch the ground.
    """

    character: Character
    body: Body
    motion: Motion
    body_record: Any
    motion_record: Any
    identity: int
    links: tuple[int, ...]
    segment_of_link: tuple[int, ...]
    movable: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    wxyz_order: NDArray[np.int64]
    names: tuple[str, ...]
    contacts: Sequence[tuple[Any, ...]] = ()
    load: dict[int, float] = field(default_factory=dict)
    on_ground: set[str] = field(default_factory=set)


class World:
    """A ground, characters and props under gravity, stepped at a fixed rate.

    Deterministic: the same calls give bit-identical states on the same machine.
    """

    def __init__(self, gravity: Sequence[float], time_step: float, ground_friction: float) -> None:
        self.time_step = time_step
        self.actors: list[Actor] = []
        self.props: dict[str, int] = {}
        self._client = pybullet.connect(pybullet.DIRECT)
        if self._client < 0:
            raise SimulationError("PyBullet could not start a world: too many are open.")
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=time_step,
            numSubSteps=1,
            numSolverIterations=SOLVER_ITERATIONS,
            deterministicOverlappingPairs=1,
            physicsClientId=self._client,
        )
        pybullet.setGravity(*gravity, physicsClientId=self._client)
        plane = pybullet.createCollisionShape(pybullet.GEOM_PLANE, physicsClientId=self._client)
        self._ground = pybullet.createMultiBody(0, plane, physicsClientId=self._client)
        self._set_surface(self._ground, -1, ground_friction)
        self._set_layer(self._ground, -1, GROUND_LAYER, BODY_LAYER | GROUND_LAYER)

    def close(self) -> None:
        """Free the world; calling it twice is harmless."""
        if self._client >= 0:
            pybullet.disconnect(physicsClientId=self._client)
            self._client = -1

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add_character(
        self,
        character: Character,
        root_position: Array,
        root_orientation: Array,
        joint_positions: Array,
        friction: float = 1.0,
        leg_collision: bool = False,
    ) -> Actor:
        """Put a character in the world, at rest.

        Args:
            root_position: (3,) origin of the root's frame; root_orientation: (4,).
            joint_positions: flat, as in `Body`.
            friction: multiplied with the ground's.
        """
        body, body_record = make_body(character)
        motion, motion_record = make_motion(len(body.mass))
        identity, links = self._create(character, body, leg_collision)
        actor = Actor(
            character=character,
            body=body,
            motion=motion,
            body_record=body_record,
            motion_record=motion_record,
            identity=identity,
            links=tuple(links),
            segment_of_link=segments_of_links(body, links),
            movable=movable_joints(body, links),
            spans=torque_spans(body),
            wxyz_order=wxyz_order(body),
            names=character.segment_names,
        )
        for link in [-1, *range(max(links) + 1)]:
            self._set_surface(identity, link, friction)
        self._release_motors(actor)
        self._place(actor, root_position, root_orientation, joint_positions)
        self.actors.append(actor)
        self.read(actor)
        return actor

    def read(self, actor: Actor) -> None:
        """One batched read of a character into its `motion`."""
        center, xyzw = pybullet.getBasePositionAndOrientation(
            actor.identity, physicsClientId=self._client
        )
        velocity, spin = pybullet.getBaseVelocity(actor.identity, physicsClientId=self._client)
        joints = pybullet.getJointStatesMultiDof(
            actor.identity, actor.movable, physicsClientId=self._client
        )
        x, y, z, w = xyzw
        root = np.array([*center, w, x, y, z, *velocity, *spin])
        positions = np.array([number for joint in joints for number in joint[0]])
        velocities = np.array([number for joint in joints for number in joint[1]])
        move(
            actor.body_record,
            root,
            positions[actor.wxyz_order],
            velocities,
            actor.motion_record,
        )

    def read_contacts(self, actor: Actor) -> None:
        """Loads on a character's segments, and which of them touch the ground."""
        actor.contacts = pybullet.getContactPoints(
            bodyA=actor.identity, physicsClientId=self._client
        )
        load = actor.load
        load.clear()
        actor.on_ground.clear()
        for _, _, other, link, _, _, _, n, distance, push, grip1, t1, grip2, t2 in actor.contacts:
            segment = actor.segment_of_link[link + 1]
            if distance < 0.0 and other == self._ground:
                actor.on_ground.add(actor.names[segment])
            up = push * n[2] + grip1 * t1[2] + grip2 * t2[2]
            load[segment] = load.get(segment, 0.0) + up
        actor.motion.load[:] = 0.0
        for segment, up in load.items():
            actor.motion.load[segment] = up

    def write_torques(self, actor: Actor, torques: Array) -> None:
        """One batched write of the actuators' flat torque vector; it lasts one step."""
        flat = torques.tolist()
        pybullet.setJointMotorControlMultiDofArray(
            actor.identity,
            actor.movable,
            pybullet.TORQUE_CONTROL,
            forces=[flat[start:end] for start, end in actor.spans],
            physicsClientId=self._client,
        )

    def push(self, actor: Actor, segment: int, force: Sequence[float], at: Sequence[float]) -> None:
        """Apply a force [N] at a point of the world for the next step."""
        pybullet.applyExternalForce(
            actor.identity,
            actor.links[segment],
            force,
            at,
            pybullet.WORLD_FRAME,
            physicsClientId=self._client,
        )

    def step(self) -> None:
        """Advance by one time step."""
        pybullet.stepSimulation(physicsClientId=self._client)

    def add_prop(
        self,
        name: str,
        shape: str,
        size: Sequence[float],
        vertices: Sequence[Sequence[float]],
        mass: float,
        position: Sequence[float],
        orientation: Sequence[float],
        friction: float,
    ) -> None:
        """Put a box, sphere, capsule or convex mesh in the world; static when its mass is 0."""
        w, x, y, z = orientation
        collision = pybullet.createCollisionShape(
            **_prop_shape(shape, size, vertices), physicsClientId=self._client
        )
        identity = pybullet.createMultiBody(
            mass, collision, -1, position, (x, y, z, w), physicsClientId=self._client
        )
        pybullet.changeDynamics(
            identity, -1, linearDamping=0, angularDamping=0, physicsClientId=self._client
        )
        self._set_surface(identity, -1, friction)
        self._set_layer(identity, -1, GROUND_LAYER, BODY_LAYER | GROUND_LAYER)
        self.props[name] = identity

    def prop_pose(self, name: str) -> tuple[Array, Array]:
        """(3,) position and (4,) orientation of a prop."""
        position, (x, y, z, w) = pybullet.getBasePositionAndOrientation(
            self.props[name], physicsClientId=self._client
        )
        return np.array(position), np.array([w, x, y, z])

    def _create(
        self, character: Character, body: Body, leg_collision: bool
    ) -> tuple[int, list[int]]:
        links: list[int] = [-1] * len(character.segments)
        tree = _LinkTree()
        inertias: list[Sequence[float]] = []
        for i in depth_first(body)[1:]:
            segment = character.segments[i]
            above, offset, kind = links[body.parent[i]], segment.offset, body.joint_type[i]
            axis = (0.0, 1.0, 0.0)
            if kind == UNIVERSAL:
                above = tree.add(ANKLE_LINK_MASS, -1, offset, (0, 0, 0), above, kind, axis)
                inertias.append((ANKLE_LINK_INERTIA,) * 3)
                offset, axis = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)
            shape = self._collision_shape(segment.shape)
            link = tree.add(segment.mass, shape, offset, segment.center, above, kind, axis)
            inertias.append(segment.inertia)
            links[i] = link
        root = character.segments[0]
        identity = pybullet.createMultiBody(
            root.mass,
            self._collision_shape(root.shape),
            baseInertialFramePosition=root.center,
            flags=pybullet.URDF_USE_SELF_COLLISION if leg_collision else 0,
            physicsClientId=self._client,
            **tree.columns,
        )
        for link, inertia in enumerate([root.inertia, *inertias], start=-1):
            self._set_dynamics(identity, link, inertia)
            self._set_layer(identity, link, BODY_LAYER, GROUND_LAYER)
        if leg_collision:
            self._let_legs_collide(character, identity, links)
        return identity, links

    def _set_dynamics(self, identity: int, link: int, inertia: Sequence[float]) -> None:
        """The inertia as given, and none of PyBullet's default damping."""
        pybullet.changeDynamics(
            identity,
            link,
            localInertiaDiagonal=inertia,
            linearDamping=0,
            angularDamping=0,
            jointDamping=0,
            physicsClientId=self._client,
        )

    def _set_surface(self, identity: int, link: int, friction: float) -> None:
        """In a call of its own: together with damping PyBullet drops the friction."""
        pybullet.changeDynamics(
            identity,
            link,
            lateralFriction=friction,
            rollingFriction=0,
            spinningFriction=0,
            restitution=0,
            physicsClientId=self._client,
        )

    def _set_layer(self, identity: int, link: int, layer: int, mask: int) -> None:
        pybullet.setCollisionFilterGroupMask(
            identity, link, layer, mask, physicsClientId=self._client
        )

    def _let_legs_collide(self, character: Character, identity: int, links: list[int]) -> None:
        """Every part of the left leg against every part of the right one, and nothing else."""
        legs = {
            side: [
                link
                for s, link in zip(character.segments, links, strict=True)
                if s.name in {part + side for part in LEG}
            ]
            for side in (".L", ".R")
        }
        for left in legs[".L"]:
            for right in legs[".R"]:
                pybullet.setCollisionFilterPair(
                    identity, identity, left, right, 1, physicsClientId=self._client
                )

    def _collision_shape(self, shape: Shape | None) -> int:
        if shape is None:
            return -1
        if shape.kind == "box":
            geometry: dict[str, Any] = {
                "shapeType": pybullet.GEOM_BOX,
                "halfExtents": [size / 2 for size in shape.size],
            }
        else:
            radius = min(shape.size[0], 0.98 * shape.size[2]) / 2
            geometry = {
                "shapeType": pybullet.GEOM_CAPSULE,
                "radius": radius,
                "height": shape.size[2] - 2 * radius,
            }
        return pybullet.createCollisionShape(
            **geometry, collisionFramePosition=shape.center, physicsClientId=self._client
        )

    def _joint_type(self, identity: int, joint: int) -> int:
        kind: int = pybullet.getJointInfo(identity, joint, physicsClientId=self._client)[2]
        return kind

    def _release_motors(self, actor: Actor) -> None:
        """PyBullet's own motors hold every joint until told otherwise."""
        for joint in actor.movable:
            if self._joint_type(actor.identity, joint) == pybullet.JOINT_SPHERICAL:
                pybullet.setJointMotorControlMultiDof(
                    actor.identity,
                    joint,
                    pybullet.POSITION_CONTROL,
                    targetPosition=(0, 0, 0, 1),
                    force=(0, 0, 0),
                    physicsClientId=self._client,
                )
            else:
                pybullet.setJointMotorControl2(
                    actor.identity,
                    joint,
                    pybullet.VELOCITY_CONTROL,
                    force=0,
                    physicsClientId=self._client,
                )

    def _place(self, actor: Actor, position: Array, orientation: Array, joints: Array) -> None:
        root = np.concatenate([position, orientation, np.zeros(6)])
        still = np.zeros(len(joints))
        move(actor.body_record, root, joints, still, actor.motion_record)
        center = np.asarray(position) + (actor.motion.center[0] - actor.motion.origin[0])
        w, x, y, z = orientation
        pybullet.resetBasePositionAndOrientation(
            actor.identity, center.tolist(), (x, y, z, w), physicsClientId=self._client
        )
        flat = np.empty(len(joints))
        flat[actor.wxyz_order] = joints
        at = 0
        for joint, (start, end) in zip(actor.movable, actor.spans, strict=True):
            size = 4 if end - start == 3 else 1
            pybullet.resetJointStateMultiDof(
                actor.identity,
                joint,
                flat[at : at + size].tolist(),
                [0.0] * (end - start),
                physicsClientId=self._client,
            )
            at += size


def contact_forces(actor: Actor) -> Array:
    """(n, 3) contact force on each segment in the last step [N]."""
    forces = np.zeros_like(actor.motion.origin)
    for contact in actor.contacts:
        segment = actor.segment_of_link[contact[3] + 1]
        for strength, direction in ((9, 7), (10, 11), (12, 13)):
            forces[segment] += contact[strength] * np.array(contact[direction])
    return forces


class _LinkTree:
    """The columns that createMultiBody wants, filled a link at a time."""

    def __init__(self) -> None:
        self.columns: dict[str, list[Any]] = {
            "linkMasses": [], "linkCollisionShapeIndices": [], "linkVisualShapeIndices": [],
            "linkPositions": [], "linkOrientations": [], "linkInertialFramePositions": [],
            "linkInertialFrameOrientations": [], "linkParentIndices": [], "linkJointTypes": [],
            "linkJointAxis": [],
        }  # fmt: skip

    def add(
        self,
        mass: float,
        shape: int,
        position: Sequence[float],
        center: Sequence[float],
        above: int,
        kind: int,
        axis: Sequence[float],
    ) -> int:
        upright = (0.0, 0.0, 0.0, 1.0)
        joint_type = pybullet.JOINT_REVOLUTE
        if kind == SPHERICAL:
            joint_type = pybullet.JOINT_SPHERICAL
        elif POSITION_SIZES[kind] == 0:
            joint_type = pybullet.JOINT_FIXED
        row = (mass, shape, -1, position, upright, center, upright, above + 1, joint_type, axis)
        for column, value in zip(self.columns.values(), row, strict=True):
            column.append(value)
        return len(self.columns["linkMasses"]) - 1


def _prop_shape(
    shape: str, size: Sequence[float], vertices: Sequence[Sequence[float]]
) -> Mapping[str, Any]:
    if shape == "box":
        return {"shapeType": pybullet.GEOM_BOX, "halfExtents": [s / 2 for s in size]}
    if shape == "sphere":
        return {"shapeType": pybullet.GEOM_SPHERE, "radius": size[0]}
    if shape == "capsule":
        radius, height = size
        return {
            "shapeType": pybullet.GEOM_CAPSULE,
            "radius": radius,
            "height": max(height - 2 * radius, 1e-3),
        }
    return {"shapeType": pybullet.GEOM_MESH, "vertices": [list(v) for v in vertices]}
