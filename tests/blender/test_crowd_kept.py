"""A crowd that is cancelled keeps its finished members if asked, and is completed later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stepping import BUTTON

Run = Callable[[str], dict[str, Any]]

# Each member is a group of its own; one process simulates them in turn.
CROWD = (
    BUTTON
    + """
from footfall.operators.crowd import FOOTFALL_OT_crowd
from footfall.operators.run_state import CURRENT

make_button(FOOTFALL_OT_crowd, lambda operator, context: operator.begin(context))
rig = metarig()
settings(duration=2.0)
crowd = bpy.context.scene.footfall.crowd
crowd.count, crowd.area, crowd.spacing, crowd.workers = 4, (200.0, 200.0), 40.0, 1
crowd.keep_finished = True

def members():
    crowds = [c for c in bpy.data.collections if c.name.startswith("Crowd")]
    things = [t for c in crowds for t in c.objects]
    return {t["footfall_member"]: t for t in things if "footfall_member" in t}

def choose(number):
    bpy.ops.object.select_all(action="DESELECT")
    members()[number].select_set(True)
    bpy.context.view_layer.objects.active = members()[number]

def cancel_after(finished, times=1):
    def run(operator, context):
        state = event(operator, context, "TIMER")
        while not CURRENT.note.startswith(f"{finished} of "):
            assert state == {"RUNNING_MODAL"}, (state, CURRENT.note)
            state = event(operator, context, "TIMER")
        for _ in range(times):
            state = event(operator, context, "ESC")
        while state == {"RUNNING_MODAL"}:
            state = event(operator, context, "TIMER")
        return state
    return run

def marked():
    return sorted(number for number, member in members().items() if "mark" in member)

def mark():
    for member in members().values():
        member["mark"] = True
"""
)


def test_finished_members_are_kept_and_make_crowd_again_adds_the_rest(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
said["result"] = press(cancel_after(1))
said["report"] = CURRENT.result
said["first"] = sorted(members())
mark()
said["again"] = list(bpy.ops.footfall.crowd())
said["all"], said["untouched"] = sorted(members()), marked()
said["collections"] = [c.name for c in bpy.data.collections if c.name.startswith("Crowd")]
said["frames"] = sorted({tuple(m.animation_data.action.frame_range) for m in members().values()})
bpy.context.view_layer.objects.active = members()[0]
said["complete"] = bpy.ops.footfall.complete_crowd.poll()
"""
    )
    assert said["result"] == ["FINISHED"]
    kept = said["first"]
    assert 1 <= len(kept) < 4
    assert f"{4 - len(kept)} of the 4 members of Crowd are missing" in said["report"]
    assert said["again"] == ["FINISHED"]
    assert said["all"] == [0, 1, 2, 3]
    assert said["untouched"] == kept
    assert said["collections"] == ["Crowd"]
    assert len(said["frames"]) == 1
    assert not said["complete"]


def test_complete_crowd_adds_the_rest_but_not_those_that_were_deleted(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
crowd.count = 5
press(cancel_after(2))
said["kept"] = sorted(members())
choose(0)
bpy.ops.footfall.delete_members()
choose(1)
mark()
crowd.count, crowd.seed = 9, 7  # of another crowd
said["complete"] = list(bpy.ops.footfall.complete_crowd())
said["all"], said["untouched"] = sorted(members()), marked()
choose(1)
said["more"] = bpy.ops.footfall.complete_crowd.poll()
"""
    )
    assert said["kept"][:2] == [0, 1] and len(said["kept"]) < 5
    assert said["complete"] == ["FINISHED"]
    assert said["all"] == [1, 2, 3, 4]
    assert said["untouched"] == said["kept"][1:]
    assert not said["more"]


def test_make_crowd_with_other_settings_makes_another_crowd(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
press(cancel_after(1))
said["kept"] = len(members())
crowd.count, crowd.seed = 2, 7
bpy.ops.object.select_all(action="DESELECT")
rig.select_set(True)
bpy.context.view_layer.objects.active = rig
bpy.ops.footfall.crowd()
said["sizes"] = [len([t for t in c.objects if "footfall_member" in t])
                 for c in bpy.data.collections if c.name.startswith("Crowd")]
"""
    )
    assert said["sizes"] == [said["kept"], 2]


def test_a_roll_that_is_cancelled_is_completed_with_the_new_members(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
from footfall.operators.roll_members import FOOTFALL_OT_roll_members

def heights():
    return {n: [round(s, 6) for b in m.pose.bones for s in b.scale] for n, m in members().items()}

bpy.ops.footfall.crowd()
before = heights()
choose(0)
script.clear()
bpy.utils.unregister_class(bpy.types.FOOTFALL_OT_press)
def begin(operator, context):
    operator.everyone = True
    operator.begin(context)
make_button(FOOTFALL_OT_roll_members, begin)
press(cancel_after(1))
between = heights()
choose(0)
said["complete"] = list(bpy.ops.footfall.complete_crowd())
after = heights()
said["between"] = [between[n] == before[n] for n in range(4)]
said["after"] = [after[n] == before[n] for n in range(4)]
said["kept"] = [after[n] == between[n] for n in range(4)]
"""
    )
    assert said["between"][0] is False and said["between"][3] is True
    assert said["after"] == [False] * 4
    assert said["kept"] == [not same for same in said["between"]]


def test_cancel_without_the_box_or_twice_or_too_early_leaves_the_scene(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
crowd.keep_finished = False
before = snapshot()
said["results"], said["same"] = [], []
for finished, times, keep in ((1, 1, False), (1, 2, True), (0, 1, True)):
    crowd.keep_finished = keep
    said["results"].append(press(cancel_after(finished, times)))
    crowd.keep_finished = False
    said["same"].append(snapshot() == before)
    said["report"] = CURRENT.result
"""
    )
    assert said["results"] == [["CANCELLED"], ["CANCELLED"], ["FINISHED"]]
    assert said["same"] == [True] * 3
    assert "before one of its groups was finished: nothing is written" in said["report"]
