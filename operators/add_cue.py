"""Add Cue: a new cue begins on the present frame."""

import bpy

from ..shots.usual_speeds import usual_speeds
from .chosen import chosen_armature
from .cue_order import can_be_followed, head_of, in_time, previous_skill
from .cue_properties import skill_choice_for_body
from .found_body import find_body
from .migration import VERSION

MENU = "FOOTFALL_MT_add_cue"  # of panels/


class FOOTFALL_OT_add_cue(bpy.types.Operator):
    """Let the character do something from the current frame on, or be pushed there"""

    bl_idname = "footfall.add_cue"
    bl_label = "Add Cue"
    bl_options = {"REGISTER", "UNDO"}

    skill: skill_choice_for_body()

    @classmethod
    def poll(cls, context):
        return not context.window_manager.footfall.running

    def invoke(self, context, event):
        """From a search or a key: the menu of all skills, unless one is given."""
        if self.properties.is_property_set("skill"):
            return self.execute(context)
        bpy.ops.wm.call_menu(name=MENU)
        return {"INTERFACE"}

    def execute(self, context):
        settings = context.scene.footfall
        settings.version = VERSION  # for a scene that was added after the file was opened
        cue = settings.cues.add()
        cue.skill, cue.frame = self.skill, context.scene.frame_current
        suit_speeds(cue, find_body(context.scene, chosen_armature(context)))
        before = previous_skill(settings.cues, len(settings.cues) - 1)
        if not cue.is_event and before is not None and _can_follow(settings.cues, before, cue):
            cue.begins = "WHEN_DONE"
        settings.active_cue = len(settings.cues) - 1
        return {"FINISHED"}


def suit_speeds(cue, body):
    """Give a new cue the speeds of a body of its size."""
    if body is not None:
        for name, speed in usual_speeds(cue.skill, body).items():
            setattr(cue.parameters, name, speed)


def _can_follow(cues, before, cue):
    """Whether a new last cue may follow the one before it in the list."""
    skills = [index for index in in_time(cues) if cues[index] != cue and not cues[index].is_event]
    is_last = skills[-1] == before and cues[head_of(cues, before)].frame <= cue.frame
    return is_last and can_be_followed(cues[before])
