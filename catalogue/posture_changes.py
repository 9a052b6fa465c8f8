"""How a four-legged body changes its posture, stage by stage, as data: `posture_changes.json`.

Times and lengths are those of a dog whose hips are 44 cm high; a body of another size takes times
by the square root of its size, and lengths by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ..base.checks import (
    capital,
    check_bool,
    check_data,
    check_list,
    check_name,
    check_number,
    check_parts,
)
from ..base.errors import InvalidInput
from ..base.files import read_json
from .tables import Table, check_table

FILE = Path(__file__).parent / "posture_changes.json"
TABLE = Table("changes of posture", "change", "changes", version=1)
LEGS = ("FL", "FR", "BL", "BR")
VALUES = (  # of the command, of the shoulders ("front") or the hips ("back")
    "height.front", "height.back", "pitch.front", "pitch.back", "roll.front", "roll.back",
    "rests.front", "rests.back", "shift.ahead", "shift.aside", "surge",
)  # fmt: skip
PLACES = ("as_standing", "ahead_of_hip", "behind_front")
CONDITIONS = ("has_landed", "is_calm", "is_settled", "stands_on_all")
LONGEST, LARGEST = 10.0, 10.0  # [s]; of any value


class RampData(NamedTuple):
    """A linear transition of a value of the command, its times since the stage began [s]."""

    value: str
    start: float
    end: float
    to: float


@dataclass(frozen=True, kw_only=True)
class StepData:
    """A step of one leg.

    Attributes:
        leg: its name; lifts, lands: since the stage began [s].
        place: where the foot comes down: a place of `skills.four_legs.places`.
        ahead, wider: how far ahead of that, and out to the leg's side [m].
    """

    leg: str
    lifts: float
    lands: float
    place: str
    ahead: float = 0.0
    wider: float = 0.0


@dataclass(frozen=True, kw_only=True)
class StageData:
    """A stage of a change.

    Attributes:
        lasts: [s]; longer where the stage waits for a condition.
        waits_for: the condition, of `skills.four_legs.places`.
        leans_off: a leg: the mass moves over the other three, which must bear before the stage
            ends.
        stays_over: whether the mass stays at its place over the feet.
        settles: whether the feet first step to their standing places.
        steps: of single legs.
        sets: values that change at once as the stage begins.
        ramps: values that change on their way; tilts: the same, as shares of the tilt of the line
            from hips to shoulders of this body, sitting.
    """

    lasts: float
    waits_for: str | None = None
    leans_off: str | None = None
    stays_over: bool = False
    settles: bool = False
    steps: tuple[StepData, ...] = ()
    sets: Mapping[str, float] = field(default_factory=dict)
    ramps: tuple[RampData, ...] = ()
    tilts: tuple[RampData, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PostureChange:
    """One change of posture: what the body does in it, and its stages."""

    sentence: str
    stages: tuple[StageData, ...]

    def last(self, value: str) -> float:
        """What a value is at the end."""
        return [ramp.to for stage in self.stages for ramp in stage.ramps if ramp.value == value][-1]


def posture_change(name: str) -> PostureChange:
    """A change by its name; raises InvalidInput for an unknown one."""
    known = posture_changes()
    if name not in known:
        raise InvalidInput(f"Unknown change of posture {name!r}; allowed: {', '.join(known)}.")
    return known[name]


@cache
def posture_changes() -> Mapping[str, PostureChange]:
    """All shipped changes by name."""
    return MappingProxyType(check_changes(read_json(FILE, "file of changes of posture")))


def check_changes(data: Any) -> dict[str, PostureChange]:
    """The changes in a file's data; raise InvalidInput where the data is none."""
    return check_table(data, TABLE, _check_change)


def _check_change(what: str, data: Any) -> PostureChange:
    parts = check_parts(what, data, PostureChange)
    check_name(f"the sentence of {what}", parts["sentence"])
    check_list(f"the stages of {what}", parts["stages"])
    stages = [_check_stage(f"stage {i} of {what}", stage)
              for i, stage in enumerate(parts["stages"], 1)]  # fmt: skip
    return PostureChange(sentence=parts["sentence"], stages=tuple(stages))


def _check_stage(what: str, data: Any) -> StageData:
    parts = check_parts(what, data, StageData)
    check_number(f"the duration of {what}", parts["lasts"], "s", 0.0, LONGEST)
    for name in ("stays_over", "settles"):
        check_bool(f"the {name!r} of {what}", parts.get(name, False))
    for name, allowed in (("waits_for", CONDITIONS), ("leans_off", LEGS)):
        if parts.get(name) is not None:
            _check_one_of(f"the {name!r} of {what}", parts[name], allowed)
    check_list(f"the steps of {what}", parts.get("steps", ()))
    parts["steps"] = tuple(_check_step(f"a step of {what}", s) for s in parts.get("steps", ()))
    for name in ("ramps", "tilts"):
        check_list(f"the {name!r} of {what}", parts.get(name, ()))
        ramps = [_check_ramp(f"a ramp of {what}", ramp) for ramp in parts.get(name, ())]
        parts[name] = tuple(ramps)
    check_data(f"table of values that {what} sets", parts.get("sets", {}), ())
    for value, number in parts.get("sets", {}).items():
        _check_one_of(f"a value that {what} sets", value, VALUES)
        check_number(f"the {value!r} of {what}", number, "", -LARGEST, LARGEST)
    parts["sets"] = MappingProxyType(dict(parts.get("sets", {})))
    return StageData(**parts)


def _check_step(what: str, data: Any) -> StepData:
    parts = check_parts(what, data, StepData)
    _check_one_of(f"the leg of {what}", parts["leg"], LEGS)
    _check_one_of(f"the place of {what}", parts["place"], PLACES)
    check_number(f"the lift of {what}", parts["lifts"], "s", 0.0, LONGEST)
    check_number(f"the landing of {what}", parts["lands"], "s", parts["lifts"], LONGEST, above=True)
    for name in ("ahead", "wider"):
        check_number(f"the {name!r} of {what}", parts.get(name, 0.0), "m", -LARGEST, LARGEST)
    return StepData(**parts)


def _check_ramp(what: str, data: Any) -> RampData:
    if not isinstance(data, (list, tuple)) or len(data) != len(RampData._fields):
        names = ", ".join(RampData._fields)
        raise InvalidInput(f"{capital(what)} must be a list of {names}, got {data!r}.")
    ramp = RampData(*data)
    _check_one_of(f"the value of {what}", ramp.value, VALUES)
    check_number(f"the start of {what}", ramp.start, "s", 0.0, LONGEST)
    check_number(f"the end of {what}", ramp.end, "s", ramp.start, LONGEST, above=True)
    check_number(f"the last value of {what}", ramp.to, "", -LARGEST, LARGEST)
    return ramp


def _check_one_of(what: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InvalidInput(f"{capital(what)} must be one of {', '.join(allowed)}, got {value!r}.")
