"""`footfall crowd`: makes a scene with many members of various proportions from rigs."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from ..base.errors import Cancelled, InvalidInput
from ..bodies.softness import preset_of
from ..catalogue.crowd_files import check_export
from ..catalogue.crowds import FULL
from ..catalogue.hanging import NOTHING_HANGS
from ..crowd.description import Crowd
from ..crowd.groups import join
from ..shots.ground import Ground
from ..shots.shortfalls import unrecovered
from ..simulation.silence_output import silence_output
from .blender import blender
from .crowd_options import chances_of, crowd_of, keys_of, sources_of
from .crowd_simulation import say_missing, simulate_groups
from .outputs import check_writable, say
from .run import say_who_fell

if TYPE_CHECKING:
    from ..rigs.blender.crowd_plan import CrowdPlan
    from ..rigs.blender.hanging_pose import HungChain


def run(arguments: Namespace) -> int:
    crowd = crowd_of(arguments)
    check_writable(arguments.out, "crowd", ".blend")
    check_writable(arguments.take, "take", ".npz")
    check_writable(arguments.preview, "preview", ".mp4")
    check_writable(arguments.picture, "picture", ".png")
    for path in arguments.export:
        check_writable(path, "export")
        check_export(path, has_light=arguments.members != FULL)
    with blender():
        from ..rigs.blender.crowd_export import export_crowd
        from ..rigs.blender.crowd_scene import groups_to_simulate, split_finished, write_crowd
        from ..rigs.blender.crowd_stage import render_crowd
        from ..rigs.blender.files import save_blend
        from ..rigs.blender.hidden_rigs import hide_rigs
        from ..rigs.blender.scene import set_frame_range
        from ..rigs.blender.unfinished_crowd import note_unfinished
    with silence_output():
        plan = replace(_plan(arguments, crowd), kind=arguments.members)
        hanging = _hanging_on(plan) if arguments.hanging else []
        groups = groups_to_simulate(plan)
    done, takes, left = split_finished(groups, simulate_groups(arguments, groups))
    if not done:
        raise Cancelled("No group was finished: nothing is written.")
    take = join([group.numbers for group in done], takes)
    say_who_fell(take)
    down = unrecovered(take)
    if down:
        print(f"{down} members still get up at the end.", file=sys.stderr)
    with silence_output():
        collection = write_crowd(plan, done, takes, hanging)
        note_unfinished(collection, plan, left)
        hide_rigs([rig.armature for rig in plan.rigs])
        set_frame_range(plan.rigs[0].armature.users_scene[0], plan.start_frame, len(take.times))
        save_blend(arguments.out)
    say(f"Saved {arguments.out}.")
    if arguments.take:
        take.save(arguments.take)
        say(f"Saved {arguments.take}.")
    for path in arguments.export:
        with silence_output():
            said = export_crowd(collection, path)
        say(said)
    for path in filter(None, (arguments.preview, arguments.picture)):
        with silence_output():
            said = render_crowd(plan, collection, path, len(take.times))
        say(said)
    say_missing(left, len(plan.crowd.numbers), arguments)
    return 1 if left else 0


def _hanging_on(plan: CrowdPlan) -> list[list[HungChain]]:
    """What hangs on the members of each rig, with presets. Raises InvalidInput."""
    from ..rigs.blender.crowd_hanging import with_meshes
    from ..rigs.blender.hanging import find_hanging
    from ..rigs.blender.hanging_pose import HungChain

    found = [find_hanging(rig)[0] for rig in plan.rigs]
    hanging = [
        with_meshes(
            rig.armature,
            [HungChain(found=part, hanging=preset_of(part.kind)) for part in parts],
            plan.crowd.looks.objects,
        )
        for rig, parts in zip(plan.rigs, found, strict=True)
    ]
    if not any(hanging):
        raise InvalidInput(NOTHING_HANGS)
    return hanging


def _plan(arguments: Namespace, crowd: Crowd) -> CrowdPlan:
    """Open the rigs, and read their surroundings."""
    from ..operators.part_properties import register_once
    from ..rigs.blender.crowd_looks import WantedLooks
    from ..rigs.blender.crowd_places import mark_places
    from ..rigs.blender.crowd_plan import plan_crowd, with_looks, with_surroundings
    from ..rigs.blender.files import add_rig, open_rig
    from ..rigs.blender.rig import read_rig
    from ..rigs.blender.scene_parts import QUEUE, SEAT, SINK

    first, *others = arguments.rigs
    armatures = [open_rig(first, arguments.armature), *map(add_rig, others)]
    rates, chances, keys = sources_of(arguments), chances_of(arguments), keys_of(arguments)
    register_once()
    marked = {SINK: arguments.sink, SEAT: arguments.seat, QUEUE: arguments.queue}
    mark_places(armatures[0].users_scene[0], rates, marked)
    plan = plan_crowd(
        [read_rig(armature) for armature in armatures],
        crowd,
        start_frame=arguments.start_frame,
        rate=arguments.frame_rate,
        surface=arguments.surface,
        width=arguments.width,
        goals=arguments.goals,
    )
    wanted = WantedLooks(collections=chances, prefixes=arguments.materials, keys=keys)
    plan = with_looks(plan, wanted)
    if arguments.marked or rates or any(marked.values()):
        plan = with_surroundings(plan, Ground.flat().friction)
    return plan
