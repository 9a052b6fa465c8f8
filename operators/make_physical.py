"""Make Physical: the armature's Action becomes the only cue, and its preview begins."""

from __future__ import annotations

import bpy

from ..base.errors import FootfallError
from ..catalogue import CUES
from ..catalogue.bodies import check_suits
from ..catalogue.skills import OF_ACTIONS
from ..rigs.blender.performed_clip import frames_of
from ..rigs.blender.scene import frame_rate
from ..shots.cue import Cue
from .chosen import can_start, chosen_armature
from .durations import seconds_of_frames
from .found_bones import kind_of_body
from .migration import VERSION
from .readiness import check_rig
from .use_routine import replace_cues


class FOOTFALL_OT_make_physical(bpy.types.Operator):
    """Perform the armature's Action with muscles, weight and balance, and preview it; the cues in
    the list are replaced, the Action is kept"""

    bl_idname = "footfall.make_physical"
    bl_label = "Make Physical"
    bl_options = {"REGISTER"}  # without UNDO: a preview is no step, and the cues are pushed as one

    @classmethod
    def poll(cls, context):
        if not can_start(cls, context):
            return False
        if not carries_action(chosen_armature(context)):
            cls.poll_message_set("The armature has no Action: give it one")
            return False
        return True

    def execute(self, context):
        """Without a window: the preview is simulated to its end."""
        return self.begin(context, "EXEC_DEFAULT")

    def invoke(self, context, event):
        return self.begin(context, "INVOKE_DEFAULT")

    def begin(self, context, how):
        try:
            perform_action(context, chosen_armature(context))
            bpy.ops.ed.undo_push(message=self.bl_label)
            bpy.ops.footfall.preview(how)
        except (FootfallError, RuntimeError) as error:  # Blender's is what the preview reports
            self.report({"ERROR"}, str(error).removeprefix("Error: ").strip())
            return {"CANCELLED"}
        return {"FINISHED"}


def carries_action(armature: bpy.types.Object | None) -> bool:
    """Whether an armature has an Action that can be performed."""
    data = armature.animation_data if armature is not None else None
    return data is not None and data.action is not None


def perform_action(context: bpy.types.Context, armature: bpy.types.Object) -> None:
    """Replace the cues by one that performs the armature's Action, over the frames of the Action.

    Raises FootfallError, and then changes nothing.
    """
    check_suits(OF_ACTIONS, kind_of_body(armature))
    check_rig(armature)
    first, last = frames_of(armature)
    scene, settings = context.scene, context.scene.footfall
    settings.version = VERSION  # for a scene that was added after the file was opened
    settings.start_frame = first
    replace_cues(scene, [Cue(OF_ACTIONS)])
    # By name, so that the same Action is performed again once the result is the armature's own.
    parameters = settings.cues[0].parameters
    setattr(parameters, CUES[OF_ACTIONS].clip, armature.animation_data.action)
    settings.duration = seconds_of_frames(last - first, frame_rate(scene))
    settings.recover = settings.as_long_as_cues = False
    output = settings.output  # a new Action with all frames, beside the original
    output.destination, output.use_frames, output.use_loop = "new", False, False
