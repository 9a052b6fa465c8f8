"""Running: stances that throw the body up and on, flights in which the legs are placed.

Raibert's three parts (1986), height, speed by foot placement, and trunk, as objectives of the
whole-body program that moves walkers. In flight the program has no contacts: it tracks.
"""

from __future__ import annotations

import numpy as np

from ...simulation.body import Body, Motion, to_actuators
from ...simulation.compiled import compiled
from ...simulation.dynamics import Dynamics, make_dynamics
from ...simulation.rotation import Array
from ..balance.stance import CONTACT_RANGE, HARDEST_PUSH, LEAST_SHARE
from ..gait.footing import ahead
from ..gait.gait import begin_step
from ..gait.modes import WALKING
from ..gait.sole import CORNERS, HEELS, set_corners
from ..gait.terrain import height_off_ground
from ..program.anatomy import Record
from ..program.limits import stop_at_limits
from ..program.objectives import Goals, no_goals, want_momentum
from ..program.whole_body import EDGES, serve
from .bounce import plan_bounce
from .clock import begin_stance, keep_run_time
from .contacts import first_contact
from .feet import plan_feet, plant_run_foot, swing_run_foot
from .posture import hold_run_posture

LEVEL_WEIGHT, HEIGHT_WEIGHT = 100.0, 300.0  # of the way of the center of mass
# Of a stance. Legs that pass each other press a heel down: with one to bear, the foot stayed flat.
HEEL_BEARS_UNTIL = 0.7
# Of a torque beyond its limit [1/(N m)^2]: an arm that may ask for more than it has, and in flight
# asks the trunk to bear up against all of that, throws the trunk.
LIMIT_WEIGHT = 30.0


@compiled
def run_actuators(
    bodies: Array, anatomies: Array, motions: Array, commands: Array, memories: Array, runs: Array
) -> Array:
    """The flat actuator vector of a runner, within the joints' limits; advances it by one tick."""
    body, who, motion = bodies[0], anatomies[0], motions[0]
    command, memory, run = commands[0], memories[0], runs[0]
    keep_run_time(motion, who, command, run)
    if not run["airborne"]:
        plan_bounce(motion, who, command, run)
    plan_feet(motion, who, command, run)
    _tell_walker(run, memory)
    dynamics = make_dynamics(body, motion)
    goals = no_goals(len(dynamics.axes))
    hold_run_posture(goals, body, who, motion, command, run, dynamics)
    torques = _bounce_and_swing(goals, body, who, motion, command, run, dynamics)
    stop_at_limits(body, motion, command["dt"], torques)
    return to_actuators(body, motion, torques)


@compiled
def _bounce_and_swing(
    goals: Goals, body: Body, who: Record, motion: Motion, command: Record, run: Record,
    dynamics: Dynamics,
) -> Array:  # fmt: skip
    """(n, 3) torque rows that serve a posture's goals beside those of stance and feet."""
    mass, points, most = who["total_mass"], np.zeros((CORNERS, 3)), np.zeros(CORNERS)
    contacts = 0
    for side in range(2):
        if run["airborne"] or side != run["side"]:
            swing_run_foot(goals, body, who, motion, command, run, dynamics, side)
            continue
        for axis in range(3):
            weight = HEIGHT_WEIGHT if axis == 2 else LEVEL_WEIGHT
            want_momentum(goals, dynamics, 3 + axis, mass * run["push"][axis], weight / mass**2)
        plant_run_foot(goals, body, who, motion, command, run, dynamics, side)
        _offer_sole(who, motion, command, side, points, most)
        if run["elapsed"] > HEEL_BEARS_UNTIL * run["stance_time"]:
            most[HEELS] = 0.0
        contacts = CORNERS
    bearers = np.full(contacts, who["foot"][run["side"]])
    torques: Array = serve(
        goals, body, motion, dynamics, command["gravity"], points[:contacts], bearers,
        most[:contacts], run["forces"][: EDGES * contacts], np.zeros((len(body.mass), 6)),
        thrift=0.0, limit_weight=LIMIT_WEIGHT,
    )  # fmt: skip
    return torques


@compiled
def _offer_sole(
    who: Record, motion: Motion, command: Record, side: int, points: Array, most: Array
) -> None:
    """Fill in the corners of a sole and what each may bear: off the ground next to nothing."""
    set_corners(who, motion, side, points)
    hardest = HARDEST_PUSH * who["total_mass"] * command["gravity"]
    for corner in range(CORNERS):
        height = height_off_ground(command, motion, who, side, points[corner] + motion.com)
        most[corner] = hardest * min(max(1.5 - height / CONTACT_RANGE, LEAST_SHARE), 1.0)


@compiled
def _tell_walker(run: Record, memory: Record) -> None:
    """What others ask a walker for: where it faces, on which foot, and where the next one lands."""
    memory["heading"] = run["heading"]
    memory["speed"] = run["speed"]
    memory["stance"] = run["side"]
    memory["phase"] = 0.5
    memory["foothold"][:] = run["goal"][1 - run["side"]]
    memory["planned"][:] = memory["foothold"][:2]


@compiled
def start_running(
    anatomies: Array, motions: Array, commands: Array, memories: Array, runs: Array
) -> None:
    """Run on from a walker's footstrike."""
    who, motion, memory, run = anatomies[0], motions[0], memories[0], runs[0]
    run["heading"], run["turn_rate"] = memory["heading"], memory["turn_rate"]
    run["speed"] = ahead(motion.com_velocity, run["heading"])
    begin_stance(motion, who, run, first_contact(runs, memory["stance"]))


@compiled
def walk_on(
    anatomies: Array, motions: Array, commands: Array, memories: Array, runs: Array
) -> None:
    """Walk on from a runner's footstrike."""
    who, motion, command, memory, run = (
        anatomies[0], motions[0], commands[0], memories[0], runs[0]
    )  # fmt: skip
    memory["stance"], memory["directed"], memory["footstrikes"] = run["side"], 0, 0
    memory["turn_rate"], memory["lateral_speed"] = run["turn_rate"], 0.0
    memory["correction"][:] = 0.0
    memory["hips"] = 0.0
    memory["mode"] = WALKING
    begin_step(motion, who, command, memory)
