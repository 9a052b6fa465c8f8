"""The entries of runs."""

from __future__ import annotations

from .entry import Ending
from .gait import ARRIVED, STILL_WALKING, gait_skill
from .parameters import Parameter, PlaceParameter, TextParameter
from .references.saved import content_of as reference_content_of
from .trackings import RUNNER, TRACKINGS

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
