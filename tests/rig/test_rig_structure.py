"""Rigs of other projects without their names: the shape alone gives the same map."""

from __future__ import annotations

from dataclasses import replace

import pytest

FILES = (
    "mpfb_mixamo_rig.blend", "cmu_cgspeed_walk.bvh", "mocapbank_kneel_and_stand.bvh",
    "makehuman_tpose.bvh", "rocketbox_Male_Adult_17.fbx", "pab_jog.fbx", "cmu_08_02_walk.fbx",
)  # fmt: skip


@pytest.mark.parametrize("file", FILES)
def test_without_names_the_same_bones_are_found(shared_rig, file: str) -> None:
    from footfall.rigs.blender.armature import read_skeleton
    from footfall.rigs.bone_assignment import BY_STRUCTURE, assign_bones

    skeleton = read_skeleton(shared_rig(file))
    named = assign_bones(skeleton).roles
    nameless = replace(skeleton, names=tuple(f"Node_{i}" for i in range(len(skeleton.names))))
    assignment = assign_bones(nameless)
    assert assignment.convention == BY_STRUCTURE
    # Toes differ where a foot has several or a rig calls them an end.
    for role in named.keys() - {"toes.L", "toes.R"}:
        assert skeleton.names[assignment.roles[role]] == skeleton.names[named[role]], role


def test_the_rig_whose_bones_have_no_names_is_found(shared_rig) -> None:
    from footfall.rigs.blender.rig import map_bones

    roles = map_bones(shared_rig("RiggedFigure_unnamed.glb")).roles
    assert roles["pelvis"] == "Node_2" and roles["head"] == "Node_19"
    assert roles["upper_leg.L"] == "Node_7" and roles["foot.R"] == "Node_5"
    assert roles["upper_arm.L"] == "Node_16" and roles["hand.R"] == "Node_15"
