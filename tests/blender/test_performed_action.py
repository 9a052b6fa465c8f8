"""What Actions tell of how they are performed: marks of contacts, and how far off a result is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bowing import BOW
from test_panels import operators

Run = Callable[[str], dict[str, Any]]


def test_the_baked_action_tells_how_far_each_frame_is_from_the_clip(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
import numpy as np
from footfall.rigs.blender.difference_strip import colors_of, difference_on, quads

said["colors"] = colors_of(np.array([0.0, 30.0, -1.0])).tolist()
said["corners"] = quads(np.array([0.0, 10.0, 20.0]), 5.0, 9.0).tolist()

def off():
    return difference_on(rig.animation_data.action)

s = performs(clip=mine)
bpy.ops.footfall.bake()
near = off()
said["first"], said["near"] = near.first_frame, near.degrees
s.duration_frames = 24
bpy.ops.footfall.add_cue(skill="push")
s.cues[1].frame, s.cues[1].push.strength = 13, "custom"
s.cues[1].push.force, s.cues[1].push.duration = (500.0, 0.0, 0.0), 0.2
s.cues[1].push.direction = "world"
bpy.ops.footfall.bake()
said["far"] = off().degrees
said["clip"] = difference_on(mine) is None
s.cues.remove(1)
s.cues[0].skill = "stand"
s.output.destination = "active"
bpy.ops.footfall.bake()
said["walk"] = off() is None
said["near"], said["far"] = said["near"].tolist(), said["far"].tolist()
"""
    )
    green, red, nothing = said["colors"]
    assert green[1] > 2.0 * green[0] and red[0] > 2.0 * red[1]
    assert [green[3], red[3], nothing[3]] == [1.0, 1.0, 0.0]
    first, second = said["corners"][:6], said["corners"][6:]
    assert {x for x, _, _ in first} == {0.0, 10.0} and {x for x, _, _ in second} == {10.0, 20.0}
    assert {y for _, y, _ in first} == {5.0, 9.0}
    assert said["first"] == 11
    near, far = said["near"], said["far"]
    assert len(near) == 13 and len(far) == 25
    assert 0.0 <= min(near) <= max(near) < 10.0
    assert max(far[4:13]) > 2.0 * max(near)
    assert set(far[13:]) == {-1.0}  # the clip is over
    assert said["clip"] and said["walk"]


def test_contacts_are_markers_of_the_action_that_can_be_dragged_added_and_deleted(
    in_blender: Run,
) -> None:
    said = in_blender(
        BOW
        + """
def marks():
    return shot().performers[0].cues[0].parameters.get("contact_marks", "")

s = performs(clip=mine)
mine.pose_markers.new("a note").frame = 3
said["unmarked"] = [marks(), drawn(bpy.types.FOOTFALL_PT_main)]
area = bpy.context.window_manager.windows[0].screen.areas[0]
area.type = "DOPESHEET_EDITOR"
area.spaces.active.show_pose_markers = False
before = snapshot()
said["result"] = sorted(bpy.ops.footfall.mark_contacts())
said["shown"] = area.spaces.active.show_pose_markers
said["same"] = snapshot() == before
said["markers"] = sorted((m.name, m.frame) for m in mine.pose_markers)
said["marked"] = [marks(), drawn(bpy.types.FOOTFALL_PT_main)]
markers = {m.name: m for m in mine.pose_markers}
markers["foot.L down"].frame = 17
mine.pose_markers.new("foot.L up").frame = 20
mine.pose_markers.new("hand.R down").frame = 14
mine.pose_markers.remove(markers["foot.R down"])
said["changed"] = marks()
s.cues[0].perform.contact_marks = "foot.L 0.1-0.2"
said["typed"] = marks()
s.cues[0].perform.contact_marks = ""
mine.pose_markers.new("tail down").frame = 14
said["refusal"] = refusal(bpy.ops.footfall.bake)
bpy.ops.footfall.mark_contacts(clears=True)
said["cleared"] = [marks(), [m.name for m in mine.pose_markers]]
"""
    )
    text, panel = said["unmarked"]
    assert text == ""
    assert sum("mark_contacts" in button for button in operators(panel)) == 1
    assert said["result"] == ["FINISHED"] and said["same"] and said["shown"]
    assert said["markers"] == [["a note", 3], ["foot.L down", 11], ["foot.R down", 11]]
    text, panel = said["marked"]
    assert text == "foot.L 0-0.5, foot.R 0-0.5, hand.L none, hand.R none"
    assert sum("mark_contacts" in button for button in operators(panel)) == 2
    assert said["changed"] == "foot.L 0.25-0.375, hand.R 0.125-0.5, foot.R none, hand.L none"
    assert said["typed"] == "foot.L 0.1-0.2"
    assert "'tail', which is no part of this body that touches the ground" in said["refusal"]
    assert said["cleared"] == ["", ["a note"]]


def test_contacts_of_a_linked_action_are_not_marked(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
import os
other = os.path.abspath("other.blend")
bpy.ops.wm.save_as_mainfile(filepath=other, copy=True)
with bpy.data.libraries.load(other, link=True) as (there, here):
    here.actions = ["bow"]
linked = next(action for action in bpy.data.actions if action.library)
performs(clip=linked)
said["refusal"] = refusal(bpy.ops.footfall.mark_contacts)
"""
    )
    assert "The Action 'bow' is linked from another file: make it local" in said["refusal"]
