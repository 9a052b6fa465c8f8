"""The asset library in a real window: drops, clicks, undo, and pictures of the Asset Browser.

    cp tools/window_assets.py tools/window_controls.py tools/window_scene.py \
        tools/window_shown.py tools/skinned_body.py dist/footfall-*.zip FOLDER
    tools/blender_window.sh FOLDER window_assets.py ZIP

Runs inside Blender; FOLDER/report.json holds what happened, manual_assets.png is for docs/manual.
The window must be 1280 x 900.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from window_controls import (
    MODULE,
    Steps,
    can_accept,
    hover,
    install,
    place,
    run,
    said,
    simulate,
    state,
    take_picture,
    tap,
    until,
)
from window_scene import clear_scene, human, look_at, middle_of
from window_shown import clear_reports, read_reports

LIBRARY = "Footfall"
TILE = (70, 70)  # [pixel] of the first asset, from the upper left of the list
SHELF_TILE = (605, 50)  # [pixel] of the first style of the shelf, from the lower left
STEPS = 12  # of a drag
# Of Blender's loop, in which a drop is imported, undone and applied; a busy computer draws for
# seconds in each. And how long each lasts at least [s].
TURNS, TURN = 20, 0.2
APART = 1.5  # [m] between two characters
COLOURS = ("+dither", "-colors", "96")  # keeps a picture small


def session() -> Steps:
    install(sys.argv[-1])
    bpy.ops.preferences.addon_enable(module="rigify")
    clear_scene()
    rig, body = human()
    bpy.ops.ed.undo_push(message="A body")
    yield from look_at(middle_of(body), 5.0)
    yield from until(library_is_open)
    yield from open_browser()
    take_picture("manual_assets.png", *COLOURS)
    yield from drop_style(body)
    yield from drop_routine(body)
    yield from drop_on_the_other(rig)
    yield from apply_in_pose_mode()
    yield from use_shelf()
    yield from look_at_light_theme()
    yield from drop_in_preview()
    bpy.ops.preferences.addon_disable(module=MODULE)
    said["left"] = library_is_open()


def drop_style(body: bpy.types.Object) -> Steps:
    before = [thing.name for thing in bpy.data.objects]
    clear_reports()
    yield from search("Zombie")
    yield from drag(tile(), on_screen(middle_of(body)), "dragging.png")
    said["dropped"] = style()
    said["dropped_reports"] = read_reports()
    said["objects_kept"] = [thing.name for thing in bpy.data.objects] == before
    said["active_kept"] = bpy.context.view_layer.objects.active.name
    undo()
    yield 0.5
    said["undone"] = [style(), [thing.name for thing in bpy.data.objects] == before]
    redo()
    yield 0.5
    said["redone"] = style()


def drop_routine(body: bpy.types.Object) -> Steps:
    yield from search("Falls")
    yield from drag(tile(), on_screen(middle_of(bpy.data.objects["body"])))
    said["routine"] = [cue.skill for cue in bpy.context.scene.footfall.cues]
    bpy.context.scene.footfall.active_cue = 1
    bpy.ops.ed.undo_push(message="Active cue")
    clear_reports()
    yield from search("Zombie")
    yield from drag(tile(), on_screen(middle_of(bpy.data.objects["body"])))
    said["refused"] = read_reports()
    said["routine_kept"] = [cue.skill for cue in bpy.context.scene.footfall.cues]
    take_picture("refused.png", *COLOURS)
    bpy.context.scene.footfall.active_cue = 0
    bpy.ops.ed.undo_push(message="Active cue")


def drop_on_the_other(rig: bpy.types.Object) -> Steps:
    other, body = human()
    other.location.x -= APART
    bpy.context.view_layer.objects.active = bpy.data.objects["rig"]
    bpy.ops.ed.undo_push(message="Two characters")
    yield 0.5
    yield from search("Tired")
    yield from drag(tile(), on_screen(middle_of(body)))
    said["other"] = [style(), bpy.context.view_layer.objects.active.name]


def apply_in_pose_mode() -> Steps:
    """By what a double click calls: simulated events make none."""
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.object.mode_set(mode="POSE")
    yield from search("Proud")
    x, y = tile()
    yield from hover(x, y, 0.3)
    for value in ("PRESS", "RELEASE"):
        simulate("LEFTMOUSE", value, x, y)
        yield 0.2
    region = next(region for region in browser().regions if region.type == "WINDOW")
    with bpy.context.temp_override(area=browser(), region=region):
        bpy.ops.footfall.apply_asset("INVOKE_DEFAULT")
    said["in_pose_mode"] = style()
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.object.mode_set(mode="OBJECT")
    yield 1.0


def use_shelf() -> Steps:
    area = place("WINDOW")["area"]
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.screen.region_toggle(region_type="ASSET_SHELF")
    yield 2.0
    take_picture("shelf.png", *COLOURS)
    shelf = next(region for region in area.regions if region.type == "ASSET_SHELF")
    said["shelf"] = [shelf.x, shelf.y, shelf.width, shelf.height]
    x, y = shelf.x + SHELF_TILE[0], shelf.y + SHELF_TILE[1]
    yield from hover(x, y, 0.5)
    for value in ("PRESS", "RELEASE"):
        simulate("LEFTMOUSE", value, x, y)
        yield 0.2
    yield 1.0
    said["shelf_clicked"] = style()
    take_picture("shelf_clicked.png", *COLOURS)
    bpy.context.scene.footfall.cues[0].walk.style = "natural"
    bpy.ops.ed.undo_push(message="Natural")
    yield from drag((x, y), on_screen(middle_of(bpy.data.objects["body"])), "shelf_drag.png")
    said["shelf_dragged"] = style()


def drop_in_preview() -> Steps:
    """The preview goes on, with the new style."""
    settings = bpy.context.scene.footfall
    while len(settings.cues) > 1:  # the walk of the routine
        settings.cues.remove(1)
    settings.duration, settings.as_long_as_cues = 2.0, False
    bpy.ops.ed.undo_push(message="A walk")
    objects = [thing.name for thing in bpy.data.objects]
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.footfall.preview("INVOKE_DEFAULT")
    yield from until(can_accept)
    yield from search("Robot")
    yield from drag(tile(), on_screen(middle_of(bpy.data.objects["body"])))
    said["in_preview"] = [
        style(), state().previewing, [thing.name for thing in bpy.data.objects] == objects,
    ]  # fmt: skip
    tap("ESC")
    yield from until(lambda: not state().previewing)


def look_at_light_theme() -> Steps:
    """A picture of the assets in Blender's light theme, with the report of the last drop."""
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.screen.region_toggle(region_type="ASSET_SHELF")
    yield from search("")
    theme = Path(bpy.utils.preset_paths("interface_theme")[0]) / "Blender_Light.xml"
    bpy.ops.script.execute_preset(
        filepath=str(theme), menu_idname="USERPREF_MT_interface_theme_presets"
    )
    yield 1.5
    take_picture("assets_light.png", *COLOURS)
    bpy.ops.preferences.reset_default_theme()


def library_is_open() -> bool:
    libraries = bpy.context.preferences.filepaths.asset_libraries
    return LIBRARY in [library.name for library in libraries]


def open_browser() -> Steps:
    """Below the 3D view, as wide as that."""
    window = place("WINDOW")["window"]
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.screen.area_split(direction="HORIZONTAL", factor=0.36)
    views = [area for area in window.screen.areas if area.type == "VIEW_3D"]
    min(views, key=lambda area: area.y).ui_type = "ASSETS"
    yield 2.0
    browser().spaces.active.params.asset_library_reference = LIBRARY
    yield 3.0


def browser() -> bpy.types.Area:
    areas = bpy.context.window_manager.windows[0].screen.areas
    return next(area for area in areas if area.ui_type == "ASSETS")


def search(text: str) -> Steps:
    browser().spaces.active.params.filter_search = text
    browser().tag_redraw()
    yield 1.5


def tile() -> tuple[int, int]:
    region = next(region for region in browser().regions if region.type == "WINDOW")
    return region.x + TILE[0], region.y + region.height - TILE[1]


def on_screen(point) -> tuple[int, int]:
    from bpy_extras.view3d_utils import location_3d_to_region_2d

    view = place("WINDOW")
    at = location_3d_to_region_2d(view["region"], view["area"].spaces.active.region_3d, point)
    return round(view["region"].x + at.x), round(view["region"].y + at.y)


def drag(start: tuple[int, int], end: tuple[int, int], picture: str = "") -> Steps:
    yield from hover(*start, 0.3)
    simulate("LEFTMOUSE", "PRESS", *start)
    yield 0.2
    for i in range(1, STEPS + 1):
        share = i / STEPS
        x, y = (round(a + share * (b - a)) for a, b in zip(start, end, strict=True))
        yield from hover(x, y, 0.08)
    yield 0.3
    if picture:
        take_picture(picture, *COLOURS)
    simulate("LEFTMOUSE", "RELEASE", *end)
    for _ in range(TURNS):
        yield TURN


def style() -> str:
    return str(bpy.context.scene.footfall.cues[0].walk.style)


def undo() -> None:
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.ed.undo()


def redo() -> None:
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.ed.redo()


if __name__ == "__main__":
    run(session)
