"""How to get up from the side: by trying (see `rehearsal`), first to roll, then to rise.

A roll that comes to lie on the belly is followed by ways to rise; where none of them stands,
another roll is tried.
"""

from __future__ import annotations

from ...simulation.body import Motion
from ...simulation.records import views_of
from ..laws import Rehearsal
from .get_up_ways import Rise, Roll, rise_way, roll_way
from .quadruped import Quadruped
from .rising import get_up_from_side
from .rolling import is_level, rise_from_belly, roll_over, stands

MOST_ROLLS, MOST_RISES = 40, 5
LONGEST_ROLL, LONGEST_RISE = 4.0, 4.0  # [s] of a dog
LOST, TOPPLED = 2.9, 1.3  # [rad]: further on its back no roll, further over no rise ends well
BUDGET = MOST_ROLLS * (LONGEST_ROLL + MOST_RISES * LONGEST_RISE)  # [s] of a dog at most


def choose_way_up(quadruped: Quadruped, rehearsal: Rehearsal) -> None:
    """Begin to get up in the first way that leads to standing, else in the usual one."""
    follows, start = quadruped.follows, rehearsal.mark()
    found: tuple[Roll, Rise] = (Roll(), Rise())
    for number in range(MOST_ROLLS):
        roll = roll_way(number)
        rise = _rise_after(quadruped, rehearsal, roll)
        rehearsal.go_back(start)
        if rise is not None:
            found = roll, rise
            break
    rehearsal.drop(start)
    quadruped.follows = follows
    get_up_from_side(quadruped, *found)


def _rise_after(quadruped: Quadruped, rehearsal: Rehearsal, roll: Roll) -> Rise | None:
    """A way to rise after a roll; None where the roll or all ways to rise fail."""
    roll_over(quadruped, roll, _nothing)
    if not _plays(quadruped, rehearsal, LONGEST_ROLL, LOST):
        return None
    if not is_level(quadruped, _motion(rehearsal), roll.turned):
        return None
    belly = rehearsal.mark()
    found = None
    for number in range(MOST_RISES):
        rise_from_belly(quadruped, rise_way(number), _nothing)
        risen = _plays(quadruped, rehearsal, LONGEST_RISE, TOPPLED)
        risen = risen and stands(quadruped, _motion(rehearsal))
        rehearsal.go_back(belly)
        if risen:
            found = rise_way(number)
            break
    rehearsal.drop(belly)
    return found


def _plays(quadruped: Quadruped, rehearsal: Rehearsal, longest: float, most: float) -> bool:
    """Whether it comes to the end of what it tries, without rolling further than `most` [rad]."""

    def gives_up() -> bool:
        return not is_level(quadruped, _motion(rehearsal), most)

    rehearsal.play(longest * quadruped.slowness, gives_up)
    return quadruped.has_done


def _motion(rehearsal: Rehearsal) -> Motion:
    return views_of(Motion, rehearsal.motion)


def _nothing() -> None:
    """What follows a trial."""
