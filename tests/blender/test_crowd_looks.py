"""The crowd panel's looks: listed, drawn for each member, rolled again, kept by locked members."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

CROWD = """
from footfall.rigs.blender.crowd_scene import kinds_of, members_of

bpy.ops.footfall.add_character()
rig = bpy.context.object
body = rig.children[0]
hats = bpy.data.collections.new("Hats")
bpy.context.scene.collection.children.link(hats)
for name in ("Cap", "Crown", "Helmet", "Top Hat"):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0)], [], [(0, 1, 2)])
    hat = bpy.data.objects.new(name, mesh)
    hats.objects.link(hat)
    hat.parent, hat.parent_type, hat.parent_bone = rig, "BONE", "head"
for name in ("Skin Brown", "Skin Green", "Skin Pink", "Skin Red"):
    bpy.data.materials.new(name)
body.data.materials[0] = bpy.data.materials["Skin Pink"]
settings(duration=0.2)
crowd = bpy.context.scene.footfall.crowd
crowd.count, crowd.area, crowd.spacing, crowd.workers = 4, (200.0, 200.0), 40.0, 1
bpy.ops.footfall.add_look(kind="PARTS")
crowd.looks[0].collection = hats
bpy.ops.footfall.add_look(kind="MATERIALS")
crowd.looks[1].prefix = "Skin"

def collection():
    return bpy.data.collections["Crowd"]

def look(member):
    worn = [t.name.removeprefix(member.name).strip() for t in member.children]
    skin = next(s.material.name for t in member.children for s in t.material_slots)
    return [sorted(set(worn).intersection(hats.objects.keys())), skin]

def looks():
    return {n: look(member) for n, member in members_of(collection()).items()}

def choose(number):
    bpy.ops.object.select_all(action="DESELECT")
    members_of(collection())[number].select_set(True)
    bpy.context.view_layer.objects.active = members_of(collection())[number]
"""


def test_members_differ_in_what_is_listed_and_locked_ones_keep_it(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
said["made"] = list(bpy.ops.footfall.crowd())
said["looks"] = [looks()]
members_of(collection())[2]["footfall_locked"] = True
choose(0)
bpy.ops.footfall.roll_members(everyone=True)
said["looks"].append(looks())
choose(1)
bpy.ops.footfall.roll_members()
said["looks"].append(looks())
"""
    )
    assert said["made"] == ["FINISHED"]
    first, second, third = said["looks"]
    assert all(len(hats) == 1 for look in said["looks"] for hats, _ in look.values())
    assert len({json.dumps(look) for look in first.values()}) > 1
    assert first["2"] == second["2"] == third["2"]
    assert {n: first[n] for n in "013"} != {n: second[n] for n in "013"}
    assert [second[n] == third[n] for n in "023"] == [True] * 3


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("crowd.looks[0].collection = None", "Choose the collection of the parts"),
        ('crowd.looks[1].prefix = ""', "Fill in Begins With of the materials"),
        ('crowd.looks[1].prefix = "Hair"', "a material whose name begins with 'Hair'"),
        ('bpy.ops.footfall.add_look(kind="KEY")', "Fill in the Name of the shape key"),
        (
            'bpy.ops.footfall.add_look(kind="PARTS"); crowd.looks[2].collection = hats',
            "The looks of a crowd have 'Hats' twice",
        ),
        ("hats.objects[0].parent = None", "'Cap' of the collection 'Hats' is not moved by a rig"),
    ],
)
def test_a_list_that_cannot_be_is_one_sentence_and_no_crowd(
    in_blender: Run, change: str, sentence: str
) -> None:
    said = in_blender(
        CROWD
        + f"""
{change}
said["refused"] = refusal(bpy.ops.footfall.crowd)
said["collections"] = sorted(bpy.data.collections.keys())
"""
    )
    assert sentence in said["refused"]
    assert said["collections"] == ["Hats"]


def test_what_is_listed_is_drawn_and_taken_out_again(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
bpy.ops.footfall.add_look(kind="KEY")
said["drawn"] = json.dumps(drawn(bpy.types.FOOTFALL_PT_crowd), default=str)
bpy.ops.footfall.remove_look(index=0)
said["left"] = [look.kind for look in crowd.looks]
said["refused"] = refusal(lambda: bpy.ops.footfall.remove_look(index=7))
"""
    )
    for name in ("collection", "chance", "prefix", "key", "range", "remove_look(index=2)"):
        assert name in said["drawn"]
    assert said["left"] == ["MATERIALS", "KEY"]
    assert "The looks of the crowd are 2" in said["refused"]
    assert said["stderr"] == ""


def test_the_selected_or_all_members_are_exported(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
crowd.count = 2
bpy.ops.footfall.crowd()
choose(1)
folder = bpy.app.tempdir
said["all"] = list(bpy.ops.footfall.export_crowd(filepath=folder + "all.usdc"))
said["one"] = list(bpy.ops.footfall.export_crowd(filepath=folder + "one.glb", selected=True))
said["refused"] = refusal(lambda: bpy.ops.footfall.export_crowd(filepath=folder + "all.obj"))
said["active"] = bpy.context.active_object.name
bpy.ops.wm.usd_import(filepath=folder + "all.usdc")
said["bodies"] = len([t for t in bpy.data.objects if t.name.startswith("Crowd_0") and
                      t.type == "ARMATURE"])
materials = [s.material.name for t in bpy.data.objects for s in t.material_slots
             if s.material and t.name.startswith("Human_Body") or "_Body" in t.name]
said["skins"] = sorted({m.split(".")[0] for m in materials})
said["looks"] = sorted({skin.replace(" ", "_") for _, skin in looks().values()})
before = set(bpy.data.objects)
bpy.ops.import_scene.gltf(filepath=folder + "one.glb")
said["alone"] = [t.type for t in set(bpy.data.objects) - before].count("ARMATURE")
bpy.ops.object.select_all(action="DESELECT")
bpy.context.view_layer.objects.active = rig
said["none"] = refusal(lambda: bpy.ops.footfall.export_crowd(filepath=folder + "all.usdc"))
"""
    )
    assert said["all"] == said["one"] == ["FINISHED"]
    assert "A crowd is exported as .usd or" in said["refused"]
    assert "Select members of a crowd" in said["none"]
    assert (said["bodies"], said["alone"]) == (2, 1)
    assert said["skins"] == said["looks"]
