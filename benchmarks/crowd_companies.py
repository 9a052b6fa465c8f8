"""Companies of two to four that walk side by side, against another stream and around a building."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..crowd.arrivals import Source
from ..crowd.description import Crowd
from ..crowd.manner import Manner
from ..crowd.members import make_shot
from ..crowd.surfaces import Strip
from ..evaluation.cases import human
from ..evaluation.overlapping import overlapping_pairs, there
from ..rollout.simulate import simulate
from ..shots.prop import Prop
from ..shots.shot import Shot
from ..shots.take import Take
from .parts.table import Row

Array = NDArray[np.float64]
MEMBERS, SECONDS, RATE = 16, 25.0, 0.6  # [s], [1/s] of each source
END, BREADTH = 9.0, 8.0  # [m] from the middle to the sources, and their breadth
BUILDING = (2.0, 2.0, 3.0)  # [m]
PARTED = 3.0  # [m] from a companion: further away, a company has parted
SETTLED = 3.0  # [s] from where companions begin to those whose distances count


def measure() -> list[Row]:
    """All rows; takes some minutes."""
    shot = companies_shot()
    take = simulate(shot)
    apart = _apart(shot, take)
    fell = sum(any(cue.skill == "fall" for cue in p.cues) for p in take.performances)
    overlaps, parted = overlapping_pairs(shot, take), sum(bool(a.max() > PARTED) for a in apart)
    middle = float(np.median(np.concatenate(apart)))
    return [
        Row(f"of {len(apart)} companies, those that part by over 3 m", "", "", str(parted),
            parted == 0, bar="must: 0"),
        Row("between neighbours of a company, in the middle of all times [m]", "0.78", "",
            f"{middle:.2f}", middle < 1.2, bar="must: 1.2, aim: 0.8"),
        Row("members that fell", "", "", str(fell), fell == 0, bar="must: 0"),
        Row("pairs of trunks over 5 cm in each other for over 0.5 s", "", "", str(overlaps),
            overlaps == 0, bar="must: 0"),
    ]  # fmt: skip


def companies_shot(seed: int = 1) -> Shot:
    """Two streams that cross at a building."""
    ends = [
        Strip(np.array([[x, -BREADTH / 2], [x, BREADTH / 2]]), 1.0) for x in (-END, END)
    ]
    crowd = Crowd(
        count=MEMBERS, behaviour="pass", variation=0.1, duration=SECONDS, seed=seed,
        sources=[Source(surface=end, rate=RATE) for end in ends], sinks=ends,
        manner=Manner(together=(2, 4)),
    )  # fmt: skip
    building = Prop("building", "box", size=BUILDING, position=(0.0, 0.0, BUILDING[2] / 2))
    return make_shot([human()], crowd, props=[building])


def _apart(shot: Shot, take: Take) -> list[Array]:
    """Of each company, (times,) the largest distance of a member to its nearest companion [m]."""
    companies = defaultdict(list)
    for performer, performance in zip(shot.performers, take.performances, strict=True):
        if performer.company:
            companies[performer.company].append(performance)
    found = []
    for members in companies.values():
        count = len(members)
        away = np.full((count, count, len(take.times)), np.inf)
        for (i, one), (j, other) in combinations(enumerate(members), 2):
            both = np.zeros(len(take.times), bool)
            enter, leave, _ = np.transpose([there(p).indices(len(both)) for p in (one, other)])
            both[enter.max() + round(SETTLED * shot.frame_rate) : leave.min()] = True
            off = np.linalg.norm(one.root_position - other.root_position, axis=1)
            away[i, j] = away[j, i] = np.where(both, off, np.inf)
        nearest = away.min(axis=1)  # (count, frames)
        farthest = np.where(np.isfinite(nearest), nearest, 0.0).max(axis=0)
        if farthest.any():
            found.append(farthest[farthest > 0.0])
    return found
