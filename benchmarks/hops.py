"""Hops on one foot and gallops sideways: how long, how fast, and from and to other skills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases, similar_speed
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.table import Row

BODIES, AMOUNT = 5, 0.15  # human, and so many less one others that vary by this
LASTS, SETTLED = 20.0, 5.0  # [s] of a shot; until it is judged
HOPS, GALLOPS = (0.0, 0.5, 1.0, 1.2), (0.6, 1.0, 1.4)  # [m/s], of a leg of 0.9 m
WITHIN = 0.15  # of the asked speed, and of 1 m/s at least
TURN = 0.5  # [rad/s]
CHANGES = (("walk", 3.0), ("hop", 4.0), ("run", 4.0), ("side_gallop", 4.0), ("stand", 5.0))  # [s]
SIDES = ("left", "right")


@dataclass(frozen=True)
class Case:
    """A hop on a foot, or a gallop to a side, at a speed [m/s] and a rate of turning [rad/s]."""

    skill: str
    side: str
    speed: float
    body: Character
    turn_rate: float = 0.0

    @property
    def cue(self) -> Cue:
        """From the beginning on."""
        parameters: dict[str, Any] = {"foot" if self.skill == "hop" else "side": self.side}
        speed = similar_speed(self.speed, self.body)
        return Cue(self.skill, speed=speed, turn_rate=self.turn_rate, **parameters)


@dataclass(frozen=True)
class Went:
    """What came of it: whether it fell, how fast it was in the asked direction [m/s], the share of
    flight, and that in which the foot that is carried touched the ground.
    """

    fell: bool
    speed: float = 0.0
    airborne: float = 0.0
    scuffs: float = 0.0

    def keeps(self, case: Case) -> bool:
        """Whether it did not fall and was as fast as asked."""
        asked = similar_speed(case.speed, case.body)
        return not self.fell and abs(self.speed - asked) <= WITHIN * max(asked, 1.0)


def measure() -> list[Row]:
    return [
        *_rows("hop", HOPS, "on the left or right foot"),
        *_rows("side_gallop", GALLOPS, "to the left or right"),
        _turn_row(),
        _change_row(),
    ]


def _bodies() -> list[Character]:
    return [human(), *(human().vary(seed, AMOUNT) for seed in range(1, BODIES))]


def _rows(skill: str, speeds: Sequence[float], where: str) -> list[Row]:
    return [_speed_row(skill, speed, where) for speed in speeds]


def _speed_row(skill: str, speed: float, where: str) -> Row:
    cases = [Case(skill, side, speed, body) for body in _bodies() for side in SIDES]
    done = run_cases(go, cases)
    kept = sum(went.keeps(case) for went, case in zip(done, cases, strict=True))
    upright = [went for went in done if not went.fell] or [Went(True)]
    told = f"{len(done) - sum(went.fell for went in done)}; {kept}; "
    told += f"{np.mean([went.airborne for went in upright]):.2f}; "
    told += f"{max(went.scuffs for went in upright):.2f}"
    return Row(
        f"{skill} {where}, {speed:g} m/s, of {len(cases)}: upright for {LASTS:g} s; as fast as "
        "asked; share of flight; of contacts by a carried foot, at most",
        "", "", told, kept == len(cases), "aim: all",
    )  # fmt: skip


def go(case: Case) -> Went:
    """Go from standing."""
    take = attempt(Shot([Performer(case.body, [case.cue])], duration=LASTS))
    if take is None or take.performances[0].fell_at is not None:
        return Went(True)
    performance, late = take.performances[0], take.times >= SETTLED
    moved = np.diff(performance.center_of_mass[late, :2], axis=0)
    w, x, y, z = performance.root_orientation[late][:-1].T
    heading = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    ahead = np.array([np.cos(heading), np.sin(heading)]).T
    if case.skill == "side_gallop":
        ahead = np.array([-ahead[:, 1], ahead[:, 0]]).T * (1.0 if case.side == "left" else -1.0)
    speed = float((moved * ahead).sum() / np.ptp(take.times[late]))
    down = performance.foot_contacts[late]
    carried = down[:, 1 - SIDES.index(case.side)].mean() if case.skill == "hop" else 0.0
    return Went(False, speed, float((~down.any(axis=1)).mean()), float(carried))


def _turn_row() -> Row:
    skills = (("hop", 1.0), ("side_gallop", 1.0))
    cases = [Case(skill, side, speed, human(), rate) for skill, speed in skills
             for side in SIDES for rate in (TURN, -TURN)]  # fmt: skip
    kept = sum(went.keeps(case) for went, case in zip(run_cases(go, cases), cases, strict=True))
    return Row(
        f"both at 1 m/s turn by {TURN} rad/s, both ways, of {len(cases)}: as fast as asked", "", "",
        str(kept), kept == len(cases), "aim: all",
    )  # fmt: skip


def _change_row() -> Row:
    cases = [(body, side) for body in _bodies() for side in SIDES]
    stood = sum(run_cases(_changes, cases))
    told = ", ".join(skill for skill, _ in CHANGES)
    return Row(
        f"{told}: stands in the end, of {len(cases)}", "", "", str(stood), stood == len(cases),
        "aim: all",
    )  # fmt: skip


def _changes(case: tuple[Character, str]) -> bool:
    body, side = case
    more: dict[str, dict[str, Any]] = {
        "run": {"speed": similar_speed(2.5, body)}, "hop": {"foot": side},
        "side_gallop": {"side": side},
    }  # fmt: skip
    cues, start = [], 0.0
    for skill, lasts in CHANGES:
        cues.append(Cue(skill, start, **more.get(skill, {})))
        start += lasts
    take = attempt(Shot([Performer(body, cues)], duration=start))
    if take is None or take.performances[0].fell_at is not None:
        return False
    last = take.times > start - 1.0
    return float(np.ptp(take.performances[0].center_of_mass[last, :2], axis=0).max()) < 0.1
