"""Parts that act on the body in a bake: the body carries them, and they are keyed as simulated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]

# A ready human with a heavy tail of four bones, that stands for a second.
TAILED = """
import numpy as np
from mathutils import Vector

bpy.ops.footfall.add_character()
rig = bpy.context.object
bpy.ops.object.mode_set(mode="EDIT")
bones = rig.data.edit_bones
above = bones["hips"]
at = Vector(above.head) + Vector((0.0, 0.22, 0.05))
for i in range(4):
    bone = bones.new(f"tail.{i + 1:03d}")
    bone.head, bone.tail = at, at + Vector((0.0, 0.12, -0.02))
    bone.parent, bone.use_connect = above, i > 0
    above, at = bone, bone.tail
bpy.ops.object.mode_set(mode="OBJECT")
hanging = rig.footfall.hanging
bpy.ops.footfall.find_hanging_parts()
(tail,) = hanging.parts
settings = bpy.context.scene.footfall
settings.cues.clear()
cue = settings.cues.add()
cue.skill = "stand"
settings.duration = 2.0

def bake():
    bpy.ops.footfall.bake()
    bpy.context.scene.frame_set(45)
    place = lambda name, end: np.array(rig.matrix_world @ getattr(rig.pose.bones[name], end))
    ahead = place("head", "head") - 0.5 * (place("foot.L", "head") + place("foot.R", "head"))
    way = place("tail.004", "tail") - place("tail.001", "head")
    return {
        "lean": float(-ahead[1]), "droop": float(way[2]), "back": float(way[1]),
        "tracks": [track.name for track in rig.animation_data.nla_tracks],
    }
"""


def test_a_body_leans_against_the_heavy_tail_that_it_carries(in_blender: Run) -> None:
    said = in_blender(
        TAILED
        + """
hanging.with_bakes = True
said["follows"] = bake()
tail.acts_on_body, tail.weight = True, 12.0
said["acts"] = bake()
hanging.with_bakes = False
bpy.ops.footfall.remove_hanging_motion()
said["not_hung"] = bake()
"""
    )
    assert said["acts"]["lean"] > said["follows"]["lean"] + 0.02
    assert abs(said["not_hung"]["lean"] - said["follows"]["lean"]) < 1e-4
    assert said["acts"]["tracks"] == said["follows"]["tracks"] == ["Hanging Motion"]
    # The droop of a stiff tail is set by its stiffness, which is relative to its weight.
    assert abs(said["acts"]["droop"] - said["follows"]["droop"]) < 0.1
    assert said["acts"]["droop"] < -0.1
    assert said["acts"]["back"] > 0.2


def test_the_keys_are_those_of_the_take(in_blender: Run) -> None:
    said = in_blender(
        TAILED
        + """
import footfall
from footfall.operators.hanging_run import hang_with_bake, with_heavy_parts
from footfall.operators.rig_run import read_chosen_rig
from footfall.rigs.blender.keys import write_take
from footfall.rigs.blender.scene import make_shot
from footfall.base.rotations import matrices_from_quaternions

hanging.with_bakes = True
tail.acts_on_body, tail.weight = True, 6.0
rig_read = with_heavy_parts(read_chosen_rig(bpy.context))
(chain,) = rig_read.character.hanging
said["chain"] = [chain.carrier, len(chain.bones)]
push = [footfall.Push(0, "torso", time=0.2, duration=0.2, force=(0.0, 250.0, 0.0))]
shot = make_shot(rig_read, [footfall.Cue("stand")], duration=1.5, rate=24.0, pushes=push)
take = footfall.simulate(shot)
write_take(rig_read, take, start_frame=5)
hang_with_bake(rig_read, take, 24.0, 5)
off = []
ways = matrices_from_quaternions(take.performances[0].hanging_orientations)[..., 1]
for i in range(len(ways)):
    bpy.context.scene.frame_set(5 + i)
    for k in range(4):
        bone = rig.pose.bones[f"tail.{k + 1:03d}"]
        way = (rig.matrix_world.to_3x3() @ (bone.tail - bone.head)).normalized()
        off.append(np.degrees(np.arccos(min(1.0, float(np.dot(way, ways[i, k]))))))
said["off"], said["swing"] = max(off), float(np.ptp(ways[:, -1, 1]))
"""
    )
    assert said["chain"] == ["pelvis", 4]
    assert said["off"] < 2.0
    assert said["swing"] > 0.05


def test_an_accepted_preview_hangs_as_a_bake_does(in_blender: Run) -> None:
    said = in_blender(
        TAILED
        + """
hanging.with_bakes = True
tail.acts_on_body, tail.weight = True, 12.0

def ways():
    found = []
    for frame in range(1, 48, 5):
        bpy.context.scene.frame_set(frame)
        bone = rig.pose.bones["tail.004"]
        found.append(tuple(rig.matrix_world.to_3x3() @ (bone.tail - bone.head)))
    return np.array(found)

bpy.ops.footfall.preview()
bpy.ops.footfall.accept()
accepted = ways()
said["tracks"] = [track.name for track in rig.animation_data.nla_tracks]
bpy.ops.footfall.remove_hanging_motion()
bpy.ops.footfall.bake()
said["off"] = float(np.abs(ways() - accepted).max())
"""
    )
    assert said["tracks"] == ["Hanging Motion"]
    assert said["off"] < 1e-4
