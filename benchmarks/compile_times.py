"""How long each control law takes to compile: what the forecast of a first bake knows beforehand.

Every law is compiled in a process and with a folder of its own, into which was copied what the
first law of its kind of body left; a processor's time counts, so that other work on the computer
does not. The table is written to compiling/compile_times.json.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from ..base.files import write_json
from ..compiling.forecast import TABLE, kind_of
from ..compiling.ledger import LEDGER
from ..compiling.samples import SAMPLES, first_law, sample_shot
from ..jobs.worker_environment import worker_environment
from ..rollout.simulate import simulate
from ..search.own_process import our_command
from ..shots.shot import Shot
from .parts.table import Row

COMMAND = "python -m footfall bench compile_times"
SHORT, LONG = 1.0, 4.0  # [s] simulated, whose difference tells the rate
RISING = "get_up"
Entries = list[dict[str, Any]]


def measure() -> list[Row]:
    """A row for each law; takes a quarter of an hour."""
    with tempfile.TemporaryDirectory(prefix="footfall-") as scratch:
        laws = {kind: _laws_of(kind, Path(scratch)) for kind in SAMPLES}
    table = {
        "command": COMMAND,
        "laws": {k: {law: _summed(e) for law, e in found.items()} for k, found in laws.items()},
        "simulating": {kind: round(_rate(kind), 3) for kind in SAMPLES},
        "searching": {k: round(_search(k), 1) for k in SAMPLES if RISING in SAMPLES[k]},
    }
    write_json(TABLE, "table of compile times", table)
    return [
        Row(f"{kind}, {law}: functions, time to compile [s]", "", "", _sum(entries))
        for kind, found in laws.items()
        for law, entries in found.items()
    ]


def _sum(entries: Entries) -> str:
    return f"{len(entries)}, {sum(entry['work'] for entry in entries):.0f}"


def _laws_of(kind: str, scratch: Path) -> dict[str, Entries]:
    """What each law of a kind adds to the first one."""
    first = first_law(kind)
    base = scratch / f"{kind} {first}"
    found = {first: _compiled(kind, first, base)}
    for law in SAMPLES[kind]:
        if law != first:
            folder = scratch / f"{kind} {law}"
            shutil.copytree(base, folder)
            added = _compiled(kind, law, folder)[len(found[first]) :]
            if added:
                found[law] = added
    return found


def _compiled(kind: str, law: str, folder: Path) -> Entries:
    """The ledger of a folder after a law was at work."""
    folder.mkdir(exist_ok=True)
    sample_shot(kind, law).save(folder / "shot.json")
    words = ("simulate", str(folder / "shot.json"), "--out", str(folder / "take.npz"))
    subprocess.run(our_command(*words), env=worker_environment(folder), check=True)
    (ledger,) = folder.rglob(LEDGER)
    return [json.loads(line) for line in ledger.read_text("utf-8").splitlines()]


def _summed(entries: Entries) -> dict[str, list[Any]]:
    """By function: whether it is the same for all bodies, and the time of each type of it [s]."""
    bodies = {entry["name"]: entry["body"] for entry in entries}
    count = Counter(entry["name"] for entry in entries)
    return {
        name: [not bodies[name], *(round(e["work"], 2) for e in entries if e["name"] == name)]
        for name in count
    }


def _rate(kind: str) -> float:
    """How long a second of a kind of body takes to simulate [s]."""
    times = []
    for duration in (SHORT, SHORT, LONG):  # the first one loads
        shot = sample_shot(kind, first_law(kind))
        assert kind_of(shot.performers[0]) == kind
        began = time.process_time()
        simulate(Shot(shot.performers, props=shot.props, duration=duration))
        times.append(time.process_time() - began)
    return (times[2] - times[1]) / (LONG - SHORT)


def _search(kind: str) -> float:
    """How long a way to get up is searched for [s]."""
    shot = sample_shot(kind, RISING)
    simulate(shot)  # loads
    told = list[float]()
    simulate(shot, report=lambda sentence: told.append(time.process_time()))
    return told[-1] - told[0] if told else 0.0
