"""A jump as it goes on: crouch, take-off, flight, landing, and up to standing.

Each phase sets where the center of mass, the trunk, the arms and the feet are to be; the law of
`controllers.jumping` finds the torques. Angles and shares without a source were searched for on
five bodies, judged by bench jumps.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...controllers.balance.free_fall import falling_time
from ...controllers.gait.gait import ADULT_LEG
from ...controllers.jumping.jumping import jump_actuators
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, heading_of, wrapped
from ..biped import Biped
from .aim import Aim, Course
from .catch import Catch, ahead_by, plan_catch
from .feet import Feet, between, between_ankles_and_balls, fold_of, middle_of_feet, smooth
from .flight import plan_flight
from .targets import Targets
from .way import ease_way, over_ground

CROUCHES_FOR, RISES_FOR = 0.7, 0.7  # [s] of an adult
LONGEST_LEAN = 0.5  # [s] beyond the crouch
TOUCHES = 0.12  # of the leg: how much lower than in standing a body touches the ground
HIGHER = 0.55  # of a step up: how much lower than that a body touches it
SHALLOWEST, DEEPEST = 0.24, 0.45  # of the leg: how deep it comes then
LEAVES, LANDS = 0.05, 0.05  # of body weight under the feet: as they leave, and as they land
LEAVES_FROM, LANDS_FROM = 0.7, 0.3  # share of push and flight before which they do not
CROUCHED, IN_AIR, LANDED = 0.46, 0.1, 0.8  # lean of the trunk [rad]
BACK, UP, DOWN = -0.9, 2.0, 1.1  # swing of the arms: crouched, at the take-off, landed [rad]
# Shares of the push: the trunk is upright; the arms are up; until then the body may turn over.
OPENED_BY, SWUNG_BY, SPINS_UNTIL = 0.7, 0.74, 0.27
OVER = 0.6  # of the way from ankles to balls: the body pushes off over it
PUSHES_OFF, PUSHES_FROM = 1.24, 0.48  # pitch of the feet at the take-off [rad]; from that share on
STRAIGHT, BENT = 0.1, 0.43  # [rad]: knees nearer to straight are bent, on the ground and in the air
FREE = 0.02  # share of the feet's weight with which a pitch of a push-off is held
SPUN = 0.02  # moment of inertia about the vertical of a body that turns, of its mass x leg^2
SHORTEST = 0.1  # [s] of a flight
LOST = 0.1  # of the leg: how far beyond its feet a body must step to be caught
HARDLY_BEGUN = 0.05  # [s] after a touch
TOUCHED = 1.0  # [N]
FALLEN = 0.35  # of the height of standing


class Leap:
    """
    Attributes:
        apex: greatest height of the center of mass above that in standing [m].
        got: what came of it, once the body has landed; landed: (3,) where its feet are then [m].
        has_fallen: whether more than the feet has borne it.
        is_over: whether the body stands, or must step to do so.
        heading: that it faces [rad].
    """

    got: Aim | None = None
    has_fallen: bool = False
    is_over: bool = False
    apex: float = 0.0
    _elapsed: float = 0.0
    _catch: Catch

    def __init__(self, body: Biped, motion: Rows[Motion], aim: Aim, course: Course) -> None:
        now, anatomy = views_of(Motion, motion), body.anatomy
        self._body, self._aim, self._course = body, aim, course
        self._gravity = float(body.command["gravity"])
        self._targets = Targets(self._gravity, float(body.command["dt"]))
        self._pace = math.sqrt(body.leg / ADULT_LEG)
        self.heading, self.landed = body.heading, np.full(3, math.nan)
        self._feet, self._began_at = Feet(anatomy, now), middle_of_feet(anatomy, now)
        self._start = now.com.copy()
        over = between_ankles_and_balls(anatomy, now, OVER)
        self._stands = np.array([*over[:2], now.com[2]])
        self._touches = TOUCHES * body.leg + max(HIGHER * course.step, 0.0)
        way = self._began_at[:2] + aim.way - over[:2]
        self._flight = plan_flight(
            self._start, self._stands, self._height, body.leg, self._gravity, aim.rise, way,
            course.step - self._touches, self._feet.reach(now, self._start, -way, self.heading),
            fold_of(anatomy),
        )  # fmt: skip
        self._phase: Callable[[Motion], None] = self._crouch
        self._targets.command["floor"][:] = course.floor
        self._targets.bear(0.0, STRAIGHT)

    @property
    def _height(self) -> float:
        """Of the center of mass over the ground in standing [m]."""
        return float(self._stands[2]) - self._course.floor

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        now, body = views_of(Motion, motion), self._body
        self._elapsed += float(body.command["dt"])
        self.apex = max(self.apex, float(now.com[2] - self._stands[2]))
        self.has_fallen = self.has_fallen or bears_on_more_than_feet(body, now)
        self._phase(now)
        flat: Array = jump_actuators(body.body, body.anatomies, motion, self._targets.commands)
        return flat

    def _begin(self, phase: Callable[[Motion], None]) -> None:
        self._phase, self._elapsed = phase, 0.0

    def _crouch(self, now: Motion) -> None:
        """Sink, swing the arms back, and lean ahead as far as the push begins."""
        flight, targets = self._flight, self._targets
        lasts = max(CROUCHES_FOR * self._pace, flight.lean.lasts)
        share = smooth(self._elapsed / lasts)
        targets.lead(flight.sink(self._start, self._elapsed, lasts))
        targets.pose(CROUCHED * share, BACK * share)
        targets.face(self.heading)
        leans = self._elapsed > lasts - flight.lean.lasts
        targets.command["holds_pitch"] = FREE if leans else 1.0
        is_there = float((flight.crouch - now.com)[:2] @ flight.goes[:2]) <= 0.0
        if self._elapsed >= lasts + (0.0 if is_there else LONGEST_LEAN):
            self._begin(self._push)

    def _push(self, now: Motion) -> None:
        """Swing the arms up, open the trunk, straighten the legs, and come off the heels."""
        flight, targets, command = self._flight, self._targets, self._targets.command
        targets.lead(flight.push(self._elapsed))
        share = min(self._elapsed / flight.pushes, 1.0)
        swung, opened = min(share / SWUNG_BY, 1.0), smooth(share / OPENED_BY)
        rate = 6.0 * swung * (1.0 - swung) / (SWUNG_BY * flight.pushes)
        lean = between(CROUCHED, IN_AIR, opened)
        targets.pose(lean, between(BACK, UP, smooth(swung)), (UP - BACK) * rate)
        self._spin(share)
        late = max((share - PUSHES_FROM) / (1.0 - PUSHES_FROM), 0.0)
        command["foot_pitch"][:], command["holds_pitch"] = PUSHES_OFF * late, FREE
        command["straight"] = 0.0
        has_left = share > LEAVES_FROM and self._load(now) < LEAVES
        if share >= 1.0 or has_left:
            self._leave(now)

    def _spin(self, share: float) -> None:
        """Turn about the vertical, and backwards, at a share of the push."""
        flight, command = self._flight, self._targets.command
        mass, turning = self._body.anatomy["total_mass"], share * self._aim.turn / flight.lasts
        inertia = SPUN * mass * self._body.leg**2
        command["spin"][:] = share * mass * flight.spin
        command["spin"][2] = inertia * turning
        command["holds_spin"] = max(share - SPINS_UNTIL, 0.0) / (1.0 - SPINS_UNTIL)
        self._targets.face(self.heading + 0.5 * turning * self._elapsed, turning)

    def _leave(self, now: Motion) -> None:
        self._begin(self._fly)
        course, height = self._course, self._height - self._touches
        up, falls = float(now.com_velocity[2]), float(now.com[2]) - course.landing - height
        self._lasts = max(falling_time(up, falls, self._gravity), SHORTEST)
        ahead = ahead_by(height, self._gravity) * now.com_velocity[:2] + self._aim.reach
        clears = course.summit - course.floor - self._aim.rise - self._touches
        fall = self._gravity * self._lasts - up
        self._feet.leave(now, height, ahead, clears, course.hurdle, fall)
        self._targets.fly(BENT, course.landing)

    def _fly(self, now: Motion) -> None:
        share, targets = min(self._elapsed / self._lasts, 1.0), self._targets
        turns = self._aim.turn != 0.0
        facing = heading_of(now.rotation[0]) if turns else self.heading
        targets.face(facing, float(now.angular_velocity[0][2]) if turns else 0.0)
        turned = wrapped(facing - self.heading)
        self._feet.fly(targets.command, share, self._lasts, facing, turned)
        lean, swing = between(IN_AIR, 0.5 * LANDED, share), between(UP, DOWN, share)
        targets.pose(lean, swing, (DOWN - UP) / self._lasts)
        if share > LANDS_FROM and self._load(now) > LANDS:
            self._touch(now)

    def _touch(self, now: Motion) -> None:
        """Plan the stop: over the feet, as deep as the speed asks for."""
        self._begin(self._land)
        anatomy, asked = self._body.anatomy, self._aim.turn
        turned = asked + wrapped(heading_of(now.rotation[0]) - self.heading - asked)
        self.landed = middle_of_feet(anatomy, now)
        way = (self.landed - self._began_at)[:2]
        self.got = Aim(self.apex, way, turned, np.zeros(2))
        if asked != 0.0:
            self.heading = heading_of(now.rotation[0])
        self._targets.face(self.heading)
        stands, fold = self._course.landing + self._height, fold_of(anatomy)
        self._catch = plan_catch(
            now.com, now.com_velocity, self.landed, stands - SHALLOWEST * fold,
            stands - DEEPEST * fold, self._gravity,
        )  # fmt: skip

    def _land(self, now: Motion) -> None:
        catch, targets = self._catch, self._targets
        targets.lead(catch.at(self._elapsed))
        share = min(self._elapsed / catch.lasts, 1.0)
        targets.pose(between(0.5 * LANDED, LANDED, share), DOWN)
        targets.bear(self._feet.rolls_down(self._elapsed), STRAIGHT)
        self.is_over = self._elapsed > HARDLY_BEGUN and self._tips(now)
        if self._elapsed > catch.lasts:
            self._begin(self._rise)

    def _rise(self, now: Motion) -> None:
        lasts, catch, targets = RISES_FOR * self._pace, self._catch, self._targets
        stands = np.array([*catch.rest[:2], self._course.landing + self._height])
        up = ease_way(catch.rest, stands, self._elapsed, lasts)
        targets.lead(over_ground(catch.at(catch.lasts + self._elapsed), up))
        left = 1.0 - smooth(self._elapsed / lasts)
        targets.pose(LANDED * left, DOWN * left)
        self.is_over = self._elapsed >= lasts or self._tips(now)

    def is_lost(self, now: Motion) -> bool:
        """Whether the body falls."""
        low = self.got is not None and now.com[2] - self._course.landing < FALLEN * self._height
        return bool(low) or self.has_fallen or bears_on_more_than_feet(self._body, now)

    def _load(self, now: Motion) -> float:
        """Force under the body, in body weights."""
        return float(now.load.sum()) / float(self._body.anatomy["total_mass"] * self._gravity)

    def _tips(self, now: Motion) -> bool:
        """Whether the body can only be kept from falling by a step."""
        height = max(float(now.com[2]) - self._course.landing, 0.1)
        caught = now.com[:2] + now.com_velocity[:2] * math.sqrt(height / self._gravity)
        tips = self._feet.off_support(now, caught, self.heading) > LOST * self._body.leg
        if tips and self.got is not None:
            self.got = self.got._replace(reach=self.landed[:2] - caught)
        return tips


def bears_on_more_than_feet(body: Biped, now: Motion) -> bool:
    """Whether other segments than the feet bear."""
    anatomy = body.anatomy
    feet = now.load[anatomy["foot"]].sum() + now.load[anatomy["toes"]].sum()
    return bool(now.load.sum() - feet > TOUCHED)
