"""Crowds: 16 dancers who bump into each other, 100 walkers who cross, and what it all costs.

The dancers are those of Section 5.4 of Coros, Beaudoin, van de Panne 2010.
"""

from __future__ import annotations

import io
import math
import tempfile
import time
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..crowd.description import Crowd
from ..crowd.groups import groups_that_meet, join, split
from ..crowd.members import make_shot
from ..crowd.surfaces import Rectangle
from ..evaluation.cases import human
from ..evaluation.local_cluster import LocalCluster
from ..evaluation.overlapping import overlapping_pairs
from ..jobs.batch import simulate_many
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .parts.crowd_scene import measure_writing
from .parts.table import Row

Array = NDArray[np.float64]
DANCERS = Crowd(count=16, behaviour="dance", surface=Rectangle((5.0, 5.0)), spacing=0.9,
                variation=0.3, recover=False, duration=30.0, seed=1)  # fmt: skip
CROSSING = Crowd(count=100, behaviour="goals", surface=Rectangle((20.0, 10.0)), spacing=0.7,
                 variation=0.1, recover=False, duration=20.0, seed=1)  # fmt: skip
REAL_TIME, LEAST_DANCING = 0.25, 15  # share, members
LEAST_WALKING, MOST_OVERLAPS = 95, 3  # members, pairs
APART = 40.0  # [m] between members that cannot meet
FEW, MANY, ALONE_SECONDS = 8, 64, 2.0  # members, members, [s]
LINEAR, SPEED_UP = 1.3, 1.85  # cost per member, of two processes
PAIR_SECONDS = 20.0  # [s] of the shots that one and two processes simulate
FAR_SECONDS = 4.0  # [s] of those that a cluster does


def measure() -> list[Row]:
    """All rows; takes some minutes."""
    simulate(make_shot([human()], Crowd(count=1, duration=0.1)))  # compiles
    return [
        *_dancing(), *_crossing(), _linear(), _two_processes(), _cluster(), *measure_writing()
    ]  # fmt: skip


def _dancing() -> list[Row]:
    began = time.process_time()
    take = simulate(make_shot([human()], DANCERS))
    share = DANCERS.duration / (time.process_time() - began)
    on_feet = _on_feet(take)
    return [
        Row("16 dancers varied by 0.3 in one world, 30 s: times real time on one core", "0.1", "",
            f"{share:.3f}", share >= REAL_TIME, bar="must: at least 0.25, aim: 0.5"),
        Row("the same dancers: on their feet at the end", "", "", f"{on_feet} of 16",
            on_feet >= LEAST_DANCING, bar="must: at least 15"),
    ]  # fmt: skip


def _crossing() -> list[Row]:
    shot = make_shot([human()], CROSSING)
    groups = groups_that_meet(shot)
    take = join(groups, list(simulate_many(split(shot, groups))))
    on_feet, overlaps = _on_feet(take), overlapping_pairs(shot, take)
    return [
        Row("100 walkers in two streams on 20 x 10 m, 20 s: on their feet at the end", "", "",
            f"{on_feet} of 100", on_feet >= LEAST_WALKING, bar="must: at least 95"),
        Row("the same walkers: pairs of trunks over 5 cm in each other for over 0.5 s", "", "",
            str(overlaps), overlaps < MOST_OVERLAPS, bar="must: below 3"),
    ]  # fmt: skip


def _on_feet(take: Take) -> int:
    return sum(performance.fell_at is None for performance in take.performances)


def _linear() -> Row:
    few, many = (_cost_of_each(count) for count in (FEW, MANY))
    return Row(f"cost of a member among {MANY} who cannot meet, of that among {FEW}", "", "",
               f"{many / few:.2f}", many / few <= LINEAR, bar="must: at most 1.3")  # fmt: skip


def _cost_of_each(count: int) -> float:
    """[s] of the processor for a member that cannot meet the others."""
    side = math.ceil(math.sqrt(count))
    members = [
        Performer(human(), [Cue("dance")], position=(APART * (i % side), APART * (i // side)))
        for i in range(count)
    ]
    shot = Shot(members, duration=ALONE_SECONDS, frame_rate=30.0, performers_collide=True)
    began = time.process_time()
    for part in split(shot, groups_that_meet(shot)):
        simulate(part)
    return (time.process_time() - began) / count


def _soloists(duration: float) -> list[Shot]:
    return [
        Shot([Performer(human(), [Cue("dance", bpm=bpm)])], duration=duration)
        for bpm in (100, 105, 110, 115)
    ]


def _two_processes() -> Row:
    shots = _soloists(PAIR_SECONDS)
    one, two = (_seconds(shots, workers) for workers in (1, 2))
    return Row("two processes, of the speed of one", "", "", f"{one / two:.2f}",
               one / two >= SPEED_UP, bar=f"must: at least {SPEED_UP:g}")  # fmt: skip


def _seconds(shots: list[Shot], workers: int) -> float:
    began = time.monotonic()
    for _ in simulate_many(shots, workers=workers):
        pass
    return time.monotonic() - began


def _cluster() -> Row:
    """The Takes of two dask workers, of whom one is killed, byte by byte."""
    shots = _soloists(FAR_SECONDS)
    with tempfile.TemporaryDirectory() as folder, closing(LocalCluster(Path(folder))) as cluster:
        victim = cluster.add_worker()
        cluster.add_worker()

        def kill_one(fraction: float) -> None:
            victim.kill()

        far = list(simulate_many(shots, scheduler=cluster.address, progress=kill_one))
    same = [_bytes(take) for take in far] == [_bytes(simulate(shot)) for shot in shots]
    return Row("two dask workers, one killed with -9: the Takes are those of here, bit by bit",
               "", "", "yes" if same else "no", same, "must: yes")  # fmt: skip


def _bytes(take: Take) -> bytes:
    file = io.BytesIO()
    take.write(file)
    return file.getvalue()
