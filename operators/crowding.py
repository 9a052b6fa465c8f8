"""A crowd, step by step: simulated in groups side by side, then written at once."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

import bpy

from ..batch import simulate_in_steps
from ..errors import InvalidInput, RigError
from ..rigs.blender.crowd_plan import CrowdPlan, plan_crowd, with_surroundings
from ..rigs.blender.crowd_scene import (
    LOCKED,
    NUMBER,
    crowd_of,
    groups_to_simulate,
    members_of,
    read_crowd,
    write_crowd,
)
from ..rigs.blender.hidden_rigs import shown
from .chosen import chosen_armatures
from .plan import read_picked
from .preferences import compiled_folder, scheduler, take_folder
from .run_state import CURRENT
from .skill_properties import shortest

Steps = Generator[None, None, tuple[set[str], str]]


def new_crowd(context: bpy.types.Context) -> CrowdPlan:
    """What the panel asks for, of the chosen rigs. Raises FootfallError."""
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
    return with_surroundings(plan, shortest(scene.footfall.ground_friction))


def rolled_again(context: bpy.types.Context, everyone: bool) -> CrowdPlan:
    """The crowd of the active member with new seeds for those chosen. Raises FootfallError.

    Args:
        everyone: all who are not locked get new places as well; else those selected stay there.
    """
    collection = crowd_of(context.active_object)
    stored = read_crowd(collection)
    with shown(stored.rigs):
        rigs = [read_picked(context, rig) for rig in stored.rigs]
    plan = CrowdPlan(rigs, stored.crowd, stored.start_frame, stored.around, collection)
    crowd, there = plan.crowd, members_of(collection)
    locked = [number for number, member in there.items() if member.get(LOCKED)]
    if everyone:
        places = dict(zip(crowd.numbers, (p.position for p in plan.shot.performers), strict=True))
        return replace(
            plan,
            crowd=replace(
                crowd,
                seed=1 + max([crowd.seed, *crowd.seeds.values()]),  # that no member has had
                seeds={n: crowd.seeds.get(n, crowd.seed) for n in locked},
                places={n: places[n] for n in locked},
            ),
        )
    chosen = [member[NUMBER] for member in selected_members(context)]
    seeds = {n: crowd.seeds.get(n, crowd.seed) + 1 for n in chosen if n not in locked}
    if not seeds:
        raise InvalidInput("All of the selected members are locked: unlock one of them.")
    return replace(plan, crowd=replace(crowd, seeds={**crowd.seeds, **seeds}))


def crowd_steps(plan_of, context: bpy.types.Context) -> Steps:
    """Simulate a plan's groups that are not there yet, and write them. Raises FootfallError.

    Closing the generator before its end leaves the scene as it was.
    """
    CURRENT.begin()
    try:
        plan: CrowdPlan = plan_of(context)
        groups = groups_to_simulate(plan)
        CURRENT.note = f"Simulating {len(groups)} groups"
        takes = yield from simulate_in_steps(
            [group.shot for group in groups],
            workers=context.scene.footfall.crowd.workers,
            scheduler=scheduler(),
            cache=take_folder(),
            progress=_show,
            compiled=compiled_folder(),
        )
        with _still_there():
            collection = write_crowd(plan, groups, takes)
        fallen = sum(p.fell_at is not None for take in takes for p in take.performances)
        if fallen:
            return {"WARNING"}, f"{fallen} members of {collection.name} fell"
        return {"INFO"}, f"{collection.name} has {len(members_of(collection))} members"
    finally:
        CURRENT.end()


def _show(fraction: float) -> None:
    CURRENT.progress = fraction


@contextmanager
def _still_there() -> Generator[None, None, None]:
    try:
        yield
    except ReferenceError as error:
        raise RigError("A rig or the crowd was removed while it was simulated.") from error


def chosen_rigs(context: bpy.types.Context) -> list[bpy.types.Object]:
    """The chosen armatures that are no members of a crowd."""
    return [rig for rig in chosen_armatures(context) if NUMBER not in rig]


def active_member(context: bpy.types.Context) -> bpy.types.Object | None:
    """The member that is active, or whose mesh is."""
    active = context.active_object
    while active is not None and NUMBER not in active:
        active = active.parent
    return active


def selected_members(context: bpy.types.Context) -> list[bpy.types.Object]:
    """Those of the active member's crowd that are selected, by any part; the active one first."""
    active = active_member(context)
    crowd = crowd_of(active)
    members = members_of(crowd).values()
    chosen = [m for m in members if any(t.select_get() for t in (m, *m.children_recursive))]
    return list(dict.fromkeys([active, *chosen]))
