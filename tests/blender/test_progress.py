"""The display during a run, and its rate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]

REDRAWS = """
import time
from types import SimpleNamespace
from footfall.operators.run_state import CURRENT
from footfall.operators.sidebars import Redraws

drawn = []
region = SimpleNamespace(type="UI", tag_redraw=lambda: drawn.append(CURRENT.note))
area = SimpleNamespace(type="VIEW_3D", regions=[region])
window = SimpleNamespace(screen=SimpleNamespace(areas=[area]))

def look_for(seconds, says):
    drawn.clear()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        CURRENT.note = says()
        redraws.look(window)
    return len(drawn)

CURRENT.begin()
redraws = Redraws()
said["still"] = look_for(1.0, lambda: "Simulating")
said["busy"] = look_for(1.0, lambda: str(time.monotonic()))
CURRENT.end()
"""

MEMBERS = """
import time
from footfall.jobs.group_progress import GroupProgress
from footfall.operators.crowding import _show
from footfall.operators.run_state import CURRENT

def shown(sizes, fraction, done, note, kept=0.0):
    progress = GroupProgress(sizes, time.monotonic() - 20.2)
    progress.sentence(kept, [False] * len(sizes), "")
    _show(progress, fraction, done, note)
    return CURRENT.note

said["kept"] = shown([4, 4, 4, 4], 0.75, [True, True, True, False], "", kept=0.5)
said["begun"] = shown([1], 0.0, [False], "Simulating, 3 s, about 9 s left")
said["some"] = shown([4, 4, 4], 0.5, [True, False, False], "Simulating, 3 s, about 9 s left")
said["all"] = shown([4, 4, 4], 1.0, [True, True, True], "")
said["compiles"] = shown([4, 8], 0.1, [False, False], "Compiling walk, 3 of 9, 2 s, about 5 s left")
"""


def test_the_sidebar_is_redrawn_for_something_new_at_most_five_times_a_second(
    in_blender: Run,
) -> None:
    said = in_blender(REDRAWS)
    assert said["still"] == 1
    assert 1 <= said["busy"] <= 6


def test_a_crowd_reports_how_many_members_and_groups_are_simulated(in_blender: Run) -> None:
    said = in_blender(MEMBERS)
    assert said["begun"] == "0 of 1 member simulated, 20 s"
    assert said["some"] == "4 of 12 members simulated, group 2 of 3, 20 s, about 20 s left"
    assert said["kept"].endswith("group 4 of 4, 20 s, about 20 s left")  # of what is simulated now
    assert said["all"].startswith("12 of 12 members simulated, group 3 of 3, ")
    assert said["compiles"] == "Compiling walk, 3 of 9, 2 s, about 5 s left"


AHEAD = """
from footfall.compiling.samples import SAMPLES
from footfall.operators import standby

metarig()
bpy.context.scene.footfall.cues.add().skill = "get_up"
said["done"] = standby.compile_ahead(bpy.context)
process = standby._compiling.process
said["laws"] = process.args[-sum(map(len, SAMPLES.values())):]
standby.take_worker().close()
said["ended"] = process.returncode is not None
said["compiles"] = standby._compiling is not None
"""


def test_what_is_compiled_ahead_makes_way_for_a_run(in_blender: Run) -> None:
    said = in_blender(AHEAD)
    assert not said["done"]
    assert "biped get_up" in said["laws"][:3]
    assert said["ended"]
    assert not said["compiles"]
