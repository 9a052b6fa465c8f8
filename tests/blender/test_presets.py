"""Presets and preferences: what is set once and used again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

USES_A_STATE = """
import sys
from pathlib import Path
from footfall.simulation.compiled_states import use_state
used = use_state(Path(sys.argv[1]))
print(used, flush=True)
sys.stdin.read()
"""
Run = Callable[[str], dict[str, Any]]


LOAD = """
def load(name, folder, menu):
    path = bpy.utils.preset_find(name, f"footfall/{folder}")
    return bpy.ops.script.execute_preset(filepath=path, menu_idname=menu)
"""


def test_a_skill_is_saved_and_found_again_in_another_scene(in_blender: Run) -> None:
    said = in_blender(
        LOAD
        + """
bpy.ops.footfall.add_cue(skill="walk")
walk = bpy.context.scene.footfall.cues[-1].walk
walk.speed, walk.style, walk.use_step_height, walk.step_height = 0.7, "proud", True, 0.2
bpy.ops.footfall.preset_skill(name="My Walk")
bpy.ops.wm.read_homefile(use_empty=True)
bpy.ops.footfall.add_cue(skill="stand")
said["loaded"] = load("My_Walk", "walk", "FOOTFALL_PT_skill_presets")
cue = bpy.context.scene.footfall.cues[bpy.context.scene.footfall.active_cue]
walk = cue.walk
said["walk"] = [round(walk.speed, 3), walk.style, walk.use_step_height, round(walk.step_height, 3)]
"""
    )
    assert said["loaded"] == "{'FINISHED'}"
    assert said["walk"] == [0.7, "proud", True, 0.2]


def test_output_options_are_saved_and_removed(in_blender: Run) -> None:
    said = in_blender(
        LOAD
        + """
output = bpy.context.scene.footfall.output
output.keys, output.rotation_error, output.root_motion = "reduced", 0.5, "root"
bpy.ops.footfall.preset_output(name="Few Keys")
bpy.ops.wm.read_homefile(use_empty=True)
output = bpy.context.scene.footfall.output
said["before"] = output.keys
load("Few_Keys", "output", "FOOTFALL_PT_output_presets")
said["after"] = [output.keys, output.rotation_error, output.root_motion]
bpy.ops.footfall.preset_output(name="Few_Keys", remove_name=True)
said["left"] = bpy.utils.preset_find("Few_Keys", "footfall/output")
"""
    )
    assert said["before"] == "every"
    assert said["after"] == ["reduced", 0.5, "root"]
    assert said["left"] is None


def test_a_list_of_cues_comes_back_at_the_start_frame_of_the_scene(in_blender: Run) -> None:
    said = in_blender(
        LOAD
        + """
settings = bpy.context.scene.footfall
settings.cues.clear()
for skill, frame in (("walk", 1), ("push", 40), ("push", 60), ("stand", 90)):
    cue = settings.cues.add()
    cue.skill, cue.frame = skill, frame
settings.cues[0].walk.speed = 0.6
settings.cues[1].push.force = (0, 250, 0)
settings.cues[2].push.direction, settings.cues[2].push.impulse = "from_left", 25.0
bpy.ops.footfall.preset_cues(name="Pushed")
bpy.ops.wm.read_homefile(use_empty=True)
settings = bpy.context.scene.footfall
settings.start_frame = 101
load("Pushed", "cues", "FOOTFALL_PT_cue_presets")
said["cues"] = [[c.skill, c.frame] for c in settings.cues]
said["speed"], said["force"] = settings.cues[0].walk.speed, list(settings.cues[1].push.force)
said["pushes"] = [[c.push.direction, c.push.strength, c.push.impulse] for c in settings.cues[1:3]]
"""
    )
    assert said["cues"] == [["walk", 101], ["push", 140], ["push", 160], ["stand", 190]]
    assert said["speed"] == pytest.approx(0.6)
    assert said["force"] == [0, 250, 0]
    assert said["pushes"] == [["world", "shove", 40.0], ["from_left", "custom", 25.0]]


def test_the_menus_of_presets_are_in_the_panels_headers(in_blender: Run) -> None:
    said = in_blender("""
for name in ("main", "output"):
    panel = getattr(bpy.types, f"FOOTFALL_PT_{name}")
    popover = bpy.context.window_manager.popover_begin__internal(ui_units_x=10)
    panel.draw_header_preset(SimpleNamespace(layout=popover.layout), bpy.context)
    said[name] = str(popover.layout.introspect())
""")
    assert said["main"] and said["output"]
    assert "unknown" not in said["stderr"]


def test_preferences_show_the_folders_and_clear_compiled_code_and_nothing_else(
    in_blender: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "compiled"
    for name in ("a" * 16, "b" * 16, "pictures"):
        (folder / name).mkdir(parents=True)
        (folder / name / "compiled.jsonl").write_text("x")
        (folder / name / "law.1.nbc").write_text("x")
    said = in_blender(f"""
import subprocess

bpy.context.preferences.addons.new().module = "footfall"
chosen = bpy.context.preferences.addons["footfall"].preferences
chosen.compiled_folder = {str(folder)!r}
from footfall.panels.preferences import draw_preferences
popover = bpy.context.window_manager.popover_begin__internal(ui_units_x=20)
draw_preferences(popover.layout, chosen)
said["shown"] = str(popover.layout.introspect())
other = subprocess.Popen(
    [sys.executable, "-c", {USES_A_STATE!r}, {str(folder / ("b" * 16))!r}],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE)
other.stdout.readline()
bpy.ops.footfall.clear_cache()
said["kept"] = os.listdir({str(folder)!r})
other.communicate()
bpy.ops.footfall.clear_cache()
said["again"] = refusal(bpy.ops.footfall.clear_cache)
bpy.context.preferences.addons.remove(bpy.context.preferences.addons["footfall"])
""")
    assert sorted(said["kept"]) == ["b" * 16, "pictures"]
    assert [path.name for path in folder.iterdir()] == ["pictures"]
    assert (folder / "pictures" / "law.1.nbc").exists()
    assert "There is no compiled code" in said["again"]
    for shown in ("keep_worker", "compiled_folder", "footfall.clear_cache", "maps", "styles"):
        assert shown in said["shown"]
    assert str(folder) in said["shown"]
