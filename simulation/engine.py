"""The physics engine, Bullet, behind one interface: shapes, bodies, states, torques, contacts.

Two engines have it, with bit-identical results: `DirectEngine` calls Bullet's C interface, and
`ModuleEngine` PyBullet's Python functions, at half the speed. Quaternions are (w, x, y, z) outside
and Bullet's (x, y, z, w) inside. A link is counted from 0, the base is link -1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .actor import Actor
from .links import UPRIGHT, LinkTree
from .rotation import Array

if TYPE_CHECKING:
    from .bullet_calls import Commands

SOLVER_ITERATIONS = 10
MOST_VERTICES, MOST_CORNERS = 131072, 524288  # of one mesh: PyBullet's own bounds
UNBOUNDED = 1e9  # [rad/s]
UPRIGHT_NORMAL = 0.7  # least upward part of the normal of a contact that bears a body from below
SHORTEST = 1e-3  # cylinder of a capsule [m]
HALF = math.sqrt(0.5)
FROM_Z = ((0.0, HALF, 0.0, HALF), (-HALF, 0.0, 0.0, HALF), UPRIGHT)  # turn z to x, y, z

Numbers = Sequence[float]


class Layout(NamedTuple):
    """Where an engine keeps a character's joints: see `bullet_calls`.

    Attributes:
        number: of the character among all; span: of its torques among those of all.
    """

    positions_at: NDArray[np.int64]
    rates_at: NDArray[np.int64]
    number: int
    span: slice


class Handles(NamedTuple):
    """What compiled code needs to advance a world itself: see `bullet_calls`.

    Attributes:
        contacts_at: (1,) room for an address.
    """

    client: int
    commands: Commands
    contacts_at: NDArray[np.int64]


class Engine(Protocol):
    """One world, empty at first. Bodies, links and shapes are numbers."""

    def close(self) -> None:
        """Free the world; calling it twice is harmless."""

    def step(self) -> None:
        """Advance by one time step, in which the written torques act."""

    # Shapes

    def plane(self) -> int:
        """The plane z = 0."""

    def box(self, size: Numbers, center: Numbers = (0.0, 0.0, 0.0)) -> int:
        """Full sizes [m]."""

    def spheres(self, radius: float, centers: Sequence[Numbers]) -> int:
        """One shape of several equal spheres."""

    def box_and_spheres(
        self, size: Numbers, center: Numbers, spheres: Sequence[tuple[Numbers, float]]
    ) -> int:
        """One shape of a box, as in `box`, and spheres: their centers and radii."""

    def sphere(self, radius: float) -> int:
        """A sphere around the frame's origin."""

    def capsule(
        self, radius: float, height: float, center: Numbers = (0.0, 0.0, 0.0), axis: int = 2
    ) -> int:
        """A capsule along x, y or z (0, 1, 2); `height` [m] includes the round ends."""

    def hull(self, vertices: Sequence[Numbers]) -> int:
        """The convex hull of points."""

    def triangles(self, vertices: Sequence[Numbers], triangles: Sequence[Sequence[int]]) -> int:
        """A concave mesh, for bodies that never move.

        Bodies that slide over it do not catch on edges inside a flat face.
        """

    # Bodies

    def add_body(
        self,
        shape: int,
        mass: float = 0.0,
        position: Numbers = (0.0, 0.0, 0.0),
        orientation: Numbers = (1.0, 0.0, 0.0, 0.0),
    ) -> int:
        """A body without joints, at rest; static when its mass is 0."""

    def add_linked_body(
        self, mass: float, shape: int, center: Numbers, tree: LinkTree, self_collision: bool
    ) -> int:
        """A base with links; `center` is the base's center of mass in its frame."""

    def remove_body(self, identity: int) -> None:
        """Take a body out of the world; its number is not used again."""

    def set_inertia(self, identity: int, link: int, inertia: Numbers) -> None:
        """Set the moments of inertia (3,) about the axes of a link [kg m2]."""

    def remove_damping(self, identity: int, link: int) -> None:
        """Switch off the engine's default damping."""

    def free_joint_speeds(self, identity: int) -> None:
        """Remove the engine's bound of joint rates.

        It clips rates at 100 rad/s before it solves contacts. The torque of a loaded toe would turn
        it faster in the air, and the clipped part would hold the body up without a force on the
        ground.
        """

    def set_joint_range(self, identity: int, joint: int, low: float, high: float) -> None:
        """Stop a joint of one degree of freedom at the ends of its range, as bones do.
        """

    def set_friction(self, identity: int, link: int, friction: float) -> None:
        """Set friction in a separate call: PyBullet ignores it in a call that sets damping too."""

    def soften(self, identity: int, link: int, stiffness: float, damping: float) -> None:
        """Give the contacts of a link a stiffness [N/m] and a damping [N s/m] each."""

    def set_layer(self, identity: int, link: int, layer: int, mask: int) -> None:
        """Set a link's layer and the layers that it collides with, as bits."""

    def set_collision(
        self, identity: int, link: int, other: int, other_link: int, collides: bool
    ) -> None:
        """Set whether a link collides with a link of another or the same body, whatever their
        layers are.
        """

    def release_motors(self, identity: int, joints: Sequence[int]) -> None:
        """Switch off the engine's own motors, which hold all joints by default."""

    # States

    def place_base(self, identity: int, center: Numbers, orientation: Numbers) -> None:
        """Put the base's center of mass (3,) at a place, at rest."""

    def set_base_going(self, identity: int, velocity: Numbers, turning: Numbers) -> None:
        """Set the base's velocity (3,) [m/s] and angular velocity (3,) [rad/s]."""

    def place_joint(self, identity: int, joint: int, position: Numbers, rates: Numbers) -> None:
        """Set a joint's position and velocity; a spherical one's position is x, y, z, w."""

    def pose(self, identity: int) -> tuple[Array, Array]:
        """(3,) position and (4,) orientation of a body's base."""

    def velocity(self, identity: int) -> tuple[Array, Array]:
        """(3,) velocity and (3,) angular velocity of a body's base."""

    def state(self, actor: Actor) -> tuple[Array, Array, Array]:
        """(13,) center, orientation, velocity and angular velocity of a character's root; its flat
        joint positions and rates, as in `Body`.
        """

    def hanging_state(self, actor: Actor) -> tuple[Array, Array]:
        """Quaternions (n, 4) and rates (n, 3) of the joints of a character's chains; a rate is in
        its link's frame.
        """

    def hinges(self, identity: int, joints: Sequence[int]) -> tuple[Array, Array]:
        """Positions and rates of joints of one degree of freedom."""

    def heights(self, places: Array, top: float, bottom: float, layer: int) -> Array:
        """(n,) height [m] of a layer's topmost surface under places (n, 2); NaN for none."""

    # Snapshots

    def remember(self) -> int:
        """Save the present state of the world; return its number."""

    def go_back(self, state: int) -> None:
        """Restore a saved state; simulation from there is bit-identical to the first time."""

    def place_links(self, identity: int) -> None:
        """Compute the places of a body's links, by which `push` acts on them, from its joints.

        Those after a time step are of its beginning, those of a restored state are its own.
        """

    def forget(self, state: int) -> None:
        """Free a saved state."""

    def save(self, path: Path) -> None:
        """Save the present state of the world to a new file."""

    def load(self, path: Path) -> None:
        """Restore a state that a world of the same content saved, in this process or another one;
        simulation from there is bit-identical to that world's.
        """

    # Each time step

    def read(self, actor: Actor) -> None:
        """Read a character's state into its `motion`, but not its loads."""

    def read_ahead(self, actor: Actor, time: float) -> None:
        """Set a character's `motion_ahead`, without loads, to its state after a time [s]."""

    def read_contacts(self, actor: Actor, ground: int) -> None:
        """Read a character's contacts with the `ground` and others in the last step."""

    def supports(self, actor: Actor) -> Array:
        """(n, 5) the contacts that bear a character from below in the last step: number of the
        other body, place (3,) [m] and vertical force [N] of each.
        """

    def write_torques(self, actor: Actor, torques: Array) -> None:
        """Apply the flat torques of a character's actuators [N m] when the world next advances."""

    def push(self, identity: int, link: int, force: Numbers, at: Numbers) -> None:
        """Apply a force (3,) [N] at a point of the world (3,) [m] for one step."""

    def twist(self, identity: int, link: int, torque: Numbers) -> None:
        """Apply a torque (3,) [N m] on a link, not on the base, about the world's axes, for one
        step.
        """

    # For compiled code that advances the world itself

    def handles(self) -> Handles | None:
        """What such code needs; None where it cannot. The engine forgets the last contacts."""

    def layout(self, actor: Actor) -> Layout:
        """Where such code finds a character's joints."""
