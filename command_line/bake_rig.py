"""The bake of one rig: open, simulate, key, save."""

from __future__ import annotations

from argparse import Namespace
from typing import Any, NamedTuple

from ..catalogue.output import Output
from ..catalogue.routines import Routine
from ..shots.cue import Cue
from ..shots.feasibility import ready_to_run
from ..shots.found_plans import load_plans, merge_plans, plans_found, save_plans
from ..shots.named_props import props_moved
from ..shots.routine import cues_of
from ..shots.shot import Shot
from ..shots.take import Take, whole_take
from ..simulation.silence_output import silence_output
from .bake_report import Record
from .blender import blender
from .jobs import Job
from .outputs import say
from .run import run_shot
from .scene_objects import cue_in_scene, ground_in_scene

DURATION = 6.0  # [s] by default, for cues without an end


class Order(NamedTuple):
    """What all rigs of a command line perform; a routine replaces the cue.

    Attributes:
        duration: [s]; AS_CUES: as long as the cues; None: the default.
    """

    cue: Cue
    routine: Routine | None
    pushes: list[Cue]
    duration: float | str | None
    recover: bool
    output: Output
    picks: dict[str, str]


def bake_rig(job: Job, arguments: Namespace, order: Order, record: Record) -> None:
    """Bake one rig, and record the result."""
    with blender():
        from ..operators.part_properties import register_once
        from ..rigs.blender.current_pose import read_pose
        from ..rigs.blender.export import save_baked
        from ..rigs.blender.files import open_rig
        from ..rigs.blender.keys import write_take
        from ..rigs.blender.prop_keys import write_props
        from ..rigs.blender.rig import read_rig
        from ..rigs.blender.scene import set_frame_range

        register_once()
    start, output = arguments.start_frame, order.output
    with silence_output():
        armature = open_rig(job.rig, arguments.armature)
        record.armature = armature.name
        rig = read_rig(armature, order.picks, mass=arguments.mass)
        record.bones, record.missing = dict(rig.bone_map.roles), list(rig.bone_map.missing)
        pose = read_pose(rig, start) if output.blend_frames else None
        shot = _shot_of(rig, pose, arguments, order)
        keyed_props = _keyed_props_of(rig, shot, arguments, output)
    take = run_shot(shot)
    output = output.of_a_part if take.failure else output
    record.note_take(take)
    with silence_output():
        name = order.routine.label if order.routine else order.cue.skill.title()
        action = write_take(rig, take, start_frame=start, name=name, output=output, pose=pose)
        write_props(keyed_props, rig, take, start, name, output)
        first, last = map(int, action.frame_range)
        set_frame_range(armature.users_scene[0], first, last - first + 1)
        save_baked(armature, job.out, [keyed.thing for keyed in keyed_props])
    record.frames, record.file = (first, last), job.out
    say(f"Saved {job.out}.")
    if arguments.take:
        take.save(arguments.take)
        say(f"Saved {arguments.take}.")
    if arguments.plans:
        known = shot.performers[0].plans
        save_plans(arguments.plans, merge_plans(plans_found(take.performances[0]), known))
        say(f"Saved {arguments.plans}.")
    _render(arguments, rig, take, [keyed.thing for keyed in keyed_props])
    whole_take(take)


def _shot_of(rig: Any, pose: Any, arguments: Namespace, order: Order) -> Shot:
    """The shot in the scene of the rig's file, which is set to the requested frame rate."""
    from ..rigs.blender.current_pose import stand_as_posed
    from ..rigs.blender.scene import frame_rate, make_shot, set_frame_rate
    from ..rigs.blender.scene_props import read_props

    scene = rig.armature.users_scene[0]
    set_frame_rate(scene, arguments.frame_rate or frame_rate(scene))
    if order.routine:
        cues = cues_of(order.routine)
    else:
        cues = [cue_in_scene(arguments, order.cue, scene, rig)]
    shot = make_shot(
        stand_as_posed(rig, pose) if pose else rig,
        [*cues, *order.pushes],
        duration=_duration_of(order, cues),
        rate=frame_rate(scene),
        seed=arguments.seed,
        ground=ground_in_scene(arguments, scene, rig),
        props=read_props(scene, cues, rig, arguments.start_frame),
        recover=order.recover,
        plans=load_plans(arguments.plans) if arguments.plans else (),
    )
    return ready_to_run(shot)


def _duration_of(order: Order, cues: list[Cue]) -> float | None:
    """The duration of the shot [s]; None: as long as its cues."""
    if isinstance(order.duration, float):
        return order.duration
    if order.duration is None and order.routine:
        return order.routine.duration
    if order.duration is None and cues[-1].ending is None:
        return DURATION
    return None


def _keyed_props_of(rig: Any, shot: Shot, arguments: Namespace, output: Output) -> list[Any]:
    """The objects of the file that the take moves."""
    from ..rigs.blender.prop_keys import keyed_props_of
    from ..rigs.blender.scene_parts import PROP, find_object, parts_of

    scene, cues = rig.armature.users_scene[0], shot.performers[0].cues
    moved = [find_object(scene, name) for name in props_moved(cues)]
    others, start = parts_of(scene, PROP), arguments.start_frame
    keyed_props: list[Any] = keyed_props_of(moved, others, start, output)
    return keyed_props


def _render(arguments: Namespace, rig: Any, take: Take, things: list[Any]) -> None:
    from ..rigs.blender.preview import render_movie, render_sheet, sheet_frames

    start = arguments.start_frame
    if arguments.sheet:
        with silence_output():
            done = render_sheet(rig, arguments.sheet, sheet_frames(take, start), things)
        say(done)
    if arguments.preview:
        say(f"Rendering {len(take.times)} frames")
        with silence_output():
            frames = range(start, start + len(take.times))
            done = render_movie(rig, arguments.preview, frames, things)
        say(done)
