"""Feet over a hurdle that a runner leaps over."""

from __future__ import annotations

import math

from ...controllers.run.feet import HIGHEST
from ...controllers.run.records import RunMemory
from ...simulation.body import Motion
from ..biped import Biped
from .gap import BEFORE_IT, BEHIND_IT, Gap

# Numbers without a source: tuned by hand, judged by bench jumps.
# Of the leg: by how much an ankle passes higher over a hurdle than over the ground; others to try.
ABOVE, OTHERS_ABOVE = 0.15, (0.1, 0.2, 0.06)
PASSES = 0.08  # [m] beside a hurdle: from where on a sole has to be higher


def lift_feet(body: Biped, record: RunMemory, gap: Gap, above: float) -> None:
    """Lift the feet over a hurdle in the leap over it, and as usual before and after."""
    anatomy, lift = body.anatomy, 1.0
    begins = record["leaps_in"] == 1 and record["airborne"]  # the leading foot swings already
    if gap.top is not None and (begins or record["leaps_in"] == 0):
        usual = HIGHEST * body.leg - float(anatomy["ankle_height"].max())
        lift = max((gap.top - gap.onto + above * body.leg) / usual, 1.0)
    record["lift"] = lift


def sole_over(body: Biped, gap: Gap, now: Motion) -> float:
    """Lowest height [m] over a hurdle of the heels and toes beside or above it; inf: none is."""
    lowest, anatomy = math.inf, body.anatomy
    if gap.top is None:
        return lowest
    leg = body.leg
    near, far = gap.near + BEFORE_IT * leg - PASSES, gap.far - BEHIND_IT * leg + PASSES
    for side in range(2):
        foot, toes = int(anatomy["foot"][side]), int(anatomy["toes"][side])
        sole = -float(anatomy["ankle_height"][side])
        ends = ((foot, -float(anatomy["heel"][side]), sole), (foot, 0.0, sole),
                (toes, 0.0, 0.0), (toes, _tip_of_toes(body, side), 0.0))  # fmt: skip
        for segment, along, up in ends:
            turned = now.rotation[segment]
            place = now.origin[segment] + along * turned[:, 0] + up * turned[:, 2]
            if near < gap.along(place) < far:
                lowest = min(lowest, float(place[2]) - gap.top)
    return lowest


def _tip_of_toes(body: Biped, side: int) -> float:
    """How far ahead of their joint the toes end [m]."""
    shape = body.character.segment(("toes.L", "toes.R")[side]).shape
    return 0.0 if shape is None else shape.center[0] + 0.5 * shape.size[0]
