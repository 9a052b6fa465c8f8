"""The planner: from the body's state to poses, footprints and times.

Kwon and Hodgins 2010, Sections 5.1 and 5.2.

The planner advances step by step. With an estimate of the body's pendulum, the plan starts there,
which balances the body; without one the plan continues by itself, which shows the planned motion.

The states are those of the state machine of Figure 4: stand, start, run, stop. A start's first
step and a stop's last one are made from standing and the clip's cycle; left and right strides are
phases of one cycle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from .local_motion import LocalMotion
from .pendulum_analysis import RunAnalysis
from .pendulum_estimation import Estimate
from .planned_poses import Moment, PlannedPose, PoseMaker
from .planned_steps import FOREVER, Steps
from .prediction import POSITION, Command, Predictor, ScaledCommand, Way, frame_of
from .sheared_footprints import Footprint, eased
from .tilting import FootTilt

Array = NDArray[np.float64]
STAND, START, RUN, STOP = "stand", "start", "run", "stop"
SLOWEST = 0.05  # [m/s]: least commanded speed that counts as running
SPEEDING, BRAKING = 2.5, 2.0  # [m/s2] of the target speed, of the clip's body
TURNING = 2.0  # [rad/s2] the same of the turning rate
STOPS_BELOW = 0.9  # [m/s], of the clip's body: below it, a body told to stand takes its last step
RISE = 0.8  # of a cycle until the start has become the clip's motion
SETTLE = 0.25  # of a cycle from the last step until the body stands still
CENTERING = 0.8  # [1/s]: rate at which a stander moves over the middle of both feet
LEAST_SWAY = 1e-6  # of a body that begins to move
NEVER = (FOREVER / 2.0, FOREVER)  # phases at which a stop begins and ends


@dataclass(frozen=True, eq=False)
class Plan:
    """The plan at one time.

    Attributes:
        state: "stand", "start", "run" or "stop".
        phase: of the cycle, counting on over the cycles.
        footprints: (before, after) of the left and of the right foot.
        touch_times, lift_times: (2,) time until each foot next lands, and next lifts [s].
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
            tilt: whether support feet are tilted by the cart's force (equation 10), for tracking.
        """
        moments = [self.planner.moment(self.way, float(time)) for time in ahead]
        prints = list(self.footprints)
        tilting = FootTilt(self.force, self.planner.analysis.keys) if tilt else None
        return self.planner.maker.pose(moments, prints, tilting)


    def phase_at(self, ahead: float) -> float:
        """The phase at a time from now [s], for the next estimate."""
        return self.way.at_time(ahead / self.planner.time_scale)[0]


class RunPlanner:
    """Plans the motion of one body after one clip.

    The interface is in the body's own size; the pendulum inside is in the size and time of the
    clip's body.
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
        self.heading, self.phase, self.state = heading, 0.0, STAND
        self._command = ScaledCommand(0.0)
        self._state = np.zeros((4, 2))
        self._state[POSITION] = np.array(place) / self.size
        self._began = 0.0
        self._stopping, self._ends = NEVER
        self._steps = Steps(self.motion, self._predictor)
        self._steps.stand_beside(frame_of(self._state, heading, self.size))

    # -- the interface

    def run_at(self, speed: float, phase: float = 0.0) -> None:
        """Start in full run at a speed [m/s] and a phase, at the body's place and heading."""
        speed = speed * self.time_scale / self.size
        self.state, self.phase, self._command = RUN, phase % 1.0, ScaledCommand(speed)
        self._began = self.phase - RISE
        self._stopping, self._ends = NEVER
        state = self._state.copy()
        c, s = np.cos(self.heading), np.sin(self.heading)
        state[1:] = 0.0
        state[1] = speed * np.array([c, s])
        self._state = state
        self._steps.run_on(Way(*self._backwards(speed)), self.phase)
        self._renew()

    def step(
        self, dt: float, command: Command, estimate: Estimate | None = None
    ) -> Plan:
        """Advance by dt [s] under a command, and plan from there.

        Args:
            command: target speed [m/s] and turning rate [rad/s] of this body.
            estimate: estimated state of the body's pendulum; None continues as planned.
        """
        own, last = dt / self.time_scale, self.phase
        self._command = self._taken_up(command, own)
        self._state, self.phase, self.heading, _ = self._predictor.advance(
            self._state, self.phase, self.heading, self._wanted(), self._sway(), own
        )
        if estimate is not None:
            self._state, self.heading = self._believed(estimate)
        self._change_state(command, self._steps.go_on(last, self.phase))
        way = self._renew()
        return self._plan(way)

    def moment(self, way: Way, ahead: float) -> Moment:
        """State of the pendulum at a time from now [s]."""
        return self._moment(way.at_time(ahead / self.time_scale))

    def _moment(self, at: tuple[float, Array, float, float]) -> Moment:
        phase, state, heading, pace = at
        return Moment(
            phase=phase,
            frame=frame_of(state, heading, self.size),
            bounce=self._predictor.bounce(pace),
            running=self._running(phase),
        )

    # -- the state machine

    def _running(self, phase: float) -> float:
        """Blend weight at a phase: 0 standing, 1 in the clip's motion."""
        if self.state == STAND:
            return 0.0
        rise = eased((phase - self._began) / RISE)
        return rise * (1.0 - eased((phase - self._stopping) / (self._ends - self._stopping)))

    def _sway(self) -> float:
        """Share of the clip's sway; the phase advances while it is above 0."""
        return 0.0 if self.state == STAND else max(self._running(self.phase), LEAST_SWAY)

    def _change_state(self, command: Command, lifted: bool) -> None:
        if self.state == STAND and abs(command.speed) > SLOWEST:
            here = frame_of(self._state, self.heading, self.size)
            self.phase = self._began = self._steps.start(here)
            self._stopping, self._ends = NEVER
            self.state = START
        elif self.state == START and self.phase > self._began + RISE:
            self.state = RUN
        elif self.state == RUN and lifted and self._may_stop():
            self.state, self._stopping = STOP, self.phase
            self._ends = self._steps.stop(self.phase) + SETTLE
        elif self.state == STOP and self.phase >= self._ends:
            self.state = STAND
            self._steps.rest()

    def _may_stop(self) -> bool:
        slow = self._predictor.pace(self._state) < STOPS_BELOW
        return self._command.speed < SLOWEST and slow

    def _renew(self) -> Way:
        """Predict, and plan the next footprint of each foot on the predicted path."""
        until = self._steps.horizon(self.phase)
        way = self._predictor.predict(
            self._state, self.phase, self.heading, self._wanted(), self._sway(), until
        )
        self._steps.renew(way, self._sink)
        return way

    def _sink(self, way: Way, s: int, footprint: Footprint) -> float:
        """Distance [m] that the hips sink for a footprint."""
        ends = footprint.touch, min(footprint.lift, self._ends)
        moments = [self._moment(way.at_phase(phase)) for phase in ends]
        return self.maker.sink_for(s, footprint, moments)

    # -- the pendulum

    def _backwards(self, speed: float) -> tuple[Array, ...]:
        """A steady path up to the present place, over the last two cycles."""
        period = self.analysis.reference.period * self._predictor.stretch(speed)
        shares = np.linspace(-2.0, 1.0, 100)
        states = np.tile(self._state, (len(shares), 1, 1))
        states[:, POSITION] += shares[:, None] * period * self._state[1]
        ones = np.ones(len(shares))
        return shares * period, self.phase + shares, states, self.heading * ones, speed * ones

    def _taken_up(self, command: Command, dt: float) -> ScaledCommand:
        """The command in the clip's size and time, with bounded rates of change."""
        speed = command.speed * self.time_scale / self.size
        turn = command.turn_rate * self.time_scale
        change = np.clip(speed - self._command.speed, -BRAKING * dt, SPEEDING * dt)
        turned = np.clip(turn - self._command.turn_rate, -TURNING * dt, TURNING * dt)
        now = self._command
        return ScaledCommand(now.speed + float(change), now.turn_rate + float(turned))

    def _wanted(self) -> ScaledCommand:
        """The command's target; a body that stops or stands moves over the middle of both feet."""
        if self.state in (START, RUN):
            return self._command
        x, y = CENTERING * (self._steps.middle / self.size - self._state[POSITION])
        return ScaledCommand(0.0, 0.0, (float(x), float(y)))

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
        half = np.pi  # the planner keeps count of whole turns
        off = (estimate.heading - self.heading + half) % (2.0 * half) - half
        return state, self.heading + float(off)

    def _plan(self, way: Way) -> Plan:
        times = way.times * self.time_scale
        touches = [float(np.interp(pair[1].touch, way.phases, times)) for pair in self._steps.pairs]
        lifts = [float(np.interp(pair[0].lift, way.phases, times)) for pair in self._steps.pairs]
        length = self.analysis.pendulum.length
        wanted = self._predictor.desired(
            self.phase, self.heading, self._wanted(), self._sway()
        )
        return Plan(
            state=self.state,
            phase=self.phase,
            footprints=tuple(self._steps.pairs),
            touch_times=np.array(touches),
            lift_times=np.array(lifts),
            center=self.size * (self._state[POSITION] + length * self._state[2]),
            velocity=(self._state[1] + length * self._state[3]) * self.size / self.time_scale,
            force=self.analysis.pendulum.force(self._state[1:], wanted),
            way=way,
            planner=self,
        )
