"""Ready-made cues replace the list: the operator behind Footfall's own cue presets."""

import bpy
from bpy.props import EnumProperty

from ..catalogue.routines import ROUTINES
from ..rigs.blender.scene import frame_rate
from ..rigs.blender.scene_keys import remove_from_list
from ..shots.routine import cues_of
from .chosen import can_start


class FOOTFALL_OT_use_routine(bpy.types.Operator):
    """Replace the list of cues by a ready-made one, from the start frame on"""

    bl_idname = "footfall.use_routine"
    bl_label = "Ready-Made Cues"
    bl_options = {"REGISTER", "UNDO"}

    routine: EnumProperty(
        name="Cues",
        description="What the character does",
        items=[(r.name, r.label, r.sentence.rstrip(".")) for r in ROUTINES.values()],
    )

    @classmethod
    def poll(cls, context):
        return can_start(cls, context)

    def execute(self, context):
        put_routine(context.scene, ROUTINES[self.routine])
        return {"FINISHED"}


def put_routine(scene, routine):
    """Replace the cues, and set what the routine says of the length and of falls."""
    settings = scene.footfall
    replace_cues(scene, cues_of(routine))
    settings.recover, settings.as_long_as_cues = routine.recover, routine.duration is None
    if routine.duration is not None:
        settings.duration = routine.duration


def replace_cues(scene, cues):
    """Replace the cues of the panel's list, and their keys."""
    settings, rate = scene.footfall, frame_rate(scene)
    for index in reversed(range(len(settings.cues))):
        settings.cues.remove(index)
        remove_from_list(scene, "footfall.cues", index)
    for cue in cues:
        item = settings.cues.add()
        item.skill, item.frame = cue.skill, settings.start_frame + round(cue.earliest * rate)
        item.begins = "WHEN_DONE" if cue.start is None else "AT_FRAME"
        for name, value in cue.parameters.items():
            setattr(item.parameters, name, value)
    settings.active_cue = 0
