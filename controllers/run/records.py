"""What a runner remembers between time steps, and what it is told besides a walker's command.

Runner and walker share COMMAND and MEMORY of `gait_records`: the one may take over from the other.
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
        ("speed", "f8"),  # of this step, moving towards it [m/s]
        ("correction", "f8"),  # what past steps fell short of their speed [m/s]
        ("heading", "f8"),  # faced now, turning towards the command's [rad]
        ("turn_rate", "f8"),  # of that heading [rad/s]
        ("airborne", "i8"),  # 1 in flight, 0 in stance
        ("side", "i8"),  # LEFT or RIGHT: the foot that stands, or stood last
        ("elapsed", "f8"),  # since the stance or the flight began [s]
        ("step_elapsed", "f8"),  # since the last footstrike [s]
        ("begin", "f8", (2,)),  # center of mass at the last footstrike [m]
        ("since_start", "f8"),  # of the run, or of its posture [s]
        ("footstrikes", "i8"),
        ("stance_time", "f8"),  # of this stance [s]; its foot may have come down near the body
        # The contacts of a cycle, in order: of which foot, from and to which phase, and how long
        # an adult who is in no haste stands and then flies [s].
        ("contacts", "i8"),
        ("contact_side", "i8", (MOST_CONTACTS,)),
        ("contact_start", "f8", (MOST_CONTACTS,)),
        ("contact_end", "f8", (MOST_CONTACTS,)),
        ("usual_stances", "f8", (MOST_CONTACTS,)),
        ("usual_flights", "f8", (MOST_CONTACTS,)),
        ("stances", "f8", (MOST_CONTACTS,)),  # planned for this body and speed [s]
        ("flights", "f8", (MOST_CONTACTS,)),  # planned, after each contact [s]
        # What a search changed of the feet, nothing where none did.
        ("foothold_shift", "f8", (2,)),  # ahead and outwards of where it would be [leg]
        ("fold", "f8"),  # of a knee after take-off, beside the usual [rad]
        ("reach", "f8"),  # of the straight leg at touch-down, beside the usual
        ("contact", "i8"),  # the one that stands, or stood last
        ("air_time", "f8"),  # of the next flight as this stance will have it [s]
        ("over_hips", "f8"),  # center of mass over the hips, of late [m]
        ("height", "f8"),  # of the center of mass over the ground at touch-down and take-off [m]
        ("floor", "f8"),  # height of the ground under the foot that stands, or stood last [m]
        ("landing", "f8"),  # and where the next one comes down [m]
        ("bounce", "f8", (2,)),  # both parts of the ground's acceleration over the stance [m/s2]
        ("push", "f8", (3,)),  # acceleration asked of the center of mass [m/s2]
        ("place", "f8", (2,)),  # center of pressure asked for [m]
        ("fall", "f8"),  # how fast the body comes down at touch-down [m/s]
        ("due", "f8", (2,)),  # time until each foot lands [s]
        ("goal", "f8", (2, 3)),  # where each ankle comes down [m]
        ("change", "f8", (2, 3)),  # acceleration asked of an ankle that swings [m/s2]
        ("sole_heading", "f8", (2,)),  # of each foot [rad]
        ("forces", "f8", (MOST_EDGES,)),  # last forces along the edges of the contacts [N]
        *STYLE_FIELDS,  # posture over the stride: targets of trunk, arms and knees
    ]
)


def make_run() -> NDArray[np.void]:
    """One that has not begun."""
    return np.zeros(1, dtype=RUN)
