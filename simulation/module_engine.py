"""The engine by PyBullet's Python functions: see `engine.Engine`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..base.errors import SimulationError
from .actor import Actor
from .body import FIXED, HINGE, SPHERICAL, UNIVERSAL, move
from .engine import (
    FROM_Z,
    SHORTEST,
    SOLVER_ITERATIONS,
    UNBOUNDED,
    UPRIGHT_NORMAL,
    Layout,
    Numbers,
)
from .extrapolation import moved_on
from .hanging.springs import spring_torques
from .links import SLIDE, UPRIGHT, LinkTree
from .plane import RAILS, root_in_plane
from .records import unchecked
from .rotation import Array
from .silence_output import silence_output

with silence_output():  # PyBullet prints its build time
    import pybullet

JOINT_TYPES = {
    FIXED: pybullet.JOINT_FIXED,
    HINGE: pybullet.JOINT_REVOLUTE,
    UNIVERSAL: pybullet.JOINT_REVOLUTE,  # one of its two hinges
    SPHERICAL: pybullet.JOINT_SPHERICAL,
    SLIDE: pybullet.JOINT_PRISMATIC,
}

class ModuleEngine:
    """One world, by PyBullet's Python functions."""

    def __init__(self, gravity: Numbers, time_step: float) -> None:
        self.client = pybullet.connect(pybullet.DIRECT)
        if self.client < 0:
            raise SimulationError("PyBullet could not start a world: too many are open.")
        self._time_step = time_step
        self._written: list[tuple[Actor, list[float]]] = []
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=time_step,
            numSubSteps=1,
            numSolverIterations=SOLVER_ITERATIONS,
            deterministicOverlappingPairs=1,
            physicsClientId=self.client,
        )
        pybullet.setGravity(*gravity, physicsClientId=self.client)

    def close(self) -> None:
        if self.client >= 0:
            pybullet.disconnect(physicsClientId=self.client)
            self.client = -1

    def step(self) -> None:
        for actor, torques in self._written:
            self._command(actor, torques)
        pybullet.stepSimulation(physicsClientId=self.client)
        self._written.clear()

    # Shapes

    def plane(self) -> int:
        return self._shape(shapeType=pybullet.GEOM_PLANE)

    def box(self, size: Numbers, center: Numbers = (0.0, 0.0, 0.0)) -> int:
        half = [length / 2 for length in size]
        return self._shape(
            shapeType=pybullet.GEOM_BOX, halfExtents=half, collisionFramePosition=center
        )

    def spheres(self, radius: float, centers: Sequence[Numbers]) -> int:
        shape: int = pybullet.createCollisionShapeArray(
            shapeTypes=[pybullet.GEOM_SPHERE] * len(centers),
            radii=[radius] * len(centers),
            collisionFramePositions=[list(center) for center in centers],
            physicsClientId=self.client,
        )
        return shape

    def box_and_spheres(
        self, size: Numbers, center: Numbers, spheres: Sequence[tuple[Numbers, float]]
    ) -> int:
        shape: int = pybullet.createCollisionShapeArray(
            shapeTypes=[pybullet.GEOM_BOX] + [pybullet.GEOM_SPHERE] * len(spheres),
            halfExtents=[[length / 2 for length in size]] + [[0.0] * 3] * len(spheres),
            radii=[0.0] + [radius for _, radius in spheres],
            collisionFramePositions=[center] + [place for place, _ in spheres],
            physicsClientId=self.client,
        )
        return shape

    def sphere(self, radius: float) -> int:
        return self._shape(shapeType=pybullet.GEOM_SPHERE, radius=radius)

    def capsule(
        self, radius: float, height: float, center: Numbers = (0.0, 0.0, 0.0), axis: int = 2
    ) -> int:
        return self._shape(
            shapeType=pybullet.GEOM_CAPSULE,
            radius=radius,
            height=max(height - 2 * radius, SHORTEST),
            collisionFramePosition=center,
            collisionFrameOrientation=FROM_Z[axis],
        )

    def hull(self, vertices: Sequence[Numbers]) -> int:
        return self._shape(
            shapeType=pybullet.GEOM_MESH, vertices=[list(vertex) for vertex in vertices]
        )

    def triangles(self, vertices: Sequence[Numbers], triangles: Sequence[Sequence[int]]) -> int:
        return self._shape(
            shapeType=pybullet.GEOM_MESH,
            vertices=[list(vertex) for vertex in vertices],
            indices=[corner for triangle in triangles for corner in triangle],
            flags=pybullet.GEOM_FORCE_CONCAVE_TRIMESH | pybullet.GEOM_CONCAVE_INTERNAL_EDGE,
        )

    def _shape(self, **geometry: Any) -> int:
        shape: int = pybullet.createCollisionShape(**geometry, physicsClientId=self.client)
        return shape

    # Bodies

    def add_body(
        self,
        shape: int,
        mass: float = 0.0,
        position: Numbers = (0.0, 0.0, 0.0),
        orientation: Numbers = (1.0, 0.0, 0.0, 0.0),
    ) -> int:
        w, x, y, z = orientation
        identity: int = pybullet.createMultiBody(
            mass, shape, -1, position, (x, y, z, w), physicsClientId=self.client
        )
        return identity

    def add_linked_body(
        self, mass: float, shape: int, center: Numbers, tree: LinkTree, self_collision: bool
    ) -> int:
        identity: int = pybullet.createMultiBody(
            mass,
            shape,
            baseInertialFramePosition=center,
            flags=pybullet.URDF_USE_SELF_COLLISION if self_collision else 0,
            physicsClientId=self.client,
            linkJointTypes=[JOINT_TYPES[kind] for kind in tree.kinds],
            **tree.columns,
        )
        return identity

    def remove_body(self, identity: int) -> None:
        pybullet.removeBody(identity, physicsClientId=self.client)

    def set_inertia(self, identity: int, link: int, inertia: Numbers) -> None:
        pybullet.changeDynamics(
            identity, link, localInertiaDiagonal=inertia, physicsClientId=self.client
        )

    def remove_damping(self, identity: int, link: int) -> None:
        pybullet.changeDynamics(
            identity,
            link,
            linearDamping=0,
            angularDamping=0,
            jointDamping=0,
            physicsClientId=self.client,
        )

    def free_joint_speeds(self, identity: int) -> None:
        pybullet.changeDynamics(
            identity, -1, maxJointVelocity=UNBOUNDED, physicsClientId=self.client
        )

    def set_joint_range(self, identity: int, joint: int, low: float, high: float) -> None:
        pybullet.changeDynamics(
            identity, joint, jointLowerLimit=low, jointUpperLimit=high,
            physicsClientId=self.client,
        )  # fmt: skip

    def set_friction(self, identity: int, link: int, friction: float) -> None:
        pybullet.changeDynamics(
            identity,
            link,
            lateralFriction=friction,
            rollingFriction=0,
            spinningFriction=0,
            restitution=0,
            physicsClientId=self.client,
        )

    def soften(self, identity: int, link: int, stiffness: float, damping: float) -> None:
        pybullet.changeDynamics(
            identity, link, contactStiffness=stiffness, contactDamping=damping,
            physicsClientId=self.client,
        )  # fmt: skip

    def set_layer(self, identity: int, link: int, layer: int, mask: int) -> None:
        pybullet.setCollisionFilterGroupMask(
            identity, link, layer, mask, physicsClientId=self.client
        )

    def set_collision(
        self, identity: int, link: int, other: int, other_link: int, collides: bool
    ) -> None:
        pybullet.setCollisionFilterPair(
            identity, other, link, other_link, int(collides), physicsClientId=self.client
        )

    def release_motors(self, identity: int, joints: Sequence[int]) -> None:
        for joint in joints:
            kind = pybullet.getJointInfo(identity, joint, physicsClientId=self.client)[2]
            if kind == pybullet.JOINT_SPHERICAL:
                pybullet.setJointMotorControlMultiDof(
                    identity,
                    joint,
                    pybullet.POSITION_CONTROL,
                    targetPosition=UPRIGHT,
                    force=(0, 0, 0),
                    physicsClientId=self.client,
                )
            else:
                pybullet.setJointMotorControl2(
                    identity, joint, pybullet.VELOCITY_CONTROL, force=0,
                    physicsClientId=self.client,
                )  # fmt: skip

    # States

    def place_base(self, identity: int, center: Numbers, orientation: Numbers) -> None:
        w, x, y, z = orientation
        pybullet.resetBasePositionAndOrientation(
            identity, center, (x, y, z, w), physicsClientId=self.client
        )

    def set_base_going(self, identity: int, velocity: Numbers, turning: Numbers) -> None:
        pybullet.resetBaseVelocity(
            identity, list(velocity), list(turning), physicsClientId=self.client
        )

    def place_joint(self, identity: int, joint: int, position: Numbers, rates: Numbers) -> None:
        pybullet.resetJointStateMultiDof(
            identity, joint, position, rates, physicsClientId=self.client
        )

    def pose(self, identity: int) -> tuple[Array, Array]:
        position, (x, y, z, w) = pybullet.getBasePositionAndOrientation(
            identity, physicsClientId=self.client
        )
        return np.array(position), np.array([w, x, y, z])

    def velocity(self, identity: int) -> tuple[Array, Array]:
        velocity, angular_velocity = pybullet.getBaseVelocity(identity, physicsClientId=self.client)
        return np.array(velocity), np.array(angular_velocity)

    def state(self, actor: Actor) -> tuple[Array, Array, Array]:
        if actor.rails:
            positions, rates = self.hinges(actor.identity, (*actor.rails, *actor.movable))
            root = root_in_plane(actor.rail_frame, positions, rates, actor.body.center[0])
            return root, positions[RAILS:], rates[RAILS:]
        root = np.concatenate([*self.pose(actor.identity), *self.velocity(actor.identity)])
        states = pybullet.getJointStatesMultiDof(
            actor.identity, actor.movable, physicsClientId=self.client
        )
        positions = np.array([number for joint in states for number in joint[0]])
        rates = np.array([number for joint in states for number in joint[1]])
        return root, positions[actor.wxyz_order], rates

    def hanging_state(self, actor: Actor) -> tuple[Array, Array]:
        joints = actor.hanging.joints if actor.hanging is not None else ()
        states = pybullet.getJointStatesMultiDof(
            actor.identity, joints, physicsClientId=self.client
        )
        turns = np.array([joint[0] for joint in states]).reshape(-1, 4)
        return turns[:, [3, 0, 1, 2]], np.array([joint[1] for joint in states]).reshape(-1, 3)

    def hinges(self, identity: int, joints: Sequence[int]) -> tuple[Array, Array]:
        states = pybullet.getJointStates(identity, joints, physicsClientId=self.client)
        return np.array([joint[0] for joint in states]), np.array([joint[1] for joint in states])

    def heights(self, places: Array, top: float, bottom: float, layer: int) -> Array:
        starts = [(x, y, top) for x, y in places.tolist()]
        ends = [(x, y, bottom) for x, y in places.tolist()]
        hits = pybullet.rayTestBatch(
            starts, ends, collisionFilterMask=layer, physicsClientId=self.client
        )
        return np.array([hit[3][2] if hit[0] >= 0 else np.nan for hit in hits])

    # Snapshots

    def remember(self) -> int:
        state: int = pybullet.saveState(physicsClientId=self.client)
        return state

    def go_back(self, state: int) -> None:
        pybullet.restoreState(stateId=state, physicsClientId=self.client)

    def place_links(self, identity: int) -> None:
        if pybullet.getNumJoints(identity, physicsClientId=self.client):
            pybullet.getLinkState(
                identity, 0, computeForwardKinematics=1, physicsClientId=self.client
            )

    def forget(self, state: int) -> None:
        pybullet.removeState(state, physicsClientId=self.client)

    def save(self, path: Path) -> None:
        pybullet.saveBullet(str(path), physicsClientId=self.client)

    def load(self, path: Path) -> None:
        pybullet.restoreState(fileName=str(path), physicsClientId=self.client)

    # Each time step

    def read(self, actor: Actor) -> None:
        move(actor.body_record, *self.state(actor), actor.motion_record)

    def read_ahead(self, actor: Actor, time: float) -> None:
        root, positions, rates = self.state(actor)
        root, positions = moved_on(actor.body, root, positions, rates, time)
        move(actor.body_record, root, positions, rates, actor.motion_ahead)

    def read_contacts(self, actor: Actor, ground: int) -> None:
        load, forces, identity = actor.motion.load, actor.contact_forces, actor.identity
        load[:], forces[:], actor.touches_ground[:] = 0.0, 0.0, False
        points = pybullet.getContactPoints(bodyA=identity, physicsClientId=self.client)
        for _, _, other, link, other_link, _, _, n, distance, push, grip1, t1, grip2, t2 in points:
            segment = actor.segment_of_link[link + 1]
            hangs, segment = segment < 0, max(segment, -1 - segment)
            if distance < 0.0 and other == ground and not hangs:
                actor.touches_ground[segment] = True
            force = push * np.array(n) + grip1 * np.array(t1) + grip2 * np.array(t2)
            forces[segment] += force
            if other == identity:  # the body touches itself
                touched = actor.segment_of_link[other_link + 1]
                forces[max(touched, -1 - touched)] -= force
            else:
                load[segment] += force[2]

    def supports(self, actor: Actor) -> Array:
        points = pybullet.getContactPoints(bodyA=actor.identity, physicsClientId=self.client)
        rows = [
            (other, *place, push * n[2])
            for _, _, other, _, _, place, _, n, _, push, *_ in points
            if other != actor.identity and n[2] > UPRIGHT_NORMAL
        ]
        return np.array(rows).reshape(-1, 5)

    def write_torques(self, actor: Actor, torques: Array) -> None:
        self._written.append((actor, torques.tolist()))

    def _command(self, actor: Actor, torques: Sequence[float]) -> None:
        joints, forces = actor.movable, [torques[start:end] for start, end in actor.spans]
        if actor.hanging is not None:
            turns, rates = self.hanging_state(actor)
            hanging = np.empty_like(rates)
            springs = unchecked(actor.hanging.springs)
            spring_torques(springs, 0, turns, rates, self._time_step, hanging)
            joints, forces = (*joints, *actor.hanging.joints), [*forces, *hanging.tolist()]
        pybullet.setJointMotorControlMultiDofArray(
            actor.identity, joints, pybullet.TORQUE_CONTROL, forces=forces,
            physicsClientId=self.client,
        )  # fmt: skip

    def push(self, identity: int, link: int, force: Numbers, at: Numbers) -> None:
        pybullet.applyExternalForce(
            identity, link, force, at, pybullet.WORLD_FRAME, physicsClientId=self.client
        )

    def twist(self, identity: int, link: int, torque: Numbers) -> None:
        pybullet.applyExternalTorque(
            identity, link, torque, pybullet.WORLD_FRAME, physicsClientId=self.client
        )

    # For compiled code that advances the world itself

    def handles(self) -> None:
        return None

    def layout(self, actor: Actor) -> Layout:
        raise NotImplementedError("Compiled code cannot call PyBullet's functions.")
