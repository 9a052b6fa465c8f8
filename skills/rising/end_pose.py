"""The pose in which a body ends that has got up: it steps into the pose's stance, then moves into
the pose, and holds it.

The steps are the walking law's; the way into the pose is a clip that is performed.
"""

from __future__ import annotations

import math

import numpy as np

from ...base.errors import InvalidInput
from ...bodies.strength import ADULT_LEG
from ...catalogue.performing import PERFORM
from ...controllers.gait.modes import STANDING
from ...controllers.gait.standing import TURNED_AWAY
from ...motion.performing.clip import PerformedClip
from ...motion.performing.reference import reference_of
from ...motion.performing.standing_pose import StandingPose, standing_pose, way_into
from ...motion.performing.surface import Footing
from ...motion.performing.track import Placing
from ...shots.footsteps import Footstep
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array, heading_of, wrapped
from ..biped import Biped
from ..gait_command import set_footsteps
from ..performing.follower import Follower
from ..performing.handing_over import give_back
from ..performing.stiffness import stiffness_over

# Numbers without a source: tuned by hand. Lengths and times are of an adult.
CALM, CALM_FOR = 0.05, 0.3  # [m/s] of the center of mass, [s] of standing so
STANDS_FOR = 2.0  # [s] of standing, after which it goes on, calm or not
STEPS_FOR = 6.0  # [s] after which it steps on no further footprint: it may be out of reach
# Of a foot to its place in the pose, beyond which it steps there.
FAR, TURNED = 0.025, math.radians(5.0)  # [m], [rad]
STEP_TIME = 0.55  # [s] from lift-off to touch-down
LEVEL = 0.02  # rise over run, below which ground counts as level
SIDES = ("L", "R")


def check_level(ground: Array) -> None:
    """Raise InvalidInput where the ground (3,) under a body, as in `ground_plane`, slopes."""
    slope = math.hypot(ground[1], ground[2])
    if slope > LEVEL:
        raise InvalidInput(
            f"A pose to end in needs level ground, and here it slopes by "
            f"{math.degrees(math.atan(slope)):.0f} degrees: leave the end out, or make it level."
        )


class EndPose:
    """
    Attributes:
        follower: of the way into the pose; None before.
    """

    def __init__(self, biped: Biped, clip: PerformedClip) -> None:
        """
        Args:
            clip: that holds the pose: see `clip.held_pose`.
        """
        self.follower: Follower | None = None
        self._biped, self._clip = biped, clip
        self._gravity = float(biped.command["gravity"])
        self._time = math.sqrt(biped.leg / ADULT_LEG)  # of an adult's times
        self._pose: StandingPose | None = None  # known once it has turned
        self._begin_to_wait()

    def _begin_to_wait(self) -> None:
        self._waited = self._stood_for = self._calm_for = 0.0

    @property
    def is_reached(self) -> bool:
        """Whether the body is in the pose."""
        return self.follower is not None and self.follower.is_over

    def begin_anew(self) -> None:
        """Forget all that was done, as for a body that has fallen."""
        self.follower = self._pose = None
        self._begin_to_wait()

    def go_on(self, motion: Rows[Motion], heading: float | None) -> None:
        """Step, or begin to move into the pose, once the body stands calmly on its feet.

        Args:
            heading: that it should face [rad]; None: that which it faces.
        """
        state = views_of(Motion, motion)
        if not self._is_ready(state):
            return
        if self._pose is not None:
            self.follower = self._follow(state, self._pose)
            return
        faced = float(heading_of(state.rotation[0]))
        character, facing = self._biped.character, faced if heading is None else heading
        self._pose = standing_pose(self._clip, character, facing, self._gravity)
        set_footsteps(self._biped, self._steps(state, self._pose))
        self._begin_to_wait()

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step, on the way into the pose and in it."""
        assert self.follower is not None
        return self.follower.actuators(motion)

    def leave(self) -> None:
        """Leave the body to the walking law."""
        if self.follower is not None:
            give_back(self._biped, float(self._biped.memory["heading"]))

    def _is_ready(self, state: Motion) -> bool:
        """Whether the body stands calmly, turned as it should be, with no step to take."""
        memory, command = self._biped.memory, self._biped.command
        dt = float(command["dt"]) / self._time
        self._waited += dt
        if self._pose is not None and self._waited > STEPS_FOR:
            set_footsteps(self._biped, [])
        off = abs(wrapped(float(command["heading"] - memory["heading"])))
        turns = self._pose is None and off > TURNED_AWAY
        steps = memory["next_footstep"] < command["footstep_count"]
        stands = memory["mode"] == STANDING and not turns and not steps
        is_calm = stands and float(np.linalg.norm(state.com_velocity)) < CALM * self._time
        self._stood_for = self._stood_for + dt if stands else 0.0
        self._calm_for = self._calm_for + dt if is_calm else 0.0
        return self._calm_for > CALM_FOR or self._stood_for > STANDS_FOR

    def _steps(self, state: Motion, pose: StandingPose) -> list[Footstep]:
        """The steps, at most one of each foot, from where the feet are into the pose's stance.

        The middle of the feet stays. The foot that goes further goes first.
        """
        biped, anatomy = self._biped, self._biped.anatomy
        feet = anatomy["foot"]
        middle = 0.5 * (anatomy["ball"] - anatomy["heel"])[:, None]  # of the soles
        own = state.rotation[feet]
        here = (state.origin[feet] + middle * own[..., 0])[:, :2]
        there = (pose.ankles + middle * pose.foot_axes[..., 0])[:, :2]
        there += here.mean(axis=0) - there.mean(axis=0)
        far = np.linalg.norm(there - here, axis=1) / (FAR * biped.leg / ADULT_LEG)
        facing = [float(heading_of(axes)) for axes in pose.foot_axes]
        turned = [wrapped(a - float(heading_of(b))) for a, b in zip(facing, own, strict=True)]
        return [
            Footstep("foot", SIDES[s], (x, y), facing[s], STEP_TIME * self._time)
            for s in np.argsort(-far).tolist()
            for x, y in (there[s].tolist(),)
            if far[s] > 1.0 or abs(turned[s]) > TURNED
        ]

    def _follow(self, state: Motion, pose: StandingPose) -> Follower:
        """Begin the way into the pose from where the body is."""
        biped = self._biped
        count = len(biped.character.segments)
        ground, footing = self._ground(state)
        root = state.origin[0] - [0.0, 0.0, ground]
        way = way_into(pose, root, state.rotation[:count])
        facing = float(heading_of(state.rotation[0]))
        placing = Placing((float(root[0]), float(root[1])), facing)
        reference = reference_of(way, biped.character, placing, self._gravity, footing)
        usual = {p.name: p.default for p in PERFORM.parameters}
        return Follower(biped, reference, stiffness_over(reference, lambda _: usual))

    def _ground(self, state: Motion) -> tuple[float, Footing | None]:
        """Height of the ground under the body [m], and the ground; None where it is level."""
        heights = self._biped.footing_heights
        if heights is None:
            return 0.0, None
        under = float(heights(state.origin[:1, :2], float(state.origin[:, 2].max()))[0])
        height = 0.0 if math.isnan(under) else under
        return height, Footing(heights, height)
