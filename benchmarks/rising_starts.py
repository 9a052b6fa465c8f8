"""The same plan to get up from lying poses that are nearly alike, and in a shot that is edited.

A start is moved along the ground, and the pelvis and every joint are turned by up to an angle. An
edited shot is baked again with a push that is a tenth stronger; it keeps the plans of its first
bake. Nothing is searched where one of them leads to standing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.lying_starts import moved, start_pose
from ..shots.cue import Cue
from ..shots.push import Push
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .parts.table import Row
from .rising import LIES_AT, shot_of
from .rising import Case as Lying

FRAME_RATE = 50.0
LYING = (201, 202, 204, 207)  # seeds of `rising`'s falls, none of which it measures
NEIGHBOURS = 6  # of each
APART = {  # [m], [rad]: at least so many of 24 must stand
    "a nanometre": (1e-9, 1e-9, 24), "a millimetre": (1e-3, 0.003, 24),
    "a centimetre and 3 degrees": (1e-2, math.radians(3.0), 22),
}  # fmt: skip
RESTS, RISES, STANDS = 0.5, 11.0, 3.0  # [s]
EDITS, STRONGER, WITHOUT = 10, 1.1, 8
PUSHED_AT, WALKS_ON = 1.5, 18.0  # [s]


@dataclass(frozen=True)
class Start:
    """A lying pose from which a plan is followed; no plan: one is searched for."""

    pose: Mapping[str, Any]
    plan: str = ""

    def shot(self) -> Shot:
        rise = Cue("get_up", start=RESTS, plan=self.plan) if self.plan else Cue("get_up", RESTS)
        performer = Performer(human(), [Cue("fall", protect=0.0), rise], pose=self.pose)
        return Shot([performer], duration=RESTS + RISES + STANDS, frame_rate=FRAME_RATE)


@dataclass(frozen=True)
class Edited:
    """Whether the second bake of a shot stood up, and whether it searched."""

    stands: bool
    searched: bool


def measure() -> list[Row]:
    """The rows; about ten minutes of two cores."""
    planned = [start for start in run_cases(planned_start, LYING) if start is not None]
    found = []
    for apart, (length, angle, must) in APART.items():
        starts = [
            replace(start, pose=moved(start.pose, length, angle, neighbour))
            for start in planned for neighbour in range(NEIGHBOURS)
        ]  # fmt: skip
        outcomes = run_cases(stands_from, starts)
        found.append(
            Row(f"starts {apart} apart, of {len(starts)}: stands by the same plan", "", "",
                f"{sum(outcomes)}", sum(outcomes) >= must, f"must: {must}")
        )  # fmt: skip
    return [*found, _edits(run_cases(edited, range(EDITS)))]


def planned_start(seed: int) -> Start | None:
    """A lying pose with the plan that a search finds from there; None where it finds none."""
    case = Lying(-1, seed, seed % 2 == 1)
    whole = shot_of(case, human())
    performer = whole.performers[0]
    fall = replace(performer, cues=performer.cues[:-1])
    lies = attempt(replace(whole, performers=[fall], duration=LIES_AT))
    if lies is None:
        return None
    start = Start(start_pose(human(), lies.performances[0], -1))
    take = attempt(start.shot())
    if take is None or not _stands_up(take):
        return None
    return replace(start, plan=take.performances[0].plans[0][1])


def stands_from(start: Start) -> bool:
    """Whether a body stands by the plan of a start, and stays up."""
    take = attempt(start.shot())
    return take is not None and _stands_up(take)


def edited(number: int) -> Edited:
    """What comes of a shot that is baked, edited and baked again."""
    first = attempt(_pushed(number, 1.0, ()))
    plans = () if first is None else tuple(plan for _, plan in first.performances[0].plans)
    second = attempt(_pushed(number, STRONGER, plans))
    if second is None:
        return Edited(False, True)
    after = [plan for _, plan in second.performances[0].plans]
    return Edited(_stands_up(second) or not after, any(plan not in plans for plan in after))


def _pushed(number: int, strength: float, plans: Sequence[str]) -> Shot:
    """A walker that is thrown over, gets up by itself and walks on."""
    random = np.random.default_rng((number, 7))
    angle, force = random.uniform(0.0, 2.0 * math.pi), strength * random.uniform(600.0, 900.0)
    push = Push(
        0, "torso", time=PUSHED_AT, duration=0.2,
        force=(force * math.cos(angle), force * math.sin(angle), 0.0),
    )  # fmt: skip
    performer = Performer(human(), [Cue("walk", speed=1.2)], recover=True, plans=plans)
    return Shot([performer], pushes=[push], duration=WALKS_ON, frame_rate=FRAME_RATE)


def _edits(outcomes: Sequence[Edited]) -> Row:
    stands = sum(outcome.stands for outcome in outcomes)
    without = sum(outcome.stands and not outcome.searched for outcome in outcomes)
    return Row(
        f"edited shots of {len(outcomes)}: stands; without another search", "", "",
        f"{stands}; {without}", without >= WITHOUT, f"must: {WITHOUT} without",
    )  # fmt: skip


def _stands_up(take: Take) -> bool:
    """Whether a performer comes to its feet and is not down again until the end of the take."""
    performance = take.performances[0]
    events = [(time, name) for time, name in performance.events if name in ("on_feet", "fell")]
    if not events or events[-1][1] != "on_feet":
        return False
    height = performance.center_of_mass[take.times >= events[-1][0], 2]
    return bool(take.times[-1] - events[-1][0] >= STANDS and height.min() > 0.55 * height.max())
