"""Bone maps that are saved and found again by the names of the bones."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn import build_armature, draw_skeleton

from footfall import Character
from footfall.base.errors import InvalidInput
from footfall.rigs.saved_maps import find_map, list_maps, load_map, remove_map, save_map

BONES = ("root", "left", "right")


def test_a_map_is_found_by_the_names_of_the_bones_in_any_order() -> None:
    save_map("robot", BONES, {"pelvis": "root"})
    found = find_map(reversed(BONES))
    assert found is not None and found.name == "robot" and found.roles == {"pelvis": "root"}
    assert find_map([*BONES, "tail"]) is None


def test_there_is_one_map_for_a_set_of_bones() -> None:
    save_map("old", BONES, {"pelvis": "root"})
    save_map("new", BONES, {"pelvis": "left"})
    assert [saved.name for saved in list_maps()] == ["new"]


def test_a_removed_map_is_gone() -> None:
    save_map("robot", BONES, {"pelvis": "root"})
    remove_map("robot")
    assert find_map(BONES) is None
    with pytest.raises(InvalidInput, match="There is no saved map 'robot'; saved are none"):
        remove_map("robot")


def test_a_map_of_bones_that_the_rig_has_not_is_refused() -> None:
    with pytest.raises(InvalidInput, match="names 'arm', which is none of its bones"):
        save_map("robot", BONES, {"pelvis": "arm"})


@pytest.mark.parametrize("name", ["", "../out", "a/b", ".hidden", "x" * 61])
def test_a_name_that_is_no_file_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="A map's name must"):
        save_map(name, BONES, {})


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": 1, "name": "x"}', '{"format": "a"}',
     '{"format": 99, "name": "x", "bones": [], "roles": {}}',
     '{"format": 1, "name": "x", "bones": 3, "roles": []}'],
)  # fmt: skip
def test_a_file_that_holds_no_map_keeps_no_rig_from_being_mapped(
    no_saved_maps: Path, text: str
) -> None:
    (no_saved_maps / "broken.json").write_text(text)
    with pytest.raises(InvalidInput):
        load_map(no_saved_maps / "broken.json")
    save_map("robot", BONES, {"pelvis": "root"})
    assert find_map(BONES) is not None


def test_a_saved_map_applies_to_every_rig_with_its_bones(blender) -> None:
    from footfall.rigs.blender.rig import map_bones, read_rig

    armature = build_armature(blender, draw_skeleton(Character.humanoid()))
    found = map_bones(armature)
    save_map("mine", armature.data.bones.keys(), {**found.roles, "torso": "Spine"})
    again = map_bones(armature)
    assert again.saved == "mine" and again.roles["torso"] == "Spine"
    assert again.reasons["torso"] == "the saved map 'mine'"
    assert again.certainty["torso"] == "picked"
    assert map_bones(armature, {"torso": "Spine1"}).roles["torso"] == "Spine1"
    assert read_rig(armature, {"lower_back": "Hips", "pelvis": "Spine1"}).bone_map.saved == "mine"
