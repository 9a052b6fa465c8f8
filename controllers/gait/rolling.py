"""How far a walk rolls: from bent legs and flat feet (0) to straight legs and rolling feet (1).

A person who walks freely vaults over a straight leg, strikes with the heel and pushes off over the
ball. Bent legs and flat feet balance better: so a walker stands, takes its first step, walks
slowly, to footprints, over stairs and with a load, and so it goes on while it is losing its
balance. One share, which changes smoothly, blends all numbers of the two.
"""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ..program.anatomy import Anatomy
from .footing import ahead
from .modes import STANDING, WALKING
from .records import GaitCommand, GaitMemory
from .standing import capture_offset
from .style_channels import DOUBLE_SUPPORT

# Numbers without a source: tuned by hand, judged by bench natural and bench gbwc_pushes.
ROLLS_FROM, ROLLS_BY = 0.2, 0.4  # of the style's speed: paces between which a walk begins to roll
GOES_FROM, GOES_BY = 0.0, 0.1  # of the style's speed: speed ahead that the body itself has
STEEP_FROM, STEEP_BY = 0.12, 0.2  # gradient of the ground
STRAYED_FROM, STRAYED_BY = 0.2, 0.5  # of the leg: pressure sought beyond the sole
UNEVEN_FROM, UNEVEN_BY = 0.03, 0.06  # of the leg: a step up or down, off the ground's slope
SIDEWAYS_FROM, SIDEWAYS_BY = 0.2, 0.4  # of the speed ahead: speed to the side
CROUCH_ENDS_IT = 0.03  # of the leg
SWAYS_FROM, SWAYS_BY = 0.03, 0.08  # of the leg: a stander's capture point off its feet's middle
# Double support shortens by a power of the pace, from this pace on: a third longer at a slow
# pace, it turned walkers back. tuned: bench natural, bench captured_styles.
SHORTER_WHEN_FAST, LEAST_PACE = 0.42, 0.83
LOSES, GAINS = 10.0, 1.5  # fastest change of the share [1/s]
EASES_OFF = 1.0  # the same before stairs that are seen in time, over about two steps [1/s]


@compiled
def between(bent: float, rolling: float, share: float) -> float:
    """A number of the walk that rolls by a share, from those on bent legs and of a full roll."""
    return bent + share * (rolling - bent)


@compiled
def faded(value: float, first: float, last: float) -> float:
    """1 up to a first value, 0 from a last one on, linear between."""
    return min(max((last - value) / (last - first), 0.0), 1.0)


@compiled
def follow_rolling(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> None:
    """Move the shares to which the walk rolls, and to which a stander straightens its legs."""
    wanted = 0.0
    even, dt = _evenness(anatomy, command), command["dt"]
    memory["even"] = _approached(memory["even"], even, EASES_OFF, dt)
    steps = memory["footstrikes"] > 0 or memory["sets_off"]
    free = memory["mode"] == WALKING and not memory["directed"]
    if free and steps and not command["hand_load"].any():
        wanted = min(_suits(motion, anatomy, command, memory), memory["even"])
    memory["rolling"] = _approached(memory["rolling"], wanted, LOSES, dt)
    if memory["mode"] == WALKING or memory["directed"]:
        memory["upright"] = memory["rolling"]
    elif memory["mode"] == STANDING:
        wanted = _stands_at_ease(motion, anatomy, command, memory)
        memory["upright"] = _approached(memory["upright"], wanted, LOSES, dt)


@compiled
def _evenness(anatomy: Anatomy, command: GaitCommand) -> float:
    """Share to which a walk may roll before the edges ahead."""
    return faded(command["edge_ahead"] / anatomy["leg"], UNEVEN_FROM, UNEVEN_BY)


@compiled
def coming_share(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """Share to which the coming step will roll, a step later than now."""
    comes_down = max(memory["rolling"] - _evenness(anatomy, command), 0.0)
    return memory["rolling"] - min(comes_down, EASES_OFF * memory["period"])


@compiled
def _approached(share: float, wanted: float, loses: float, dt: float) -> float:
    """A share that moves towards a wanted one, down and up at rates of their own [1/s]."""
    return share + min(max(wanted - share, -loses * dt), GAINS * dt)


@compiled
def _stands_at_ease(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> float:
    """How far a stander may straighten its legs: by its sway, with nothing to do or to hold."""
    if command["hand_weight"].any() or command["hand_load"].any():
        return 0.0
    forward, sideways = capture_offset(motion, anatomy, command, memory)
    share = faded(math.hypot(forward, sideways) / anatomy["leg"], SWAYS_FROM, SWAYS_BY)
    return share * faded(command["crouch"] / anatomy["leg"], 0.0, CROUCH_ENDS_IT)


@compiled
def _suits(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """How far a free step suits to be rolled: by pace, balance and ground."""
    leg, speed = anatomy["leg"], memory["speed"]
    share = 1.0 - faded(speed / memory["style_speed"], ROLLS_FROM, ROLLS_BY)
    if command["sees_ground"]:
        slope = command["gradient"][memory["stance"]]
        share *= faded(math.hypot(slope[0], slope[1]), STEEP_FROM, STEEP_BY)
    share *= faded(memory["strayed"], STRAYED_FROM, STRAYED_BY)
    if not memory["sets_off"]:
        # Rolling feet can carry a body backwards step by step, whatever speed is planned.
        going = ahead(motion.com_velocity, memory["heading"]) / memory["style_speed"]
        share *= 1.0 - faded(going, GOES_FROM, GOES_BY)
    sideways = abs(memory["lateral_speed"]) / max(speed, 1e-3)
    share *= faded(sideways, SIDEWAYS_FROM, SIDEWAYS_BY)
    share *= faded(command["crouch"] / leg, 0.0, CROUCH_ENDS_IT)
    uneven = _unevenness(motion, anatomy, command, memory) / leg
    return share * faded(uneven, UNEVEN_FROM, UNEVEN_BY)


@compiled
def _unevenness(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> float:
    """Height [m] of the next foothold, or the last one, off the slope through the stance foot."""
    if not command["sees_ground"]:
        return 0.0
    stance = memory["stance"]
    ankle, slope = motion.origin[anatomy["foot"][stance]], command["gradient"][stance]
    level, uneven = command["floor"][stance], 0.0
    for k in range(2):
        place = memory["foothold"] if k == 0 else memory["lift_off"]
        height = command["landing"] if k == 0 else memory["lift_floor"]
        rise = slope[0] * (place[0] - ankle[0]) + slope[1] * (place[1] - ankle[1])
        uneven = max(uneven, abs(height - level - rise))
    return uneven


@compiled
def double_support(memory: GaitMemory) -> float:
    """The phase up to which the trailing foot stays on the ground."""
    if memory["sets_off"]:  # the weight has already left it
        return 0.0
    return max(planned_double_support(memory) * memory["rolling"], memory["holds"])


@compiled
def planned_double_support(memory: GaitMemory) -> float:
    """The same phase of a walk that rolls fully: sooner at a quick pace, as people's."""
    pace = max(memory["speed"] / memory["style_speed"], LEAST_PACE)
    return memory["gait"][DOUBLE_SUPPORT] * pace**-SHORTER_WHEN_FAST


@compiled
def pushes_off(memory: GaitMemory) -> bool:
    """Whether the trailing foot of a walk still rolls off its ball."""
    return memory["mode"] == WALKING and memory["airborne"] == 0


@compiled
def bearing_share(memory: GaitMemory) -> float:
    """How much the trailing foot may still bear: 1 at the footstrike, 0 at its toe-off."""
    until = double_support(memory)
    if until <= 0.0:
        return 0.0
    return min(max(1.0 - memory["phase"] / until, 0.0), 1.0)


@compiled
def swing_phase(memory: GaitMemory) -> float:
    """Share of the swing from toe-off to footstrike, 0 to 1."""
    phase = min(memory["phase"], 1.0)
    return max(phase - memory["toe_off"], 0.0) / (1.0 - memory["toe_off"])


@compiled
def pace_root(memory: GaitMemory) -> float:
    """Root of the speed over the style's: how people's step length and foot pitch grow."""
    return math.sqrt(max(memory["speed"], 0.0) / memory["style_speed"])
