"""Rigs whose feet are one piece to the tips of their toes do not push them into the ground."""

from __future__ import annotations

import pytest
from drawn import MIXAMO, build_armature, draw_skeleton

from footfall import Character, Cue, Performer, Shot, simulate

BODY = Character.humanoid()
DEEPEST = 0.01  # [m]


def test_a_walk_on_a_rig_without_toe_bones_stays_on_the_ground(blender) -> None:
    pytest.importorskip("pybullet")
    from footfall.evaluation.baked_motion import Baked, joint_error, read_back, sole_depth
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig
    from footfall.rigs.blender.scene import frame_rate

    names = {part: name for part, name in MIXAMO.items() if part != "toes"}
    rig = read_rig(build_armature(blender, draw_skeleton(BODY, names=names)))
    walker = Performer(rig.character, [Cue("walk", speed=0.8)], rig.position, rig.heading)
    rate = frame_rate(blender.context.scene)
    take = simulate(Shot([walker], duration=3.0, frame_rate=rate))
    write_take(rig, take, start_frame=1)
    baked = Baked(rig, take, *read_back(rig, len(take.times)))
    assert "toes.L" not in baked.axes
    assert sole_depth(baked) < DEEPEST
    assert joint_error(baked) < DEEPEST
