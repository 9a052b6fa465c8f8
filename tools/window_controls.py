"""Control of a real Blender window: press buttons, wait, read the status bar, take pictures.

For scripts that run inside Blender by tools/blender_window.sh; the contents of `said` are written
to report.json beside them.
"""

from __future__ import annotations

import json
import subprocess
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

import bpy

MODULE = "bl_ext.user_default.footfall"
TAB = "Footfall"
WAIT = 0.1  # [s] between two polls
REST = 0.005  # [s] of sleep between two looks for events, as Blender itself has it
HOVER = 0.03  # [s] that the pointer rests where a button may be
# [s] that it rests where one was found; looks that the window may lag behind on a busy computer.
SURE, LAG = 0.2, 4
MOVES = 12  # of a drag
PAGES, NOTCHES = 6, 10  # largest number of searched pages; turns of the wheel from page to page
WHOLE = 30  # turns of the wheel that pass the whole sidebar
COLUMNS = (0.3, 0.7, 0.84)  # of the sidebar's width: cover every button, the last one small ones
BESIDE = 50  # [pixel] between the rows of a button and of the next one to press
TABS, EDGE = 24, 8  # [pixel] of the sidebar: its tabs, and the editor's rounded edge
TRIMMED = ("-fuzz", "8%", "-trim", "+repage")
FRAMED = ("-bordercolor", "#3d3d3d", "-border", "8")
COLOURS = ("+dither", "-colors", "96")  # keeps a picture small
WIDE, SMALL = COLUMNS[:1], COLUMNS[-1:]  # cover buttons of a whole row, and small ones
PATIENCE = 900.0  # [s], longest wait; the first bake compiles, on a machine that may be busy

Steps = Iterator[float]
Place = tuple[int, int]  # in the window [pixel]
Finding = Generator[float, None, Place]
said: dict[str, object] = {}
_places: dict[str, Place] = {}  # where buttons and fields were found, the latest one last


def run(session: Callable[[], Steps]) -> None:
    """Run the steps of a session, with a pause [s] after each, then quit Blender."""
    steps = session()

    def step() -> float | None:
        try:
            return next(steps)
        except StopIteration:
            pass
        except Exception:
            said["error"] = traceback.format_exc()
            take_picture("error.png")
        Path("report.json").write_text(json.dumps(said, indent=1))
        bpy.ops.wm.quit_blender()
        return None

    bpy.context.preferences.view.show_splash = False
    bpy.app.timers.register(step, first_interval=1.0, persistent=True)  # files are opened
    bpy.app.timers.register(rest, persistent=True)


def rest() -> float:
    """Sleep once in each turn of Blender's loop.

    Blender does not sleep while events may be simulated: a window that waits would take all of a
    processor from the run that it waits for.
    """
    time.sleep(REST)
    return 0.0


def install(extension: str) -> None:
    bpy.ops.extensions.package_install_files(
        repo="user_default", filepath=str(Path(extension).resolve()), enable_on_install=True
    )
    said["installed"] = MODULE in bpy.context.preferences.addons


def rigify_human() -> bpy.types.Object:
    """Add a rig to an otherwise empty scene, in the middle of the view."""
    bpy.ops.preferences.addon_enable(module="rigify")
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.object.armature_human_metarig_add()
        bpy.ops.pose.rigify_generate()
        bpy.data.objects["metarig"].hide_set(True)
        bpy.ops.view3d.view_selected()
        bpy.ops.ed.undo_push(message="A rig to walk")
    return bpy.data.objects["rig"]


def place(region: str) -> dict[str, object]:
    """The window, area and region of the 3D viewport, as a context override."""
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    found = next(r for r in area.regions if r.type == region)
    return {"window": window, "area": area, "region": found}


def open_tab() -> Steps:
    area = place("WINDOW")["area"]
    area.spaces.active.show_region_ui = True
    yield 1.0
    sidebar = place("UI")["region"]
    sidebar.active_panel_category = TAB
    sidebar.tag_redraw()
    yield 1.0


def press(command: str, columns: Sequence[float] = COLUMNS) -> Steps:
    """Click the button whose command begins so; scroll the sidebar to find it."""
    at = yield from find(command, columns)
    yield from click(*at)


def find(command: str, columns: Sequence[float] = COLUMNS) -> Finding:
    """Look for the button whose command begins so, or for the field whose data path ends so, and
    scroll the sidebar to find it; returns its place.
    """
    for _ in range(PAGES):
        before: list[Place] = []
        for at in likely_places(command, columns) + sidebar_places(columns):
            yield from hover(*at, HOVER)
            # What is below the pointer may still be what was below it before.
            for x, y in [at, *before] if is_below(command) else ():
                yield from hover(x, y + 1, HOVER)
                yield from hover(x, y, SURE)
                if is_below(command):
                    _places.pop(command, None)
                    _places[command] = (x, y)
                    return x, y
            before = [at, *before][:LAG]
        yield from scroll("WHEELDOWNMOUSE", NOTCHES)
    take_picture("not_found.png")
    raise RuntimeError(f"The sidebar shows no button for {command}.")


def likely_places(command: str, columns: Sequence[float]) -> list[Place]:
    """Where it was, and for a button the rows near to what was found last: each look draws the
    sidebar anew, and a press often leads to a next one beside it.
    """
    known = [_places[command]] if command in _places else []
    if not command.startswith("bpy.ops.") or not _places:
        return known
    near = next(reversed(_places.values()))[1]
    return known + [at for at in sidebar_places(columns) if abs(at[1] - near) < BESIDE]


def scroll(wheel: str, notches: int) -> Steps:
    """Turn the wheel over the sidebar."""
    region = place("UI")["region"]
    x, y = region.x + region.width // 2, region.y + region.height // 2
    for _ in range(notches):
        simulate(wheel, "PRESS", x, y)
        yield HOVER


def hidden_below() -> Generator[float, None, float]:
    """Scroll to the end of the sidebar and back; returns how much of it was hidden [pixel]."""
    before = scrolled()
    yield from scroll("WHEELDOWNMOUSE", WHOLE)
    yield 0.3
    hidden = before - scrolled()
    yield from scroll("WHEELUPMOUSE", WHOLE)
    yield 0.3
    return hidden


def scrolled() -> float:
    """How far up the view on the sidebar reaches down [pixel]; it follows the wheel to the end."""
    return place("UI")["region"].view2d.region_to_view(0, 0)[1]


def sidebar_places(columns: Sequence[float]) -> list[Place]:
    """Places that cover every button in some columns, from the top down."""
    region = place("UI")["region"]
    rows = range(region.y + region.height - 4, region.y, -8)
    return [(region.x + round(share * region.width), y) for y in rows for share in columns]


def is_below(command: str) -> bool:
    """Whether the pointer is on the button of a command, or on the field of a data path."""
    if command.startswith("bpy.ops."):
        return copied_below("copy_python_command_button").startswith(command)
    return copied_below("copy_data_path_button").endswith(command)


def copied_below(operator: str) -> str:
    """What Blender copies of the button below the pointer; "" without a button."""
    wm = bpy.context.window_manager
    wm.clipboard = ""
    with bpy.context.temp_override(**place("UI")):
        copy = getattr(bpy.ops.ui, operator)
        if copy.poll():
            copy()
    return str(wm.clipboard)


def hover(x: int, y: int, seconds: float) -> Steps:
    simulate("MOUSEMOVE", "NOTHING", x, y)
    yield seconds


def click(x: int, y: int) -> Steps:
    """Click; returns after the release, when the button's operator begins."""
    simulate("LEFTMOUSE", "PRESS", x, y)
    yield WAIT
    simulate("LEFTMOUSE", "RELEASE", x, y)


def tap(key: str, ctrl: bool = False, shift: bool = False) -> None:
    """Press a key over the viewport."""
    x, y = middle_of_view()
    for value in ("PRESS", "RELEASE"):
        simulate(key, value, x, y, ctrl=ctrl, shift=shift)


def middle_of_view() -> Place:
    """A place in the viewport outside the sidebars."""
    view = place("WINDOW")["region"]
    return view.x + view.width // 3, view.y + view.height // 2


def drag(start: Place, end: Place, picture: str = "") -> Steps:
    """Drag with the left mouse button; `picture`: the name of one before its release."""
    yield from hover(*start, 0.3)
    simulate("LEFTMOUSE", "PRESS", *start)
    yield 0.2
    for i in range(1, MOVES + 1):
        x, y = (round(a + i / MOVES * (b - a)) for a, b in zip(start, end, strict=True))
        yield from hover(x, y, 0.08)
    yield 0.3
    if picture:
        take_picture(picture, *COLOURS)
    simulate("LEFTMOUSE", "RELEASE", *end)


def simulate(kind: str, value: str, x: int, y: int, **more: bool | str) -> None:
    """Simulate an event; `more` are modifiers, and `unicode` for a letter that is typed."""
    window = bpy.context.window_manager.windows[0]
    window.event_simulate(type=kind, value=value, x=x, y=y, **more)


def state() -> bpy.types.PropertyGroup:
    """The state of the present run, as the panel shows it."""
    return bpy.context.window_manager.footfall


def can_accept() -> bool:
    """Whether the preview has a take, which arrives a moment after its progress is whole."""
    with bpy.context.temp_override(**place("WINDOW")):
        return bool(bpy.ops.footfall.accept.poll())


def until(reached: Callable[[], bool], look: float = WAIT) -> Steps:
    deadline = time.monotonic() + PATIENCE
    while not reached():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {PATIENCE:.0f} s in vain")
        yield look


def take_picture(name: str, *options: str) -> None:
    """Take a picture of the whole window; `options` are ImageMagick's."""
    # Blender's own screenshot is black on a software renderer.
    subprocess.run(["import", "-window", "root", name], check=True)
    if options:
        subprocess.run(["mogrify", *options, name], check=True)


def take_sidebar(name: str) -> Steps:
    """Take a picture of the sidebar alone, without the empty viewport below its panels."""
    yield from hover(*middle_of_view(), WAIT)  # a button below the pointer keeps its state
    place("UI")["region"].tag_redraw()
    yield 1.0
    region = place("UI")["region"]
    tabs, edge = (round(size * bpy.context.preferences.system.ui_scale) for size in (TABS, EDGE))
    top = bpy.context.window_manager.windows[0].height - region.y - region.height
    crop = f"{region.width - tabs}x{region.height - edge}+{region.x}+{top}"
    take_picture(name, "-crop", crop, "+repage", *TRIMMED, *FRAMED, *COLOURS)
