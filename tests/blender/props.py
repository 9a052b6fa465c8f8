"""A scene with a mesh object that is a prop, for the tests that run inside Blender."""

PROPS = """
import math
from mathutils import Matrix, Vector
from footfall.operators.rig_run import read_chosen_rig
from footfall.operators.scene_shot import read_shot

scene = bpy.context.scene
rig = metarig()

def shot():
    return read_shot(scene, read_chosen_rig(bpy.context))

def crate(x=0.0, y=-1.4, z=0.1, size=(0.3, 0.3, 0.2), origin=(0.0, 0.0, 0.0)):
    # A box whose middle is at (x, y, z) and whose origin lies elsewhere.
    bpy.ops.mesh.primitive_cube_add(size=1.0)
    thing = bpy.context.object
    thing.name, thing.scale = "crate", size
    thing.data.transform(Matrix.Translation([-o / s for o, s in zip(origin, size)]))
    thing.location = Vector((x, y, z)) + Vector(origin)
    bpy.context.view_layer.objects.active = rig
    return thing

def cue(skill, **values):
    item = settings(armature=rig).cues[0]
    item.skill = skill
    for name, value in values.items():
        setattr(item.parameters, name, value)
    return item

def middle(thing):
    bpy.context.view_layer.update()
    return list(thing.matrix_world @ (sum((v.co for v in thing.data.vertices), Vector()) / 8))
"""

FALLING = (
    PROPS
    + """
thing = crate(x=1.0, y=0.5, z=1.0, origin=(0.2, 0.1, 0.3))
bpy.ops.footfall.set_part(part="PROP", object="crate")
cue("stand")
settings(duration=0.5, start_frame=3)
scene.frame_set(20)
"""
)
