"""Add Character: a ready human with a skin, for a scene without a rig."""

import bpy
from bpy.props import EnumProperty

from ..catalogue import USUAL
from ..rigs.blender.mannequin import add_mannequin
from ..rigs.mannequin.build import build_mannequin
from .migration import migrate

BODIES = (
    ("adult", "Adult Human", "A grown-up of 1.75 m"),
    ("child", "Child Human", "A child of six years, 1.15 m tall"),
)


class FOOTFALL_OT_add_character(bpy.types.Operator):
    """Add a ready human with bones and skin at the 3D cursor, which walks as soon as it is baked"""

    bl_idname = "footfall.add_character"
    bl_label = "Add Character"
    bl_options = {"REGISTER", "UNDO"}

    body: EnumProperty(name="Body", description="Whose proportions it has", items=BODIES)

    @classmethod
    def poll(cls, context):
        if context.window_manager.footfall.running:
            cls.poll_message_set("A bake is running: wait for it or press Esc")
            return False
        if context.mode != "OBJECT":
            cls.poll_message_set("Go to Object Mode first")
            return False
        return True

    def execute(self, context):
        scene = context.scene
        name = next(label for body, label, _ in BODIES if body == self.body)
        armature, mesh = add_mannequin(
            build_mannequin(self.body), name, _collection(context), _metres_per_unit(scene)
        )
        armature.location = scene.cursor.location
        _choose(context, armature, mesh)
        _make_ready(scene, armature)
        return {"FINISHED"}


def _collection(context):
    """The active collection; the scene's own where that one is linked or not shown."""
    layer = context.view_layer.active_layer_collection
    usable = layer.is_visible and layer.collection.library is None
    return layer.collection if usable else context.scene.collection


def _metres_per_unit(scene):
    units = scene.unit_settings
    return units.scale_length if units.system != "NONE" else 1.0


def _choose(context, armature, mesh):
    """Select the armature alone and make it the active object; show both in a local view."""
    context.view_layer.update()  # until then Blender does not let new objects be selected
    space = context.space_data
    for thing in (armature, mesh):
        if space is not None and space.type == "VIEW_3D" and space.local_view:
            thing.local_view_set(space, True)
    for thing in context.view_layer.objects:
        thing.select_set(thing == armature)
    context.view_layer.objects.active = armature


def _make_ready(scene, armature):
    """The panel's armature and a first cue, where there are none."""
    migrate(scene)
    settings = scene.footfall
    if settings.armature is None:
        settings.armature = armature
    if not settings.cues:
        cue = settings.cues.add()
        cue.skill, cue.frame = USUAL, settings.start_frame
        settings.active_cue = 0
