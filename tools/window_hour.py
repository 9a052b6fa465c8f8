"""A new user's first hour in a real window, on skinned rigs: each scene is done and looked at.

Runs inside Blender (tools/blender_window.sh FOLDER window_hour.py ZIP [SCENE...], with
window_controls.py and skinned_body.py in the folder) and leaves report.json with the facts of each
scene, and pictures hour_*.png, which docs/manual shows. tests/test_window.py reads the report.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

import bpy
from mathutils import Quaternion, Vector

sys.path.append(str(Path(__file__).parent))
import itertools

from skinned_body import add_body
from window_controls import (
    Steps,
    clear_reports,
    install,
    middle_of_view,
    open_tab,
    place,
    press,
    read_reports,
    run,
    said,
    show_open,
    simulate,
    state,
    take_picture,
    tap,
    until,
)

BAKE, PREVIEW, ACCEPT = (f"bpy.ops.footfall.{name}" for name in ("bake", "preview()", "accept"))
CROWD = "bpy.ops.footfall.crowd"
RATE = 24  # frames a second
BEGINS = 20.0  # [s] in which a pressed button begins its run, on a busy computer
VIEWPORT = "1056x810+0+28"  # of a window of 1280 x 900, with the sidebar
COLOURS = ("+dither", "-colors", "96")  # keeps a picture small
MIXAMO = {
    "pelvis": None, "spine": "Hips", "spine.001": "Spine", "spine.002": "Spine1",
    "spine.003": "Spine2", "spine.004": "Neck", "spine.005": "Neck1", "spine.006": "Head",
    "shoulder": "Shoulder", "upper_arm": "Arm", "forearm": "ForeArm", "hand": "Hand",
    "thigh": "UpLeg", "shin": "Leg", "foot": "Foot", "toe": "ToeBase",
}  # fmt: skip


def session() -> Steps:
    """Each yield hands control back to Blender for that many seconds."""
    words = sys.argv[sys.argv.index("--") + 1 :]
    install(words[0])
    bpy.ops.preferences.addon_enable(module="rigify")
    yield 0.5
    yield from open_tab()
    for name in words[1:] or SCENES:
        clear_scene()
        yield 0.5
        clear_reports()
        facts: dict[str, object] = {}
        said[name] = facts
        yield from SCENES[name](facts)
        facts["idle"] = not (state().running or state().previewing)
        facts["reports"] = read_reports()


def bake(facts: dict[str, object]) -> Steps:
    """A walk, baked on a skinned human, and taken back."""
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
    picture("bake")
    tap("Z", ctrl=True)
    yield 0.5
    facts["undone"] = len(bpy.data.actions) - actions


def preview(facts: dict[str, object]) -> Steps:
    """A preview that is accepted."""
    _rig, body = human()
    cue("walk", 1)
    length(2.0)
    yield from look_at_rig()
    actions, start = len(bpy.data.actions), middle_of(body)
    yield from press(PREVIEW)
    yield from until(lambda: state().progress == 1.0)
    facts["keyed_before"] = len(bpy.data.actions) - actions
    to_time(1.5)
    yield 0.5
    picture("preview")
    yield from press(ACCEPT)
    yield from until(lambda: not state().previewing)
    facts["actions"] = len(bpy.data.actions) - actions
    to_time(1.5)
    facts["walked"] = (middle_of(body) - start).xy.length


def get_up(facts: dict[str, object]) -> Steps:
    """Pushed over, it falls, gets up and walks on: the ready-made list of cues."""
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
    picture("get_up")


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
    yield from press(CROWD)
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
    picture("dancers")


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
    picture("horse")


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
    picture("wolf")


def crate(facts: dict[str, object]) -> Steps:
    """A box is picked up from 1.5 m away, and put down where an empty stands: asked too early."""
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
    picture("crate")


def mixamo(facts: dict[str, object]) -> Steps:
    """A character with Mixamo's names."""
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
    picture("mixamo")


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
    picture("deleted")


def linked(facts: dict[str, object]) -> Steps:
    """A rig that is linked from another file: the panel says at once that it cannot be baked."""
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
    picture("linked")


Scene = Callable[[dict[str, object]], Steps]
SCENES: dict[str, Scene] = {
    scene.__name__: scene
    for scene in (bake, preview, get_up, dancers, horse, wolf, crate, mixamo, deleted, linked)
}


def clear_scene() -> None:
    """An empty scene with Footfall's settings as they come."""
    old = bpy.context.scene
    bpy.ops.scene.new(type="NEW")
    bpy.data.scenes.remove(old)
    for things in (
        bpy.data.objects, bpy.data.meshes, bpy.data.armatures, bpy.data.actions,
        bpy.data.collections, bpy.data.libraries,
    ):  # fmt: skip
        for thing in list(things):
            things.remove(thing)
    bpy.context.scene.render.fps = RATE
    view = place("WINDOW")["area"].spaces.active
    view.overlay.show_bones = view.overlay.show_extras = False
    view.overlay.show_relationship_lines = False


def human() -> tuple[bpy.types.Object, bpy.types.Object]:
    rig = generated("human")
    return rig, add_body(rig)


def generated(kind: str) -> bpy.types.Object:
    """A rig of Rigify's, without the drawing that it was made of."""
    with bpy.context.temp_override(**place("WINDOW")):
        getattr(bpy.ops.object, f"armature_{kind}_metarig_add")()
        drawing = bpy.context.object
        bpy.ops.pose.rigify_generate()
    rig = bpy.context.object
    rig.name = "rig"
    bpy.data.objects.remove(drawing)
    bpy.ops.ed.undo_push(message="A rig")
    return rig


def rename_as_mixamo(rig: bpy.types.Object) -> None:
    for bone in rig.data.bones:
        base, _dot, side = bone.name.rpartition(".")
        sided = side in ("L", "R")
        word = MIXAMO.get(base if sided else bone.name)
        if word is not None:
            start = {"L": "Left", "R": "Right"}[side] if sided else ""
            bone.name = f"mixamorig:{start}{word}"


def cue(skill: str, frame: int) -> bpy.types.PropertyGroup:
    """Add a cue, in place of the first one that a new scene has; its parameters."""
    settings = bpy.context.scene.footfall
    bpy.context.scene.frame_set(frame)
    if len(settings.cues) == 1 and not settings.get("begun"):
        settings.cues.remove(0)
    settings["begun"] = True
    bpy.ops.footfall.add_cue(skill=skill)
    added = settings.cues[len(settings.cues) - 1]
    added.begins = "AT_FRAME"
    bpy.context.scene.frame_set(1)
    return added.parameters


def length(seconds: float) -> None:
    bpy.context.scene.footfall.duration = seconds
    bpy.ops.ed.undo_push(message="Settings")


def ended() -> Steps:
    """Wait for the end of a run that was begun, which may be a refusal at once."""
    deadline = time.monotonic() + BEGINS
    yield from until(lambda: state().running or time.monotonic() > deadline)
    yield from until(lambda: not state().running)
    yield 0.5


def to_time(seconds: float) -> None:
    scene = bpy.context.scene
    scene.frame_set(scene.footfall.start_frame + round(seconds * RATE))


def evaluated(body: bpy.types.Object) -> list[Vector]:
    """The skinned mesh as it is shown, in the world."""
    shown = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return [shown.matrix_world @ vertex.co for vertex in shown.data.vertices]


def middle_of(body: bpy.types.Object) -> Vector:
    points = evaluated(body)
    return sum(points, Vector()) / len(points)


def lowest(body: bpy.types.Object) -> float:
    return min(point.z for point in evaluated(body))


def height(body: bpy.types.Object) -> float:
    return max(point.z for point in evaluated(body)) - lowest(body)


def stretch(body: bpy.types.Object) -> float:
    """The most that an edge of the mesh is longer than at rest; a torn mesh has some of 10."""
    points, rest = evaluated(body), [vertex.co for vertex in body.data.vertices]
    scale = body.matrix_world.to_scale()[0]
    worst = 0.0
    for edge in body.data.edges:
        a, b = edge.vertices
        worst = max(worst, (points[a] - points[b]).length / (rest[a] - rest[b]).length / scale)
    return worst


def hip_height(rig: bpy.types.Object) -> float:
    bpy.context.view_layer.update()
    return (rig.matrix_world @ rig.pose.bones["ORG-thigh.L"].head).z


def look_at_rig(distance: float = 6.0) -> Steps:
    rig = bpy.data.objects.get("rig", bpy.context.object)
    body = next(thing for thing in rig.children if thing.type == "MESH")
    yield from look_at(middle_of(body), distance)


def look_at(middle: Vector, distance: float) -> Steps:
    """From before and aside, a little from above."""
    view = place("WINDOW")["area"].spaces.active.region_3d
    view.view_location, view.view_distance = middle, distance
    view.view_rotation = Quaternion((0, 0, 1), math.radians(35)) @ Quaternion(
        (1, 0, 0), math.radians(78)
    )
    x, y = middle_of_view()
    simulate("MOUSEMOVE", "NOTHING", x, y)
    yield 0.5


def picture(name: str) -> None:
    take_picture(f"hour_{name}.png", "-crop", VIEWPORT, "+repage", *COLOURS)


if __name__ == "__main__":
    run(session)
