"""A runner's state between time steps, and its command besides the walker's.

Runner and walker share COMMAND and MEMORY of `gait.records`, so that each may take over from the
other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..gait.records import MOST_EDGES
from ..gait.style import STYLE_FIELDS

MOST_CONTACTS = 8  # in a cycle

RUN = np.dtype(
    [
        ("asked", "f8"),  # speed along the heading [m/s]
        ("speed", "f8"),  # target of this step, moving towards `asked` [m/s]
        ("correction", "f8"),  # accumulated speed error of past steps [m/s]
        ("heading", "f8"),  # present one, turning towards the command's [rad]
        ("turn_rate", "f8"),  # of that heading [rad/s]
        ("airborne", "i8"),  # 1 in flight, 0 in stance
        ("side", "i8"),  # LEFT or RIGHT: the present or last stance foot
        ("elapsed", "f8"),  # since the stance or the flight began [s]
        ("step_elapsed", "f8"),  # since the last footstrike [s]
        ("begin", "f8", (2,)),  # center of mass at the last footstrike [m]
        ("since_start", "f8"),  # of the run, or of its posture [s]
        ("footstrikes", "i8"),
        ("stance_time", "f8"),  # of this stance [s], shorter if the foot landed near the body
        # The contacts of a cycle, in order: foot, begin and end phase, and an unhurried adult's
        # durations of the stance and the flight after it [s].
        ("contacts", "i8"),
        ("contact_side", "i8", (MOST_CONTACTS,)),
        ("contact_start", "f8", (MOST_CONTACTS,)),
        ("contact_end", "f8", (MOST_CONTACTS,)),
        ("usual_stances", "f8", (MOST_CONTACTS,)),
        ("usual_flights", "f8", (MOST_CONTACTS,)),
        ("stances", "f8", (MOST_CONTACTS,)),  # planned for this body and speed [s]
        ("flights", "f8", (MOST_CONTACTS,)),  # planned, after each contact [s]
        # Adjustments of the feet found by a search, zero without a search.
        ("foothold_shift", "f8", (2,)),  # ahead and outwards [leg]
        ("fold", "f8"),  # of a knee after take-off, added to the usual fold [rad]
        ("reach", "f8"),  # of the straight leg at touch-down, added to the usual reach
        ("contact", "i8"),  # index of the present or last contact
        ("air_time", "f8"),  # predicted duration of the next flight [s]
        ("over_hips", "f8"),  # recent mean height of the center of mass over the hips [m]
        ("height", "f8"),  # of the center of mass over the ground at touch-down and take-off [m]
        ("floor", "f8"),  # height of the ground under the present or last stance foot [m]
        ("landing", "f8"),  # height of the ground at the next foothold [m]
        ("bounce", "f8", (2,)),  # both parts of the ground's acceleration over the stance [m/s2]
        ("push", "f8", (3,)),  # target acceleration of the center of mass [m/s2]
        ("place", "f8", (2,)),  # target center of pressure [m]
        ("fall", "f8"),  # downward speed of the body at touch-down [m/s]
        ("due", "f8", (2,)),  # time until each foot lands [s]
        ("goal", "f8", (2, 3)),  # where each ankle comes down [m]
        ("change", "f8", (2, 3)),  # target acceleration of a swing ankle [m/s2]
        ("sole_heading", "f8", (2,)),  # of each foot [rad]
        ("forces", "f8", (MOST_EDGES,)),  # last forces along the edges of the contacts [N]
        *STYLE_FIELDS,  # posture over the stride: targets of trunk, arms and knees
    ]
)


def make_run() -> NDArray[np.void]:
    """(1,) record of a run that has not begun."""
    return np.zeros(1, dtype=RUN)
