"""A runner's state between time steps, and its command besides the walker's.

Runner and walker share COMMAND and MEMORY of `gait.records`, so that each may take over from the
other.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

import numpy as np

from ..gait.records import MOST_EDGES
from ..gait.style_channels import Style
from ..program.record import PAIR, Integers, Reals, Rows, dtype_of

MOST_CONTACTS = 8  # in a cycle
LANDING, NO_LEAP = -1, -2  # of `leaps_in`


class _Run(TypedDict):
    """State that a runner keeps between time steps."""

    asked: float  # speed along the heading [m/s]
    speed: float  # target of this step, moving towards `asked` [m/s]
    correction: float  # accumulated speed error of past steps [m/s]
    asked_aside: float  # speed to the left [m/s]
    aside: float  # target of this step, moving towards `asked_aside` [m/s]
    heading: float  # present one, turning towards the command's [rad]
    turn_rate: float  # of that heading [rad/s]
    tightness: float  # of the turn, from 0 (straight on) to 1
    airborne: int  # 1 in flight, 0 in stance
    side: int  # LEFT or RIGHT: the present or last stance foot
    elapsed: float  # since the stance or the flight began [s]
    step_elapsed: float  # since the last footstrike [s]
    begin: Annotated[Reals, PAIR]  # center of mass at the last footstrike [m]
    since_start: float  # of the run, or of its posture [s]
    trim: float  # by how much further back the trunk is asked to lean than it should [rad]
    footstrikes: int
    stance_time: float  # of this stance [s], shorter if the foot landed near the body
    # The contacts of a cycle, in order: foot, begin and end phase, and an unhurried adult's
    # durations of the stance and the flight after it [s].
    contacts: int
    half_width: float  # from the middle line to a foothold [leg]
    contact_side: Annotated[Integers, (MOST_CONTACTS,)]
    contact_start: Annotated[Reals, (MOST_CONTACTS,)]
    contact_end: Annotated[Reals, (MOST_CONTACTS,)]
    usual_stances: Annotated[Reals, (MOST_CONTACTS,)]
    usual_flights: Annotated[Reals, (MOST_CONTACTS,)]
    stances: Annotated[Reals, (MOST_CONTACTS,)]  # planned for this body and speed [s]
    flights: Annotated[Reals, (MOST_CONTACTS,)]  # planned, after each contact [s]
    # One flight that is longer than the others, over a gap.
    leaps_in: int  # stances until the one before it; 0: this one; LANDING: after it; NO_LEAP
    leap: float  # by how much it lasts longer [s]
    stretch: float  # by how much the flights before it do [s]
    leaps_ahead: float  # how much further ahead the foot lands [leg]
    leaps_onto: float  # height of the ground where it lands [m]
    # Adjustments of the feet found by a search, zero without a search.
    foothold_shift: Annotated[Reals, PAIR]  # ahead and outwards [leg]
    lift: float  # height of a swing, as a share of a usual one
    arm_weight: float  # of the arms' posture, as a share of a usual one
    fold: float  # of a knee after take-off, added to the usual fold [rad]
    reach: float  # of the straight leg at touch-down, added to the usual reach
    contact: int  # index of the present or last contact
    air_time: float  # predicted duration of the next flight [s]
    over_hips: float  # recent mean height of the center of mass over the hips [m]
    height: float  # of the center of mass over the ground at touch-down and take-off [m]
    floor: float  # height of the ground under the present or last stance foot [m]
    landing: float  # height of the ground at the next foothold [m]
    bounce: Annotated[Reals, PAIR]  # both parts of the ground's acceleration over the stance [m/s2]
    push: Annotated[Reals, (3,)]  # target acceleration of the center of mass [m/s2]
    place: Annotated[Reals, PAIR]  # target center of pressure [m]
    fall: float  # downward speed of the body at touch-down [m/s]
    due: Annotated[Reals, PAIR]  # time until each foot lands [s]
    goal: Annotated[Reals, (2, 3)]  # where each ankle comes down [m]
    change: Annotated[Reals, (2, 3)]  # target acceleration of a swing ankle [m/s2]
    sole_heading: Annotated[Reals, PAIR]  # of each foot [rad]
    forces: Annotated[Reals, (MOST_EDGES,)]  # last forces along the edges of the contacts [N]


class RunMemory(_Run, Style):
    """State that a runner keeps between time steps; the style's curves are its posture."""


RUN = dtype_of(RunMemory)


def make_run() -> Rows[RunMemory]:
    """(1,) record of a run that has not begun."""
    runs: Rows[RunMemory] = np.zeros(1, dtype=RUN)
    runs[0]["leaps_in"] = NO_LEAP
    return runs
