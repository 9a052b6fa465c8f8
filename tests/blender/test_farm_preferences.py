"""The preferences about a render farm: certificates, unencrypted farms, and Install Dask."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dask_wheels import download_wheels

Run = Callable[[str], dict[str, Any]]

PREFERENCES = """
bpy.context.preferences.addons.new().module = "footfall"
chosen = bpy.context.preferences.addons["footfall"].preferences
system = bpy.context.preferences.system
system.use_online_access = True
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


def test_an_unencrypted_farm_elsewhere_is_refused_unless_it_is_allowed(in_blender: Run) -> None:
    said = in_blender(
        PREFERENCES
        + """
rig = metarig()
settings(duration=0.2)
bpy.context.scene.footfall.crowd.count = 2
chosen.scheduler = "tcp://203.0.113.9:8786"
said["refused"] = refusal(bpy.ops.footfall.crowd)
said["shown"] = shown()
chosen.scheduler, chosen.allow_unencrypted = "tcp://farm.invalid:8786", True
said["allowed"] = refusal(bpy.ops.footfall.crowd)
said["warned"] = shown()
said["left"] = [c.name for c in bpy.data.collections]
"""
        + END
    )
    assert "on another computer and not encrypted" in said["refused"]
    assert "Allow Unencrypted in Footfall's preferences" in said["refused"]
    assert "Anybody on the network can run programs" not in said["shown"]
    assert "There is no computer named 'farm.invalid'" in said["allowed"]
    assert "Anybody on the network can run programs" in said["warned"]
    assert said["left"] == []


def test_the_three_files_of_the_preferences_are_those_that_are_used(in_blender: Run) -> None:
    said = in_blender(
        PREFERENCES
        + """
metarig()
chosen.scheduler = "tls://127.0.0.1:1"
chosen.ca_file, chosen.certificate, chosen.key = "/nowhere/ca", "/nowhere/cert", "/nowhere/key"
found = scheduler()
said["files"] = [found.ca_file, found.certificate, found.key]
said["refused"] = refusal(bpy.ops.footfall.crowd)
chosen.scheduler = ""
said["plain"] = shown()
"""
        + END
    )
    assert said["files"] == ["/nowhere/ca", "/nowhere/cert", "/nowhere/key"]
    assert "The CA file '/nowhere/ca' for tls:// is not there" in said["refused"]
    assert "Certificate" not in said["plain"]


def test_dask_is_installed_by_a_button_once_blender_may_go_online(
    in_blender: Run, tmp_path: Path
) -> None:
    pytest.importorskip("distributed", reason="dask.distributed is not installed")
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
