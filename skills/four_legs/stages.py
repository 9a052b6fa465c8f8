"""The stages of a change of posture, from the data of `catalogue.posture_changes`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...bodies.quadruped import LEGS
from ...catalogue.posture_changes import RampData, StageData, StepData, posture_change
from ...controllers.quadruped.records import BACK, FRONT
from ...simulation.body import Motion
from .leaning_off import lean_off, leans_off, stay_over
from .places import (
    ahead_of_hip,
    as_standing,
    behind_front,
    has_landed,
    is_calm,
    is_settled,
    stands_on_all,
)
from .quadruped import Quadruped
from .routine import Index, Place, Ramp, Stage, Step

SHIFT_AHEAD, SHIFT_ASIDE = 0, 1  # parts of a shift
INDICES: Mapping[str, Index] = {
    "front": FRONT, "back": BACK, "ahead": SHIFT_AHEAD, "aside": SHIFT_ASIDE, "": None,
}  # fmt: skip
CONDITIONS: Mapping[str, Callable[[Quadruped, Motion], bool]] = {
    "has_landed": has_landed, "is_calm": is_calm, "is_settled": is_settled,
    "stands_on_all": stands_on_all,
}  # fmt: skip
PLACES: Mapping[str, Callable[[StepData, int], Place]] = {
    "as_standing": lambda step, leg: as_standing(leg),
    "ahead_of_hip": lambda step, leg: ahead_of_hip(step.ahead, step.wider, leg),
    "behind_front": lambda step, leg: behind_front(-step.ahead, step.wider, leg),
}


def stages_of(name: str, tilt: float = 0.0) -> tuple[Stage, ...]:
    """The stages of a change, for a body whose line from hips to shoulders sits tilted [rad]."""
    return tuple(_stage(data, tilt) for data in posture_change(name).stages)


def _stage(data: StageData, tilt: float) -> Stage:
    tilts = [ramp._replace(to=ramp.to * tilt) for ramp in data.tilts]
    waits = None if data.waits_for is None else CONDITIONS[data.waits_for]
    begins: Callable[[Quadruped, Motion], None] | None = stay_over if data.stays_over else None
    if data.leans_off is not None:
        leg = LEGS.index(data.leans_off)
        begins, waits = lean_off(leg), leans_off(leg)
    return Stage(
        data.lasts,
        ramps=[_ramp(ramp) for ramp in (*data.ramps, *tilts)],
        steps=[_step(step) for step in data.steps],
        waits_for=waits,
        settles=data.settles,
        sets=[(*_place_of(value), number) for value, number in data.sets.items()],
        begins=begins,
    )


def _ramp(data: RampData) -> Ramp:
    return Ramp(*_place_of(data.value), data.start, data.end, data.to)


def _place_of(value: str) -> tuple[str, Index]:
    """A value's field in the command, and its index there."""
    name, _, part = value.partition(".")
    return name, INDICES[part]


def _step(data: StepData) -> Step:
    leg = LEGS.index(data.leg)
    return Step(leg, data.lifts, data.lands, PLACES[data.place](data, leg))
