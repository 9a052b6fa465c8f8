"""What of the cues is drawn in the editors: check boxes, kept with the window and not with a scene.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import BoolProperty, PointerProperty
from bpy.types import PropertyGroup

from ..chosen import chosen_armature

NAME = "footfall_drawing"


def _redraw(self, context):
    redraw_editors(context, "VIEW_3D", "DOPESHEET_EDITOR")


class FOOTFALL_PG_drawing(PropertyGroup):
    """What of the cues is drawn in the editors."""

    strips: BoolProperty(
        name="Show Strips",
        description="Draw the cues over the timeline and the dope sheet, where they can be moved "
        "and stretched",
        default=True,
        update=_redraw,
    )
    gizmos: BoolProperty(
        name="Show Gizmos",
        description="Show handles in the viewport for heading, speed, push and place of the "
        "active cue",
        default=True,
        update=_redraw,
    )
    ghosts: BoolProperty(
        name="Show Ghosts",
        description="Draw the path and footprints of the preview or the last bake, and the "
        "character where each cue begins",
        default=True,
        update=_redraw,
    )


def switches(context):
    """The check boxes."""
    return getattr(context.window_manager, NAME)


def has_cues(context):
    """Whether the scene has cues, and a rig that would perform them."""
    scene = context.scene
    if scene is None or not scene.footfall.cues:
        return False
    armature = chosen_armature(context)
    return armature is not None and armature.type == "ARMATURE"


def redraw_editors(context, *kinds):
    """Redraw all editors of some types."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type in kinds:
                area.tag_redraw()


def register():
    bpy.utils.register_class(FOOTFALL_PG_drawing)
    setattr(bpy.types.WindowManager, NAME, PointerProperty(type=FOOTFALL_PG_drawing))


def unregister():
    delattr(bpy.types.WindowManager, NAME)
    bpy.utils.unregister_class(FOOTFALL_PG_drawing)
