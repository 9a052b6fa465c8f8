"""A crowd on a farm of two dask workers, one of which is killed halfway.

The size is that of the environment variable FOOTFALL_FARM_MEMBERS, 60 if there is none, which takes
some minutes on two cores; the whole, `FOOTFALL_FARM_MEMBERS=1000 python -m footfall bench
crowd_farm`, takes that many times as long.
"""

from __future__ import annotations

import io
import math
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ..crowd.description import Crowd
from ..crowd.groups import groups_that_meet, split
from ..crowd.members import make_shot
from ..crowd.surfaces import Rectangle
from ..evaluation.cases import human
from ..evaluation.local_cluster import LocalCluster
from ..jobs.batch import simulate_many
from ..rollout.simulate import simulate
from ..shots.shot import Shot
from ..shots.take import Take
from .parts.table import Row

SIZE, FEW, WHOLE = "FOOTFALL_FARM_MEMBERS", 60, 1000
SECONDS = 10.0
ROOM = 64.0  # [m2] for each dancer, so that most groups that may meet are small
WORKERS, CORES = 2, 64


@dataclass(frozen=True)
class Run:
    """Takes of all groups, and the wall time that they took [s]."""

    takes: Sequence[Take]
    wall: float


def measure() -> list[Row]:
    members = int(os.environ.get(SIZE, FEW))
    shots = _shots(members)
    simulate(_shots(1)[0])  # compiles
    before = _processor_time()
    here = _on_processes(shots)
    spent = (_processor_time() - before) / (members * SECONDS)
    far = _on_farm(shots)
    complete = sum(len(take.performances) for take in far.takes if not take.failure)
    same = all(_bytes(a) == _bytes(b) for a, b in zip(far.takes, here.takes, strict=True))
    crowd = f"{members} dancers, {SECONDS:g} s, {len(shots)} groups"
    done = members * SECONDS
    largest = max(len(shot.performers) for shot in shots)
    return [
        Row(f"{crowd}, two dask workers, one killed halfway: members that are complete", "", "",
            str(complete), complete == members, f"must: {members}"),
        Row("the Takes are those of an undisturbed run on two processes, bit by bit", "", "",
            "yes" if same else "no", same, "must: yes"),
        Row("members of the largest group, which one worker simulates", "", "", str(largest)),
        Row(f"wall time of the disturbed farm, {os.cpu_count()} cores [s]", "", "",
            f"{far.wall:.0f}"),
        Row("the same for each second of a member [s]", "", "", f"{far.wall / done:.3f}"),
        Row("wall time of the undisturbed run for each second of a member [s]", "", "",
            f"{here.wall / done:.3f}"),
        Row("processor time of the undisturbed run for each second of a member [s]", "", "",
            f"{spent:.3f}"),
        Row(f"extrapolated from that: wall time of {WHOLE} members on {CORES} idle cores, where no "
            "group is larger [s]", "", "", f"{_extrapolated(spent, largest):.0f}"),
    ]  # fmt: skip


def _extrapolated(spent: float, largest: int) -> float:
    """Wall time [s] of all members on all cores, or of the largest group, which one core simulates.

    Args:
        spent: processor time for each second of a member [s].
        largest: members of the largest group.
    """
    return SECONDS * spent * max(WHOLE / CORES, largest)


def _shots(members: int) -> list[Shot]:
    side = math.sqrt(members * ROOM)
    crowd = Crowd(count=members, behaviour="dance", surface=Rectangle((side, side)), spacing=2.0,
                  recover=False, duration=SECONDS, seed=1)  # fmt: skip
    shot = make_shot([human()], crowd)
    return split(shot, groups_that_meet(shot))


def _on_processes(shots: Sequence[Shot]) -> Run:
    began = time.monotonic()
    takes = list(simulate_many(shots, workers=WORKERS))
    return Run(takes, time.monotonic() - began)


def _on_farm(shots: Sequence[Shot]) -> Run:
    with tempfile.TemporaryDirectory() as folder, closing(LocalCluster(Path(folder))) as cluster:
        victim, *_ = [cluster.add_worker() for _ in range(WORKERS)]

        def kill_halfway(fraction: float) -> None:
            if fraction >= 0.5:
                victim.kill()

        began = time.monotonic()
        takes = list(simulate_many(shots, scheduler=cluster.address, progress=kill_halfway))
        wall = time.monotonic() - began
        assert victim.wait() < 0, "the worker was not killed"
    return Run(takes, wall)


def _processor_time() -> float:
    """Of processes that this one started and that have ended [s]."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _bytes(take: Take) -> bytes:
    file = io.BytesIO()
    take.write(file)
    return file.getvalue()
