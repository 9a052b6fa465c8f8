"""Changes to the rig or the scene while a preview or a bake runs: the run ends with one sentence
and leaves no trace, or it goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stepping import PRESS, PRESS_BAKE, PREVIEW

Run = Callable[[str], dict[str, Any]]

# A change during the run -> its message.
ENDS = {
    "activate(rig); bpy.ops.object.delete()": "The armature 'hero' was removed",
    "bpy.data.objects.remove(rig)": "The armature 'hero' was removed",
    "join(other, rig)": "The armature 'hero' was removed",
    "join(rig, other)": "The bones of 'hero' were changed",
    'activate(rig); bpy.ops.object.mode_set(mode="EDIT")': "The armature 'hero' went into Edit",
    "layer_of_rigs().exclude = True": "The armature 'hero' was switched off",
    "rig.hide_viewport = True": "The armature 'hero' was switched off",
    'bpy.context.window.scene = bpy.data.scenes.new("next")': "The scene 'Scene' was left",
    'rig.data.bones["spine"].name = "root"': "The bones of 'hero' were changed",
    "bpy.ops.ed.undo()": "An undo or redo ended the",
    "bpy.ops.object.select_all(); bpy.ops.ed.undo(); bpy.ops.ed.redo()": "An undo or redo",
}
# Each line is one run, in which all of it is done.
GOES_ON = (
    'rig.name = rig.data.name = "renamed"; bpy.context.scene.name = "renamed"',
    'activate(rig); bpy.ops.object.mode_set(mode="POSE"); bpy.context.scene.frame_set(20)',
    "rig.location.x += 1.0; rig.hide_set(True); activate(other); bpy.ops.object.delete()",
    "bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath('saved.blend'), copy=True)",
)
# `start` makes the same file anew. The panel holds the rig, which keeps it in the file when it
# leaves the scene.
TRY_ALL = """
def start():
    global rig, other
    bpy.ops.wm.read_homefile(use_empty=True)
    collection = bpy.data.collections.new("rigs")
    bpy.context.scene.collection.children.link(collection)
    bpy.context.view_layer.active_layer_collection = layer_of_rigs()
    rig, other = metarig(), metarig()
    rig.name, rig.data.name, other.name, other.data.name = "hero", "bones", "other", "others"
    settings(duration=DURATION, armature=rig)
    activate(rig)
    bpy.ops.ed.undo_push(message="rigs")
    settings(mass=60.0)
    bpy.ops.ed.undo_push(message="mass")

def layer_of_rigs():
    layers = [scene.view_layers[0].layer_collection.children for scene in bpy.data.scenes]
    return next(children["rigs"] for children in layers if "rigs" in children)

def activate(thing):
    bpy.ops.object.select_all(action="DESELECT")
    thing.select_set(True)
    bpy.context.view_layer.objects.active = thing

def join(into, what):
    activate(into)
    what.select_set(True)
    bpy.ops.object.join()

def snapshot_of_all():  # Blender poses only what is in the scene, switched on and not edited
    if bpy.context.mode == "EDIT_ARMATURE":
        bpy.ops.object.mode_set(mode="OBJECT")
    layer_of_rigs().exclude = False
    for thing in bpy.data.objects:
        thing.hide_viewport = False
        if not thing.users_collection:
            bpy.context.collection.objects.link(thing)
    return snapshot()

def is_keyed():
    return rig.animation_data is not None and rig.animation_data.action is not None

said["ends"], said["traces"], said["busy"] = {}, [], []
for action in ACTIONS:
    start()
    exec(action)
    by_itself = snapshot_of_all()
    start()
    ends = []

    def interrupt(operator, context):
        begun(operator, context)
        exec(action)
        return to_its_end(operator, context, ends)

    error = refusal(press, interrupt)
    said["ends"][action] = error or "".join(ends) or is_keyed()
    state = bpy.context.window_manager.footfall
    if state.running or state.previewing:
        said["busy"].append(action)
    if DURATION > 10.0 and snapshot_of_all() != by_itself:
        said["traces"].append(action)
"""
STEPS_OF_PREVIEW = (
    PREVIEW
    + PRESS
    + """
begun = until_moving

def to_its_end(operator, context, ends):
    preview = operator.preview
    while True:
        if active_preview() is not None and active_preview().take is not None:
            bpy.ops.footfall.accept()
        result = event(operator, context, "TIMER")
        if result == {"CANCELLED"}:
            ends.append(preview.why_ended)
            return result
"""
)
STEPS_OF_BAKE = (
    PRESS_BAKE
    + """
def begun(operator, context):
    for _ in range(30):
        event(operator, context, "TIMER")

def to_its_end(operator, context, ends):
    from footfall.operators.run_state import CURRENT

    state = {"RUNNING_MODAL"}
    while state == {"RUNNING_MODAL"}:
        ends.append(CURRENT.why)
        state = event(operator, context, "TIMER")
    return state
"""
)


def source(steps: str, actions: Any, duration: float) -> str:
    return f"{steps}\nACTIONS, DURATION = {list(actions)!r}, {duration}\n{TRY_ALL}"


def check_ends(said: dict[str, Any]) -> None:
    missed = {a: said["ends"][a] for a, said_ in ENDS.items() if said_ not in str(said["ends"][a])}
    assert not missed
    # Blender gives the bones of a joined rig the pose that the preview showed.
    assert set(said["traces"]) <= {"join(other, rig)"}
    assert not said["busy"]
    assert "Traceback" not in said["stderr"]


def test_a_preview_whose_rig_or_scene_goes_ends_with_one_sentence(in_blender: Run) -> None:
    check_ends(in_blender(source(STEPS_OF_PREVIEW, ENDS, duration=60.0)))


def test_a_bake_whose_rig_or_scene_goes_ends_with_one_sentence(in_blender: Run) -> None:
    check_ends(in_blender(source(STEPS_OF_BAKE, ENDS, duration=60.0)))


def test_a_bake_goes_on_whatever_else_is_done(in_blender: Run) -> None:
    said = in_blender(source(STEPS_OF_BAKE, GOES_ON, duration=1.0))
    assert [action for action, end in said["ends"].items() if end is not True] == []
    assert not said["busy"]
    assert "Traceback" not in said["stderr"]


def test_a_preview_goes_on_whatever_else_is_done_and_is_accepted(in_blender: Run) -> None:
    said = in_blender(source(STEPS_OF_PREVIEW, GOES_ON, duration=1.0))
    assert [action for action, end in said["ends"].items() if end is not True] == []
    assert not said["busy"]
    assert "Traceback" not in said["stderr"]


def test_accept_of_a_deleted_rig_writes_nothing(in_blender: Run) -> None:
    said = in_blender(
        """
rig = metarig()
settings(duration=0.3, armature=rig)
bpy.ops.footfall.preview()
bpy.ops.object.delete()
said["stays_in_the_file"] = rig.name in bpy.data.objects
said["refusal"] = refusal(bpy.ops.footfall.accept)
said["actions"] = len(bpy.data.actions)
state = bpy.context.window_manager.footfall
said["idle"] = not (state.running or state.previewing)
"""
    )
    assert said["stays_in_the_file"]
    assert "The armature 'metarig' was removed" in said["refusal"]
    assert said["actions"] == 0
    assert said["idle"]


def test_a_preview_waits_to_be_accepted_until_its_rig_can_be_keyed(in_blender: Run) -> None:
    said = in_blender(
        """
rig = metarig()
settings(duration=0.3)
bpy.ops.footfall.preview()
track = rig.animation_data_create().nla_tracks.new()
track.strips.new("walk", 1, bpy.data.actions.new("walk"))
track.strips[0].select = True
rig.animation_data.nla_tracks.active = track
rig.animation_data.use_tweak_mode = True
said["refusal"] = refusal(bpy.ops.footfall.accept)
said["previewing"] = bpy.context.window_manager.footfall.previewing
rig.animation_data.use_tweak_mode = False
said["accepted"] = sorted(bpy.ops.footfall.accept())
"""
    )
    assert "has an NLA strip in tweak mode" in said["refusal"]
    assert said["previewing"]
    assert said["accepted"] == ["FINISHED"]
