"""A leap out of a run: from which step, how long, and how long the steps before must be."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...controllers.gait.gait import ADULT_LEG
from ...simulation.body import Motion
from ...simulation.records import views_of
from ..behaviour import SharingLookahead
from ..biped import Biped
from ..running.running import Running
from .gap import Gap
from .hurdle import ABOVE, OTHERS_ABOVE, lift_feet, sole_over
from .leap import bears_on_more_than_feet

USUAL_LEAP, USUAL_AHEAD = 0.45, 0.12  # [s] of an adult, [leg]
OTHERS = ((0.55, 0.3), (0.55, 0.2), (0.45, 0.2), (0.35, 0.12), (0.35, 0.2), (0.25, 0.05))
# Where none of these clears the gap: feet that land further ahead.
FURTHER = ((0.55, 0.4), (0.5, 0.3), (0.45, 0.3), (0.45, 0.4), (0.6, 0.3), (0.35, 0.3), (0.6, 0.4))
STEPS = (-1, 0, 1)  # stances before the leap that are tried, from the number that is expected
BEFORE = 0.07  # [m] of the toes' joint before the edge
CORRECTIONS = 4  # of the steps' length
CLOSE = 0.04  # [m] off that, which is near enough
SHORTER, LONGER = -0.03, 0.06  # [s] of the flights of the run-up
RUN_UP = 2.6  # [s] of the way to the edge, from which the leap is planned
LOOKS_AFTER, LONGEST = 75, 5.5  # looks of a trial after the landing; the longest one [s]
BUDGET = 42 * LONGEST
ENOUGH, SOFTNESS = 0.06, 0.01  # [m]; of a second of flight [m/s]
UPRIGHT = 0.6  # of the hips' height in the run-up
FELL = 10.0  # [m]: what a trial costs whose runner falls
SINKS, SUNK = 0.9, 0.5  # of the hips' height in the run-up; what lower hips cost [m]
OVERHANGS = 0.06  # [m]: toes or a heel over an edge, on a foot that still bears


class RunUp(NamedTuple):
    """
    Attributes:
        stances: until the one from which the body leaps.
        leap: by how much that flight is longer [s]; ahead: how much further ahead the foot lands
            [leg].
        stretch: by how much the flights before last longer [s].
        above: by how much an ankle passes higher over a hurdle than over the ground [leg].
    """

    stances: int
    leap: float
    ahead: float
    stretch: float = 0.0
    above: float = ABOVE


class Crossing(NamedTuple):
    """What came of a run-up.

    Attributes:
        before, behind: from the toes' joint to the near edge as the body leaps, and from the far
            edge to the heel as it lands [m]; below 0 in the gap.
        lowest: height of the hips over the ground from the leap on, of that in the run-up.
        runs_on: whether it still ran afterwards.
        over: lowest height of the soles over a hurdle as they pass it [m]; inf: there is none.
    """

    before: float
    behind: float
    lowest: float
    runs_on: bool
    over: float = math.inf

    @property
    def clears(self) -> bool:
        """Whether both feet had ground under them and touched no hurdle, and the body runs on."""
        return self.runs_on and min(self.before, self.behind) > -OVERHANGS and self.over > 0.0

    @property
    def margin(self) -> float:
        """By how much it cleared the gap [m], less what a landing costs in which the body sinks;
        more than enough counts as enough.
        """
        sunk = SUNK * max(SINKS - self.lowest, 0.0) + (0.0 if self.runs_on else FELL)
        return min(self.before, self.behind, self.over, ENOUGH) - sunk


Tried = tuple[RunUp, Crossing]
Leaps = Sequence[tuple[float, float]]  # [s] of an adult, [leg]


def usual_run_up(running: Running, now: Motion, gap: Gap) -> RunUp:
    """With as many usual steps as fit into the way to the gap."""
    record = running.record
    contacts = int(record["contacts"])
    step = float((record["stances"] + record["flights"])[:contacts].mean()) * running.speed
    steps = round((gap.near - gap.along(now.com)) / step)
    return RunUp(steps, USUAL_LEAP, USUAL_AHEAD)


def best_run_up(
    usual: RunUp, speed: float, attempt: Callable[[RunUp], Crossing], over_hurdle: bool = False
) -> Tried:
    """The step from which the body comes nearest to the edge, the length of the steps that bring
    it there, and the leap that clears most.
    """
    ups = [usual._replace(stances=max(usual.stances + n, 1)) for n in STEPS]
    found = [(run_up, attempt(run_up)) for run_up in ups]
    run_up, crossing = min(found, key=lambda tried: abs(tried[1].before - BEFORE))
    for _ in range(CORRECTIONS):
        off = crossing.before - BEFORE
        if abs(off) < CLOSE or not math.isfinite(off):
            break
        stretch = run_up.stretch + off / (run_up.stances * speed)
        run_up = run_up._replace(stretch=min(max(stretch, SHORTER), LONGER))
        crossing = attempt(run_up)
        found.append((run_up, crossing))
    nearest, _ = max(found, key=lambda tried: tried[1].margin)
    found += _leaps_from(nearest, OTHERS, attempt)
    run_up, crossing = max(found, key=lambda tried: tried[1].margin)
    if crossing.runs_on and crossing.margin < ENOUGH:
        off = 0.5 * (crossing.before - crossing.behind)
        run_up = run_up._replace(stretch=run_up.stretch + off / (run_up.stances * speed))
        found.append((run_up, attempt(run_up)))
    if not any(crossing.clears for _, crossing in found):
        found += _leaps_from(nearest, FURTHER, attempt)
    if over_hurdle:
        for above in OTHERS_ABOVE:
            if any(crossing.margin > 0.0 for _, crossing in found):
                break
            other = nearest._replace(above=above)
            found += _leaps_from(other, ((usual.leap, usual.ahead), *OTHERS), attempt)
    # Of those that clear the gap by enough the softest, which flies for the shortest time.
    return max(found, key=lambda tried: tried[1].margin - SOFTNESS * tried[0].leap)


def _leaps_from(run_up: RunUp, leaps: Leaps, attempt: Callable[[RunUp], Crossing]) -> list[Tried]:
    """Leaps of other durations and reaches from the same step."""
    others = [run_up._replace(leap=leap, ahead=ahead) for leap, ahead in leaps]
    return [(other, attempt(other)) for other in others]


def try_run_up(body: Biped, run_up: RunUp, gap: Gap, lookahead: SharingLookahead) -> Crossing:
    """Run, leap, run on for a while, and go back."""
    running = body.running
    assert running is not None
    motion, mark, state = lookahead.motion, lookahead.mark(), running.state()
    now = views_of(Motion, motion)
    usual = float(now.origin[0, 2]) - float(running.record["floor"])
    begin(running, run_up, gap, body.leg)
    watch = _Watch(body, running, gap, now, run_up.above)
    lookahead.rollout(LONGEST, watch.is_over)
    runs_on = watch.has_landed and not watch.fell and now.origin[0, 2] - gap.onto > UPRIGHT * usual
    crossing = Crossing(
        watch.before, watch.behind, watch.lowest / usual, bool(runs_on), watch.over
    )
    lookahead.go_back(mark)
    lookahead.drop(mark)
    running.restore(state)
    return crossing


def begin(running: Running, run_up: RunUp, gap: Gap, leg: float) -> None:
    """Have a runner run up and leap."""
    scale = math.sqrt(leg / ADULT_LEG)
    running.leap(run_up.stances, run_up.stretch, scale * run_up.leap, run_up.ahead, gap.onto)


class _Watch:
    """Looks at a trial every few time steps: where the feet are at the leap and at the landing."""

    def __init__(
        self, body: Biped, running: Running, gap: Gap, now: Motion, above: float
    ) -> None:  # fmt: skip
        self._body, self._record, self._gap, self._now = body, running.record, gap, now
        self._above = above
        self.before = self.behind = -math.inf
        self.has_landed = self.fell = self._leapt = False
        self.over = math.inf
        self.lowest, self._looks_left = math.inf, LOOKS_AFTER

    def is_over(self) -> bool:
        record, now, anatomy, gap = self._record, self._now, self._body.anatomy, self._gap
        lift_feet(self._body, record, gap, self._above)
        self.over = min(self.over, sole_over(self._body, gap, now))
        side = int(record["side"])
        ankle = now.origin[anatomy["foot"][side]]
        if record["leaps_in"] == 0 and not record["airborne"]:
            self.before = gap.near - gap.along(ankle) - float(anatomy["ball"][side])
            self._leapt = True
        elif self._leapt and record["leaps_in"] < 0 and not self.has_landed:
            self.behind = gap.along(ankle) - float(anatomy["heel"][side]) - gap.far
            self.has_landed = True
        low = now.com[2] < gap.onto + 0.5 * float(anatomy["leg"])
        if self._leapt:
            self.lowest = min(self.lowest, float(now.origin[0, 2]) - gap.onto)
        self.fell = self.fell or bool(low) or bears_on_more_than_feet(self._body, now)
        self._looks_left -= self.has_landed
        return self.fell or self._looks_left < 0
