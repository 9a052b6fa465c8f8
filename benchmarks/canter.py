"""Dogs of several sizes and shapes canter in three beats, turn, stop, pass over bars, gallop."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..evaluation.cases import run_cases
from ..shots.cue import Cue
from .parts.asymmetrical_gaits import BODIES, Case, body_of, performed, rows_of
from .parts.table import Row

CANTER = Case("canter", froude=0.8)
FRAMES, LASTS, SETTLED = 240.0, 8.0, 4.0  # [1/s], [s], [s]
FIRST, PAIR, LAST = 3, (1, 2), 0  # feet of the left lead: the right hind one begins
TOGETHER, BETWEEN = 0.06, 0.12  # of a stride: largest distance of a pair, least of two beats
# Skills and Froude numbers that follow each other, and how long each lasts [s].
SEQUENCE = (Case("canter", 0.8), Case("gallop", 1.6), Case("canter", 0.8), Case("trot", 0.25))
EACH = 6.0


def measure() -> list[Row]:
    beats = run_cases(_beats, BODIES)
    in_three = sum(_is_in_three_beats(own) for own in beats)
    kept_up = sum(run_cases(_keeps_up, BODIES))
    told = "; ".join(", ".join(f"{at:.2f}" for at in own[1:]) for own in beats)
    return [
        *rows_of(CANTER, bars="aim"),
        Row(f"in three beats, of {len(BODIES)}; when the pair's feet and the front one land, in "
            "strides after the hind one", "-", "-", f"{in_three}; {told}",
            in_three == len(BODIES), "aim: all"),
        Row(f"canter, gallop, canter, trot: keeps up, of {len(BODIES)}", "-", "-", str(kept_up),
            kept_up == len(BODIES), f"must: {len(BODIES)}"),
    ]  # fmt: skip


def _beats(name: str) -> list[float]:
    """When the first hind foot, the pair and the last front foot land, in strides after the first;
    NaN for a body that falls.
    """
    body = body_of(name)
    cue = Cue("canter", speed=CANTER.speed_of(body))
    done = performed(body, [cue], LASTS, frame_rate=FRAMES)
    if done is None or done[1].fell_at is not None:
        return [math.nan] * 4
    take, performance = done
    down = performance.foot_contacts[take.times > SETTLED]
    landings = [np.flatnonzero(~foot[:-1] & foot[1:]) for foot in down.T]
    first, found = _of_strides(landings[FIRST]), list[float]()
    for foot in (FIRST, *PAIR, LAST):
        after = [(at - first[first <= at][-1]) / np.median(np.diff(first))
                 for at in landings[foot] if first[0] <= at]  # fmt: skip
        found.append(float(np.median(after)))
    return found


def _of_strides(landings: NDArray[np.intp]) -> NDArray[np.intp]:
    """Landings without those of a foot that bounced."""
    return landings[np.diff(landings, prepend=-np.inf) > 0.5 * np.median(np.diff(landings))]


def _is_in_three_beats(landings: list[float]) -> bool:
    first, one, other, last = landings
    together = abs(one - other) <= TOGETHER
    apart = np.diff([first, min(one, other), last, 1.0])
    return bool(together and (apart >= BETWEEN).all())


def _keeps_up(name: str) -> bool:
    """Whether a body goes on from gait to gait, as fast as asked in the end."""
    body = body_of(name)
    cues = [Cue(case.skill, start=number * EACH, speed=case.speed_of(body))
            for number, case in enumerate(SEQUENCE)]  # fmt: skip
    lasts = len(cues) * EACH + 4.0 * math.sqrt(body.height / 0.5)
    done = performed(body, cues, lasts)
    if done is None or done[1].fell_at is not None:
        return False
    take, performance = done
    way = performance.center_of_mass[take.times > lasts - 1.0, :2]
    wanted = SEQUENCE[-1].speed_of(body)
    return bool(abs(np.linalg.norm(way[-1] - way[0]) - wanted) < 0.15 * wanted)
