"""Measures of baked motion on takes whose figures are known beforehand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import build_armature, draw_skeleton
from synthetic import make_take

from footfall import Character


def baked(blender, velocity=(0.0, 0.0, 0.0), lift: float = 0.0):
    """A standing body whose feet bear its weight, drawn through the scene at one velocity."""
    from footfall.evaluation.baked_motion import Baked, read_back
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig

    rig = read_rig(build_armature(blender, draw_skeleton(Character.humanoid())))
    take = make_take(rig.character, rig.position, rig.heading, seconds=0.2, still=True)
    p = take.performances[0]
    way = np.outer(take.times, velocity) + [0.0, 0.0, lift]
    forces = np.zeros((len(take.times), len(p.segment_names), 3))
    forces[:, [p.segment_names.index(f"foot.{side}") for side in "LR"], 2] = 300.0
    moved = replace(
        p,
        root_position=p.root_position + way,
        joint_positions=p.joint_positions + way[:, None],
        contact_forces=forces,
    )
    take = replace(take, performances=[moved])
    write_take(rig, take, start_frame=1)
    return Baked(rig, take, *read_back(rig, len(take.times)))


def test_a_body_that_stands_neither_slides_nor_sinks(blender) -> None:
    from footfall.evaluation.baked_motion import foot_slide, joint_error, sole_depth

    standing = baked(blender)
    assert joint_error(standing) < 1e-5
    assert foot_slide(standing) < 1e-4
    assert sole_depth(standing) < 1e-4


def test_a_body_that_is_drawn_along_slides_at_that_speed(blender) -> None:
    from footfall.evaluation.baked_motion import foot_slide

    assert foot_slide(baked(blender, velocity=(0.3, 0.4, 0.0))) == pytest.approx(0.5, rel=1e-3)


def test_a_body_that_is_pressed_down_sinks_as_deep(blender) -> None:
    from footfall.evaluation.baked_motion import sole_depth

    assert sole_depth(baked(blender, lift=-0.012)) == pytest.approx(0.012, abs=1e-4)
