"""Jump from a stand: up, to any side, turning; land, and stand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..controllers.jump.jumping import jump_actuators
from ..controllers.jump.records import make_jump
from ..simulation.body import Motion
from ..simulation.dynamics import angular_momentum
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array
from .behaviour import Behaviour, Values
from .biped import FEET, Biped
from .gait_command import set_gait, stand_still, take_over
from .jumping.plan import CROUCHES_FOR, DEEPEST, LANDS, Flight, Way, ahead_by, eased_way, plan_flight

SETTLE, CROUCH, PUSH, FLY, LAND, RISE, DONE = range(7)
UNSTYLED = {"style": "natural", "style_blend": 1.0, "stance_knee": None}
SETTLES, RISES_FOR = 0.3, 0.8
RISEN_BY, GOES_FROM, GONE_BY = 0.5, 0.2, 0.85
def smooth(s):
    s = min(max(s, 0.0), 1.0)
    return s * s * (3 - 2 * s)
LOG: list[Any] = []


class Jump(Behaviour[Biped]):
    may_touch = FEET
    may_be_low = True

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.moves_body = False
        self.state = SETTLE
        self.jumps = make_jump(float(body.command["gravity"]))
        self.jump: Any = self.jumps[0]
        self.elapsed = 0.0
        self.values: Values = {}
        self.size = math.sqrt(body.leg / 0.9)

    def enter(self) -> None:
        stand_still(self.body)

    def command(self, values: Values) -> None:
        self.values = values
        set_gait(self.body, {**UNSTYLED, **values})

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        self.values = values
        if self.state == SETTLE and self.body.time > SETTLES:
            self._crouch(views_of(Motion, motion))

    def _crouch(self, motion: Motion) -> None:
        body = self.body
        self.moves_body, self.state, self.elapsed = True, CROUCH, 0.0
        self.start = motion.com.copy()
        self.heading = body.heading
        a = body.anatomy
        ankles = [motion.origin[a["foot"][s]] for s in range(2)]
        toes = [motion.origin[a["toes"][s]] for s in range(2)]
        middle = np.mean([0.45 * x + 0.55 * t for x, t in zip(ankles, toes)], axis=0)
        self.stands = np.array([*middle[:2], motion.com[2]])
        self.level = min(x[2] - a["ankle_height"][s] for s, x in enumerate(ankles))
        self.lands = LANDS + max(0.55 * self.values["onto"] / body.leg, 0.0)
        c, s = math.cos(self.heading), math.sin(self.heading)
        ahead, left = self.values["distance"], self.values["sideways"]
        way = np.array([c * ahead - s * left, s * ahead + c * left])
        self.flight = plan_flight(
            self.stands, body.leg, float(body.command["gravity"]), self.values["height"], way,
            -self.values["onto"], self.lands,
        )
        self.way = way
        self.apart = [x - np.mean(ankles, axis=0) for x in ankles]
        self.jump["floor"][:] = self.level

    def act(self, motion: Rows[Motion]) -> Array:
        now, jump, body = views_of(Motion, motion), self.jump, self.body
        dt = float(body.command["dt"])
        jump["dt"] = dt
        self.elapsed += dt
        getattr(self, ("", "_crouching", "_pushing", "_flying", "_landing", "_rising", "")[self.state])(now)
        flat: Array = jump_actuators(body.body, body.anatomies, motion, self.jumps)
        LOG.append((body.time, self.state, now.com.copy(), now.com_velocity.copy(), jump["com"].copy(), self._load(now), angular_momentum(views_of(type(body.body) and __import__('footfall.simulation.body',fromlist=['Body']).Body, body.body), now)))
        return flat

    def _follow(self, way: Way) -> None:
        self.jump["com"][:], self.jump["com_velocity"][:] = way.place, way.velocity
        self.jump["com_acceleration"][:] = way.acceleration

    def _crouching(self, now: Motion) -> None:
        seconds = CROUCHES_FOR * self.size
        share = self.elapsed / seconds
        self._follow(eased_way(self.start, self.flight.crouch, share, seconds))
        jump = self.jump
        jump["bears"], jump["holds_pitch"], jump["foot_pitch"] = 1, 1.0, 0.0
        jump["facing"], jump["turning"] = self.heading, 0.0
        s = min(share, 1.0)
        jump["lean"] = 0.6 * s
        jump["swing"], jump["swing_rate"], jump["elbow"] = -0.9 * s, 0.0, 0.3
        if share >= 1.0:
            self.state, self.elapsed = PUSH, 0.0

    def _pushing(self, now: Motion) -> None:
        way, flight = self.flight.push(self.elapsed), self.flight
        self._follow(way)
        share = min(self.elapsed / flight.pushes, 1.0)
        jump = self.jump
        rate = self.values["turn"] / flight.lasts
        jump["spin"][:] = 0.0, 0.0, share * rate * self.values["inertia"] * self.body.anatomy["total_mass"] * self.body.leg**2
        jump["facing"] = self.heading + 0.5 * share * rate * self.elapsed
        jump["turning"] = share * rate
        e = share * share * (3 - 2 * share)
        r = 6 * share * (1 - share) / flight.pushes
        jump["lean"] = 0.6 - 0.5 * e
        jump["swing"] = -0.9 + 2.8 * e
        jump["swing_rate"] = 2.8 * r
        late = max((share - 0.5) / 0.5, 0.0)
        jump["foot_pitch"] = 0.7 * late
        jump["holds_pitch"] = 0.02 if late > 0.0 else 1.0
        if share >= 1.0 or (self._load(now) < 0.05 and share > 0.7):
            self.state, self.elapsed = FLY, 0.0
            self.began = np.array([now.origin[self.body.anatomy["foot"][s]] - now.com for s in range(2)])
            g = float(self.body.command["gravity"])
            low = self.stands[2] - self.lands * self.body.leg + self.values["onto"]
            fall = now.com[2] - low
            up = float(now.com_velocity[2])
            self.flies = max((up + math.sqrt(max(up * up + 2 * g * fall, 0.0))) / g, 0.1)

    def _flying(self, now: Motion) -> None:
        jump, body = self.jump, self.body
        jump["bears"] = 0
        share = min(self.elapsed / self.flies, 1.0)
        pelvis = now.rotation[0]
        facing = math.atan2(pelvis[1, 0], pelvis[0, 0])
        if self.values["turn"] == 0.0:
            facing = self.heading
        jump["facing"] = facing
        jump["turning"] = float(now.angular_velocity[0][2]) if self.values["turn"] else 0.0
        jump["spin"][:] = 0.0
        ahead = ahead_by(self.stands[2] - self.lands * body.leg, float(body.command['gravity'])) * now.com_velocity[:2]
        a = body.anatomy
        for side in range(2):
            low = -(self.stands[2] - self.lands * body.leg - self.level) + a["ankle_height"][side]
            tuck = self.values["tuck"] * body.leg * math.sin(math.pi * min(share, 1.0)) ** 2
            turned = facing - self.heading
            c, s = math.cos(turned), math.sin(turned)
            x, y = self.apart[side][:2]
            goal = np.array([*(ahead + (c * x - s * y, s * x + c * y)), low + tuck])
            back = body.anatomy["ball"][side] * 0.4
            goal[0] -= back * math.cos(facing)
            goal[1] -= back * math.sin(facing)
            rises = smooth(share / RISEN_BY)
            goes = smooth((share - GOES_FROM) / (GONE_BY - GOES_FROM))
            eases = np.array([goes, goes, rises])
            jump["feet"][side] = (1 - eases) * self.began[side] + eases * goal
            jump["feet_velocity"][side] = 0.0
        jump["foot_pitch"], jump["holds_pitch"] = 0.0, 1.0
        jump["lean"] = 0.1 + 0.2 * share
        jump["swing"], jump["swing_rate"], jump["elbow"] = 1.9 - 1.0 * share, -1.0 / self.flies, 0.3
        jump["floor"][:] = self.level + self.values["onto"]
        if share > 0.3 and self._load(now) > 0.05:
            self._touch(now)

    def _touch(self, now: Motion) -> None:
        self.state, self.elapsed = LAND, 0.0
        pelvis = now.rotation[0]
        if self.values["turn"]:
            print('turned', math.atan2(pelvis[1, 0], pelvis[0, 0]) - self.heading)
            self.heading = math.atan2(pelvis[1, 0], pelvis[0, 0])
        self.jump["facing"], self.jump["turning"] = self.heading, 0.0
        body, g = self.body, float(self.body.command["gravity"])
        a = body.anatomy
        feet = np.mean([now.origin[a["foot"][s]] for s in range(2)], axis=0)
        toes = np.mean([now.origin[a["toes"][s]] for s in range(2)], axis=0)
        middle = 0.5 * feet[:2] + 0.5 * toes[:2]
        v = now.com_velocity.copy()
        self.from_ = now.com.copy()
        self.v = v
        self.rest = np.array([*middle, self.stands[2] - max(DEEPEST, self.lands + 0.08) * body.leg + self.values["onto"]])
        drop = max(now.com[2] - self.rest[2], 0.05)
        self.stops = max(2.0 * drop / max(-v[2], 0.3), 0.15)

    def _landing(self, now: Motion) -> None:
        """Stop vertically at a constant deceleration, horizontally by a cubic, at the same time."""
        jump, t, T = self.jump, self.elapsed, self.stops
        jump["bears"] = 1
        if self._tips(now):
            self._give_back()
            return
        if t < T:
            # cubic from (place, velocity) to (rest, 0)
            p0, v0, p1 = self.from_, self.v, self.rest
            d = p1 - p0
            c2 = (3 * d - 2 * v0 * T) / T**2
            c3 = (v0 * T - 2 * d) / T**3
            self._follow(Way(p0 + v0 * t + c2 * t * t + c3 * t**3, v0 + 2 * c2 * t + 3 * c3 * t * t, 2 * c2 + 6 * c3 * t))
        else:
            self._follow(Way(self.rest, np.zeros(3), np.zeros(3)))
        share = min(t / T, 1.0)
        jump["lean"] = 0.3 + 0.3 * share
        jump["swing"], jump["swing_rate"] = 0.9 - 0.4 * share, -0.4 / T
        jump["foot_pitch"], jump["holds_pitch"] = 0.0, 1.0
        if t > T:
            self.state, self.elapsed, self.from_ = RISE, 0.0, now.com.copy()

    def _rising(self, now: Motion) -> None:
        jump, seconds = self.jump, RISES_FOR * self.size
        share = self.elapsed / seconds
        if self._tips(now):
            self._give_back()
            return
        self._follow(eased_way(self.from_, np.array([*self.rest[:2], self.stands[2] + self.values["onto"]]), share, seconds))
        e = min(share, 1.0)
        jump["lean"] = 0.6 * (1.0 - e * e * (3 - 2 * e))
        jump["swing"], jump["swing_rate"] = 0.5 * (1 - e), 0.0
        if share >= 1.0:
            self._give_back()

    def _tips(self, now: Motion) -> bool:
        """Whether the body can only be kept from falling by a step."""
        a, g = self.body.anatomy, float(self.body.command["gravity"])
        feet = [now.origin[a["foot"][s]] for s in range(2)]
        height = now.com[2] - feet[0][2] + a["ankle_height"][0]
        caught = now.com[:2] + now.com_velocity[:2] * math.sqrt(height / g)
        c, s = math.cos(self.heading), math.sin(self.heading)
        off = caught - np.mean(feet, axis=0)[:2]
        ahead = c * off[0] + s * off[1]
        beside = abs(-s * off[0] + c * off[1])
        wide = 0.5 * abs(-s * (feet[0] - feet[1])[0] + c * (feet[0] - feet[1])[1]) + a["half_width"][0]
        front, back = a["ball"][0] + 0.03, -a["heel"][0]
        far = max(ahead - front, back - ahead, beside - wide)
        return bool(far > 0.10 * self.body.leg) and self.elapsed > 0.05

    def _give_back(self) -> None:
            self.state = DONE
            self.moves_body = False
            take_over(self.body, self.heading)
            self.body.command["heading"] = self.heading
            set_gait(self.body, {**UNSTYLED, **self.values})
            stand_still(self.body)
            self.body.report_event("landed")

    def _load(self, now: Motion) -> float:
        weight = float(self.body.anatomy["total_mass"] * self.body.command["gravity"])
        return float(now.load.sum()) / weight
