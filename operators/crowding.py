"""A crowd as a generator of steps: simulated in parallel groups, then written at once."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import bpy

from ..base.errors import InvalidInput, RigError
from ..catalogue.hanging import NOTHING_HANGS
from ..jobs.batch import kept_takes, simulate_in_steps
from ..jobs.group_progress import GroupProgress
from ..rigs.blender.crowd_plan import CrowdPlan, plan_crowd, with_looks, with_surroundings
from ..rigs.blender.crowd_scene import (
    NUMBER,
    StoredCrowd,
    as_read,
    groups_to_simulate,
    kinds_of,
    locked_in,
    read_crowd,
    split_finished,
    write_crowd,
)
from ..rigs.blender.hidden_rigs import shown
from ..rigs.blender.scene import extend_range
from ..rigs.blender.subjects import Subjects
from ..rigs.blender.unfinished_crowd import note_unfinished
from ..rollout.wording import count
from ..shots.shortfalls import unrecovered
from ..shots.take import Take
from .chosen import chosen_armatures
from .crowd_choice import active_crowd, selected_numbers
from .crowd_keeping import NONE_FINISHED, continued, say_unfinished
from .crowd_looks import wanted_looks
from .hanging_run import compiling, used_parts
from .preferences import compiled_folder, scheduler, take_folder
from .rig_run import read_picked
from .run_state import CURRENT
from .skill_properties import shortest

if TYPE_CHECKING:
    from ..rigs.blender.hanging_pose import HungChain

Steps = Generator[None, None, tuple[set[str], str]]


def new_crowd(context: bpy.types.Context) -> CrowdPlan:
    """The crowd that the panel describes, of the chosen rigs. Raises FootfallError."""
    settings, scene = context.scene.footfall.crowd, context.scene
    rigs = chosen_rigs(context)
    if not rigs:
        raise InvalidInput("Select the rigs that the crowd is made of.")
    plan = plan_crowd(
        [read_picked(context, rig) for rig in rigs],
        settings.chosen(shortest(scene.footfall.duration)),
        start_frame=scene.footfall.start_frame,
        rate=None,
        surface=settings.surface and settings.surface.name,
        width=shortest(settings.width),
        goals=settings.goals and settings.goals.name,
    )
    plan = with_looks(plan, wanted_looks(settings))
    plan = replace(plan, hangs=settings.hanging, kind=settings.members)
    return continued(with_surroundings(plan, shortest(scene.footfall.ground_friction)))


def rolled_again(context: bpy.types.Context, everyone: bool) -> CrowdPlan:
    """The crowd of the active member, with new seeds for some members. Raises FootfallError.

    Args:
        everyone: whether all unlocked members are drawn anew, with new places; else the selected
            members are, at their present places.
    """
    plan = stored_plan(context, active_crowd(context))
    crowd, locked = plan.crowd, locked_in(plan.collection)
    if everyone:
        places = dict(zip(crowd.numbers, (p.position for p in plan.shot.performers), strict=True))
        return replace(
            plan,
            crowd=replace(
                crowd,
                seed=1 + max([crowd.seed, *crowd.seeds.values()]),  # a seed that no member has had
                seeds={n: crowd.seeds.get(n, crowd.seed) for n in locked},
                places={n: places[n] for n in locked},
            ),
        )
    chosen = [n for n in selected_numbers(context) if n not in locked]
    seeds = {n: crowd.seeds.get(n, crowd.seed) + 1 for n in chosen}
    if not seeds:
        raise InvalidInput("All of the selected members are locked: unlock one of them.")
    return replace(plan, crowd=replace(crowd, seeds={**crowd.seeds, **seeds}))


def stored_plan(context: bpy.types.Context, collection: bpy.types.Collection) -> CrowdPlan:
    """The plan of a crowd that is in the scene. Raises FootfallError."""
    stored: StoredCrowd = read_crowd(collection)
    with as_read(stored):
        rigs = [read_picked(context, rig) for rig in stored.rigs]
    return CrowdPlan(
        rigs, stored.crowd, stored.start_frame, stored.around, collection, stored.hangs, stored.kind
    )


def crowd_steps(plan_of, context: bpy.types.Context) -> Steps:
    """Simulate the groups of a plan that are not in the scene yet, and write them.

    Raises FootfallError. Closing the generator before its end leaves the scene unchanged. Where
    what is finished is kept on cancel, it ends with the groups that are finished then.
    """
    CURRENT.begin()
    CURRENT.can_keep = context.scene.footfall.crowd.keep_finished
    try:
        plan: CrowdPlan = plan_of(context)
        hanging = hanging_on(plan)
        groups, kept = groups_to_simulate(plan), kept_takes(take_folder())
        simulation = simulate_in_steps(
            [group.shot for group in groups],
            workers=context.scene.footfall.crowd.workers,
            scheduler=scheduler(),
            kept=kept,
            follow=partial(_show, GroupProgress([len(group.numbers) for group in groups])),
            compiled=compiled_folder(),
        )
        yield from _while_unchanged(simulation, _subjects_of(plan))
        done, takes, left = split_finished(groups, kept)
        if left and not done:
            return {"WARNING"}, NONE_FINISHED
        if hanging:
            yield from compiling()
        collection = write_crowd(plan, done, takes, hanging)
        note_unfinished(collection, plan, left)
        if takes and context.scene.footfall.output.extend_scene:
            extend_range(context.scene, plan.start_frame + len(takes[0].times) - 1)
        if left:
            return {"WARNING"}, say_unfinished(collection, left, len(plan.crowd.numbers))
        return _result(collection, takes)
    finally:
        CURRENT.end()


def _result(collection: bpy.types.Collection, takes: Sequence[Take]) -> tuple[set[str], str]:
    fallen = sum(p.fell_at is not None for take in takes for p in take.performances)
    down = sum(map(unrecovered, takes))
    if fallen or down:
        said = [f"{count(fallen, 'member')} of {collection.name} fell"] * bool(fallen)
        rising = f"{count(down, 'member')} of {collection.name} still on the way up at the end"
        said += [rising] * bool(down)
        return {"WARNING"}, ". ".join(said)
    return {"INFO"}, f"{collection.name} has {count(len(kinds_of(collection)), 'member')}"


def hanging_on(plan: CrowdPlan) -> list[list[HungChain]]:
    """What hangs on the members of each rig, as its panel has it; [] where nothing shall.

    Raises RigError where nothing is there to hang.
    """
    if not plan.hangs:
        return []
    from ..rigs.blender.crowd_hanging import with_meshes

    with shown([rig.armature for rig in plan.rigs]):
        hanging = [
            with_meshes(rig.armature, used_parts(rig, is_needed=False), plan.crowd.looks.objects)
            for rig in plan.rigs
        ]
    if not any(hanging):
        raise RigError(NOTHING_HANGS)
    return hanging


def _show(progress: GroupProgress, fraction: float, done: Sequence[bool], note: str) -> None:
    """Show how many members are simulated, and how long the others will take."""
    CURRENT.progress, CURRENT.note = fraction, progress.sentence(fraction, done, note)


def _subjects_of(plan: CrowdPlan) -> Subjects:
    # Rigs of a crowd are hidden, and shown only while they are read.
    return Subjects([rig.armature for rig in plan.rigs], are_posed=False)


def _while_unchanged(
    simulation: Generator[None, None, None], subjects: Subjects
) -> Generator[None, None, None]:
    """Simulate to the end, or until the run is cancelled and is to keep what is finished.

    Raises RigError where a rig does not exist any more.
    """
    with closing(simulation):
        for _ in simulation:
            yield
            subjects.check()
            if CURRENT.keep_asked:
                return
    subjects.check()


def chosen_rigs(context: bpy.types.Context) -> list[bpy.types.Object]:
    """The chosen armatures that are not members of a crowd."""
    return [rig for rig in chosen_armatures(context) if NUMBER not in rig]
