"""Where feet stand before an edge that is climbed, and behind it."""

from __future__ import annotations

from ...simulation.rotation import Array
from ..biped import Biped
from ..ways.crossing import Ledge
from .manner import Manner, manners


def footholds(biped: Biped, ledge: Ledge, ankles: Array, manner: Manner) -> Array:
    """(2, 3) ankles [m] behind the edge, as far apart sideways as those before it (2, 3)."""
    anatomy, holds = biped.anatomy, ankles.copy()
    behind = anatomy["heel"] + manner.behind * biped.leg
    along = (ankles[:, :2] - ledge.edge) @ ledge.ahead
    holds[:, :2] += (behind - along)[:, None] * ledge.ahead
    holds[:, 2] = ledge.landing + anatomy["ankle_height"]
    return holds


def ankles_before(biped: Biped, rise: float) -> float:
    """How far before an edge the ankles of a body are as it begins to climb [m]."""
    before = manners(rise, biped.leg)[0].before * biped.leg
    return float(biped.anatomy["ball"].max()) + toes_of(biped) + before


def toes_of(biped: Biped) -> float:
    """Length of a body's toes [m]."""
    toes = biped.character.segment("toes.L").shape
    assert toes is not None
    return float(toes.size[0])
