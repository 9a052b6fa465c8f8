"""The entries of walks: in a direction, along paths, to places, in a plane."""

from __future__ import annotations

from .entry import WALK_AND_RUN, Ending, Skill
from .gait import ARRIVED, AT_END, AVOID, GAIT, HEADING, PACE, SPEED, STILL_WALKING, TURN_RATE
from .parameters import Parameter, PlaceParameter, TextParameter
from .planar.saved import content_of as controller_content_of

WALK = Skill(
    name="walk",
    sentence="Walk at a speed in a direction; step over or duck under what is in the way.",
    parameters=(
        SPEED,
        Parameter(
            name="lateral_speed", unit="m/s", low=-1.0, high=1.0, default=0.0,
            sentence="Speed to the left; negative walks to the right.",
        ),
        HEADING,
        TURN_RATE,
        *GAIT,
        AVOID,
    ),
    exclusive=(("heading", "turn_rate"),),
    is_steered=True,
    keeps_heading=True,
    icon="TRIA_RIGHT",
    group=WALK_AND_RUN,
    chief=("speed", "heading", "turn_rate", "style"),
)  # fmt: skip

FOLLOW = Skill(
    name="follow",
    sentence="Walk along a path from its nearest point on, and stand at its end.",
    parameters=(
        PlaceParameter(
            name="path", least=2,
            sentence="The points of the path; it is closed when the last one is the first.",
        ),
        PACE,
        *GAIT,
    ),
    ending=Ending(event=ARRIVED, still=STILL_WALKING, seconds={"biped": 4.0}, along="path"),
    bound_by="path",
    shown_as="follow",
    icon="CURVE_DATA",
    group=WALK_AND_RUN,
    chief=("path", "speed", "style"),
)  # fmt: skip

GOALS = Skill(
    name="goals",
    sentence="Walk to the points of a path, making way for others, and stand at the last.",
    parameters=(
        PlaceParameter(name="path", least=2, sentence="The points to walk to, one after another."),
        AT_END,
        PACE,
        *GAIT,
    ),
    ending=Ending(event=ARRIVED, still=STILL_WALKING, seconds={"biped": 3.0}),
    icon="PIVOT_CURSOR",
    group=WALK_AND_RUN,
    chief=("path", "speed", "style"),
)  # fmt: skip

APPROACH = Skill(
    name="approach",
    sentence="Walk straight to something and stand before it, facing it.",
    parameters=(
        PlaceParameter(name="target", sentence="Where it is when the cue begins."),
        Parameter(
            name="distance", unit="m", low=0.0, high=100.0, default=0.6, keyable=False,
            sentence="How far from its middle to stand.",
        ),
        PACE,
        *GAIT,
    ),
    ending=Ending(event=ARRIVED, still=STILL_WALKING, seconds={"biped": 4.0}),
    bound_by="target",
    shown_as="approach",
    icon="EMPTY_AXIS",
    group=WALK_AND_RUN,
    chief=("target", "distance", "speed", "style"),
)  # fmt: skip

PLANAR_WALK = Skill(
    name="planar_walk",
    sentence="Walk in a plane with a controller that was learned of keyframes; hips and knees are "
    "far stronger than a human's: on a body of 70 kg 970 N m, 2440 with the controller bird, 300 "
    "with human16, where a human has 230 to 250.",
    parameters=(
        TextParameter(
            name="controller", is_free=True, content=controller_content_of, default="regular",
            sentence="A controller by its name, or the content of the file that learn-walk wrote.",
        ),
        Parameter(
            name="heading", unit="rad", low=-100.0, high=100.0, default=None, keyable=False,
            sentence="World direction of the plane; none takes the one that it faces.",
        ),
    ),
    in_plane=True,
    icon="AXIS_SIDE",
    group=WALK_AND_RUN,
)  # fmt: skip
