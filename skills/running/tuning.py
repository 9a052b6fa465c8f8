"""A reference motion's tuning in the runner's record."""

from __future__ import annotations

import math
from types import MappingProxyType

import numpy as np

from ...controllers.gait.style import periodic_curve
from ...controllers.gait.style_channels import (
    BACK,
    ELBOW_BEND,
    KNOTS,
    NECK,
    PELVIS,
    STANCE_KNEE,
    WAIST,
)
from ...motion.tuning import Tuning
from ...simulation.rotation import Array
from ..styles import Arrays

# Without the neck's, so that the head looks ahead.
LEAN_CHANNELS = [part + 1 for part in (PELVIS, WAIST, BACK)]
TRUNK = slice(PELVIS, NECK)
ARM_CHANNELS = slice(0, ELBOW_BEND + 1)
# The adjustments of a run's record that nobody has changed.
USUAL = MappingProxyType({
    "foothold_shift": np.zeros(2), "fold": np.array(0.0), "reach": np.array(0.0),
    "lift": np.array(1.0), "arm_weight": np.array(1.0),
})  # fmt: skip


def tuned(fields: Arrays, tuning: Tuning) -> Arrays:
    """The fields of `run.records.RunMemory` with a search's adjustments."""
    trunk_mean, trunk = fields["trunk_mean"].copy(), fields["trunk"].copy()
    limb_mean, limb = fields["limb_mean"].copy(), fields["limb"].copy()
    trunk_mean[LEAN_CHANNELS] += tuning.lean
    trunk[TRUNK] *= math.exp(tuning.trunk_swing)
    arms = _earlier(limb[:, ARM_CHANNELS], tuning.arm_lead)
    limb[:, ARM_CHANNELS] = math.exp(tuning.arm_swing) * arms
    limb_mean[:, STANCE_KNEE] += tuning.knee
    return {
        **fields,
        **USUAL,
        "trunk_mean": trunk_mean,
        "trunk": trunk,
        "limb_mean": limb_mean,
        "limb": limb,
        "usual_stances": fields["usual_stances"] * math.exp(tuning.stance),
        "usual_flights": fields["usual_flights"] * math.exp(tuning.flight),
        "foothold_shift": np.array([tuning.ahead, tuning.aside]),
        "fold": np.array(tuning.fold),
        "reach": np.array(tuning.reach),
    }


def _earlier(curves: Array, lead: float) -> Array:
    """Knots (..., KNOTS) of curves that are shifted ahead by a share of the cycle."""
    phases = np.arange(KNOTS) / KNOTS + lead
    shifted: Array = np.apply_along_axis(
        lambda knots: np.array([periodic_curve(knots, phase)[0] for phase in phases]), -1, curves
    )
    return shifted
