"""The runner's clock: take-off and footstrike of the feet, pace, and heading.

Raibert 1986, "Legged robots that balance": stance and flight follow each other as they happen.
"""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import heading_of, wrapped
from ..gait.footing import ahead, ground_under, load_on, outward
from ..gait.records import GaitCommand
from ..program.anatomy import LEFT, RIGHT, Anatomy
from .bounce import HALF_WIDTH, haste, pendulum, sureness, time_scale
from .contacts import contact_after, hops, next_side
from .records import LANDING, NO_LEAP, RunMemory
from .turns import bank, set_tightness, tightened, widen_turn

# Numbers without a source: tuned by hand, judged by bench running.
ACCELERATION, LARGEST_LAG = 1.0, 0.4  # of the target speed [m/s2], its bound off the actual [m/s]
TURN_GAIN = 2.0  # towards a heading [1/s]
TURN_RATE, TURN_ACCELERATION = 1.2, 1.0  # [rad/s], [rad/s2]
# [m/s3], change of the acceleration towards a turn's middle, where more than a share of gravity is
# asked for: such a lean takes steps. Bends of paths ask for less, and are taken up at once.
LEANS_IN, BENDS = 1.3, 0.2
# Of an adult, by dynamic similarity: with speed people's stances get shorter and flights longer.
USUAL_STANCE, SHORTENING, LENGTHENING = 0.22, 0.33, 0.37  # [s], exponents of the haste
UNSURE_SHORTENING = 0.11  # added to it for short feet
SHORTEST_FLIGHT = 0.04  # [s]
TURNING_STANCE, TURNING_FLIGHT = 1.05, 0.81  # of the usual ones, in a tight turn
LEAPING_STANCE, LANDING_STANCE = 1.2, 1.3  # of a usual one, before and after a leap
STRIKE_LOAD = 0.03  # of body weight: from here on a foot counts as down
LEAVING_LOAD = 0.3  # of body weight: an extended leg whose toes drag bears less
EARLIEST_STRIKE, EARLIEST_HOP = 0.25, 0.6  # of a flight: an earlier contact is a scuff
NEAR_GROUND, STRIKES_WITHIN = 0.03, 0.9  # of the leg; of a stance, before it is due
EARLIEST_LEAVING, LATEST_LEAVING = 0.8, 1.1  # of a stance
FURTHEST_SWEEP, SHORTEST_STANCE = 0.52, 0.6  # of the leg, behind the body; of a usual stance
FLAT_UNTIL = 0.5  # of a stance, in which the ground's height is read from its foot
SPEED_GAIN, LARGEST_CORRECTION = 0.25, 0.1  # step by step, of the speed
# Of the straight leg, at touch-down, so that the leg can yield; less for each haste above 1: a leg
# that is nearly straight was a strut that cost 0.2 m/s at each landing at 5 m/s.
STRIKING_REACH, YIELDS_MORE = 0.95, 0.033
# Of what a lean into a turn would change in the legs' reach if the body were rigid.
LEANING = 0.6
HIPS_SETTLE = 0.1  # [s]: time constant of the center of mass's mean height over the hips
PRESSED = 0.08  # of the leg: mean place of a stance's pressure ahead of the ankle


@compiled
def keep_run_time(motion: Motion, anatomy: Anatomy, command: GaitCommand, run: RunMemory) -> None:
    """One tick: take up speed and heading, and change between stance and flight."""
    dt = command["dt"]
    run["elapsed"] += dt
    run["since_start"] += dt
    run["step_elapsed"] += dt
    _take_up_speed(motion, run, dt)
    _turn(command, run)
    load = load_on(anatomy, motion, next_side(run) if run["airborne"] else run["side"])
    weight = anatomy["total_mass"] * command["gravity"]
    if run["airborne"]:
        set_pace(anatomy, run)
        earliest = EARLIEST_HOP if hops(run, run["contact"]) else EARLIEST_STRIKE
        early = run["elapsed"] < earliest * run["flights"][run["contact"]]
        if load > STRIKE_LOAD * weight and not early and _is_down(motion, anatomy, run):
            _strike(motion, anatomy, run)
    else:
        share = run["elapsed"] / run["stance_time"]
        has_left = share > EARLIEST_LEAVING and load < LEAVING_LOAD * weight
        if share > LATEST_LEAVING or has_left:
            run["airborne"] = 1
            run["elapsed"] = 0.0
    _see_ground(motion, anatomy, command, run)
    _set_height(motion, anatomy, command, run)


@compiled
def _is_down(motion: Motion, anatomy: Anatomy, run: RunMemory) -> bool:
    """Whether the landing foot is near the ground; legs that touch each other load it as well."""
    side = next_side(run)
    near = ground_under(motion, anatomy, side) - run["landing"] < NEAR_GROUND * anatomy["leg"]
    return near and run["due"][side] < STRIKES_WITHIN * run["stance_time"]


@compiled
def _take_up_speed(motion: Motion, run: RunMemory, dt: float) -> None:
    """Move the target speed to the command's, within a bound of the actual speed."""
    actual = ahead(motion.com_velocity, run["heading"])
    wanted = min(max(run["asked"], actual - LARGEST_LAG), actual + LARGEST_LAG)
    change = wanted - run["speed"]
    run["speed"] += min(max(change, -ACCELERATION * dt), ACCELERATION * dt)
    change = run["asked_aside"] - run["aside"]
    run["aside"] += min(max(change, -ACCELERATION * dt), ACCELERATION * dt)


@compiled
def _turn(command: GaitCommand, run: RunMemory) -> None:
    wanted = command["turn_rate"]
    if math.isnan(wanted):
        wanted = TURN_GAIN * wrapped(command["heading"] - run["heading"])
    else:
        command["heading"] = run["heading"]
    change = min(max(wanted, -TURN_RATE), TURN_RATE) - run["turn_rate"]
    most = TURN_ACCELERATION
    if abs(run["speed"] * wanted) > BENDS * command["gravity"]:
        most = min(most, LEANS_IN / abs(run["speed"]))
    most *= command["dt"]
    run["turn_rate"] += min(max(change, -most), most)
    run["heading"] += run["turn_rate"] * command["dt"]
    set_tightness(command, run)


@compiled
def set_pace(anatomy: Anatomy, run: RunMemory) -> None:
    """Set the durations of stances and flights for this speed."""
    scale = time_scale(anatomy)
    hurry = haste(anatomy, run)
    for contact in range(run["contacts"]):
        flight = max(run["usual_flights"][contact], SHORTEST_FLIGHT)
        sure = sureness(anatomy, run["contact_side"][contact])
        shortening = SHORTENING + (1.0 - sure) * UNSURE_SHORTENING
        stance = run["usual_stances"][contact] * scale / hurry**shortening
        run["stances"][contact] = tightened(stance, TURNING_STANCE, run)
        flight *= scale * hurry ** (sure * LENGTHENING)
        run["flights"][contact] = tightened(flight, TURNING_FLIGHT, run)
        if run["leaps_in"] > 0:
            run["flights"][contact] += run["stretch"]
    if run["leaps_in"] == 0:
        run["flights"][run["contact"]] += run["leap"]
        run["stances"][run["contact"]] *= LEAPING_STANCE
    elif run["leaps_in"] == LANDING:
        run["stances"][run["contact"]] *= LANDING_STANCE


@compiled
def begin_stance(motion: Motion, anatomy: Anatomy, run: RunMemory, contact: int) -> None:
    """Begin the stance of a contact."""
    side = run["contact_side"][contact]
    run["contact"], run["side"] = contact, side
    set_pace(anatomy, run)
    run["stance_time"] = run["stances"][contact]
    run["airborne"] = 0
    run["elapsed"], run["step_elapsed"] = 0.0, 0.0
    run["begin"][:] = motion.com[:2]
    run["air_time"] = run["flights"][contact]
    run["sole_heading"][side] = heading_of(motion.rotation[anatomy["foot"][side]])
    run["forces"][:] = 0.0


@compiled
def _strike(motion: Motion, anatomy: Anatomy, run: RunMemory) -> None:
    """A foot is down: correct the speed by the finished step, and begin the next one."""
    moved = motion.com[:2] - run["begin"]
    short = run["speed"] - ahead(moved, run["heading"]) / run["step_elapsed"]
    run["footstrikes"] += 1
    widen_turn(motion, anatomy, run)
    most = LARGEST_CORRECTION * abs(run["speed"])
    if run["speed"] == run["asked"]:
        run["correction"] = min(max(run["correction"] + SPEED_GAIN * short, -most), most)
    else:
        run["correction"] = 0.0
    run["leaps_in"] = max(run["leaps_in"] - 1, NO_LEAP)
    begin_stance(motion, anatomy, run, contact_after(run, run["contact"]))
    _shorten_stance(motion, anatomy, run)


@compiled
def _shorten_stance(motion: Motion, anatomy: Anatomy, run: RunMemory) -> None:
    """Shorten the stance of a foot that came down near the body, before the leg is straight."""
    ankle = motion.origin[anatomy["foot"][run["side"]]]
    sweep = ahead(ankle - motion.com, run["heading"]) + FURTHEST_SWEEP * anatomy["leg"]
    speed = ahead(motion.com_velocity, run["heading"])
    if speed > 0.0:
        shortest = SHORTEST_STANCE * run["stance_time"]
        run["stance_time"] = min(max(sweep / speed, shortest), run["stance_time"])


@compiled
def _see_ground(motion: Motion, anatomy: Anatomy, command: GaitCommand, run: RunMemory) -> None:
    """Set the ground's heights; without terrain sensing, level at the last stance foot's height."""
    if command["sees_ground"]:
        run["floor"] = command["floor"][run["side"]]
        run["landing"] = command["landing"]
    elif not run["airborne"] and run["elapsed"] < FLAT_UNTIL * run["stance_time"]:
        run["floor"] = ground_under(motion, anatomy, run["side"])
        run["landing"] = run["floor"]
    if run["leaps_in"] == 0:
        run["landing"] = run["leaps_onto"]


@compiled
def _set_height(motion: Motion, anatomy: Anatomy, command: GaitCommand, run: RunMemory) -> None:
    """Set the body's height at touch-down, on a bent leg that reaches its foothold."""
    hips = (
        motion.origin[anatomy["upper_leg"][LEFT]][2] + motion.origin[anatomy["upper_leg"][RIGHT]][2]
    )
    over = motion.com[2] - 0.5 * hips
    if run["over_hips"] == 0.0:
        run["over_hips"] = over
        run["height"] = motion.com[2] - run["floor"]
    run["over_hips"] += (over - run["over_hips"]) * command["dt"] / HIPS_SETTLE
    run["height"] = _hips_at_landing(anatomy, command, run) + run["over_hips"]


@compiled
def _hips_at_landing(anatomy: Anatomy, command: GaitCommand, run: RunMemory) -> float:
    """Height [m] of the hips over the ground from which the next leg reaches its foothold, bent.

    In a turn both legs lean, and the inner hip is lower than the outer one.
    """
    cosh, sinh = pendulum(command, run, contact_after(run, run["contact"]))
    before = (cosh - 1.0) * run["speed"] / sinh - PRESSED * anatomy["leg"]
    side = run["side"]
    hurry = sureness(anatomy, side) * (haste(anatomy, run) - 1.0)
    reach = STRIKING_REACH - YIELDS_MORE * hurry + run["reach"]
    leg = reach * (anatomy["upper_leg_length"][side] + anatomy["lower_leg_length"][side])
    beside = _beside(anatomy, command, run)
    upright = math.sqrt(max(leg * leg - before * before - beside * beside, (0.5 * leg) ** 2))
    lean = bank(command, run)
    lower = upright * (1.0 - math.cos(lean))
    lower -= outward(next_side(run)) * run["half_width"] * anatomy["leg"] * math.tan(lean)
    height: float = upright - LEANING * lower + anatomy["ankle_height"][side]
    return height


@compiled
def _beside(anatomy: Anatomy, command: GaitCommand, run: RunMemory) -> float:
    """Distance [m] outwards of the next foothold from where it is in a run straight on."""
    contact = contact_after(run, run["contact"])
    cosh, sinh = pendulum(command, run, contact)
    swept = outward(next_side(run)) * (cosh - 1.0) * run["aside"] / sinh
    beside: float = (run["half_width"] - HALF_WIDTH) * anatomy["leg"] + swept
    return beside
