"""A queue: members come from one side, line up, step forward, are served and leave."""

from __future__ import annotations

import numpy as np

from ..crowd.arrivals import Source
from ..crowd.description import Crowd
from ..crowd.manner import Manner
from ..crowd.members import make_shot
from ..crowd.queues import Queue
from ..crowd.surfaces import Rectangle, Strip
from ..evaluation.cases import human
from ..evaluation.overlapping import overlapping_pairs
from ..rollout.simulate import simulate
from ..shots.shot import Shot
from ..shots.take import Take
from .parts.table import Row

MEMBERS, SECONDS, RATE = 8, 90.0, 0.5  # [s], [1/s]
WAY = ((0.0, 0.0), (-4.5, 0.0))  # [m], with room for six
SERVE = (1.5, 3.0)  # [s]


def measure() -> list[Row]:
    """All rows; takes some minutes."""
    shot = queue_shot()
    take = simulate(shot)
    served = sum("served" in {name for _, name in p.events} for p in take.performances)
    left = sum(
        p.present is not None and p.present[1] < len(take.times) for p in take.performances
    )
    fell = sum(any(cue.skill == "fall" for cue in p.cues) for p in take.performances)
    overlaps, count = overlapping_pairs(shot, take), len(shot.performers)
    together = _served_together(take)
    return [
        Row("members that are served", "", "", f"{served} of {count}", served == count,
            bar=f"must: {count}"),
        Row("members that have left", "", "", f"{left} of {count}", left == count,
            bar=f"must: {count}"),
        Row("members that are served less than 1.5 s after another", "", "", str(together),
            together == 0, bar="must: 0"),
        Row("members that fell", "", "", str(fell), fell == 0, bar="must: 0"),
        Row("pairs of trunks over 5 cm in each other for over 0.5 s", "", "", str(overlaps),
            overlaps == 0, bar="must: 0"),
    ]  # fmt: skip


def queue_shot(seed: int = 1) -> Shot:
    """One source behind the queue, and a sink beside it."""
    source = Strip(np.array([[-10.0, -2.0], [-10.0, 2.0]]), 1.0)
    sink = Strip(np.array([[-4.0, -8.0], [4.0, -8.0]]), 1.0)
    crowd = Crowd(
        count=MEMBERS, behaviour="queue", variation=0.1, duration=SECONDS, seed=seed,
        surface=Rectangle((16.0, 10.0)), sources=[Source(surface=source, rate=RATE)],
        sinks=[sink], queues=[Queue(way=WAY)], manner=Manner(stay=SERVE),
    )  # fmt: skip
    return make_shot([human()], crowd)


def _served_together(take: Take) -> int:
    """Members that are served sooner after the one before than serving takes."""
    times = sorted(
        time for p in take.performances for time, name in p.events if name == "served"
    )
    return int((np.diff(times) < SERVE[0]).sum())
