"""Walk to a prop, take it with both hands and lift it; later cues carry it along."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..bodies.lifting_stance import Hold, lifting_stance, squat
from ..bodies.reach_posture import Outline
from ..catalogue.hindrances import HANDS_FULL
from ..shots.grasp import Grasp, find_grasp, widest_hold
from ..shots.hand_reach import distance_to_hands
from ..simulation.body import Motion
from ..simulation.over_ground import place_of
from ..simulation.records import Rows
from ..simulation.rotation import Array
from .behaviour import Values
from .biped import Biped
from .hands.clearance import keep_clear, palms_of, support_of
from .hands.handling import (
    RefusedTask,
    carry,
    close_hands,
    distance_of,
    give_up_way,
    level_of,
    lift,
    open_hands,
    points_in_world,
    raise_body,
    raise_hands,
    refuse,
    take_hold,
)
from .hands.hanging import Swing
from .hands.holding import carried_prop
from .hands.placing import Spot, Walk, ahead_of
from .hands.task import HandBehaviour

AT_HANDLE = 0.03  # [m] from its handle, at which a palm takes hold
STEADY = "steady"  # event: the prop is carried and hangs still
SWINGS_FOR = 3.0  # [s], after which the next cue no longer waits for the prop to hang still
FREE_OF_IT = 0.2  # of the leg: between a prop and what it was lifted from, before it is let down
PATIENCE = 1.0  # [s], after which a palm takes hold anyway


@dataclass
class Lift:
    """A lift as it goes on.

    Attributes:
        part: present part of the task; since: when that began [s].
        hands_up: whether the hands have been raised over what bears the prop.
    """

    biped: Biped
    prop: str
    grasp: Grasp
    walk: Walk
    part: str = "walk"
    since: float = 0.0
    swing: Swing = field(default_factory=Swing)
    hands_up: bool = False

    @property
    def must_stay(self) -> bool:
        """Whether the walker is on its way, or in a part that must end first."""
        if self.part in ("walk", "open", "close"):
            return True
        return bool(self.biped.arms.grips) and STEADY not in self.biped.reported

    def leave(self) -> None:
        """Keep a held prop; a body that holds nothing stands upright."""
        if not self.biped.arms.grips:
            raise_body(self.biped)
            self.biped.let_meet(self.prop, True)


class PickUp(HandBehaviour):
    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped = self.body
        if self.task is None:
            full = carried_prop(biped) is not None
            self.task = refuse(biped, HANDS_FULL) if full else _plan(biped, motion, values)
        task = self.task
        if isinstance(task, RefusedTask):
            return
        if task.part != "walk":
            _lift(biped, motion, task)
            return
        task.walk.steer(motion)
        if task.walk.arrives and not task.hands_up:
            task.hands_up = True
            raise_hands(biped, motion, task.prop, task.grasp)
        if task.walk.is_over:
            places = points_in_world(biped, task.prop, task.grasp.points)
            _reach_down(biped, motion, task, places)
        elif task.walk.is_late:
            self.task = give_up_way(biped)


def _lift(biped: Biped, motion: Rows[Motion], task: Lift) -> None:
    """Go on with a lift once the walk to the prop has ended."""
    places = points_in_world(biped, task.prop, task.grasp.points)
    if task.part == "open" and biped.arms.has_arrived(0):
        close_hands(biped, motion, task.prop, places)
        _go_on(biped, task, "close")
    elif task.part == "close" and _is_at(biped, motion, task, places):
        take_hold(biped, motion, task.prop)
        lift(biped, motion, task.prop, task.grasp)
        _go_on(biped, task, "lift")
    elif task.part == "lift" and biped.arms.has_arrived(0):
        carry(biped, motion, task.grasp)
        keep_clear(biped)
        if biped.arms.raised > 0.0:
            task.walk = Walk(biped, _off_its_support(biped, task), task.walk.speed)
            _go_on(biped, task, "back")
        else:
            _go_on(biped, task, "carry")
    elif task.part == "back":
        task.walk.steer(motion)
        keep_clear(biped)
        if task.walk.is_over:
            _go_on(biped, task, "carry")
    elif task.part == "carry":
        keep_clear(biped)
        if _is_steady(biped, task):
            biped.report_event(STEADY)
            task.walk = Walk(biped, Spot(task.walk.spot.place, task.grasp.facing), task.walk.speed)
            _go_on(biped, task, "stand")
    elif task.part == "stand":
        keep_clear(biped)
        task.walk.steer(motion)


def _off_its_support(biped: Biped, task: Lift) -> Spot:
    """Where the body stands once the prop is no longer over what it lay on."""
    grasp = task.grasp
    away = support_of(biped, grasp.middle, grasp.facing).front + grasp.front
    away += distance_to_hands(Outline(biped.character), grasp) + FREE_OF_IT * biped.leg
    return Spot(grasp.middle[:2] - away * ahead_of(grasp.facing), grasp.facing)


def _is_steady(biped: Biped, task: Lift) -> bool:
    """Whether the prop hangs still at its carrying place, or the time for that is over."""
    settled = task.swing.has_settled(biped.look_at(task.prop)[1], biped.time)
    return settled or biped.time > task.since + SWINGS_FOR


def _plan(biped: Biped, motion: Rows[Motion], values: Values) -> Lift:
    prop, position, orientation = biped.look_at(values["prop"])
    outline = Outline(biped.character)
    grasp = find_grasp(prop, position, orientation, place_of(motion), widest_hold(outline))
    hold = _hold(biped, motion, grasp, grasp.middle)
    stance, posture = lifting_stance(outline, hold)
    spot = grasp.middle[:2] - posture.distance * ahead_of(grasp.facing)
    walk = Walk(biped, Spot(spot, grasp.facing, stance), values["speed"])
    return Lift(biped, prop.name, grasp, walk)


def _reach_down(biped: Biped, motion: Rows[Motion], task: Lift, places: Any) -> None:
    middle = places.mean(axis=0)
    away = distance_of(biped, motion, middle)
    hold = _hold(biped, motion, task.grasp, middle)
    _, posture = squat(Outline(biped.character), hold, task.walk.spot.stance, away)
    open_hands(biped, motion, task.prop, places, posture, task.grasp.facing)
    _go_on(biped, task, "open")


def _hold(biped: Biped, motion: Rows[Motion], grasp: Grasp, middle: Array) -> Hold:
    """The hold of a grasp whose middle is at a place (3,)."""
    level, support = level_of(biped, motion), support_of(biped, middle, grasp.facing)
    height, top = float(middle[2]) - level, support.top - level
    return Hold(height, grasp.half_width, grasp.front, support.front, top)


def _go_on(biped: Biped, task: Lift, part: str) -> None:
    task.part, task.since = part, biped.time


def _is_at(biped: Biped, motion: Rows[Motion], task: Lift, places: Any) -> bool:
    """Whether both palms are at their handles, or the time for that is over."""
    if not biped.arms.has_arrived(0):
        return False
    off = float(np.linalg.norm(palms_of(biped, motion) - places, axis=1).max())
    return off < AT_HANDLE or biped.time > task.since + PATIENCE
