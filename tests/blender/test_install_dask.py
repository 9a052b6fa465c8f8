"""Install Dask in the preferences: what a render farm needs, by a button."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dask_wheels import download_wheels

Run = Callable[[str], dict[str, Any]]

PREFERENCES = """
bpy.context.preferences.addons.new().module = "footfall"
chosen = bpy.context.preferences.addons["footfall"].preferences
system = bpy.context.preferences.system
from footfall.operators.preferences import scheduler
from footfall.panels.farm import draw_farm

def shown():
    popover = bpy.context.window_manager.popover_begin__internal(ui_units_x=20)
    draw_farm(popover.layout, chosen)
    return str(popover.layout.introspect())
"""
END = """
system.use_online_access = False
bpy.context.preferences.addons.remove(bpy.context.preferences.addons["footfall"])
"""


def test_dask_is_installed_by_a_button_once_blender_may_go_online(
    in_blender: Run, tmp_path: Path
) -> None:
    wheels = download_wheels(tmp_path / "wheels")
    said = in_blender(
        f"""
os.environ["PIP_NO_INDEX"] = "1"
os.environ["FOOTFALL_DASK"] = {str(tmp_path / "dask")!r}
sys.path[:] = [path for path in sys.path if path != os.environ["FOOTFALL_DASK"]]
"""
        + PREFERENCES
        + f"""
import time

from footfall.operators.installing_dask import INSTALL, installed_dask, poll

def wait():
    while INSTALL.process is not None:
        time.sleep(0.1)
        poll()
    return INSTALL.note

chosen.scheduler = "tls://farm:8786"
system.use_online_access = False
said["offline"] = refusal(bpy.ops.footfall.install_dask)
system.use_online_access = True
said["bad"] = refusal(lambda: bpy.ops.footfall.install_dask(version="newest"))
os.environ["PIP_FIND_LINKS"] = {str(tmp_path)!r}  # where there are no wheels
bpy.ops.footfall.install_dask()
said["twice"] = refusal(bpy.ops.footfall.install_dask)
said["none"] = wait()
os.environ["PIP_FIND_LINKS"] = {str(wheels)!r}
bpy.ops.footfall.install_dask()
said["done"], said["version"] = wait(), installed_dask()
said["shown"] = shown()
said["before"] = os.environ["FOOTFALL_DASK"] in sys.path
scheduler()
said["path"] = sys.path[-1]
footfall.unregister()
said["after"] = os.environ["FOOTFALL_DASK"] in sys.path
footfall.register()
for name in ("PIP_NO_INDEX", "PIP_FIND_LINKS", "FOOTFALL_DASK"):
    del os.environ[name]
"""
        + END
    )
    assert "switch Allow Online Access on" in said["offline"]
    assert "must be written as 2026.8.0, got 'newest'" in said["bad"]
    assert "Dask is being installed" in said["twice"]
    assert said["none"].startswith("dask could not be installed: pip says: No matching")
    assert said["done"].startswith("Dask is installed")
    assert (tmp_path / "dask" / "distributed").is_dir()
    assert said["version"] and said["version"] in said["shown"]
    assert not said["before"]
    assert said["path"] == str(tmp_path / "dask")
    assert not said["after"]
