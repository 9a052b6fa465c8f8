"""The preferences name a farm: its certificates, and whether it may do without."""

from __future__ import annotations

from .conftest import Run

FARM = """
bpy.context.preferences.addons.new().module = "footfall"
chosen = bpy.context.preferences.addons["footfall"].preferences
bpy.context.preferences.system.use_online_access = True
from footfall.operators.preferences import scheduler
"""
END = """
bpy.context.preferences.system.use_online_access = False
bpy.context.preferences.addons.remove(bpy.context.preferences.addons["footfall"])
"""


def test_the_preferences_name_certificates_and_allow_what_is_unencrypted(in_blender: Run) -> None:
    said = in_blender(
        FARM
        + """
chosen.scheduler = " tls://farm:8786 "
said["none"] = scheduler().certificates is None
said["allowed"] = [scheduler().allows_unencrypted]
chosen.tls_ca, chosen.tls_certificate, chosen.tls_key = "/farm/ca.pem", " /farm/me.pem ", ""
found = scheduler()
said["found"] = [found.address, found.certificates.ca, found.certificates.certificate,
                 found.certificates.key]
chosen.allow_unencrypted = True
said["allowed"].append(scheduler().allows_unencrypted)
said["why"] = chosen.bl_rna.properties["allow_unencrypted"].description
"""
        + END
    )
    assert said["none"]
    assert said["found"] == ["tls://farm:8786", "/farm/ca.pem", "/farm/me.pem", ""]
    assert said["allowed"] == [False, True]
    assert "anybody on that network could run code on the workers" in said["why"]


def test_a_crowd_is_not_sent_to_a_plain_scheduler_elsewhere(in_blender: Run) -> None:
    said = in_blender(
        FARM
        + """
chosen.scheduler = "tcp://198.51.100.1:8786"  # of no computer
rig = metarig()
settings(duration=0.2)
bpy.context.scene.footfall.crowd.count = 2
said["refused"] = refusal(bpy.ops.footfall.crowd)
said["left"] = [c.name for c in bpy.data.collections]
"""
        + END
    )
    assert "is on another computer and does not encrypt" in said["refused"]
    assert said["left"] == []


def test_certificates_are_asked_for_once_there_is_a_scheduler(in_blender: Run) -> None:
    said = in_blender(
        FARM
        + """
from footfall.panels.preferences import draw_preferences

def shown():
    popover = bpy.context.window_manager.popover_begin__internal(ui_units_x=20)
    draw_preferences(popover.layout, chosen)
    return str(popover.layout.introspect())

said["without"] = shown()
chosen.scheduler = "tls://farm:8786"
said["with"] = shown()
"""
        + END
    )
    for name in ("tls_ca", "tls_certificate", "tls_key", "allow_unencrypted"):
        assert name in said["with"]
        assert name not in said["without"]
