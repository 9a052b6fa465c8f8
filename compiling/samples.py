"""Short shots that run every control law of a skill, so that all of them are compiled."""

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
    """Cues, props and duration [s] of a short shot."""

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
# By kind of body and skill. The first sample of a kind has the laws that its other skills need as
# well; a skill that is not listed needs no other laws than those.
SAMPLES: Mapping[str, Mapping[str, Sample]] = _samples(_TABLE)
ALIKE: Mapping[str, str] = _TABLE["alike"]  # skills by the sample that has their laws


def law_of(kind: str, skill: str) -> str:
    """The sample of a kind of body that runs a skill's laws."""
    samples = SAMPLES[kind]
    name = ALIKE.get(skill, skill)
    return name if name in samples else first_law(kind)


def first_law(kind: str) -> str:
    """The sample whose laws every other one of the kind needs as well."""
    return next(iter(SAMPLES[kind]))


def all_laws(kind: str, skills: Iterable[str]) -> list[tuple[str, str]]:
    """Every pair (kind, law), those of a body and its skills first."""
    chosen = [first_law(kind), *(law_of(kind, skill) for skill in skills)]
    kinds = [kind, *(other for other in SAMPLES if other != kind)]
    rest = [(other, law) for other in kinds for law in SAMPLES[other]]
    return list(dict.fromkeys([*((kind, law) for law in chosen), *rest]))


def sample_shot(kind: str, law: str) -> Shot:
    """A short shot of a typical body of a kind."""
    sample = SAMPLES[kind][law]
    body = Character.quadruped() if kind == QUADRUPED else Character.humanoid()
    return Shot([Performer(body, sample.cues)], props=sample.props, duration=sample.duration)
