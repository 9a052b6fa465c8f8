"""A jump as it goes on: crouch, take-off, flight, landing, and up to standing.

Each phase sets where the center of mass, the trunk, the arms and the feet are to be; the law of
`controllers.jumping` finds the torques. Angles and shares without a source: by hand, after people's
jumps from a stand, judged by bench jumps.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...controllers.jumping.jumping import jump_actuators
from ...controllers.jumping.records import JumpCommand, make_jump_command
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, heading_of, wrapped
from ..biped import Biped
from .aim import Aim, Course
from .catch import ahead_by, plan_catch
from .feet import Feet, between_ankles_and_balls, fold_of, middle_of_feet, smooth
from .flight import plan_flight
from .way import Way, ease_way, over_ground

CROUCHES_FOR, RISES_FOR = 0.7, 0.7  # [s] of an adult
TOUCHES = 0.12  # of the leg: how much lower than in standing a body touches the ground
HIGHER = 0.55  # of a step up: how much lower than that a body touches it
SHALLOWEST, DEEPEST = 0.26, 0.52  # of the leg: how deep it comes then
LEAVES, LANDS = 0.05, 0.05  # of body weight under the feet: as they leave, and as they land
LEAVES_FROM, LANDS_FROM = 0.7, 0.3  # share of push and flight before which they do not
LONGEST_LEAN = 0.5  # [s] beyond that
CROUCHED, IN_AIR, LANDED = 0.46, 0.1, 0.6  # lean of the trunk [rad]
BACK, UP, DOWN = -0.9, 2.0, 0.5  # swing of the arms: in the crouch, at the take-off, landed [rad]
ELBOW = 0.3  # [rad]
OPENED_BY, SWUNG_BY, SPINS_UNTIL = 0.7, 0.74, 0.27  # shares of the push: the trunk is upright; may turn freely
OVER = 0.6  # of the way from ankles to balls: the body pushes off over it
PUSHES_OFF, PUSHES_FROM = 1.24, 0.48  # pitch of the feet at the take-off [rad]; from that share on
STRAIGHT, BENT = 0.1, 0.35  # [rad]: knees nearer to straight are bent, on the ground and in the air
FREE = 0.02  # share of the feet's weight with which a pitch of a push-off is held
TIPS_BACK = 3.0  # [rad/s]: so that the trunk stays up as the legs come ahead
SPUN = 0.02  # moment of inertia about the vertical of a body that turns, of its mass x leg^2
LOST = 0.1  # of the leg: how far beyond its feet a body must step to be caught
HARDLY_BEGUN = 0.05  # [s] after a touch


class Leap:
    """
    Attributes:
        apex: greatest height of the center of mass above that in standing [m].
        got: what came of it, once the body has landed; landed: (3,) where its feet are then [m].
        is_over: whether the body stands, or must step to do so.
        heading: that it faces [rad].
    """

    def __init__(self, body: Biped, motion: Rows[Motion], aim: Aim, course: Course) -> None:
        self._body, self._aim, self._course = body, aim, course
        self._gravity = float(body.command["gravity"])
        self._commands = make_jump_command(self._gravity, float(body.command["dt"]))
        self._command: JumpCommand = self._commands[0]
        self._command["floor"][:] = course.floor
        self._size = math.sqrt(body.leg / 0.9)
        now = views_of(Motion, motion)
        self.heading, self.apex, self.is_over = body.heading, 0.0, False
        self.got: Aim | None = None
        self.landed = np.full(3, math.nan)
        self._began_at, self._from = middle_of_feet(body.anatomy, now), now.com.copy()
        over = between_ankles_and_balls(body.anatomy, now, OVER)
        self._stands = np.array([*over[:2], now.com[2]])
        self._touches = TOUCHES * body.leg + max(HIGHER * course.step, 0.0)
        way = self._began_at[:2] + aim.way - self._stands[:2]
        self._feet = Feet(body.anatomy, now)
        self._flight = plan_flight(
            self._from, self._stands, self._stands[2] - course.floor, body.leg, self._gravity,
            aim.rise, way, course.step - self._touches,
            self._feet.reach(now, self._from, -way, self.heading), fold_of(body.anatomy),
        )
        self._phase: Callable[[Motion], None] = self._crouch
        self._elapsed = 0.0
        self._bear(0.0)

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        now, body = views_of(Motion, motion), self._body
        self._elapsed += float(body.command["dt"])
        self.apex = max(self.apex, float(now.com[2] - self._stands[2]))
        self._phase(now)
        flat: Array = jump_actuators(body.body, body.anatomies, motion, self._commands)
        return flat

    def _begin(self, phase: Callable[[Motion], None]) -> None:
        self._phase, self._elapsed = phase, 0.0

    def _crouch(self, now: Motion) -> None:
        lasts = max(CROUCHES_FOR * self._size, self._flight.lean.lasts)
        share = smooth(self._elapsed / lasts)
        self._lead(self._flight.sink(self._from, self._elapsed, lasts))
        self._pose(CROUCHED * share, BACK * share)
        self._face(self.heading, 0.0)
        self._command["holds_pitch"] = FREE if self._elapsed > lasts - self._flight.lean.lasts else 1.0
        if self._elapsed >= lasts + LONGEST_LEAN or self._elapsed >= lasts and self._leans(now):
            self._begin(self._push)

    def _leans(self, now: Motion) -> bool:
        """Whether the body is as far ahead as the push begins."""
        left = self._flight.crouch - now.com
        return float(left[:2] @ self._flight.goes[:2]) <= 0.0

    def _push(self, now: Motion) -> None:
        """Swing the arms up, open the trunk, straighten the legs, and come off the heels."""
        flight, command = self._flight, self._command
        self._lead(flight.push(self._elapsed))
        share = min(self._elapsed / flight.pushes, 1.0)
        swung, opened = smooth(share / SWUNG_BY), smooth(share / OPENED_BY)
        rate = 6.0 * share / SWUNG_BY * max(1.0 - share / SWUNG_BY, 0.0) / (SWUNG_BY * flight.pushes)
        lean = _between(CROUCHED, IN_AIR, opened)
        self._pose(lean, _between(BACK, UP, swung), (UP - BACK) * rate)
        command["holds_spin"] = max(share - SPINS_UNTIL, 0.0) / (1.0 - SPINS_UNTIL)
        turning = share * self._aim.turn / flight.lasts
        inertia = SPUN * self._body.anatomy["total_mass"] * self._body.leg**2
        command["spin"][:] = share * flight.spin * self._body.anatomy["total_mass"]
        command["spin"][:] += spun_back(self.heading, share * TIPS_BACK * inertia)
        command["spin"][2] = inertia * turning
        self._face(self.heading + 0.5 * turning * self._elapsed, turning)
        command["straight"] = 0.0
        late = max((share - PUSHES_FROM) / (1.0 - PUSHES_FROM), 0.0)
        command["foot_pitch"], command["holds_pitch"] = PUSHES_OFF * late, FREE
        has_left = share > LEAVES_FROM and self._load(now) < LEAVES
        if share >= 1.0 or has_left:
            self._leave(now)

    def _leave(self, now: Motion) -> None:
        self._begin(self._fly)
        low = self._stands[2] + self._course.step - self._touches
        up, falls = float(now.com_velocity[2]), max(float(now.com[2] - low), 0.0)
        self._lasts = max((up + math.sqrt(up * up + 2.0 * self._gravity * falls)) / self._gravity, 0.1)
        leg, rise = self._body.leg, float(self._aim.rise)
        height = self._stands[2] - self._course.floor
        clears = self._course.summit - self._course.floor - rise - self._touches
        ahead = ahead_by(height - TOUCHES * leg, self._gravity) * now.com_velocity[:2]
        fall = self._gravity * self._lasts - up
        self._feet.leave(now, height - self._touches, ahead, clears, fall)
        self._command["bears"], self._command["spin"][:] = 0, 0.0
        self._command["straight"] = BENT
        self._command["floor"][:] = self._course.landing

    def _fly(self, now: Motion) -> None:
        share, command = min(self._elapsed / self._lasts, 1.0), self._command
        turns = self._aim.turn != 0.0
        facing = heading_of(now.rotation[0]) if turns else self.heading
        self._face(facing, float(now.angular_velocity[0][2]) if turns else 0.0)
        self._feet.fly(command, share, self._lasts, facing, wrapped(facing - self.heading))
        self._pose(_between(IN_AIR, 0.5 * LANDED, share), _between(UP, 2.0 * DOWN, share),
                   (2.0 * DOWN - UP) / self._lasts)  # fmt: skip
        if share > LANDS_FROM and self._load(now) > LANDS:
            self._touch(now)

    def _touch(self, now: Motion) -> None:
        """Plan the stop: over the feet, as deep as the speed asks for."""
        self._begin(self._land)
        body, fold = self._body, fold_of(self._body.anatomy)
        turned = self._aim.turn + wrapped(heading_of(now.rotation[0]) - self.heading - self._aim.turn)
        landed = middle_of_feet(body.anatomy, now)
        self.landed, self.got = landed, Aim(self.apex, (landed - self._began_at)[:2], turned)
        if self._aim.turn != 0.0:
            self.heading = heading_of(now.rotation[0])
        self._face(self.heading, 0.0)
        self._command["bears"] = 1
        stands = self._stands[2] + self._course.step
        self._catch = plan_catch(
            now.com, now.com_velocity, landed, stands - SHALLOWEST * fold, stands - DEEPEST * fold,
            self._gravity,
        )

    def _land(self, now: Motion) -> None:
        catch = self._catch
        self._lead(catch.at(self._elapsed))
        share = min(self._elapsed / catch.lasts, 1.0)
        self._pose(_between(0.5 * LANDED, LANDED, share), _between(2.0 * DOWN, DOWN, share))
        self._bear(self._feet.rolls_down(self._elapsed))
        if self._elapsed > catch.lasts:
            self._begin(self._rise)
        self.is_over = self._elapsed > HARDLY_BEGUN and self._tips(now)

    def _rise(self, now: Motion) -> None:
        lasts, catch = RISES_FOR * self._size, self._catch
        stands = np.array([*catch.rest[:2], self._stands[2] + self._course.step])
        over = catch.at(catch.lasts + self._elapsed)
        up = ease_way(catch.rest, stands, self._elapsed, lasts)
        self._lead(over_ground(over, up))
        share = 1.0 - smooth(self._elapsed / lasts)
        self._pose(LANDED * share, DOWN * share)
        self.is_over = self._elapsed >= lasts or self._tips(now)

    def _lead(self, way: Way) -> None:
        command = self._command
        command["com"][:], command["com_velocity"][:] = way.place, way.velocity
        command["com_acceleration"][:] = way.acceleration

    def _pose(self, lean: float, swing: float, swing_rate: float = 0.0) -> None:
        command = self._command
        command["lean"], command["elbow"] = lean, ELBOW
        command["swing"], command["swing_rate"] = swing, swing_rate

    def _face(self, heading: float, rate: float) -> None:
        self._command["facing"], self._command["turning"] = heading, rate

    def _bear(self, pitch: float) -> None:
        command = self._command
        command["bears"], command["foot_pitch"], command["straight"] = 1, pitch, STRAIGHT
        command["holds_pitch"] = command["holds_spin"] = 1.0

    def _load(self, now: Motion) -> float:
        """Force under the body, in body weights."""
        return float(now.load.sum()) / float(self._body.anatomy["total_mass"] * self._gravity)

    def _tips(self, now: Motion) -> bool:
        """Whether the body can only be kept from falling by a step."""
        height = float(now.com[2]) - self._course.landing
        caught = now.com[:2] + now.com_velocity[:2] * math.sqrt(max(height, 0.1) / self._gravity)
        return self._feet.off_support(now, caught, self.heading) > LOST * self._body.leg


def spun_back(heading: float, amount: float) -> Array:
    """(3,) an angular momentum [N m s] that turns a body with a heading [rad] backwards."""
    return np.array([amount * math.sin(heading), -amount * math.cos(heading), 0.0])


def _between(a: float, b: float, share: float) -> float:
    return a + share * (b - a)
