"""Lay Footprints: empties in front of the character, to be dragged to where it should step."""

import bpy
from bpy.props import IntProperty

from ..catalogue import CUES, ON_HANDS
from ..rigs.blender.scene_footprints import lay_footprints
from .active_cue import active_cue
from .chosen import can_change
from .overlay import show_overlay
from .refusals import reports_errors
from .rig_run import read_chosen_rig
from .run_state import CURRENT
from .scene_shot import first_skill

FOOTSTEPS = "footsteps"  # the parameter of skills that use footprints


class FOOTFALL_OT_lay_footprints(bpy.types.Operator):
    """Lay numbered footprints before the character, to be dragged to where it shall step"""

    bl_idname = "footfall.lay_footprints"
    bl_label = "Lay Footprints"
    bl_options = {"REGISTER", "UNDO"}

    count: IntProperty(
        name="Count", description="How many footprints", default=6, min=2, max=99
    )

    @classmethod
    def poll(cls, context):
        cue = active_cue(context)
        return cue is not None and CUES[cue.skill].takes(FOOTSTEPS) and can_change(cls, context)

    @reports_errors
    def execute(self, context):
        rig, scene = read_chosen_rig(context), context.scene
        limb = "hand" if CUES[first_skill(scene)].start == ON_HANDS else "foot"
        active_cue(context).parameters.footsteps = lay_footprints(scene, rig, self.count, limb)
        if not CURRENT.overlay:
            show_overlay(context)  # the overlay shows unreachable footprints in red
        return {"FINISHED"}
