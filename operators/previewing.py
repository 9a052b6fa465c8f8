"""The preview that runs now: a worker, the rig that shows its frames, and the timeline."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import bpy
from bpy.app.handlers import persistent

from ..catalogue.output import Output
from ..cue import Cue
from ..errors import FootfallError, RigError
from ..helm import Course, Step, check_steerable, course_at, steered
from ..rigs.blender.live_pose import LivePose
from ..rigs.blender.live_props import LiveProps
from ..rigs.blender.scene import frame_rate
from ..rigs.body_factors import Factors
from ..shot import Shot
from ..take import Take
from ..worker_process import WorkerProcess
from .plan import make_plan, shot_of_panel, what_is_gone
from .playhead import Playhead
from .run_state import CURRENT
from .standby import prepare_worker, take_worker

SETTLED = 0.25  # [s] that the panel must rest before the simulation starts again
WATCH = 0.1  # [s] between two looks at the panel
SHARE = 0.25  # of the time that may go into the panel, and into solving poses
_active: Preview | None = None


@dataclass(frozen=True)
class Wish:
    """What the panel asks to be simulated."""

    picks: dict[str, str]
    body: dict[str, Factors]
    mass: float
    start_frame: int
    output: Output
    shot: Shot


class Preview:
    """A rig that moves without keys while its motion is simulated.

    Attributes:
        plan: how the take becomes keys, as read before anything was shown.
        take: the whole take once it is there.
        steps: what was steered.
    """

    def __init__(self, context: bpy.types.Context, is_steered: bool = False) -> None:
        """Start to simulate what the panel says. Raises FootfallError.

        Args:
            is_steered: at the pace of the clock, with `steer`.
        """
        scene = context.scene
        self._is_steered = is_steered
        self.take: Take | None = None
        self._scene, self._frame = scene.name, (scene.frame_current, scene.frame_subframe)
        self._worker: WorkerProcess | None = take_worker()
        try:
            self._read(context)
            self._wish = self._pending = self._ask(context)
            self._begin(context)
        except BaseException:
            self._close_worker()
            raise

    def step(self, context: bpy.types.Context) -> None:
        """Look at the panel and the worker, show what is new, move the timeline on.

        Raises FootfallError when the simulation fails or the rig is gone.
        """
        try:
            self._watch_panel(context)
            self._watch_worker(context)
            self._playhead.advance(context, self.frames, self.take is not None)
        except ReferenceError as error:
            gone = what_is_gone(self.plan.rig)
            raise RigError(f"The {gone} was removed while its preview ran.") from error

    @property
    def frames(self) -> int:
        """How many can be seen."""
        return self._pose.frames

    def steer(self, faster: float, left: float) -> None:
        """Add to the speed [m/s] and the heading [rad] of the walk that is being simulated."""
        if self._worker is not None:
            self._worker.steer(faster, left)

    def steer_to(self, course: Course) -> None:
        """Set what the walk that is being simulated is to do."""
        if self._worker is not None:
            self._worker.steer_to(course)

    def course(self, context: bpy.types.Context) -> Course | None:
        """What the walk is to do after the last frame that is there, with what was steered."""
        now = self.frames / frame_rate(context.scene)
        return course_at(self.steered_cues(), max([now, *(step.time for step in self.steps[-1:])]))

    @property
    def cues(self) -> Sequence[Cue]:
        """What the panel asks for."""
        return self._wish.shot.performers[0].cues

    def steered_cues(self) -> list[Cue]:
        """The same with what was steered."""
        return steered(self.cues, self._wish.shot.performers[0].heading, self.steps)

    def refresh(self, scene: bpy.types.Scene) -> None:
        """Show the pose of a frame that the scene has gone to."""
        self._pose.refresh(scene)
        self._props.refresh(scene)

    def hide(self) -> None:
        """Bring back the scene as it was; `show` goes on."""
        self._shown_frame = self._go_to(self._frame)
        self._pose.hide()
        self._props.hide()

    def show(self) -> None:
        self._go_to(self._shown_frame)
        self._pose.show()
        self._props.show()

    def close(self) -> None:
        """End the worker and leave the scene as it was."""
        self._close_worker()
        self.hide()
        bpy.context.view_layer.update()

    def _read(self, context: bpy.types.Context) -> None:
        self.plan = make_plan(context)
        self._pose = LivePose(self.plan.rig)
        self._props = LiveProps(self.plan.rig, self.plan.props)

    def _ask(self, context: bpy.types.Context) -> Wish:
        settings = context.scene.footfall
        shot = shot_of_panel(context, self.plan.standing)
        if self._is_steered:
            check_steerable(shot.performers[0].cues, shot.performers[0].heading)
        return Wish(
            picks=self.plan.rig.armature.footfall.picks(),
            body=self.plan.rig.armature.footfall.body.factors(),
            mass=settings.mass,
            start_frame=settings.start_frame,
            output=settings.output.chosen(),
            shot=shot,
        )

    def _begin(self, context: bpy.types.Context, follows: bool = True) -> None:
        assert self._worker is not None
        self._worker.begin(self._wish.shot, self._is_steered)
        self.steps = self._worker.steps
        rate = frame_rate(context.scene)
        self._playhead = Playhead(self.plan.start_frame, rate, follows)
        self.take, self._solved = None, 0
        self._look_after = self._solve_after = self._settles_at = 0.0

    def _watch_panel(self, context: bpy.types.Context) -> None:
        now = time.monotonic()
        if now < self._look_after:
            return
        try:
            wish = self._ask(context)
        except FootfallError as error:
            CURRENT.note = str(error)
            return
        finally:
            self._look_after = now + max(WATCH, (time.monotonic() - now) / SHARE)
        if wish != self._pending:
            self._pending, self._settles_at = wish, now + SETTLED
        elif wish != self._wish and now >= self._settles_at:
            self._begin_again(context)

    def _begin_again(self, context: bpy.types.Context) -> None:
        self._close_worker()
        self.hide()
        self._read(context)
        self._wish = self._pending = self._ask(context)
        self.show()
        self._worker = take_worker()
        self._begin(context, self._playhead.follows)

    def _watch_worker(self, context: bpy.types.Context) -> None:
        if self._worker is None:
            return
        self.take = self._worker.poll()
        CURRENT.progress, CURRENT.note = self._worker.progress, self._worker.note
        if self.steps:
            CURRENT.note = describe(self.steps[-1])
        if self.take is not None:
            CURRENT.progress, CURRENT.note = 1.0, "Accept, or change something"
            self._close_worker()
            self._solve(self.take, self.plan.output)
        elif time.monotonic() >= self._solve_after:
            so_far = self._worker.so_far()
            if so_far is not None and len(so_far.times) > max(self._solved, 1):
                # The cycle of a loop can be told when all of its steps are there.
                self._solve(so_far, replace(self.plan.output, loop_steps=0))
                prepare_worker()  # for when the panel changes

    def _solve(self, take: Take, output: Output) -> None:
        began = time.monotonic()
        self._pose.load(take, self.plan.start_frame, output, self.plan.pose)
        self._props.load(take, self.plan.start_frame, output)
        self._solved = len(take.times)
        now = time.monotonic()
        self._solve_after = now + (now - began) / SHARE

    def _close_worker(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _go_to(self, frame: tuple[int, float]) -> tuple[int, float]:
        """Set the frame of the preview's scene; returns which it was."""
        scene = bpy.data.scenes.get(self._scene)
        if scene is None:
            return frame
        before = (scene.frame_current, scene.frame_subframe)
        if before != frame:
            scene.frame_set(frame[0], subframe=frame[1])
        return before


def describe(step: Step) -> str:
    """A step for whoever steers."""
    return f"{step.speed:.1f} m/s, heading {math.degrees(step.heading):.0f}°"


def begin_preview(context: bpy.types.Context, is_steered: bool = False) -> Preview:
    """Start the one preview. Raises FootfallError; nothing has then begun."""
    global _active
    end_preview()
    CURRENT.begin(preview=True)
    try:
        _active = Preview(context, is_steered)
    except BaseException:
        CURRENT.end()
        raise
    bpy.app.handlers.frame_change_post.append(_show_frame)
    return _active


def active_preview() -> Preview | None:
    return _active


def end_preview() -> None:
    """End the preview, if one runs, and leave the scene as it was."""
    global _active
    if _active is None:
        return
    preview, _active = _active, None
    bpy.app.handlers.frame_change_post.remove(_show_frame)
    CURRENT.end()
    preview.close()


@persistent
def _show_frame(scene: bpy.types.Scene, *depsgraph: bpy.types.Depsgraph) -> None:
    if _active is not None:
        _active.refresh(scene)
