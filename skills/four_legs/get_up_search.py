"""How to get up: by trying (see `rehearsal`), from the side first to roll, then to rise.

A roll that comes to lie on the belly is followed by ways to rise; where none of them stands,
another roll is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ...simulation.body import Motion
from ...simulation.records import views_of
from ..laws import Rehearsal
from .get_up_ways import Rise, Roll, read_way, rise_way, roll_way, write_way
from .quadruped import Quadruped
from .rising import end_on_feet, get_up_from_side, step_up_from_belly
from .rolling import is_level, rise_from_belly, roll_over, stands

MOST_ROLLS, MOST_RISES = 80, 5
MOST_FROM_LYING = 20  # rises of one who lay down, where to step up foot by foot does not end well
LONGEST_ROLL, LONGEST_RISE = 4.0, 4.0  # [s] of a dog
LOST, TOPPLED = 2.9, 1.3  # [rad]: further on its back no roll, further over no rise ends well
LONGEST_STEPPING_UP = 10.0  # [s] of a dog: each foot waits until the others bear
BUDGET = MOST_ROLLS * (LONGEST_ROLL + MOST_RISES * LONGEST_RISE)  # [s] of a dog at most


def choose_way_up(quadruped: Quadruped, rehearsal: Rehearsal) -> str | None:
    """Begin to get up in the first way that leads to standing, else in the usual one.

    Ways that were found before are tried first. Returns the one that is found, as a shot keeps it;
    None where none leads to standing.
    """
    follows, start = quadruped.follows, rehearsal.mark()
    known = [(roll, (rise,)) for roll, rise in map(read_way, quadruped.plans)]
    tries = [*known, *((number, range(MOST_RISES)) for number in range(MOST_ROLLS))]
    found: tuple[int, int] | None = None
    for roll, rises in tries:
        rise = _rise_after(quadruped, rehearsal, roll, rises)
        rehearsal.go_back(start)
        if rise is not None:
            found = roll, rise
            break
    rehearsal.drop(start)
    quadruped.follows = follows
    if found is None:
        get_up_from_side(quadruped, Roll(), Rise())
        return None
    get_up_from_side(quadruped, roll_way(found[0]), rise_way(found[1]))
    return write_way(*found)


def choose_rise(quadruped: Quadruped, rehearsal: Rehearsal) -> None:
    """Begin to rise from the belly foot by foot, or in the first way that leads to standing.

    Such a way is not kept.
    """
    follows, start = quadruped.follows, rehearsal.mark()
    ways: list[Callable[[Quadruped, Callable[[], None]], None]] = [
        step_up_from_belly,
        *(partial(_rise_in, number) for number in range(MOST_FROM_LYING)),
    ]
    best = ways[0]
    for rise in ways:
        rise(quadruped, _nothing)
        risen = _plays(quadruped, rehearsal, LONGEST_STEPPING_UP, TOPPLED)
        risen = risen and stands(quadruped, _motion(rehearsal))
        rehearsal.go_back(start)
        if risen:
            best = rise
            break
    rehearsal.drop(start)
    quadruped.follows = follows
    best(quadruped, partial(end_on_feet, quadruped))


def _rise_in(number: int, quadruped: Quadruped, ends: Callable[[], None]) -> None:
    rise_from_belly(quadruped, rise_way(number), ends)


def _rise_after(
    quadruped: Quadruped, rehearsal: Rehearsal, number: int, rises: Iterable[int]
) -> int | None:
    """The first of some rises that leads from a roll to standing; None where none does."""
    roll = roll_way(number)
    roll_over(quadruped, roll, _nothing)
    if not _plays(quadruped, rehearsal, LONGEST_ROLL, LOST):
        return None
    if not is_level(quadruped, _motion(rehearsal), roll.turned):
        return None
    belly = rehearsal.mark()
    found = None
    for rise in rises:
        rise_from_belly(quadruped, rise_way(rise), _nothing)
        risen = _plays(quadruped, rehearsal, LONGEST_RISE, TOPPLED)
        risen = risen and stands(quadruped, _motion(rehearsal))
        rehearsal.go_back(belly)
        if risen:
            found = rise
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
