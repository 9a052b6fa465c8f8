"""Steering by the arrow keys while a preview runs: the steering becomes keys, or is dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest import approx
from stepping import PRESS, PREVIEW

Run = Callable[[str], dict[str, Any]]


def test_arrow_keys_steer_and_accept_keys_it_on_the_cue(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + PRESS
        + """
rig = metarig()
s = settings(duration=6.0)  # the keys are pressed in the first two: time for a busy machine
s.cues[0].walk.speed = 0.8
before = snapshot()
keys = ["UP_ARROW", "UP_ARROW", "LEFT_ARROW", "DOWN_ARROW", "RIGHT_ARROW"]

def steer(operator, context):
    deadline = time.monotonic() + 100.0
    while not simulated():
        assert time.monotonic() < deadline
        event(operator, context, "TIMER")
        if keys and active_preview().frames > 40 - 6 * len(keys):
            said["taken"] = sorted(event(operator, context, keys.pop(0)))
    return {"FINISHED"}

def steered_run():
    global keys
    script.append(steer)
    bpy.ops.footfall.press(steered=True)

steered_run()
said["steps"] = len(active_preview().steps)
bpy.ops.footfall.cancel()
said["cancelled"] = snapshot() == before and scene.animation_data is None
keys = ["UP_ARROW", "UP_ARROW", "LEFT_ARROW", "LEFT_ARROW"]
steered_run()
take = active_preview().take
bpy.ops.footfall.accept()
said["paths"] = sorted(c[0] for c in curves(scene.animation_data.action))
(cue,) = cues()
said["cue"] = cue.parameters
said["uses"] = s.cues[0].walk.use_heading
preview = begin_preview(bpy.context)
until(simulated)
again = active_preview().take
said["apart"] = float(abs(take.performances[0].joint_positions
                          - again.performances[0].joint_positions).max())
bpy.ops.footfall.cancel()
"""
    )
    assert said["taken"] == ["RUNNING_MODAL"]
    assert said["steps"] >= 3
    assert said["cancelled"]
    assert said["paths"] == ["footfall.cues[0].walk.heading", "footfall.cues[0].walk.speed"]
    assert said["cue"]["speed"][0][1] == 0.8
    assert said["cue"]["speed"][-1][1] == 1.0
    assert said["uses"]
    assert said["apart"] == 0.0


def test_dragging_in_the_viewport_steers_and_goes_back(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + PRESS
        + """
from math import degrees
metarig()
s = settings(duration=60.0)  # it is dragged for two seconds: time for a busy machine
s.cues[0].walk.speed, s.cues[0].walk.heading, s.cues[0].walk.use_heading = 0.8, 0.0, True

def region(kind, x, width):
    return SimpleNamespace(type=kind, x=x, y=0, width=width, height=800, tag_redraw=lambda: None)

view = SimpleNamespace(**{**vars(region("VIEW_3D", 0, 1000)),
    "regions": [region("WINDOW", 0, 1000), region("UI", 800, 200)]})

def drag(operator, context):
    window = SimpleNamespace(scene=scene, window_manager=context.window_manager,
        preferences=SimpleNamespace(system=SimpleNamespace(ui_scale=2.0)),
        screen=SimpleNamespace(areas=[view]))
    def to(kind, x, y, value="PRESS", frames=6):
        passed = sorted(operator.modal(window, SimpleNamespace(type=kind, value=value,
            mouse_x=x, mouse_y=y)))
        until = active_preview().frames + frames
        while active_preview().frames < until:
            event(operator, context, "TIMER")
        return passed, [[step.speed, degrees(step.heading)] for step in active_preview().steps[-1:]]
    said["beside"] = to("LEFTMOUSE", 900, 400)
    said["unheld"] = to("MOUSEMOVE", 300, 500)
    said["press"] = to("LEFTMOUSE", 300, 400)
    said["far"] = to("MOUSEMOVE", 100, 2400)
    said["back"] = to("MOUSEMOVE", 300, 480)
    said["release"] = to("LEFTMOUSE", 300, 480, "RELEASE")
    said["after"] = to("MOUSEMOVE", 900, 100)
    return {"FINISHED"}

script.append(drag)
bpy.ops.footfall.press(steered=True)
bpy.ops.footfall.cancel()
"""
    )
    passed, taken = ["PASS_THROUGH"], ["RUNNING_MODAL"]
    assert said["beside"] == said["unheld"] == [passed, []]
    assert said["press"] == [taken, []]
    assert said["far"] == [taken, [[2.5, approx(45.0, abs=0.01)]]]
    assert said["back"] == said["release"] == [taken, [[1.0, 0.0]]]
    assert said["after"] == [passed, [[1.0, 0.0]]]


def test_what_cannot_be_steered_is_refused_in_one_sentence(in_blender: Run) -> None:
    said = in_blender("""
metarig()
s = settings()
s.cues[0].walk.use_turn_rate = True
said["refusal"] = refusal(lambda: bpy.ops.footfall.preview(steered=True))
said["previewing"] = bpy.context.window_manager.footfall.previewing
""")
    assert "switch its Turn Rate off" in said["refusal"]
    assert said["previewing"] is False
