"""Hanging parts: found on the rig, and let hang through the animation that it has."""

import bpy

from ..catalogue.hanging import LAYER, counted
from ..rigs.blender.actions import track_of
from ..rigs.blender.motion import animated_range
from .chosen import can_start, chosen_armature
from .hanging_run import hanging_steps, list_parts
from .in_steps import InSteps
from .refusals import reports_errors
from .rig_run import read_chosen_rig


class FOOTFALL_OT_find_hanging_parts(bpy.types.Operator):
    """List the chains of bones that can hang: hair, tails, strips of cloth, straps; and single soft
    bones. Limbs, fingers, faces, helpers and what constraints or drivers move are left alone"""

    bl_idname = "footfall.find_hanging_parts"
    bl_label = "Find Hanging Parts"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_start(cls, context)

    @reports_errors
    def execute(self, context):
        rig = read_chosen_rig(context)
        count = list_parts(rig)
        self.report({"INFO"} if count else {"WARNING"}, _found(rig.armature, count))
        return {"FINISHED"}


class FOOTFALL_OT_add_hanging_motion(InSteps, bpy.types.Operator):
    """Let the parts hang through the armature's animation, on an NLA track of its own; a second
    time replaces the track"""

    bl_idname = "footfall.add_hanging_motion"
    bl_label = "Add Hanging Motion"
    bl_options = {"REGISTER", "UNDO"}
    pause = 0.005

    @classmethod
    def poll(cls, context):
        if not can_start(cls, context):
            return False
        if animated_range(chosen_armature(context)) is None:
            cls.poll_message_set("The armature has no animation: bake one or give it an Action")
            return False
        return True

    def make_steps(self, context):
        return hanging_steps(context)

    def conclude(self, done):
        count, frames = done
        return {"INFO"}, f"{counted(count)} through {frames} frames."


class FOOTFALL_OT_explain_left_alone(bpy.types.Operator):
    """Say why this bone does not hang"""

    bl_idname = "footfall.explain_left_alone"
    bl_label = "Why It Does Not Hang"
    bl_options = {"INTERNAL"}

    reason: bpy.props.StringProperty(
        name="Reason", description="Why it does not hang", options={"SKIP_SAVE"}
    )

    @classmethod
    def description(cls, context, properties):
        return translated(properties.reason)

    def execute(self, context):
        self.report({"INFO"}, translated(self.reason))
        return {"FINISHED"}


def translated(sentence: str) -> str:
    return bpy.app.translations.pgettext_tip(sentence)


class FOOTFALL_OT_remove_hanging_motion(bpy.types.Operator):
    """Take the hanging motion away"""

    bl_idname = "footfall.remove_hanging_motion"
    bl_label = "Remove Hanging Motion"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        armature = chosen_armature(context)
        return armature is not None and track_of(armature, LAYER) is not None

    def execute(self, context):
        from ..rigs.blender.hanging import remove_hanging

        remove_hanging(chosen_armature(context))
        return {"FINISHED"}


def _found(armature, count: int) -> str:
    if not count:
        return f"Nothing on {armature.name!r} can hang."
    return f"{counted(count)} found."
