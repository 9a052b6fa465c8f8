"""A run from its begin to its end, with the transitions from a walk and back."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...catalogue.trackings import RUNNER
from ...controllers.balance.posture import turn_towards
from ...controllers.balance.walker import walk_actuators
from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.modes import WALKING
from ...controllers.gait.records import GaitCommand, GaitMemory
from ...controllers.program.anatomy import Anatomy
from ...controllers.run.contacts import lands
from ...controllers.run.records import make_run
from ...controllers.run.runner import (
    change_contacts,
    margin_of_stability,
    run_actuators,
    run_on,
    start_running,
    walk_on,
)
from ...simulation.body import Motion
from ...simulation.records import Rows, copy_of, overwrite, unchecked, views_of
from ...simulation.rotation import Array, about_z
from .plan import PlannedRun, Runner
from .reference import Fields, run_fields

# Numbers without a source: tuned by hand, judged by bench running.
# Speeds of an adult, by dynamic similarity [m/s].
LAUNCH_SPEED, LAUNCHED = 1.1, 0.8  # of the walk before a run; share at which the run begins
LEAST_STEPS = 2  # of a walk before a run
LAUNCH_MARGIN = 0.14  # [leg]
HANDOVER_SPEED, SLOW_ENOUGH = 1.1, 1.2  # of the run before a walk; at which the walk may begin
LEAST_LEAPING = 0.8  # from which it leaps
SLOW_ASIDE = 0.3  # speed sideways from which a walk may begin
# Largest external assistance: a stiffness [g / leg], for a body with this radius [leg].
ASSIST_STIFFNESS, ASSIST_RADIUS = 10.0, 0.3


Records = tuple[Rows[Anatomy], Rows[Motion], Rows[GaitCommand], Rows[GaitMemory]]


class Launch(NamedTuple):
    """The walk before a run.

    Attributes:
        ahead, aside: its speed ahead and to the left, of an adult, by dynamic similarity [m/s].
        margin: largest margin of stability at its last footstrike [leg]: from a foot further out,
            the first stance throws the body to the other side, and the next foot is not there in
            time.
    """

    ahead: float = LAUNCH_SPEED
    aside: float = 0.0
    margin: float = LAUNCH_MARGIN


class Gait(NamedTuple):
    """What a body moves by: a clip's name and how it is tracked, or the name of other contacts."""

    name: str
    tracking: str
    is_clip: bool


class Running:
    """A body that runs, or walks a few steps before a run.

    Attributes:
        record: row of the run, as in `run.records`.
        wants_stop: whether another skill waits for the end of the run.
        is_over: whether the walking controller moves the body again.
    """

    def __init__(self, biped: Runner) -> None:
        self._records = make_run()
        self.record = self._records[0]
        self.wants_stop = self.is_over = False
        self._biped = biped
        self._pace = math.sqrt(biped.leg / ADULT_LEG)
        self._speed = self._aside = self._assist = 0.0
        self._runs = False
        self._footstrikes = int(biped.memory["footstrikes"])
        self._steps = 0
        self._gait, self._launch = Gait("", RUNNER, True), Launch()
        self._next: tuple[Gait, Fields] | None = None  # what it waits to move by
        self._planned: PlannedRun | None = None

    def put_on(self, reference: str, tracking: str = RUNNER) -> None:
        """Follow a reference motion, shipped or saved, from now on, with a kind of tracking."""
        self._launch = Launch()
        self._change(Gait(reference, tracking, True), lambda: run_fields(reference))

    def change_gait(self, name: str, fields: Fields, launch: Launch) -> None:
        """Move by other contacts and another posture from now on: fields of the run's record."""
        self._launch = launch
        self._change(Gait(name, RUNNER, False), lambda: fields)

    def _change(self, gait: Gait, fields: Callable[[], Fields]) -> None:
        """Change the gait, after a few steps of a walk where one of both is no clip."""
        if self._next is not None and gait == self._next[0]:
            return
        self._next = None
        if gait == self._gait:
            return
        self._planned = None
        if self._runs and not (gait.is_clip and self._gait.is_clip):
            self._next = gait, fields()
        else:
            self._take(gait, fields())

    def _take(self, gait: Gait, fields: Fields) -> None:
        for field, values in fields.items():
            unchecked(self.record)[field] = values
        self.record["style_speed"] *= self._pace
        self._gait, self._next = gait, None
        self.record["since_start"] = 0.0
        if self._runs:
            change_contacts(self._biped.anatomies, self._records)

    def run_on(self, motion: Rows[Motion]) -> None:
        """Go on from wherever another law has brought a body that runs, and slow down to a walk."""
        biped = self._biped
        run_on(biped.anatomies, motion, biped.commands, biped.memories, self._records)
        self._runs = self.wants_stop = True

    def ask(self, speed: float, aside: float = 0.0) -> None:
        """Run at a speed, and sideways to the left at another one [m/s], from now on."""
        self._speed, self._aside = speed, aside
        self.wants_stop = False

    @property
    def runs(self) -> bool:
        """Whether the body has got from the walk to the run."""
        return self._runs and not self.is_over

    @property
    def may_leap(self) -> bool:
        """Whether it runs by a clip, and fast enough to leap."""
        by_clip = self._gait.is_clip and self._next is None
        return self.runs and by_clip and self._speed > LEAST_LEAPING * self._pace

    @property
    def speed(self) -> float:
        """That was asked for [m/s]."""
        return self._speed

    def leap(
        self, stances: int, stretch: float, lasts: float, ahead: float, onto: float
    ) -> None:  # fmt: skip
        """Fly longer than usual, once.

        Args:
            stances: until the one before that flight; 0: the present one.
            stretch: by how much the flights before last longer [s], so that steps are longer.
            lasts: by how much that flight lasts longer [s].
            ahead: how much further ahead the foot lands [leg].
            onto: height of the ground there [m].
        """
        record = self.record
        record["leaps_in"], record["leap"] = stances, lasts
        record["leaps_ahead"], record["leaps_onto"] = ahead, onto
        record["stretch"] = stretch

    def state(self) -> tuple[Any, ...]:
        """What a trial changes, for `restore`."""
        return copy_of(self._records), self._speed, self.wants_stop, self.is_over

    def restore(self, state: tuple[Any, ...]) -> None:
        """Go back to an earlier state."""
        records, self._speed, self.wants_stop, self.is_over = state
        overwrite(self._records, records)

    def be_helped(self, assist: float) -> None:
        """Set the external assistance, as a share of its largest value."""
        if assist > 0.0 and self._assist == 0.0:
            self._biped.events.append("assisted")
        self._assist = assist

    def _help(self, motion: Rows[Motion]) -> Array:
        """(3,) torque from outside that turns the trunk upright [N m]."""
        biped, ahead = self._biped, about_z(float(self.record["heading"]))
        trunk = int(biped.anatomy["torso"])
        stiffness = ASSIST_STIFFNESS * float(biped.command["gravity"]) / biped.leg
        upright = turn_towards(motion[0], trunk, ahead, stiffness)
        inertia = float(biped.anatomy["total_mass"]) * (ASSIST_RADIUS * biped.leg) ** 2
        torque: Array = self._assist * inertia * upright
        return torque

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        biped = self._biped
        records = biped.anatomies, motion, biped.commands, biped.memories
        if not self._runs:
            return self._walk(motion, records)
        self._ask()
        if self._assist > 0.0:
            biped.assist = self._help(motion)
        if self._planned is not None and not self.wants_stop:
            return self._planned.actuators(motion, self._speed, self._turn_rate())
        before = int(self.record["footstrikes"])
        flat: Array = run_actuators(biped.body, *records, self._records)
        struck = int(self.record["footstrikes"]) > before
        if struck and self._gait.tracking != RUNNER and self.record["speed"] == self._speed:
            self._planned = self._plan(motion)
        slow = self.record["speed"] < SLOW_ENOUGH * self._pace
        slow &= abs(self.record["aside"]) < SLOW_ASIDE * self._pace
        if struck and slow and (self.wants_stop or self._next is not None):
            walk_on(*records, self._records)
            self.is_over = self.wants_stop
            self._walk_between()
        return flat

    def _walk_between(self) -> None:
        """Walk, until the body may move by what it waits for."""
        self._runs = False
        self._footstrikes, self._steps = int(self._biped.memory["footstrikes"]), 0
        if self._next is not None:
            self._take(*self._next)

    def _ask(self) -> None:
        """Tell the law what is asked for: on the way to a stop, or to other contacts, what a walk
        can take over.
        """
        record, speed, aside = self.record, self._speed, self._aside
        if self.wants_stop or self._next is not None:
            speed, aside = min(speed, HANDOVER_SPEED * self._pace), 0.0
            if record["aside"] != 0.0:  # it does not speed up ahead as it slows down aside
                speed = min(speed, float(record["speed"]))
        record["asked"], record["asked_aside"] = speed, aside

    def _plan(self, motion: Rows[Motion]) -> PlannedRun:
        record = self.record
        self._biped.events.append("tracked")
        return PlannedRun(
            self._biped, self._gait.name, self._gait.tracking, views_of(Motion, motion),
            float(record["heading"]), float(record["speed"]), int(record["side"]),
        )  # fmt: skip

    def _turn_rate(self) -> float:
        """Target turn rate [rad/s]; a plan with a target heading goes straight on."""
        rate = float(self._biped.command["turn_rate"])
        return 0.0 if math.isnan(rate) else rate

    def _walk(self, motion: Rows[Motion], records: Records) -> Array:
        """Walk until the body is fast enough, and run from the next footstrike on."""
        biped, launch = self._biped, self._launch
        if self.wants_stop:
            self.is_over = True
        else:
            biped.command["walking"], biped.command["speed"] = 1, launch.ahead * self._pace
            biped.command["lateral_speed"] = launch.aside * self._pace
        flat: Array = walk_actuators(biped.body, *records)
        struck = int(biped.memory["footstrikes"])
        if struck != self._footstrikes:
            self._footstrikes = struck
            self._steps += 1
            level = float(np.hypot(*views_of(Motion, motion).com_velocity[:2]))
            fast = level > LAUNCHED * math.hypot(launch.ahead, launch.aside) * self._pace
            walks = biped.memory["mode"] == WALKING
            near = margin_of_stability(*records) < launch.margin * biped.leg
            near &= lands(self.record, int(biped.memory["stance"]))
            if not self.is_over and walks and fast and near and self._steps >= LEAST_STEPS:
                start_running(*records, self._records)
                self._runs = True
        return flat
