"""The walking controller's command from a cue: style, steps, posture, heading, walk or stand."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..controllers.balance.handstand import ELBOW_BEND
from ..controllers.gait.gait import ADULT_LEG
from ..controllers.gait.modes import TAKING_OVER
from ..controllers.gait.records import ANGULAR_DAMPING, LINEAR_DAMPING, make_memory
from ..controllers.gait.style_channels import STANCE_KNEE
from ..controllers.program.anatomy import LEFT, RIGHT
from ..shots.footsteps import Footstep
from ..simulation.records import overwrite, unchecked
from .behaviour import Values
from .biped import Biped

NOTHING_TO_STEP_OVER = (math.nan, math.nan, math.nan)
STEP_HEIGHT, STEP_WIDTH = 0.09, 0.13  # of the leg, where a cue gives none


def set_gait(biped: Biped, values: Values) -> None:
    """Set the parameters of both walking and standing: style, steps and posture.

    A parameter that a skill lacks counts as not given. A style's lengths are those of
    an adult and scale with the leg.
    """
    put_on(biped, values["style"], values["style_blend"])
    command, offsets, leg = biped.command, biped.offsets, biped.leg
    for curves in ("trunk_mean", "limb_mean"):  # without the bow of a walker that ducks
        command[curves][:] = biped.arrays[curves]
    size = leg / ADULT_LEG
    height = max(STEP_HEIGHT * leg + offsets["step_height"] * size, 0.0)
    width = max(STEP_WIDTH * leg + offsets["step_width"] * size, 0.0)
    command["step_height"] = _given(values, "step_height", height)
    command["step_width"] = _given(values, "step_width", width)
    command["step_period"] = _given(values, "step_period", math.nan)
    command["least_swing"] = _given(values, "energy", 0.0)
    command["variation"] = _given(values, "variation", 0.0)
    command["period_factor"] = offsets["step_period"]
    for name in ("torso_lean", "knee_twist"):
        command[name] = _given(values, name, 0.0) + offsets[name]
    _bend_stance_knee(biped, values["stance_knee"])
    if biped.on_hands:
        _leave_style(biped)


def _leave_style(biped: Biped) -> None:
    """Set bent elbows and no style: styles are for bodies on their feet."""
    for name in ("trunk", "trunk_mean", "limb", "limb_mean"):
        biped.command[name][:] = 0.0
    biped.command["limb_mean"][:, STANCE_KNEE] = ELBOW_BEND


def _given(values: Values, name: str, otherwise: float) -> float:
    value = values.get(name)
    return otherwise if value is None else float(value)


def put_on(biped: Biped, text: str, blend: float) -> None:
    """Set a style; its speed is an adult's and scales by dynamic similarity."""
    if biped.style == (text, blend):
        return
    biped.style = text, blend
    biped.arrays, biped.offsets = biped.styles.mixed(text, blend)
    for name, array in biped.arrays.items():
        unchecked(biped.command)[name] = array
    biped.command["style_speed"] *= math.sqrt(biped.leg / ADULT_LEG)


def _bend_stance_knee(biped: Biped, angle: float | None) -> None:
    """Hold the stance knee at an angle [rad]; None lets it follow the style."""
    swing = biped.arrays["limb"][:, STANCE_KNEE] if angle is None else 0.0
    mean = biped.arrays["limb_mean"][:, STANCE_KNEE] if angle is None else angle
    biped.command["limb"][:, STANCE_KNEE] = swing
    biped.command["limb_mean"][:, STANCE_KNEE] = mean


def set_heading(biped: Biped, heading: float | None) -> None:
    """Turn to a world heading [rad]; None keeps the heading at the start of the cue."""
    if heading is not None:
        biped.command["heading"] = heading


def start_walking(biped: Biped) -> None:
    """Walk along the present heading; the footprints of an earlier cue no longer count."""
    keep_heading(biped)
    biped.command["walking"] = 1
    _drop_footsteps(biped)


def stop_walking(biped: Biped) -> None:
    """Take only steps that balance, a footprint or a turn requires."""
    biped.command["walking"] = 0
    biped.command["turn_rate"] = math.nan
    _drop_footsteps(biped)
    biped.command["linear_damping"] = LINEAR_DAMPING
    biped.command["angular_damping"] = ANGULAR_DAMPING


def set_footsteps(biped: Biped, footsteps: Sequence[Footstep]) -> None:
    """Set the footprints to step on, from the first one of them that is still to be stepped on."""
    for row, step in zip(biped.command["footsteps"], footsteps, strict=False):
        height = math.nan if step.height is None else step.height
        side = LEFT if step.side == "L" else RIGHT
        place = (*step.position, step.heading, step.duration, height)
        row[:] = (side, *place, *NOTHING_TO_STEP_OVER)
    biped.command["footstep_count"] = len(footsteps)


def _drop_footsteps(biped: Biped) -> None:
    """Forget the remaining footprints; a foot that steps over an obstacle still lands behind it."""
    steps_over = biped.crossing.is_busy and biped.memory["directed"]
    left = biped.memory["next_footstep"] + 1 if steps_over else 0
    biped.command["footstep_count"] = left
    biped.command["onto_tread"][:] = 0.0  # of the skill before; where the ground is sensed, anew
    biped.command["off_feet"][:] = 0.0


def stand_still(biped: Biped) -> None:
    """Stop walking and turning."""
    keep_heading(biped)
    stop_walking(biped)


def take_over(biped: Biped, heading: float) -> None:
    """Go on by the walking law from wherever another one has brought the body.

    Args:
        heading: that it faces [rad].
    """
    chance = int(biped.memory["chance"])
    overwrite(biped.memories, make_memory(heading, chance))
    biped.memory["mode"] = TAKING_OVER


def keep_heading(biped: Biped) -> None:
    """Stop turning: the present heading becomes the target."""
    biped.command["heading"] = biped.memory["heading"]
