"""What an artist does, done in a real window: bake, cancel, preview, scrub, change, accept, undo.

Runs inside Blender (tools/blender_window.sh FOLDER window_session.py ZIP) and leaves report.json
and pictures in the folder that it runs in. tests/test_window.py reads the report.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import bpy

MODULE = "bl_ext.user_default.footfall"
TAB = "Footfall"
WAIT = 0.1  # [s] between two looks
MOMENTS = 20  # at which a preview is cancelled, and at which its worker is killed
PATIENCE = 400.0  # [s] for anything at all; the first bake compiles

Steps = Iterator[float]
said: dict[str, object] = {}


def session() -> Steps:
    """Each yield hands control back to Blender for that many seconds."""
    install(sys.argv[-1])
    rig = rigify_human()
    yield 1.0
    yield from open_tab()
    said["before"] = keyed(rig)
    take_picture("panel.png")

    bpy.context.scene.footfall.duration = 40.0  # long enough to be cancelled on any machine
    yield from press("bpy.ops.footfall.bake")
    yield from until(lambda: progress() > 0.0)
    said["running"] = running()
    take_picture("baking.png")
    tap("Z", ctrl=True)  # an undo now would pull the rig away from the bake
    said["progress"] = yield from watch(lambda: progress() > 0.3 or not running())
    tap("ESC")
    yield from until(lambda: not running())
    said["after_escape"] = keyed(rig)
    take_picture("cancelled.png")

    bpy.context.scene.footfall.duration = 6.0
    yield from press("bpy.ops.footfall.bake")
    yield from until(running)
    yield from until(lambda: not running())
    yield 0.5
    said["after_bake"] = keyed(rig)
    said["walked"] = distance_walked(rig)
    yield 1.0
    take_picture("baked.png")

    tap("Z", ctrl=True)
    yield 1.0
    said["after_undo"] = keyed(bpy.data.objects["rig"])
    take_picture("undone.png")

    yield from preview_session(bpy.data.objects["rig"])


def preview_session(rig: bpy.types.Object) -> Steps:
    """Preview, scrub, change a parameter, accept, undo, redo; then interruptions."""
    scene = bpy.context.scene
    scene.frame_set(1)
    yield from press("bpy.ops.footfall.overlay")
    yield 0.5
    take_picture("skeleton.png")
    before = scene_data(rig)
    yield from press("bpy.ops.footfall.preview")
    pressed = time.monotonic()
    yield from until(lambda: scene_data(rig) != before, look=0.01)
    said["first_motion"] = time.monotonic() - pressed
    yield from until(lambda: progress() == 1.0)
    said["scrubbed"] = []
    for frame in (40, 100):
        scene.frame_set(frame)
        yield 0.5
        said["scrubbed"].append(torso(rig))
    take_picture("preview.png")
    scene.footfall.mass = 80.0
    yield from until(lambda: progress() < 1.0)
    yield from until(lambda: progress() == 1.0)
    yield from press("bpy.ops.footfall.accept")
    yield 1.0
    said["accepted"] = keyed(rig)
    accepted = scene_data(rig)
    tap("Z", ctrl=True)
    yield 1.0
    said["preview_undone"] = scene_data(bpy.data.objects["rig"]) == before
    tap("Z", ctrl=True, shift=True)
    yield 1.0
    said["preview_redone"] = scene_data(bpy.data.objects["rig"]) == accepted
    tap("Z", ctrl=True)
    yield 1.0
    yield from interruptions(bpy.data.objects["rig"])


def interruptions(rig: bpy.types.Object) -> Steps:
    """Cancel, then kill the worker, at so many random moments."""
    moments = random.Random(7)
    before = scene_data(rig)
    for name, interrupt in (("cancels", lambda: tap("ESC")), ("kills", kill_worker)):
        same = []
        for _ in range(MOMENTS):
            yield from press("bpy.ops.footfall.preview")
            yield moments.uniform(0.0, 2.0)
            interrupt()
            yield from until(lambda: not previewing())
            yield 0.2
            same.append(scene_data(rig) == before)
        said[name] = same
        take_picture(f"{name}.png")


def kill_worker() -> None:
    """End the worker that simulates, as a crash of it would."""
    preview = sys.modules[f"{MODULE}.operators.previewing"].active_preview()
    if preview is not None and preview._worker is not None:
        preview._worker.process.kill()
    else:  # it was done before: there is nothing left to kill
        tap("ESC")


def install(extension: str) -> None:
    bpy.ops.extensions.package_install_files(
        repo="user_default", filepath=str(Path(extension).resolve()), enable_on_install=True
    )
    said["installed"] = MODULE in bpy.context.preferences.addons


def rigify_human() -> bpy.types.Object:
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
    """The window, area and region of the 3D viewport, as operators want them."""
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


def press(operator: str) -> Steps:
    """Click the button of an operator, wherever the sidebar shows it."""
    region = place("UI")["region"]
    wm = bpy.context.window_manager
    x = region.x + region.width // 2
    for y in range(region.y + region.height - 4, region.y, -8):
        move(x, y)
        yield 0.03
        wm.clipboard = ""
        with bpy.context.temp_override(**place("UI")):
            # Blender copies the command of the button below the pointer, and refuses without one.
            if bpy.ops.ui.copy_python_command_button.poll():
                bpy.ops.ui.copy_python_command_button()
        if wm.clipboard.startswith(operator):
            yield from click(x, y)
            return
    take_picture("not_found.png")
    raise RuntimeError(f"The sidebar shows no button for {operator}.")


def move(x: int, y: int) -> None:
    window = bpy.context.window_manager.windows[0]
    window.event_simulate(type="MOUSEMOVE", value="NOTHING", x=x, y=y)


def click(x: int, y: int) -> Steps:
    window = bpy.context.window_manager.windows[0]
    for value in ("PRESS", "RELEASE"):
        window.event_simulate(type="LEFTMOUSE", value=value, x=x, y=y)
        yield WAIT


def tap(key: str, ctrl: bool = False, shift: bool = False) -> None:
    view = place("WINDOW")["region"]
    x, y = view.x + view.width // 3, view.y + view.height // 2
    window = bpy.context.window_manager.windows[0]
    for value in ("PRESS", "RELEASE"):
        window.event_simulate(type=key, value=value, x=x, y=y, ctrl=ctrl, shift=shift)


def running() -> bool:
    return bool(bpy.context.window_manager.footfall.running)


def progress() -> float:
    return float(bpy.context.window_manager.footfall.progress)


def previewing() -> bool:
    return bool(bpy.context.window_manager.footfall.previewing)


def torso(rig: bpy.types.Object) -> list[float]:
    return [round(value, 6) for value in rig.matrix_world @ rig.pose.bones["torso"].head]


def scene_data(rig: bpy.types.Object) -> str:
    """Everything that a preview might change: channels, properties, constraints, curves, frame."""
    animated = rig.animation_data
    names = ("location", "rotation_quaternion", "rotation_euler", "scale")
    return repr(
        [
            bpy.context.scene.frame_current,
            [(a.name, list(a.frame_range)) for a in bpy.data.actions],
            animated.action.name if animated and animated.action else None,
            [list(getattr(rig, name)) for name in names],
            [[list(getattr(b, name)) for name in names] for b in rig.pose.bones],
            [[c.influence for c in b.constraints] for b in rig.pose.bones],
            [[v for v in b.values() if isinstance(v, (int, float))] for b in rig.pose.bones],
            [list(o.keys()) for o in bpy.data.objects],
        ]
    )


def until(reached: Callable[[], bool], look: float = WAIT) -> Steps:
    deadline = time.monotonic() + PATIENCE
    while not reached():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {PATIENCE:.0f} s in vain")
        yield look


def watch(reached: Callable[[], bool]) -> Iterator[float]:
    seen = [progress()]
    deadline = time.monotonic() + PATIENCE
    while not reached() and time.monotonic() < deadline:
        yield WAIT
        seen.append(progress())
    return seen


def keyed(rig: bpy.types.Object) -> dict[str, object]:
    """What a bake may change of a rig."""
    action = rig.animation_data and rig.animation_data.action
    return {
        "action": action.name if action else None,
        "curves": len(action.fcurves) if action else 0,
        "actions": len(bpy.data.actions),
        "torso": [round(value, 6) for value in rig.pose.bones["torso"].location],
    }


def distance_walked(rig: bpy.types.Object) -> float:
    """How far the torso gets on the ground [m]; leaves the timeline in mid walk."""
    scene = bpy.context.scene
    places = []
    for moment in (0.0, scene.footfall.duration, scene.footfall.duration / 4):
        scene.frame_set(scene.footfall.start_frame + round(moment * scene.render.fps))
        places.append(rig.matrix_world @ rig.pose.bones["torso"].head)
    return (places[1] - places[0]).xy.length


def take_picture(name: str) -> None:
    # Blender's own screenshot is black on a software renderer.
    subprocess.run(["import", "-window", "root", name], check=True)


def run() -> None:
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
    bpy.app.timers.register(step, first_interval=1.0)


if __name__ == "__main__":
    run()
