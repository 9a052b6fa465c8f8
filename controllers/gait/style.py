"""A walker's style: curves over the stride, and their values at a phase.

Coros, Beaudoin, van de Panne 2010, Sections 3.1 and 5.2: trajectories are Catmull-Rom curves over
phase. Here the phase is that of a stride (two steps), so that a style may limp.
"""

from __future__ import annotations

import math

from ...simulation.compiled import compiled
from ...simulation.rotation import Array, about_x, about_y, about_z, product
from ..program.anatomy import LEFT
from .modes import WALKING
from .records import GaitCommand, GaitMemory
from .style_channels import FOOT_PITCH, HEIGHT_KNOTS, KNOTS

STYLE_PACE = 3.0  # rate at which one style blends into another [1/s]
HEEL_RISES = 0.5  # phase of a step from which the heel of its foot may rise
ROLLING = 0.05  # [rad] of the raised heel from which the foot bears on its ball alone
SLOW_PACE, BRISK_PACE = 0.55, 0.75  # of the style's speed
LARGEST_VIGOR = 1.3
ROLL_GROWS = 0.3  # exponent of the pace: the pitch of rolling feet. tuned: bench natural
FULL_HEEL_RISE = 1.0  # [rad] of a foot whose toes leave the ground last


@compiled
def vigor(speed: float, style_speed: float) -> float:
    """Scale of the curves' swing about their means at a speed [m/s]; 0 in place."""
    return min(abs(speed) / style_speed, LARGEST_VIGOR)


@compiled
def _swing_now(memory: GaitMemory) -> float:
    """Present scale of the curves' swing; a dancer's curves swing in place as well."""
    if memory["mode"] != WALKING:
        return 0.0
    return max(vigor(memory["speed"], memory["style_speed"]), memory["least_swing"])


@compiled
def periodic_curve(knots: Array, phase: float) -> tuple[float, float]:
    """Value and derivative at a phase of the closed Catmull-Rom curve through even knots."""
    count = len(knots)
    at = (phase - math.floor(phase)) * count
    i = int(at) % count
    t = at - math.floor(at)
    p0, p1 = knots[(i + count - 1) % count], knots[i]
    p2, p3 = knots[(i + 1) % count], knots[(i + 2) % count]
    a = -0.5 * p0 + 1.5 * p1 - 1.5 * p2 + 0.5 * p3
    b = p0 - 2.5 * p1 + 2.0 * p2 - 0.5 * p3
    c = 0.5 * (p2 - p0)
    return ((a * t + b) * t + c) * t + p1, ((3.0 * a * t + 2.0 * b) * t + c) * count


@compiled
def _swung(
    mean: float, knots: Array, phase: float, memory: GaitMemory, backwards: bool
) -> tuple[float, float]:
    """Angle [rad] and rate [rad/s] of a channel at a phase of its stride."""
    size = _swing_now(memory)
    value, slope = periodic_curve(knots, 0.5 - phase if backwards else phase)
    slope *= -0.5 if backwards else 0.5
    return mean + size * value, size * slope / memory["period"]


@compiled
def limb_angle(memory: GaitMemory, side: int, channel: int) -> tuple[float, float]:
    """Present angle [rad] and rate [rad/s] of a limb's channel; standing feet are level."""
    if channel == FOOT_PITCH and memory["mode"] != WALKING:
        return 0.0, 0.0
    phase = 0.5 * min(memory["phase"], 1.0)
    if side != memory["stance"]:
        phase += 0.5
    return _swung(
        memory["limb_mean"][side, channel], memory["limb"][side, channel], phase, memory,
        memory["speed"] < 0.0,
    )  # fmt: skip


@compiled
def at_strike(memory: GaitMemory, side: int, channel: int) -> float:
    """Angle [rad] of a limb's channel as its foot strikes the ground."""
    value, _ = _swung(
        memory["limb_mean"][side, channel], memory["limb"][side, channel], 0.0, memory,
        memory["speed"] < 0.0,
    )  # fmt: skip
    return value


@compiled
def foot_curve(memory: GaitMemory, side: int) -> tuple[float, float]:
    """Pitch [rad] and rate [rad/s] of a foot that rolls; all of it grows with the pace."""
    mean, knots = memory["limb_mean"][side, FOOT_PITCH], memory["limb"][side, FOOT_PITCH]
    size = _roll_size(memory)
    phase = 0.5 * min(memory["phase"], 1.0)
    if side != memory["stance"]:
        phase += 0.5
    value, slope = periodic_curve(knots, phase)
    return size * (mean + value), size * 0.5 * slope / memory["period"]


@compiled
def pitch_at_strike(memory: GaitMemory, side: int) -> float:
    """Pitch [rad] of a foot that rolls as it strikes the ground."""
    pitch = memory["limb_mean"][side, FOOT_PITCH] + memory["limb"][side, FOOT_PITCH, 0]
    return _roll_size(memory) * pitch


@compiled
def _roll_size(memory: GaitMemory) -> float:
    return min((max(memory["speed"], 0.0) / memory["style_speed"]) ** ROLL_GROWS, LARGEST_VIGOR)


@compiled
def trunk_angle(memory: GaitMemory, channel: int) -> float:
    """Present angle [rad] of a channel of the trunk."""
    phase = 0.5 * min(memory["phase"], 1.0)
    if memory["stance"] != LEFT:
        phase += 0.5
    angle, _ = _swung(
        memory["trunk_mean"][channel], memory["trunk"][channel], phase, memory,
        memory["speed"] < 0.0,
    )  # fmt: skip
    return angle


@compiled
def trunk_frame(memory: GaitMemory, part: int, lean: float) -> Array:
    """(3, 3) target world orientation of a part of the trunk, leant forwards by `lean` [rad]."""
    turned = about_z(memory["heading"] + trunk_angle(memory, part + 2))
    leant = product(turned, about_y(lean + trunk_angle(memory, part + 1)))
    return product(leant, about_x(trunk_angle(memory, part)))


@compiled
def heel_rise(memory: GaitMemory, side: int) -> float:
    """Angle [rad] by which the heel of a loaded foot is raised about its ball.

    At a slow pace the heel stays down: a whole sole balances better.
    """
    if memory["mode"] != WALKING or side != memory["stance"] or memory["phase"] < HEEL_RISES:
        return 0.0
    pitch, _ = limb_angle(memory, side, FOOT_PITCH)
    return briskness(memory) * max(pitch, 0.0)


@compiled
def tiptoe(memory: GaitMemory, side: int) -> float:
    """0 for a foot that the style lifts flat, 1 for one whose heel rises before the toes leave."""
    highest = memory["limb"][side, FOOT_PITCH].max() + memory["limb_mean"][side, FOOT_PITCH]
    return min(max(highest / FULL_HEEL_RISE, 0.0), 1.0)


@compiled
def briskness(memory: GaitMemory) -> float:
    """0 in place and at a slow pace forwards, 1 at a brisk one."""
    pace = memory["speed"] / memory["style_speed"]
    return min(max((pace - SLOW_PACE) / (BRISK_PACE - SLOW_PACE), 0.0), 1.0)


@compiled
def follow_style(command: GaitCommand, memory: GaitMemory) -> None:
    """Blend the present style towards the commanded one; the first style applies at once."""
    share = STYLE_PACE * command["dt"] if memory["style_speed"] > 0.0 else 1.0
    for channel in range(len(memory["trunk_mean"])):
        change = command["trunk_mean"][channel] - memory["trunk_mean"][channel]
        memory["trunk_mean"][channel] += share * change
        for k in range(KNOTS):
            change = command["trunk"][channel, k] - memory["trunk"][channel, k]
            memory["trunk"][channel, k] += share * change
    for side in range(2):
        for channel in range(len(memory["limb_mean"][side])):
            change = command["limb_mean"][side, channel] - memory["limb_mean"][side, channel]
            memory["limb_mean"][side, channel] += share * change
            for k in range(KNOTS):
                change = command["limb"][side, channel, k] - memory["limb"][side, channel, k]
                memory["limb"][side, channel, k] += share * change
        for k in range(HEIGHT_KNOTS):
            change = command["foot_height"][side, k] - memory["foot_height"][side, k]
            memory["foot_height"][side, k] += share * change
    for number in range(len(memory["gait"])):
        change = command["gait"][number] - memory["gait"][number]
        memory["gait"][number] += share * change
    memory["style_speed"] += share * (command["style_speed"] - memory["style_speed"])
    memory["least_swing"] += share * (command["least_swing"] - memory["least_swing"])
