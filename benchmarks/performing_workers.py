"""Searches for how to perform a clip by several processes: how much faster, and to the same end."""

from __future__ import annotations

import os
import time

import numpy as np

from ..evaluation.cases import human
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.push import Push
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .parts.performed import FRAME_RATE, bundled_clip
from .parts.table import Row

LONG, MUST = "walk", 1.8  # clip whose search is timed, and how much faster two processes must be
LASTS, ROUNDS = 2.4, 3  # [s] of it, and how often, in turn with one process and with two
CLIPS = ("kick", "walk")
FEW, USUAL = 6.0, 24.0  # tries
WORKERS = (1, 2, 4)
QUIET = 1.0  # load of a machine that has two cores to spare
# In the middle of a window, with a direction that the body has as it begins.
PUSH = Push(0, "torso", 0.42, 0.15, (100.0, 60.0, 0.0), heading_frame=True)


def measure() -> list[Row]:
    """How much faster two processes are, and whether takes and plans are those of one."""
    return [_faster(), *(_same(name) for name in CLIPS)]


def _shot(
    name: str, tries: float, pushes: tuple[Push, ...] = (), duration: float = 1.0
) -> Shot:
    performer = Performer(human(), [Cue("perform", clip=bundled_clip(name), tries=tries)])
    return Shot([performer], duration=duration, frame_rate=FRAME_RATE, seed=1, pushes=list(pushes))


def _faster() -> Row:
    """By wall clock, with the start of the other process; not measured while others work."""
    figure = f"search for {LONG}: how much faster with two processes"
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load > QUIET:
        return Row(figure, "", "", f"not measured: load {load:.1f}", None, f"must: {MUST:g}")
    shot = _shot(LONG, USUAL, duration=LASTS)
    simulate(_shot(LONG, 1.0))  # compiles and loads
    rounds = np.array([[_seconds(shot, workers) for workers in (1, 2)] for _ in range(ROUNDS)])
    faster = float(np.median(rounds[:, 0] / rounds[:, 1]))
    one, two = np.median(rounds, axis=0)
    ours = f"{faster:.2f} (median of {ROUNDS}; {one:.0f} s, {two:.0f} s)"
    return Row(figure, "", "", ours, faster >= MUST, f"must: {MUST:g}")


def _seconds(shot: Shot, workers: int) -> float:
    began = time.perf_counter()
    simulate(shot, workers=workers)
    return time.perf_counter() - began


def _same(name: str) -> Row:
    first, *others = (simulate(_shot(name, FEW, (PUSH,)), workers=count) for count in WORKERS)
    equal = sum(_is_same(first, other) for other in others)
    figure = f"{name}, pushed: the same by {', '.join(map(str, WORKERS))} processes, bit by bit"
    ours, bar = f"{equal} of {len(others)}", f"must: {len(others)}"
    return Row(figure, "", "", ours, equal == len(others), bar)


def _is_same(one: Take, other: Take) -> bool:
    a, b = one.performances[0], other.performances[0]
    arrays = ("root_position", "segment_positions", "segment_orientations")
    equal = all(np.array_equal(getattr(a, name), getattr(b, name)) for name in arrays)
    return equal and a.plans == b.plans and a.events == b.events
