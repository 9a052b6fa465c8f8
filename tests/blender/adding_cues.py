"""A piece of Python for Blender that adds cues at frames and tells those of the shot."""

ADD = """
def add(skill, frame):
    bpy.context.scene.frame_set(frame)
    bpy.ops.footfall.add_cue(skill=skill)
    return settings(duration=10.0).cues[-1]

def told():
    return [[c.skill, c.start, dict(c.parameters)] for c in cues()]

bpy.context.scene.render.fps = 30
"""
