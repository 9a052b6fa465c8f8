"""Splits a shot into groups of performers that cannot meet, and joins their Takes.

The Take of a group depends on nothing but the group: it is the same for any worker, and does not
change when a member of another group changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..base.errors import InvalidInput
from ..shots.shot import Push, Shot
from ..shots.take import Performance, Take
from .meeting import Regions
from .reach import reaches_of

Group = Sequence[int]  # numbers of performers, rising


def groups_that_meet(shot: Shot) -> list[tuple[int, ...]]:
    """Groups of performers, by number, that can meet directly or through others; in order.

    Performers that pass through each other never meet; where props can be moved, all performers
    form one group.
    """
    everyone = range(len(shot.performers))
    if any(prop.mass > 0.0 for prop in shot.props):
        return [tuple(everyone)]
    if not shot.performers_collide:
        return [(number,) for number in everyone]
    regions, is_left = Regions(reaches_of(shot)), np.ones(len(everyone), bool)
    groups = list[tuple[int, ...]]()
    for number in everyone:
        if not is_left[number]:
            continue
        group, is_left[number] = [number], False
        for member in group:  # the group grows during the loop
            met = regions.that_meet(member, is_left)
            group += met
            is_left[met] = False
        groups.append(tuple(sorted(group)))
    return groups


def split(shot: Shot, groups: Sequence[Group]) -> list[Shot]:
    """One shot for each group, with its performers and their pushes, and all else of the shot."""
    place = {
        number: (one, i) for one, group in enumerate(groups) for i, number in enumerate(group)
    }
    pushes: list[list[Push]] = [[] for _ in groups]
    for push in shot.pushes:
        if push.performer in place:
            one, i = place[push.performer]
            pushes[one].append(replace(push, performer=i))
    return [
        replace(shot, performers=[shot.performers[number] for number in group], pushes=own)
        for group, own in zip(groups, pushes, strict=True)
    ]


def join(groups: Sequence[Group], takes: Sequence[Take]) -> Take:
    """The Take of the whole shot, from those of its groups.

    Raises InvalidInput where the takes do not fit the groups.
    """
    performances: dict[int, Performance] = {}
    for group, take in zip(groups, takes, strict=True):
        if len(group) != len(take.performances):
            raise InvalidInput(
                f"A group of {len(group)} needs a Take of as many performers, "
                f"got one of {len(take.performances)}."
            )
        performances.update(zip(group, take.performances, strict=True))
    ordered = [performances[number] for number in sorted(performances)]
    return replace(takes[0], performances=ordered)
