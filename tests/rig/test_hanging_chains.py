"""Chains of bones that hang are found on rigs of many conventions; limbs never are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hanging_drawing import BACK, BODY, DOWN, HangingRig, both, draw, found_on, hang
from hanging_rigs import HEAD_BACK, RIGS, TAIL_AT

from footfall.evaluation.drawn_bodies import A_POSE, T_POSE
from footfall.evaluation.drawn_conventions import convention_files, draw_convention
from footfall.rigs import bone_ties, hanging_bones, hanging_chains, hanging_controls, kinds
from footfall.rigs.bone_map import make_bone_map
from footfall.rigs.bone_ties import DRIVER, Tie
from footfall.rigs.hanging_chains import find_chains
from footfall.rigs.skeleton import Skeleton
from footfall.translations import load_tables

# Conventions whose bone lists have hair, a skirt or a tail themselves.
WITH_CHAINS = ("vroid", "second_life")
# Without their names, goals of legs and a soft chest are rows of bones like any other.
SHAPED_LIKE_CHAINS = ("vroid", "mmd_tools")
COPY = Tie(kind="COPY_TRANSFORMS", label="Copy Transforms")


def mixamo() -> Skeleton:
    return draw_convention("mixamo", BODY, A_POSE)


def with_tail(*names: str) -> Skeleton:
    return hang(mixamo(), "mixamorig:Hips", names, TAIL_AT, BACK)


def truth_of(rig: HangingRig) -> dict[tuple[str, ...], str]:
    told = [side for line in rig.chains for side, _ in both(line)]
    split = [line.partition(": ") for line in told]
    return {tuple(bones.split(", ")): kind for kind, _, bones in split}


@pytest.mark.parametrize("name", RIGS)
def test_the_chains_that_an_artist_would_pick_are_found(name: str) -> None:
    chains, _, _ = found_on(draw(RIGS[name]))
    assert {chain.bones: chain.kind for chain in chains} == truth_of(RIGS[name])


@pytest.mark.parametrize("name", RIGS)
def test_strips_of_cloth_are_not_taken_for_legs(name: str) -> None:
    rig = RIGS[name]
    bare = draw_convention(rig.base, BODY, A_POSE)
    assert kinds.assigned(draw(rig)).kind == "biped"
    _, _, dressed = found_on(draw(rig))
    _, _, naked = found_on(bare)
    assert dressed.roles == naked.roles


@pytest.mark.parametrize("name", RIGS)
def test_strips_of_one_garment_share_a_row(name: str) -> None:
    chains, _, _ = found_on(draw(RIGS[name]))
    rows: dict[str, set[str]] = {}
    for chain in chains:
        if chain.row:
            rows.setdefault(chain.row, set()).add(chain.name)
    assert sorted(map(sorted, rows.values())) == sorted(map(sorted, RIGS[name].rows))


@pytest.mark.parametrize("name", RIGS)
def test_every_bone_below_the_body_is_in_a_chain_or_has_a_reason(name: str) -> None:
    skeleton = draw(RIGS[name])
    chains, reasons, bone_map = found_on(skeleton)
    mapped = {skeleton.index[bone] for bone in bone_map.roles.values()}
    used = {bone for chain in chains for bone in chain.bones}
    assert not used & set(reasons)
    assert not used & set(bone_map.roles.values())
    assert len({chain.name for chain in chains}) == len(chains)
    for i, bone in enumerate(skeleton.names):
        carries = any(skeleton.carries(i, b) for b in mapped)
        below = any(b in mapped for b in skeleton.ancestors(i))
        if below and not carries:
            assert bone in used or reasons[bone].endswith("."), bone


@pytest.mark.parametrize("pose", [A_POSE, T_POSE], ids=["A", "T"])
@pytest.mark.parametrize("name", [f for f in convention_files() if f not in WITH_CHAINS])
def test_nothing_hangs_on_a_body_without_hair_and_cloth(name: str, pose) -> None:
    chains, _, _ = found_on(draw_convention(name, BODY, pose))
    assert [chain for chain in chains if chain.kind != "soft"] == []


@pytest.mark.parametrize("name", [f for f in convention_files() if f not in SHAPED_LIKE_CHAINS])
def test_nothing_hangs_on_a_body_whose_names_tell_nothing(name: str) -> None:
    skeleton = draw_convention(name, BODY, A_POSE)
    numbers = tuple(f"Bone.{i:03d}" for i in range(len(skeleton.names)))
    chains, _, _ = found_on(replace(skeleton, names=numbers))
    assert chains == ()


@pytest.mark.parametrize("side", [1.0, -1.0], ids=["ahead", "back"])
def test_where_the_front_is_a_guess_neither_side_of_a_head_is_hair(side: float) -> None:
    skeleton = draw_convention("numbers_only", BODY, T_POSE)
    toes = ("Bone.018", "Bone.022")
    skeleton = skeleton.part([i for i, n in enumerate(skeleton.names) if n not in toes])
    skeleton = replace(skeleton, tails=skeleton.heads + np.array([0.0, 0.0, -0.05]))
    jaw = (0.06 * side, 0.0, 0.0), (0.06 * side, 0.0, 0.0)
    skeleton = hang(skeleton, "Bone.004", ("Bone.300", "Bone.301"), *jaw)
    chains, reasons, bone_map = found_on(skeleton)
    assert bone_map.certainty["upper_leg.L"] == "guessed"
    assert chains == ()
    assert reasons["Bone.300"] == "It belongs to the face."


def test_two_chains_without_names_that_reach_the_ground_may_be_legs() -> None:
    skeleton = draw_convention("numbers_only", BODY, A_POSE)
    for side, name in ((0.2, "Bone.300"), (-0.2, "Bone.400")):
        below = [f"{name[:-1]}{i}" for i in range(4)]
        skeleton = hang(skeleton, "Bone", below, (0.0, side, 0.0), (0.0, 0.0, -0.22))
    chains, reasons, _ = found_on(skeleton)
    assert chains == ()
    assert "leg" in reasons["Bone.300"]


def test_a_row_goes_around_the_body() -> None:
    skeleton = mixamo()
    for strip in (3, 0, 5, 1, 4, 2):
        angle = 2 * np.pi * strip / 6
        at = (0.16 * float(np.cos(angle)), 0.16 * float(np.sin(angle)), 0.0)
        skeleton = hang(skeleton, "mixamorig:Hips", (f"skirt_{strip}_1", f"skirt_{strip}_2"), at,
                        DOWN)  # fmt: skip
    chains, _, _ = found_on(skeleton)
    order = [int(chain.name[6]) for chain in chains if chain.row]
    assert set(np.diff([*order, order[0]]) % 6) in ({1}, {5})


def test_ribbons_beside_each_other_are_not_linked() -> None:
    skeleton = mixamo()
    for i, y in enumerate((-0.03, 0.0, 0.03)):
        bones = (f"ribbon_{i}_1", f"ribbon_{i}_2")
        skeleton = hang(skeleton, "mixamorig:Hips", bones, (-0.1, y, 0.0), DOWN)
    chains, _, _ = found_on(skeleton)
    assert [(chain.kind, chain.row) for chain in chains] == [("cloth", "")] * 3


def test_the_carrier_is_the_nearest_mapped_bone() -> None:
    chains, _, bone_map = found_on(draw(RIGS["Mixamo, kobold with a braid"]))
    carriers = {chain.name: chain.carrier for chain in chains}
    assert carriers["mixamorig:Tail1"] == bone_map.roles["pelvis"]
    assert carriers["mixamorig:Braid_01"] == bone_map.roles["head"]


def test_the_head_of_an_end_bone_is_the_tip() -> None:
    chains, reasons, _ = found_on(draw(RIGS["Mixamo, kobold with a braid"]))
    tail = next(chain for chain in chains if chain.kind == "tail")
    assert tail.end == "mixamorig:Tail3_end"
    assert "marks the end" in reasons[tail.end]


def test_the_end_of_a_scarf_is_no_end_bone() -> None:
    skeleton = hang(mixamo(), "mixamorig:Neck", ("scarf_end_1", "scarf_end_2"), (0, 0.1, 0), DOWN)
    (chain,), _, _ = found_on(skeleton)
    assert (chain.bones, chain.end) == (("scarf_end_1", "scarf_end_2"), "")


def test_of_a_branching_tail_the_longest_branch_is_the_trunk() -> None:
    skeleton = with_tail("tail1", "tail2", "tail3", "tail4")
    skeleton = hang(skeleton, "tail2", ("tail_tuft1", "tail_tuft2"), (0.0, 0.0, 0.0), (0, 0, 0.03))
    chains, _, _ = found_on(skeleton)
    assert {chain.bones for chain in chains} == {
        ("tail1", "tail2", "tail3", "tail4"), ("tail_tuft1", "tail_tuft2")
    }  # fmt: skip


def test_a_bone_that_only_carries_strips_does_not_swing_them() -> None:
    skeleton = hang(mixamo(), "mixamorig:Hips", ["skirt_root"], (0.0, 0.0, 0.0), DOWN)
    for i, x in enumerate((-0.15, 0.0, 0.15)):
        skeleton = hang(skeleton, "skirt_root", (f"skirt_{i}_1", f"skirt_{i}_2"), (x, 0, 0), DOWN)
    chains, reasons, _ = found_on(skeleton)
    assert {chain.name for chain in chains} == {"skirt_0_1", "skirt_1_1", "skirt_2_1"}
    assert "carries" in reasons["skirt_root"]


def test_a_constraint_takes_a_bone_out_and_is_named() -> None:
    skeleton = with_tail("tail1", "tail2", "tail3", "tail4", "tail5")
    tracking = Tie(kind="DAMPED_TRACK", label="Look at the cat", target="mixamorig:Head")
    chains, reasons, _ = found_on(skeleton, ties={"tail3": (tracking,)})
    assert [chain.bones for chain in chains] == [("tail1", "tail2"), ("tail4", "tail5")]
    assert "'Look at the cat'" in reasons["tail3"]


def test_a_driver_takes_a_bone_out() -> None:
    skeleton = with_tail("tail1", "tail2")
    driven = (Tie(kind=DRIVER, label="driver"),)
    chains, reasons, _ = found_on(skeleton, ties={"tail1": driven, "tail2": driven})
    assert chains == ()
    assert "driver" in reasons["tail1"]


def test_a_chain_that_copies_controls_is_keyed_on_them() -> None:
    skeleton = with_tail("DEF-tail1", "DEF-tail2")
    skeleton = hang(skeleton, "mixamorig:Hips", ("tail1_fk", "tail2_fk"), TAIL_AT, BACK)
    controls = [name.endswith("_fk") for name in skeleton.names]
    skeleton = replace(skeleton, deforms=tuple(not control for control in controls))
    ties = {f"DEF-tail{i}": (replace(COPY, target=f"tail{i}_fk"),) for i in (1, 2)}
    (chain,), reasons, _ = found_on(skeleton, ties=ties)
    assert chain.bones == ("DEF-tail1", "DEF-tail2")
    assert chain.controls == ("tail1_fk", "tail2_fk")
    assert not set(chain.controls) & set(reasons)


def test_controls_that_something_else_moves_are_not_keyed() -> None:
    skeleton = with_tail("DEF-tail1", "DEF-tail2")
    skeleton = hang(skeleton, "mixamorig:Hips", ("tail1_fk", "tail2_fk"), TAIL_AT, BACK)
    solved = (Tie(kind="SPLINE_IK", label="Spline"),)
    ties = {f"DEF-tail{i}": (replace(COPY, target=f"tail{i}_fk"),) for i in (1, 2)}
    chains, reasons, _ = found_on(skeleton, ties=ties | {"tail1_fk": solved, "tail2_fk": solved})
    assert chains == ()
    assert "'Copy Transforms'" in reasons["DEF-tail1"]
    assert "'Spline'" in reasons["tail1_fk"]


def test_bones_that_run_in_a_ring_do_not_hang() -> None:
    skeleton = mixamo()
    corners = [(0, 0.08, 0.1), (0, 0.1, 0.14), (-0.03, 0.1, 0.12), (-0.02, 0.09, 0.1)]
    above = "mixamorig:Head"
    for i, (here, there) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True)):
        head = skeleton.heads[skeleton.index["mixamorig:Head"]]
        at = head + np.array(here) - skeleton.heads[skeleton.index[above]]
        skeleton = hang(skeleton, above, [f"ear.L.00{i}"], tuple(at), np.subtract(there, here))
        above = f"ear.L.00{i}"
    chains, reasons, _ = found_on(skeleton)
    assert chains == ()
    assert "ring" in reasons["ear.L.000"]


def test_a_single_bone_without_a_name_that_hangs_is_left_alone() -> None:
    chains, reasons, _ = found_on(hang(mixamo(), "mixamorig:Head", ["Bone"], HEAD_BACK, DOWN))
    assert chains == ()
    assert reasons["Bone"].startswith("It is a single bone")


def test_every_reason_is_there_in_german() -> None:
    modules = (bone_ties, hanging_bones, hanging_chains, hanging_controls)
    told = {value for module in modules for value in vars(module).values()
            if isinstance(value, str) and value.startswith(("It ", "Its ", "A "))
            and value.endswith(".") and value != module.__doc__}  # fmt: skip
    told |= set(hanging_bones.REASONS.values())
    assert len(told) > 20
    assert told <= {english for _, english in load_tables()["de_DE"]}


def test_a_rig_without_known_legs_has_chains_too() -> None:
    skeleton = with_tail("tail1", "tail2")
    bone_map = make_bone_map(skeleton, kinds.assigned(skeleton), {})
    bone_map = replace(bone_map, roles={"pelvis": bone_map.roles["pelvis"]})
    chains, _ = find_chains(skeleton, bone_map)
    assert [chain.bones for chain in chains] == [("tail1", "tail2")]
