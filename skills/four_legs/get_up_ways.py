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
        reaches: time for reaching out before the roll [s].
        lead: how far ahead of their present roll both leg frames are asked to be [rad].
        together: whether the legs fold by the mean roll of both leg frames, else by that of theirs.
        folds_ahead: roll by which the legs fold earlier [rad].
        nod: pitch of the neck and of the head, so that the head does not prop the body up [rad].
        spread: of the legs on the belly [rad].
        turned: the roll ends once both leg frames are nearer to upright than this [rad].
    """

    reaches: float = 0.7
    lead: float = 0.9
    together: bool = True
    folds_ahead: float = 0.0
    nod: float = 0.5
    spread: float = 0.5
    turned: float = 0.35


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


USUAL_ROLLS = (Roll(), Roll(lead=0.7, folds_ahead=0.3))
USUAL_RISES = (
    Rise(),
    Rise(aside=0.4),
    Rise(lasts=0.9),
    Rise(steps=True, lasts=0.7, aside=0.08),
    Rise(steps=True, lasts=1.2, aside=0.08),
)


def roll_way(number: int) -> Roll:
    """The usual ones first, then others as they are drawn."""
    if number < len(USUAL_ROLLS):
        return USUAL_ROLLS[number]
    random = np.random.default_rng(number)
    return Roll(
        reaches=random.uniform(0.4, 1.0),
        lead=random.uniform(0.6, 1.2),
        together=bool(random.random() < 0.7),
        folds_ahead=random.uniform(0.0, 0.4),
        nod=random.uniform(0.2, 0.6),
        spread=random.uniform(0.3, 0.6),
        turned=random.uniform(0.3, 0.5),
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
