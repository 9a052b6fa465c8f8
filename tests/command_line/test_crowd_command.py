"""`footfall crowd`: rigs in, a scene with members that all differ out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rig_files import blender_script
from shell import Run, one_sentence

from footfall import Take

pytest.importorskip("bpy")

LOOK = """
bpy.ops.wm.open_mainfile(filepath={path!r})
members = [t for t in bpy.data.collections["Crowd"].objects if t.type == "ARMATURE"]
meshes = [t for t in bpy.data.collections["Crowd"].objects if t.type == "MESH"]
said = dict(
    scales=[[round(s, 5) for b in m.pose.bones for s in b.scale] for m in members],
    actions=len({{m.animation_data.action.name for m in members}}),
    meshes=len({{t.data.name for t in meshes}}),
    range=[bpy.context.scene.frame_start, bpy.context.scene.frame_end],
    shown=[t.name for t in bpy.context.scene.objects
           if t.type == "ARMATURE" and not t.hide_render and t not in members],
)
print("SAID" + json.dumps(said), flush=True)
os._exit(0)
"""

LIGHT = """
bpy.ops.wm.open_mainfile(filepath={path!r})
crowd = bpy.data.collections["Crowd"]
(light,) = [t for t in crowd.objects if "footfall_light" in t]
bpy.context.scene.frame_set(3)
graph = bpy.context.evaluated_depsgraph_get()
said = dict(
    armatures=sum(t.type == "ARMATURE" for t in crowd.objects),
    members=len(json.loads(light["footfall_light"])["members"]),
    parts=sum(t.is_instance and t.parent.original == light for t in graph.object_instances),
)
print("SAID" + json.dumps(said), flush=True)
os._exit(0)
"""


PLACES = """
def plane(name, x):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(-1, -4, 0), (1, -4, 0), (1, 4, 0), (-1, 4, 0)], [], [(0, 1, 2, 3)])
    thing = bpy.data.objects.new(name, mesh)
    thing.location.x = x
    bpy.context.scene.collection.objects.link(thing)
bpy.ops.wm.read_homefile(use_empty=True)
from footfall.rigs.blender.mannequin import add_mannequin
from footfall.rigs.mannequin.build import build_mannequin
add_mannequin(build_mannequin("adult"), "Human", bpy.context.scene.collection, 1.0)
plane("Door", -3.0), plane("Gate", 3.0)
plane("Bench", 0.0)
bpy.data.objects["Bench"].scale = (0.225, 0.225, 1.0)
bpy.data.objects["Bench"].location.z = 0.45
bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath("place.blend"))
print("SAVED", flush=True)
os._exit(0)
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a skinned human, two planes to come from and go to, and a bench."""
    folder = tmp_path_factory.mktemp("place")
    assert "SAVED" in blender_script(PLACES, folder)
    return folder / "place.blend"


def test_members_take_the_rigs_in_turn_and_all_differ(
    footfall: Run, tmp_path: Path, rigs: Path
) -> None:
    ended = footfall(
        *("crowd", rigs / "rig.fbx", "rigify", "--count", "4", "--duration", "0.2", "--seed", "1"),
        *("--area", "200", "200", "--spacing", "40", "--frame-rate", "25", "--workers", "1"),
        *("--out", "crowd.blend", "--take", "crowd.npz", "--cache", "kept"),
    )
    assert ended.returncode == 0, ended.stderr
    assert len(Take.load(tmp_path / "crowd.npz").performances) == 4
    assert len(list((tmp_path / "kept").iterdir())) == 4
    path = str(tmp_path / "crowd.blend")
    said = json.loads(blender_script(LOOK.format(path=path), tmp_path).rpartition("SAID")[2])
    assert len({tuple(scales) for scales in said["scales"]}) == 4
    assert (said["actions"], said["meshes"]) == (4, 2)
    assert said["range"] == [1, 6]
    assert said["shown"] == []


def test_members_may_be_light(footfall: Run, tmp_path: Path) -> None:
    ended = footfall(
        *("crowd", "rigify", "--count", "3", "--duration", "0.2", "--members", "light"),
        *("--area", "200", "200", "--spacing", "40", "--frame-rate", "25", "--workers", "1"),
        *("--out", "crowd.blend", "--picture", "crowd.png", "--export", "crowd.usdc"),
        *("--export", "crowd.abc"),
    )
    assert ended.returncode == 0, ended.stderr
    assert "Exported 3 members to crowd.abc." in ended.stderr
    for name in ("crowd.png", "crowd.usdc", "crowd.abc"):
        assert (tmp_path / name).stat().st_size > 1000
    path = str(tmp_path / "crowd.blend")
    said = json.loads(blender_script(LIGHT.format(path=path), tmp_path).rpartition("SAID")[2])
    assert said == {"armatures": 0, "members": 3, "parts": 3 * 18}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--behaviour", "swim"], "Unknown behaviour 'swim'; allowed: dance, wander, goals, pass,"),
        (["--share", "sit"], "A share must be written as in --share sit=0.2, got 'sit'"),
        (["--share", "stand=2"], "The share of 'stand' must be"),
        (["--count", "0"], "The count of members must be"),
        (["--vary", "wing=1,2"], "There is no part of the body 'wing' to vary; allowed: pelvis"),
        (["--vary", "head"], "A range must be written as in --vary lower_leg=0.8,1.4, got 'head'"),
        (["--together", "2", "7"], "The size of a company must be 1 to 4, got 7"),
        (["--behaviour", "sit"], "A crowd that sits needs seats: mark objects as those"),
        (["--behaviour", "queue"], "A crowd that lines up needs queues: mark objects as those"),
        (["--members", "thin"], "invalid choice: 'thin'"),
        (["--variation", "2"], "The variation must be"),
        (["--surface", "floor", "--area", "1", "1"], "not allowed with argument"),
        (["--parts", "Hats=often"], "must be written as in --parts Hats=0.5, got 'Hats=often'"),
        (["--parts", "Hats"], "There is no collection 'Hats' of parts for members to have"),
        (["--materials", "Shirt"], "has a material whose name begins with 'Shirt'"),
        (["--shape-key", "Fat=1"], "A shape key must be written as in --shape-key Belly=0,1, got"),
        (["--shape-key", "Fat=0,1"], "No mesh of the crowd's rigs has a shape key 'Fat'"),
        (["--export", "a.obj"], "A crowd is exported as .usd or .usdc or .usda or .abc or .glb"),
        (["--export", "a.glb", "--members", "light"], "glTF has no light members"),
        (["--export", "none/a.abc"], "there is no folder"),
        (["--hanging"], "Nothing that hangs on the rigs of the crowd moves a mesh"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    footfall: Run, place: Path, options: list[str], sentence: str
) -> None:
    ended = footfall("crowd", place, "--out", "a.blend", *options)
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)


def test_members_come_out_of_a_source_and_leave_by_a_sink(
    footfall: Run, tmp_path: Path, place: Path
) -> None:
    ended = footfall(
        *("crowd", place, "--count", "2", "--behaviour", "pass"),
        *("--duration", "1.5", "--seed", "3"),
        *("--source", "Door=2.0", "--sink", "Gate", "--out", "crowd.blend", "--take", "crowd.npz"),
        *("--workers", "1", "--frame-rate", "25"),
    )
    assert ended.returncode == 0, ended.stderr
    first, second = Take.load(tmp_path / "crowd.npz").performances
    begins = [0 if one.present is None else one.present[0] for one in (first, second)]
    assert 0 <= begins[0] < begins[1] < 30
    assert first.root_position[-1, 0] > first.root_position[0, 0] + 0.3


def test_members_start_on_a_bench_of_the_file(
    footfall: Run, tmp_path: Path, place: Path
) -> None:
    ended = footfall(
        *("crowd", place, "--count", "3", "--behaviour", "sit"),
        *("--seat", "Bench", "--start-seated", "--stay", "2", "3", "--duration", "0.3"),
        *("--area", "20", "20", "--out", "crowd.blend", "--take", "crowd.npz", "--workers", "1"),
    )
    assert ended.returncode == 0, ended.stderr
    pelvis = [p.root_position[-1] for p in Take.load(tmp_path / "crowd.npz").performances]
    assert all(abs(x) < 0.3 and z < 0.7 and abs(y) < 0.9 for x, y, z in pelvis)
    assert len({round(y, 1) for _, y, _ in pelvis}) == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--queue", "Line"), "There is no object 'Line' in the scene"),
        (("--source", "Door"), "A source must be written as in --source door=0.5, got 'Door'."),
        (("--source", "Nowhere=1"), "There is no object 'Nowhere' in the scene"),
        ((), "A crowd that passes through needs a source and a sink"),
    ],
)
def test_places_that_are_not_there_are_said(
    footfall: Run, tmp_path: Path, place: Path, options: tuple[str, ...], message: str
) -> None:
    ended = footfall(
        *("crowd", place, "--behaviour", "pass", "--count", "1", "--duration", "0.2"),
        *(*options, "--out", "crowd.blend"),
    )
    assert message in one_sentence(ended.stderr)
    assert not (tmp_path / "crowd.blend").exists()


LOOKS = """
bpy.ops.wm.read_homefile(use_empty=True)
from footfall.rigs.blender.mannequin import add_mannequin
from footfall.rigs.mannequin.build import build_mannequin
rig = add_mannequin(build_mannequin("adult"), "Human", bpy.context.scene.collection, 1.0)[0]
body = rig.children[0]
for name in ("Skin Brown", "Skin Green", "Skin Pink", "Skin Red"):
    bpy.data.materials.new(name).use_fake_user = True
body.data.materials[0] = bpy.data.materials["Skin Pink"]
body.shape_key_add(name="Basis"), body.shape_key_add(name="Belly")
hats = bpy.data.collections.new("Hats")
bpy.context.scene.collection.children.link(hats)
for name in ("Cap", "Crown", "Helmet"):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0)], [], [(0, 1, 2)])
    hat = bpy.data.objects.new(name, mesh)
    hats.objects.link(hat)
    hat.parent, hat.parent_type, hat.parent_bone = rig, "BONE", "head"
bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath("people.blend"))
print("SAVED", flush=True)
os._exit(0)
"""

SEEN = """
bpy.ops.wm.open_mainfile(filepath={path!r})
members = [t for t in bpy.data.collections["Crowd"].objects if t.type == "ARMATURE"]
bodies = [next(c for c in m.children if "Body" in c.name) for m in members]
hats = [c.data.name for m in members for c in m.children if c.parent_type == "BONE"]
said = dict(
    hats=hats, skins=[b.material_slots[0].material.name for b in bodies],
    bellies=[b.data.shape_keys.key_blocks["Belly"].value for b in bodies],
)
print("SAID" + json.dumps(said), flush=True)
os._exit(0)
"""


def test_members_look_as_the_options_say(footfall: Run, tmp_path: Path) -> None:
    assert "SAVED" in blender_script(LOOKS, tmp_path)
    ended = footfall(
        *("crowd", tmp_path / "people.blend", "--count", "8", "--duration", "0.2"),
        *("--area", "300", "300", "--spacing", "40", "--frame-rate", "25", "--workers", "1"),
        *("--parts", "Hats=0.5", "--materials", "Skin", "--shape-key", "Belly=0.25,0.75"),
        *("--out", "crowd.blend"),
    )
    assert ended.returncode == 0, ended.stderr
    path = str(tmp_path / "crowd.blend")
    said = json.loads(blender_script(SEEN.format(path=path), tmp_path).rpartition("SAID")[2])
    assert 0 < len(said["hats"]) < 8
    assert len(set(said["skins"])) > 1
    assert len(set(said["bellies"])) == 8
    assert all(0.25 <= belly <= 0.75 for belly in said["bellies"])
