"""Baking a synthetic take on a rig, and how far the evaluated rig is from it."""

from __future__ import annotations

import numpy as np
from synthetic import make_take

CLOSE = 1e-4  # [m]


def joint_errors(bpy, rig, take, start_frame: int = 1) -> np.ndarray:
    """Greatest distance [m] of each mapped joint from the take over its frames."""
    p, metre = take.performances[0], rig.bone_map.metres_per_unit
    order = {name: i for i, name in enumerate(p.segment_names)}
    worst = np.zeros(len(rig.bone_map.roles))
    scene = bpy.context.scene
    rate = scene.render.fps / scene.render.fps_base
    for frame in range(int(take.times[-1] * rate + 1e-6) + 1):
        scene.frame_set(start_frame + frame)
        at = int(np.argmin(np.abs(take.times - frame / rate)))
        armature = rig.armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
        for i, (segment, bone) in enumerate(rig.bone_map.roles.items()):
            head = np.array(armature.matrix_world @ armature.pose.bones[bone].head) * metre
            head[2] -= rig.ground_height
            k = order[segment]
            joint = p.root_position[at] if k == 0 else p.joint_positions[at, k - 1]
            worst[i] = max(worst[i], float(np.linalg.norm(head - joint)))
    return worst


def bake(bpy, armature, seed: int = 0, **options):
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig

    rig = read_rig(armature)
    take = make_take(rig.character, rig.position, rig.heading, seconds=0.5, seed=seed)
    action = write_take(rig, take, **options)
    return rig, take, action
