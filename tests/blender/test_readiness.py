"""The panel and the buttons show the reason for a refusal before anything is simulated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from test_panels import MAIN, texts

Run = Callable[[str], dict[str, Any]]

# A change to a scene with a rig, a curve and a cube -> a part of the message.
REFUSED = {
    "bpy.context.view_layer.objects.active = cube": "Select an armature",
    "rig.scale.x = 2.0": "is scaled unevenly",
    "rig.hide_viewport = True": "is switched off in viewports",
    "settings(armature=rig); bpy.ops.object.delete()": "is no longer in the scene",
    "link()": "is linked from another file: make a library override",
    "tweak()": "has an NLA strip in tweak mode",
    "s.output.feet_on_ik = True": "no generated Rigify rig of a human",
    "linked_action()": "The Action 'far' is linked from another file",
    "rig.footfall.foot_L = rig.footfall.foot_R": "is picked for both",
    "s.cues.clear()": "There is no cue yet",
    "s.cues.add().frame = 1": "Two cues begin at frame 1",
    "cue.skill = 'follow'": "There is no path yet",
    "cue.skill = 'follow'; cue.follow.path = cube": "The path 'Cube' is no curve",
    "cue.skill = 'follow'; cue.follow.path = curve; bpy.data.curves[0].splines.new('POLY')":
        "has 2 lines, and one can be followed",
    "cue.skill = 'follow'; cue.follow.path = curve; scene.collection.objects.unlink(curve)":
        "BézierCurve' is no longer in the scene",
    "cue.skill = 'pick_up'": "There is no prop yet",
    "cue.skill = 'pick_up'; cue.pick_up.prop = cube; cube.delta_location.x = 1":
        "The prop 'Cube' has delta transforms",
    "cue.skill = 'pick_up'; cue.pick_up.prop = cube; s.output.root_motion = 'in_place'":
        "is neither a loop nor in place",
    "cue.skill = 'step'": "There are no footprints yet",
    "cue['skill'] = cue.bl_rna.properties['skill'].enum_items['trot'].value":
        "A biped cannot trot",
    "cue.walk.use_heading = cue.walk.use_turn_rate = True": "takes a heading or a turn_rate",
    "scene.use_gravity = False": "Gravity must pull down",
}  # fmt: skip
SCENE = """
def start():
    global rig, curve, cube, scene, s, cue
    bpy.ops.wm.read_homefile(use_empty=True)
    scene = bpy.context.scene
    bpy.ops.curve.primitive_bezier_curve_add()
    curve = bpy.context.object
    bpy.ops.mesh.primitive_cube_add(location=(0, -2, 1))
    cube = bpy.context.object
    rig = metarig()
    bpy.context.view_layer.update()
    s = settings()
    cue = s.cues[0]

def save_library():
    rig.name = "far"
    bpy.data.actions.new("far").use_fake_user = True
    bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath("library.blend"))
    start()

def from_library(kind):
    save_library()
    with bpy.data.libraries.load(os.path.abspath("library.blend"), link=True) as (_, here):
        setattr(here, kind, ["far"])
    return getattr(here, kind)[0]

def link():
    far = from_library("objects")
    scene.collection.objects.link(far)
    bpy.context.view_layer.objects.active = far

def linked_action():
    far = from_library("actions")
    rig.animation_data_create().action = far
    s.output.destination = "active"

def tweak():
    track = rig.animation_data_create().nla_tracks.new()
    track.strips.new("walk", 1, bpy.data.actions.new("walk"))
    track.strips[0].select = True
    rig.animation_data.nla_tracks.active = track
    rig.animation_data.use_tweak_mode = True

"""
ASK = """
start()
said["ready"] = [drawn(bpy.types.FOOTFALL_PT_main), bpy.ops.footfall.bake.poll()]
said["refused"] = {}
for change in CHANGES:
    start()
    exec(change)
    bpy.context.view_layer.update()
    before = snapshot()
    shown = drawn(bpy.types.FOOTFALL_PT_main)
    polls = [getattr(bpy.ops.footfall, n).poll() for n in ("bake", "preview")]
    same = snapshot() == before
    said["refused"][change] = [shown, polls, refusal(bpy.ops.footfall.bake), same]
"""


def test_what_would_refuse_a_bake_is_shown_and_greys_out_its_buttons(in_blender: Run) -> None:
    said = in_blender(f"CHANGES = {list(REFUSED)!r}\n{SCENE}{ASK}")
    shown, polled = said["ready"]
    assert polled and not [text for text in texts(shown) if "armature" in text]
    missed = {}
    for change, sentence in REFUSED.items():
        tree, polls, refused, same = said["refused"][change]
        if sentence not in " ".join(texts(tree)) or sentence not in refused or any(polls):
            missed[change] = (" ".join(texts(tree)), refused, polls)
        assert same, change
    assert not missed, "\n".join(f"{c}: {m}" for c, m in missed.items())


def test_a_scene_that_was_mended_can_be_baked(in_blender: Run) -> None:
    said = in_blender(
        """
rig = metarig()
bpy.ops.object.mode_set(mode="EDIT")
said["edited"] = bpy.ops.footfall.bake.poll()
bpy.ops.object.mode_set(mode="OBJECT")
said["left"] = bpy.ops.footfall.bake.poll()
rig.scale.x = 2.0
bpy.context.view_layer.update()
said["scaled"] = bpy.ops.footfall.bake.poll()
rig.scale.x = 1.0
bpy.context.view_layer.update()
said["mended"] = bpy.ops.footfall.bake.poll()
"""
        + MAIN
    )
    assert [said[n] for n in ("edited", "left", "scaled", "mended")] == [False, True, False, True]
    assert "is scaled" not in " ".join(texts(said["main"]))
