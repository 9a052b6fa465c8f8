"""Check Installation in the preferences: the report is shown as it comes, and once it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]

CHECKED = """
import time

from footfall.operators.checking import CHECK, poll
from footfall.panels.preferences import draw_check

def shown():
    popover = bpy.context.window_manager.popover_begin__internal(ui_units_x=20)
    draw_check(popover.layout)
    return str(popover.layout.introspect())

def wait():
    while CHECK.process is not None:
        time.sleep(0.1)
        poll()
"""


def test_the_report_of_a_check_is_shown_and_says_that_a_walk_stands(in_blender: Run) -> None:
    said = in_blender(
        CHECKED
        + """
CHECK.lines.clear()
said["nothing"] = bpy.ops.footfall.copy_report.poll()
said["begun"] = list(bpy.ops.footfall.check())
said["twice"] = refusal(bpy.ops.footfall.check)
wait()
said["lines"], said["shown"] = CHECK.lines, shown()
said["copies"] = list(bpy.ops.footfall.copy_report())
"""
    )
    assert not said["nothing"]
    assert said["begun"] == said["copies"] == ["FINISHED"]
    assert "A check is running" in said["twice"]
    blender, footfall, *parts = said["lines"]
    assert blender.startswith("Blender ") and footfall.startswith("Footfall ")
    assert [part.split()[1] for part in parts] == ["ok"] * 9
    assert parts[-1].startswith("walking ") and "stands" in parts[-1]
    for line in said["lines"]:
        assert line in said["shown"]


def test_a_library_that_ends_the_check_is_the_last_word_of_its_report(in_blender: Run) -> None:
    said = in_blender(
        CHECKED
        + """
import importlib

with open("pybullet.py", "w") as file:
    file.write("import os; os.abort()")
sys.path.insert(0, os.getcwd())
importlib.invalidate_caches()
try:
    bpy.ops.footfall.check()
    wait()
finally:
    sys.path.remove(os.getcwd())
    importlib.invalidate_caches()
said["lines"], said["shown"] = CHECK.lines, shown()
"""
    )
    assert said["lines"][-2].startswith("numba     ok")
    last = "PyBullet: The check's process died (signal SIGABRT). Footfall cannot work like this"
    assert said["lines"][-1].startswith(last)
    assert last in said["shown"]


def test_switching_footfall_off_ends_a_check(in_blender: Run) -> None:
    said = in_blender(
        CHECKED
        + """
bpy.ops.footfall.check()
process = CHECK.process.process
footfall.unregister()
said["ended"], said["on"] = process.poll() is not None, CHECK.process is not None
footfall.register()
"""
    )
    assert said["ended"] and not said["on"]
