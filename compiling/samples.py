"""Short shots that bring every control law of a skill to work, and so have it compiled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..base.files import read_json
from ..bodies.character import Character
from ..bodies.kinds import QUADRUPED
from ..shots.prop import Prop
from ..shots.shot import Cue, Performer, Shot

TABLE = Path(__file__).parent.parent / "catalogue" / "compile_samples.json"


@dataclass(frozen=True)
class Sample:
    """What to do, and for how long [s]."""

    duration: float
    cues: list[Cue]
    props: list[Prop] = field(default_factory=list)


def _samples(table: Any) -> dict[str, dict[str, Sample]]:
    props = {name: Prop(name, **data) for name, data in table["props"].items()}
    return {
        kind: {law: _sample(data, props) for law, data in laws.items()}
        for kind, laws in table["samples"].items()
    }


def _sample(data: Any, props: Mapping[str, Prop]) -> Sample:
    cues = [
        Cue(cue["skill"], start=cue.get("start", 0.0), **cue.get("parameters", {}))
        for cue in data["cues"]
    ]
    return Sample(data["duration"], cues, [props[name] for name in data.get("props", ())])


_TABLE = read_json(TABLE, "table of samples")
# By kind of body and skill. The first of a kind has the laws that its other skills need as well;
# a skill that is not here needs no other laws than those.
SAMPLES: Mapping[str, Mapping[str, Sample]] = _samples(_TABLE)
ALIKE: Mapping[str, str] = _TABLE["alike"]  # skills by the sample that has their laws


def law_of(kind: str, skill: str) -> str:
    """The sample of a kind of body that has a skill's laws."""
    samples = SAMPLES[kind]
    name = ALIKE.get(skill, skill)
    return name if name in samples else first_law(kind)


def first_law(kind: str) -> str:
    """The one that all others of a kind of body need as well."""
    return next(iter(SAMPLES[kind]))


def all_laws(kind: str, skills: Iterable[str]) -> list[tuple[str, str]]:
    """Every kind and law, those of a body and its skills before others."""
    chosen = [first_law(kind), *(law_of(kind, skill) for skill in skills)]
    kinds = [kind, *(other for other in SAMPLES if other != kind)]
    rest = [(other, law) for other in kinds for law in SAMPLES[other]]
    return list(dict.fromkeys([*((kind, law) for law in chosen), *rest]))


def sample_shot(kind: str, law: str) -> Shot:
    """A short shot of a usual body of a kind."""
    sample = SAMPLES[kind][law]
    body = Character.quadruped() if kind == QUADRUPED else Character.humanoid()
    return Shot([Performer(body, sample.cues)], props=sample.props, duration=sample.duration)
