"""Improve Run: a cue's clip is adjusted to the rig's body while the artist works on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]

BEGIN = """
import time

from footfall.catalogue.references.saved import REFERENCES
from footfall.operators.improving import IMPROVING, poll

os.environ["FOOTFALL_REFERENCES"] = os.path.abspath("references")
rig = metarig()
settings().style_name = "mine"
cue = settings().cues[0]
"""


def test_a_run_is_improved_in_the_background_and_can_be_used_at_once(in_blender: Run) -> None:
    said = in_blender(
        BEGIN
        + """
cue.skill = "run"
said["begun"] = list(bpy.ops.footfall.improve_run())
said["reference"], said["saved"] = cue.parameters.reference, REFERENCES.names()
said["busy"], said["twice"] = bpy.context.window_manager.footfall.running, refusal(
    bpy.ops.footfall.improve_run)
from footfall.motion.reference import from_data
held = cues()[0].parameters["reference"]
said["held"] = from_data(json.loads(held)).name
until = time.monotonic() + 300.0
loads = ("Starting", "Loading the simulation")
while (IMPROVING.process is not None and IMPROVING.note.startswith(loads)
       and time.monotonic() < until):
    time.sleep(0.1)
    poll()
said["note"] = IMPROVING.note
said["stopped"] = list(bpy.ops.footfall.stop_improving())
said["on"], said["kept"] = IMPROVING.process is not None, REFERENCES.names()
"""
    )
    assert said["begun"] == said["stopped"] == ["FINISHED"]
    assert said["reference"] == said["held"] == "mine"
    assert said["saved"] == said["kept"] == ["mine"]
    assert not said["busy"]
    assert said["twice"]
    doing = ("Running the clip as it is", "Compiling, for this first time only", "Improving, try")
    assert said["note"].startswith(doing)
    assert not said["on"]


def test_a_cue_that_cannot_be_improved_is_refused(in_blender: Run) -> None:
    said = in_blender(
        BEGIN
        + """
said["walks"] = bpy.ops.footfall.improve_run.poll()
cue.skill = "run"
settings().style_name = "run"
said["shipped"] = refusal(bpy.ops.footfall.improve_run)
settings().style_name = "mine"
cue.parameters.reference = "nowhere.json"
said["gone"] = refusal(bpy.ops.footfall.improve_run)
said["saved"] = REFERENCES.names()
"""
    )
    assert not said["walks"]
    assert "shipped reference motion" in said["shipped"]
    assert "nowhere.json" in said["gone"]
    assert said["saved"] == []
