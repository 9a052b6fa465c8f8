"""The pitch of a foot that rolls: heel strike, flat sole, heel-off, push-off, swing.

Angles are against the ground, positive with the toes down [rad].
"""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ..program.anatomy import Anatomy
from .modes import WALKING
from .records import GaitCommand, GaitMemory
from .rolling import between, faded, pushes_off
from .style import foot_curve, heel_rise, limb_angle
from .style_channels import FOOT_PITCH

# Of the leg: a pressure sought so far behind the ball lets the heel rise fully, or not at all.
RISES_WITHIN, STAYS_BEYOND = 0.16, 0.2
SETTLED = 0.8  # phase from which the heel's rise no longer changes


@compiled
def loaded_pitch(memory: GaitMemory, side: int) -> tuple[float, float]:
    """Target pitch [rad] and rate [rad/s] of a foot on the ground."""
    bent = heel_rise(memory, side) * (1.0 - memory["lowers"])
    if memory["mode"] != WALKING or memory["rolling"] <= 0.0:
        return bent, 0.0
    pitch, rate = foot_curve(memory, side)
    if pitch > 0.0 and side == memory["stance"]:
        pitch, rate = memory["heel_gate"] * pitch, memory["heel_gate"] * rate
    share = memory["rolling"]
    return between(bent, pitch, share), share * rate


@compiled
def swing_pitch(memory: GaitMemory, side: int, highest: float) -> tuple[float, float]:
    """Target pitch [rad] of a foot in the air, and the rate [rad/s] to lead it with.

    Args:
        highest: pitch beyond which the ball of a foot that was lifted flat would touch the ground.
    """
    pitch, _ = limb_angle(memory, side, FOOT_PITCH)
    rolled, rate = foot_curve(memory, side)
    share = memory["rolling"]
    return between(min(pitch, highest), rolled, share), share * rate


@compiled
def toes_bent(memory: GaitMemory, side: int) -> float:
    """Target angle [rad] of the toes up against their foot: level until the heel is down again."""
    if side == memory["stance"] or pushes_off(memory):
        pitch, _ = loaded_pitch(memory, side)
    else:
        pitch, _ = foot_curve(memory, side)
    return max(pitch, 0.0)


@compiled
def gate_heel(anatomy: Anatomy, memory: GaitMemory, sought: float, ball: float) -> None:
    """Let the heel rise only as far as the pressure that balance seeks is near the ball.

    Args:
        sought: place of that pressure ahead of the pivot [m]; ball: place of the ball [m].
    """
    if memory["phase"] < SETTLED:
        memory["heel_gate"] = faded((ball - sought) / anatomy["leg"], RISES_WITHIN, STAYS_BEYOND)


@compiled
def ankle_over(anatomy: Anatomy, side: int, pitch: float) -> float:
    """Height [m] of the ankle over the lowest point of its foot."""
    lever = anatomy["ball"][side] if pitch > 0.0 else anatomy["heel"][side]
    return anatomy["ankle_height"][side] * math.cos(pitch) + lever * abs(math.sin(pitch))


@compiled
def heel_ahead(anatomy: Anatomy, side: int, pitch: float) -> float:
    """How far [m] the ankle comes ahead as a foot that struck with its heel becomes flat."""
    if pitch >= 0.0:
        return 0.0
    heel, height = anatomy["heel"][side], anatomy["ankle_height"][side]
    return heel * (1.0 - math.cos(pitch)) - height * math.sin(pitch)


@compiled
def pitch_now(motion: Motion, anatomy: Anatomy, command: GaitCommand, side: int) -> float:
    """Present pitch [rad] of a foot against the ground under it."""
    along = motion.rotation[anatomy["foot"][side]][:, 0]
    rise = along[2]
    if command["sees_ground"]:
        gradient = command["gradient"][side]
        rise -= along[0] * gradient[0] + along[1] * gradient[1]
    return -math.asin(min(max(rise, -1.0), 1.0))
