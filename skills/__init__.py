"""The skills: one file for each, with a class that is the behaviour of that name.

The table is written by hand; a skill's label and parameters are in catalogue/.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..bodies.kinds import BIPED, PLANAR, QUADRUPED
from .approach import Approach
from .balance import Balance
from .behaviour import Behaviour
from .dance import Dance
from .fall import Fall
from .follow import Follow
from .four_legs.fall import Fall as FourLeggedFall
from .four_legs.gallop import Gallop
from .four_legs.get_up import GetUp as FourLeggedGetUp
from .four_legs.lie_down import LieDown
from .four_legs.pace import Pace
from .four_legs.sit import Sit
from .four_legs.stand import Stand as FourLeggedStand
from .four_legs.trot import Trot
from .four_legs.walk import Walk as FourLeggedWalk
from .get_up import GetUp
from .goals import Goals
from .handstand import Handstand
from .jump import Jump
from .perform import Perform
from .pick_up import PickUp
from .planar.get_up import GetUpInPlane
from .planar.planar_walk import PlanarWalk
from .pull_crate import PullCrate
from .push_crate import PushCrate
from .put_down import PutDown
from .queue import Queue
from .reach import Reach
from .run import Run
from .sit_to_stand import SitToStand
from .stand import Stand
from .stand_to_sit import StandToSit
from .step import Step
from .walk import Walk

# By the kind of body that does it, and by the skill's name.
SKILLS: Mapping[str, Mapping[str, type[Behaviour[Any]]]] = {
    BIPED: {
        "walk": Walk,
        "run": Run,
        "skip": Run,
        "stand": Stand,
        "balance": Balance,
        "step": Step,
        "handstand": Handstand,
        "jump": Jump,
        "follow": Follow,
        "goals": Goals,
        "approach": Approach,
        "queue": Queue,
        "sit_to_stand": SitToStand,
        "stand_to_sit": StandToSit,
        "dance": Dance,
        "reach": Reach,
        "pick_up": PickUp,
        "put_down": PutDown,
        "push_crate": PushCrate,
        "pull_crate": PullCrate,
        "fall": Fall,
        "get_up": GetUp,
        "perform": Perform,
    },
    QUADRUPED: {
        "walk": FourLeggedWalk,
        "trot": Trot,
        "pace": Pace,
        "gallop": Gallop,
        "stand": FourLeggedStand,
        "sit": Sit,
        "lie_down": LieDown,
        "fall": FourLeggedFall,
        "get_up": FourLeggedGetUp,
        "perform": Perform,
    },
    PLANAR: {"planar_walk": PlanarWalk, "get_up": GetUpInPlane},
}

__all__ = ["SKILLS"]
