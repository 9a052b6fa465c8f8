"""The running preview: a worker, the rig that shows its frames, and the timeline."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import partial

import bpy
from bpy.app.handlers import persistent

from ..base.errors import FootfallError
from ..catalogue.output import Output
from ..jobs.worker_process import WorkerProcess
from ..rigs.blender.live_pose import LivePose
from ..rigs.blender.live_props import LiveProps
from ..rigs.blender.live_state import restore_rigs
from ..rigs.blender.scene import frame_rate
from ..rigs.blender.subjects import is_there
from ..shots.cue import Cue
from ..shots.performer import Performer
from ..shots.shot import Shot
from ..shots.steering import SteeringStep, WalkTargets, steered, walk_targets_at
from ..shots.take import RunFailed, Take
from .clips import clips_are_read
from .hanging_run import with_heavy_parts
from .kept_takes import hide_take, show_take
from .playhead import Playhead
from .preview_input import PanelWatch, PreviewInput, read_input
from .rig_run import RigRun, make_rig_run, rig_run_of
from .run_state import CURRENT
from .scene_shot import items_in_play
from .standby import prepare_worker, take_worker
from .unfinished import note_unfinished

SHARE = 0.25  # of the time that may be spent on solving poses
_active: Preview | None = None


class Preview:
    """A rig that moves without keys while its motion is simulated.

    Attributes:
        rig_run: how the take becomes keys, as read before anything was shown.
        take: the take, once the simulation has ended, even if early.
        steps: the steering so far.
        why_ended: one sentence, where something other than the artist ended the preview.
    """

    def __init__(self, context: bpy.types.Context, is_steered: bool = False) -> None:
        """Start to simulate the panel's shot. Raises FootfallError.

        Args:
            is_steered: whether to simulate in real time, with `steer`.
        """
        scene = context.scene
        self._is_steered = is_steered
        self.take: Take | None = None
        self.why_ended = ""
        self._scene, self._frame = scene, (scene.frame_current, scene.frame_subframe)
        self._worker: WorkerProcess | None = take_worker()
        try:
            self._read(make_rig_run(context))
            self._panel = PanelWatch(self._read_input(context))
            self._begin(context)
        except BaseException:
            self._close_worker()
            restore_rigs()  # a shot that cannot be simulated is refused after the rig was marked
            raise

    def step(self, context: bpy.types.Context) -> None:
        """Poll the panel and the worker, show new frames, and move the timeline.

        Raises FootfallError when the simulation fails without a frame, or the rig is missing or
        changed.
        """
        self.rig_run.subjects.check()
        self._watch_panel(context)
        self._watch_worker(context)
        self._playhead.advance(context, self.frames, self.take is not None)

    @property
    def frames(self) -> int:
        """The number of frames that can be shown."""
        return self._pose.frames

    def steer(self, faster: float, left: float) -> None:
        """Add to the speed [m/s] and the heading [rad] of the simulated walk."""
        if self._worker is not None:
            self._worker.steer(faster, left)

    def steer_to(self, targets: WalkTargets) -> None:
        """Set the targets of the simulated walk."""
        if self._worker is not None:
            self._worker.steer_to(targets)

    def walk_targets(self, context: bpy.types.Context) -> WalkTargets | None:
        """The targets of the walk after the last simulated frame, with steering."""
        now = self.frames / frame_rate(context.scene)
        time = max([now, *(step.time for step in self.steps[-1:])])
        return walk_targets_at(self.steered_cues(), time)

    @property
    def cues(self) -> Sequence[Cue]:
        """The cues of the panel."""
        return self.performer.cues

    @property
    def frame_rate(self) -> float:
        """Frames of the take a second."""
        return self.shot.frame_rate

    @property
    def performer(self) -> Performer:
        """The performer of the panel's shot."""
        return self.shot.performers[0]

    @property
    def shot(self) -> Shot:
        """The panel's shot that is simulated."""
        return self._panel.used.shot

    def steered_cues(self) -> list[Cue]:
        """The cues of the panel, with steering as keys."""
        return steered(self.cues, self.performer.heading, self.steps)

    def refresh(self, scene: bpy.types.Scene) -> None:
        """Show the pose of the frame to which the scene has changed."""
        if self.rig_run.subjects.exist() and scene == self._scene:
            self._pose.refresh(scene)
            self._props.refresh(scene)

    def hide(self) -> None:
        """Restore the scene; `show` continues the preview."""
        self._shown_frame = self._go_to(self._frame)
        self._pose.hide()
        self._props.hide()

    def show(self) -> None:
        if not self.rig_run.subjects.exist():
            return  # the next step reports it
        self._go_to(self._shown_frame)
        self._pose.show()
        self._props.show()

    def close(self) -> None:
        """End the worker and restore the scene."""
        self._close_worker()
        hide_take()
        self.hide()
        bpy.context.view_layer.update()

    def _read(self, rig_run: RigRun) -> None:
        self.rig_run = rig_run
        # Not as often as the panel is looked at: the rig's parts are read in its pose.
        self.standing = with_heavy_parts(rig_run.standing)
        self._pose = LivePose(self.rig_run.rig)
        self._props = LiveProps(self.rig_run.rig, self.rig_run.props)

    def _read_input(self, context: bpy.types.Context) -> PreviewInput:
        return read_input(context, self.rig_run, self.standing, self._is_steered)

    def _read_changes(self, context: bpy.types.Context) -> PreviewInput:
        """The input now; the preview is hidden where an Action must be played to be read."""
        if clips_are_read(items_in_play(context.scene), self.rig_run.rig):
            return self._read_input(context)
        self.hide()
        try:
            return self._read_input(context)
        finally:
            self.show()

    def _begin(self, context: bpy.types.Context, follows: bool = True) -> None:
        assert self._worker is not None
        self._worker.begin(self.shot, self._is_steered)
        self.steps = self._worker.steps
        rate = frame_rate(context.scene)
        self._playhead = Playhead(self.rig_run.start_frame, rate, follows)
        self.take, self._solved = None, 0
        self._solve_after = 0.0

    def _watch_panel(self, context: bpy.types.Context) -> None:
        try:
            has_changed = self._panel.has_changed(partial(self._read_changes, context))
        except FootfallError as error:
            CURRENT.note = str(error)
            return
        if has_changed:
            self._begin_again(context)

    def _begin_again(self, context: bpy.types.Context) -> None:
        self._close_worker()
        self.hide()
        # Read the same rig, even if another one is active by now.
        self._read(rig_run_of(context, self.rig_run.rig.armature))
        self._panel = PanelWatch(self._read_input(context))
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
        CURRENT.see_search(self._worker)
        if self.steps:
            CURRENT.note = describe(self.steps[-1])
        if self.take is not None:
            self._tell_end(self.take)
            self._close_worker()
            self._solve(self.take, self.rig_run.output_of(self.take))
        elif time.monotonic() >= self._solve_after:
            so_far = self._worker.so_far()
            if so_far is not None and len(so_far.times) > max(self._solved, 1):
                self._solve(so_far, self.rig_run.output.of_a_part)
                prepare_worker()  # for the next change of the panel

    def _tell_end(self, take: Take) -> None:
        """Show what the artist can do now; the progress of a failed run stays at its share."""
        CURRENT.can_stop_search = False
        if take.failure:
            kept = f"Accept bakes the {len(take.times)} frames until then, or change something"
            CURRENT.note = f"{take.failure} {kept}"
        else:
            sentences = note_unfinished(self._scene, self.rig_run.cues, take)
            CURRENT.progress = 1.0
            CURRENT.note = ". ".join([*sentences, "Accept, or change something"])

    def _solve(self, take: Take, output: Output) -> None:
        began = time.monotonic()
        start, pose = self.rig_run.start_frame, self.rig_run.pose
        self._pose.load(take, start, output, pose, self.performer)
        self._props.load(take, self.rig_run.start_frame, output)
        show_take(self.rig_run.rig, take, start, self.rig_run.cues)
        self._solved = len(take.times)
        now = time.monotonic()
        self._solve_after = now + (now - began) / SHARE

    def _close_worker(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _go_to(self, frame: tuple[int, float]) -> tuple[int, float]:
        """Set the frame of the preview's scene; returns the former frame."""
        scene = self._scene
        if not is_there(scene):
            return frame
        before = (scene.frame_current, scene.frame_subframe)
        if before != frame:
            scene.frame_set(frame[0], subframe=frame[1])
        return before


def describe(step: SteeringStep) -> str:
    """A step of steering as text for the artist."""
    return f"{step.speed:.1f} m/s, heading {math.degrees(step.heading):.0f}°"


def begin_preview(context: bpy.types.Context, is_steered: bool = False) -> Preview:
    """Start the preview. Raises FootfallError, and then leaves nothing running."""
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
    """End the preview, if there is one, and restore the scene.

    Args:
        why: in one sentence, where the artist did not end it.
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
