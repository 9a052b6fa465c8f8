"""Add Character: a ready human that maps, bends and walks as it comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

BODIES = ("adult", "child")
ADDED = """
import numpy as np

def skin(body):
    '''Points of the mesh as it is posed, in the world.'''
    bpy.context.view_layer.update()
    shown = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    points = np.empty(3 * len(shown.data.vertices))
    shown.data.vertices.foreach_get("co", points)
    place = np.array(shown.matrix_world)
    return points.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3]

def carried_by(body, bone):
    '''Indices of the points that one bone alone moves.'''
    group = body.vertex_groups[bone].index
    return [v.index for v in body.data.vertices
            if [g.group for g in v.groups if g.weight > 0.0] == [group]]
"""


@pytest.mark.parametrize("body", BODIES)
def test_it_is_mapped_without_a_missing_role(in_blender: Run, body: str) -> None:
    said = in_blender(f"""
said["pressed"] = list(bpy.ops.footfall.add_character(body="{body}"))
from footfall.operators.found_bones import find_bones
from footfall.operators.found_body import find_body
rig = bpy.context.object
found = find_bones(rig, {{}})
said["missing"] = list(found.bone_map.missing)
said["unit"] = found.bone_map.metres_per_unit
character = find_body(bpy.context.scene, rig)
said["size"] = character.height, character.mass
said["joints"] = [s.name for s in character.segments]
""")
    assert said["pressed"] == ["FINISHED"]
    assert said["missing"] == []
    assert said["unit"] == 1.0
    assert len(said["joints"]) == 18
    # A child of six weighs 21 kg (WHO growth reference, median).
    height, mass = {"adult": (1.75, 70.0), "child": (1.15, 21.0)}[body]
    assert said["size"][0] == pytest.approx(height, rel=0.01)
    assert said["size"][1] == pytest.approx(mass, rel=0.15)


def test_it_stands_at_the_cursor_chosen_and_ready_to_bake(in_blender: Run) -> None:
    said = in_blender(
        ADDED
        + """
bpy.ops.mesh.primitive_cube_add()
scene = bpy.context.scene
scene.footfall.cues.clear()
scene.cursor.location = (1.0, 2.0, 0.5)
bpy.ops.footfall.add_character()
rig = bpy.context.object
said["type"], said["at"] = rig.type, list(rig.location)
said["selected"] = [thing.name for thing in bpy.context.selected_objects] == [rig.name]
said["meshes"] = [thing.type for thing in rig.children]
said["sole"] = float(skin(rig.children[0])[:, 2].min())
said["chosen"] = scene.footfall.armature == rig
said["cues"] = [cue.skill for cue in scene.footfall.cues]
said["smooth"] = all(face.use_smooth for face in rig.children[0].data.polygons)
"""
    )
    assert said["type"] == "ARMATURE"
    assert said["at"] == [1.0, 2.0, 0.5]
    assert said["selected"]
    assert said["meshes"] == ["MESH"]
    assert said["sole"] == pytest.approx(0.5, abs=1e-4)
    assert said["chosen"]
    assert said["cues"] == ["walk"]
    assert said["smooth"]


def test_a_second_one_leaves_the_cues_and_the_choice(in_blender: Run) -> None:
    said = in_blender("""
scene = bpy.context.scene
bpy.ops.footfall.add_character()
first = bpy.context.object
scene.footfall.cues[0].skill = "stand"
scene.cursor.location = (2.0, 0.0, 0.0)
bpy.ops.footfall.add_character(body="child")
second = bpy.context.object
said["names"] = first.name, second.name
said["places"] = first.location.x, second.location.x
said["chosen"] = scene.footfall.armature == first
said["cues"] = [cue.skill for cue in scene.footfall.cues]
said["own"] = second.children[0].modifiers[0].object == second
""")
    assert said["names"][0] != said["names"][1]
    assert said["places"] == [0.0, 2.0]
    assert said["chosen"]
    assert said["cues"] == ["stand"]
    assert said["own"]


def test_it_is_one_undo_step(in_blender: Run) -> None:
    said = in_blender("""
bpy.ops.ed.undo_push(message="before")
before = snapshot(), len(bpy.data.objects), len(bpy.data.armatures), len(bpy.data.meshes)
bpy.ops.footfall.add_character("EXEC_DEFAULT", True)
said["added"] = len(bpy.data.objects) - before[1]
bpy.ops.ed.undo()
after = snapshot(), len(bpy.data.objects), len(bpy.data.armatures), len(bpy.data.meshes)
said["undone"] = after == before
""")
    assert said["added"] == 2
    assert said["undone"]


def test_its_skin_follows_the_bones(in_blender: Run) -> None:
    said = in_blender(
        ADDED
        + """
from math import radians
bpy.ops.footfall.add_character()
rig = bpy.context.object
body = rig.children[0]
forearm, thigh = carried_by(body, "forearm.L"), carried_by(body, "thigh.L")
rest = skin(body)
upper_arm, bone = (rig.pose.bones[name] for name in ("upper_arm.L", "forearm.L"))
upper_arm.rotation_mode = bone.rotation_mode = "XYZ"
upper_arm.rotation_euler.z = bone.rotation_euler.x = radians(60)
posed = skin(body)
elbow = rig.matrix_world @ upper_arm.tail
said["apart"] = (elbow - rig.matrix_world @ bone.head).length
turn = np.array((rig.matrix_world @ bone.matrix) @ bone.bone.matrix_local.inverted())
said["carried"] = len(forearm), len(thigh)
said["off"] = float(np.abs(rest[forearm] @ turn[:3, :3].T + turn[:3, 3] - posed[forearm]).max())
said["moved"] = float(np.linalg.norm(posed[forearm] - rest[forearm], axis=1).max())
said["still"] = float(np.abs(posed[thigh] - rest[thigh]).max())
"""
    )
    assert min(said["carried"]) > 50
    assert said["apart"] < 1e-5
    assert said["off"] < 1e-5
    assert said["moved"] > 0.2
    assert said["still"] < 1e-6


POSES = {
    "squat": (("thigh", "X", -115), ("shin", "X", 140), ("foot", "X", -28)),
    "arms raised": (("upper_arm", "Y", -125),),
    "arms ahead": (("upper_arm", "Z", -80),),
}  # turns of the left and, mirrored, the right bone about the body's axes [degree]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("pose", POSES)
def test_its_skin_does_not_tear(in_blender: Run, body: str, pose: str) -> None:
    said = in_blender(
        ADDED
        + f"""
from math import radians
from mathutils import Matrix
bpy.ops.footfall.add_character(body="{body}")
rig = bpy.context.object
body = rig.children[0]
for name, axis, degrees in {POSES[pose]!r}:
    for side, sign in ((".L", 1), (".R", 1 if axis == "X" else -1)):
        bone = rig.pose.bones[name + side]
        own = bone.bone.matrix_local.to_3x3()
        turn = own.inverted() @ Matrix.Rotation(radians(sign * degrees), 3, axis) @ own
        bone.rotation_quaternion = turn.to_quaternion()
posed = skin(body)
ends = np.empty(2 * len(body.data.edges), dtype=int)
body.data.edges.foreach_get("vertices", ends)
a, b = ends.reshape(-1, 2).T
said["longest"] = float(np.linalg.norm(posed[a] - posed[b], axis=1).max() / body.dimensions.z)
"""
    )
    # Edges are 0.009 of the height; the folded ones of an armpit unfold as the arm is raised.
    assert said["longest"] < 0.04


@pytest.mark.parametrize("body", BODIES)
def test_a_baked_walk_neither_slides_nor_sinks(in_blender: Run, body: str) -> None:
    said = in_blender(
        ADDED
        + f"""
bpy.ops.footfall.add_character(body="{body}")
rig = bpy.context.object
body = rig.children[0]
settings(duration=2.0)
bpy.ops.footfall.bake()
frames = []
for frame in range(1, 49):
    bpy.context.scene.frame_set(frame)
    frames.append(skin(body))
said["depth"] = [float(points[:, 2].min()) for points in frames]
slides = []
for before, after in zip(frames, frames[1:]):
    if max(before[:, 2].min(), after[:, 2].min()) < 0.0005:  # bears, and not between two steps
        sole = np.argsort(before[:, 2])[:40]
        # A foot that rolls has points that stay; one that slides has none.
        steps = np.linalg.norm((after - before)[sole, :2], axis=1)
        slides.append(float(np.percentile(steps, 10)))
said["bearing"] = len(slides)
said["slide"] = max(slides)
said["walked"] = float(np.linalg.norm(frames[-1].mean(axis=0) - frames[0].mean(axis=0)))
"""
    )
    assert said["walked"] > 0.5
    assert min(said["depth"]) > -0.01
    assert max(said["depth"]) < 0.01
    assert said["bearing"] > 40
    assert said["slide"] < 0.004


@pytest.mark.parametrize("mode", ["EDIT", "POSE"])
def test_in_another_mode_it_is_refused_in_one_sentence(in_blender: Run, mode: str) -> None:
    said = in_blender(f"""
bpy.ops.object.armature_add()
bpy.ops.object.mode_set(mode="{mode}")
said["refusal"] = refusal(bpy.ops.footfall.add_character)
said["objects"] = len(bpy.data.objects), bpy.context.mode
""")
    assert "Go to Object Mode first" in said["refusal"]
    assert said["objects"][0] == 1
    assert said["objects"][1].startswith(mode)


def test_it_is_added_where_the_active_collection_is_hidden_and_in_other_units(
    in_blender: Run,
) -> None:
    said = in_blender("""
from footfall.operators.found_body import find_body
scene = bpy.context.scene
hidden = bpy.data.collections.new("Hidden")
scene.collection.children.link(hidden)
layer = bpy.context.view_layer
layer.active_layer_collection = layer.layer_collection.children["Hidden"]
layer.active_layer_collection.hide_viewport = True
scene.unit_settings.scale_length = 0.01
bpy.ops.footfall.add_character()
said["tall"] = bpy.context.object.children[0].dimensions.z
said["height"] = find_body(scene, bpy.context.object).height
said["seen"] = bpy.context.object.visible_get()
""")
    assert said["tall"] == pytest.approx(175.0, rel=0.01)
    assert said["height"] == pytest.approx(1.75, rel=0.01)
    assert said["seen"]


def test_both_bodies_are_in_the_menus_of_armatures_and_meshes(in_blender: Run) -> None:
    said = in_blender("""
from footfall.panels.add_menu import draw_characters
popover = bpy.context.window_manager.popover_begin__internal(ui_units_x=10)
draw_characters(SimpleNamespace(layout=popover.layout), bpy.context)
said["tree"] = str(popover.layout.introspect())
said["menus"] = [draw_characters in getattr(bpy.types, name).draw._draw_funcs
                 for name in ("VIEW3D_MT_armature_add", "VIEW3D_MT_mesh_add")]
""")
    assert said["menus"] == [True, True]
    assert said["tree"].count("footfall.add_character") == 2
    assert not said["stderr"]
