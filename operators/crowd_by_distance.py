"""Set Kinds by Distance: full members near the camera, light ones further away, boxes beyond.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import FloatProperty

from ..rigs.blender.crowd_roots import kinds_by_distance
from .crowd_choice import active_crowd, can_change_crowd
from .crowd_kinds import change_kinds
from .refusals import reports_errors
from .skill_properties import shortest


class FOOTFALL_OT_kinds_by_distance(bpy.types.Operator):
    """Make all members of the crowd full, light or boxes by how near they come to the scene's \
camera"""

    bl_idname = "footfall.kinds_by_distance"
    bl_label = "Set Kinds by Distance"
    bl_options = {"REGISTER", "UNDO"}

    full_within: FloatProperty(
        name="Full Within (m)", description="Members that come nearer are full", default=8.0,
        min=0.0,
    )  # fmt: skip
    light_within: FloatProperty(
        name="Light Within (m)",
        description="Members that come nearer are light; the others are boxes",
        default=60.0,
        min=0.0,
    )

    @classmethod
    def poll(cls, context):
        return can_change_crowd(cls, context)

    @reports_errors
    def execute(self, context):
        collection = active_crowd(context)
        kinds = kinds_by_distance(
            collection, context.scene.camera, shortest(self.full_within),
            shortest(self.light_within),
        )  # fmt: skip
        self.report({"INFO"}, change_kinds(context, collection, kinds))
        return {"FINISHED"}
