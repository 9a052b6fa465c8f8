"""The world at run time: ground, characters and props; read states, write torques, step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..bodies.collision_pairs import Pair, apart
from .actor import Actor
from .body import Motion
from .construction import let_collide, set_layer
from .making_actors import make_actor, set_frictions
from .placing import place_character, place_joints, settle_chains
from .records import Rows, copy_of, overwrite
from .rotation import Array
from .surroundings import Surroundings


@dataclass(frozen=True)
class Snapshot:
    """The complete state of a world at a time.

    Attributes:
        state: its number in the engine, or a file that any world of the same content restores.
    """

    state: int | Path
    motions: tuple[Any, ...]
    contact_forces: tuple[Array, ...]
    touches_ground: tuple[NDArray[np.bool_], ...]
    ground_velocities: tuple[Array, ...]
    steps: int


@dataclass(eq=False, repr=False)
class World(Surroundings):
    """A ground, characters and props under gravity, stepped at a fixed rate.

    Deterministic: the same calls give bit-identical states on the same machine.

    Attributes:
        meetings: arguments of `let_meet`, the actor's number first, that are in effect.
    """

    actors: list[Actor] = field(default_factory=list, init=False)
    meetings: dict[tuple[int, tuple[int, ...], str], bool] = field(default_factory=dict, init=False)

    def add_character(
        self,
        character: Character,
        root_position: Array,
        root_orientation: Array,
        joint_positions: Array,
        friction: float = 1.0,
        leg_collision: bool = False,
        meets_others: bool = False,
    ) -> Actor:
        """Put a character in the world, at rest.

        Args:
            root_position: (3,) origin of the root's frame; root_orientation: (4,).
            joint_positions: flat, as in `Body`.
            friction: multiplied with each segment's own and with the ground's.
            leg_collision: whether its legs collide with each other.
            meets_others: whether the character collides with others that have this set too.
        """
        engine, gravity = self.engine, -self.gravity[2]
        actor = make_actor(engine, character, gravity, leg_collision, meets_others)
        set_frictions(engine, actor, friction)
        engine.release_motors(actor.identity, (*actor.rails, *actor.movable))
        place_character(engine, actor, root_position, root_orientation, joint_positions)
        if actor.hanging is not None:
            engine.release_motors(actor.identity, actor.hanging.joints)
            settle_chains(engine, actor, gravity, self._floor_under(actor))
        self.actors.append(actor)
        self.read(actor)
        return actor

    def remove_character(self, actor: Actor) -> None:
        """Take a character out of the world."""
        number = [other.identity for other in self.actors].index(actor.identity)
        self.meetings = {
            (other - (other > number), segments, prop): meets
            for (other, segments, prop), meets in self.meetings.items()
            if other != number
        }
        del self.actors[number]
        self.engine.remove_body(actor.identity)

    def _floor_under(self, actor: Actor) -> float:
        """Height of the ground under a character's root [m]; -inf where there is none."""
        if not self.triangles:
            return 0.0
        origin = actor.motion.origin[0]
        height = float(self.ground_heights(origin[None, :2], float(origin[2]))[0])
        return -math.inf if math.isnan(height) else height

    def set_in_motion(self, actor: Actor, root: Array, positions: Array, rates: Array) -> None:
        """Put a character into a pose in which it moves.

        Args:
            root: (13,) as in `move`; positions, rates: flat, as in `Body`.
        """
        place_joints(self.engine, actor, positions, rates)
        self.engine.place_base(actor.identity, root[0:3].tolist(), root[3:7].tolist())
        self.engine.set_base_going(actor.identity, root[7:10].tolist(), root[10:13].tolist())
        self.read(actor)

    def set_going(self, actor: Actor, positions: Array, rates: Array) -> None:
        """Start a planar body in motion.

        Args:
            positions: (n - 1,) present positions of its joints [rad].
            rates: (2 + n,) of its root forwards and upwards [m/s], of its pitch and joints [rad/s].
        """
        along = self.engine.hinges(actor.identity, actor.rails)[0]
        places, joints = np.concatenate([along, positions]), (*actor.rails, *actor.movable)
        for joint, place, rate in zip(joints, places.tolist(), rates.tolist(), strict=True):
            self.engine.place_joint(actor.identity, joint, [place], [rate])
        self.read(actor)

    def read(self, actor: Actor) -> None:
        """Read a character's state into its `motion`."""
        self.engine.read(actor)

    def motion_ahead(self, actor: Actor, time: float) -> Rows[Motion]:
        """A character's state after a time [s], with the present loads."""
        self.engine.read_ahead(actor, time)
        loads: Any = actor.motion_ahead
        loads["load"][0, : len(actor.names)] = actor.motion.load
        return actor.motion_ahead

    def read_contacts(self, actor: Actor) -> None:
        """Read the loads on a character's segments, which segments touch the ground, and how fast
        moves what bears the body; in the air, that is what bore it last.
        """
        self.engine.read_contacts(actor, self.ground)
        if self.movers:
            velocity = self.movers.velocity_under(self.engine.supports(actor))
            if velocity is not None:
                actor.ground_velocity[:] = velocity

    def write_torques(self, actor: Actor, torques: Array) -> None:
        """Apply the actuators' flat torque vector [N m] when the world is next advanced."""
        self.engine.write_torques(actor, torques)

    def push(self, actor: Actor, segment: int, force: Sequence[float], at: Sequence[float]) -> None:
        """Apply a force [N] at a point of the world for the next step."""
        self.engine.place_links(actor.identity)
        self.engine.push(actor.identity, actor.links[segment], force, at)

    def twist(self, actor: Actor, segment: int, torque: Sequence[float]) -> None:
        """Apply an external torque (3,) [N m] about the world's axes for the next step."""
        self.engine.twist(actor.identity, actor.links[segment], torque)

    def let_meet(self, actor: Actor, segments: Sequence[int], prop: str, meets: bool) -> None:
        """Set whether segments of a character collide with a prop."""
        number = [other.identity for other in self.actors].index(actor.identity)
        self.meetings[number, tuple(segments), prop] = meets
        for segment in segments:
            self.engine.set_collision(
                actor.identity, actor.links[segment], self.props[prop], -1, meets
            )

    def let_meet_itself(self, actor: Actor, meets: bool) -> None:
        """Set whether arms and head of a biped collide with its body.

        Those begin to that are not in each other now: a contact that begins deep would throw them
        apart. Legs always collide with each other; where they do not, nothing does.
        """
        if not meets:
            self.let_pairs_meet(actor, frozenset())
        elif actor.leg_collision:
            motion = actor.motion
            waiting = [pair for pair in actor.limb_pairs if pair not in actor.meeting]
            if waiting:
                free = apart(waiting, actor.character, motion.origin, motion.rotation)
                self.let_pairs_meet(actor, actor.meeting | set(free))

    def let_pairs_meet(self, actor: Actor, pairs: frozenset[Pair]) -> None:
        """Let only these segments of a body collide with each other, beside those of the legs."""
        for changed, meets in ((actor.meeting - pairs, False), (pairs - actor.meeting, True)):
            let_collide(
                self.engine, actor.character, actor.identity, actor.links, sorted(changed), meets
            )
        actor.meeting = pairs

    def step(self) -> None:
        """Advance by one time step, in which the written torques act."""
        self.movers.drive()
        self.engine.step()

    def snapshot(self, path: Path | None = None) -> Snapshot:
        """The present state, for `restore`; `drop` it when it is no longer needed.

        Args:
            path: a new file for it, so that worlds of the same content in other processes can
                restore it as well; None: kept in memory.
        """
        if path is not None:
            self.engine.save(path)
        return Snapshot(
            self.engine.remember() if path is None else path,
            tuple(copy_of(actor.motion_record) for actor in self.actors),
            tuple(actor.contact_forces.copy() for actor in self.actors),
            tuple(actor.touches_ground.copy() for actor in self.actors),
            tuple(actor.ground_velocity.copy() for actor in self.actors),
            self.movers.steps,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Restore a snapshot; simulation from there is bit-identical to the first time.

        For a body that touches more than the ground under its feet, or itself, this also needs
        `forget_contacts`.
        """
        if isinstance(snapshot.state, Path):
            self.engine.load(snapshot.state)
        else:
            self.engine.go_back(snapshot.state)
        self.movers.steps = snapshot.steps
        for i, actor in enumerate(self.actors):
            overwrite(actor.motion_record, snapshot.motions[i])
            actor.contact_forces[:] = snapshot.contact_forces[i]
            actor.touches_ground[:] = snapshot.touches_ground[i]
            actor.ground_velocity[:] = snapshot.ground_velocities[i]

    def forget_contacts(self, actor: Actor) -> None:
        """Compute the contacts of a body again in the next step.

        The engine restores contact points of a link with several shapes to the wrong shapes, and
        keeps those of pairs that came near each other later. For bit-identical results, call this
        directly after both the snapshot and its restoration.
        """
        for link in range(-1, len(actor.segment_of_link) - 1):
            set_layer(self.engine, actor.identity, link, actor.meets_others)

    def drop(self, snapshot: Snapshot) -> None:
        """Free a snapshot."""
        if isinstance(snapshot.state, Path):
            snapshot.state.unlink(missing_ok=True)
        else:
            self.engine.forget(snapshot.state)
