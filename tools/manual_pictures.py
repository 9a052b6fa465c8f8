"""Take the pictures of docs/manual in a real window.

    cp tools/manual_pictures.py tools/window_controls.py tools/window_shown.py \
        dist/footfall-*.zip FOLDER
    FOOTFALL_WINDOW=1280x1900 tools/blender_window.sh FOLDER manual_pictures.py ZIP panels
    tools/blender_window.sh FOLDER manual_pictures.py ZIP viewport
    cp FOLDER/manual_*.png docs/manual

Runs inside Blender; FOLDER/report.json reports errors. The panels need a window that is tall enough
for the longest of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from window_controls import (
    COLOURS,
    Steps,
    can_accept,
    install,
    middle_of_view,
    open_tab,
    place,
    press,
    rigify_human,
    run,
    simulate,
    state,
    take_picture,
    take_sidebar,
    tap,
    until,
)
from window_shown import show_open

PREVIEW, STEER = "bpy.ops.footfall.preview()", "bpy.ops.footfall.preview(steered=True)"
OVERLAY = "bpy.ops.footfall.overlay"
DURATION = 4.0  # [s]
FRAME = 60  # in mid walk


def session() -> Steps:
    extension, pictures = sys.argv[-2:]
    install(extension)
    rigify_human()
    yield 1.0
    yield from open_tab()
    bpy.context.scene.footfall.duration = DURATION
    yield from {"panels": panels, "viewport": viewport}[pictures]()


def panels() -> Steps:
    """The sidebar: the main panel with some cues, then each subpanel, open."""
    scene, rig = bpy.context.scene, bpy.context.object
    view = place("WINDOW")["area"].spaces.active
    view.overlay.show_overlays = view.show_gizmo = False
    bpy.ops.mesh.primitive_cube_add(size=0.3, location=(0.0, -2.0, 0.15))
    bpy.context.object.name = "Crate"
    bpy.ops.footfall.set_part(part="OBSTACLE", object="Crate")
    bpy.ops.object.empty_add(location=(0.0, -1.0, 1.2))
    bpy.context.object.name = "Gust"
    bpy.ops.footfall.set_part(part="PUSH", object="Gust")
    scene.footfall.armature = rig
    for skill, frame in (("push", 48), ("stand", 73)):
        scene.frame_set(frame)
        bpy.ops.footfall.add_cue(skill=skill)
    scene.footfall.active_cue = 0
    scene.frame_set(1)
    yield 1.0
    yield from take_sidebar("manual_panel.png")
    scene.footfall.cues[0].walk.use_style_blend = True
    for name in ("gait", "style", "surroundings", "output", "body", "bones", "style_editor"):
        if name == "style_editor":
            bpy.ops.footfall.edit_style()
        show_open(name)
        yield from take_sidebar(f"manual_{name}.png")
    show_open(None)


def viewport() -> Steps:
    """The whole window: the skeleton, a preview, steering, and a baked walk."""
    scene = bpy.context.scene
    scene.frame_end = 1 + round(DURATION * scene.render.fps)
    yield from press(OVERLAY)
    yield from take_window("skeleton")
    yield from press(OVERLAY)
    yield from press(PREVIEW)
    yield from until(can_accept)
    scene.frame_set(FRAME)
    yield from take_window("preview")
    yield from press("bpy.ops.footfall.accept")
    yield from until(lambda: not state().previewing)
    scene.frame_set(FRAME)
    yield from take_window("baked")
    yield from press(STEER)
    yield from until(lambda: state().progress > 0.3)
    yield from drag(-60, 30)
    yield from take_window("steering")
    tap("ESC")
    yield from until(lambda: not state().previewing)


def drag(right: int, up: int) -> Steps:
    x, y = middle_of_view()
    simulate("LEFTMOUSE", "PRESS", x, y)
    yield 0.1
    simulate("MOUSEMOVE", "NOTHING", x + right, y + up)
    yield 0.5
    simulate("LEFTMOUSE", "RELEASE", x + right, y + up)


def take_window(name: str) -> Steps:
    yield 1.0
    take_picture(f"manual_{name}.png", *COLOURS)


if __name__ == "__main__":
    run(session)
