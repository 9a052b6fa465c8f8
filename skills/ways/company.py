"""Walking together: side by side, at one pace, after Moussaid et al. 2010, "The Walking Behaviour
of Pedestrian Social Groups and Its Impact on Crowd Dynamics", PLoS ONE 5(4).

There a force draws each one to the middle of its group, and another keeps the others in its field
of view, so that groups walk side by side. Here each has a lane of its own beside the middle, and
those who are ahead of it wait. All wait for the last one as well: the middle of many hardly shows
that one is held up.
"""

from __future__ import annotations

import numpy as np

from ...simulation.rotation import Array

APART = 0.75  # [m] between two lanes (in the paper 0.78 m between two walkers)
# Numbers without a source: tuned by hand, judged by bench crowd_companies.
WAITS, HURRIES = 0.5, 1.2  # [1/m] ahead of the middle; most of the pace, behind it
AT_EASE, WAITS_FOR_LAST = 0.5, 0.67  # [m] ahead of the last one, and beyond that [1/m]
DRAWN, MOST_DRAWN = 0.8, 0.3  # to the lane [1/s], [m/s]
CLOSE = 1e-6  # [m]


def middle_of(place: Array, companions: Array) -> Array:
    """The middle (2,) of a walker at a place (2,) and its companions (n, 2) [m]."""
    middle: Array = np.concatenate([place[None], companions]).mean(axis=0)
    return middle


def together(velocity: Array, place: Array, companions: Array, way: Array) -> Array:
    """The preferred velocity (2,) [m/s] of a walker that keeps beside its companions.

    Args:
        velocity: that it would have alone.
        place: (2,) of the walker; companions: (n, 2) places of the others [m].
        way: (2,) from the middle of all to where they go: the same for all, so that one of them is
            the last for everyone, and never two wait for each other.
    """
    length = float(np.linalg.norm(way))
    if not len(companions) or length < CLOSE:
        return velocity
    ahead = way / length
    left = np.array([-ahead[1], ahead[0]])
    off = place - middle_of(place, companions)
    others = companions - place
    before, lead = float(off @ ahead), -float((others @ ahead).min())
    pace = min(1.0 - WAITS * before, 1.0 - WAITS_FOR_LAST * (lead - AT_EASE), HURRIES)
    lane = APART * (float((others @ left < 0.0).sum()) - len(companions) / 2)
    aside = min(max(DRAWN * (lane - float(off @ left)), -MOST_DRAWN), MOST_DRAWN)
    kept: Array = max(pace, 0.0) * velocity + aside * left
    return kept
