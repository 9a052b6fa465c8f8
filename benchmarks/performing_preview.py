"""How long an artist waits for the first moving frames of a clip that is performed anew.

A worker waits, as it does beside an open panel; it is given the shot, and what it shows is read.
"""

from __future__ import annotations

import os
import time

from ..evaluation.cases import human
from ..jobs.worker import READY
from ..jobs.worker_process import WorkerProcess
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.performed import bundled_clip
from .parts.table import Row

CLIPS = ("walk", "jump", "dance_a")
MUST, LOOKS = 3.0, 0.02  # [s]
SECONDS = 1.0  # of a shot


def measure() -> list[Row]:
    """A row for each clip."""
    waits = {name: _first_frames(bundled_clip(name)) for name in CLIPS}
    return [
        Row(f"{name}: first moving frames of a preview, while the search goes on [s]", "", "",
            f"{wait:.1f}", wait <= MUST, f"must: at most {MUST:g}")
        for name, wait in waits.items()
    ]  # fmt: skip


def _first_frames(text: str) -> float:
    shot = Shot([Performer(human(), [Cue("perform", clip=text)])], duration=SECONDS)
    worker = WorkerProcess(workers=os.cpu_count() or 1)
    try:
        while worker.note != READY:
            worker.poll()
            time.sleep(LOOKS)
        began = time.monotonic()
        worker.begin(shot)
        while (so_far := worker.so_far()) is None or len(so_far.times) < 2:
            worker.poll()
            time.sleep(LOOKS)
        return time.monotonic() - began
    finally:
        worker.close()
