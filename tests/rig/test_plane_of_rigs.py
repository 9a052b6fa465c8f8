"""Walks in a plane, baked onto rigs."""

from __future__ import annotations

import numpy as np
import pytest
from baking import joint_errors
from drawn import T_POSE, build_armature, draw_skeleton

from footfall import Character, Cue, Take, simulate

FEW_MILLIMETRES = 0.006  # [m]: planted feet are held where they stand
SECONDS = 2.0


def walked(rig: object) -> Take:
    from footfall.rigs.blender.scene import make_shot

    return simulate(make_shot(rig, [Cue("planar_walk")], duration=SECONDS, rate=60.0))


@pytest.fixture
def short_legged(blender):
    """A child of other proportions, drawn in a T-pose."""
    body = Character.humanoid(1.2, 25.0, scale={"upper_leg.L": 0.8, "upper_leg.R": 0.8})
    return build_armature(blender, draw_skeleton(body, T_POSE))


@pytest.mark.parametrize("name", ["rigify_human", "short_legged"])
def test_a_walk_in_a_plane_is_baked_onto_a_rig(blender, request, name: str) -> None:
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig

    rig = read_rig(request.getfixturevalue(name))
    take = walked(rig)
    write_take(rig, take, start_frame=1)
    performance = take.performances[0]
    assert performance.fell_at is None
    way = (performance.root_position[-1] - performance.root_position[0])[:2]
    assert np.hypot(*way) > 0.5
    assert np.arctan2(way[1], way[0]) == pytest.approx(rig.heading, abs=1e-6)
    assert joint_errors(blender, rig, take).max() < FEW_MILLIMETRES
