"""Walk to a place with the held prop, lower it there and let go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..bodies.lifting_stance import lifting_stance
from ..bodies.reach_posture import Outline
from ..catalogue.hindrances import HANDS_EMPTY
from ..shots.grasp import corners_of
from ..shots.hand_reach import place_on
from ..simulation.body import Motion
from ..simulation.over_ground import place_of
from ..simulation.records import Rows
from ..simulation.rotation import Array, matrix_of
from .behaviour import Values
from .biped import Biped
from .hands.clearance import keep_clear
from .hands.handling import (
    RefusedTask,
    give_up_way,
    hold_at,
    lower,
    part_hands,
    raise_body,
    refuse,
)
from .hands.holding import carried_prop, let_go
from .hands.placing import Spot, Walk, ahead_of
from .hands.task import HandBehaviour

DONE = "put_down"  # event: the body has let go of the prop and stands
STEPS_BACK = 0.3  # of the leg, from what it has put down
CLOSE = 0.35  # of the leg: a target that is nearer is not turned to


@dataclass
class Lowering:
    """A prop on its way to a place.

    Attributes:
        target: (3,) final place of the middle of its lowest side [m].
        part: present part of the task; since: when that began [s].
    """

    biped: Biped
    prop: str
    target: Array
    walk: Walk
    part: str = "walk"
    since: float = 0.0

    @property
    def must_stay(self) -> bool:
        """Whether the walker is on its way, or in a part that must end first."""
        if self.part in ("walk", "lower"):
            return bool(self.biped.arms.grips)
        return DONE not in self.biped.reported

    def leave(self) -> None:
        """End the task: stand upright, with or without the prop."""
        if not self.biped.arms.grips:
            raise_body(self.biped)


class PutDown(HandBehaviour):
    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped = self.body
        if self.task is None:
            self.task = _start(biped, motion, values)
        task = self.task
        if isinstance(task, RefusedTask):
            return
        if task.part != "walk":
            _lower(biped, motion, task)
            return
        task.walk.steer(motion)
        keep_clear(biped)
        if task.walk.is_over:
            rest = _resting_middle(biped, task.prop, task.target)
            lower(biped, motion, task.prop, rest, task.walk.spot)
            _go_on(biped, task, "lower")
        elif task.walk.is_late:
            self.task = give_up_way(biped)


def _start(biped: Biped, motion: Rows[Motion], values: Values) -> Lowering | RefusedTask:
    held = carried_prop(biped)
    return refuse(biped, HANDS_EMPTY) if held is None else _plan(biped, motion, values, held)


def _lower(biped: Biped, motion: Rows[Motion], task: Lowering) -> None:
    """Go on once the walk to the target has ended."""
    if task.part == "lower" and biped.arms.has_arrived(0):
        let_go(biped)
        part_hands(biped, motion)
        _go_on(biped, task, "part")
    elif task.part == "part" and biped.arms.has_arrived(0):
        raise_body(biped)
        biped.let_meet(task.prop, True)
        _go_on(biped, task, "rise")
    elif task.part == "rise" and biped.arms.is_idle:
        spot = task.walk.spot
        behind = spot.place - STEPS_BACK * biped.leg * ahead_of(spot.facing)
        task.walk = Walk(biped, Spot(behind, spot.facing), task.walk.speed)
        _go_on(biped, task, "back")
    elif task.part == "back":
        task.walk.steer(motion)
        if task.walk.is_over:
            biped.report_event(DONE)


def _go_on(biped: Biped, task: Lowering, part: str) -> None:
    task.part, task.since = part, biped.time


def _plan(biped: Biped, motion: Rows[Motion], values: Values, prop: str) -> Lowering:
    target = _place_of_target(biped, values["target"])
    place = place_of(motion)
    way = target[:2] - place
    facing = float(biped.memory["heading"])
    if float(np.hypot(*way)) > CLOSE * biped.leg:  # nearer, it makes room without turning
        facing = float(np.arctan2(way[1], way[0]))
    rest = _resting_middle(biped, prop, target)
    hold = hold_at(biped, motion, prop, rest, facing)
    stance, posture = lifting_stance(Outline(biped.character), hold)
    spot = Spot(target[:2] - posture.distance * ahead_of(facing), facing, stance)
    return Lowering(biped, prop, target, Walk(biped, spot, values["speed"]))


def _place_of_target(biped: Biped, target: Any) -> Array:
    if isinstance(target, str):
        return place_on(*biped.look_at(target))
    return np.array(target, float)


def _resting_middle(biped: Biped, name: str, target: Array) -> Array:
    """(3,) of the prop when its lowest part is at the target [m]."""
    prop, _, orientation = biped.look_at(name)
    corners = corners_of(prop) @ matrix_of(orientation).T
    return np.array([target[0], target[1], target[2] - float(corners[:, 2].min())])
