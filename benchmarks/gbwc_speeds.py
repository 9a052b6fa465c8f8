"""GBWC's gaits: speeds and step periods kept for a minute, forward to backward, Figure 5.

Coros, Beaudoin, van de Panne 2010, Sections 3.1, 4, 5.1 to 5.3. Draws docs/gbwc_speeds.png.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases, similar_speed
from ..evaluation.gait_measures import (
    keeps_speed,
    longest_pause,
    mean_speed,
    step_period,
    time_to_stand,
)
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.plots import plot_speeds
from .parts.table import Row

MUST_SPEEDS = (-0.5, -0.25, 0.25, 0.5, 0.6, 0.8, 1.0, 1.2, 1.4)  # [m/s]
AIMED_SPEEDS = (-1.0, 1.7, 2.0)
PAPER_SPEEDS = (0.6, 1.7)  # slowest and fastest
PEER_SPEEDS = {
    -1.0: -0.87, -0.5: -0.52, 0.25: 0.26, 0.5: 0.51, 0.6: 0.61, 0.75: 0.74, 1.0: 0.85, 1.5: 0.89,
    2.0: 0.97, 2.5: 1.0,
}  # fmt: skip
MUST_PERIODS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)  # [s]
AIMED_PERIODS = (0.2, 0.9, 1.0)
PERIOD_SPEED = 0.6  # [m/s]
PERIOD_SHARE = 0.1  # of the asked period
DURATION, SETTLED = 60.0, 20.0  # [s]

BOTH_WAYS = ((0.0, 0.8), (8.0, 0.8), (11.0, -0.5), (18.0, -0.5), (21.0, 0.8), (30.0, 0.8))
STEADY = ((3.0, 8.0, 0.8), (13.0, 18.0, -0.5), (25.0, 30.0, 0.8))  # from, to [s], speed [m/s]
LONGEST_PAUSE = 1.2  # [s] between footstrikes, beyond which the walk has stopped

FIGURE_5_BODIES = ("human", "robot", "beast1", "child")
FIGURE_5_STYLES = ("natural", "proud", "sneak")
FIGURE_5_SPEED, FIGURE_5_BACKWARD = 0.6, -0.4  # [m/s], of a body with legs of 0.9 m
BACKWARD, TURN_LEFT, TURN_RIGHT, STOP, FIGURE_5_END = 6.0, 12.0, 18.0, 24.0, 32.0  # [s]


@dataclass(frozen=True)
class Walked:
    """What a straight walk came to: mean speed [m/s] and step period [s] once settled."""

    speed: float
    period: float
    fell_at: float | None


def measure() -> list[Row]:
    """Rows of all speeds, step periods, changes of direction and the paper's Figure 5."""
    speeds = sorted((*MUST_SPEEDS, *AIMED_SPEEDS))
    periods = sorted((*MUST_PERIODS, *AIMED_PERIODS))
    cases = [(speed, None) for speed in speeds] + [(PERIOD_SPEED, p) for p in periods]
    walks = run_cases(_walk, cases)
    by_speed = dict(zip(speeds, walks, strict=False))
    plot_speeds({s: w.speed for s, w in by_speed.items() if w.fell_at is None}, PEER_SPEEDS)
    return [
        *(_speed_row(speed, walked) for speed, walked in by_speed.items()),
        *(_period_row(p, w) for p, w in zip(periods, walks[len(speeds) :], strict=True)),
        _both_ways_row(),
        *_figure_5_rows(),
    ]


def _walk(case: tuple[float, float | None]) -> Walked:
    speed, period = case
    asked = {} if period is None else {"step_period": period}
    cue = Cue("walk", speed=speed, **asked)
    take = attempt(Shot([Performer(human(), [cue])], duration=DURATION))
    if take is None:
        return Walked(math.nan, math.nan, math.nan)
    performance = take.performances[0]
    return Walked(
        speed=mean_speed(take, SETTLED),
        period=step_period(performance, SETTLED),
        fell_at=performance.fell_at,
    )


def _speed_row(speed: float, walked: Walked) -> Row:
    reached = walked.fell_at is None and keeps_speed(speed, walked.speed)
    must = speed in MUST_SPEEDS
    slowest, fastest = PAPER_SPEEDS
    return Row(
        figure=f"walk at {speed:g} m/s for {DURATION:g} s: mean of the last 40 s [m/s]",
        paper=f"{speed:g}" if slowest <= speed <= fastest else "",
        peer=f"{PEER_SPEEDS[speed]:g}" if speed in PEER_SPEEDS else "",
        ours=_fall(walked.fell_at) or f"{walked.speed:.3f}",
        passed=reached if must else None,
        bar=f"{'must' if must else 'aim'}: within 10 % or 0.05",
    )


def _period_row(period: float, walked: Walked) -> Row:
    kept = abs(walked.period - period) <= PERIOD_SHARE * period
    reached = walked.fell_at is None and keeps_speed(PERIOD_SPEED, walked.speed) and kept
    must = period in MUST_PERIODS
    return Row(
        figure=f"step period {period:g} s at {PERIOD_SPEED:g} m/s for {DURATION:g} s: "
        "period [s], speed [m/s]",
        paper="0.2 to 1.0 work well",
        peer="",
        ours=_fall(walked.fell_at) or f"{walked.period:.3f}, {walked.speed:.3f}",
        passed=reached if must else None,
        bar=f"{'must' if must else 'aim'}: both within 10 %",
    )


def _fall(fell_at: float | None) -> str:
    return "" if fell_at is None else f"falls at {fell_at:.1f} s"


def _both_ways_row() -> Row:
    """Forward, backward and forward again by one keyed speed, without a stop between."""
    cue = Cue("walk", speed=BOTH_WAYS)
    take = attempt(Shot([Performer(human(), [cue])], duration=BOTH_WAYS[-1][0]))
    figure = "0.8, -0.5, 0.8 m/s by a keyed speed: speeds [m/s], longest pause of the feet [s]"
    bar = f"must: speeds within 10 %, no pause of {LONGEST_PAUSE:g} s"
    if take is None:
        return Row(figure, "shown", "", "diverged", False, bar)
    performance = take.performances[0]
    speeds = [mean_speed(take, start, end) for start, end, _ in STEADY]
    pause = longest_pause(performance, STEADY[0][0], STEADY[-1][1])
    kept = all(keeps_speed(s[2], walked) for s, walked in zip(STEADY, speeds, strict=True))
    walked = ", ".join(f"{speed:.2f}" for speed in speeds)
    return Row(
        figure=figure,
        paper="shown",
        peer="",
        ours=_fall(performance.fell_at) or f"{walked}; {pause:.2f}",
        passed=performance.fell_at is None and kept and pause < LONGEST_PAUSE,
        bar=bar,
    )


def _figure_5_rows() -> list[Row]:
    cases = [(body, style) for body in FIGURE_5_BODIES for style in FIGURE_5_STYLES]
    outcomes = run_cases(_follow_directions, cases)
    rows = []
    for body in FIGURE_5_BODIES:
        told = [
            f"{style} {outcome or 'done'}"
            for (of, style), outcome in zip(cases, outcomes, strict=True)
            if of == body
        ]
        rows.append(
            Row(
                figure=f"Figure 5, {body}: forward, backward, turns, stop",
                paper="shown",
                peer="",
                ours=", ".join(told),
                passed=all(entry.endswith("done") for entry in told),
                bar="must: no fall, stands at the end",
            )
        )
    return rows


def _follow_directions(case: tuple[str, str]) -> str:
    """What went wrong in the sequence of Figure 5; "" when nothing did."""
    body, style = case
    character = Character.preset(body)
    speed = similar_speed(FIGURE_5_SPEED, character)
    back = similar_speed(FIGURE_5_BACKWARD, character)
    cues = [
        Cue("walk", speed=speed, style=style),
        Cue("walk", start=BACKWARD, speed=back, style=style),
        Cue("walk", start=TURN_LEFT, speed=speed, heading=math.pi / 2, style=style),
        Cue("walk", start=TURN_RIGHT, speed=speed, heading=-math.pi / 4, style=style),
        Cue("stand", start=STOP),
    ]
    take = attempt(Shot([Performer(character, cues)], duration=FIGURE_5_END))
    if take is None:
        return "diverges"
    fell_at = take.performances[0].fell_at
    if fell_at is not None:
        return _fall(fell_at)
    return "" if math.isfinite(time_to_stand(take, STOP)) else "does not come to stand"
