"""A bake that runs in a window: progress, Esc, a worker that dies, a rig that is removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stepping import PRESS_BAKE

Run = Callable[[str], dict[str, Any]]


def test_the_window_sees_progress_and_one_change_at_the_end(in_blender: Run) -> None:
    said = in_blender(
        PRESS_BAKE
        + """
metarig()
settings(duration=4.0)
before = snapshot()

def watch(operator, context):
    seen, state = [], event(operator, context, "TIMER")  # which ends what the last bake showed
    while state == {"RUNNING_MODAL"}:
        seen.append([context.window_manager.footfall.progress, snapshot() == before])
        state = event(operator, context, "TIMER")
    said["seen"] = seen
    return state

said["result"] = press(watch)
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
        PRESS_BAKE
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
        event(operator, context, "TIMER")
    return event(operator, context, "ESC")

for _ in range(5):
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
        PRESS_BAKE
        + """
import random
metarig()
settings(duration=60.0)
before = snapshot()
moments = random.Random(2)
said["refusals"], said["same"] = [], []

def kill(operator, context):
    for _ in range(1 + moments.randrange(60)):
        event(operator, context, "TIMER")
    worker(operator).process.kill()
    state = {"RUNNING_MODAL"}
    while state == {"RUNNING_MODAL"}:
        state = event(operator, context, "TIMER")
    return state

for _ in range(4):
    said["refusals"].append(refusal(press, kill))
    said["same"].append(snapshot() == before)
"""
    )
    assert all("The simulation process died (signal SIGKILL)" in r for r in said["refusals"])
    assert all(said["same"])


def test_nothing_gets_through_while_a_bake_runs(in_blender: Run) -> None:
    said = in_blender(
        PRESS_BAKE
        + """
metarig()
settings(duration=60.0)

def try_all(operator, context):
    event(operator, context, "TIMER")
    sidebar = SimpleNamespace(type="UI", x=100, y=0, width=50, height=400, tag_redraw=lambda: None)
    view = SimpleNamespace(type="VIEW_3D", regions=[sidebar])
    context = SimpleNamespace(screen=SimpleNamespace(areas=[view]),
        window_manager=context.window_manager)
    said["keys"] = [sorted(event(operator, context, k)) for k in ("Z", "RET", "X", "SPACE")]
    said["click_in_view"] = sorted(event(operator, context, "LEFTMOUSE", x=20, y=20))
    said["click_on_sidebar"] = sorted(event(operator, context, "LEFTMOUSE", x=120, y=20))
    said["release_of_escape"] = sorted(event(operator, context, "ESC", "RELEASE"))
    said["second"] = [getattr(bpy.ops.footfall, name).poll() for name in ("bake", "map", "pick")]
    bpy.ops.footfall.cancel()
    return event(operator, context, "TIMER")

said["result"] = press(try_all)
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
        PRESS_BAKE
        + """
rig = metarig()
settings(armature=rig)

def remove(operator, context):
    event(operator, context, "TIMER")
    bpy.data.objects.remove(rig)
    state = {"RUNNING_MODAL"}
    while state == {"RUNNING_MODAL"}:
        state = event(operator, context, "TIMER")
    return state

said["refusal"] = refusal(press, remove)
"""
    )
    assert "The armature 'metarig' was removed" in said["refusal"]
