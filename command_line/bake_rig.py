"""The bake of one rig: open, simulate, key, save."""

from __future__ import annotations

import math
from argparse import Namespace
from typing import Any, NamedTuple

from ..bodies.character import Character
from ..catalogue import SKILLS
from ..catalogue.output import Output
from ..catalogue.routines import Routine
from ..shots.cue import Cue
from ..shots.feasibility import ready_to_run
from ..shots.found_plans import load_plans, merge_plans, plans_found, save_plans
from ..shots.named_props import props_moved
from ..shots.routine import cues_of
from ..shots.schedule import own_seconds
from ..shots.shot import Shot
from ..shots.take import Take, whole_take
from ..shots.usual_speeds import at_usual_speed
from ..simulation.silence_output import silence_output
from .bake_hanging import hung_parts
from .bake_report import Record
from .blender import blender
from .clips import (
    first_frame,
    open_performer,
    poses_from_files,
    say_what_becomes,
    with_clip,
    with_poses,
)
from .jobs import Job
from .outputs import say
from .run import run_shot
from .scene_objects import cue_in_scene, ground_in_scene

DURATION = 6.0  # [s] by default, for cues without an end
START_FRAME = 1  # by default, for cues without a clip


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


class Subject(NamedTuple):
    """What is baked: a rig in its opened file, and what it performs.

    Attributes:
        cue: with its clip, where the skill has one.
        start: the frame of the first key.
        name: of a new Action.
    """

    rig: Any
    cue: Cue
    start: int
    name: str


def bake_rig(job: Job, arguments: Namespace, order: Order, record: Record) -> None:
    """Bake one rig, and record the result."""
    with blender():
        from ..operators.part_properties import register_once
        from ..rigs.blender.current_pose import read_pose
        from ..rigs.blender.export import save_baked
        from ..rigs.blender.hanging import add_hanging
        from ..rigs.blender.hanging_body import simulated_chains, with_acting
        from ..rigs.blender.keys import write_take
        from ..rigs.blender.prop_keys import write_props
        from ..rigs.blender.scene import set_frame_range

        register_once()
    output = order.output
    with silence_output():
        subject = _open(job, arguments, order)
        parts = hung_parts(subject.rig, arguments)
        subject = subject._replace(rig=with_acting(subject.rig, parts))
        rig, start = subject.rig, subject.start
        armature, record.armature = rig.armature, rig.armature.name
        record.bones, record.missing = dict(rig.bone_map.roles), list(rig.bone_map.missing)
        pose = read_pose(rig, start) if output.blend_frames else None
        shot = _shot_of(subject, pose, arguments, order)
        keyed_props = _keyed_props_of(rig, shot, start, output)
    record.contacts = say_what_becomes(shot)
    take = run_shot(shot, arguments.workers)
    output = output.of_a_part if take.failure else output
    record.note_take(take)
    with silence_output():
        action = write_take(
            rig, take, start_frame=start, name=subject.name, output=output, pose=pose,
            source=shot.performers[0],
        )
        write_props(keyed_props, rig, take, start, subject.name, output)
        if parts:
            simulated = simulated_chains(rig, take.performances[0], start, shot.frame_rate)
            add_hanging(rig, parts, simulated=simulated)
        first, last = map(int, action.frame_range)
        set_frame_range(armature.users_scene[0], first, last - first + 1)
        save_baked(armature, job.out, [keyed.thing for keyed in keyed_props])
    record.frames, record.file = (first, last), job.out
    say(f"Saved {job.out}.")
    _save_beside(arguments, shot, take)
    _render(arguments, rig, take, start, [keyed.thing for keyed in keyed_props])
    whole_take(take)


def _open(job: Job, arguments: Namespace, order: Order) -> Subject:
    """Open the rig's file, and read the clip where the skill performs one."""
    from ..rigs.blender.files import open_rig
    from ..rigs.blender.rig import read_rig

    given, cue = arguments.start_frame, order.cue
    if order.routine is None and SKILLS[cue.skill].clip:
        rig, found = open_performer(job.rig, arguments, cue, order.picks)
        name = f"{found.clip.name} {cue.skill.title()}"
        start = first_frame(cue, found) if given is None else given
        return Subject(rig, with_clip(cue, found, rig.character), start, name)
    poses = poses_from_files(cue)
    rig = read_rig(open_rig(job.rig, arguments.armature), order.picks, mass=arguments.mass)
    cue = with_poses(cue, poses, rig, job.rig)
    name = order.routine.label if order.routine else cue.skill.title()
    return Subject(rig, cue, START_FRAME if given is None else given, name)


def _save_beside(arguments: Namespace, shot: Shot, take: Take) -> None:
    """Save the take and its plans where that was asked for."""
    if arguments.take:
        take.save(arguments.take)
        say(f"Saved {arguments.take}.")
    if arguments.plans:
        known = shot.performers[0].plans
        save_plans(arguments.plans, merge_plans(plans_found(take.performances[0]), known))
        say(f"Saved {arguments.plans}.")


def _shot_of(subject: Subject, pose: Any, arguments: Namespace, order: Order) -> Shot:
    """The shot in the scene of the rig's file, which is set to the requested frame rate."""
    from ..rigs.blender.current_pose import stand_as_posed
    from ..rigs.blender.scene import frame_rate, make_shot, set_frame_rate
    from ..rigs.blender.scene_movers import floor_below
    from ..rigs.blender.scene_props import read_props

    rig, start = subject.rig, subject.start
    scene = rig.armature.users_scene[0]
    set_frame_rate(scene, arguments.frame_rate or frame_rate(scene))
    if order.routine:
        cues = cues_of(order.routine)
    else:
        cue = at_usual_speed(subject.cue, rig.character)
        cues = [cue_in_scene(arguments, cue, scene, rig, start)]
    duration, rate = _duration_of(order, cues, rig.character), frame_rate(scene)
    last = start + math.ceil(duration * rate) if duration else max(scene.frame_end, start)
    props = read_props(scene, cues, rig, range(start, last + 2), rate)
    ground = ground_in_scene(arguments, scene, rig)
    shot = make_shot(
        stand_as_posed(rig, pose) if pose else rig,
        [*cues, *order.pushes],
        duration=duration,
        rate=rate,
        seed=arguments.seed,
        ground=ground if arguments.ground else floor_below(ground, props, rig),
        props=props,
        recover=order.recover,
        plans=load_plans(arguments.plans) if arguments.plans else (),
    )
    return ready_to_run(shot)


def _duration_of(order: Order, cues: list[Cue], character: Character) -> float | None:
    """The duration of the shot [s]; None: as long as its cues. A clip ends with its last frame."""
    if isinstance(order.duration, float):
        return order.duration
    if order.duration is None and order.routine:
        return order.routine.duration
    if order.duration is None and cues[-1].ending is None:
        return DURATION
    return own_seconds(cues[-1], character) if order.duration is None else None


def _keyed_props_of(rig: Any, shot: Shot, start: int, output: Output) -> list[Any]:
    """The objects of the file that the take moves."""
    from ..rigs.blender.prop_keys import keyed_props_of
    from ..rigs.blender.scene_parts import PROP, find_object, parts_of

    scene, cues = rig.armature.users_scene[0], shot.performers[0].cues
    moved = [find_object(scene, name) for name in props_moved(cues)]
    keyed_props: list[Any] = keyed_props_of(moved, parts_of(scene, PROP), start, output)
    return keyed_props


def _render(arguments: Namespace, rig: Any, take: Take, start: int, things: list[Any]) -> None:
    from ..rigs.blender.preview import render_movie, render_sheet, sheet_frames

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
