"""Stepping over obstacles across the way, and up and down stairs, by planned footprints; higher
obstacles are jumped over, high edges climbed.

Coros, Beaudoin, van de Panne 2010, Section 5.4: slow down, plant a foot close before the obstacle,
take the other one over it on a path that clears it, and the trailing one alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.modes import STANDING, WALKING
from ...simulation.body import Motion
from ...simulation.over_ground import place_of
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, wrapped
from ..biped import Biped
from ..climbing.footholds import ankles_before
from .crossing import HALTING, LEAPING, ON_ITS_WAY, STEPPING, Crossing, Hurdle, Ledge
from .ducking import short_of_room
from .in_stride import SEEN_IN_STRIDE, pass_over, passed_in_stride
from .obstacles import Line, Obstacle
from .platforms import feel_near
from .steering import must_stop, pace_before, stop
from .stepping_stones import PlannedStep, Stones, row_of
from .way_ahead import GRAIN, SLIGHT, Stretch, Way, look_along

LOOKING_STEP = 0.1  # [s] from one look ahead to the next
HIGHEST_UP = 0.21  # of the leg: stairs up for plain walking; higher ones take planned footprints
HIGHEST_STEP = 0.37  # of the leg: a shank leans on what is higher, which is jumped over
# Of the leg: the soles' middles before that; where that fails, nearer.
TAKES_OFF, TOLERANCE = (0.52, 0.45), 0.06
# Of the leg: edges up and down that are climbed, where there is so much room behind them.
LEDGE_UP, LEDGE_DOWN, LEDGE_ROOM = 0.21, 0.12, 0.5
DEEPEST_LEDGE = 0.46  # of the leg: off deeper ones it jumps
HALTS_BEFORE = 0.3  # of the leg: the body before the line up to which a sole may stand
ROOM_TO_WALK = 1.0  # of the leg: least distance between obstacles for walking
FACING = 0.3  # [rad] from the target heading: a walker that still turns does not look ahead


def cross(biped: Biped, motion: Rows[Motion], heading: float | None = None) -> None:
    """Called many times a second while the biped walks forwards.

    Args:
        heading: of its way [rad]; None: that of the command, or the present one in a turn.
    """
    crossing = biped.crossing
    feel_near(biped, place_of(motion))
    if crossing.stage == STEPPING:
        _watch_steps(biped, crossing, motion)
    elif crossing.stage == HALTING:
        if biped.memory["mode"] == STANDING:
            _plan(biped, crossing, motion)
    elif crossing.stage == ON_ITS_WAY:
        pass_over(biped, motion)
        _draw_near(biped, crossing, motion, heading)


def _draw_near(
    biped: Biped, crossing: Crossing, motion: Rows[Motion], heading: float | None
) -> None:
    """Slow down before an obstacle, and halt."""
    faced = float(biped.memory["heading"])
    turns = not math.isnan(biped.command["turn_rate"])
    wanted = faced if turns else float(biped.command["heading"])
    wanted = wanted if heading is None else heading
    if abs(wrapped(wanted - faced)) > FACING:
        return
    if biped.time >= crossing.looks_at:
        crossing.heading, crossing.looks_at = wanted, biped.time + LOOKING_STEP
        crossing.line = _halting_place(biped, crossing, motion)
    if crossing.line is None:
        crossing.pace = math.inf
        return
    left = float((crossing.line - place_of(motion)) @ _ahead(crossing.heading))
    crossing.pace = pace_before(biped, left, crossing.heading, motion)
    if must_stop(biped, left, crossing.heading):
        stop(biped)
        crossing.stage = HALTING


def _ahead(heading: float) -> Array:
    return np.array([math.cos(heading), math.sin(heading)])


def _halting_place(biped: Biped, crossing: Crossing, motion: Rows[Motion]) -> Array | None:
    """Place to halt before the first obstacle to step over; None where there is none."""
    if crossing.over is None and len(biped.obstacles):
        crossing.over = _passed_in_stride(biped, crossing, motion)
    if crossing.over is not None:
        return None
    way = _look(biped, crossing, motion, place_of(motion))
    first = way.stretch_at(0.0)
    barrier = _next_barrier(biped, way, first)
    if barrier is None:
        return None
    halt = _stones(biped, way).line_before(barrier - 1) - HALTS_BEFORE * biped.leg
    return way.line.point(halt)


def _passed_in_stride(
    biped: Biped, crossing: Crossing, motion: Rows[Motion]
) -> Obstacle | None:
    """The next obstacle, if the walker need not halt before it."""
    line = Line(place_of(motion), crossing.heading)
    way = look_along(line, biped, biped.obstacles, _floor(biped, motion), SEEN_IN_STRIDE)
    barrier = _next_barrier(biped, way, way.stretch_at(0.0))
    return None if barrier is None else passed_in_stride(biped, motion, way, barrier)


def _plan(biped: Biped, crossing: Crossing, motion: Rows[Motion]) -> None:
    """Plan footprints from the feet's present places; walk on where nothing is in the way."""
    feet = soles_of(biped, motion)
    way = _look(biped, crossing, motion, feet.mean(axis=0))
    places = way.line.along(feet[0]), way.line.along(feet[1])
    hindmost, own = min(way.stretch_at(p) for p in places), way.stretch_at(max(places))
    goal = _goal(biped, way, own, max(places)) or own
    biped.memory["next_footstep"] = 0
    biped.command["footstep_count"] = 0
    if crossing.stays_upright and _steps_back(biped, crossing, motion, way, places, own):
        return
    if goal != hindmost:
        _step(biped, crossing, way, _stones(biped, way).steps(places, goal))
        return
    barrier = _next_barrier(biped, way, own)
    if barrier is None or not _is_leapt(way, own, barrier, biped.leg):
        _walk_on(biped, crossing)
        return
    start, end = way.stretches[own].end, way.stretches[barrier].begin
    crossing.ledge = _ledge(way, own, barrier, biped.leg)
    away = start - _takes_off(biped, crossing.ledge)
    if max(places) < start - ROOM_TO_WALK * biped.leg:
        _walk_on(biped, crossing)
    elif max(abs(place - away) for place in places) > TOLERANCE * biped.leg:
        _step(biped, crossing, way, _stones(biped, way).steps_to(places, away))
    else:
        landing = way.line.point(start + end - sum(places) / 2)
        behind = way.line.point(_stones(biped, way).line_behind(barrier))
        crossing.hurdle = Hurdle(landing, behind)
        crossing.stage = LEAPING


def _steps_back(
    biped: Biped, crossing: Crossing, motion: Rows[Motion], way: Way,
    places: tuple[float, float], own: int,
) -> bool:  # fmt: skip
    """Whether a walker that landed before a bar steps back, as far as it can, to bow under it."""
    stones, middle = _stones(biped, way), sum(places) / 2
    back = max(middle - short_of_room(biped, motion, crossing.heading), stones.line_behind(own))
    if middle - back < TOLERANCE * biped.leg:
        crossing.stays_upright = False
        return False
    _step(biped, crossing, way, stones.steps_to(places, back))
    return True


def _step(biped: Biped, crossing: Crossing, way: Way, steps: Sequence[PlannedStep]) -> None:
    for row, step in zip(biped.command["footsteps"], steps, strict=False):
        row[:] = row_of(step, way, biped.anatomy)
    biped.command["footstep_count"] = len(steps)
    crossing.stage = STEPPING


def _goal(biped: Biped, way: Way, own: int, front: float) -> int | None:
    """The stretch behind a series of obstacles to step over without room to walk between them."""
    goal, at, behind = None, front, own
    barrier = _next_barrier(biped, way, own)
    while barrier is not None and not _is_leapt(way, behind, barrier, biped.leg):
        before = way.stretches[barrier - 1].end
        if before - at > ROOM_TO_WALK * biped.leg:
            break
        goal, at, behind = barrier, way.stretches[barrier].begin, barrier
        barrier = _next_barrier(biped, way, barrier)
    return goal


def _is_leapt(way: Way, before: int, after: int, leg: float) -> bool:
    """Whether what lies between two stretches takes more than steps."""
    return _is_hurdle(way, before, after, leg) or _ledge(way, before, after, leg) is not None


def _ledge(way: Way, before: int, after: int, leg: float) -> Ledge | None:
    """The edge between two stretches, if it is climbed: a high one with room behind it."""
    start, end = way.stretches[before], way.stretches[after]
    rise = end.begin_height - start.end_height
    is_high = rise > LEDGE_UP * leg or -DEEPEST_LEDGE * leg < rise < -LEDGE_DOWN * leg
    is_free = way.highest(start.end, end.begin) < max(start.end_height, end.begin_height) + SLIGHT
    has_room = end.end - end.begin > LEDGE_ROOM * leg
    if not (is_high and is_free and has_room):
        return None
    edge = way.line.point(0.5 * (start.end + end.begin))
    return Ledge(edge, way.line.heading, start.end_height, end.begin_height)


def _takes_off(biped: Biped, ledge: Ledge | None) -> float:
    """How far before an obstacle or an edge the soles' middles are as the body leaps or climbs [m].
    """
    if ledge is None:
        return TAKES_OFF[biped.crossing.tries] * biped.leg
    middle = 0.5 * float((biped.anatomy["ball"] - biped.anatomy["heel"]).mean())
    return ankles_before(biped, ledge.rise) - middle - 0.5 * GRAIN


def _is_hurdle(way: Way, before: int, after: int, leg: float) -> bool:
    """Whether what lies between two stretches is too high to step over."""
    start, end = way.stretches[before], way.stretches[after]
    top = way.highest(start.end, end.begin)
    return top - min(start.end_height, end.begin_height) > HIGHEST_STEP * leg


def _next_barrier(biped: Biped, way: Way, own: int) -> int | None:
    """The first stretch that can be reached, over an obstacle or an edge only; None if none."""
    stones = _stones(biped, way)
    for number in range(own + 1, len(way.stretches)):
        before, after = way.stretches[number - 1], way.stretches[number]
        if after.begin > biped.crossing.reach:
            return None
        if _is_barrier(way, before, after, biped):
            return stones.first_behind(number - 1)
    return None


def _is_barrier(way: Way, before: Stretch, after: Stretch, biped: Biped) -> bool:
    """Whether an obstacle or a high edge lies between two stretches."""
    rise = (after.begin_height - before.end_height) / biped.leg
    if not -biped.crossing.walks_down <= rise <= HIGHEST_UP:
        return True
    return way.highest(before.end, after.begin) > max(before.end_height, after.begin_height) + 1e-3


def _watch_steps(biped: Biped, crossing: Crossing, motion: Rows[Motion]) -> None:
    """Look ahead anew once all steps are done; where a step was given up, stand and plan anew."""
    memory, command = biped.memory, biped.command
    is_lost = memory["mode"] == WALKING and not memory["directed"]
    is_done = memory["next_footstep"] >= command["footstep_count"]
    if is_lost:
        command["footstep_count"] = 0
        crossing.stage = HALTING
    elif is_done and memory["mode"] == STANDING:
        _plan(biped, crossing, motion)


def _walk_on(biped: Biped, crossing: Crossing) -> None:
    crossing.leave()
    biped.command["walking"] = 1
    biped.command["heading"] = crossing.heading


def _stones(biped: Biped, way: Way) -> Stones:
    toes = biped.character.segment("toes.L").shape
    assert toes is not None
    return Stones(way, biped.anatomy, toes.size[0], biped.leg / ADULT_LEG)


def _look(biped: Biped, crossing: Crossing, motion: Rows[Motion], place: Array) -> Way:
    line = Line(place, crossing.heading)
    return look_along(line, biped, biped.obstacles, _floor(biped, motion))


def soles_of(biped: Biped, motion: Rows[Motion]) -> Array:
    """(2, 2) middles of the soles, left and right, over the ground [m]."""
    anatomy, state = biped.anatomy, views_of(Motion, motion)
    feet, forward = anatomy["foot"], 0.5 * (anatomy["ball"] - anatomy["heel"])[:, None]
    soles: Array = state.origin[feet, :2] + forward * state.rotation[feet, :2, 0]
    return soles


def _floor(biped: Biped, motion: Rows[Motion]) -> float:
    """Height [m] of the ground under the lower foot."""
    anatomy, state = biped.anatomy, views_of(Motion, motion)
    return float((state.origin[anatomy["foot"], 2] - anatomy["ankle_height"]).min())
