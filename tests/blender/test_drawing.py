"""What is drawn of the cues in the viewport: the handles of the active cue, and kept takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

HANDLES = """
from mathutils import Vector
from footfall.operators.drawing.drag_handle import Before, drag
from footfall.operators.drawing.handles import handles_of
rig = metarig()
cue = settings(armature=rig).cues[0]

def arrow():
    handle = handles_of(bpy.context)[0]
    return [list(handle.base), list(handle.tip)]
"""


def test_the_arrow_of_a_walk_points_ahead_and_is_longer_for_a_faster_one(in_blender: Run) -> None:
    said = in_blender(HANDLES + """
said["slow"] = arrow()
cue.walk.speed = 2.0
said["fast"] = arrow()
""")
    lengths = {name: math.dist(*said[name]) for name in ("slow", "fast")}
    assert lengths["fast"] - lengths["slow"] == pytest.approx(1.0, abs=1e-3)  # [m], of 1 m/s
    base, tip = said["slow"]
    assert tip[1] < base[1] - 1.0  # Rigify's human faces -Y
    assert tip[0] == pytest.approx(base[0], abs=0.02)


def test_a_dragged_arrow_sets_heading_and_speed_and_escape_restores_them(in_blender: Run) -> None:
    said = in_blender(HANDLES + """
handle = handles_of(bpy.context)[0]
before = Before(bpy.context, handle)
drag(bpy.context, handle, handle.base + Vector((1.85, 0.0, 0.0)), False)
said["dragged"] = [cue.walk.speed, cue.walk.use_heading, cue.walk.heading, arrow()]
before.restore(bpy.context)
said["restored"] = [cue.walk.speed, cue.walk.use_heading]
""")
    speed, is_used, heading, (base, tip) = said["dragged"]
    assert speed == pytest.approx(1.5)
    assert is_used
    assert heading == pytest.approx(0.0, abs=1e-6)
    assert tip[0] - base[0] == pytest.approx(1.85)
    assert said["restored"] == [1.0, False]


def test_a_walk_backwards_and_one_that_turns_stay_so(in_blender: Run) -> None:
    said = in_blender(HANDLES + """
cue.walk.speed = -1.0
said["back"] = arrow()
handle = handles_of(bpy.context)[0]
drag(bpy.context, handle, handle.base + Vector((0.0, 0.85, 0.0)), False)
said["slower"] = [cue.walk.speed, cue.walk.use_heading]
cue.walk.speed, cue.walk.use_turn_rate = 1.0, True
handle = handles_of(bpy.context)[0]
drag(bpy.context, handle, handle.base + Vector((0.85, 0.0, 0.0)), False)
said["turning"] = [cue.walk.speed, cue.walk.use_heading]
""")
    base, tip = said["back"]
    assert tip[1] > base[1] + 1.0
    assert said["slower"] == [pytest.approx(-0.5), False]
    assert said["turning"] == [pytest.approx(0.5), False]


def test_a_keyed_setting_has_no_arrow(in_blender: Run) -> None:
    said = in_blender(HANDLES + """
cue.walk.keyframe_insert("speed")
cue.walk.keyframe_insert("heading")
said["arrows"] = len(handles_of(bpy.context))
""")
    assert said["arrows"] == 0


@pytest.mark.parametrize(
    ("way", "direction"),
    [((0, -1.25), "from_behind"), ((0, 1.25), "from_front"),
     ((-1.25, 0), "from_left"), ((1.25, 0), "from_right")],
)  # fmt: skip
def test_a_dragged_push_takes_the_nearest_words(
    in_blender: Run, way: tuple[float, float], direction: str
) -> None:
    said = in_blender(HANDLES + f"""
cue.skill = "push"
handle = handles_of(bpy.context)[0]
drag(bpy.context, handle, handle.base + Vector({(*way, 0.0)}), False)
said["push"] = [cue.push.direction, cue.push.strength]
said["way"] = [b - a for a, b in zip(*arrow())]
""")
    assert said["push"] == [direction, "knocks_over"]
    assert said["way"] == pytest.approx([*way, 0.0], abs=0.05)


def test_a_target_has_a_dot_that_moves_its_object(in_blender: Run) -> None:
    said = in_blender(HANDLES + """
cue.skill = "reach"
bpy.ops.object.empty_add(location=(1.0, -2.0, 1.2))
cue.reach.target = bpy.context.object
bpy.context.view_layer.update()
dot = handles_of(bpy.context)[-1]
said["dot"] = list(dot.tip)
drag(bpy.context, dot, Vector((2.0, 0.0, 1.2)), False)
said["moved"] = list(cue.reach.target.location)
""")
    assert said["dot"] == pytest.approx([1.0, -2.0, 1.2])
    assert said["moved"] == pytest.approx([2.0, 0.0, 1.2])


def test_a_later_cue_begins_where_the_ones_before_it_lead(in_blender: Run) -> None:
    said = in_blender(HANDLES + """
second = settings(duration=10.0).cues.add()
second.skill, second.frame = "walk", 1 + 2 * bpy.context.scene.render.fps
said["first"] = arrow()
settings().active_cue = 1
said["second"] = arrow()
""")
    assert math.dist(said["first"][0], said["second"][0]) == pytest.approx(2.0, abs=0.01)  # [m]


def test_a_baked_take_is_shown_while_its_action_is_on_the_rig(in_blender: Run) -> None:
    said = in_blender("""
from footfall.operators.drawing.take_lines import body_lines, path_of, prints_of
from footfall.operators.kept_takes import take_of
rig = metarig()
settings(duration=1.5)
said["shown"] = [take_of(rig) is not None]
bpy.ops.footfall.bake()
kept = take_of(rig)
prints = prints_of(kept)
path = path_of(kept, prints)
said["prints"] = sorted({one.side for one in prints})
said["heights"] = [float(h) for one in prints for h in one.rim[..., 2].ravel()]
said["went"] = [float(x) for x in path[-1, 1] - path[0, 0]]
said["top"] = float(body_lines(kept, 0.0)[..., 2].max())
said["beyond"] = body_lines(kept, 5.0) is None
said["shown"].append(True)
rig.animation_data.action = None
said["shown"].append(take_of(rig) is not None)
""")
    assert said["shown"] == [False, True, False]
    assert said["prints"] == ["left", "right"]
    assert max(map(abs, said["heights"])) < 0.06  # [m] from the ground
    assert said["went"][1] < -0.5  # [m]
    assert 1.7 < said["top"] < 2.1  # [m], of Rigify's human
    assert said["beyond"]
