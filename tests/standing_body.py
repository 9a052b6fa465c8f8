"""A standing body, and objectives for it: for the tests of whole-body control."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from footfall import Character, Cue, Performer
from footfall.controllers.gait.sole import CORNERS, set_corners
from footfall.controllers.program.anatomy import make_anatomy
from footfall.controllers.program.contacts import EDGES, Contacts, Edges, edges_of
from footfall.controllers.program.objectives import (
    Objective,
    Tick,
    add_dof_task,
    add_momentum_task,
    add_point_task,
    add_rotation_task,
    no_objective,
)
from footfall.controllers.program.torque_limits import no_excess
from footfall.controllers.program.whole_body import LIMIT_WEIGHT, _solve, solve_qp
from footfall.rollout.simulate import TIME_STEP
from footfall.rollout.start_state import start_state
from footfall.simulation.actor import Actor
from footfall.simulation.dynamics import Dynamics, make_dynamics
from footfall.simulation.world import World
from footfall.skills import behaviour_of
from footfall.skills.biped import make_biped
from footfall.skills.styles import Styles

GRAVITY = 9.81
BODY = Character.humanoid()
WEIGHT = GRAVITY * BODY.mass
PART = {name: i for i, name in enumerate(BODY.segment_names)}
SWEEPS = 0.0  # regularization of 0: forces by sweeps from the last ones
CALM = 1e-4  # weight of keeping the rates of all degrees of freedom
RIGID = 1e9, 4e6  # stiffness [N/m] and damping [N s/m] of a contact
TICKS = 100  # until the forces of one problem converge, each tick starting from the last one's


class Stander(NamedTuple):
    """A body that stands still, and the possible contacts of its soles."""

    world: World
    actor: Actor
    points: np.ndarray
    segments: np.ndarray

    def tick(self) -> Tick[None]:
        """A time step in the present state, without tasks."""
        body, motion = self.actor.body, self.actor.motion
        return Tick(no_objective(body), body, None, motion, make_dynamics(body, motion))

    def dynamics(self) -> Dynamics:
        return self.tick().dynamics

    def contacts(self, forces: np.ndarray, most: float) -> Contacts:
        """The soles' corners, with last forces and a force limit along the edges [N]."""
        return Contacts(self.points, self.segments, np.full(len(self.points), most), forces)

    def edges(self, forces: np.ndarray, most: float = WEIGHT) -> Edges:
        return edges_of(self.contacts(forces, most))

    def nothing_outside(self) -> np.ndarray:
        """(n, 6) wrenches on the segments of a body that holds nothing."""
        return np.zeros((len(self.actor.body.mass), 6))

    def torques(self, objective: Objective, forces: np.ndarray, most: float = WEIGHT) -> np.ndarray:
        """Torques by `solve_qp`, which overwrites the objective and the forces."""
        tick, contacts = self.tick()._replace(objective=objective), self.contacts(forces, most)
        return solve_qp(tick, contacts, GRAVITY, self.nothing_outside())

    def accelerations(
        self, objective: Objective, forces: np.ndarray, most: float = WEIGHT, ticks: int = TICKS
    ) -> np.ndarray:
        """(nv,) of the degrees of freedom once the forces have converged."""
        edges, needed = self.edges(forces, most), np.array([0.0, 0.0, 0.0, 0.0, 0.0, WEIGHT])
        for _ in range(ticks):
            kept = Objective(objective.A.copy(), objective.b.copy())
            found = _solve(kept, self.dynamics(), needed, edges, no_excess(), SWEEPS, LIMIT_WEIGHT)
        return found


def no_forces() -> np.ndarray:
    return np.zeros(EDGES * 2 * CORNERS)


@contextmanager
def standing() -> Iterator[Stander]:
    """A body that has stood for a while, on rigid soles, which the program assumes."""
    with World((0, 0, -GRAVITY), TIME_STEP, 0.8) as world:
        actor = world.add_character(BODY, *start_state(Performer(BODY)))
        for part in ("foot.L", "toes.L", "foot.R", "toes.R"):
            link = actor.links[actor.names.index(part)]
            world.engine.soften(actor.identity, link, *RIGID)
        biped = make_biped(BODY, actor.body_record, 0.0, GRAVITY, TIME_STEP, Styles({}), {})
        biped.begin(behaviour_of(biped.kind, "stand"))
        biped.behaviour.command(Cue("stand").values())
        for _ in range(300):
            world.write_torques(actor, biped.actuators(actor.motion_record))
            world.step()
            world.read(actor)
            world.read_contacts(actor)
        yield Stander(world, actor, *soles(actor))


def soles(actor: Actor) -> tuple[np.ndarray, np.ndarray]:
    """Corners of both soles and the segments that bear them."""
    anatomy = make_anatomy(BODY)[0]
    points, segments = np.zeros((2 * CORNERS, 3)), np.zeros(2 * CORNERS, dtype=np.int64)
    for side in range(2):
        corners = slice(side * CORNERS, (side + 1) * CORNERS)
        set_corners(anatomy, actor.motion, side, points[corners])
        segments[corners] = anatomy["foot"][side]
    return points, segments


def random_goals(stander: Stander, seed: int) -> Objective:
    """Random tasks of every kind, most of them out of reach and in conflict."""
    random = np.random.default_rng(seed)
    tick, body, motion = stander.tick(), stander.actor.body, stander.actor.motion
    for dof in range(len(tick.objective.b)):
        add_dof_task(tick, dof, 5.0 * random.normal(), 0.1)
    for axis in range(6):
        target = 0.7 * WEIGHT * random.normal()
        add_momentum_task(tick, axis, target, 100.0 / BODY.mass**2)
    for _ in range(4):
        segment, weight = random.integers(len(body.mass)), 10.0 ** random.uniform(-1, 2)
        add_rotation_task(tick, segment, 10.0 * random.normal(size=3), weight)
        point, target = motion.center[segment], 10.0 * random.normal(size=3)
        add_point_task(tick, segment, point, target, weight)
    return tick.objective


def calm(stander: Stander) -> Tick[None]:
    """A weak objective of constant rates of all degrees of freedom."""
    tick = stander.tick()
    for dof in range(len(tick.objective.b)):
        add_dof_task(tick, dof, 0.0, CALM)
    return tick


class Asked(NamedTuple):
    """Target accelerations of a standing body: of its center of mass, torso and hand."""

    com: np.ndarray
    torso: np.ndarray
    hand: np.ndarray

    def objective(self, stander: Stander) -> Objective:
        tick, motion = calm(stander), stander.actor.motion
        for side in (".L", ".R"):
            foot = PART["foot" + side]
            add_rotation_task(tick, foot, np.zeros(3), 1000.0)
            ankle = motion.origin[foot]
            add_point_task(tick, foot, ankle, np.zeros(3), 1000.0)
        for k in range(3):
            target = BODY.mass * self.com[k]
            add_momentum_task(tick, 3 + k, target, 100.0 / BODY.mass**2)
        add_rotation_task(tick, PART["torso"], self.torso, 10.0)
        hand = PART["hand.R"]
        center = motion.center[hand]
        add_point_task(tick, hand, center, self.hand, 10.0)
        return tick.objective


REACHABLE = Asked(np.array([0.4, 0.2, -0.5]), np.array([1.0, 2.0, -1.0]), np.array([3.0, 0.0, 4.0]))


def solved_in_a_fall() -> tuple[np.ndarray, np.ndarray]:
    """Torque rows, and forces along the edges, for a body that is let go above the ground."""
    with World((0, 0, -GRAVITY), TIME_STEP, 0.8) as world:
        position, orientation, joints = start_state(Performer(BODY, pose={"knee.L": 0.5}))
        actor = world.add_character(BODY, position, orientation, joints)
        for _ in range(30):
            world.step()
        world.read(actor)
        stander = Stander(world, actor, *soles(actor))
        forces = no_forces()
        return stander.torques(random_goals(stander, 7), forces), forces
