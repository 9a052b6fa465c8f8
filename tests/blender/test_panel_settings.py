"""What the panel's settings are: check boxes, values of new cues, what can be keyed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from adding_cues import ADD
from test_panels import properties

from footfall.shots.usual_speeds import DOG_LEG

Run = Callable[[str], dict[str, Any]]


def test_only_what_is_read_over_time_can_be_keyed(in_blender: Run) -> None:
    said = in_blender("""
cue = settings().cues[0]
def keyable(group):
    return [p.identifier for p in group.bl_rna.properties if p.is_animatable]
said["walk"], said["push"] = keyable(cue.walk), keyable(cue.push)
said["settings"] = keyable(settings())
""")
    assert {"speed", "heading", "step_height", "style_blend"} <= set(said["walk"])
    assert not {"use_heading", "style", "style_from", "avoid"} & set(said["walk"])
    assert not {"strength", "force", "duration_frames"} & set(said["push"])
    assert not {"mass", "duration", "recover", "start_frame"} & set(said["settings"])


def test_the_mass_is_measured_until_its_box_is_checked(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
from footfall.operators.rig_run import read_chosen_rig
mass = lambda: read_chosen_rig(bpy.context).character.mass
s = settings()
said["body"] = drawn(bpy.types.FOOTFALL_PT_body)
said["measured"] = [s.measured_mass, mass()]
s.use_mass = True
said["begins"] = [s.mass, mass()]
s.mass = 60.0
said["given"] = mass()
said["by hand"] = drawn(bpy.types.FOOTFALL_PT_body)
s.use_mass = False
said["off"] = [s.mass, mass()]
s.mass = 80.0  # as a script of before the check box
said["script"] = [s.use_mass, mass()]
s.mass = 0.0
said["script back"] = [s.use_mass, mass()]
""")
    measured = said["measured"][0]
    assert said["measured"] == pytest.approx([measured, measured], rel=1e-4)
    assert said["begins"] == pytest.approx([measured, measured], rel=1e-4)
    assert said["given"] == pytest.approx(60.0)
    assert said["off"] == pytest.approx([60.0, measured], rel=1e-4)
    assert said["script"] == [True, pytest.approx(80.0)]
    assert said["script back"] == [False, pytest.approx(measured, rel=1e-4)]
    assert "FOOTFALL_PG_settings.measured_mass" in properties(said["body"])
    assert "FOOTFALL_PG_settings.mass" in properties(said["by hand"])


def test_two_styles_are_blended_only_where_the_box_is_checked(in_blender: Run) -> None:
    said = in_blender("""
walk = settings().cues[0].walk
style = lambda: [cues()[0].values()[name] for name in ("style", "style_blend")]
walk.style, walk.style_from, walk.style_blend = "proud", "tired", 0.25
said["checked"], said["blended"] = walk.use_style_blend, style()
walk.keyframe_insert("style_blend", frame=1)
walk.use_style_blend = False
said["plain"] = style()
""")
    assert said["checked"] is True
    assert said["blended"] == ["tired, proud", 0.25]
    assert said["plain"] == ["proud", 1.0]


def test_a_file_of_before_the_check_boxes_keeps_its_mass_and_its_blends(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
metarig()
s = settings(mass=80.0)
s.cues[0].walk.style = "proud"
add("stand", 31).stand.style_from = "tired"
half = add("walk", 61).walk
half.style, half.style_blend = "zombie", 0.5
keyed = add("walk", 91).walk
keyed.style = "march"
for frame, blend in ((91, 0.0), (121, 1.0)):
    keyed.style_blend = blend
    keyed.keyframe_insert("style_blend", frame=frame)
plain = add("walk", 151).walk
plain.style = "robot"
said["before"] = told()
s.use_mass = False
for cue in s.cues:
    cue.parameters.use_style_blend = False
s.version = 2
path = bpy.app.tempdir + "of_version_2.blend"
bpy.ops.wm.save_as_mainfile(filepath=path)
bpy.ops.wm.open_mainfile(filepath=path)
s = bpy.context.scene.footfall
said["after"] = told()
said["mass"] = [s.use_mass, s.mass]
said["checked"] = [cue.parameters.use_style_blend for cue in s.cues]
"""
    )
    assert said["after"] == said["before"]
    assert said["mass"] == [True, 80.0]
    assert said["checked"] == [False, True, True, True, False]


def test_a_new_cue_has_the_speed_of_the_body_and_others_keep_theirs(in_blender: Run) -> None:
    said = in_blender("""
from footfall.operators.found_body import find_body
rig = metarig()
def legs_and_speed(skill):
    bpy.context.view_layer.update()
    bpy.ops.footfall.add_cue(skill=skill)
    leg = find_body(bpy.context.scene, bpy.context.object).leg_length
    return [leg, round(settings().cues[-1].parameters.speed, 4)]
said["adult"] = legs_and_speed("run")
rig.scale = 3 * [0.45]
said["child"] = legs_and_speed("run")
bpy.ops.object.armature_horse_metarig_add()
said["horse"] = legs_and_speed("trot")
bpy.ops.object.select_all(action="DESELECT")
bpy.context.view_layer.objects.active = None
bpy.ops.footfall.add_cue(skill="run")
said["nobody"] = round(settings().cues[-1].run.speed, 4)
said["first"] = settings().cues[0].walk.speed
""")
    for name, usual, usual_leg in (("adult", 3.0, 0.929), ("child", 3.0, 0.929),
                                   ("horse", 1.2, DOG_LEG)):  # fmt: skip
        leg, speed = said[name]
        assert speed == pytest.approx(usual * (leg / usual_leg) ** 0.5, abs=0.051)
    assert said["child"][1] < 0.75 * said["adult"][1]
    assert said["horse"][1] > 1.8
    assert said["nobody"] == 3.0
    assert said["first"] == 1.0
