"""How a body steps onto a platform, and how off one."""

from __future__ import annotations

from typing import NamedTuple


class Manner(NamedTuple):
    """
    Times are an adult's and scale with the root of the leg's length [s]; lengths are of the leg;
    places on a sole go from 0 at the ankle to 1 at the ball; angles are in radians.

    Attributes:
        shift, lead, follow, bring, settle: durations of the phases of a climb.
        before: from the tips of the toes to the edge where it begins.
        behind: from the edge to the heels where it ends.
        leaves, arrives: places on the trailing and the leading sole between which the pressure
            passes.
        dip: by how much more than the platform's height the center of mass sinks.
        turns: share of the follow at which it is lowest; rests: of the settling, when it is up.
        lean, swing: of trunk and arms, forwards.
        heel: pitch of the trailing foot as the weight leaves it.
        clears: how high over the higher ground the feet pass.
        risen: share of a step by which a foot is there.
        lands: pitch of the leading foot as it comes down.
        leads_from, leads_by, comes_from, comes_by: shares of their steps between which the leading
            foot and the trailing one go ahead.
    """

    shift: float
    lead: float
    follow: float
    bring: float
    settle: float
    before: float
    behind: float
    leaves: float
    arrives: float
    dip: float
    turns: float
    rests: float
    lean: float
    swing: float
    heel: float
    clears: float
    risen: float
    lands: float
    leads_from: float
    leads_by: float
    comes_from: float
    comes_by: float


# Tuned on the human and nine bodies varied by 0.15, judged by bench platforms.
UP = Manner(
    shift=0.45, lead=0.65, follow=0.75, bring=0.5, settle=0.5, before=0.12, behind=0.03, leaves=0.8,
    arrives=0.6, dip=-0.01, turns=0.35, rests=0.6, lean=0.35, swing=0.3, heel=0.9,
    clears=0.116, risen=0.45, lands=0.0, leads_from=0.3, leads_by=0.9,
    comes_from=0.4, comes_by=0.95,
)  # fmt: skip
DOWN = Manner(
    shift=0.5, lead=0.7, follow=0.6, bring=0.6, settle=0.5, before=-0.07, behind=0.118,
    leaves=0.9, arrives=0.4, dip=0.02, turns=0.3, rests=1.0, lean=0.2, swing=0.3,
    heel=0.5, clears=0.1, risen=0.4, lands=0.5, leads_from=0.05,
    leads_by=0.6, comes_from=0.12, comes_by=0.85,
)  # fmt: skip
# Off a high one the body leans out over its toes, so that the leg behind bends less.
LEANING_OUT = DOWN._replace(leaves=1.3)
HIGH = 0.28  # of the leg


def manners(rise: float, leg: float) -> tuple[Manner, ...]:
    """The manners in which a step up or down is tried, the best one first.

    Args:
        rise: [m]; negative down. leg: its length [m].
    """
    if rise > 0.0:
        return (UP,)
    return (DOWN, LEANING_OUT) if -rise < HIGH * leg else (LEANING_OUT, DOWN)
