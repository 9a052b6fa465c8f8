"""Members of a crowd that stay somewhere for a time: on seats, in queues, in talk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..catalogue.crowds import (
    CHATTING,
    LOOKING,
    QUEUEING,
    RISING,
    SITTING,
    STANDING_ABOUT,
    TO_GOALS,
)
from ..shots.cue import Cue
from .destinations import along, exit_of, leave_by, towards
from .manner import Manner, Start, Where

RESTLESS = (0.3, 0.8)  # share of the most that those who talk shift their weight
COMES_FROM, NEARS = 1.2, 0.6  # [m] outside of a circle, and [m/s] from there on


def sit(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    """Sit for a time on the member's own seat, and leave; without one, stand about."""
    seat, gait, stay = where.seat, manner.gait(random), float(random.uniform(*manner.stay))
    if seat is None:
        return stand_about(gait, where, random)
    before = seat.before
    after = [leave_by(exit_of(where, random), before, gait, None)] if where.sinks else []
    if manner.start_seated and not where.comes:
        rise = Cue(RISING, stay, seat=seat.seat, style=gait["style"])
        return Start(seat.heading, [rise, *after], bool(after), place=seat.edge)
    walk = Cue(TO_GOALS.skill, path=[where.place.tolist(), before.tolist()], **gait)
    sit = Cue(
        SITTING.skill, None, seat=seat.seat, place=before.tolist(), stay=stay,
        speed=gait["speed"], style=gait["style"],
    )  # fmt: skip
    after = after or [Cue(STANDING_ABOUT.skill, None)]
    return Start(towards(before, where.place), [walk, sit, *after], bool(where.sinks))


def stand_about(gait: Mapping[str, Any], where: Where, random: np.random.Generator) -> Start:
    """Stand where the member is, or somewhere on the surface if it comes out of a source."""
    if not where.comes:
        return Start(where.heading, [Cue(STANDING_ABOUT.skill)])
    goal = where.surface.place(random)
    walk = Cue(TO_GOALS.skill, path=[where.place.tolist(), goal.tolist()], **gait)
    return Start(towards(goal, where.place), [walk])


def queue(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    """Line up, be served, and go on to goals or by a sink; else stand about."""
    line, gait, serve = where.queue, manner.gait(random), float(random.uniform(*manner.stay))
    assert line is not None
    wait = Cue(
        QUEUEING.skill, path=line.way, spacing=line.spacing, most=float(line.most), serve=serve,
        **gait,
    )  # fmt: skip
    beside = line.beside_head
    if manner.goals:
        points = [line.head, beside, *along(manner.goals, beside)]
        after = Cue(TO_GOALS.skill, None, path=[point.tolist() for point in points], **gait)
        leaves = False
    elif where.sinks:
        after = leave_by(exit_of(where, random), beside, gait, None)
        leaves = True
    else:
        points = [line.head, beside, where.surface.place(random)]
        after = Cue(TO_GOALS.skill, None, path=[point.tolist() for point in points], **gait)
        leaves = False
    return Start(towards(np.array(line.way[-1]), where.place), [wait, after], leaves)


def chat(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    """Stand in a circle, facing its middle, and shift the weight now and then."""
    circle, gait, idle = where.circle, manner.gait(random), float(random.uniform(*RESTLESS))
    assert circle is not None
    place = circle.middle + circle.radius * circle.outwards
    heading, style = towards(circle.middle, place), gait["style"]
    if not where.comes:
        return Start(heading, [Cue(CHATTING.skill, idle=idle, style=style)], place=place)
    before = place + COMES_FROM * circle.outwards
    walk = Cue(TO_GOALS.skill, path=[where.place.tolist(), before.tolist()], **gait)
    turn = Cue(
        LOOKING, None, target=circle.middle.tolist(), distance=circle.radius, speed=NEARS,
        style=style,
    )  # fmt: skip
    stand = Cue(CHATTING.skill, None, idle=idle, style=style)
    return Start(towards(before, where.place), [walk, turn, stand])
