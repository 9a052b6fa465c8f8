"""The style editor: a copy of the cue's style, edited by sliders and as F-curves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]

EDIT = """
from footfall.catalogue.styles import list_styles, load_style
from footfall.operators.rig_run import make_rig_run, shot_of_panel
from footfall.skills.styles import style_arrays, style_offsets

rig = metarig()
cue = settings().cues[0]
os.environ["FOOTFALL_STYLES"] = os.path.abspath("styles")

def shot():
    return shot_of_panel(bpy.context, make_rig_run(bpy.context).standing)

def worn():
    (style,) = shot().styles.values()
    return style

def apart(one, other):
    a, b = style_arrays(one), style_arrays(other)
    return max(float(abs(a[name] - b[name]).max()) for name in a)
"""


def test_a_copy_looks_as_the_style_that_it_was_made_of(in_blender: Run) -> None:
    said = in_blender(
        EDIT
        + """
said["apart"], said["offsets"] = {}, True
for name in list_styles():
    cue.walk.style = name
    bpy.ops.footfall.edit_style()
    said["apart"][name] = apart(worn(), load_style(name))
    before, after = style_offsets(load_style(name)), style_offsets(worn())
    said["offsets"] &= all(abs(after[n] - before[n]) < 1e-9 for n in before)
said["style"] = shot().performers[0].cues[0].parameters["style"]
cue.edited.is_worn = False
said["plain"] = [dict(shot().styles), shot().performers[0].cues[0].parameters["style"]]
"""
    )
    assert len(said["apart"]) >= 14
    assert max(said["apart"].values()) < 1e-3  # [rad]
    assert said["offsets"]
    assert said["style"] == "edited 1"
    assert said["plain"][0] == {}


def test_sliders_change_the_curves_in_the_shot_and_save_under_a_name(in_blender: Run) -> None:
    said = in_blender(
        EDIT
        + """
cue.walk.style = "proud"
bpy.ops.footfall.edit_style()
channels = {channel.name: channel for channel in cue.edited.channels}
drawn = channels["elbow_bend"].curve()
channels["elbow_bend"].mean, channels["elbow_bend"].swing = 0.5, 0.5
channels["foot_height"].swing = 2.0
cue.edited.step_height = 0.125
style = worn()
said["drawn"], said["knots"] = drawn, style["curves"]["elbow_bend"]
said["height"] = [max(style["curves"]["foot_height"]), style["offsets"]["step_height"]]
bpy.context.scene.footfall.style_name = "prouder"
bpy.ops.footfall.save_style()
cue.edited.is_worn = False
cue.walk.style = "prouder"
said["saved"] = shot().styles["prouder"]["curves"] == style["curves"]
bpy.context.scene.footfall.style_name = "proud"
said["refusal"] = refusal(bpy.ops.footfall.save_style)
"""
    )
    knots, drawn = said["knots"], said["drawn"]
    assert abs(sum(knots) / len(knots) - 0.5) < 1e-9
    assert abs((max(knots) - min(knots)) - 0.5 * (max(drawn) - min(drawn))) < 1e-9
    assert said["height"] == [2.0, 0.125]
    assert said["saved"]
    assert "that of a shipped style" in said["refusal"]


def test_curves_go_to_the_graph_editor_and_back(in_blender: Run) -> None:
    said = in_blender(
        EDIT
        + """
cue.walk.style = "limp"
bpy.ops.footfall.edit_style()
before = worn()
said["too_early"] = bpy.ops.footfall.read_style_curves.poll()
bpy.ops.footfall.show_style_curves()
bpy.ops.footfall.show_style_curves()
said["actions"] = [a.name for a in bpy.data.actions]
shown = cue.edited.shown
said["curves"] = sorted(c[0] for c in curves(shown.animation_data.action))
said["channels"] = sorted(f'["{name}"]' for name in before["curves"])
bpy.ops.footfall.read_style_curves()
said["apart"] = apart(worn(), before)
from footfall.rigs.blender.actions import curves_of
elbow = next(c for c in curves_of(shown, shown.animation_data.action)
             if c.data_path == '["elbow_bend.L"]')
for key in elbow.keyframe_points:
    key.co.y, key.interpolation = 45.0, "LINEAR"
elbow.update()
bpy.ops.footfall.read_style_curves()
said["elbow"] = worn()["curves"]["elbow_bend.L"]
bpy.data.actions.remove(shown.animation_data.action)
said["refusal"] = refusal(bpy.ops.footfall.read_style_curves)
"""
    )
    assert said["too_early"] is False
    assert said["actions"] == ["Style limp"]
    assert said["curves"] == said["channels"]
    assert said["apart"] < 0.01
    assert all(abs(knot - 0.785398) < 1e-4 for knot in said["elbow"])
    assert "press Edit as F-Curves" in said["refusal"]


def test_the_panel_has_a_slider_for_each_curve(in_blender: Run) -> None:
    said = in_blender(
        EDIT
        + """
bpy.ops.footfall.edit_style()
said["count"] = len(cue.edited.channels)
said["panel"] = str(drawn(bpy.types.FOOTFALL_PT_style_editor))
"""
    )
    assert said["panel"].count("FOOTFALL_PG_style_channel.swing") == said["count"] == 21
    for name in ("step_period", "knee_twist", "is_worn", "speed"):
        assert f"FOOTFALL_PG_edited_style.{name}" in said["panel"]
    assert "rna_uiItem" not in said["stderr"]
