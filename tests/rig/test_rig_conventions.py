"""Rigs of many conventions, drawn from other projects' lists of bones, and broken ones."""

from __future__ import annotations

import pytest

from footfall.evaluation.broken_rigs import KINDS
from footfall.evaluation.drawn_conventions import convention_files, true_roles
from footfall.evaluation.mapped_variants import VARIANTS, draw_variant, outcome_of, wrong_roles
from footfall.rigs.bone_assignment import BY_STRUCTURE, REQUIRED, assign_bones

BY_SHAPE_ONLY = {"numbers_only", "numbered_limbs", "spanish"}


@pytest.mark.parametrize("convention", convention_files())
def test_every_role_has_the_bone_that_its_users_mean(convention: str) -> None:
    skeleton = draw_variant(convention, VARIANTS["A-pose facing +x, object scale 0.01"])
    assignment = assign_bones(skeleton)
    assert {r: skeleton.names[b] for r, b in assignment.roles.items()} == true_roles(convention)
    assert (assignment.convention == BY_STRUCTURE) == (convention in BY_SHAPE_ONLY)


@pytest.mark.parametrize("variant", VARIANTS)
def test_pose_scale_facing_and_numbering_do_not_matter(blender, variant: str) -> None:
    for convention in ("metahuman", "vroid", "daz_8", "mmd"):
        assert not wrong_roles(convention, VARIANTS[variant])


@pytest.mark.parametrize("convention", convention_files())
def test_every_list_of_bones_names_a_whole_body(convention: str) -> None:
    assert set(REQUIRED) <= set(true_roles(convention))


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=[kind.__name__ for kind in KINDS])
def test_what_is_broken_is_mapped_or_refused_with_one_sentence(blender, kind: int) -> None:
    for seed in (kind, kind + len(KINDS)):
        assert outcome_of(seed) in ("mapped", "refused")
