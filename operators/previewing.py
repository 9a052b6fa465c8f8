"""The preview that runs now: a worker, the rig that shows its frames, and the timeline."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import bpy
from bpy.app.handlers import persistent

from ..base.errors import FootfallError
from ..bodies.body_factors import Factors
from ..catalogue.output import Output
from ..jobs.worker_process import WorkerProcess
from ..rigs.blender.live_pose import LivePose
from ..rigs.blender.live_props import LiveProps
from ..rigs.blender.live_state import restore_rigs
from ..rigs.blender.scene import frame_rate
from ..rigs.blender.subjects import is_there
from ..shots.cue import Cue
from ..shots.shot import Shot
from ..shots.steering import Course, Step, check_steerable, course_at, steered
from ..shots.take import RunFailed, Take
from .plan import Plan, make_plan, plan_of, shot_of_panel
from .playhead import Playhead
from .run_state import CURRENT
from .standby import prepare_worker, take_worker
from .unfinished import note_unfinished

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
        take: the take once the simulation has ended, be it early.
        steps: what was steered.
        why_ended: in one sentence, where something else than the artist ended it.
    """

    def __init__(self, context: bpy.types.Context, is_steered: bool = False) -> None:
        """Start to simulate what the panel says. Raises FootfallError.

        Args:
            is_steered: at the pace of the clock, with `steer`.
        """
        scene = context.scene
        self._is_steered = is_steered
        self.take: Take | None = None
        self.why_ended = ""
        self._scene, self._frame = scene, (scene.frame_current, scene.frame_subframe)
        self._worker: WorkerProcess | None = take_worker()
        try:
            self._read(make_plan(context))
            self._wish = self._pending = self._ask(context)
            self._begin(context)
        except BaseException:
            self._close_worker()
            restore_rigs()  # a shot that cannot be run is refused after the rig was marked
            raise

    def step(self, context: bpy.types.Context) -> None:
        """Look at the panel and the worker, show what is new, move the timeline on.

        Raises FootfallError when the simulation fails with nothing to show, or the rig is gone or
        not as it was.
        """
        self.plan.subjects.check()
        self._watch_panel(context)
        self._watch_worker(context)
        self._playhead.advance(context, self.frames, self.take is not None)

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
        if self.plan.subjects.exist() and scene == self._scene:
            self._pose.refresh(scene)
            self._props.refresh(scene)

    def hide(self) -> None:
        """Bring back the scene as it was; `show` goes on."""
        self._shown_frame = self._go_to(self._frame)
        self._pose.hide()
        self._props.hide()

    def show(self) -> None:
        if not self.plan.subjects.exist():
            return  # the next step says so
        self._go_to(self._shown_frame)
        self._pose.show()
        self._props.show()

    def close(self) -> None:
        """End the worker and leave the scene as it was."""
        self._close_worker()
        self.hide()
        bpy.context.view_layer.update()

    def _read(self, plan: Plan) -> None:
        self.plan = plan
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
        # Of the same rig, whichever is active by now.
        self._read(plan_of(context, self.plan.rig.armature))
        self._wish = self._pending = self._ask(context)
        self.show()
        self._worker = take_worker()
        self._begin(context, self._playhead.follows)

    def _watch_worker(self, context: bpy.types.Context) -> None:
        if self._worker is None:
            return
        try:
            self.take = self._worker.poll()
        except RunFailed as failed:
            self.take = failed.take
        CURRENT.progress, CURRENT.note = self._worker.progress, self._worker.note
        if self.steps:
            CURRENT.note = describe(self.steps[-1])
        if self.take is not None:
            self._tell_end(self.take)
            self._close_worker()
            self._solve(self.take, self.plan.output_of(self.take))
        elif time.monotonic() >= self._solve_after:
            so_far = self._worker.so_far()
            if so_far is not None and len(so_far.times) > max(self._solved, 1):
                self._solve(so_far, self.plan.output.of_a_part)
                prepare_worker()  # for when the panel changes

    def _tell_end(self, take: Take) -> None:
        """Say what can be done now; a run that failed stays at the share that was done."""
        if take.failure:
            kept = f"Accept bakes the {len(take.times)} frames until then, or change something"
            CURRENT.note = f"{take.failure} {kept}"
        else:
            sentences = note_unfinished(self._scene, self.plan.cues, take)
            CURRENT.progress = 1.0
            CURRENT.note = ". ".join([*sentences, "Accept, or change something"])

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
        scene = self._scene
        if not is_there(scene):
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


def end_preview(why: str = "") -> None:
    """End the preview, if one runs, and leave the scene as it was.

    Args:
        why: in one sentence, where it was not the artist's wish.
    """
    global _active
    if _active is None:
        return
    preview, _active = _active, None
    preview.why_ended = why
    bpy.app.handlers.frame_change_post.remove(_show_frame)
    CURRENT.end()
    preview.close()


@persistent
def _show_frame(scene: bpy.types.Scene, *depsgraph: bpy.types.Depsgraph) -> None:
    if _active is not None:
        _active.refresh(scene)
