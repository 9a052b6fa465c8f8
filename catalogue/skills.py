"""The table of skills: written by hand; read by panels, checks, command line and documentation."""

from __future__ import annotations

import math
from collections.abc import Mapping

from .climbing import STEP_UP
from .entry import (
    IN_CLIP,
    ON_HANDS,
    SEATED,
    STAND_AND_BALANCE,
    STANDING,
    WALK_AND_RUN,
    Ending,
    Skill,
)
from .falling import FALL, GET_UP
from .four_legs import OWN_SKILLS
from .gait import (
    AT_END,
    AVOID,
    GAIT,
    HEADING,
    PACE,
    SPEED,
    STANCE_KNEE,
    STEP_HEIGHT,
    STEP_WIDTH,
    STYLE,
    STYLE_BLEND,
    TORSO_LEAN,
    TURN_RATE,
    gait_skill,
)
from .hops import HOP, SIDE_GALLOP
from .limp import LIMP
from .parameters import (
    FootstepsParameter,
    Parameter,
    PlaceParameter,
    StyleParameter,
    TargetParameter,
    TextParameter,
)
from .performing import PERFORM
from .planar.saved import content_of as controller_content_of
from .pushes import PUSH
from .queueing import QUEUE
from .references.saved import content_of as reference_content_of
from .styles import list_dances
from .tasks import (
    PICK_UP,
    PULL_CRATE,
    PUSH_CRATE,
    PUT_DOWN,
    REACH,
    SIT_TO_STAND,
    STAND_TO_SIT,
)
from .trackings import RUNNER, TRACKINGS

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

ASSIST = Parameter(
    name="assist", unit="", low=0.0, high=1.0, default=0.0,
    sentence="Help from outside that holds the trunk upright; 0 is physics alone.",
)  # fmt: skip


def _clip(name: str) -> TextParameter:
    return TextParameter(
        name="reference", is_free=True, content=reference_content_of, default=name,
        sentence="The clip that gives the posture: a shipped one, or a file of learn-run.",
    )  # fmt: skip


TRACKING = TextParameter(
    name="tracking", choices=lambda: TRACKINGS, default=RUNNER,
    sentence="What follows the clip: the runner, or a tracker of its planned poses, which falls.",
)  # fmt: skip
ARRIVED, STILL_WALKING = "arrived", "still on the way"
RUN_TO_THE_END = Ending(
    event=ARRIVED, still=STILL_WALKING, seconds={"biped": 6.0}, along="path"
)
WAY = PlaceParameter(
    name="path", least=2, is_needed=False,
    sentence="The points of a path to run along, from its nearest one on, and to stand at the end "
    "of; none goes to the heading. It is closed when the last one is the first.",
)  # fmt: skip
RUN = gait_skill(
    "run", "Run at a speed, in a direction or along a path, from and to a walk.", 3.0, 6.0, WAY,
    _clip("run"), ASSIST, TRACKING, ending=RUN_TO_THE_END, bound_by="path", icon="FF",
)  # fmt: skip
SKIP = gait_skill(
    "skip", "Skip at a speed, in a direction or along a path: step and hop on each foot.",
    2.2, 4.0, WAY, _clip("skip"), ASSIST, TRACKING, ending=RUN_TO_THE_END, bound_by="path",
    icon="FRAME_NEXT",
)  # fmt: skip

STAND = Skill(
    name="stand",
    sentence="Come to a stop and stand, stepping when balance asks for it.",
    parameters=(
        HEADING,
        TORSO_LEAN,
        STANCE_KNEE,
        Parameter(
            name="idle", unit="", low=0.0, high=1.0, default=0.0,
            sentence="How much to shift the weight and shuffle the feet.",
        ),
        STYLE,
        STYLE_BLEND,
    ),
    keeps_heading=True,
    icon="PAUSE",
    group=STAND_AND_BALANCE,
    chief=("heading", "idle", "style"),
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

BALANCE = Skill(
    name="balance",
    sentence="Stand, and step when a push requires it; the dampings set how soon.",
    parameters=(
        HEADING,
        Parameter(
            name="linear_damping", unit="1/s", low=0.0, high=20.0, default=4.0,
            sentence="How much the body's speed makes it step; more steps sooner.",
        ),
        Parameter(
            name="angular_damping", unit="1/s", low=0.0, high=40.0, default=3.0,
            sentence="How much the body's turning over makes it step; more steps sooner.",
        ),
        TORSO_LEAN,
        STANCE_KNEE,
        STYLE,
        STYLE_BLEND,
    ),
    icon="CON_DISTLIMIT",
    group=STAND_AND_BALANCE,
    chief=("heading", "torso_lean", "style"),
)  # fmt: skip

STEP = Skill(
    name="step",
    sentence="Step on footprints, one after the other, then stand.",
    parameters=(
        FootstepsParameter(
            name="footsteps",
            sentence="Where each foot comes down, which way it points and how long it takes.",
        ),
        TORSO_LEAN,
        STANCE_KNEE,
        STYLE,
        STYLE_BLEND,
    ),
    ending=Ending(event=ARRIVED, still="still stepping", seconds={"biped": 2.0}),
    returns=False,
    bound_by="footsteps",
    shown_as="footsteps",
    icon="SNAP_INCREMENT",
    group=STAND_AND_BALANCE,
    chief=("footsteps", "style"),
)

HANDSTAND = Skill(
    name="handstand",
    sentence="Stand on the hands, with shoulders that turn without limits and arms stronger than "
    "a human's; a performer whose first cue is done on the hands starts there.",
    parameters=(),
    start=ON_HANDS,
    icon="SORT_DESC",
    group=STAND_AND_BALANCE,
)

JUMP = Skill(
    name="jump",
    sentence="Jump from a stand, up, ahead, turning, onto something; or out of a run over a gap.",
    parameters=(
        Parameter(
            name="height", unit="m", low=0.02, high=2.0, default=None, typical=0.3, keyable=False,
            sentence="How far the body rises; none: as far as the way needs.",
        ),
        Parameter(
            name="distance", unit="m", low=-2.0, high=4.0, default=0.0, keyable=False,
            sentence="How far ahead to land; negative jumps backwards. Out of a run with no gap "
            "ahead: how much ground to leap over.",
        ),
        Parameter(
            name="sideways", unit="m", low=-2.0, high=2.0, default=0.0, keyable=False,
            sentence="How far to the left to land; negative jumps to the right.",
        ),
        Parameter(
            name="turn", unit="rad", low=-math.pi, high=math.pi, default=0.0, keyable=False,
            sentence="By how much to turn in the air, to the left.",
        ),
        TargetParameter(
            name="target", purpose="to land on", is_needed=False,
            sentence="Where to land, in place of the distances: a place, or the top of a prop.",
        ),
    ),
    exclusive=(("target", "distance"), ("target", "sideways")),
    ending=Ending(event="landed", still="still in the air", seconds={"biped": 3.0}),
    icon="SORT_DESC",
    group=STAND_AND_BALANCE,
    chief=("height", "distance", "turn", "target"),
)  # fmt: skip

DANCE = Skill(
    name="dance",
    sentence="Dance in place, stepping on the beat.",
    parameters=(
        Parameter(
            name="bpm", unit="1/min", low=40.0, high=240.0, default=110.0, keyable=False,
            sentence="Beats per minute, from the start of the cue on; it steps on every beat, "
            "every second one or twice as often, whatever suits its size.",
        ),
        Parameter(
            name="energy", unit="", low=0.0, high=1.5, default=1.0,
            sentence="How large the movements of trunk and arms are.",
        ),
        HEADING,
        StyleParameter(
            name="style", choices=list_dances, most=2, default="groove",
            sentence="How it dances: a dance, or two between which style_blend mixes.",
        ),
        STYLE_BLEND,
        STEP_HEIGHT,
        STEP_WIDTH,
        TORSO_LEAN,
        STANCE_KNEE,
    ),
    icon="SOUND",
    group=STAND_AND_BALANCE,
    chief=("bpm", "energy", "heading", "style"),
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

# Skills that last until the next cue, and events that happen during them.
SKILLS: Mapping[str, Skill] = {
    skill.name: skill
    for skill in (
        WALK, RUN, SKIP, HOP, SIDE_GALLOP, STAND, BALANCE, STEP, STEP_UP, HANDSTAND, JUMP, FOLLOW,
        GOALS, APPROACH, QUEUE, SIT_TO_STAND, STAND_TO_SIT, DANCE, REACH, PICK_UP, PUT_DOWN,
        PUSH_CRATE, PULL_CRATE, FALL, GET_UP, PLANAR_WALK, PERFORM,
        *OWN_SKILLS,
    )
}  # fmt: skip
EVENTS: Mapping[str, Skill] = {skill.name: skill for skill in (PUSH, LIMP)}
CUES: Mapping[str, Skill] = {**SKILLS, **EVENTS}
# Skills that other folders need by role and not by name.
USUAL = WALK.name  # the skill where none is named
OPENING: Mapping[str, str] = {
    STANDING: STAND.name, SEATED: STAND_TO_SIT.name, ON_HANDS: HANDSTAND.name,
    IN_CLIP: STAND.name,
}  # what a performer does before its first cue, by start
OF_ACTIONS = PERFORM.name  # the skill that performs an Action
OF_CLIPS = RUN.name  # the skill for which a clip of running is learned
