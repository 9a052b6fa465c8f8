"""Feet: obstacles stepped over and ducked under, stairs, rough ground."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.rough_ground import BUMP, rough_ground
from ..evaluation.touching import FEET, HEAD_AND_TRUNK, touched
from ..shots.cue import Cue
from ..shots.ground import Ground
from ..shots.shot import Performer, Prop, Shot
from .jumps import body_of
from .parts.table import Row

HEIGHTS, LOW = (0.10, 0.20, 0.30, 0.45), 0.30  # [m]; up to the second no foot shall touch
THICK, WIDE = 0.10, 2.0  # [m] of obstacles
BAR, BAR_SIZE = 1.30, 0.06  # height of its lower side, and its thickness [m]
FIRST, OFFSET, OFFSETS = 1.9, 0.1, 6  # where the first stands, and by what the others are off [m]
APART, BAR_BEHIND = 2.0, 1.0  # [m] from obstacle to obstacle, and from one to the next bar
CHILD, CHILD_HEIGHT = 1.2, 0.14  # [m]: of a body, and of the obstacle that it crosses
SPEED, BEHIND = 0.7, 0.4  # [m/s]; [m] behind the last, where it is crossed
ALONE_LASTS, SEQUENCE_LASTS, BAR_LASTS = 13.0, 36.0, 8.0  # [s]
SEQUENCES = ((0.10, 0.20, 0.30, 0.20), (0.30, 0.10, 0.20, 0.30), (0.20, 0.45, 0.10, 0.30))
MUST_CROSS, MUST_NOT_TOUCH = 0.9, 0.8
BODIES, MUST_CLEAR = 20, 18  # that come to the highest obstacle
RISE, RUN, COUNT, STAIR_STARTS, STAIRS_LAST = 0.15, 0.30, 3, (0.0, -0.35, -0.7), 14.0
DROPS = (0.10, 0.15, 0.18)  # [m] of stairs down, walked by several bodies from several starts
DROP_STARTS, DROP_BODIES, VARIETY = (0.0, -0.2, -0.4, -0.6), (None, 201, 202), 0.15
# Stairs that a path leads over: rise and depth [m]; of how many steps, at which speed [m/s].
FLIGHTS, FLIGHT_COUNT, FLIGHT_SPEED = ((0.10, 0.40), (0.15, 0.30), (0.18, 0.28)), 5, 0.6
FLIGHT_BODIES, FLIGHT_LASTS = tuple(range(210, 218)), 14.0  # seeds; [s]
HALTED, SMOOTHED = 0.1, 0.5  # [m/s]: a mean over so long [s] below it is a halt
WAVES, ROUGH_SPEED, ROUGH_LASTS = (0.5, 0.8), 0.6, 30.0  # [m], [m/s], [s]
ROUGH_SEEDS = (0, 1)


@dataclass(frozen=True)
class Course:
    """What stands and hangs in the way: heights of obstacles, their places, places of bars."""

    heights: tuple[float, ...]
    places: tuple[float, ...]
    bars: tuple[float, ...]
    lasts: float
    body: float | None = None  # height of another body than the human


@dataclass(frozen=True)
class Outcome:
    """Whether it was crossed without a fall, and what touched."""

    crossed: bool
    foot: bool
    head: bool


def measure() -> list[Row]:
    """Rows of obstacles alone, bars, sequences with bars, stairs and rough ground."""
    alone = [[_alone(height, i) for i in range(OFFSETS)] for height in HEIGHTS]
    bars = [Course((), (), (FIRST + i * OFFSET,), BAR_LASTS) for i in range(OFFSETS)]
    rows = [_course_row(f"obstacles of {h:.2f} m", cases)
            for h, cases in zip(HEIGHTS, alone, strict=True)]  # fmt: skip
    small = [Course((CHILD_HEIGHT,), (FIRST - 0.5 + i * OFFSET,), (), ALONE_LASTS, CHILD)
             for i in range(OFFSETS)]  # fmt: skip
    rows.append(_course_row(f"obstacles of {CHILD_HEIGHT:g} m, a body of {CHILD:g} m", small))
    rows.append(_row_of_walls())
    rows.append(_course_row(f"bars at {BAR:g} m", bars))
    for heights in SEQUENCES:
        cases = [_sequence(heights, i) for i in range(OFFSETS)]
        named = ", ".join(f"{h:.2f}" for h in heights)
        rows.append(_course_row(f"sequences {named} m with bars", cases))
    return [*rows, *_stair_rows(), _rough_row()]


def _row_of_walls() -> Row:
    """Walls that are to each body as the highest obstacle is to the human."""
    outcomes = run_cases(_walk_to_wall, range(BODIES))
    crossed, clean = (sum(found) for found in zip(*outcomes, strict=True))
    return Row(f"obstacles of {HEIGHTS[-1]:.2f} m times the body's size, {BODIES} bodies: crossed; "
               "no foot touches", "-", "-", f"{crossed}; {clean}", clean >= MUST_CLEAR,
               f"must: {MUST_CLEAR}")  # fmt: skip


def _walk_to_wall(number: int) -> tuple[bool, bool]:
    """Whether a body of `bench jumps` comes behind its wall, and does so without touching it."""
    body = body_of(number)
    size = body.leg_length / human().leg_length
    high, place = size * HEIGHTS[-1], size * FIRST + OFFSET * (number % OFFSETS)
    wall = Prop("wall", "box", size=(THICK, WIDE, high), position=(place, 0.0, high / 2))
    performer = Performer(body, [Cue("walk", speed=SPEED)], recover=False)
    take = attempt(Shot([performer], props=[wall], duration=ALONE_LASTS))
    if take is None or take.performances[0].fell_at is not None:
        return False, False
    performance = take.performances[0]
    crossed = bool(performance.root_position[-1, 0] > place + BEHIND)
    return crossed, crossed and not touched(body, performance, [wall], FEET)


def _alone(height: float, number: int) -> Course:
    return Course((height,), (FIRST + number * OFFSET,), (), ALONE_LASTS)


def _sequence(heights: tuple[float, ...], number: int) -> Course:
    first = FIRST + number * OFFSET
    places = tuple(first + i * APART for i in range(len(heights)))
    bars = tuple(place + BAR_BEHIND for place in places[:-1])
    return Course(heights, places, bars, SEQUENCE_LASTS)


def _course_row(figure: str, cases: Sequence[Course]) -> Row:
    outcomes = run_cases(_walk_course, cases)
    crossed = sum(o.crossed for o in outcomes)
    clean = sum(o.crossed and not o.foot for o in outcomes)
    free = sum(not o.head for o in outcomes)
    passed = crossed >= MUST_CROSS * len(cases)
    if all(h <= LOW for case in cases for h in case.heights):
        passed = passed and clean >= MUST_NOT_TOUCH * len(cases)
    return Row(f"{figure}, {len(cases)} offsets: crossed; no foot touches; no head or trunk",
               "shown", "-", f"{crossed}; {clean}; {free}", passed,
               "must: 90 %; 80 % up to 0.30 m")  # fmt: skip


def _walk_course(course: Course) -> Outcome:
    obstacles = [
        Prop(f"box {i}", "box", size=(THICK, WIDE, height), position=(x, 0.0, height / 2))
        for i, (height, x) in enumerate(zip(course.heights, course.places, strict=True))
    ]
    bars = [
        Prop(f"bar {i}", "box", size=(BAR_SIZE, WIDE, BAR_SIZE),
             position=(x, 0.0, BAR + BAR_SIZE / 2))
        for i, x in enumerate(course.bars)
    ]  # fmt: skip
    body = human() if course.body is None else Character.humanoid(height=course.body)
    performer = Performer(body, [Cue("walk", speed=SPEED)])
    take = attempt(Shot([performer], props=[*obstacles, *bars], duration=course.lasts))
    if take is None:
        return Outcome(crossed=False, foot=True, head=True)
    performance = take.performances[0]
    last = max((*course.places, *course.bars))
    return Outcome(
        crossed=performance.fell_at is None
        and bool(performance.root_position[-1, 0] > last + BEHIND),
        foot=touched(body, performance, obstacles, FEET),
        head=touched(body, performance, bars, HEAD_AND_TRUNK),
    )


def _stair_rows() -> list[Row]:
    rows = []
    for rise, bar in ((RISE, "must"), (-RISE, "aim")):
        done = sum(run_cases(_walks_stairs, [(rise, start, None) for start in STAIR_STARTS]))
        way = "up" if rise > 0.0 else "down"
        whole = done == len(STAIR_STARTS)
        rows.append(Row(f"{COUNT} stairs of {RISE:g} m {way}, of {len(STAIR_STARTS)} starts",
                        "up shown", "-", f"{done}", whole if bar == "must" else None,
                        f"{bar}: all"))  # fmt: skip
    return [*rows, _row_of_drops(), *(_row_of_flights(way) for way in (1.0, -1.0))]


def _row_of_drops() -> Row:
    kinds = [(start, seed) for start in DROP_STARTS for seed in DROP_BODIES]
    done = run_cases(_walks_stairs, [(-drop, *kind) for drop in DROPS for kind in kinds])
    counts = [sum(done[i : i + len(kinds)]) for i in range(0, len(done), len(kinds))]
    drops = ", ".join(f"{drop:g}" for drop in DROPS)
    return Row(f"{COUNT} stairs of {drops} m down: human and 2 bodies varied by {VARIETY:g}, "
               f"{len(DROP_STARTS)} starts, of {len(kinds)}",
               "-", "-", ", ".join(map(str, counts)), None, "aim: all")  # fmt: skip


def _row_of_flights(way: float) -> Row:
    """Stairs on a path (1 up, -1 down): how many arrive, and how many do so without a halt."""
    cases = [(way * rise, run, seed) for rise, run in FLIGHTS for seed in FLIGHT_BODIES]
    done, each = run_cases(_follows_over_stairs, cases), len(FLIGHT_BODIES)
    groups = [done[i : i + each] for i in range(0, len(done), each)]
    counts = ", ".join(f"{sum(a for a, _ in group)}" for group in groups)
    smooth = ", ".join(f"{sum(b for _, b in group)}" for group in groups)
    rises = ", ".join(f"{rise:g} x {run:g}" for rise, run in FLIGHTS)
    direction = "up" if way > 0.0 else "down"
    return Row(f"follow {FLIGHT_COUNT} stairs of {rises} m {direction}, {FLIGHT_SPEED:g} m/s: "
               f"arrive; without a halt, of {each} bodies varied by {VARIETY:g}",
               "-", "-", f"{counts}; {smooth}", None, "aim: all")  # fmt: skip


def _follows_over_stairs(case: tuple[float, float, int]) -> tuple[bool, bool]:
    rise, run, seed = case
    end = FLIGHT_COUNT * run
    cue = Cue("follow", path=[(-1.5, 0.0), (0.5 * end, 0.0), (end + 3.0, 0.0)], speed=FLIGHT_SPEED)
    performer = Performer(human().vary(seed, VARIETY), [cue], position=(-1.5, 0.0))
    stairs = Ground.steps(rise=rise, run=run, count=FLIGHT_COUNT)
    take = attempt(Shot([performer], ground=stairs, duration=FLIGHT_LASTS))
    if take is None or take.performances[0].fell_at is not None:
        return False, False
    along = take.performances[0].root_position[:, 0]
    frames = round(SMOOTHED / float(take.times[1] - take.times[0]))
    pace = (along[frames:] - along[:-frames]) / SMOOTHED
    on_stairs = (along[:-frames] > run) & (along[frames:] < end + run)
    arrives = bool(along[-1] > end + run + BEHIND)
    return arrives, arrives and bool(pace[on_stairs].min() > HALTED)


def _walks_stairs(case: tuple[float, float, int | None]) -> bool:
    rise, start, seed = case
    body = human() if seed is None else human().vary(seed, VARIETY)
    performer = Performer(body, [Cue("walk", speed=SPEED)], position=(start, 0.0))
    stairs = Ground.steps(rise=rise, run=RUN, count=COUNT)
    take = attempt(Shot([performer], ground=stairs, duration=STAIRS_LAST))
    if take is None or take.performances[0].fell_at is not None:
        return False
    return bool(take.performances[0].root_position[-1, 0] > COUNT * RUN + BEHIND)


def _rough_row() -> Row:
    cases = [(seed, wave) for seed in ROUGH_SEEDS for wave in WAVES]
    done = sum(run_cases(_walks_rough_ground, cases))
    return Row(f"bumps of +-{BUMP:g} m, {ROUGH_SPEED:g} m/s for {ROUGH_LASTS:g} s, of {len(cases)}",
               "-", "-", f"{done}", done == len(cases), "must: all")  # fmt: skip


def _walks_rough_ground(case: tuple[int, float]) -> bool:
    there = Cue("walk", speed=ROUGH_SPEED)
    back = Cue("walk", start=ROUGH_LASTS / 2, speed=ROUGH_SPEED, heading=math.pi)  # it ends at 15 m
    performer = Performer(human(), [there, back])
    take = attempt(Shot([performer], ground=rough_ground(*case), duration=ROUGH_LASTS))
    return take is not None and take.performances[0].fell_at is None
