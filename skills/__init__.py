"""How a skill is done: wiring of controllers. One file per skill; the table is written by hand.

A skill has MAY_TOUCH, the segments that may touch the ground without it being a fall (None: any),
and two functions: `begin(biped)` when its cue starts, `command(biped, values)` with its parameters'
values. One that goes to some place has a third, `steer(biped, motion, values)`, for its feedback;
one that may be done in several ways has `choose(biped, values, rehearsal)`, which tries them and
returns the plan that it settles on.
One that cannot be left at every moment has `must_stay(biped)`: while that is true, a cue whose time
has come waits (WAITS). It is asked from the step after its own cue began, only when another cue is
due, and need not be cheap; it must become false some time. A fall is never made to wait.
"""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from . import (
    approach,
    balance,
    dance,
    fall,
    follow,
    get_up,
    goals,
    handstand,
    pick_up,
    pull_crate,
    push_crate,
    put_down,
    reach,
    run,
    sit_to_stand,
    stand,
    stand_to_sit,
    step,
    walk,
)
from .biped import Biped, Values
from .laws import Rehearsal

SKILLS: Mapping[str, ModuleType] = {
    "walk": walk,
    "run": run,
    "skip": run,
    "stand": stand,
    "balance": balance,
    "step": step,
    "handstand": handstand,
    "follow": follow,
    "goals": goals,
    "approach": approach,
    "sit_to_stand": sit_to_stand,
    "stand_to_sit": stand_to_sit,
    "dance": dance,
    "reach": reach,
    "pick_up": pick_up,
    "put_down": put_down,
    "push_crate": push_crate,
    "pull_crate": pull_crate,
    "fall": fall,
    "get_up": get_up,
}
STEERING: Mapping[str, Callable[[Biped, Any, Values], None]] = {
    "walk": walk.steer,
    "run": run.steer,
    "skip": run.steer,
    "follow": follow.steer,
    "goals": goals.steer,
    "step": step.steer,
    "approach": approach.steer,
    "dance": dance.steer,
    "reach": reach.steer,
    "pick_up": pick_up.steer,
    "put_down": put_down.steer,
    "push_crate": push_crate.steer,
    "pull_crate": pull_crate.steer,
    "stand_to_sit": stand_to_sit.steer,
}
CHOOSING: Mapping[str, Callable[[Biped, Values, Rehearsal], str]] = {"get_up": get_up.choose}
WAITS: Mapping[str, Callable[[Biped], bool]] = {
    "pick_up": pick_up.must_stay,
    "put_down": put_down.must_stay,
}

__all__ = ["CHOOSING", "SKILLS", "STEERING", "WAITS"]
