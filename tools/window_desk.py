"""What is drawn and dragged of cues in a real window: strips over the timeline, handles and ghosts.

Runs inside Blender (tools/blender_window.sh FOLDER window_desk.py ZIP [SCENE...], with the scripts
that it imports in the folder) and leaves report.json with the facts of each scene, and pictures
desk_*.png. tests/test_window.py reads the report.
"""

from __future__ import annotations

import hashlib
import sys
import time
from pathlib import Path

import bpy
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector

sys.path.append(str(Path(__file__).parent))
from window_controls import (
    MODULE,
    Steps,
    hover,
    install,
    open_tab,
    place,
    press,
    run,
    said,
    show_open,
    simulate,
    state,
    take_picture,
    tap,
)
from window_scene import RATE, clear_scene, cue, ended, human, length, look_at

SHOTS = (("walk", 1), ("push", 30), ("stand", 60), ("fall", 100), ("walk", 160))
ROUTINE = (("walk", 1), ("push", 30), ("stand", 60), ("fall", 100), ("get_up", 101), ("walk", 250))
CUES, EACH = 20, 20  # cues of the measured scene, and frames of each one
ROUNDS, REDRAWS = 12, 3  # pairs of measures, and redraws of each
ROOM = 30  # [pixel] of a timeline, above what strips need


def session() -> Steps:
    """Run the scenes; each yield returns control to Blender for that many seconds."""
    words = sys.argv[sys.argv.index("--") + 1 :]
    install(words[0])
    bpy.ops.preferences.addon_enable(module="rigify")
    yield 0.5
    yield from open_tab()
    for name in words[1:] or SCENES:
        clear_scene()
        yield 0.5
        facts: dict[str, object] = {}
        said[name] = facts
        yield from {**SCENES, **MEASURES}[name](facts)
        facts["idle"] = not (state().running or state().previewing)


def strips(facts: dict[str, object]) -> Steps:
    """A strip is moved, another one is stretched, and undo takes both back."""
    human()
    scene = bpy.context.scene
    for skill, frame in SHOTS:
        cue(skill, frame)
    scene.footfall.duration = 8.0
    scene.frame_end = 200
    bpy.ops.ed.undo_push(message="Cues")
    yield from show_frames()
    take_picture("desk_low.png")
    yield from make_room()
    take_picture("desk_strips.png")
    facts["before"] = frames()
    yield from drag_frames(130, 150, "desk_dragging.png")
    facts["moved"] = frames()
    take_picture("desk_moved.png")
    tap("Z", ctrl=True)
    yield 0.5
    facts["undone"] = frames()


def frames() -> list[int]:
    return [each.frame for each in bpy.context.scene.footfall.cues]


def timeline() -> dict[str, object]:
    """The window, area and region of the timeline, as a context override."""
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "DOPESHEET_EDITOR")
    region = next(region for region in area.regions if region.type == "WINDOW")
    return {"window": window, "area": area, "region": region}


def make_room() -> Steps:
    """Pull the timeline's upper edge up until it has room for strips."""
    drawing = sys.modules[f"{MODULE}.operators.drawing.cue_times"]
    area, region = timeline()["area"], timeline()["region"]
    more = round(drawing.room_needed(bpy.context) + ROOM - region.height)
    if more > 0:
        x, y = area.x + area.width // 2, area.y + area.height
        yield from hover(x, y, 0.3)
        yield from drag_from(x, y, 0, more)


def drag_from(x: int, y: int, right: int, up: int, held: str = "") -> Steps:
    """Drag with the left mouse button; `held`: the name of a picture before its release."""
    simulate("LEFTMOUSE", "PRESS", x, y)
    yield 0.2
    for share in (0.3, 0.7, 1.0):
        simulate("MOUSEMOVE", "NOTHING", round(x + share * right), round(y + share * up))
        yield 0.2
    if held:
        take_picture(held)
    simulate("LEFTMOUSE", "RELEASE", x + right, y + up)
    yield 0.5


def show_frames() -> Steps:
    with bpy.context.temp_override(**timeline()):
        bpy.ops.action.view_all()
    yield 0.5


def place_of(frame: float, up: float = 9.0) -> tuple[int, int]:
    """A place in the window over the band of strips [pixel]."""
    drawing = sys.modules[f"{MODULE}.operators.drawing.cue_times"]
    with bpy.context.temp_override(**timeline()):
        region = bpy.context.region
        layout = drawing.layout_of(bpy.context, region)
    return round(region.x + layout.x(frame)), round(region.y + layout.bottom + up)


def drag_frames(begin: float, end: float, held: str = "") -> Steps:
    """Drag along the band of strips."""
    (x, y), (to, _) = place_of(begin), place_of(end)
    yield from hover(x, y, 0.2)
    yield from drag_from(x, y, to - x, 0, held)


def handles(facts: dict[str, object]) -> Steps:
    """Heading and speed of a walk, a push and a target are dragged in the viewport."""
    human()
    scene = bpy.context.scene
    cue("walk", 1)
    cue("push", 20)
    reach = cue("reach", 40)
    bpy.ops.object.empty_add(location=(1.0, -2.0, 1.0))
    reach.target = bpy.context.object
    scene.footfall.armature = bpy.data.objects["rig"]
    scene.footfall.duration = 4.0
    bpy.ops.ed.undo_push(message="Cues")
    yield from look_at(Vector((0.0, -0.7, 0.6)), 6.0)
    for index, name in enumerate(("walk", "push", "reach")):
        bpy.context.scene.footfall.active_cue = index  # undo has replaced the scene
        bpy.ops.ed.undo_push(message="Active")
        yield 0.5
        take_picture(f"desk_{name}.png")
        before = values(*parts())
        yield from drag_handle(90, -30)
        take_picture(f"desk_{name}_dragged.png")
        facts[name] = [before, values(*parts()), ]
        tap("Z", ctrl=True)
        yield 0.5
        facts[name].append(values(*parts()))
    yield 0.1


def parts() -> list[bpy.types.PropertyGroup]:
    return [each.parameters for each in bpy.context.scene.footfall.cues]


def values(walk: object, push: object, reach: object) -> list[object]:
    """What the handles change."""
    spot = [round(number, 3) for number in reach.target.location]
    way = [round(walk.speed, 3), walk.use_heading, round(walk.heading, 3)]
    return [*way, push.direction, push.strength, *spot]


def drag_handle(right: int, up: int) -> Steps:
    """Drag the active cue's handle by its tip."""
    drawing = sys.modules[f"{MODULE}.operators.drawing.handles"]
    with bpy.context.temp_override(**place("WINDOW")):
        context = bpy.context
        handle = drawing.handles_of(context)[-1]
        region = context.region
        at = location_3d_to_region_2d(region, context.area.spaces.active.region_3d, handle.tip)
    x, y = round(region.x + at.x), round(region.y + at.y)
    yield from hover(x, y, 0.3)
    yield from hover(x + 1, y, 0.3)
    yield from drag_from(x, y, right, up)


def ghosts(facts: dict[str, object]) -> Steps:
    """A walk is baked: its path, footprints and ghosts are drawn, and gone with the overlays."""
    human()
    scene = bpy.context.scene
    for skill, frame in (("walk", 1), ("push", 25), ("stand", 50)):
        cue(skill, frame)
    scene.footfall.cues[0].walk.use_heading = True
    scene.footfall.cues[0].walk.heading = -1.0
    length(3.0)
    scene.frame_end = 73
    yield from look_at(Vector((0.5, -0.8, 0.7)), 5.5)
    yield from press("bpy.ops.footfall.bake")
    yield from ended()
    scene.footfall.active_cue = 2
    scene.frame_set(36)
    yield 1.0
    take_picture("desk_ghosts.png")
    space = place("WINDOW")["area"].spaces.active
    space.overlay.show_overlays = False
    yield 0.5
    take_picture("desk_overlays_off.png")
    space.overlay.show_overlays = True
    facts["render"] = [render_view(shown) for shown in (True, False)]
    facts["baked"] = len(bpy.data.actions)
    tap("Z", ctrl=True)
    yield 1.0
    facts["undone"] = len(bpy.data.actions)
    take_picture("desk_ghosts_undone.png")


def render_view(shown: bool) -> str:
    """A digest of the viewport's render with the drawing switched on or off."""
    drawing = bpy.context.window_manager.footfall_drawing
    drawing.ghosts = drawing.gizmos = shown
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.render.opengl(view_context=True)
    path = Path("desk_render.png").resolve()
    bpy.data.images["Render Result"].save_render(str(path))
    drawing.ghosts = drawing.gizmos = True
    image = bpy.data.images.load(str(path))
    pixels = np.empty(len(image.pixels), np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return hashlib.sha256(pixels.tobytes()).hexdigest()


def looks(facts: dict[str, object]) -> Steps:
    """Strips and handles in both themes and at two resolution scales."""
    human()
    scene, view = bpy.context.scene, bpy.context.preferences.view
    for skill, frame in ROUTINE:
        cue(skill, frame)
    scene.footfall.cues[4].begins = "WHEN_DONE"
    scene.footfall.active_cue = 0
    scene.footfall.duration = 12.5
    scene.timeline_markers.new("Here", frame=80)
    scene.frame_end = 300
    show_open("overlays")
    for theme in ("Blender_Dark", "Blender_Light"):
        path = bpy.utils.preset_paths("interface_theme")
        files = [Path(folder) / f"{theme}.xml" for folder in path]
        found = next((str(file) for file in files if file.exists()), None)
        if found is not None:
            bpy.ops.script.execute_preset(
                filepath=found, menu_idname="USERPREF_MT_interface_theme_presets"
            )
        for size in (1.0, 1.5):
            view.ui_scale = size
            yield 0.5
            yield from make_room()
            yield from look_at(Vector((0.0, -0.7, 0.6)), 6.0)
            yield from show_frames()
            take_picture(f"desk_{theme}_{size}.png")
    facts["themes"] = found is not None
    view.ui_scale = 1.0
    show_open(None)


def speed(facts: dict[str, object]) -> Steps:
    """How long the window takes to be drawn with all that belongs to twenty cues, and without."""
    human()
    scene = bpy.context.scene
    for number in range(CUES):
        cue(("walk", "push", "stand", "push")[number % 4], 1 + EACH * number)
    length(CUES * EACH / RATE)
    scene.frame_end = 1 + CUES * EACH
    for number, each in enumerate(scene.footfall.cues):
        if number % 4 == 1:
            each.push.strength = "nudge"
    yield from make_room()
    yield from show_frames()
    yield from look_at(Vector((0.0, -3.0, 0.7)), 12.0)
    yield from press("bpy.ops.footfall.bake")
    yield from ended()
    scene.footfall.active_cue = 0
    yield 1.0
    take_picture("desk_speed.png")
    drawing = bpy.context.window_manager.footfall_drawing
    times: dict[bool, list[float]] = {True: [], False: []}
    for number in range(2 * ROUNDS):
        shown = number % 2 == 0
        drawing.strips = drawing.gizmos = drawing.ghosts = shown
        yield 0.2
        times[shown].append(redraw_time())
    facts["with"], facts["without"] = times[True], times[False]
    drawing.strips = drawing.gizmos = drawing.ghosts = True


def redraw_time() -> float:
    """The time [s] to draw the whole window once."""
    window = bpy.context.window_manager.windows[0]
    with bpy.context.temp_override(window=window):
        bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=2)
        began = time.perf_counter()
        bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=REDRAWS)
        return (time.perf_counter() - began) / REDRAWS


SCENES = {"strips": strips, "handles": handles, "ghosts": ghosts}
MEASURES = {"speed": speed, "looks": looks}


if __name__ == "__main__":
    run(session)
