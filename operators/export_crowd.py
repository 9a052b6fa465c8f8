"""Export Crowd: the members of a crowd as USD, Alembic or glTF.

No postponed annotations here: Blender reads them as definitions of properties.
"""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty

from ..catalogue.crowd_files import ALEMBIC, ENDINGS, GLTF
from ..rigs.blender.crowd_export import export_crowd
from .crowd_choice import active_crowd, can_change_crowd, selected_numbers
from .refusals import reports_errors

FORMATS = (
    (".usdc", "USD", "Skinned members, and the parts of light ones"),
    (ALEMBIC, "Alembic", "Moving vertices"),
    (GLTF, "glTF", "Skinned members for games and the web; no light ones"),
)


class FOOTFALL_OT_export_crowd(bpy.types.Operator):
    """Write the members of the crowd over the scene's frames to a file for other programs"""

    bl_idname = "footfall.export_crowd"
    bl_label = "Export Crowd..."
    bl_options = {"REGISTER"}

    filepath: StringProperty(
        name="File", description="Its ending says which kind it is", subtype="FILE_PATH"
    )
    check_existing: BoolProperty(default=True, options={"HIDDEN"})
    filter_glob: StringProperty(
        default=";".join(f"*{ending}" for ending in ENDINGS), options={"HIDDEN"}
    )
    format: EnumProperty(name="Format", description="Of the file", items=FORMATS)
    selected: BoolProperty(
        name="Selected Members Only", description="Full members that are selected, and no others"
    )

    @classmethod
    def poll(cls, context):
        return can_change_crowd(cls, context)

    def invoke(self, context, event):
        if not self.filepath:
            opened = Path(bpy.data.filepath)
            name = f"{opened.stem or 'untitled'} {active_crowd(context).name}{self.format}"
            self.filepath = str(opened.with_name(name)) if opened.name else name
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def check(self, context):
        """Called by the file browser: give the file the ending of the format."""
        path = Path(self.filepath)
        if path.suffix.lower() == self.format or not path.name:
            return False
        plain = path.with_suffix("") if path.suffix.lower() in ENDINGS else path
        self.filepath = f"{plain}{self.format}"
        return True

    @reports_errors
    def execute(self, context):
        numbers = selected_numbers(context) if self.selected else None
        self.report({"INFO"}, export_crowd(active_crowd(context), self.filepath, numbers))
        return {"FINISHED"}
