"""Footfall's preferences in Blender.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import BoolProperty, StringProperty

from ..base.errors import FootfallError
from ..catalogue.styles import style_folder
from ..operators.asset_library import close_library, library_folder, open_library
from ..operators.checking import CHECK
from ..operators.preferences import PACKAGE, compiled_folder
from ..rigs.saved_maps import map_folder
from ..search.scheduler import DANGER
from .farm import draw_farm


def show_asset_library(preferences, context):
    """Add the library to Blender's, or take it out."""
    if not preferences.use_asset_library:
        close_library()
        return
    try:
        open_library()
    except FootfallError as error:
        sentence = str(error)

        def draw(menu, context):
            menu.layout.label(text=sentence, translate=False)

        context.window_manager.popup_menu(draw, title="Asset Library", icon="ERROR")


class FOOTFALL_AP_preferences(bpy.types.AddonPreferences):
    """What holds for every file."""

    bl_idname = PACKAGE

    keep_worker: BoolProperty(
        name="Keep a Worker Ready",
        description="Start the simulation's process when the panel is first shown, so that a "
        "preview moves at once; off saves its memory",
        default=True,
    )
    compiled_folder: StringProperty(
        name="Compiled Code",
        description="Folder for the compiled control laws; empty takes the extension's own",
        subtype="DIR_PATH",
    )

    scheduler: StringProperty(
        name="Scheduler",
        description="Address of a dask.distributed scheduler whose workers simulate crowds, as in "
        "tls://farm:8786; empty: this computer does",
    )
    tls_ca: StringProperty(
        name="CA File",
        description="Certificate of the authority that signed the farm's, as PEM; where all three "
        "files are empty, FOOTFALL_TLS_CA, FOOTFALL_TLS_CERT and FOOTFALL_TLS_KEY name them, or "
        "dask's configuration does",
        subtype="FILE_PATH",
    )
    tls_certificate: StringProperty(
        name="Certificate",
        description="This computer's certificate, signed by that authority, as PEM",
        subtype="FILE_PATH",
    )
    tls_key: StringProperty(
        name="Certificate Key",
        description="Private key of the certificate, as PEM without a passphrase; empty: it is in "
        "the certificate's file",
        subtype="FILE_PATH",
    )
    allow_unencrypted: BoolProperty(
        name="Allow Unencrypted",
        description="Let the scheduler be on another computer without encryption (tcp://); "
        f"{DANGER}",
        default=False,
    )
    dask_version: StringProperty(
        name="Version",
        description="Of dask.distributed, which must be that of the farm; empty: the newest",
    )
    take_folder: StringProperty(
        name="Kept Takes",
        description="Folder for what was simulated of crowds, so that no group is simulated twice; "
        "empty keeps nothing",
        subtype="DIR_PATH",
    )

    use_asset_library: BoolProperty(
        name="Asset Library",
        description="Show Footfall's styles and routines in the Asset Browser, in a library of "
        "its own; drag one onto a character, or double-click it",
        default=True,
        update=show_asset_library,
    )

    def draw(self, context):
        draw_preferences(self.layout, self)


def draw_preferences(layout, preferences):
    layout.use_property_split = True
    layout.prop(preferences, "keep_worker")
    layout.prop(preferences, "use_asset_library")
    layout.prop(preferences, "compiled_folder")
    draw_farm(layout, preferences)
    layout.prop(preferences, "take_folder")
    draw_folder(layout, "Compiled Code In", compiled_folder())
    draw_folder(layout, "Saved Styles In", style_folder())
    draw_folder(layout, "Asset Library In", library_folder())
    draw_folder(layout, "Saved Bone Maps In", map_folder())
    layout.operator("footfall.clear_cache", icon="TRASH")
    draw_check(layout)


def draw_folder(layout, label, folder):
    """A folder setting, with a button that opens the folder once it exists."""
    if folder is None:
        return
    row = layout.split(factor=0.4)
    row.alignment = "RIGHT"
    row.label(text=label)
    path = row.row(align=True)
    path.label(text=str(folder), translate=False)
    button = path.row()
    button.enabled = folder.is_dir()
    button.operator("wm.path_open", text="", icon="FILE_FOLDER").filepath = str(folder)


def draw_check(layout):
    """The check of the installation, and its report so far."""
    row = layout.row(align=True)
    row.operator("footfall.check", icon="CHECKMARK")
    row.operator("footfall.copy_report", icon="COPYDOWN")
    if CHECK.process is not None:
        layout.label(text=CHECK.note, icon="SORTTIME", translate=False)
    if CHECK.lines:
        report = layout.box().column(align=True)
        for line in CHECK.lines:
            report.label(text=line, translate=False)
