"""Preview: the rig moves while its motion is simulated; nothing is keyed until it is accepted.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import time

import bpy
from bpy.props import BoolProperty

from ..base.errors import FootfallError
from .last_result import report_result
from .previewing import active_preview, begin_preview, end_preview
from .readiness import can_bake
from .sidebars import Redraws, redraw_sidebars
from .steering import Steering

INTERVAL = 1 / 60  # [s] between two polls of the worker and the timeline


class FOOTFALL_OT_preview(bpy.types.Operator):
    """Simulate the skill and watch the rig move; no keys are written until you accept"""

    bl_idname = "footfall.preview"
    bl_label = "Preview"
    bl_options = {"REGISTER"}

    steered: BoolProperty(
        name="Steer",
        description="Walk by the arrow keys, or by dragging in the viewport: up and down for the "
        "speed, left and right to turn. It goes no faster than the clock, and Accept keys what "
        "was steered on the cues",
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context):
        return can_bake(cls, context)

    def execute(self, context):
        """Without a window: simulate to the end; then the preview waits to be accepted."""
        if not self.begin(context):
            return {"CANCELLED"}
        while active_preview() is not None and active_preview().take is None:
            if not self.advance(context):
                return {"CANCELLED"}
            time.sleep(INTERVAL)
        return {"FINISHED"}

    def invoke(self, context, event):
        if not self.begin(context):
            return {"CANCELLED"}
        self.timer = context.window_manager.event_timer_add(INTERVAL, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if active_preview() is not self.preview:  # the preview was accepted, cancelled or undone
            if self.preview.why_ended:
                report_result(self, {"WARNING"}, self.preview.why_ended)
            return self.leave(context)
        if event.type == "ESC" and event.value == "PRESS":
            end_preview()
            report_result(self, {"INFO"}, "The preview was cancelled")
            return self.leave(context)
        if self.steering is not None and self.steering.take(context, event):
            return {"RUNNING_MODAL"}
        if event.type == "TIMER":
            if not self.advance(context):
                return self.leave(context)
            self.redraws.look(context)
        # The artist may keep working: scrub the timeline, turn the view, change parameters.
        return {"PASS_THROUGH"}

    def cancel(self, context):
        """Called by Blender when it closes or opens another file."""
        end_preview()
        self.leave(context)

    def begin(self, context):
        try:
            self.preview = begin_preview(context, self.steered)
        except FootfallError as error:
            report_result(self, {"ERROR"}, str(error))
            return False
        self.steering = Steering(self.preview) if self.steered else None
        self.redraws = Redraws()
        return True

    def advance(self, context):
        """Take one step; returns False after an error, which ends the preview."""
        try:
            self.preview.step(context)
        except FootfallError as error:
            end_preview()
            report_result(self, {"ERROR"}, str(error))
            return False
        return True

    def leave(self, context):
        context.window_manager.event_timer_remove(self.timer)
        redraw_sidebars(context)
        return {"CANCELLED"}
