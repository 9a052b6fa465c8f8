"""Python for Blender: a metarig whose Action is a bow, and a cue that performs it."""

from __future__ import annotations

# A metarig with a bow of twelve frames as its Action, and a cue that performs it.
BOW = """
def bow(rig, name, frames, angle):
    data = rig.animation_data_create()
    data.action = bpy.data.actions.new(name)
    bone = rig.pose.bones["spine.002"]
    bone.rotation_mode = "XYZ"
    for frame, bent in zip(frames, (0.0, angle, 0.0)):
        bone.rotation_euler.x = bent
        bone.keyframe_insert("rotation_euler", frame=frame)
    bone.rotation_euler.x = 0.0
    return data.action

def key(action, angle):
    bags = [action]
    if hasattr(action, "layers"):
        bags = list(action.layers[0].strips[0].channelbags)
    bags[0].fcurves[0].keyframe_points[1].co[1] = angle
    bags[0].fcurves[0].update()

def performs(**values):
    s = settings(duration=12 / 24, start_frame=11)
    s.cues[0].skill, s.cues[0].frame = "perform", 11
    for name, value in {"tries": 1.0, **values}.items():
        setattr(s.cues[0].perform, name, value)
    return s

def shot():
    from footfall.operators.rig_run import rig_run_of, shot_of_panel
    return shot_of_panel(bpy.context, rig_run_of(bpy.context, rig).standing)

def clip(found=None):
    return json.loads((found or shot()).performers[0].cues[0].parameters["clip"])

def bend(found):
    from footfall.base.rotations import rotation_angles
    import numpy as np
    turns = np.array(found["turns"]["torso"])
    return float(rotation_angles(turns, turns[:1]).max())

rig = metarig()
mine = bow(rig, "bow", (11, 17, 23), 0.3)
bpy.context.view_layer.update()
"""
