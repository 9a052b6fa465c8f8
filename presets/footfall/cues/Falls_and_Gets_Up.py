import bpy

bpy.ops.footfall.use_routine(routine="falls")
