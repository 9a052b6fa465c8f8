"""Pieces of Python that precede those of tests that step a preview or a bake."""

# Steps a preview as its timer would, which runs in a window only.
PREVIEW = """
import random, time
from footfall.operators.previewing import active_preview, begin_preview

scene = bpy.context.scene

def step(count=1):
    for _ in range(count):
        active_preview().step(bpy.context)
        time.sleep(0.01)

def until(reached, patience=100.0):
    deadline = time.monotonic() + patience
    while not reached():
        assert time.monotonic() < deadline
        step()

def moving():
    return active_preview().frames > 1

def simulated():
    return active_preview().take is not None

def pose(rig):
    bpy.context.view_layer.update()
    evaluated = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return [[list(row) for row in rig.matrix_world @ b.matrix] for b in evaluated.pose.bones]

def apart(a, b):
    return max(abs(x - y) for m, n in zip(a, b) for p, q in zip(m, n) for x, y in zip(p, q))
"""

# A preview of a short walk on a metarig, which has begun.
BEGUN = (
    PREVIEW
    + """
rig = metarig()
settings(duration=0.2)
begin_preview(bpy.context)
"""
)

# A button of the test that steps a real operator's modal(), which needs a window otherwise.
BUTTON = """
import time

script = []

def make_button(kind, begin):
    def execute(operator, context):
        begin(operator, context)
        return script[-1](operator, context)

    # A copy: Blender cannot tell a registered class from one that inherits from it.
    ours = [c for c in reversed(kind.__mro__) if c.__module__.startswith("footfall")]
    kept = {n: v for c in ours for n, v in vars(c).items() if n not in ("bl_rna", "__dict__")}
    bpy.utils.register_class(type("FOOTFALL_OT_press", (bpy.types.Operator,),
        {**kept, "bl_idname": "footfall.press", "execute": execute}))

def press(steps):
    script.append(steps)
    return sorted(bpy.ops.footfall.press())

def event(operator, context, kind, value="PRESS", x=0, y=0):
    time.sleep(0.01)
    return operator.modal(context, SimpleNamespace(type=kind, value=value, mouse_x=x, mouse_y=y))
"""

PRESS = (
    BUTTON
    + """
from footfall.operators.preview import FOOTFALL_OT_preview

def begin(operator, context):
    operator.begin(context)
    operator.timer = context.window_manager.event_timer_add(1.0, window=context.window)

make_button(FOOTFALL_OT_preview, begin)

def until_moving(operator, context):
    while not moving():
        event(operator, context, "TIMER")

def until_ended(operator, context):
    while active_preview() is not None:
        result = event(operator, context, "TIMER")
    return result
"""
)

PRESS_BAKE = (
    BUTTON
    + """
from footfall.operators.bake import FOOTFALL_OT_bake

def worker(operator):
    return operator.steps.gi_yieldfrom.gi_frame.f_locals["worker"]

make_button(FOOTFALL_OT_bake, lambda operator, context: operator.begin(context))
"""
)
