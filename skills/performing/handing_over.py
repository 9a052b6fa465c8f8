"""From a clip back to the control law of the body's own kind."""

from __future__ import annotations

import math
from typing import Any

from ...catalogue import SKILLS
from ...controllers.gait.gait import ADULT_LEG
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ..biped import Biped
from ..four_legs.quadruped import Quadruped, stand_anew
from ..gait_command import set_gait, stand_still, take_over
from ..running.running import Running

RUNS_FROM = 2.0  # [m/s] of an adult, by dynamic similarity: a faster body cannot walk to a stand


def give_back(body: Biped | Quadruped, heading: float) -> None:
    """Leave a body to its own law, as one that faces a heading [rad]."""
    if isinstance(body, Quadruped):
        stand_anew(body, heading)
    else:
        take_over(body, heading)


def bring_to_a_stand(body: Biped | Quadruped, motion: Rows[Motion], heading: float) -> None:
    """Have the body's own law bring it to a stand, facing a heading [rad]; one that runs slows down
    first.
    """
    give_back(body, heading)
    if isinstance(body, Quadruped):
        return
    set_gait(body, _defaults("stand"))
    stand_still(body)
    velocity = views_of(Motion, motion).com_velocity
    if math.hypot(velocity[0], velocity[1]) > RUNS_FROM * math.sqrt(body.leg / ADULT_LEG):
        running = Running(body)
        running.put_on(_defaults("run")["reference"])
        running.run_on(motion)
        body.running = running


def _defaults(skill: str) -> dict[str, Any]:
    return {parameter.name: parameter.default for parameter in SKILLS[skill].parameters}
