"""The planner (Sections 5.1 and 5.2): from where the body is to poses, footprints and times.

It is asked step by step. Given an estimate of the pendulum it plans from there, which is how it
balances; given none it goes on by itself, which shows the motion that is meant.

The states are those of the state machine of Figure 4: stand, start, run, stop. A start's first
step and a stop's last one are made from standing and the clip's cycle; left and right strides are
phases of one cycle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..rigs.character import Character
from .analysis import RunAnalysis
from .estimation import Estimate
from .figure import SIDES
from .footprints import FootFrame, Footprint, eased
from .local_motion import LocalMotion, LocalPrint, around
from .poses import Moment, PlannedPose, PoseMaker
from .prediction import POSITION, Command, Predictor, Way, Wish, frame_of
from .tilting import FootTilt

Array = NDArray[np.float64]
STAND, START, RUN, STOP = "stand", "start", "run", "stop"
SLOWEST = 0.05  # [m/s] that is a wish to run
SPEEDING, BRAKING = 2.5, 2.0  # [m/s2] at which the wanted speed is taken up, of the clip's body
TURNING = 2.0  # [rad/s2] the same of the turning rate
STOPS_BELOW = 0.9  # [m/s], of the clip's body: who means to stand puts one more foot down
RISE = 0.8  # of a cycle until the start has become the clip's motion
SETTLE = 0.25  # of a cycle after the last step until it stands still
CENTERING = 0.8  # [1/s] at which who stands comes over both feet
HALF_STANCE = 0.11  # of the leg: feet of a stander from the middle
FOREVER = 1e9  # a phase that never comes


@dataclass(frozen=True, eq=False)
class Plan:
    """What is planned at one time.

    Attributes:
        state: "stand", "start", "run" or "stop".
        phase: of the cycle, counting on.
        footprints: (before, after) of the left and of the right foot.
        touch_times, lift_times: (2,) until each foot comes down next, and leaves the ground [s].
        center: (2,) where the pendulum's end is [m]; velocity: (2,) its velocity [m/s].
        force: (2,) on the cart [N], of the clip's body.
    """

    state: str
    phase: float
    footprints: tuple[tuple[Footprint, Footprint], ...]
    touch_times: Array
    lift_times: Array
    center: Array
    velocity: Array
    force: Array
    way: Way
    planner: RunPlanner

    def poses(self, ahead: Array, tilt: bool = False) -> PlannedPose:
        """Poses at times from now (m,) [s], up to 0.2 s.

        Args:
            tilt: turn support feet by the cart's force (equation 10), for what is tracked.
        """
        moments = [self.planner.moment(self.way, float(time)) for time in ahead]
        prints = list(self.footprints)
        tilting = FootTilt(self.force, self.planner.analysis.keys) if tilt else None
        return self.planner.maker.pose(moments, prints, tilting)


class RunPlanner:
    """Plans the motion of one body by one clip.

    Everything outside is in the body's own size; the pendulum inside runs in the clip's body's
    size and time.
    """

    def __init__(
        self,
        analysis: RunAnalysis,
        character: Character,
        place: tuple[float, float] = (0.0, 0.0),
        heading: float = 0.0,
    ) -> None:
        self.analysis, self.motion = analysis, LocalMotion(analysis, character)
        self.maker, self._predictor = PoseMaker(self.motion), Predictor(analysis)
        self.size = self.motion.size
        self.time_scale = float(np.sqrt(self.size))
        self.heading, self.phase, self.state_name = heading, 0.0, STAND
        self._command = Wish(0.0)
        self._state = np.zeros((4, 2))
        self._state[POSITION] = np.array(place) / self.size
        self._began, self._ends = 0.0, FOREVER
        self._prints: list[list[Footprint]] = [self._both(self._beside(s)) for s in range(2)]

    # -- what is asked from outside

    def run_at(self, speed: float, phase: float = 0.0) -> None:
        """Be in full run at a speed [m/s] and phase, at the place and heading where it stands."""
        speed = speed * self.time_scale / self.size
        self.state_name, self.phase, self._command = RUN, phase % 1.0, Wish(speed)
        self._began, self._ends = self.phase - RISE, FOREVER
        state = self._state.copy()
        c, s = np.cos(self.heading), np.sin(self.heading)
        state[1:] = 0.0
        state[1] = speed * np.array([c, s])
        self._state = state
        back = Way(*self._backwards(speed))
        for foot in range(2):
            self._prints[foot] = self._both(self._print_on(back, foot, last=True))
        self._renew()

    def step(
        self, dt: float, command: Command, estimate: Estimate | None = None
    ) -> Plan:
        """Go on by dt [s] under a command, and plan from there.

        Args:
            command: speed [m/s] and turning rate [rad/s] of this body.
            estimate: where the pendulum of the body is found to be; None goes on as planned.
        """
        own = dt / self.time_scale
        self._command = self._taken_up(command, own)
        self._state, self.phase, self.heading, _ = self._predictor.advance(
            self._state, self.phase, self.heading, self._wanted(), self._sway(), own
        )
        if estimate is not None:
            self._state, self.heading = self._believed(estimate)
        self._change_state(command)
        self._step_over()
        way = self._renew()
        return self._plan(way)

    def moment(self, way: Way, ahead: float) -> Moment:
        """Where the pendulum is at a time from now [s]."""
        phase, state, heading, pace = way.at_time(ahead / self.time_scale)
        return Moment(
            phase=phase,
            frame=frame_of(state, heading, self.size),
            bounce=self._predictor.bounce(pace),
            running=self._running(phase),
        )

    # -- the state machine

    def _running(self, phase: float) -> float:
        """0 standing, 1 in the clip's motion."""
        if self.state_name == STAND:
            return 0.0
        rise = eased((phase - self._began) / RISE)
        return rise * (1.0 - eased((phase - self._stopping) / (self._ends - self._stopping)))

    def _sway(self) -> float:
        """Above 0 the phase goes on."""
        return 0.0 if self.state_name == STAND else max(self._running(self.phase), 1e-6)

    _stopping = FOREVER / 2.0

    def _change_state(self, command: Command) -> None:
        if self.state_name == STAND and abs(command.speed) > SLOWEST:
            self._start()
        elif self.state_name == START and self.phase > self._began + RISE:
            self.state_name = RUN
        elif self.state_name == STOP and self.phase >= self._ends:
            self.state_name = STAND
            self._prints = [self._both(self._resting(pair[0])) for pair in self._prints]

    def _start(self) -> None:
        """Begin in the middle of a contact in which the other foot is in the air."""
        for s, side in enumerate(SIDES):
            other = [p.contact for p in self.motion.prints[SIDES[1 - s]]]
            for local in self.motion.prints[side]:
                middle = (local.contact.start + local.contact.end) / 2.0
                last, lap = around(other, middle)[0]
                if last.end + lap <= middle:
                    self._start_on(s, local, middle)
                    return

    def _start_on(self, s: int, local: LocalPrint, middle: float) -> None:
        self.state_name, self.phase, self._began = START, middle, middle
        self._stopping, self._ends = FOREVER / 2.0, FOREVER
        here = frame_of(self._state, self.heading, self.size)
        for foot in range(2):
            lift = local.contact.end if foot == s else middle
            stood = self._prints[foot][0]
            frame = here if foot == s else FootFrame(
                place=here.place, lean=here.lean, heading=here.heading
            )  # fmt: skip
            self._prints[foot] = self._both(
                Footprint(stood.place, stood.heading, frame, middle - 1.0, lift)
            )

    def _stop_on(self, s: int) -> None:
        """The foot that has just come down stays; the other one comes beside it."""
        self.state_name, self._stopping = STOP, self.phase
        stays = self._prints[s][0]
        self._prints[s] = self._both(self._resting(stays))
        away = 2.0 * HALF_STANCE * self.motion.figure.character.leg_length
        sideways = away * (1.0 if s == 1 else -1.0)
        place = stays.place + sideways * np.array([-np.sin(stays.heading), np.cos(stays.heading)])
        other = self._prints[1 - s][0]
        touch = self._next_contact(1 - s, max(other.lift, self.phase))[1]
        frame = FootFrame(place=(place + stays.place) / 2.0, lean=np.zeros(2),
                          heading=stays.heading)  # fmt: skip
        self._prints[1 - s] = [other, Footprint(place, stays.heading, frame, touch, FOREVER)]
        self._ends = touch + SETTLE

    # -- footprints

    def _beside(self, s: int) -> Footprint:
        """Where a stander's foot is, beside the pendulum."""
        frame = frame_of(self._state, self.heading, self.size)
        side = HALF_STANCE * self.motion.figure.character.leg_length * (1.0 - 2.0 * s)
        place = frame.outside(np.array([0.0, side, 0.0]))[:2]
        return Footprint(place, self.heading, frame, -1.0, FOREVER)

    @staticmethod
    def _both(footprint: Footprint) -> list[Footprint]:
        return [footprint, footprint]

    @staticmethod
    def _resting(footprint: Footprint) -> Footprint:
        return Footprint(
            footprint.place, footprint.heading, footprint.frame, footprint.touch, FOREVER
        )

    def _step_over(self) -> None:
        """Feet that have come down stand where they were last planned to."""
        for s in range(2):
            before, after = self._prints[s]
            if before.lift < FOREVER and self.phase >= after.touch > before.touch:
                self._prints[s] = self._both(after)
                if self._may_stop():
                    self._stop_on(s)

    def _may_stop(self) -> bool:
        slow = self._predictor.pace(self._state) < STOPS_BELOW
        return self.state_name in (START, RUN) and self._command.speed < SLOWEST and slow

    def _renew(self) -> Way:
        """Predict, and plan the next print of each foot on the way."""
        touches = [self._next_contact(s, self._prints[s][0].lift)[1:] for s in range(2)
                   if self._prints[s][0].lift < FOREVER]  # fmt: skip
        until = max([(touch + lift) / 2.0 for touch, lift in touches], default=self.phase)
        way = self._predictor.predict(
            self._state, self.phase, self.heading, self._wanted(), self._sway(), until
        )
        for s in range(2):
            before, after = self._prints[s]
            if before.lift < FOREVER and after.lift < FOREVER:
                self._prints[s] = [before, self._print_on(way, s)]
        return way

    def _next_contact(self, s: int, lift: float) -> tuple[LocalPrint, float, float]:
        """The first contact that begins after a foot has left the ground, with its phases."""
        local = self.motion.prints[SIDES[s]]
        laps = [(p, p.contact.start + lap, p.contact.end + lap)
                for lap in range(int(lift) - 2, int(lift) + 4) for p in local]  # fmt: skip
        return min(
            (entry for entry in laps if entry[1] > lift - 1e-6), key=lambda entry: entry[1]
        )

    def _print_on(self, way: Way, s: int, last: bool = False) -> Footprint:
        """The print in the middle of the next contact on a way, or of the last one."""
        if last:
            contacts = [p.contact for p in self.motion.prints[SIDES[s]]]
            contact, lap = around(contacts, self.phase % 1.0)[0]
            lap += round(self.phase - self.phase % 1.0)
            local = next(p for p in self.motion.prints[SIDES[s]] if p.contact == contact)
            touch, lift = contact.start + lap, contact.end + lap
        else:
            local, touch, lift = self._next_contact(s, self._prints[s][0].lift)
        middle = (touch + lift) / 2.0
        _, state, heading, pace = way.at_phase(middle)
        half = self._predictor.bearing(pace) * (lift - touch) / 2.0
        frame = frame_of(state, heading, self.size)
        place = frame.outside(local.place)[:2]
        return Footprint(place, heading + local.heading, frame, middle - half, middle + half)

    # -- the pendulum

    def _backwards(self, speed: float) -> tuple[Array, ...]:
        """A steady way that has led here, over the last two cycles."""
        period = self.analysis.reference.period * self._predictor.stretch(speed)
        shares = np.linspace(-2.0, 1.0, 100)
        states = np.tile(self._state, (len(shares), 1, 1))
        states[:, POSITION] += shares[:, None] * period * self._state[1]
        ones = np.ones(len(shares))
        return shares * period, self.phase + shares, states, self.heading * ones, speed * ones

    def _taken_up(self, command: Command, dt: float) -> Wish:
        """The command, in the clip's size and time, as fast as bodies take it up."""
        speed = command.speed * self.time_scale / self.size
        turn = command.turn_rate * self.time_scale
        change = np.clip(speed - self._command.speed, -BRAKING * dt, SPEEDING * dt)
        turned = np.clip(turn - self._command.turn_rate, -TURNING * dt, TURNING * dt)
        return Wish(self._command.speed + float(change), self._command.turn_rate + float(turned))

    def _wanted(self) -> Wish:
        """What the command asks for; who stops or stands comes over both feet."""
        if self.state_name in (START, RUN):
            return self._command
        feet = np.mean([pair[1].place for pair in self._prints], axis=0) / self.size
        x, y = CENTERING * (feet - self._state[POSITION])
        return Wish(0.0, 0.0, (float(x), float(y)))

    def _believed(self, estimate: Estimate) -> tuple[Array, float]:
        """The estimate in the clip's size and time."""
        speed = self.time_scale / self.size
        state = np.stack(
            [
                estimate.cart / self.size,
                estimate.cart_velocity * speed,
                estimate.lean,
                estimate.lean_rate * self.time_scale,
            ]
        )
        return state, estimate.heading

    def _plan(self, way: Way) -> Plan:
        times = way.times * self.time_scale
        touches = [float(np.interp(pair[1].touch, way.phases, times)) for pair in self._prints]
        lifts = [float(np.interp(pair[0].lift, way.phases, times)) for pair in self._prints]
        length = self.analysis.pendulum.length
        wanted = self._predictor.desired(
            self.phase, self.heading, self._wanted(), self._sway()
        )
        return Plan(
            state=self.state_name,
            phase=self.phase,
            footprints=tuple((pair[0], pair[1]) for pair in self._prints),
            touch_times=np.array(touches),
            lift_times=np.array(lifts),
            center=self.size * (self._state[POSITION] + length * self._state[2]),
            velocity=(self._state[1] + length * self._state[3]) * self.size / self.time_scale,
            force=self.analysis.pendulum.force(self._state[1:], wanted),
            way=way,
            planner=self,
        )
