"""`footfall bake`: a rig in, its simulated keyframes out."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any

from ..catalogue import SKILLS
from ..checks import check_number
from ..cue import LATEST, Cue, check_cue
from ..quiet import silence
from ..take import Take
from .blender import blender
from .bone_map import read_picks
from .output_options import given_output
from .outputs import check_writable
from .parameters import push_cue
from .run import run_shot
from .scene_objects import cue_in_scene, cue_of, ground_in_scene


def run(arguments: Namespace) -> int:
    cue = cue_of(arguments)
    pushes = [push_cue(text) for text in arguments.push]
    output = given_output(arguments)
    _check(arguments, cue, pushes)
    picks = read_picks(arguments.pick)
    with blender():
        from ..rigs.blender.current_pose import read_pose, stand_as_posed
        from ..rigs.blender.files import open_rig, save_blend
        from ..rigs.blender.keys import write_take
        from ..rigs.blender.rig import read_rig
        from ..rigs.blender.scene import frame_rate, make_shot, set_frame_range, set_frame_rate
    with silence():
        armature = open_rig(arguments.rig, arguments.armature)
        rig = read_rig(armature, picks, mass=arguments.mass)
        scene = rig.armature.users_scene[0]
        set_frame_rate(scene, arguments.frame_rate or frame_rate(scene))
        cue = cue_in_scene(arguments, cue, scene, rig)
        pose = read_pose(rig, arguments.start_frame) if output.blend_frames else None
        shot = make_shot(
            stand_as_posed(rig, pose) if pose else rig,
            [cue, *pushes],
            duration=arguments.duration,
            rate=frame_rate(scene),
            seed=arguments.seed,
            ground=ground_in_scene(arguments, scene, rig),
        )
    take = run_shot(shot)
    with silence():
        action = write_take(
            rig, take, start_frame=arguments.start_frame, name=cue.skill.title(), output=output,
            pose=pose,
        )  # fmt: skip
        first, last = map(int, action.frame_range)
        set_frame_range(scene, first, last - first + 1)
        save_blend(arguments.out)
    _say(f"Saved {arguments.out}.")
    if arguments.take:
        take.save(arguments.take)
        _say(f"Saved {arguments.take}.")
    _render(arguments, rig, take)
    return 0


def _check(arguments: Namespace, cue: Cue, pushes: list[Cue]) -> None:
    """What can be known to be wrong before Blender is loaded."""
    check_cue(cue, among=SKILLS)
    for push in pushes:
        check_cue(push)
    check_number("the duration", arguments.duration, "s", 0.0, LATEST, above=True)
    if arguments.mass is not None:
        check_number("the mass", arguments.mass, "kg", 0.0, 1e5, above=True)
    if arguments.frame_rate is not None:
        check_number("the frame rate", arguments.frame_rate, "1/s", 1.0, 1000.0)
    check_writable(arguments.out, "baked scene", ".blend")
    check_writable(arguments.preview, "preview", ".mp4")
    check_writable(arguments.sheet, "sheet", ".png")
    check_writable(arguments.take, "take", ".npz")


def _render(arguments: Namespace, rig: Any, take: Take) -> None:
    from ..rigs.blender.preview import render_movie, render_sheet, sheet_frames

    start = arguments.start_frame
    if arguments.sheet:
        with silence():
            done = render_sheet(rig, arguments.sheet, sheet_frames(take, start))
        _say(done)
    if arguments.preview:
        _say(f"Rendering {len(take.times)} frames")
        with silence():
            done = render_movie(rig, arguments.preview, range(start, start + len(take.times)))
        _say(done)


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)
