"""The pose in which a body gets up: the first of an Action that the cue picks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bowing import BOW
from test_panels import MAIN, properties

Run = Callable[[str], dict[str, Any]]
RISES = (
    BOW
    + """
def rises(action, slot=""):
    s = settings(duration=1.0, start_frame=11)
    s.cues[0].skill, s.cues[0].frame = "get_up", 11
    s.cues[0].get_up.end, s.cues[0].get_up.end_slot = action, slot

def bent(end):
    from footfall.base.rotations import matrices_from_quaternions
    import numpy as np
    turns = json.loads(end)["turns"]
    trunk, pelvis = (matrices_from_quaternions(turns[name]) for name in ("torso", "pelvis"))
    return float(np.degrees(np.arccos((pelvis[..., 2] * trunk[..., 2]).sum(axis=1)))[0])

def end():
    return shot().performers[0].cues[0].parameters.get("end", "")

def posed(name, angle):
    action = bow(rig, name, (40, 46, 52), 0.0)
    bags = [action] if not hasattr(action, "layers") else action.layers[0].strips[0].channelbags
    for curve in bags[0].fcurves:
        for _ in range(2):  # a pose has keys on a single frame
            curve.keyframe_points.remove(curve.keyframe_points[-1])
    bags[0].fcurves[0].keyframe_points[0].co[1] = angle
    rig.animation_data.action = mine
    bpy.context.view_layer.update()
    return action
"""
)


def test_the_first_pose_of_the_picked_action_is_where_it_ends(in_blender: Run) -> None:
    said = in_blender(
        RISES
        + """
upright, bowed = posed("upright", 0.0), posed("bowed", 0.4)
rises(None)
said["none"] = end()
bpy.context.scene.frame_set(17)
before = snapshot()
rises(upright)
straight = bent(end())
rises(bowed)
said["bent"] = bent(end()) - straight
said["name"] = json.loads(end())["name"]
said["same"] = snapshot() == before
"""
        + MAIN
    )
    assert said["none"] == ""
    assert abs(said["bent"]) > 10.0  # 0.4 rad of one bone of the spine
    assert said["name"] == "bowed"
    assert said["same"]
    assert "FOOTFALL_PG_get_up.end" in properties(said["main"])


def test_a_changed_pose_is_read_anew_and_an_empty_action_is_refused(in_blender: Run) -> None:
    said = in_blender(
        RISES
        + """
bowed = posed("bowed", 0.4)
rises(bowed)
first = bent(end())
bags = [bowed] if not hasattr(bowed, "layers") else bowed.layers[0].strips[0].channelbags
bags[0].fcurves[0].keyframe_points[0].co[1] = -0.2
bags[0].fcurves[0].update()
said["changed"] = bent(end()) - first
rises(bpy.data.actions.new("nothing"))
try:
    end()
except Exception as error:
    said["nothing"] = str(error)
"""
    )
    assert abs(said["changed"]) > 5.0
    assert "'nothing'" in said["nothing"]
