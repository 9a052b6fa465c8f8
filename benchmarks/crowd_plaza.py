"""A plaza that a crowd passes through: from four sources to four sinks, around five buildings, over
two stairs and through a gate.
"""

from __future__ import annotations

import time

import numpy as np

from ..crowd.arrivals import Source
from ..crowd.description import Crowd
from ..crowd.manner import Manner
from ..crowd.members import make_shot
from ..crowd.surfaces import Triangles
from ..evaluation.cases import human
from ..evaluation.overlapping import overlapping_pairs, there
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Performance, Take
from ..skills.ways.obstacles import obstacles_of
from ..skills.ways.walkable import distances_to
from .parts.plaza import plaza_ground, plaza_props
from .parts.table import Row

MEMBERS, SECONDS = 200, 30.0
RATE = 2.0  # [1/s] of each source, so that all have come after 25 s
ENDS = ((-20.0, -17.0, -3.0, 1.0), (17.0, 20.0, -3.0, 1.0), (-8.0, 8.0, -20.0, -16.0),
        (-10.0, 10.0, 15.0, 19.0))  # [m], x from and to, y from and to  # fmt: skip
STUCK, MOVES = 5.0, 0.5  # [s], [m]: a walker that moves less in that time is stuck
WALLED = 0.05  # [m]: center of mass inside a building
UP = 0.6  # of the first height of the pelvis
DEAREST = 1.25  # cost of a member-second, of one walker's alone


def measure() -> list[Row]:
    """All rows; takes half an hour."""
    shot = plaza_shot(MEMBERS, SECONDS)
    alone = _seconds_alone()
    began = time.process_time()
    take = simulate(shot)
    spent = time.process_time() - began
    count = sum(_frames(p, take) > 0 for p in take.performances)
    stuck = sum(_is_stuck(p, take, shot.frame_rate) for p in take.performances)
    cost = spent / sum(_frames(p, take) / shot.frame_rate for p in take.performances) / alone
    up = sum(_is_up(p) for p in take.performances)
    fell = sum(any(cue.skill == "fall" for cue in p.cues) for p in take.performances)
    arrived = sum(p.present is not None and p.present[1] < len(take.times)
                  for p in take.performances)  # fmt: skip
    inside, overlaps = _inside(shot, take), overlapping_pairs(shot, take)
    return [
        Row(f"walkers of {len(shot.performers)} that found room to enter in {SECONDS:g} s", "", "",
            str(count)),
        Row("walkers that are stuck for more than 5 s [%]", "", "", f"{100 * stuck / count:.1f}",
            stuck <= 0.02 * count, bar="must: 2"),
        Row("pairs of trunks over 5 cm in each other for over 0.5 s", "", "", str(overlaps),
            overlaps == 0, bar="must: 0"),
        Row("walkers inside a building or a wall", "", "", str(inside), inside == 0, bar="must: 0"),
        Row("walkers on their feet at the end", "", "", f"{up} of {count}", up == count,
            bar=f"must: {count}"),
        Row("walkers that fell meanwhile", "", "", str(fell)),
        Row("walkers that left by a sink", "", "", str(arrived)),
        Row("cost of a member-second, of one walker's alone", "", "", f"{cost:.2f}",
            cost <= DEAREST, bar="must: 1.25"),
    ]  # fmt: skip


def plaza_shot(members: int, seconds: float, seed: int = 1) -> Shot:
    """The plaza with a crowd of at most so many."""
    ends = [_rectangle(*end) for end in ENDS]
    crowd = Crowd(
        count=members, behaviour="pass", variation=0.15, duration=seconds, seed=seed,
        sources=[Source(surface=end, rate=RATE) for end in ends], sinks=ends,
        manner=Manner(speed=(1.0, 1.4)),
    )  # fmt: skip
    return make_shot([human()], crowd, ground=plaza_ground(), props=plaza_props())


def _rectangle(left: float, right: float, front: float, back: float) -> Triangles:
    a, b, c, d = (left, front), (right, front), (right, back), (left, back)
    return Triangles(np.array([[a, b, c], [a, c, d]]))


def _seconds_alone() -> float:
    """Time of the processor for a second of one walker on the same ground."""
    cue = Cue("goals", path=[(-14.0, -10.0), (14.0, -10.0)], speed=1.2)
    walker = Performer(human(), [cue], position=(-14.0, -10.0))
    shot = Shot([walker], duration=20.0, ground=plaza_ground(), props=plaza_props())
    simulate(shot)  # compiles
    began = time.process_time()
    simulate(shot)
    return (time.process_time() - began) / 20.0


def _frames(performance: Performance, take: Take) -> int:
    first, last = performance.present or (0, len(take.times))
    return last - first


def _is_stuck(performance: Performance, take: Take, rate: float) -> bool:
    places = performance.root_position[there(performance), :2]
    frames = round(STUCK * rate)
    if len(places) <= frames:
        return False
    return bool((np.linalg.norm(places[frames:] - places[:-frames], axis=1) < MOVES).any())


def _is_up(performance: Performance) -> bool:
    """Whether the pelvis is about as high over the feet at the end as at the beginning."""
    feet = [performance.segment_names.index(f"foot.{side}") for side in "LR"]
    heights = performance.root_position[:, 2] - performance.segment_positions[:, feet, 2].min(1)
    heights = heights[there(performance)]
    return len(heights) == 0 or bool(heights[-1] > UP * heights[0])


def _inside(shot: Shot, take: Take) -> int:
    """Performers whose pelvis is ever inside a building or a wall."""
    outlines = [obstacle.outline for obstacle in obstacles_of(shot.props)]
    return sum(
        any(
            (distances_to(outline, p.root_position[there(p), :2]) < WALLED).any()
            for outline in outlines
        )
        for p in take.performances
    )
