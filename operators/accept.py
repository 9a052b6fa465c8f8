"""Accept: the previewed take becomes keys, in one undo step, without another simulation."""

from __future__ import annotations

import bpy

from .hanging_run import hang_with_bake
from .last_result import report_result
from .previewing import active_preview, end_preview
from .refusals import reports_errors
from .rig_run import report
from .steered_keys import key_cues


class FOOTFALL_OT_accept(bpy.types.Operator):
    """Write the motion of the preview to the keyframes of the rig"""

    bl_idname = "footfall.accept"
    bl_label = "Accept"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        preview = active_preview()
        if preview is None:
            cls.poll_message_set("There is no preview to accept: press Preview first")
            return False
        if preview.take is None:
            cls.poll_message_set("The simulation still runs: wait for its end")
            return False
        obstacle = preview.rig_run.obstacle()
        if obstacle:
            cls.poll_message_set(obstacle)
        return not obstacle

    @reports_errors
    def execute(self, context):
        preview = active_preview()
        end_preview()
        rig_run = preview.rig_run
        rig_run.write(preview.take, preview.performer)
        hang_with_bake(preview.standing, preview.take, preview.frame_rate, rig_run.start_frame)
        if preview.steps:
            key_cues(context.scene, preview.cues, preview.steered_cues())
        kind, sentence = report([(rig_run, preview.take)])
        # The artist has seen the take of the failed run and accepts it, so this is no error.
        report_result(self, {"WARNING"} if preview.take.failure else kind, sentence)
        return {"FINISHED"}
