"""Running: stances that accelerate the body up and forwards, and flights that place the legs.

Raibert's three parts (1986), height, speed by foot placement, and trunk, as objectives of the
whole-body program that moves walkers. In flight the program has no contacts and only tracks.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import make_dynamics
from ...simulation.rotation import Array
from ..balance.stance import offer_sole
from ..gait.footing import ahead, aside, height_over, load_on, outward
from ..gait.gait import begin_step
from ..gait.modes import WALKING
from ..gait.records import GaitCommand, GaitMemory
from ..gait.sole import CORNERS, HEELS
from ..program.anatomy import LEFT, RIGHT, Anatomy
from ..program.contacts import contacts_between, make_contacts
from ..program.limits import actuate
from ..program.objectives import Tick, add_momentum_task, no_objective
from ..program.record import Rows
from ..program.whole_body import solve_qp
from .bounce import plan_bounce
from .clock import STRIKE_LOAD, begin_stance, keep_run_time, set_pace
from .contacts import carried, first_contact
from .feet import plan_feet, plant_run_foot, swing_run_foot
from .posture import hold_run_posture
from .records import RunMemory

# Numbers without a source: tuned by hand, judged by bench running.
LEVEL_WEIGHT, HEIGHT_WEIGHT = 100.0, 300.0  # of the center of mass's acceleration
# Of a stance. Passing legs press a heel down: if the heel bore load, the foot stayed flat.
HEEL_BEARS_UNTIL = 0.7
# Of a torque beyond its limit [1/(N m)^2]: with a low weight the program counts on more arm torque
# than there is, and in flight the trunk, which balances that torque, is thrown around.
LIMIT_WEIGHT = 30.0


@compiled
def run_actuators(
    bodies: Rows[Body], anatomies: Rows[Anatomy], motions: Rows[Motion],
    commands: Rows[GaitCommand], memories: Rows[GaitMemory], runs: Rows[RunMemory],
) -> Array:  # fmt: skip
    """The flat actuator vector of a runner, within the joints' limits; advances it by one tick."""
    body, anatomy, motion = bodies[0], anatomies[0], motions[0]
    command, memory, run = commands[0], memories[0], runs[0]
    keep_run_time(motion, anatomy, command, run)
    if not run["airborne"]:
        plan_bounce(motion, anatomy, command, run)
    plan_feet(motion, anatomy, command, run)
    _update_walker_memory(run, memory)
    tick = Tick(no_objective(body), body, anatomy, motion, make_dynamics(body, motion))
    hold_run_posture(tick, command, run)
    torques = _bounce_and_swing(tick, command, run)
    return actuate(body, motion, command["dt"], torques)


@compiled
def _bounce_and_swing(tick: Tick[Anatomy], command: GaitCommand, run: RunMemory) -> Array:
    """(n, 3) torque rows [N m] for a posture's tasks together with those of stance and feet."""
    mass, sole, count = tick.anatomy["total_mass"], make_contacts(CORNERS, run["forces"]), 0
    for side in range(2):
        if run["airborne"] or side != run["side"]:
            if not carried(run, side):
                swing_run_foot(tick, command, run, side)
            continue
        for axis in range(3):
            weight = HEIGHT_WEIGHT if axis == 2 else LEVEL_WEIGHT
            add_momentum_task(tick, 3 + axis, mass * run["push"][axis], weight / mass**2)
        plant_run_foot(tick, command, run, side)
        offer_sole(tick, command, side, sole)
        if run["elapsed"] > HEEL_BEARS_UNTIL * run["stance_time"]:
            sole.force_limit[HEELS] = 0.0
        count = CORNERS
    torques: Array = solve_qp(
        tick, contacts_between(sole, 0, count), command["gravity"],
        np.zeros((tick.body.rows[0], 6)), regularization=0.0, limit_weight=LIMIT_WEIGHT,
    )  # fmt: skip
    return torques


@compiled
def _update_walker_memory(run: RunMemory, memory: GaitMemory) -> None:
    """Copy to the walker's memory what other code reads there: heading, stance foot, foothold."""
    memory["heading"] = run["heading"]
    memory["speed"] = run["speed"]
    memory["stance"] = run["side"]
    memory["phase"] = 0.5
    memory["foothold"][:] = run["goal"][1 - run["side"]]
    memory["planned"][:] = memory["foothold"][:2]


@compiled
def margin_of_stability(
    anatomies: Rows[Anatomy], motions: Rows[Motion], commands: Rows[GaitCommand],
    memories: Rows[GaitMemory],
) -> float:  # fmt: skip
    """Distance [m] of a stance ankle outwards from the extrapolated center of mass.

    Hof, Gazendam, Sinke 2005, "The condition for dynamic stability", equation 5.
    """
    anatomy, motion, heading = anatomies[0], motions[0], memories[0]["heading"]
    side = memories[0]["stance"]
    frequency = math.sqrt(commands[0]["gravity"] / height_over(motion, anatomy, side))
    ankle = motion.origin[anatomy["foot"][side]]
    beside = aside(ankle - motion.com - motion.com_velocity / frequency, heading)
    return outward(side) * beside


@compiled
def start_running(
    anatomies: Rows[Anatomy], motions: Rows[Motion], commands: Rows[GaitCommand],
    memories: Rows[GaitMemory], runs: Rows[RunMemory],
) -> None:  # fmt: skip
    """Begin to run at a walker's footstrike."""
    anatomy, motion, memory, run = anatomies[0], motions[0], memories[0], runs[0]
    run["heading"], run["turn_rate"] = memory["heading"], memory["turn_rate"]
    run["speed"] = ahead(motion.com_velocity, run["heading"])
    begin_stance(motion, anatomy, run, first_contact(runs, memory["stance"]))


@compiled
def change_contacts(anatomies: Rows[Anatomy], runs: Rows[RunMemory]) -> None:
    """Go on by the contacts of another reference motion, from the present stance or flight."""
    run = runs[0]
    run["contact"] = first_contact(runs, run["side"])
    set_pace(anatomies[0], run)


@compiled
def run_on(
    anatomies: Rows[Anatomy], motions: Rows[Motion], commands: Rows[GaitCommand],
    memories: Rows[GaitMemory], runs: Rows[RunMemory],
) -> None:  # fmt: skip
    """Go on running from wherever another law has brought a body that runs, in stance or flight."""
    anatomy, motion, memory, run = anatomies[0], motions[0], memories[0], runs[0]
    memory["heading"] = math.atan2(motion.com_velocity[1], motion.com_velocity[0])
    commands[0]["heading"] = memory["heading"]
    left, right = load_on(anatomy, motion, LEFT), load_on(anatomy, motion, RIGHT)
    flies = max(left, right) <= STRIKE_LOAD * anatomy["total_mass"] * commands[0]["gravity"]
    if flies:  # the foot that is ahead will land next
        toes, heading = anatomy["foot"], memory["heading"]
        reach = motion.origin[toes[LEFT]] - motion.origin[toes[RIGHT]]
        memory["stance"] = RIGHT if ahead(reach, heading) > 0.0 else LEFT
    else:
        memory["stance"] = LEFT if left > right else RIGHT
    start_running(anatomies, motions, commands, memories, runs)
    run["airborne"] = int(flies)


@compiled
def walk_on(
    anatomies: Rows[Anatomy], motions: Rows[Motion], commands: Rows[GaitCommand],
    memories: Rows[GaitMemory], runs: Rows[RunMemory],
) -> None:  # fmt: skip
    """Begin to walk at a runner's footstrike."""
    anatomy, motion, command, memory, run = (
        anatomies[0], motions[0], commands[0], memories[0], runs[0]
    )  # fmt: skip
    memory["stance"], memory["directed"], memory["footstrikes"] = run["side"], 0, 0
    memory["turn_rate"], memory["lateral_speed"] = run["turn_rate"], 0.0
    memory["correction"][:] = 0.0
    memory["hips"] = 0.0
    memory["mode"] = WALKING
    begin_step(motion, anatomy, command, memory)
