"""`footfall learn-run`: a clip of running, skipping or the like in, a reference motion out."""

from __future__ import annotations

import argparse
import sys
from argparse import Namespace
from pathlib import Path

from ..quiet import silence
from .blender import blender
from .outputs import check_writable


def add_options(parser: argparse.ArgumentParser, rig_help: str) -> None:
    parser.description = (
        "Find the cycle in a clip of running or skipping, make it obey physics, and save it as a "
        "reference motion."
    )
    parser.add_argument("clip", metavar="CLIP.bvh", help=rig_help)
    parser.add_argument("--out", metavar="CLIP.json", required=True)
    parser.add_argument("--armature", metavar="NAME", help="which one, where there are several")
    parser.add_argument("--action", metavar="NAME", help="which Action, where there are several")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    check_writable(arguments.out, "reference motion", ".json")
    with blender():
        from ..rigs.blender.files import open_clip
        from ..rigs.blender.motion import read_animation
        from ..rigs.blender.rig import read_rig
    from ..running.analysis import analyse
    from ..running.clip import reference_of_motion
    from ..running.reference import save_reference
    from ..running.sound_motion import make_sound

    with silence():
        rig = read_rig(open_clip(arguments.clip, arguments.armature, arguments.action))
        motion = read_animation(rig)
    name = Path(arguments.out).stem
    reference, change = make_sound(reference_of_motion(motion, rig.character, name))
    analysis = analyse(reference)
    save_reference(reference, arguments.out)
    forward, lateral = (1000.0 * value for value in analysis.misfit)
    print(
        f"Saved {arguments.out}: {reference.period:.2f} s a cycle, {reference.speed:.2f} m/s. "
        f"{change} The pendulum's end is {forward:.0f} mm forwards and {lateral:.0f} mm sideways "
        "from the center of mass (RMS).",
        file=sys.stderr,
    )
    return 0
