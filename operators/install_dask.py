"""Install Dask: what a render farm needs, into the extension's user folder.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import StringProperty

from ..base.errors import FootfallError
from .installing_dask import INSTALL, begin_install


class FOOTFALL_OT_install_dask(bpy.types.Operator):
    """Download dask.distributed with pip into the extension's user folder; nothing of Blender's own
    is changed
    """

    bl_idname = "footfall.install_dask"
    bl_label = "Install Dask"
    bl_options = {"REGISTER"}

    version: StringProperty(
        name="Version", description="Of dask.distributed, that of the farm; empty: the newest"
    )

    @classmethod
    def poll(cls, context):
        if INSTALL.process is not None:
            cls.poll_message_set("Dask is being installed")
            return False
        if not bpy.app.online_access:
            cls.poll_message_set(
                "Dask is downloaded: switch Allow Online Access on in Blender's preferences"
            )
            return False
        return True

    def execute(self, context):
        try:
            begin_install(self.version.strip())
        except FootfallError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}
