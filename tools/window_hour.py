"""A new user's first hour in a real window, on skinned rigs: scenes, their facts and pictures.

Runs inside Blender (tools/blender_window.sh FOLDER window_hour.py ZIP [SCENE...], with the scripts
that it imports in the folder) and leaves report.json with the facts of each scene, and pictures
hour_*.png, which docs/manual shows. tests/test_window.py reads the report. Scenes with rigs of
other projects are left out where their files are not in the folder.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import bpy
from mathutils import Vector

sys.path.append(str(Path(__file__).parent))
from skinned_body import add_body
from window_controls import (
    MODULE,
    WIDE,
    Steps,
    can_accept,
    install,
    open_tab,
    place,
    press,
    run,
    said,
    state,
    take_picture,
    tap,
    until,
)
from window_performing import FILES, fight, linked_action
from window_scene import (
    RATE,
    clear_scene,
    cue,
    ended,
    generated,
    height,
    hip_height,
    human,
    length,
    look_at,
    look_at_rig,
    lowest,
    middle_of,
    picture,
    rename_as_mixamo,
    stretch,
    to_time,
)
from window_shown import clear_reports, read_reports, show_open

BAKE, PREVIEW, ACCEPT = (f"bpy.ops.footfall.{name}" for name in ("bake", "preview()", "accept"))
CROWD = "bpy.ops.footfall.crowd"


def session() -> Steps:
    """Run the scenes; each yield returns control to Blender for that many seconds."""
    words = sys.argv[sys.argv.index("--") + 1 :]
    install(words[0])
    bpy.ops.preferences.addon_enable(module="rigify")
    yield 0.5
    yield from open_tab()
    for name in words[1:] or scenes_here():
        clear_scene()
        yield 0.5
        clear_reports()
        facts: dict[str, object] = {}
        said[name] = facts
        yield from SCENES[name](facts)
        facts["idle"] = not (state().running or state().previewing)
        facts["reports"] = read_reports()


def bake(facts: dict[str, object]) -> Steps:
    """A walk is baked on a skinned human, and undone."""
    _rig, body = human()
    cue("walk", 1)
    length(2.5)
    yield from look_at_rig()
    actions, start = len(bpy.data.actions), middle_of(body)
    yield from press(BAKE)
    yield from ended()
    facts["actions"] = len(bpy.data.actions) - actions
    to_time(2.0)
    facts["walked"] = (middle_of(body) - start).xy.length
    facts["lowest"] = lowest(body)
    facts["stretch"] = stretch(body)
    yield from look_at_rig()
    picture("hour_bake")
    tap("Z", ctrl=True)
    yield 0.5
    facts["undone"] = len(bpy.data.actions) - actions


def preview(facts: dict[str, object]) -> Steps:
    """A preview is accepted."""
    _rig, body = human()
    cue("walk", 1)
    length(2.5)
    yield from look_at_rig()
    actions, start = len(bpy.data.actions), middle_of(body)
    yield from press(PREVIEW)
    yield from until(can_accept)
    facts["keyed_before"] = len(bpy.data.actions) - actions
    to_time(2.0)
    yield 0.5
    picture("hour_preview")
    yield from press(ACCEPT)
    yield from until(lambda: not state().previewing)
    facts["actions"] = len(bpy.data.actions) - actions
    to_time(2.0)
    facts["walked"] = (middle_of(body) - start).xy.length


def get_up(facts: dict[str, object]) -> Steps:
    """The ready-made list of cues: a human is pushed over, falls, gets up and walks on."""
    _rig, body = human()
    bpy.ops.footfall.use_routine(routine="pushed_over")
    yield from look_at_rig(distance=9.0)
    standing = middle_of(body).z
    yield from press(BAKE)
    yield from ended()
    settings = bpy.context.scene.footfall
    seconds = [0.25 * i for i in range(round(4 * settings.duration))]
    heights = []
    for second in seconds:
        to_time(second)
        heights.append(middle_of(body).z / standing)
    facts["lowest"], facts["last"] = min(heights), heights[-1]
    to_time(seconds[heights.index(min(heights))])
    yield from look_at_rig(distance=9.0)
    picture("hour_get_up")


def dancers(facts: dict[str, object]) -> Steps:
    """A crowd of twelve, each with proportions of its own."""
    rig, body = human()
    settings = bpy.context.scene.footfall
    settings.crowd.count, settings.crowd.behaviour, settings.crowd.variation = 12, "dance", 0.3
    settings.crowd.area, settings.crowd.spacing = (5.0, 5.0), 0.9
    length(2.0)
    show_open("crowd")
    yield 0.5
    there = set(bpy.data.objects)
    yield from press(CROWD, WIDE)
    yield from ended()
    show_open(None)
    members = [o for o in bpy.data.objects if o not in there and o.type == "ARMATURE"]
    bodies = [o for o in bpy.data.objects if o not in there and o.type == "MESH"]
    to_time(1.5)
    facts["members"], facts["bodies"] = len(members), len(bodies)
    facts["heights"] = [height(thing) for thing in bodies]
    facts["stretch"] = max(stretch(thing) for thing in bodies)
    for thing in (rig, body):
        thing.hide_set(True)
    yield from look_at(Vector((0.0, 0.0, 0.9)), 9.0)
    picture("hour_dancers")


def horse(facts: dict[str, object]) -> Steps:
    """Rigify's horse trots."""
    rig = generated("horse")
    body = add_body(rig)
    cue("trot", 1)
    length(2.5)
    start = middle_of(body)
    yield from press(BAKE)
    yield from ended()
    to_time(2.4)
    facts["went"] = (middle_of(body) - start).xy.length
    facts["stretch"] = stretch(body)
    yield from look_at_rig(distance=8.0)
    picture("hour_horse")


def wolf(facts: dict[str, object]) -> Steps:
    """Rigify's wolf sits down."""
    rig = generated("wolf")
    add_body(rig)
    cue("sit", 1)
    length(6.0)
    hips = hip_height(rig)
    yield from press(BAKE)
    yield from ended()
    to_time(5.9)
    facts["hips"] = hip_height(rig) / hips
    yield from look_at_rig(distance=4.0)
    picture("hour_wolf")


def crate(facts: dict[str, object]) -> Steps:
    """A box 1.5 m away is picked up, and put down at an empty, by a cue that begins too early."""
    rig, _body = human()
    ahead = Vector((0.0, -1.0, 0.0))  # where Rigify's human looks
    bpy.ops.mesh.primitive_cube_add(size=0.3, location=1.5 * ahead + Vector((0.0, 0.0, 0.15)))
    box = bpy.context.object
    box.name = "box"
    bpy.ops.footfall.set_part(part="PROP", object="box")
    box.footfall_part.mass = 3.0
    bpy.ops.object.empty_add(location=2.5 * ahead)
    target = bpy.context.object
    bpy.context.view_layer.objects.active = rig
    cue("pick_up", 1).prop = box
    cue("put_down", 1 + 6 * RATE).target = target
    bpy.context.scene.footfall.as_long_as_cues = True
    bpy.context.scene.footfall.armature = rig
    yield from press(BAKE)
    yield from ended()
    places = []
    for frame in range(1, 1 + bpy.context.scene.frame_end):
        bpy.context.scene.frame_set(frame)
        places.append(box.matrix_world.translation.copy())
    heights = [place.z for place in places]
    facts["lifted"] = max(heights)
    facts["fastest"] = max((b - a).length for a, b in itertools.pairwise(places)) * RATE
    facts["from_target"] = (places[-1] - target.location).xy.length
    facts["rests_at"] = heights[-1]
    bpy.context.scene.frame_set(1 + heights.index(max(heights)))
    yield from look_at_rig(distance=6.0)
    picture("hour_crate")


def mixamo(facts: dict[str, object]) -> Steps:
    """A character with Mixamo's names walks."""
    bpy.ops.object.armature_basic_human_metarig_add()
    rig = bpy.context.object
    rename_as_mixamo(rig)
    body = add_body(rig)
    cue("walk", 1)
    length(2.5)
    start = middle_of(body)
    yield from press(BAKE)
    yield from ended()
    to_time(2.0)
    facts["walked"] = (middle_of(body) - start).xy.length
    facts["stretch"] = stretch(body)
    yield from look_at_rig()
    picture("hour_mixamo")


def deleted(facts: dict[str, object]) -> Steps:
    """The rig is deleted by its key in the viewport while its preview runs."""
    rig, _ = human()
    name = rig.name
    cue("walk", 1)
    length(4.0)
    yield from look_at_rig()
    yield from press(PREVIEW)
    yield from until(lambda: state().progress > 0.1)
    actions = len(bpy.data.actions)
    tap("X")
    yield 0.5
    tap("RET")
    yield from until(lambda: not state().previewing)
    facts["gone"] = name not in bpy.context.scene.objects
    facts["previewing"] = state().previewing
    facts["actions"] = len(bpy.data.actions) - actions
    picture("hour_deleted")


def linked(facts: dict[str, object]) -> Steps:
    """A rig is linked from another file: its buttons are disabled at once."""
    rig, body = human()
    library = str(Path("linked_rig.blend").resolve())
    bpy.data.libraries.write(library, {rig, body}, fake_user=True)
    clear_scene()
    yield 0.5
    with bpy.data.libraries.load(library, link=True) as (source, wanted):
        wanted.objects = [rig_name for rig_name in source.objects if rig_name in ("rig", "body")]
    for thing in wanted.objects:
        bpy.context.scene.collection.objects.link(thing)
    there = next(thing for thing in wanted.objects if thing.type == "ARMATURE")
    bpy.context.view_layer.objects.active = there
    cue("walk", 1)
    yield from look_at(Vector((0.0, 0.0, 0.9)), 5.0)
    with bpy.context.temp_override(**place("WINDOW")):
        facts["can_bake"] = bpy.ops.footfall.bake.poll()
        facts["can_preview"] = bpy.ops.footfall.preview.poll()
    picture("hour_linked")


def check(facts: dict[str, object]) -> Steps:
    """Check Installation in the preferences, whose report is copied."""
    checking = sys.modules[f"{MODULE}.operators.checking"].CHECK
    area = place("WINDOW")["area"]
    bpy.context.preferences.active_section = "ADDONS"
    bpy.context.window_manager.addon_search = "Footfall"
    bpy.ops.preferences.addon_expand(module=MODULE)
    area.type = "PREFERENCES"
    yield 0.5
    facts["begun"] = list(bpy.ops.footfall.check("INVOKE_DEFAULT"))
    yield from until(lambda: checking.process is None)
    bpy.context.window_manager.clipboard = ""
    facts["copied"] = list(bpy.ops.footfall.copy_report("INVOKE_DEFAULT"))
    facts["clipboard"] = bpy.context.window_manager.clipboard
    yield 0.5
    take_picture("hour_check.png")
    area.type = "VIEW_3D"
    yield 0.5


def scenes_here() -> list[str]:
    """The scenes whose files are there."""
    are_here = all(Path(name).exists() for name in FILES)
    return [name for name in SCENES if are_here or SCENES[name] not in (fight, linked_action)]


Scene = Callable[[dict[str, object]], Steps]
SCENES: dict[str, Scene] = {
    scene.__name__: scene
    for scene in (
        bake, preview, get_up, dancers, horse, wolf, crate, mixamo, deleted, linked,
        fight, linked_action, check,
    )
}  # fmt: skip


if __name__ == "__main__":
    run(session)
