"""Which behaviour members of a crowd have, where they do not all do the same."""

from __future__ import annotations

from collections.abc import Mapping

from ..base.checks import check_number
from ..base.errors import InvalidInput
from ..catalogue.crowds import CROWD_BEHAVIOURS
from .companies import sizes_of

ROUNDING = 1e-9


def check_shares(behaviour: str, shares: Mapping[str, float]) -> None:
    """Raise InvalidInput for shares of behaviours that cannot be had."""
    for name, share in shares.items():
        if name not in CROWD_BEHAVIOURS:
            raise InvalidInput(
                f"Unknown behaviour {name!r} of a share; allowed: {', '.join(CROWD_BEHAVIOURS)}."
            )
        if name == behaviour:
            raise InvalidInput(f"The share of {name!r} is what the others leave: do not give it.")
        check_number(f"the share of {name!r}", share, "", 0.0, 1.0)
    if sum(shares.values()) > 1.0 + ROUNDING:
        raise InvalidInput(
            f"The shares of {', '.join(shares)} are more than 1 together, got "
            f"{sum(shares.values()):g}."
        )


def behaviour_of(
    chance: float, behaviour: str, shares: Mapping[str, float], together: tuple[int, int]
) -> str:
    """What a company does: the larger companies with a behaviour are, the fewer have it, so that
    its share is one of the members.

    Args:
        chance: evenly between 0 and 1.
        together: the smallest and the largest company, as it is wished.
    """
    members = {**shares, behaviour: max(1.0 - sum(shares.values()), 0.0)}
    weights = {name: share / sum(sizes_of(name, together)) for name, share in members.items()}
    left = chance * sum(weights.values())
    for name, weight in weights.items():
        if left < weight:
            return name
        left -= weight
    return behaviour
