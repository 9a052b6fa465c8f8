"""A step onto a platform, or off it, as it goes on: the weight shifts over one foot, the other one
leads, the weight follows it, the trailing foot comes beside it, and the body stands.

Planned as Wu, Zordan 2010, Sections 4 and 5, plan directed steps, with the path of the center of
mass from a path of the pressure; the law of `controllers.jumping` finds the torques.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...controllers.gait.gait import ADULT_LEG
from ...controllers.jumping.jumping import jump_actuators
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array
from ..biped import Biped
from ..jumping.feet import MIDDLE, smooth
from ..jumping.targets import Targets
from ..jumping.way import Way, ease_way, over_ground
from ..ways.crossing import Ledge
from .foot_path import FootPath
from .footholds import footholds, toes_of
from .manner import Manner
from .mass_path import MassPath, plan_mass_path

MASS_WEIGHT = 1000.0  # of the center of mass: a foot in the air would take the body with it
TOES = 0.5  # of their length: where they bear
STRAIGHT = 0.12  # [rad]: knees nearer to straight are bent
SHIFTED_BY, SINKS_FROM = 0.7, 0.4  # shares of the shift: the weight is over a foot; it sinks
MEAN_DIP = 0.08  # of the leg: how much lower than in standing the body is, in the mean
CENTERED_BY = 0.5  # share of the settling: the weight is over both feet
LOADED_BY, UNLOADED_FROM, FLAT_BY = 0.3, 0.6, 0.5  # shares of the follow
SINKS = 0.3  # [m/s] of a foot that has not met the ground in time
BEARS = 0.1  # share of its load from which on a foot counts as bearing
BEARS_BY = 0.3  # [s] after the trailing foot has come down it bears its share
TOUCHED = 1.0  # [N]
FALLEN = 0.35  # of the height of standing


class Climb:
    """
    Attributes:
        has_fallen: whether more than the legs below the knees has borne the body.
        is_over: whether it stands.
        heading: that it faces [rad].
    """

    has_fallen: bool = False
    is_over: bool = False

    def __init__(
        self, body: Biped, motion: Rows[Motion], ledge: Ledge, manner: Manner, lead: int
    ) -> None:
        """
        Args:
            lead: the side of the foot that leads.
        """
        now = views_of(Motion, motion)
        self._body, self._ledge, self._manner = body, ledge, manner
        self._lead, self._trail, self.heading = lead, 1 - lead, ledge.heading
        self._gravity = float(body.command["gravity"])
        self._targets = Targets(self._gravity, float(body.command["dt"]))
        self._command = self._targets.command
        self._elapsed = 0.0
        pace = math.sqrt(body.leg / ADULT_LEG)
        lasts = (manner.shift, manner.lead, manner.follow, manner.bring, manner.settle)
        self._ends = np.cumsum(lasts) * pace
        self._holds = footholds(body, ledge, now.origin[body.anatomy["foot"]], manner)
        self._start, self._toes = now.com.copy(), TOES * toes_of(body)
        self._mass = self._plan_mass(now)
        self._command["floor"][:] = ledge.floor
        self._command["mass_weight"] = MASS_WEIGHT
        self._targets.bear(0.0, 0.0)
        self._phase: Callable[[Motion, float], None] = self._shift

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        now, body, targets = views_of(Motion, motion), self._body, self._targets
        self._elapsed += float(body.command["dt"])
        self.has_fallen = self.has_fallen or bears_on_more_than_legs(body, now)
        targets.lead(over_ground(self._way_now(now), self._height_now()))
        leaning = smooth(_share(self._elapsed, 0.5 * self._ends[0], self._ends[1]))
        leaning *= 1.0 - smooth(_share(self._elapsed, self._ends[2], self._ends[3]))
        targets.pose(self._manner.lean * leaning, self._manner.swing * leaning)
        targets.face(self.heading)
        self._command["straight"] = STRAIGHT * smooth(self._elapsed / self._ends[0])
        self._phase(now, self._elapsed)
        self.is_over = self._elapsed >= self._ends[4]
        flat: Array = jump_actuators(body.body, body.anatomies, motion, targets.commands)
        return flat

    def is_lost(self, now: Motion) -> bool:
        """Whether the body falls."""
        low = now.com[2] - min(self._ledge.floor, self._ledge.landing) < FALLEN * self._standing
        return bool(low) or self.has_fallen or bears_on_more_than_legs(self._body, now)

    def _plan_mass(self, now: Motion) -> MassPath:
        """From where the body is over the trailing sole, then over the leading one, to both."""
        anatomy, manner, ends = self._body.anatomy, self._manner, self._ends
        lead, trail, ahead = self._lead, self._trail, self._ledge.ahead
        ankles, ball = now.origin[anatomy["foot"]][:, :2], anatomy["ball"][:, None]

        def soles(ankles: Array, share: float) -> Array:
            """(2, 2) points of both soles at a share of the way from ankle to ball."""
            points: Array = ankles + share * ball * ahead
            return points

        middle, holds = soles(ankles, MIDDLE), self._holds[:, :2]
        rests = soles(holds, MIDDLE)
        both = rests.mean(axis=0)
        centered = ends[3] + CENTERED_BY * (ends[4] - ends[3])
        rate = math.sqrt(self._gravity / (self._standing - MEAN_DIP * self._body.leg))
        return plan_mass_path((
            (0.0, now.com[:2].copy()), (SHIFTED_BY * ends[0], middle[trail]),
            (ends[0], middle[trail]), (ends[1], soles(ankles, manner.leaves)[trail]),
            (ends[2], soles(holds, manner.arrives)[lead]), (ends[3], rests[lead]),
            (centered, both), (ends[4], both),
        ), rate)  # fmt: skip

    def _way_now(self, now: Motion) -> Way:
        """Over the ground: the pressure leads the body, as far as the soles reach."""
        led = self._mass.led_pressure(self._elapsed, now.com[:2], now.com_velocity[:2])
        growth = self._mass.acceleration(now.com[:2], self._within_soles(now, led))
        return Way(now.com.copy(), now.com_velocity.copy(), np.append(growth, 0.0))

    def _within_soles(self, now: Motion, place: Array) -> Array:
        """(2,) the nearest place to one within the soles that bear, along and across the way."""
        anatomy, command, ahead = self._body.anatomy, self._command, self._ledge.ahead
        axes = np.array([ahead, [-ahead[1], ahead[0]]])
        bear = np.flatnonzero(command["bears"] * command["load"] > BEARS)
        ankles = now.origin[anatomy["foot"][bear]][:, :2] @ axes.T
        half, heel, ball = (anatomy[name][bear] for name in ("half_width", "heel", "ball"))
        least = (ankles - np.stack([heel, half], axis=1)).min(axis=0)
        most = (ankles + np.stack([ball, half], axis=1)).max(axis=0)
        within: Array = np.clip(axes @ place, least, most) @ axes
        return within

    @property
    def _standing(self) -> float:
        """Height of the center of mass over the ground as the climb begins [m]."""
        return float(self._start[2]) - self._ledge.floor

    def _height_now(self) -> Way:
        """Down, and up to standing; only the third numbers count."""
        manner, ends, time = self._manner, self._ends, self._elapsed
        low, goal = self._start.copy(), self._start + [0.0, 0.0, self._ledge.rise]
        low[2] = min(low[2], goal[2]) - manner.dip * self._body.leg
        begins = SINKS_FROM * ends[0]
        turns = ends[1] + manner.turns * (ends[2] - ends[1])
        rests = ends[3] + manner.rests * (ends[4] - ends[3])
        if time < turns:
            return ease_way(self._start, low, time - begins, turns - begins)
        return ease_way(low, goal, time - turns, rests - turns)

    def _shift(self, now: Motion, time: float) -> None:
        """Bring the weight over the trailing foot."""
        self._command["load"][self._lead] = 1.0 - smooth(
            _share(time, SHIFTED_BY * self._ends[0], self._ends[0])
        )
        if time >= self._ends[0]:
            self._lift(now, self._lead, self._reach)

    def _reach(self, now: Motion, time: float) -> None:
        """Put the leading foot on the other level."""
        share = _share(time, self._ends[0], self._ends[1])
        self._carry(now, self._lead, share)
        if time >= self._ends[1] and self._meets_ground(now, self._lead):
            self._put_down(self._lead)
            self._phase = self._follow

    def _follow(self, now: Motion, time: float) -> None:
        """Bring the weight over the leading foot; the heel of the other one rises."""
        command, manner, lead, trail = self._command, self._manner, self._lead, self._trail
        share = _share(time, self._ends[1], self._ends[2])
        command["load"][lead] = smooth(share / LOADED_BY)
        command["foot_pitch"][lead] = manner.lands * (1.0 - smooth(share / FLAT_BY))
        command["foot_pitch"][trail] = manner.heel * smooth(share)
        command["on_toes"][trail] = self._toes
        command["load"][trail] = 1.0 - smooth(_share(share, UNLOADED_FROM, 1.0))
        if time >= self._ends[2]:
            self._lift(now, trail, self._bring)

    def _bring(self, now: Motion, time: float) -> None:
        """Put the trailing foot beside the other one."""
        self._carry(now, self._trail, _share(time, self._ends[2], self._ends[3]))
        if time >= self._ends[3] and self._meets_ground(now, self._trail):
            self._put_down(self._trail)
            self._phase = self._settle

    def _settle(self, now: Motion, time: float) -> None:
        """Bring the weight over both feet."""
        self._command["load"][self._trail] = smooth((time - self._ends[3]) / BEARS_BY)
        self._command["foot_pitch"][:] = 0.0

    def _lift(self, now: Motion, side: int, phase: Callable[[Motion, float], None]) -> None:
        """Begin a foot's step."""
        anatomy, manner, command = self._body.anatomy, self._manner, self._command
        command["bears"][side], command["load"][side] = 0, 1.0
        command["on_toes"][side] = 0.0
        foot, leads = anatomy["foot"][side], side == self._lead
        start, goal = now.origin[foot].copy(), self._holds[side].copy()
        lands = manner.lands if leads else 0.0
        goal[2] += anatomy["ball"][side] * math.sin(lands)
        number = 1 if leads else 3
        self._path = FootPath(
            start, goal, max(start[2], goal[2]) + manner.clears * self._body.leg,
            float(self._ends[number] - self._ends[number - 1]),
            manner.leads_from if leads else manner.comes_from,
            manner.leads_by if leads else manner.comes_by, manner.risen,
            float(np.arcsin(np.clip(-now.rotation[foot, 2, 0], -1.0, 1.0))), lands,
        )  # fmt: skip
        self._phase = phase

    def _carry(self, now: Motion, side: int, share: float) -> None:
        path, command = self._path, self._command
        late = max(share - 1.0, 0.0) * path.lasts
        place = path.place(min(share, 1.0)) - [0.0, 0.0, SINKS * late]
        command["feet"][side] = place - now.com
        command["feet_velocity"][side] = path.velocity(share) - now.com_velocity
        command["foot_pitch"][side] = path.pitch_at(share)

    def _meets_ground(self, now: Motion, side: int) -> bool:
        parts = [self._body.anatomy[name][side] for name in ("foot", "toes")]
        return bool(now.load[parts].sum() > TOUCHED)

    def _put_down(self, side: int) -> None:
        self._command["bears"][side], self._command["load"][side] = 1, 0.0
        self._command["floor"][side] = self._ledge.landing


def bears_on_more_than_legs(body: Biped, now: Motion) -> bool:
    """Whether other segments than feet and shanks bear: a shank may lean on an edge."""
    parts = [body.anatomy[name] for name in ("foot", "toes", "lower_leg")]
    return bool(now.load.sum() - now.load[np.concatenate(parts)].sum() > TOUCHED)


def _share(value: float, begin: float, end: float) -> float:
    return (value - begin) / (end - begin)
