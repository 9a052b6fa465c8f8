"""The inverted pendulum of constant length, and where its bob comes to rest.

Coros, Beaudoin, van de Panne 2010, Section 3.2: d = v sqrt(h/g + v^2/(4 g^2)). A walk plans
its steps by the linear pendulum (`step_plan`), whose fall until the footstrike has a closed form.
"""

from __future__ import annotations

import math

from ...simulation.compiled import compiled


@compiled
def stopping_distance(velocity: float, height: float, gravity: float) -> float:
    """Distance [m] ahead at which a step brings the pendulum to rest (Section 3.2)."""
    ratio = velocity / (2.0 * gravity)
    return velocity * math.sqrt(height / gravity + ratio * ratio)
