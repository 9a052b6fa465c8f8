"""The gait clock: when a walker changes its stance foot, and at what pace.

Coros, Beaudoin, van de Panne 2010, Sections 3.1 and 4.
"""

from __future__ import annotations

import math

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import heading_of
from ..program.anatomy import Anatomy
from .foot_roll import pitch_now
from .footing import STRIKE_LOAD, ahead, load_on
from .footsteps import DURATION, end_footstep, may_lift, plan_footstep, present_footstep, set_detour
from .heading import turn
from .modes import STANDING, STARTING, TAKING_OVER, WALKING
from .records import GaitCommand, GaitMemory
from .rolling import between, double_support, follow_rolling
from .standing import leave_standing, leave_starting, may_stand, must_step, start_share
from .step_plan import plan_step
from .style import follow_style
from .supervisor import is_under_feet
from .taking_over import NO_FOOT, stepping_foot, take_up_speed, take_up_step
from .terrain import floor, has_climbed, sees_stairs
from .variation import PERIOD, vary_step

HELD_BELOW = 0.15  # phase: the longest time in which a trailing foot pushes off a lower stair
ACCELERATION, SETTING_OFF = 1.0, 2.0  # of the asked speed [m/s2]; until the first footstrike
EARLIEST_STRIKE = 0.5  # phase from which a loaded swing foot ends the step
LATEST_STRIKE = 1.2  # phase up to which a walker waits for its foot to be down
NEAR = 0.2  # of the leg: how near its foothold a swing foot's contact ends the step
NEAR_FOOTPRINT = 0.02  # the same for a step to a footprint
NEAR_LEVEL = 0.06  # of the leg: how high over its level place the ankle may then be
RUNS_ON = 0.99  # phase from which the phase advances regardless of the plan
BEARING_LOAD = 0.3  # of body weight: from here on the foot carries, wherever it is
# The step-to-step correction of the speed: its gain, and its bound [m/s], which below 1 m/s shrinks
# with the speed. It waits until the target is this near to the asked speed [m/s]: while the walker
# speeds up or slows down, a step's error says nothing about its gait.
SPEED_GAIN, LARGEST_CORRECTION, AT_SPEED = 0.35, 0.25, 0.05
# A person's step length grows with cadence (Sekiya et al. 1996, the walk ratio): the period falls
# with the root of speed. Of an adult with a leg of 0.93 m; other sizes by dynamic similarity.
ADULT_LEG, PERIOD_AT_1M_S, LONGEST_PERIOD, SHORTEST_PERIOD = 0.93, 0.62, 0.62, 0.42
# In a walk that rolls as people's does: their step length grows with speed^0.42 (Grieve and Gear
# 1966), by half less at the ends, as the walker's own cadence errs. All of these count for a style
# whose `step_period` is 1; natural's is 0.89.
ROLLED_AT_1M_S, ROLLED_EXPONENT, LONGEST_ROLLED, SHORTEST_ROLLED = 0.693, 0.745, 0.92, 0.4

# Of the leg: what the asked speed may cover in the first step, in which the body falls ahead of one
# foot. Further, that leg ends its reach, the hips sink, and the second step is thrown up off the
# ground. tuned: by hand, judged by test_proud_at_its_own_speed_does_not_stumble.
FIRST_STEP = 0.69


@compiled
def suited_period(anatomy: Anatomy, speed: float, rolling: float) -> float:
    """Step period [s] that suits a speed [m/s], scaled to the body's size."""
    time_scale = math.sqrt(anatomy["leg"] / ADULT_LEG)
    similar = abs(speed) / time_scale  # speed scales as time: both with the root of length
    period = PERIOD_AT_1M_S / math.sqrt(max(similar, 0.01))
    bent = min(max(period, SHORTEST_PERIOD), LONGEST_PERIOD)
    rolled = ROLLED_AT_1M_S / max(similar, 0.01) ** ROLLED_EXPONENT
    rolled = min(max(rolled, SHORTEST_ROLLED), LONGEST_ROLLED)
    return time_scale * between(bent, rolled, rolling)


@compiled
def _first_period(anatomy: Anatomy, command: GaitCommand, period: float) -> float:
    """Period [s] of the first step of a walk that would have a period [s] later."""
    shortest = SHORTEST_PERIOD * math.sqrt(anatomy["leg"] / ADULT_LEG)
    far_enough = FIRST_STEP * anatomy["leg"] / max(abs(command["speed"]), 0.01)
    return min(period, max(far_enough, shortest))


@compiled
def advance(
    body: Body, motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> None:
    """One tick: turn, take up speed, plan the step, and change feet or mode when due."""
    dt = command["dt"]
    follow_style(command, memory)
    if memory["mode"] == TAKING_OVER:
        _take_over(body, motion, anatomy, command, memory)
    memory["elapsed"] += dt
    turn(motion, anatomy, command, memory)
    _take_up_speed(command, memory)
    begins = False
    if memory["mode"] == STANDING:
        begins = leave_standing(body, motion, anatomy, command, memory)
    elif memory["mode"] == STARTING:
        if memory["directed"]:
            begins = must_step(body, motion, anatomy, command, memory)
            begins = begins or may_lift(motion, anatomy, command, memory)
        else:
            begins = leave_starting(motion, anatomy, command, memory)
            memory["sets_off"] = begins and command["walking"]
            if not begins and not is_under_feet(motion, anatomy, motion.com[:2]):
                # It tips ahead, and its weight does not come over the stance foot.
                begins = must_step(body, motion, anatomy, command, memory)
    elif _step_is_over(motion, anatomy, command, memory):
        begins = _change_feet(motion, anatomy, command, memory)
    if begins:
        begin_step(motion, anatomy, command, memory)
    follow_rolling(motion, anatomy, command, memory)
    if memory["mode"] == WALKING:
        _plan(motion, anatomy, command, memory)
        memory["phase"] += dt * max(1.0 - memory["phase"], 0.0) / max(memory["remaining"], dt)
        if memory["phase"] > RUNS_ON:
            memory["phase"] += dt / memory["period"]
        if not memory["airborne"] and memory["phase"] >= double_support(memory):
            _leave_ground(motion, anatomy, command, memory)


@compiled
def _take_over(
    body: Body, motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> None:
    """Go on in the step in which another law has left the body, or stand."""
    memory["mode"] = STANDING
    side = stepping_foot(body, motion, anatomy, command)
    if side != NO_FOOT:
        memory["stance"] = 1 - side
        take_up_speed(motion, memory)
        begin_step(motion, anatomy, command, memory)
        take_up_step(motion, anatomy, command, memory, side)


@compiled
def _plan(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
    if memory["directed"]:
        plan_footstep(motion, anatomy, command, memory)
    if not memory["directed"]:
        plan_step(motion, anatomy, command, memory)


@compiled
def _take_up_speed(command: GaitCommand, memory: GaitMemory) -> None:
    sets_off = memory["mode"] == STARTING or memory["sets_off"]
    share = start_share(command, memory) if sets_off else 0.0
    most = between(ACCELERATION, SETTING_OFF, share) * command["dt"]
    change = (command["speed"] if command["walking"] else 0.0) - memory["speed"]
    memory["speed"] += min(max(change, -most), most)
    change = (command["lateral_speed"] if command["walking"] else 0.0) - memory["lateral_speed"]
    memory["lateral_speed"] += min(max(change, -most), most)


@compiled
def _step_is_over(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> bool:
    """A step ends at footstrike or when its time is over, whichever comes first."""
    phase, swing = memory["phase"], 1 - memory["stance"]
    load = load_on(anatomy, motion, swing) / (anatomy["total_mass"] * command["gravity"])
    foot = motion.origin[anatomy["foot"][swing]]
    missed_x, missed_y = memory["foothold"][0] - foot[0], memory["foothold"][1] - foot[1]
    allowed = NEAR_FOOTPRINT if memory["directed"] else NEAR
    near = math.sqrt(missed_x**2 + missed_y**2) < allowed * anatomy["leg"]
    # A sole that brushes the edge of the stair behind it is not down yet.
    level = NEAR_LEVEL * anatomy["leg"]
    near = near and foot[2] - memory["foothold"][2] < level
    bears = load > BEARING_LOAD
    if command["sees_ground"] and not memory["directed"]:  # nor are toes on the edge of the next
        over = foot[2] - command["floor"][swing] - anatomy["ankle_height"][swing]
        bears = bears and over < level
    down = bears or (load > STRIKE_LOAD and (near or phase >= 1.0))
    return phase >= LATEST_STRIKE or (phase > EARLIEST_STRIKE and down)


@compiled
def _change_feet(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> bool:
    """Correct the speed by the finished step; begin the next step or stand."""
    memory["footstrikes"] += 1
    memory["sets_off"] = 0
    _correct_speed(motion, anatomy, command, memory)
    if memory["directed"]:
        end_footstep(memory)
        return False
    if not command["walking"] and may_stand(motion, anatomy, command, memory):
        memory["mode"] = STANDING
        memory["stood"] = 0.0
        return False
    memory["stance"] = 1 - memory["stance"]
    return True


@compiled
def _correct_speed(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> None:
    """Add to the correction a share of the last step's speed error; stairs decide the steps."""
    heading, moved = memory["heading"], motion.com[:2] - memory["begin"]
    goes_on = command["walking"] and not sees_stairs(anatomy, command)
    if not goes_on or memory["footstrikes"] <= 3:
        memory["correction"][:] = 0.0
        return
    correction = memory["correction"][0]
    if abs(command["speed"] - memory["speed"]) < AT_SPEED:
        short = memory["speed"] - ahead(moved, heading) / memory["elapsed"]
        correction += SPEED_GAIN * short
    largest = LARGEST_CORRECTION * min(abs(memory["speed"]), 1.0)
    memory["correction"][0] = min(max(correction, -largest), largest)


@compiled
def begin_step(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
    """Begin a step on the present stance foot."""
    memory["mode"] = WALKING
    memory["phase"] = 0.0
    memory["elapsed"] = 0.0
    memory["fresh"] = 1
    memory["airborne"] = 0
    memory["lowers"] = 0.0
    memory["lift_off"][:] = motion.origin[anatomy["foot"][1 - memory["stance"]]]
    memory["lift_floor"] = floor(motion, anatomy, command, 1 - memory["stance"])
    memory["holds"] = HELD_BELOW if has_climbed(motion, anatomy, command, memory) else 0.0
    memory["lift_heading"] = heading_of(motion.rotation[anatomy["foot"][1 - memory["stance"]]])
    memory["begin"][:] = motion.com[:2]
    vary_step(command, memory)
    period = command["step_period"]
    if memory["directed"]:
        period = present_footstep(command, memory)[DURATION]
        set_detour(motion, anatomy, command, memory)
    elif math.isnan(period):
        speed = math.sqrt(memory["speed"] ** 2 + memory["lateral_speed"] ** 2)
        period = command["period_factor"] * suited_period(anatomy, speed, memory["rolling"])
        if memory["sets_off"]:
            period = _first_period(anatomy, command, period)
        period *= 1.0 + memory["varied"][PERIOD]
    memory["period"] = period


@compiled
def _leave_ground(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> None:
    """The swing begins, at the foot's present velocity if the walk rolls."""
    foot = anatomy["foot"][1 - memory["stance"]]
    arm, turning = motion.origin[foot] - motion.center[foot], motion.angular_velocity[foot]
    memory["airborne"], memory["fresh"] = 1, 1
    memory["toe_off"] = memory["phase"]
    memory["lift_pitch"] = pitch_now(motion, anatomy, command, 1 - memory["stance"])
    memory["lift_off"][:] = motion.origin[foot]
    for k in range(3):
        u, v = (k + 1) % 3, (k + 2) % 3
        moving = motion.velocity[foot, k] + turning[u] * arm[v] - turning[v] * arm[u]
        memory["lift_velocity"][k] = memory["rolling"] * moving
