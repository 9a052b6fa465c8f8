"""Search for a way to get up, by trials (see `lookahead`): from the side first a roll, then a rise.

After a roll that ends on the belly, ways to rise are tried; where none of them ends in standing,
another roll is tried.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial

from ...simulation.body import Motion
from ...simulation.records import views_of
from ..behaviour import Choice, Lookahead
from .get_up_ways import Rise, Roll, read_way, rise_way, roll_way, write_way
from .quadruped import Quadruped
from .rising import end_on_feet, get_up_from_side, step_up_from_belly
from .rising_from_belly import rise_from_belly, stands
from .rolling import is_level, roll_over

# Numbers without a source: tuned by hand, judged by bench quadruped_fallen.
MOST_ROLLS, MOST_RISES = 20, 3  # largest numbers of rolls, and of rises after each roll
MOST_FROM_LYING = 20  # rises tried where stepping up foot by foot fails
LONGEST_ROLL, LONGEST_RISE = 7.0, 4.0  # [s] of a dog
TOPPLED = 1.3  # [rad]: further over no rise ends well
LONGEST_STEPPING_UP = 10.0  # [s] of a dog: each foot waits until the others bear
BUDGET = MOST_ROLLS * (LONGEST_ROLL + MOST_RISES * LONGEST_RISE)  # [s] of a dog at most


def choice_from_side(quadruped: Quadruped) -> Choice:
    """The choice of a way to get up after a fall."""
    settle = partial(_settle_way_up, quadruped)
    return Choice(lambda values, lookahead: settle(lookahead), BUDGET * quadruped.slowness)


def choice_from_belly(quadruped: Quadruped) -> Choice:
    """The choice of a way to rise from lying on the belly."""
    settle = partial(_settle_rise, quadruped)
    return Choice(lambda values, lookahead: settle(lookahead), BUDGET * quadruped.slowness)


def _settle_way_up(quadruped: Quadruped, lookahead: Lookahead) -> str | None:
    """Begin to get up in the first way that leads to standing, else in the usual one.

    Ways that earlier searches found are tried first. Returns the way as a shot keeps it; None where
    no way leads to standing.
    """
    follows, start = quadruped.follows, lookahead.mark()
    known = [(roll, (rise,)) for roll, rise in map(read_way, quadruped.plans)]
    tries = [*known, *((number, range(MOST_RISES)) for number in range(MOST_ROLLS))]
    found: tuple[int, int] | None = None
    for roll, rises in tries:
        rise = _rise_after(quadruped, lookahead, roll, rises)
        lookahead.go_back(start)
        if rise is not None:
            found = roll, rise
            break
    lookahead.drop(start)
    quadruped.follows = follows
    if found is None:
        get_up_from_side(quadruped, Roll(), Rise())
        return None
    get_up_from_side(quadruped, roll_way(found[0]), rise_way(found[1]))
    return write_way(*found)


def _settle_rise(quadruped: Quadruped, lookahead: Lookahead) -> None:
    """Begin to rise from the belly foot by foot, or in the first way that leads to standing.

    The shot does not keep such a way.
    """
    follows, start = quadruped.follows, lookahead.mark()
    ways: list[Callable[[Quadruped, Callable[[], None]], None]] = [
        step_up_from_belly,
        *(partial(_rise_in, number) for number in range(MOST_FROM_LYING)),
    ]
    best = ways[0]
    for rise in ways:
        rise(quadruped, _nothing)
        risen = _ends(quadruped, lookahead, LONGEST_STEPPING_UP, TOPPLED)
        risen = risen and stands(quadruped, _motion(lookahead))
        lookahead.go_back(start)
        if risen:
            best = rise
            break
    lookahead.drop(start)
    quadruped.follows = follows
    best(quadruped, partial(end_on_feet, quadruped))


def _rise_in(number: int, quadruped: Quadruped, ends: Callable[[], None]) -> None:
    rise_from_belly(quadruped, rise_way(number), ends)


def _rise_after(
    quadruped: Quadruped, lookahead: Lookahead, number: int, rises: Iterable[int]
) -> int | None:
    """The first rise that leads from a roll to standing; None where none does."""
    roll = roll_way(number)
    roll_over(quadruped, roll, _nothing)
    if not _ends(quadruped, lookahead, LONGEST_ROLL, math.pi):
        return None
    if not is_level(quadruped, _motion(lookahead), roll.turned):
        return None
    belly = lookahead.mark()
    found = None
    for rise in rises:
        rise_from_belly(quadruped, rise_way(rise), _nothing)
        risen = _ends(quadruped, lookahead, LONGEST_RISE, TOPPLED)
        risen = risen and stands(quadruped, _motion(lookahead))
        lookahead.go_back(belly)
        if risen:
            found = rise
            break
    lookahead.drop(belly)
    return found


def _ends(quadruped: Quadruped, lookahead: Lookahead, longest: float, most: float) -> bool:
    """Whether the movement ends, and the body never rolls further than `most` [rad], pi for any."""

    def gives_up() -> bool:
        return not is_level(quadruped, _motion(lookahead), most)

    lookahead.rollout(longest * quadruped.slowness, gives_up)
    return quadruped.is_over


def _motion(lookahead: Lookahead) -> Motion:
    return views_of(Motion, lookahead.motion)


def _nothing() -> None:
    """Stands for the end of a movement in a trial."""


WAYS_UP = {"fallen": choice_from_side, "lying": choice_from_belly}
