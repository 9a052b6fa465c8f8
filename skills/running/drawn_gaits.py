"""Gaits with flights that no clip shows: a hop on one foot, a gallop sideways.

Contacts and posture as fields of the run's record, of an adult; the law of runs does the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...controllers.gait.style_channels import (
    BACK,
    ELBOW_BEND,
    KNOTS,
    LIMB_CHANNELS,
    PELVIS,
    SHOULDER_SPREAD,
    SHOULDER_SWING,
    STANCE_KNEE,
    TRUNK_CHANNELS,
    WAIST,
)
from ...controllers.program.anatomy import LEFT, RIGHT
from ...controllers.run.bounce import HALF_WIDTH
from ...controllers.run.records import MOST_CONTACTS
from .reference import Fields
from .tuning import USUAL

# Numbers without a source: those of hops were found by a search over six hops of other bodies than
# those of the benchmark, those of gallops were tuned by hand; judged by bench hops.
STYLE_SPEED = 2.0  # at which the curves are as drawn [m/s]
HOP_STANCE, HOP_FLIGHT = 0.254, 0.189  # [s]
HOP_LIFT, HOP_FOLD, HOP_REACH, HOP_AHEAD = 1.293, -0.642, 0.063, 0.007  # as in the run's record
CARRIED_KNEE, HOP_LEAN = 1.6, -0.038  # [rad]
ARMS_SWING, ARMS_MEAN, ARMS_SPREAD, ARMS_BEND = 0.52, 0.1, 0.3, 1.2  # in a hop [rad]
STEP, CLOSE = (0.22, 0.16), (0.22, 0.04)  # stance of each foot and flight after it [s]
GALLOP_HALF_WIDTH, GALLOP_LIFT, GALLOP_REACH = 0.2, 0.6, 0.02
GALLOP_SPREAD, GALLOP_BEND, GALLOP_KNEE, ARM_WEIGHT = 0.9, 0.6, 0.5, 6.0


def hop(side: int) -> Fields:
    """Each contact by the same foot; arms and the carried leg swing against it."""
    fields = _fields([(side, HOP_STANCE, HOP_FLIGHT)])
    mean, limb, trunk = fields["limb_mean"], fields["limb"], fields["trunk_mean"]
    limb[:, SHOULDER_SWING] = -ARMS_SWING * np.cos(2.0 * np.pi * np.arange(KNOTS) / KNOTS)
    mean[:, SHOULDER_SWING], mean[:, SHOULDER_SPREAD] = ARMS_MEAN, ARMS_SPREAD
    mean[:, ELBOW_BEND], mean[1 - side, STANCE_KNEE] = ARMS_BEND, CARRIED_KNEE
    trunk[[part + 1 for part in (PELVIS, WAIST, BACK)]] = HOP_LEAN
    return {
        **fields,
        "lift": np.array(HOP_LIFT),
        "fold": np.array(HOP_FOLD),
        "reach": np.array(HOP_REACH),
        "foothold_shift": np.array([HOP_AHEAD, 0.0]),
    }


def side_gallop(lead: int) -> Fields:
    """The leading foot steps out to its side, and in a flight the other one closes up to it."""
    fields = _fields([(lead, *STEP), (RIGHT if lead == LEFT else LEFT, *CLOSE)])
    mean = fields["limb_mean"]
    mean[:, SHOULDER_SPREAD], mean[:, ELBOW_BEND] = GALLOP_SPREAD, GALLOP_BEND
    mean[:, SHOULDER_SWING], mean[:, STANCE_KNEE] = ARMS_MEAN, GALLOP_KNEE
    return {
        **fields,
        "half_width": np.array(GALLOP_HALF_WIDTH),
        "lift": np.array(GALLOP_LIFT),
        "reach": np.array(GALLOP_REACH),
        "arm_weight": np.array(ARM_WEIGHT),
    }


def _fields(contacts: Sequence[tuple[int, float, float]]) -> Fields:
    """Contacts, each a side with its stance and the flight after it [s], and a still posture."""
    count = len(contacts)
    sides, starts, ends, stances, flights = np.zeros((5, MOST_CONTACTS))
    sides[:count], stances[:count], flights[:count] = zip(*contacts, strict=True)
    lasts = float((stances + flights).sum())
    starts[1:count] = np.cumsum((stances + flights)[: count - 1]) / lasts
    ends[:count] = starts[:count] + stances[:count] / lasts
    return {
        **USUAL,
        "contacts": np.array(count),
        "contact_side": sides,
        "contact_start": starts,
        "contact_end": ends,
        "usual_stances": stances,
        "usual_flights": flights,
        "half_width": np.array(HALF_WIDTH),
        "trunk": np.zeros((len(TRUNK_CHANNELS), KNOTS)),
        "trunk_mean": np.zeros(len(TRUNK_CHANNELS)),
        "limb": np.zeros((2, len(LIMB_CHANNELS), KNOTS)),
        "limb_mean": np.zeros((2, len(LIMB_CHANNELS))),
        "style_speed": np.array(STYLE_SPEED),
    }
