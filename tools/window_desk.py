"""What is drawn and dragged of cues in a real window: strips over the timeline, handles and ghosts.

Runs inside Blender (tools/blender_window.sh FOLDER window_desk.py ZIP [SCENE...], with the scripts
that it imports in the folder) and leaves report.json with the facts of each scene, and pictures
desk_*.png. tests/test_window.py reads the report.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

import bpy
import gpu
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
    state,
    take_picture,
    tap,
)
from window_scene import COLOURS, RATE, clear_scene, cue, ended, human, length, look_at
from window_shown import show_open
from window_strips import (
    click_ruler,
    drag_and_escape,
    drag_frames,
    drag_from,
    make_room,
    show_frames,
)

SHOTS = (("walk", 1), ("push", 30), ("stand", 60), ("fall", 100), ("walk", 160))
ROUTINE = (("walk", 1), ("push", 30), ("stand", 60), ("fall", 100), ("get_up", 101), ("walk", 250))
CUES, EACH = 20, 20  # cues of the measured scene, and frames of each one
ROUNDS, REDRAWS, DRAWS = 5, 5, 10  # measures, redraws of each, and draws in each redraw
MIDDLE = "600x500+100+130"  # of the viewport, without what else is drawn in it
VISIBLE, SOME = 0.05, 200  # difference of a pixel's colour; pixels


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
    tap("Z", ctrl=True)
    yield 0.5
    facts["undone"] = frames()
    yield from drag_frames(60, 70)
    facts["stretched"] = frames()
    yield from drag_frames(193, 183)
    facts["shortened"] = bpy.context.scene.footfall.duration_frames
    yield from drag_frames(75, 75)
    facts["clicked"] = [frames() == facts["stretched"], bpy.context.scene.footfall.active_cue]
    yield from drag_and_escape(120, 140)
    facts["escaped"] = frames() == facts["stretched"]
    yield from click_ruler(90)
    facts["scrubbed"] = [frames() == facts["stretched"], bpy.context.scene.frame_current]


def frames() -> list[int]:
    return [each.frame for each in bpy.context.scene.footfall.cues]


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
        before = values()
        yield from drag_handle(90, -30)
        take_picture(f"desk_{name}_dragged.png")
        changed = values()
        tap("Z", ctrl=True)
        yield 0.5
        facts[name] = [before, changed, values()]


def values() -> dict[str, object]:
    """What the handles change."""
    walk, push, reach = (each.parameters for each in bpy.context.scene.footfall.cues)
    return {
        "speed": round(walk.speed, 3),
        "heading": walk.heading if walk.use_heading else None,
        "strength": push.strength,
        "target": [round(number, 3) for number in reach.target.location],
    }


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
    yield from make_room()
    yield from show_frames()
    yield from look_at(Vector((0.5, -0.8, 0.7)), 5.5)
    seen = [(yield from shows_ghosts())]
    yield from press("bpy.ops.footfall.bake")
    yield from ended()
    scene.footfall.active_cue = 2
    scene.frame_set(36)
    yield 1.0
    take_picture("desk_ghosts.png", *COLOURS)
    seen.append((yield from shows_ghosts()))
    facts["rendered"] = differ(render_view(True), render_view(False))
    space = place("WINDOW")["area"].spaces.active
    space.overlay.show_overlays = False
    facts["without_overlays"] = yield from shows_ghosts()
    space.overlay.show_overlays = True
    tap("Z", ctrl=True)
    yield 1.0
    seen.append((yield from shows_ghosts()))
    facts["seen"] = seen


def shows_ghosts() -> Generator[float, None, bool]:
    """Whether the viewport looks otherwise with the switch of ghosts on than with it off."""
    drawing, looks = bpy.context.window_manager.footfall_drawing, []
    bpy.context.preferences.system.viewport_aa = "OFF"  # which changes a picture for a while
    for shown in (True, False):
        drawing.ghosts = shown
        yield 1.0
        take_picture("desk_seen.png", "-crop", MIDDLE, "+repage")
        looks.append(content("desk_seen.png"))
    drawing.ghosts = True
    return differ(*looks)


def switched_off(facts: dict[str, object]) -> Steps:
    """Nothing is left in the editors of an extension that is switched off."""
    human()
    cue("walk", 1)
    yield from look_at(Vector((0.0, -0.7, 0.6)), 6.0)
    facts["there"] = [ours()]
    bpy.ops.preferences.addon_disable(module=MODULE)
    yield 1.0
    facts["there"].append(ours())
    take_picture("desk_switched_off.png")
    bpy.ops.preferences.addon_enable(module=MODULE)
    yield 1.0
    facts["there"].append(ours())


def ours() -> list[object]:
    """How many items of Footfall the keymap of the timeline has, and whether there are gizmos."""
    keymap = bpy.context.window_manager.keyconfigs.addon.keymaps.get("Dopesheet")
    items = keymap.keymap_items if keymap is not None else ()
    count = sum(item.idname.startswith("footfall.") for item in items)
    return [count, bpy.types.GizmoGroup.bl_rna_get_subclass_py("FOOTFALL_GGT_cue") is not None]


def render_view(shown: bool) -> np.ndarray:
    """A viewport render with the drawing switched on or off."""
    drawing = bpy.context.window_manager.footfall_drawing
    drawing.ghosts = drawing.gizmos = shown
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.render.opengl(view_context=True)
    bpy.data.images["Render Result"].save_render(str(Path("desk_render.png").resolve()))
    drawing.ghosts = drawing.gizmos = True
    return content("desk_render.png")


def differ(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two pictures differ in more than some pixels."""
    return int((np.abs(one - other).max(axis=1) > VISIBLE).sum()) > SOME


def content(name: str) -> np.ndarray:
    """The pixels of a picture (pixels, 4)."""
    image = bpy.data.images.load(str(Path(name).resolve()))
    pixels = np.empty(len(image.pixels), np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(-1, 4)


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
    """How long all that belongs to twenty cues takes to be drawn, and the whole window."""
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
    parts = sys.modules[f"{MODULE}.operators.drawing"]
    for name, draw, (kind, region, moment) in (
        ("strips", parts.strip_band.draw_all, (bpy.types.SpaceDopeSheetEditor, "WINDOW", "PIXEL")),
        ("gizmos", parts.gizmos.draw_all, (bpy.types.SpaceView3D, "WINDOW", "PIXEL")),
        ("ghosts", parts.ghosts.draw_all, (bpy.types.SpaceView3D, "WINDOW", "VIEW")),
    ):
        times: list[float] = []
        timed = partial(draw_timed, draw, times)
        handle = kind.draw_handler_add(timed, (), region, f"POST_{moment}")
        redraw_time()
        kind.draw_handler_remove(handle, region)
        facts[name] = times
    facts["redraws"] = [redraw_time() for _ in range(ROUNDS)]
    yield 0.1


def draw_timed(draw: Callable[[bpy.types.Context], None], times: list[float]) -> None:
    """Draw some times over what is drawn anyway, and note how long each time takes [s]."""
    finish_drawing()
    began = time.perf_counter()
    for _ in range(DRAWS):
        draw(bpy.context)
    finish_drawing()
    times.append((time.perf_counter() - began) / DRAWS)


def finish_drawing() -> None:
    """Wait for the renderer: only what is read must have been drawn."""
    gpu.state.active_framebuffer_get().read_color(0, 0, 1, 1, 4, 0, "FLOAT")


def redraw_time() -> float:
    """The time [s] to draw the whole window once."""
    with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
        began = time.perf_counter()
        bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=REDRAWS)
        return (time.perf_counter() - began) / REDRAWS


SCENES = {"strips": strips, "handles": handles, "ghosts": ghosts, "switched_off": switched_off}
MEASURES = {"speed": speed, "looks": looks}


if __name__ == "__main__":
    run(session)
