"""A crowd that is cancelled keeps its finished members if asked, and is completed later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from stepping import BUTTON

Run = Callable[[str], dict[str, Any]]
# Each member is a group of its own; one process simulates them in turn.
CROWD = (
    BUTTON
    + """
from footfall.operators.crowd import FOOTFALL_OT_crowd
from footfall.operators.run_state import CURRENT
from footfall.rigs.blender.crowd_light_object import light_objects, read_light_crowd
from footfall.rigs.blender.crowd_scene import kinds_of, members_of

make_button(FOOTFALL_OT_crowd, lambda operator, context: operator.begin(context))
bpy.ops.footfall.add_character()
rig = bpy.context.object
settings(duration=2.0)
crowd = bpy.context.scene.footfall.crowd
crowd.count, crowd.area, crowd.spacing, crowd.workers = 4, (200.0, 200.0), 40.0, 1
crowd.keep_finished, crowd.members = True, KIND

def crowds():
    return [c for c in bpy.data.collections if "footfall_crowd" in c]

def members():
    return sorted(number for c in crowds() for number in kinds_of(c))

def choose(number):
    bpy.ops.object.select_all(action="DESELECT")
    thing = members_of(crowds()[0]).get(number) or light_objects(crowds()[0])[0]
    thing.select_set(True)
    bpy.context.view_layer.objects.active = thing
    crowd.numbers = str(number + 1)  # as the panel counts light members

def motions():
    # Of each member, numbers that say how its bones move and how large they are.
    found = {}
    for number, member in members_of(crowds()[0]).items():
        scales = [float(s) for b in member.pose.bones for s in b.scale]
        keys = curves(member.animation_data.action)
        found[number] = scales + [v for _, _, points in keys for point in points for v in point]
    for thing in light_objects(crowds()[0]):
        light = read_light_crowd(thing)
        for place, member in enumerate(light.members):
            values = (light.motion.turns[:, place], light.motion.scales[place])
            found[member.number] = [float(v) for part in values for v in part.ravel()]
    return found

def same(before, after):
    # Numbers of the members whose motion is the same.
    def is_same(one, other):
        return len(one) == len(other) and max(abs(a - b) for a, b in zip(one, other)) < 1e-4
    return sorted(number for number in before if is_same(before[number], after[number]))

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
"""
)


def crowd(kind: str = "full") -> str:
    return CROWD.replace("KIND", repr(kind))


def test_finished_members_are_kept_and_make_crowd_again_adds_the_rest(
    in_blender: Run,
) -> None:
    said = in_blender(
        crowd("light")
        + """
said["result"] = press(cancel_after(1))
said["report"] = CURRENT.result
said["first"] = members()
before = motions()
said["again"] = list(bpy.ops.footfall.crowd())
said["all"], said["same"] = members(), same(before, motions())
said["collections"] = [c.name for c in crowds()]
said["kinds"] = sorted(set(kinds_of(crowds()[0]).values()))
choose(0)
said["complete"] = bpy.ops.footfall.complete_crowd.poll()
"""
    )
    assert said["result"] == ["FINISHED"]
    kept = said["first"]
    assert 1 <= len(kept) < 4
    left = 4 - len(kept)
    assert f"{left} of the 4 members of Crowd are still to be simulated" in said["report"]
    assert said["again"] == ["FINISHED"]
    assert said["all"] == [0, 1, 2, 3]
    assert said["same"] == kept
    assert said["collections"] == ["Crowd"]
    assert said["kinds"] == ["light"]
    assert not said["complete"]


@pytest.mark.parametrize("kind", ["full", "boxes"])
def test_complete_crowd_adds_the_rest_but_not_those_that_were_deleted(
    in_blender: Run, kind: str
) -> None:
    said = in_blender(
        crowd(kind)
        + """
crowd.count = 5
press(cancel_after(2))
said["kept"] = members()
choose(0)
bpy.ops.footfall.delete_members()
choose(1)
said["panel"] = str(drawn(bpy.types.FOOTFALL_PT_crowd))
before = motions()
crowd.count, crowd.seed = 9, 7  # of another crowd
crowd.members = "full" if crowd.members == "light" else "light"
said["complete"] = list(bpy.ops.footfall.complete_crowd())
said["all"], said["same"] = members(), same(before, motions())
said["kinds"] = sorted(set(kinds_of(crowds()[0]).values()))
choose(1)
said["more"] = bpy.ops.footfall.complete_crowd.poll()
said["panel after"] = str(drawn(bpy.types.FOOTFALL_PT_crowd))
"""
    )
    assert said["kept"][:2] == [0, 1] and len(said["kept"]) < 5
    assert "complete_crowd" in said["panel"]
    assert said["complete"] == ["FINISHED"]
    assert said["all"] == [1, 2, 3, 4]
    assert said["same"] == said["kept"][1:]
    assert said["kinds"] == [kind]
    assert not said["more"]
    assert "complete_crowd" not in said["panel after"]


def test_make_crowd_with_other_settings_makes_another_crowd(in_blender: Run) -> None:
    said = in_blender(
        crowd()
        + """
press(cancel_after(1))
said["kept"] = len(members())
crowd.count, crowd.members = 2, "light"
bpy.ops.object.select_all(action="DESELECT")
rig.select_set(True)
bpy.context.view_layer.objects.active = rig
bpy.ops.footfall.crowd()
said["sizes"], said["count"] = [len(kinds_of(c)) for c in crowds()], crowd.count
"""
    )
    assert said["sizes"] == [said["kept"], said["count"]]


def test_a_roll_that_is_cancelled_is_completed_with_the_new_members(
    in_blender: Run,
) -> None:
    said = in_blender(
        crowd("light")
        + """
from footfall.operators.roll_members import FOOTFALL_OT_roll_members

bpy.ops.footfall.crowd()
before = motions()
choose(0)
script.clear()
bpy.utils.unregister_class(bpy.types.FOOTFALL_OT_press)
def begin(operator, context):
    operator.everyone = True
    operator.begin(context)
make_button(FOOTFALL_OT_roll_members, begin)
press(cancel_after(1))
between = motions()
choose(0)
said["complete"] = list(bpy.ops.footfall.complete_crowd())
after = motions()
said["old"], said["older"] = same(before, between), same(before, after)
said["kept"] = same(between, after)
said["kinds"] = sorted(set(kinds_of(crowds()[0]).values()))
"""
    )
    assert 0 not in said["old"] and 3 in said["old"]
    assert said["older"] == []
    assert said["kept"] == [number for number in range(4) if number not in said["old"]]
    assert said["kinds"] == ["light"]


def test_cancel_without_the_box_or_twice_or_too_early_leaves_the_scene(in_blender: Run) -> None:
    said = in_blender(
        crowd()
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
