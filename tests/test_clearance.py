"""Legs of any proportions have room beside each other."""

from __future__ import annotations

import pytest

from footfall import Character
from footfall.bodies.clearance import LEG_PARTS


@pytest.mark.parametrize("seed", [6, 9, 17, 25, 44])
def test_legs_of_varied_bodies_do_not_pass_through_each_other_standing(seed: int) -> None:
    body = Character.humanoid().vary(seed, 0.3)
    origins = body.standing_origins()
    for part in LEG_PARTS:
        edges = []
        for side, inward in ((".L", -1.0), (".R", 1.0)):
            segment = body.segment(part + side)
            assert segment.shape is not None
            middle = origins[segment.name][1] + segment.shape.center[1]
            edges.append(middle + inward * segment.shape.size[1] / 2)
        assert edges[0] > edges[1]
