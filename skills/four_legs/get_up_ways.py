"""Ways in which a body that lies on its side may get onto its feet, for a search to try.

Times are those of a dog. A small difference changes how a rolling body moves: no way always works.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import InvalidInput

MOST_DIGITS = 9  # of a number in a plan: more than any search reaches


@dataclass(frozen=True, kw_only=True)
class Roll:
    """A way from the side onto the belly.

    Attributes:
        draws_in: time for drawing the legs in before the roll [s].
        straight: whether both leg frames take the same roll meanwhile, else each keeps its own.
        nod: pitch of the neck and of the head, so that the head does not prop the body up [rad].
        spread: of the lower legs and of the upper ones during the roll [rad].
        lag: of the pelvis behind the shoulders [s].
        turned: the roll ends once both leg frames are nearer to upright than this [rad].
        rests: whether the body must lie still at the end.
    """

    draws_in: float = 0.5
    straight: bool = False
    nod: float = 0.5
    spread: tuple[float, float] = (0.75, 0.5)
    lag: float = 0.1
    turned: float = 0.4
    rests: bool = False


@dataclass(frozen=True, kw_only=True)
class Rise:
    """A way from the belly onto the feet.

    Attributes:
        steps: whether the feet step under the body; else the legs extend from where they are.
        lasts: time until the body has its full height [s].
        aside: how far out the feet step [m of a dog], or the extended legs are spread [rad].
    """

    steps: bool = False
    lasts: float = 0.6
    aside: float = 0.2


USUAL_ROLLS = (Roll(), Roll(nod=0.2, straight=True), Roll(spread=(0.6, 0.6)), Roll(nod=0.2))
USUAL_RISES = (
    Rise(),
    Rise(steps=True, lasts=0.7, aside=0.08),
    Rise(lasts=0.9),
    Rise(steps=True, lasts=1.2, aside=0.08),
)


def roll_way(number: int) -> Roll:
    """The usual ones first, then others as they are drawn."""
    if number < len(USUAL_ROLLS):
        return USUAL_ROLLS[number]
    random = np.random.default_rng(number)
    return Roll(
        draws_in=random.uniform(0.3, 1.0),
        straight=bool(random.random() < 0.3),
        nod=random.uniform(0.1, 0.7),
        spread=(random.uniform(0.5, 0.75), random.uniform(0.3, 0.75)),
        lag=random.uniform(0.0, 0.2),
        turned=random.uniform(0.3, 0.6),
        rests=bool(random.random() < 0.5),
    )


def rise_way(number: int) -> Rise:
    """The usual ones first, then others as they are drawn."""
    if number < len(USUAL_RISES):
        return USUAL_RISES[number]
    random = np.random.default_rng(number)
    steps = bool(random.random() < 0.5)
    aside = random.uniform(0.04, 0.14) if steps else random.uniform(0.0, 0.4)
    return Rise(steps=steps, lasts=random.uniform(0.4, 1.2), aside=aside)


def write_way(roll: int, rise: int) -> str:
    """A way to get up as text for a shot; `read_way` is the inverse."""
    return f"{roll} {rise}"


def read_way(text: str) -> tuple[int, int]:
    """The numbers of a roll and of a rise; raises InvalidInput for anything else."""
    words = text.split()
    fit = [word.isdecimal() and len(word) <= MOST_DIGITS for word in words]
    if len(words) != 2 or not all(fit):
        raise InvalidInput(
            "A four-legged body's plan to get up must be the whole numbers of a roll and of a "
            f"rise, as in '3 1', got {text!r}; leave it out to search for one."
        )
    return int(words[0]), int(words[1])
