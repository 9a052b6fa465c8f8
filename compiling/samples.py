"""Short shots that bring every control law of a skill to work, and so have it compiled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..bodies.character import Character
from ..bodies.planar import PLANAR
from ..shots.prop import Prop
from ..shots.shot import Cue, Performer, Shot

BIPED, QUADRUPED = "biped", "quadruped"
CRATE = Prop("crate", "box", size=(0.3, 0.3, 0.3), mass=3.0, position=(0.7, 0.0, 0.15))
CHAIR = Prop("chair", "box", size=(0.5, 0.5, 0.45), mass=0.0, position=(0.0, 0.0, 0.225))


@dataclass(frozen=True)
class Sample:
    """What to do, and for how long [s]."""

    duration: float
    cues: list[Cue]
    props: list[Prop] = field(default_factory=list)


RISING = [Cue("fall"), Cue("get_up", start=2.0)]
# By kind of body and skill. The first of a kind has the laws that its other skills need as well;
# a skill that is not here needs no other laws than those.
SAMPLES: Mapping[str, Mapping[str, Sample]] = {
    BIPED: {
        "walk": Sample(0.2, [Cue("walk")]),
        "run": Sample(4.0, [Cue("run")]),
        "fall": Sample(1.0, [Cue("fall")]),
        "get_up": Sample(12.0, RISING),
        "sit_to_stand": Sample(2.0, [Cue("sit_to_stand", seat="chair")], [CHAIR]),
        "pick_up": Sample(4.0, [Cue("pick_up", prop="crate")], [CRATE]),
        "handstand": Sample(1.0, [Cue("handstand")]),
    },
    QUADRUPED: {
        "trot": Sample(0.3, [Cue("trot")]),
        "sit": Sample(4.0, [Cue("sit")]),
        "lie_down": Sample(4.0, [Cue("lie_down")]),
        "fall": Sample(1.0, [Cue("fall")]),
        "get_up": Sample(12.0, RISING),
    },
    PLANAR: {"planar_walk": Sample(0.5, [Cue("planar_walk")])},
}
ALIKE = {"skip": "run", "stand_to_sit": "sit_to_stand", "put_down": "pick_up"}  # have those laws


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
