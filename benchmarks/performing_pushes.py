"""Clips performed by a human that is pushed, and by one that is thrown over and goes on."""

from __future__ import annotations

import math

import numpy as np

from ..catalogue.performing import performed_seconds
from ..evaluation.cases import attempt, human, run_cases
from ..shots.cue import Cue
from ..shots.push import Push
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .parts.performed import FRAME_RATE, Performed, bundled_clip, perform, told
from .parts.table import Row

CLIPS = ("walk", "dance_a", "punch", "jump", "run")
SEEDS = (1, 2)
FORCE, LASTS, ENOUGH = 150.0, 0.1, 8  # [N], [s]
THROWS, THROWS_FOR, ENOUGH_ON = 600.0, 0.2, 4
NEAR = 0.15  # [m] of the parts over the center of mass, where one that is pushed still performs
GETS_UP = 25.0  # [s] that falling and getting up may take


def measure() -> list[Row]:
    """How many are pushed and finish, and how many are thrown over, get up and go on."""
    texts = {name: bundled_clip(name) for name in CLIPS}
    cases = [(name, texts[name], seed) for name in CLIPS for seed in SEEDS]
    pushed = run_cases(_pushed, cases)
    thrown = run_cases(_thrown, cases[:: len(SEEDS)])
    finished = sum(map(_finishes, pushed))
    told_of = "; ".join(f"{name} {told(o)}" for (name, _, _), o in zip(cases, pushed, strict=True))
    return [
        Row(f"pushed by {FORCE:g} N x {LASTS} s: clips finished on the feet", "", "",
            f"{finished} of {len(cases)}", finished >= ENOUGH, f"must: {ENOUGH}"),
        Row("how near each came", "", "", told_of, None, ""),
        Row(f"thrown over by {THROWS:g} N x {THROWS_FOR} s: gets up and goes on to the end", "", "",
            f"{sum(thrown)} of {len(thrown)}", sum(thrown) >= ENOUGH_ON, f"must: {ENOUGH_ON}"),
    ]  # fmt: skip


def _seconds(text: str) -> float:
    """How long a clip takes [s]."""
    seconds = performed_seconds(Cue("perform", clip=text).values(), human().leg_length)
    assert seconds is not None
    return seconds


def _push(text: str, seed: int, force: float, lasts: float) -> Push:
    """A push at a random time in a random direction over the ground."""
    random = np.random.default_rng(100 + seed)
    time, way = random.uniform(0.2, 0.7) * _seconds(text), random.uniform(0.0, 2.0 * math.pi)
    return Push(0, "torso", time, lasts, (force * math.cos(way), force * math.sin(way), 0.0))


def _pushed(case: tuple[str, str, int]) -> Performed:
    name, text, seed = case
    push = _push(text, seed + 10 * CLIPS.index(name), FORCE, LASTS)
    return perform(human(), text, seed, pushes=[push])


def _finishes(outcome: Performed) -> bool:
    n = outcome.nearness
    return n is not None and n.is_up and n.parts <= NEAR


def _thrown(case: tuple[str, str, int]) -> bool:
    """Whether a body that was thrown over performs its clip to the end after all."""
    name, text, seed = case
    push = _push(text, seed + 10 * CLIPS.index(name), THROWS, THROWS_FOR)
    performer = Performer(human(), [Cue("perform", clip=text)], recover=True)
    shot = Shot([performer], duration=_seconds(text) + GETS_UP, frame_rate=FRAME_RATE, seed=seed,
                pushes=[push])  # fmt: skip
    take = attempt(shot)
    return take is not None and _goes_on(take)


def _goes_on(take: Take) -> bool:
    """Whether a performance was finished, after a fall where there was one, without another."""
    performance = take.performances[0]
    ended = [time for time, name in performance.events if name == "performed"]
    falls = [time for time, name in performance.events if name == "fell"]
    return bool(ended) and len(falls) <= 1 and all(time < ended[-1] for time in falls)
