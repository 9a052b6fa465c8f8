"""Take pictures of the panel's states in a real window, in a theme and at a resolution scale.

    cp tools/window_panel.py tools/window_controls.py tools/window_shown.py \
        dist/footfall-*.zip FOLDER
    export FOOTFALL_WINDOW=1920x1080
    tools/blender_window.sh FOLDER window_panel.py ZIP dark 1.0 [SESSION...]
    cp FOLDER/panel_*_dark.png docs/manual    # and those of the theme light

Runs inside Blender and leaves panel_STATE_THEME.png, and report.json, which says for each state how
many pixels of the sidebar are hidden below its end. Without the names of sessions it runs all.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from window_controls import (
    COLOURS,
    WAIT,
    Steps,
    can_accept,
    hidden_below,
    hover,
    install,
    middle_of_view,
    open_tab,
    place,
    rigify_human,
    run,
    said,
    simulate,
    state,
    take_picture,
    take_sidebar,
    tap,
    until,
)
from window_shown import show_open

VIEWS = {
    "add": "360x480+210+450", "pie": "500x300+250+350", "search": "560x320+520+470",
}  # fmt: skip
DRAWN = 3.0  # [s] until a menu is drawn, on a busy computer
LIGHT = "interface_theme/Blender_Light.xml"


def session() -> Steps:
    extension, _theme, scale, *wanted = sys.argv[sys.argv.index("--") + 1 :]
    install(extension)
    set_theme()
    bpy.context.preferences.view.ui_scale = float(scale)
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    view = place("WINDOW")["area"].spaces.active
    view.overlay.show_overlays = view.show_gizmo = False  # the pictures are cut at the panel
    yield 1.0
    yield from open_tab()
    yield from take("empty")
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.object.armature_add()
    yield from take("missing")
    rigify_human()
    yield from open_tab()
    for name in wanted or SESSIONS:
        yield from SESSIONS[name]()


def states() -> Steps:
    """A rig that is ready, none that is chosen, and cues of several skills."""
    scene, rig = bpy.context.scene, bpy.context.object
    yield from take("walk")
    rig.select_set(False)
    bpy.context.view_layer.objects.active = None
    yield from take("unchosen")
    bpy.context.view_layer.objects.active = rig
    scene.footfall.duration = 4.0
    for skill, frame in (("push", 48), ("stand", 73), ("perform", 80)):
        scene.frame_set(frame)
        bpy.ops.footfall.add_cue(skill=skill)
        yield from take(skill)
    while len(scene.footfall.cues) > 1:
        scene.footfall.active_cue = len(scene.footfall.cues) - 1
        bpy.ops.footfall.remove_cue()
    scene.frame_set(1)
    scene.footfall.cues[0].skill = "follow"
    yield from take("error")
    scene.footfall.cues[0].skill = "walk"


def menus() -> Steps:
    """The menus on the keys, and the search."""
    bpy.context.preferences.view.pie_animation_timeout = 0
    for name, key, modifiers in (
        ("add", "A", {"ctrl": True, "shift": True}),
        ("pie", "F", {"ctrl": True, "shift": True}),
        ("search", "F3", {}),
    ):
        tap(key, **modifiers)
        yield WAIT
        x, y = middle_of_view()
        yield from hover(x + 2, y, DRAWN)  # a pie opens as the pointer moves
        if name == "search":
            for letter in "walk":
                x, y = middle_of_view()
                simulate(letter.upper(), "PRESS", x, y, unicode=letter)
                yield 0.2
            yield DRAWN
        take_picture(f"panel_{name}_{theme()}.png", "-crop", VIEWS[name], "+repage", *COLOURS)
        tap("ESC")
        yield 0.5


def below() -> Steps:
    """The panels below the main one, open one at a time."""
    bpy.context.scene.footfall.cues[0].walk.use_style_blend = True
    for name in ("gait", "style", "body", "surroundings", "output", "bones", "crowd", "learn"):
        show_open(name)
        yield from take(f"open_{name}")
    show_open(None)


def runs() -> Steps:
    """A preview, and what it leaves."""
    bpy.context.scene.footfall.duration = 4.0
    call("preview", "INVOKE_DEFAULT")
    yield from until(lambda: state().progress > 0.2)
    yield from take("previewing")
    yield from until(can_accept)
    yield from take("previewed")
    call("accept", "EXEC_DEFAULT")
    yield from until(lambda: not state().previewing)
    yield from take("accepted")
    tap("Z", ctrl=True)
    yield 0.5


def call(operator: str, how: str) -> None:
    """Run an operator in the viewport: buttons are slow to find while a preview plays."""
    with bpy.context.temp_override(**place("WINDOW")):
        getattr(bpy.ops.footfall, operator)(how)


SESSIONS = {"states": states, "menus": menus, "below": below, "runs": runs}


def set_theme() -> None:
    """The light theme that ships with Blender, or the dark one of a new installation."""
    if theme() == "light":
        paths = [Path(folder, LIGHT) for folder in bpy.utils.preset_paths("")]
        path = next(path for path in paths if path.exists())
        bpy.ops.script.execute_preset(
            filepath=str(path), menu_idname="USERPREF_MT_interface_theme_presets"
        )


def take(name: str) -> Steps:
    yield from take_sidebar(f"panel_{name}_{theme()}.png")
    hidden = yield from hidden_below()
    said[name] = {"hidden": hidden}


def theme() -> str:
    return sys.argv[sys.argv.index("--") + 2]


if __name__ == "__main__":
    run(session)
