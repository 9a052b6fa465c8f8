"""Bake, cancel, crash, undo: what happens to the scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

# modal() cannot be reached without a window, so a button of the test steps the real operator's.
PRESS = """
import time
from footfall.operators.bake import FOOTFALL_OT_bake

script = []

def execute(operator, context):
    operator.begin(context)
    return script[-1](operator, context)

# A copy: Blender cannot tell a registered class from one that inherits from it.
kept = {n: v for n, v in vars(FOOTFALL_OT_bake).items() if n not in ("bl_rna", "__dict__")}
FOOTFALL_OT_press = type("FOOTFALL_OT_press", (bpy.types.Operator,),
    {**kept, "bl_idname": "footfall.press", "execute": execute})

def event(kind, value="PRESS", x=0, y=0):
    return SimpleNamespace(type=kind, value=value, mouse_x=x, mouse_y=y)

def press(steps):
    script.append(steps)
    return bpy.ops.footfall.press()

def tick(operator, context):
    time.sleep(0.02)
    return operator.modal(context, event("TIMER"))

def worker(operator):
    return operator.steps.gi_yieldfrom.gi_frame.f_locals["worker"]

bpy.utils.register_class(FOOTFALL_OT_press)
"""


def test_bake_writes_the_walk_on_the_keys(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
bpy.context.scene.render.fps = 30
settings(duration=1.0, start_frame=11)
said["result"] = sorted(bpy.ops.footfall.bake())
action = rig.animation_data.action
said["actions"] = [a.name for a in bpy.data.actions]
said["range"] = list(action.frame_range)
said["running"] = bpy.context.window_manager.footfall.running
""")
    assert said["result"] == ["FINISHED"]
    assert said["actions"] == ["Walk"]
    assert said["range"] == [11.0, 41.0]
    assert said["running"] is False


def test_bake_writes_what_the_output_panel_says(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
bpy.context.scene.render.fps = 30
rig.pose.bones["spine"].location = (0.4, 0.0, 0.0)
out = settings(duration=0.5, start_frame=11).output
out.destination, out.from_pose, out.blend_frames, out.contacts = "nla", True, 5, "property"
bpy.context.view_layer.update()
before = rig.pose.bones["thigh.L"].matrix.translation.copy()
said["result"] = sorted(bpy.ops.footfall.bake())
strip = rig.animation_data.nla_tracks[-1].strips[0]
said["range"] = [strip.frame_start, strip.frame_end]
bpy.context.scene.frame_set(11)
said["moved"] = (rig.pose.bones["thigh.L"].matrix.translation - before).length
bpy.context.scene.frame_set(16)
said["contact"] = rig["contact_L"]
out.use_loop, out.from_pose, out.loop_steps = True, False, 3
said["refusal"] = refusal(bpy.ops.footfall.bake)
""")
    assert said["result"] == ["FINISHED"]
    assert said["range"] == [11.0, 26.0]
    assert said["moved"] < 1e-4
    assert said["contact"] == 1.0
    assert "A loop must have an even number of steps, got 3" in said["refusal"]


def test_a_bake_is_one_undo_step(in_blender: Run) -> None:
    said = in_blender("""
metarig()
settings()
bpy.ops.ed.undo_push(message="before")
before = snapshot()
bpy.ops.footfall.bake("EXEC_DEFAULT", True)
said["baked"] = snapshot() != before
bpy.ops.ed.undo()
said["undone"] = snapshot() == before
""")
    assert said["baked"]
    assert said["undone"]


def test_the_cue_holds_the_numbers_that_were_typed(in_blender: Run) -> None:
    said = in_blender("""
from math import pi
walk = settings().cues[0].walk
walk.speed, walk.step_height, walk.heading = 1.2, 0.35, pi
walk.use_step_height = True
said["without"] = cues()[0].parameters
walk.use_heading = True
said["with"] = cues()[0].parameters
walk.heading = 1e9
said["ends"] = cues()[0].parameters["heading"]
footfall.Shot([footfall.Performer(footfall.Character.humanoid(), cues())])
""")
    assert said["without"]["speed"] == 1.2
    assert said["without"]["step_height"] == 0.35
    assert "step_period" not in said["without"]
    assert "heading" not in said["without"]
    assert said["with"]["heading"] == pytest.approx(3.14159265, abs=1e-6)
    assert said["ends"] == pytest.approx(314.15926535, abs=1e-4)


def test_styles_are_picked_one_or_two_and_saved_ones_are_offered(in_blender: Run) -> None:
    said = in_blender("""
from footfall.catalogue.styles import save_style
walk = settings().cues[0].walk
said["plain"] = cues()[0].parameters["style"]
walk.style, walk.style_from, walk.style_blend = "proud", "tired", 0.25
said["two"] = [cues()[0].parameters[name] for name in ("style", "style_blend")]
walk.style_from = "natural"
said["one"] = cues()[0].parameters["style"]
save_style({"version": 1, "name": "a_mine", "curves": {"elbow_bend": [2.0]}})
said["kept"] = walk.style
walk.style = "a_mine"
shot = footfall.Shot([footfall.Performer(footfall.Character.humanoid(), cues())])
said["carried"] = list(shot.styles)
""")
    assert said["plain"] == "natural"
    assert said["two"] == ["tired, proud", 0.25]
    assert said["one"] == said["kept"] == "proud"
    assert said["carried"] == ["a_mine"]


@pytest.mark.parametrize(
    ("scene", "sentence"),
    [
        ("", "Select an armature, or choose one in the Footfall panel"),
        ("metarig()\nbpy.ops.object.mode_set(mode='EDIT')", "Leave the armature's Edit Mode first"),
        ("bpy.ops.object.armature_add()", "has no bone that can be told to be"),
        ("metarig().footfall.foot_L = 'nope'", "The bone 'nope' picked for foot.L is not in"),
        ("metarig().footfall.foot_L = 'foot.R'", "is picked for both foot.L and foot.R"),
    ],
)
def test_what_cannot_be_baked_is_one_sentence_and_leaves_the_scene(
    in_blender: Run, scene: str, sentence: str
) -> None:
    said = in_blender(f"""
{scene}
bpy.ops.ed.undo_push(message="before")
before = snapshot()
said["refusal"] = refusal(bpy.ops.footfall.bake)
said["same"] = snapshot() == before
""")
    assert sentence in said["refusal"]
    assert "Traceback" not in said["stderr"]
    assert said["same"]


def test_a_mesh_stands_for_the_armature_that_moves_it(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
bpy.ops.mesh.primitive_cube_add()
bpy.context.object.modifiers.new("Armature", "ARMATURE").object = rig
settings()
bpy.ops.footfall.bake()
said["keyed"] = rig.animation_data is not None
""")
    assert said["keyed"]


def test_a_picked_bone_wins_until_bones_are_found_again(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
said["found"] = rig.footfall.head
rig.data.bones.active = rig.data.bones["spine.005"]
bpy.ops.footfall.pick(role="head")
said["picked"] = [rig.footfall.head, rig.footfall.picks()]
bpy.ops.footfall.clear(role="head")
said["cleared"] = [rig.footfall.head, rig.footfall.picks()]
bpy.ops.footfall.pick(role="head")
bpy.ops.footfall.map()
said["mapped"] = [rig.footfall.head, rig.footfall.picks()]
""")
    assert said["picked"] == ["spine.005", {"head": "spine.005"}]
    assert said["cleared"] == [said["found"], {}]
    assert said["mapped"] == [said["found"], {}]


def test_renamed_bones_are_found_by_their_new_names(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
said["before"] = rig.footfall.foot_L
rig.data.bones["foot.L"].name = "LeftFoot"
rig.data.bones["foot.R"].name = "RightFoot"
said["after"] = rig.footfall.foot_L
""")
    assert said["before"] == "foot.L"
    assert said["after"] == "LeftFoot"


def test_the_window_sees_progress_and_one_change_at_the_end(in_blender: Run) -> None:
    said = in_blender(
        PRESS
        + """
metarig()
settings(duration=4.0)
before = snapshot()

def watch(operator, context):
    seen, state = [], {"RUNNING_MODAL"}
    while state == {"RUNNING_MODAL"}:
        seen.append([context.window_manager.footfall.progress, snapshot() == before])
        state = tick(operator, context)
    said["seen"] = seen
    return state

said["result"] = sorted(press(watch))
said["changed"] = snapshot() != before
"""
    )
    progress = [fraction for fraction, _ in said["seen"]]
    assert progress == sorted(progress)
    assert progress[-1] > 0.0
    assert all(same for _, same in said["seen"])
    assert said["result"] == ["FINISHED"]
    assert said["changed"]


def test_escape_at_any_moment_leaves_the_scene_as_it_was(in_blender: Run) -> None:
    said = in_blender(
        PRESS
        + """
import random
metarig()
settings(duration=60.0)
bpy.ops.ed.undo_push(message="before")
before = snapshot()
moments = random.Random(1)
said["same"], said["results"] = [], []

def escape(operator, context):
    for _ in range(moments.randrange(60)):
        tick(operator, context)
    return operator.modal(context, event("ESC"))

for _ in range(8):
    said["results"] += press(escape)
    said["same"].append(snapshot() == before)
said["running"] = bpy.context.window_manager.footfall.running
said["can_bake_again"] = bpy.ops.footfall.bake.poll()
"""
    )
    assert set(said["results"]) == {"CANCELLED"}
    assert all(said["same"])
    assert said["running"] is False
    assert said["can_bake_again"]


def test_a_worker_killed_at_any_moment_is_an_error_and_leaves_the_scene(in_blender: Run) -> None:
    said = in_blender(
        PRESS
        + """
import random
metarig()
settings(duration=60.0)
before = snapshot()
moments = random.Random(2)
said["refusals"], said["same"] = [], []

def kill(operator, context):
    for _ in range(1 + moments.randrange(60)):
        tick(operator, context)
    worker(operator).process.kill()
    state = {"RUNNING_MODAL"}
    while state == {"RUNNING_MODAL"}:
        state = tick(operator, context)
    return state

for _ in range(5):
    said["refusals"].append(refusal(press, kill))
    said["same"].append(snapshot() == before)
"""
    )
    assert all("The simulation process died (signal SIGKILL)" in r for r in said["refusals"])
    assert all(said["same"])


def test_nothing_gets_through_while_a_bake_runs(in_blender: Run) -> None:
    said = in_blender(
        PRESS
        + """
metarig()
settings(duration=60.0)

def try_all(operator, context):
    tick(operator, context)
    sidebar = SimpleNamespace(type="UI", x=100, y=0, width=50, height=400, tag_redraw=lambda: None)
    view = SimpleNamespace(type="VIEW_3D", regions=[sidebar])
    context = SimpleNamespace(screen=SimpleNamespace(areas=[view]),
        window_manager=context.window_manager)
    said["keys"] = [sorted(operator.modal(context, event(k))) for k in ("Z", "RET", "X", "SPACE")]
    said["click_in_view"] = sorted(operator.modal(context, event("LEFTMOUSE", x=20, y=20)))
    said["click_on_sidebar"] = sorted(operator.modal(context, event("LEFTMOUSE", x=120, y=20)))
    said["release_of_escape"] = sorted(operator.modal(context, event("ESC", "RELEASE")))
    said["second"] = [getattr(bpy.ops.footfall, name).poll() for name in ("bake", "map", "pick")]
    bpy.ops.footfall.cancel()
    return tick(operator, context)

said["result"] = sorted(press(try_all))
"""
    )
    assert said["keys"] == [["RUNNING_MODAL"]] * 4
    assert said["click_in_view"] == ["RUNNING_MODAL"]
    assert said["click_on_sidebar"] == ["PASS_THROUGH"]
    assert said["release_of_escape"] == ["RUNNING_MODAL"]
    assert said["second"] == [False] * 3
    assert said["result"] == ["CANCELLED"]


def test_an_armature_removed_while_its_bake_runs_is_one_sentence(in_blender: Run) -> None:
    said = in_blender(
        PRESS
        + """
rig = metarig()
settings(armature=rig)

def remove(operator, context):
    tick(operator, context)
    bpy.data.objects.remove(rig)
    state = {"RUNNING_MODAL"}
    while state == {"RUNNING_MODAL"}:
        state = tick(operator, context)
    return state

said["refusal"] = refusal(press, remove)
"""
    )
    assert "The armature was removed while its bake ran" in said["refusal"]


def test_switching_off_leaves_nothing_behind(in_blender: Run) -> None:
    said = in_blender("""
footfall.unregister()
said["classes"] = [name for name in dir(bpy.types) if name.startswith("FOOTFALL_")]
said["properties"] = [kind.__name__ for kind in (bpy.types.Scene, bpy.types.Object,
    bpy.types.WindowManager) if hasattr(kind, "footfall")]
footfall.register()
""")
    assert not said["classes"]
    assert not said["properties"]


def test_switching_on_loads_neither_pybullet_nor_numba(in_blender: Run) -> None:
    said = in_blender(
        "said['heavy'] = [n for n in ('pybullet', 'numba', 'scipy') if n in sys.modules]"
    )
    assert not said["heavy"]


def test_a_walk_on_the_keys_becomes_a_style_to_choose(in_blender: Run) -> None:
    said = in_blender("""
from footfall import list_styles
rig = metarig()
settings(duration=4.0, style_name="as baked")
before = snapshot()
said["nothing"] = refusal(bpy.ops.footfall.style_from_action)
said["unchanged"] = snapshot() == before
bpy.ops.footfall.bake()
bpy.context.scene.frame_end = 97
before = snapshot()
said["result"] = sorted(bpy.ops.footfall.style_from_action())
said["styles"] = list_styles()
bpy.context.scene.footfall.cues[0].walk.style = "as baked"
said["chosen"] = cues()[0].values()["style"]
bpy.context.scene.footfall.cues[0].walk.style = "natural"
bpy.context.scene.footfall.style_name = "natural"
said["shipped"] = refusal(bpy.ops.footfall.style_from_action)
bpy.context.scene.frame_end = 5
said["short"] = refusal(bpy.ops.footfall.style_from_action)
bpy.context.scene.frame_end = 97
said["still unchanged"] = snapshot() == before
""")
    assert "has no animation: give it the Action of a walk." in said["nothing"]
    assert said["result"] == ["FINISHED"]
    assert said["styles"][-1] == said["chosen"] == "as baked"
    assert "'natural' is that of a shipped style" in said["shipped"]
    assert said["unchanged"] and said["still unchanged"]
