"""From a clip back to the control law of the body's own kind."""

from __future__ import annotations

from ...catalogue import SKILLS
from ..biped import Biped
from ..four_legs.quadruped import Quadruped, stand_anew
from ..gait_command import set_gait, stand_still, take_over


def give_back(body: Biped | Quadruped, heading: float) -> None:
    """Leave a body to its own law, as one that faces a heading [rad]."""
    if isinstance(body, Quadruped):
        stand_anew(body, heading)
    else:
        take_over(body, heading)


def bring_to_a_stand(body: Biped | Quadruped, heading: float) -> None:
    """Have the body's own law bring it to a stand, facing a heading [rad]."""
    give_back(body, heading)
    if isinstance(body, Quadruped):
        return
    set_gait(body, {p.name: p.default for p in SKILLS["stand"].parameters})
    stand_still(body)
