"""Crowds of which some groups are not simulated yet: what is noted, and what is simulated next."""

from __future__ import annotations

from dataclasses import replace

import pytest
from light_crowds import take_of

PLACES = {0: (0.0, 0.0), 1: (1.5, 0.0), 2: (60.0, 0.0), 3: (120.0, 0.0)}  # two of them may meet [m]


def unfinished(mannequin, kind: str):
    """The plan of a crowd and its collection, which lacks members 2 and 3."""
    from footfall.crowd.description import Crowd
    from footfall.rigs.blender.crowd_plan import CrowdPlan
    from footfall.rigs.blender.crowd_scene import groups_to_simulate, split_finished, write_crowd
    from footfall.rigs.blender.rig import read_rig
    from footfall.rigs.blender.unfinished_crowd import note_unfinished

    crowd = Crowd(count=len(PLACES), places=PLACES)
    plan = CrowdPlan([read_rig(mannequin)], crowd, start_frame=1, kind=kind)
    groups = groups_to_simulate(plan)
    assert [group.numbers for group in groups] == [[0, 1], [2], [3]]
    takes = [take_of(performer) for performer in groups[0].shot.performers]
    both = replace(takes[0], performances=[take.performances[0] for take in takes])
    done, found, left = split_finished(groups, {groups[0].key: both})
    collection = write_crowd(plan, done, found)
    note_unfinished(collection, plan, left)
    return plan, collection


def next_numbers(plan, collection, only=None) -> list[list[int]]:
    """Numbers of the members of each group that is simulated next."""
    from footfall.rigs.blender.crowd_scene import groups_to_simulate, read_crowd

    stored = replace(plan, crowd=read_crowd(collection).crowd, collection=collection, only=only)
    return [list(group.numbers) for group in groups_to_simulate(stored)]


@pytest.mark.parametrize("kind", ["full", "light", "boxes"])
def test_the_members_that_are_missing_are_simulated_next(mannequin, kind: str) -> None:
    from footfall.rigs.blender.crowd_scene import kinds_of, read_crowd
    from footfall.rigs.blender.unfinished_crowd import unfinished_of

    plan, collection = unfinished(mannequin, kind)
    assert kinds_of(collection) == {0: kind, 1: kind}
    assert unfinished_of(collection) == [2, 3]
    assert read_crowd(collection).kind == kind
    assert next_numbers(plan, collection) == [[2], [3]]


@pytest.mark.parametrize("kind", ["full", "light"])
def test_who_could_meet_a_deleted_member_stays_as_it_is(mannequin, kind: str) -> None:
    from footfall.rigs.blender.crowd_scene import remove_members
    from footfall.rigs.blender.unfinished_crowd import unfinished_of

    plan, collection = unfinished(mannequin, kind)
    remove_members(collection, [1])
    assert next_numbers(plan, collection, unfinished_of(collection)) == [[2], [3]]
    assert next_numbers(plan, collection) == [[0], [2], [3]]  # as when members are rolled again


def test_members_that_are_deleted_before_they_are_simulated_stay_away(mannequin) -> None:
    from footfall.rigs.blender.crowd_scene import remove_members
    from footfall.rigs.blender.unfinished_crowd import PLAN, plan_key, unfinished_of

    plan, collection = unfinished(mannequin, "full")
    remove_members(collection, [2])
    assert next_numbers(plan, collection) == [[3]]
    assert collection[PLAN] == plan_key(plan)
    remove_members(collection, [3])
    assert unfinished_of(collection) == []
    assert next_numbers(plan, collection) == []
    assert PLAN not in collection
