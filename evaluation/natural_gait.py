"""How people walk, and the figures of a walk that are compared with it.

Curves are flexion angles [degrees] at every 5 % of the stride at a natural cadence, round values
after Winter 2009, "Biomechanics and Motor Control of Human Movement", 4th ed., ch. 4 and appendix,
and Perry, Burnfield 2010, "Gait Analysis", 2nd ed., ch. 3 to 6. Step lengths: Grieve, Gear 1966.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..motion.walking_motion import SIDES, Motion, X
from ..shots.take import Take
from .gait_cycle import CYCLE_POINTS, correlation, cut_cycles, motion_of_take, sagittal_angles
from .gait_measures import footstrikes

Array = NDArray[np.float64]
PEOPLE = {
    "hip": (28, 28, 26, 22, 17, 11, 5, 0, -5, -8.5, -10, -9, -4, 4, 13, 21, 27, 30, 31, 29),
    "knee": (5, 10, 16, 18.5, 17, 13, 9, 6.5, 6, 8, 12, 22, 36, 50, 58.5, 60, 52, 37, 19, 7),
    "ankle": (0, -5, -5, -1, 2.5, 4.5, 6, 7.5, 9, 10, 9, 0, -14, -18, -12, -5, -1, 1, 1.5, 1),
}
DEVIATION = {"hip": 7.0, "knee": 6.5, "ankle": 5.0}  # [degrees], of healthy adults
RAISED = 0.07  # [rad] of a foot's pitch beyond which its heel is off the ground
LEFT = 0.005  # [m]: a ball higher than that above its place in stance has left the ground
LEG_OF_TABLES = 0.93  # [m], of the adults whose cadence is compared
CADENCE_AT_1M_S, CADENCE_EXPONENT = 1.66, 0.58  # [steps/s]; step length grows with speed^0.42


@dataclass(frozen=True)
class GaitFigures:
    """Of a steady walk; angles [degrees], times in % of the stride, lengths [m].

    Attributes:
        hips: least and most height of the pelvis over its standing height.
        hips_range: height from lowest to highest within a stride, in the mean.
        within: joint -> share of the stride within one deviation of people's curve.
        off: joint -> distance from people's curve (RMS), in their deviations.
        alike: joint -> correlation with people's curve.
        cadence: steps a second, with people's at that speed for the leg's length.
    """

    speed: float
    knee_at_strike: float
    knee_loading: float
    knee_mid_stance: float
    knee_at_45: float
    knee_swing: float
    ankle_push_off: float
    ankle_dorsiflexion: float
    foot_pitch_at_strike: float
    heel_off: float
    toe_off: float
    hip_extension: float
    hips: tuple[float, float]
    hips_range: float
    within: dict[str, float]
    off: dict[str, float]
    alike: dict[str, float]
    cadence: tuple[float, float]
    step_length: tuple[float, float]


def people_curve(joint: str) -> Array:
    """(CYCLE_POINTS,) people's angle of a joint over the stride [degrees]."""
    knots = np.array(PEOPLE[joint] * 3, dtype=float)  # three strides: periodic in the middle
    at = np.linspace(0.0, 1.0, CYCLE_POINTS) + 1.0
    phases = np.arange(len(knots)) / len(PEOPLE[joint])
    return np.asarray(np.interp(at, phases, knots))


def people_cadence(speed: float, leg: float) -> float:
    """Steps a second of people with a leg [m] at a speed [m/s], by dynamic similarity."""
    time = (leg / LEG_OF_TABLES) ** 0.5
    return CADENCE_AT_1M_S * (speed / time) ** CADENCE_EXPONENT / time


def gait_figures(character: Character, take: Take, start: float) -> GaitFigures:
    """The figures of a take's walk from a time [s] on; ValueError without a whole stride."""
    motion = motion_of_take(character, take, start)
    strikes = {side: _strike_frames(take, side, start) for side in SIDES}
    curves = {joint: _mean(motion, strikes, joint) for joint in (*PEOPLE, "pitch")}
    hip, knee, ankle = (curves[joint] for joint in PEOPLE)
    com = take.performances[0].center_of_mass[int(np.searchsorted(take.times, start)) :]
    moved, lasted = com[-1] - com[0], (len(com) - 1) / motion.rate
    speed = float(np.hypot(moved[0], moved[1]) / lasted)
    taken = sum(max(len(found) - 1, 0) for found in strikes.values())
    spans = sum((found[-1] - found[0]) / motion.rate for found in strikes.values() if len(found))
    cadence, usual = 2.0 * taken / spans, people_cadence(speed, character.leg_length)
    standing = standing_height(character)
    height = motion.pelvis[:, 2]
    beats = [np.ptp(height[a:b]) for a, b in pairwise(strikes[".L"]) if b > a]
    return GaitFigures(
        speed=speed,
        knee_at_strike=float(knee[0]),
        knee_loading=float(knee[5:25].max()),
        knee_mid_stance=float(knee[20:41].min()),
        knee_at_45=float(knee[45]),
        knee_swing=float(knee[50:].max()),
        ankle_push_off=float(ankle[45:75].min()),
        ankle_dorsiflexion=float(ankle.max()),
        foot_pitch_at_strike=float(curves["pitch"][0]),
        heel_off=_first_above(curves["pitch"], np.degrees(RAISED), 15),
        toe_off=_toe_off(character, motion, strikes),
        hip_extension=float(-hip.min()),
        hips=(float(height.min() / standing), float(height.max() / standing)),
        hips_range=float(np.mean(beats)),
        within={j: _share_within(curves[j], j) for j in PEOPLE},
        off={j: _distance(curves[j], j) for j in PEOPLE},
        alike={j: correlation(curves[j], people_curve(j)) for j in PEOPLE},
        cadence=(cadence, usual),
        step_length=(speed / cadence, speed / usual),
    )


def standing_height(character: Character) -> float:
    """Height [m] of the pelvis over soles on the ground, on straight legs."""
    legs = [character.segment("upper_leg" + side).offset[2] for side in SIDES]
    return character.leg_length - float(np.mean(legs))


def _strike_frames(take: Take, side: str, start: float) -> list[int]:
    first = int(np.searchsorted(take.times, start))
    times = footstrikes(take.performances[0], side, start)
    return [int(np.searchsorted(take.times, time)) - first for time in times]


def _mean(motion: Motion, strikes: dict[str, list[int]], joint: str) -> Array:
    """(CYCLE_POINTS,) mean over all strides of both sides [degrees]."""
    cycles = []
    for side in SIDES:
        foot = motion.axes["foot" + side][:, 2, X]
        if joint == "pitch":
            angle = -np.arcsin(np.clip(foot, -1.0, 1.0))
        else:
            angle = sagittal_angles(motion, side)[joint]
        cycles.append(cut_cycles(angle, strikes[side]))
    mean: Array = np.degrees(np.concatenate(cycles).mean(axis=0))
    return mean


def _share_within(curve: Array, joint: str) -> float:
    return float(np.mean(np.abs(curve - people_curve(joint)) <= DEVIATION[joint]))


def _distance(curve: Array, joint: str) -> float:
    away = (curve - people_curve(joint)) / DEVIATION[joint]
    return float(np.sqrt(np.mean(away**2)))


def _first_above(curve: Array, limit: float, start: int) -> float:
    above = np.flatnonzero(curve[start:] > limit)
    return float(start + above[0]) if len(above) else 100.0


def _toe_off(character: Character, motion: Motion, strikes: dict[str, list[int]]) -> float:
    """When the ball leaves the ground, in % of the stride: its height over that in stance."""
    heights = []
    for side in SIDES:
        ball = motion.axes["foot" + side] @ np.array(character.segment("toes" + side).offset)
        heights.append(cut_cycles(motion.ankles[side][:, 2] + ball[:, 2], strikes[side]))
    mean = np.concatenate(heights).mean(axis=0)
    return _first_above(mean, float(np.median(mean[20:40])) + LEFT, 40)
