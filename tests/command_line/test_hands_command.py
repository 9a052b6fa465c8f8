"""`footfall bake` with the hands: targets and props from the file and the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from rig_files import blender_script
from shell import Run, one_sentence

from footfall import Take

pytest.importorskip("bpy")

SCENE = """
bpy.ops.wm.read_homefile(use_empty=True)
import footfall
footfall.register()
bpy.ops.preferences.addon_enable(module="rigify")
for name, place in (("crate", (0.0, -0.6, 0.5)), ("ball", (1.0, 1.0, 1.0))):
    bpy.ops.mesh.primitive_cube_add(size=0.3, location=place)
    bpy.context.object.name = name
bpy.ops.footfall.set_part(part="PROP", object="ball")
bpy.context.object.footfall_part.mass = 500.0
bpy.ops.object.empty_add(location=(0.2, -1.2, 1.3))
bpy.context.object.name = "Lamp"
bpy.ops.object.armature_human_metarig_add()
bpy.ops.wm.save_as_mainfile(filepath=PATH)
os._exit(0)
"""


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, made once; commands read it only."""
    folder = tmp_path_factory.mktemp("scene")
    blender_script(SCENE.replace("PATH", repr(str(folder / "rig.blend"))), folder)
    return folder / "rig.blend"


@pytest.fixture
def rig(scene: Path, tmp_path: Path) -> str:
    return shutil.copy(scene, tmp_path / "rig.blend").name


def test_props_of_the_file_are_simulated_and_keyed(footfall: Run, tmp_path: Path, rig: str) -> None:
    ended = footfall(
        *("bake", rig, "--skill", "pick_up", "--prop", "crate", "--duration", "0.3"),
        *("--out", "a.blend", "--take", "a.npz"),
    )
    assert ended.returncode == 0, ended.stderr
    take = Take.load(tmp_path / "a.npz")
    assert sorted(take.props) == ["ball", "crate"]
    text = blender_script(
        f"path = {str(tmp_path / 'a.blend')!r}"
        """
bpy.ops.wm.open_mainfile(filepath=path)
said = {}
for name in ("crate", "ball"):
    thing = bpy.data.objects[name]
    bpy.context.scene.frame_set(6)
    said[name] = list(thing.matrix_world.translation)
print("SAID" + json.dumps(said), flush=True)
os._exit(0)
""",
        tmp_path,
    )
    for name, place in json.loads(text.rpartition("SAID")[2]).items():
        fallen = take.props[name].position[5, 2] - take.props[name].position[0, 2]
        assert fallen < -0.1
        assert place[2] == pytest.approx({"crate": 0.5, "ball": 1.0}[name] + fallen, abs=1e-4)


@pytest.mark.parametrize(
    "target", [("0.2", "-1.2", "1.3"), ("Lamp",)], ids=["by numbers", "by name"]
)
def test_a_target_is_a_place_or_an_object(
    footfall: Run, tmp_path: Path, rig: str, target: tuple[str, ...]
) -> None:
    ended = footfall(
        *("bake", rig, "--skill", "reach", "--target", *target, "--duration", "1.5"),
        *("--out", "a.blend", "--take", "a.npz"),
    )
    assert ended.returncode == 0, ended.stderr
    way = np.diff(Take.load(tmp_path / "a.npz").performances[0].root_position[[0, -1]], axis=0)[0]
    assert way[1] < -0.1  # towards it


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--skill reach --target 0 -1 3.5", "Reach's target would be 3.5"),
        ("--skill reach --target 0 -1", "A target must be x, y and z as in --target 1.5 0 1.2"),
        ("--skill reach --target Lump", "There is no object 'Lump' in the scene; it has Lamp,"),
        ("--skill reach", "Reach needs a target, got none."),
        ("--skill walk --target Lamp", "Unknown parameter 'target' of walk; allowed:"),
        ("--skill pick_up --prop box", "There is no object 'box' in the scene; it has Lamp,"),
        ("--skill pick_up --prop ball", "The prop 'ball' weighs 500 kg; these arms can carry"),
        ("--skill put_down --target Lamp", "There is nothing in the hands that Put down"),
    ],
)
def test_what_hands_cannot_do_is_one_sentence(
    footfall: Run, rig: str, line: str, sentence: str
) -> None:
    ended = footfall("bake", rig, *line.split(), "--out", "a.blend")
    assert ended.returncode == 2
    assert sentence in one_sentence(ended.stderr)
