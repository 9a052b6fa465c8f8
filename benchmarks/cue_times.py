"""How long each skill takes that has an end: what the catalogue tells of it, and what is measured.

Each starts where it is done, standing still or, where that is how it is told, from a walk; what
has a way to go has one of 2 m, whose time at the speed asked for is taken off.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..bodies.character import Character
from ..catalogue import SKILLS
from ..evaluation.cases import attempt, human, run_cases
from ..shots.cue import Cue
from ..shots.schedule import usual_seconds
from ..shots.shot import Performer, Prop, Shot
from .parts.table import Row

RATE = 30.0  # [1/s]
WAY = 2.0  # [m]
CRATE = Prop("crate", "box", (0.3, 0.4, 0.3), (), 5.0, (WAY, 0.0, 0.15))
CHAIR = Prop("chair", "box", (0.45, 0.5, 0.45), (), 0.0, (-0.35, 0.0, 0.225))
TRUE_WITHIN = 0.5  # share of the time that is told, by which the measured one may be off


@dataclass(frozen=True)
class Case:
    """A body that does a skill after others.

    Attributes:
        kind: of the body.
        skill: what is measured.
        parameters: of its cue.
        before: cues that come first.
        way: [m] to where it is done.
    """

    kind: str
    skill: str
    parameters: dict[str, Any] = field(default_factory=dict)
    before: tuple[Cue, ...] = ()
    way: float = 0.0


AHEAD = {"path": ((0.0, 0.0), (WAY, 0.0))}
FAR = {"path": ((0.0, 0.0), (20.0, 0.0))}
STEPS = {
    "footsteps": [
        {"foot": "LR"[k % 2], "position": (0.3 * (k + 1), 0.1 * (-1) ** k), "heading": 0.0,
         "duration": 0.6}
        for k in range(4)
    ]
}  # fmt: skip
PICKS_UP = Cue("pick_up", prop="crate")
CASES = (
    Case("biped", "follow", AHEAD, way=WAY),
    Case("biped", "goals", AHEAD, way=WAY),
    Case("biped", "run", {**FAR, "speed": 3.0}, way=20.0),
    Case("biped", "skip", {**FAR, "speed": 2.2}, way=20.0),
    Case("biped", "approach", {"target": (WAY, 0.0), "distance": 0.0}, way=WAY),
    Case("biped", "queue", {"path": ((WAY, 0.0), (0.0, 0.0)), "serve": 5.0}, way=WAY),
    Case("biped", "step", STEPS),
    Case("biped", "stand_to_sit"),
    Case("biped", "sit_to_stand", before=(Cue("stand_to_sit"),)),
    Case("biped", "reach", {"target": (WAY, 0.0, 1.2)}, way=WAY),
    Case("biped", "pick_up", way=WAY),
    Case("biped", "put_down", {"target": (2 * WAY, 0.0, 0.0)}, (PICKS_UP,), WAY),
    Case("biped", "fall", before=(Cue("walk"),)),
    Case("biped", "get_up", before=(Cue("fall"),)),
    Case("quadruped", "sit"),
    Case("quadruped", "sit", before=(Cue("walk"),)),
    Case("quadruped", "lie_down"),
    Case("quadruped", "fall", before=(Cue("walk"),)),
    Case("quadruped", "get_up", before=(Cue("fall"),)),
    Case("quadruped", "get_up", before=(Cue("sit"),)),
    Case("quadruped", "get_up", before=(Cue("lie_down"),)),
    Case("planar", "get_up"),
)  # fmt: skip
WALKED = 2.0  # [s] before what is done from a walk


def measure() -> list[Row]:
    """A row for each case."""
    return [row_of(case, took) for case, took in zip(CASES, run_cases(run, CASES), strict=True)]


def row_of(case: Case, took: float | None) -> Row:
    """What is told of a case, and what was measured."""
    told = usual_seconds(cue_of(case), case.kind) or 0.0
    after = f" after {case.before[-1].skill}" if case.before else ""
    return Row(
        figure=f"{case.kind}: {case.skill}{after}, usual time told [s]",
        paper="",
        peer=f"{told:g}",
        ours="never done" if took is None else f"{took:.1f}",
        passed=took is not None and abs(took - told) <= max(TRUE_WITHIN * told, 1.0),
        bar=f"must: within {100 * TRUE_WITHIN:g} % or 1 s",
    )


def cue_of(case: Case) -> Cue:
    """What is measured; after a skill without an end it begins at a time."""
    follows = not case.before or case.before[-1].ending is not None
    return Cue(case.skill, start=None if follows else WALKED, **case.parameters)


def run(case: Case) -> float | None:
    """How long it took [s], without the way at the speed asked for; None: it was never done."""
    cue = cue_of(case)
    take = attempt(Shot([performer_of(case, [*case.before, cue])], props=props_of(case),
                        duration=None, frame_rate=RATE))  # fmt: skip
    if take is None:
        return None
    record = next(r for r in take.performances[0].cues if r.place == len(case.before))
    if record.done is None or record.began is None:
        return None
    speed = cue.values().get("speed") or math.inf
    return record.done - record.began - case.way / speed


def performer_of(case: Case, cues: Sequence[Cue]) -> Performer:
    """Of a usual size."""
    if case.kind == "quadruped":
        return Performer(Character.quadruped(), cues)
    if case.kind == "planar":
        return Performer(Character.planar("prone9"), cues)
    return Performer(human(), cues)


def props_of(case: Case) -> list[Prop]:
    """What the skill is done with, or those before it."""
    named = {p.default for s in (case.skill, *(c.skill for c in case.before))
             for p in SKILLS[s].parameters if p.name in ("prop", "seat")}  # fmt: skip
    return [prop for prop in (CRATE, CHAIR) if prop.name in named]
