import bpy

bpy.ops.footfall.use_routine(routine="pushed_over")
