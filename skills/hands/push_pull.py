"""Pushing and pulling a heavy prop by its handles (Coros et al. 2010, Section 5.4).

The performer walks to the prop, slows down before it and takes the handles; then it walks on,
forwards or backwards, with the hands at a fixed place before the body. The prop's resistance acts
on the hands, and balance leans against it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...bodies.reach_posture import Outline, ReachPosture
from ...controllers.gait.footing import outward
from ...controllers.program.anatomy import LEFT, RIGHT
from ...shots.grasp import Grasp, find_handles
from ...simulation.body import Motion
from ...simulation.over_ground import place_of
from ...simulation.records import Rows
from ...simulation.rotation import Array, wrapped
from ..behaviour import Values
from ..biped import Biped
from ..gait_command import start_walking
from .clearance import palms_of
from .handling import close_hands, level_of, open_hands, points_in_world, take_hold
from .holding import SIDES, let_go, pace
from .placing import Spot, Walk, ahead_of

# Numbers without a source: tuned by hand, judged by bench tasks_hands.
# Of the leg: from under the body to the handles. A body that pulls has its feet before it.
PUSHED_FROM, PULLED_FROM, FURTHEST = 0.5, 0.62, 0.75
NEARER = 0.06  # of the leg, less than that, where arms or back require it
FASTEST_TURN = 0.12  # [rad/s] of the pushed prop
MOST_LEAD = 0.25  # [rad] by which the body turns ahead of the prop
TWIST_GAIN, FURTHEST_TWIST = 1.0, 0.15  # [m/rad], [m]
# Gain of the drive for each m/s of missing speed (Section 3.3) [1/s], its largest value in pushing
# and pulling [m/s2], and time of the mean [s]. A stronger pull would tip the prop.
DRIVE_GAIN, MOST_PUSH, MOST_PULL, MEAN_OVER = 5.0, 1.8, 0.8, 0.3
PICKS_UP_SPEED = 0.25  # [m/s2]
HELD_FIRMLY = 0.5  # [s] that hands hold before they push
SIDESTEP_GAIN, FASTEST_SIDESTEP = 1.5, 0.3  # towards handles that are aside [1/s], [m/s]
# Shift to the side from which pushing turns the prop back.
SHIFT_GAIN, FURTHEST_SHIFT = 0.5, 0.15  # [m/rad], [m]
WAIT_GAIN = 6.0  # slows down before a prop that has come nearer [1/s]
RESTING_TIME = 0.8  # [s] in which the body stands up after letting go
FORWARDS, BACKWARDS = 1.0, -1.0


@dataclass
class PushPull:
    """A prop that is pushed or pulled.

    Attributes:
        direction: FORWARDS to push, BACKWARDS to pull.
        reach: distance of each hand ahead of the shoulders [m].
        going: mean speed of the prop [m/s].
        place: last place of the prop [m].
        heading: present direction of the motion [rad]; speed: target [m/s].
        part: present part of the task; since: when that began [s].
    """

    biped: Biped
    prop: str
    grasp: Grasp
    direction: float
    walk: Walk
    reach: tuple[float, float] = (0.0, 0.0)
    heading: float = 0.0
    going: float = 0.0
    place: Array | None = None
    speed: float = 0.0
    part: str = "walk"
    since: float = 0.0
    must_stay: ClassVar[bool] = False

    def leave(self) -> None:
        """End the task: let go and stand up."""
        biped = self.biped
        let_go(biped)
        biped.arms.pushes_or_pulls, biped.arms.drive = False, 0.0
        biped.let_meet(self.prop, True)
        biped.arms.rest(RESTING_TIME * pace(biped))


def start_push_pull(
    biped: Biped, motion: Rows[Motion], values: Values, direction: float
) -> PushPull:
    """Choose the handles and the place to stand for them."""
    prop, position, orientation = biped.look_at(values["prop"])
    outline = Outline(biped.character)
    grasp = find_handles(
        prop,
        position,
        orientation,
        place_of(motion),
        outline,
        level_of(biped, motion),
        pulled=direction < 0.0,
    )
    usual = PUSHED_FROM if direction > 0.0 else PULLED_FROM
    distances = np.linspace(usual - NEARER, FURTHEST, 23) * biped.leg
    posture = _posture(biped, motion, outline, grasp, distances)
    spot = grasp.middle[:2] - (grasp.front + posture.distance) * ahead_of(grasp.facing)
    walk = Walk(biped, Spot(spot, grasp.facing), values["approach_speed"])
    return PushPull(biped, prop.name, grasp, direction, walk)


def push_or_pull(biped: Biped, task: PushPull, motion: Rows[Motion], values: Values) -> None:
    """Called many times a second."""
    places = points_in_world(biped, task.prop, task.grasp.points)
    if task.part == "walk":
        task.walk.steer(motion)
        if task.walk.is_over:
            away = float(np.linalg.norm(places.mean(axis=0)[:2] - place_of(motion)))
            outline = Outline(biped.character)
            posture = _posture(biped, motion, outline, task.grasp, np.array([away]))
            open_hands(biped, motion, task.prop, places, posture, task.grasp.facing)
            _go_on(biped, task, "open")
    elif task.part == "open" and biped.arms.has_arrived(0):
        close_hands(biped, motion, task.prop, places, bears=0.0)
        _go_on(biped, task, "close")
    elif task.part == "close" and biped.arms.has_arrived(0):
        take_hold(biped, motion, task.prop)
        biped.arms.pushes_or_pulls = True
        task.reach = _hold_before_body(biped, motion)
        _go_on(biped, task, "hold")
    elif task.part == "hold" and biped.time > task.since + HELD_FIRMLY:
        start_walking(biped)
        task.heading = float(biped.memory["heading"])
        _go_on(biped, task, "haul")
    elif task.part == "haul":
        _walk_on(biped, task, values)
        _stay_behind(biped, motion, task)


def _walk_on(biped: Biped, task: PushPull, values: Values) -> None:
    since = biped.time - task.since
    task.since = biped.time
    wanted = task.direction * values["speed"]
    change = PICKS_UP_SPEED * since
    task.speed += min(max(wanted - task.speed, -change), change)
    if values["heading"] is not None:
        turn = wrapped(values["heading"] - task.heading)
        task.heading += min(max(turn, -FASTEST_TURN * since), FASTEST_TURN * since)
    faced = _faced_by(biped, task)
    lead = wrapped(task.heading - faced)
    task.heading = faced + min(max(lead, -MOST_LEAD), MOST_LEAD)
    biped.command["heading"] = task.heading
    biped.command["turn_rate"] = math.nan
    biped.command["speed"] = task.speed
    _feel_going(biped, task, since)
    drive = DRIVE_GAIN * biped.character.mass * (task.speed - task.going)
    most = (MOST_PUSH if task.direction > 0.0 else MOST_PULL) * biped.character.mass
    biped.arms.drive = min(max(drive, -most), most)


def _feel_going(biped: Biped, task: PushPull, since: float) -> None:
    """Update the mean speed of the prop along the heading [m/s]."""
    place = biped.look_at(task.prop)[1][:2].copy()
    if task.place is not None and since > 0.0:
        now = float((place - task.place) @ ahead_of(task.heading)) / since
        task.going += min(since / MEAN_OVER, 1.0) * (now - task.going)
    task.place = place


def _handle(biped: Biped, task: PushPull, side: int) -> Array:
    """(3,) place of a hand's grip [m]."""
    place: Array = points_in_world(biped, task.prop, biped.arms.grips[side].point[None])[0]
    return place


def _faced_by(biped: Biped, task: PushPull) -> float:
    """Direction [rad] at right angles to the line between the hands."""
    across = _handle(biped, task, LEFT) - _handle(biped, task, RIGHT)
    return math.atan2(-across[0], across[1])


def _twist(biped: Biped, task: PushPull) -> float:
    """Shift of a hand's goal ahead, and of the other's back [m], which turns the prop.

    Without it a prop that is pushed from behind would turn away, in an unstable way.
    """
    off = wrapped(task.heading - _faced_by(biped, task))
    return min(max(TWIST_GAIN * off, -FURTHEST_TWIST), FURTHEST_TWIST)


def _stay_behind(biped: Biped, motion: Rows[Motion], task: PushPull) -> None:
    """Keep the hands' distance ahead and let them move sideways; walk after them."""
    aside, nearer, turn = 0.0, 0.0, _twist(biped, task)
    for side in SIDES:
        seen = biped.arms.seen_from_shoulders(_handle(biped, task, side), motion)
        aside += seen[1] / len(SIDES)
        nearer += (task.reach[side] - seen[0]) / len(SIDES)
        ahead = task.reach[side] - outward(side) * turn
        biped.arms.hold_at(side, np.array([ahead, seen[1], seen[2]]))
    if task.direction > 0.0:
        biped.command["speed"] = max(task.speed - WAIT_GAIN * max(nearer, 0.0), 0.0)
    off = wrapped(task.heading - _faced_by(biped, task))
    aside -= min(max(SHIFT_GAIN * off, -FURTHEST_SHIFT), FURTHEST_SHIFT)
    sidestep = SIDESTEP_GAIN * aside
    biped.command["lateral_speed"] = min(max(sidestep, -FASTEST_SIDESTEP), FASTEST_SIDESTEP)


def _hold_before_body(biped: Biped, motion: Rows[Motion]) -> tuple[float, float]:
    """Keep the palms at their places before the body; returns their distance ahead [m]."""
    palms = palms_of(biped, motion)
    goals = {side: biped.arms.seen_from_shoulders(palms[side], motion) for side in SIDES}
    biped.arms.bring(goals, pace(biped) * HELD_FIRMLY, motion, goes_along=True)
    return float(goals[LEFT][0]), float(goals[RIGHT][0])


def _posture(
    biped: Biped, motion: Rows[Motion], outline: Outline, grasp: Grasp, distances: Array
) -> ReachPosture:
    height = float(grasp.middle[2]) - level_of(biped, motion)
    aside = grasp.half_width - outline.shoulder_width / 2
    return outline.reach_posture(height, aside, distances, float(distances[0]))


def _go_on(biped: Biped, task: PushPull, part: str) -> None:
    task.part, task.since = part, biped.time
