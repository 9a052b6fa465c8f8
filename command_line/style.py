"""`footfall style`: makes a walking style from a rig's animation."""

from __future__ import annotations

import sys
from argparse import Namespace

from ..catalogue.styles import check_own_name, save_style, write_style
from ..simulation.silence_output import silence_output
from .blender import blender
from .outputs import check_writable


def run(arguments: Namespace) -> int:
    check_own_name(arguments.name)
    check_writable(arguments.out, "style", ".json")
    with blender():
        from ..rigs.blender.files import open_clip
        from ..rigs.blender.rig import read_rig
        from ..rigs.blender.walking_style import style_of_animation
    with silence_output():
        rig = read_rig(open_clip(arguments.rig, arguments.armature, arguments.action))
        style = style_of_animation(rig, arguments.name)
    path = arguments.out
    if path is None:
        path = save_style(style)
    else:
        write_style(style, path)
    print(f"Saved {path}.", file=sys.stderr)
    return 0
