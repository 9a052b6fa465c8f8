"""PyBullet, behind one narrow file: shapes, bodies, their states, torques, contacts, steps.

Quaternions are ours outside (w, x, y, z) and PyBullet's inside (x, y, z, w).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.errors import SimulationError
from .body import FIXED, HINGE, SPHERICAL, UNIVERSAL
from .links import SLIDE, UPRIGHT, LinkTree
from .rotation import Array
from .silence_output import silence_output

with silence_output():  # PyBullet prints its build time
    import pybullet

SOLVER_ITERATIONS = 10
MOST_VERTICES, MOST_CORNERS = 131072, 524288  # of one mesh: PyBullet's own bounds
UNBOUNDED = 1e9  # [rad/s]
SHORTEST = 1e-3  # cylinder of a capsule [m]
HALF = math.sqrt(0.5)
FROM_Z = ((0.0, HALF, 0.0, HALF), (-HALF, 0.0, 0.0, HALF), UPRIGHT)  # turn z to x, y, z

JOINT_TYPES = {
    FIXED: pybullet.JOINT_FIXED,
    HINGE: pybullet.JOINT_REVOLUTE,
    UNIVERSAL: pybullet.JOINT_REVOLUTE,  # one of its two hinges
    SPHERICAL: pybullet.JOINT_SPHERICAL,
    SLIDE: pybullet.JOINT_PRISMATIC,
}

Numbers = Sequence[float]


class Engine:
    """One PyBullet world, empty at first. Bodies, links and shapes are numbers.

    A link is counted from 0, the base is link -1.
    """

    def __init__(self, gravity: Numbers, time_step: float) -> None:
        self.client = pybullet.connect(pybullet.DIRECT)
        if self.client < 0:
            raise SimulationError("PyBullet could not start a world: too many are open.")
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=time_step,
            numSubSteps=1,
            numSolverIterations=SOLVER_ITERATIONS,
            deterministicOverlappingPairs=1,
            physicsClientId=self.client,
        )
        pybullet.setGravity(*gravity, physicsClientId=self.client)

    def close(self) -> None:
        """Free the world; calling it twice is harmless."""
        if self.client >= 0:
            pybullet.disconnect(physicsClientId=self.client)
            self.client = -1

    def step(self) -> None:
        pybullet.stepSimulation(physicsClientId=self.client)

    # Shapes

    def plane(self) -> int:
        return self._shape(shapeType=pybullet.GEOM_PLANE)

    def box(self, size: Numbers, center: Numbers = (0.0, 0.0, 0.0)) -> int:
        """Full sizes [m]."""
        half = [length / 2 for length in size]
        return self._shape(
            shapeType=pybullet.GEOM_BOX, halfExtents=half, collisionFramePosition=center
        )

    def spheres(self, radius: float, centers: Sequence[Numbers]) -> int:
        """One shape of several equal spheres."""
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
        """One shape of a box, as in `box`, and spheres: their centers and radii."""
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
        """A capsule along x, y or z (0, 1, 2); `height` [m] includes the round ends."""
        return self._shape(
            shapeType=pybullet.GEOM_CAPSULE,
            radius=radius,
            height=max(height - 2 * radius, SHORTEST),
            collisionFramePosition=center,
            collisionFrameOrientation=FROM_Z[axis],
        )

    def hull(self, vertices: Sequence[Numbers]) -> int:
        """The convex hull of points."""
        return self._shape(
            shapeType=pybullet.GEOM_MESH, vertices=[list(vertex) for vertex in vertices]
        )

    def triangles(self, vertices: Sequence[Numbers], triangles: Sequence[Sequence[int]]) -> int:
        """A concave mesh, for bodies that never move.

        Bodies that slide over it do not catch on edges inside a flat face.
        """
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
        """A body without joints, at rest; static when its mass is 0."""
        w, x, y, z = orientation
        identity: int = pybullet.createMultiBody(
            mass, shape, -1, position, (x, y, z, w), physicsClientId=self.client
        )
        return identity

    def add_linked_body(
        self, mass: float, shape: int, center: Numbers, tree: LinkTree, self_collision: bool
    ) -> int:
        """A base with links; `center` is the base's center of mass in its frame."""
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

    def set_inertia(self, identity: int, link: int, inertia: Numbers) -> None:
        pybullet.changeDynamics(
            identity, link, localInertiaDiagonal=inertia, physicsClientId=self.client
        )

    def remove_damping(self, identity: int, link: int) -> None:
        """Switch off PyBullet's default damping."""
        pybullet.changeDynamics(
            identity,
            link,
            linearDamping=0,
            angularDamping=0,
            jointDamping=0,
            physicsClientId=self.client,
        )

    def free_joint_speeds(self, identity: int) -> None:
        """Remove the engine's bound of joint rates.

        PyBullet clips rates at 100 rad/s before it solves contacts. The torque of a loaded toe
        would turn it faster in the air, and the clipped part would hold the body up without a
        force on the ground.
        """
        pybullet.changeDynamics(
            identity, -1, maxJointVelocity=UNBOUNDED, physicsClientId=self.client
        )

    def set_friction(self, identity: int, link: int, friction: float) -> None:
        """Set friction in a separate call: PyBullet ignores it in a call that sets damping too."""
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
        """Give the contacts of a link a stiffness [N/m] and a damping [N s/m] each."""
        pybullet.changeDynamics(
            identity, link, contactStiffness=stiffness, contactDamping=damping,
            physicsClientId=self.client,
        )  # fmt: skip

    def set_layer(self, identity: int, link: int, layer: int, mask: int) -> None:
        """Set a link's layer and the layers that it collides with, as bits."""
        pybullet.setCollisionFilterGroupMask(
            identity, link, layer, mask, physicsClientId=self.client
        )

    def let_collide(self, identity: int, link: int, other: int) -> None:
        """Let two links of one body collide."""
        pybullet.setCollisionFilterPair(
            identity, identity, link, other, 1, physicsClientId=self.client
        )

    def keep_apart(self, identity: int, link: int, other: int) -> None:
        """Let two links of one body pass through each other, whatever their layers are."""
        pybullet.setCollisionFilterPair(
            identity, identity, link, other, 0, physicsClientId=self.client
        )

    def let_meet(self, identity: int, link: int, other: int, meets: bool) -> None:
        """Set whether a link collides with another body's base, whatever their layers are."""
        pybullet.setCollisionFilterPair(
            identity, other, link, -1, int(meets), physicsClientId=self.client
        )

    def release_motors(self, identity: int, joints: Sequence[int]) -> None:
        """Switch off PyBullet's own motors, which hold all joints by default."""
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
        """Put the base's center of mass (3,) at a place, at rest."""
        w, x, y, z = orientation
        pybullet.resetBasePositionAndOrientation(
            identity, center, (x, y, z, w), physicsClientId=self.client
        )

    def place_joint(self, identity: int, joint: int, position: Numbers, rates: Numbers) -> None:
        """Set a joint's position and velocity; a spherical one's position is x, y, z, w."""
        pybullet.resetJointStateMultiDof(
            identity, joint, position, rates, physicsClientId=self.client
        )

    def pose(self, identity: int) -> tuple[Array, Array]:
        """(3,) position and (4,) orientation of a body's base."""
        position, (x, y, z, w) = pybullet.getBasePositionAndOrientation(
            identity, physicsClientId=self.client
        )
        return np.array(position), np.array([w, x, y, z])

    def velocity(self, identity: int) -> tuple[Array, Array]:
        """(3,) velocity and (3,) angular velocity of a body's base."""
        velocity, angular_velocity = pybullet.getBaseVelocity(identity, physicsClientId=self.client)
        return np.array(velocity), np.array(angular_velocity)

    def state(self, identity: int, joints: Sequence[int]) -> tuple[Array, Array, Array]:
        """One batched read: the base, joint positions and joint rates.

        The base is (13,): center, orientation, velocity, angular velocity. Joints are flat;
        spherical ones have positions x, y, z, w.
        """
        center, xyzw = pybullet.getBasePositionAndOrientation(identity, physicsClientId=self.client)
        velocity, angular_velocity = pybullet.getBaseVelocity(identity, physicsClientId=self.client)
        states = pybullet.getJointStatesMultiDof(identity, joints, physicsClientId=self.client)
        x, y, z, w = xyzw
        root = np.array([*center, w, x, y, z, *velocity, *angular_velocity])
        positions = np.array([number for joint in states for number in joint[0]])
        rates = np.array([number for joint in states for number in joint[1]])
        return root, positions, rates

    def hinges(self, identity: int, joints: Sequence[int]) -> tuple[Array, Array]:
        """Positions and rates of joints of one degree of freedom: faster than `state`."""
        states = pybullet.getJointStates(identity, joints, physicsClientId=self.client)
        return np.array([joint[0] for joint in states]), np.array([joint[1] for joint in states])

    def contacts(self, identity: int) -> Sequence[tuple[Any, ...]]:
        """PyBullet's contact points of a body in the last step."""
        points: Sequence[tuple[Any, ...]] = pybullet.getContactPoints(
            bodyA=identity, physicsClientId=self.client
        )
        return points

    def heights(self, places: Array, top: float, bottom: float, layer: int) -> Array:
        """(n,) height [m] of a layer's topmost surface under places (n, 2); NaN for none."""
        starts = [(x, y, top) for x, y in places.tolist()]
        ends = [(x, y, bottom) for x, y in places.tolist()]
        hits = pybullet.rayTestBatch(
            starts, ends, collisionFilterMask=layer, physicsClientId=self.client
        )
        return np.array([hit[3][2] if hit[0] >= 0 else np.nan for hit in hits])

    # Snapshots

    def remember(self) -> int:
        """Save the present state of the world; return its number."""
        state: int = pybullet.saveState(physicsClientId=self.client)
        return state

    def go_back(self, state: int) -> None:
        """Restore a saved state; simulation from there is bit-identical to the first time."""
        pybullet.restoreState(stateId=state, physicsClientId=self.client)

    def forget(self, state: int) -> None:
        """Free a saved state."""
        pybullet.removeState(state, physicsClientId=self.client)

    # Forces, for one step

    def write_torques(
        self, identity: int, joints: Sequence[int], torques: Sequence[Numbers]
    ) -> None:
        pybullet.setJointMotorControlMultiDofArray(
            identity, joints, pybullet.TORQUE_CONTROL, forces=torques, physicsClientId=self.client
        )

    def push(self, identity: int, link: int, force: Numbers, at: Numbers) -> None:
        """Apply a force (3,) [N] at a point of the world (3,) [m]."""
        pybullet.applyExternalForce(
            identity, link, force, at, pybullet.WORLD_FRAME, physicsClientId=self.client
        )

    def twist(self, identity: int, link: int, torque: Numbers) -> None:
        """Apply a torque (3,) [N m] on a link, not on the base, about the world's axes."""
        pybullet.applyExternalTorque(
            identity, link, torque, pybullet.WORLD_FRAME, physicsClientId=self.client
        )
