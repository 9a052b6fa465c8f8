"""Splits a shot into groups of performers that cannot meet, and joins their Takes.

The Take of a group depends on nothing but the group: it is the same for any worker, and does not
change when a member of another group changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..base.errors import InvalidInput
from ..shots.shot import Shot
from ..shots.take import Performance, Take
from .reach import may_meet, reach_of

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
    reaches = [reach_of(shot, number) for number in everyone]
    groups, left = list[tuple[int, ...]](), list(everyone)
    while left:
        group = [left.pop(0)]
        for member in group:  # the group grows during the loop
            met = [other for other in left if may_meet(reaches[member], reaches[other])]
            group += met
            left = [other for other in left if other not in met]
        groups.append(tuple(sorted(group)))
    return groups


def split(shot: Shot, groups: Sequence[Group]) -> list[Shot]:
    """One shot for each group, with its performers and their pushes, and all else of the shot."""
    return [_only(shot, group) for group in groups]


def _only(shot: Shot, group: Group) -> Shot:
    pushes = [
        replace(push, performer=group.index(push.performer))
        for push in shot.pushes
        if push.performer in group
    ]
    performers = [shot.performers[number] for number in group]
    return replace(shot, performers=performers, pushes=pushes)


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
