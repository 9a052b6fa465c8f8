"""Footprints to step on, as an artist gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..base.checks import capital, check_number, check_vector
from ..base.errors import InvalidInput

MOST_FOOTSTEPS = 128
REQUIRED, OPTIONAL = ("position", "heading", "duration"), ("height",)
RANGES = {  # by number: unit, lowest, highest
    "heading": ("rad", -1e3, 1e3),
    "duration": ("s", 0.3, 5.0),
    "height": ("m", 0.0, 0.5),
}


@dataclass(frozen=True)
class Footstep:
    """A footprint.

    Attributes:
        limb: "foot" or "hand"; side: "L" or "R".
        position: where the middle of sole or palm comes down, x and y in the world [m].
        heading: world direction of toes or fingers [rad].
        duration: from lift-off to touch-down [s].
        height: of the swing above the ground [m]; None: the one that suits the body.
    """

    limb: str
    side: str
    position: tuple[float, float]
    heading: float
    duration: float
    height: float | None = None


def read_footsteps(what: str, value: Any) -> tuple[Footstep, ...]:
    """Footprints from plain data; raises InvalidInput with the number of the first invalid one."""
    if not isinstance(value, (tuple, list)) or not 1 <= len(value) <= MOST_FOOTSTEPS:
        raise InvalidInput(f"{capital(what)} must be 1 to {MOST_FOOTSTEPS} footsteps.")
    steps = tuple(_read(f"{what}, number {i}", step) for i, step in enumerate(value, start=1))
    if len({step.limb for step in steps}) > 1:
        raise InvalidInput(f"{capital(what)} must all be for feet or all for hands, got both.")
    return steps


def _read(what: str, step: Any) -> Footstep:
    if not isinstance(step, Mapping):
        raise InvalidInput(
            f"{capital(what)}, must have {', '.join(('foot', *REQUIRED))} by name, got {step!r}."
        )
    limb = "hand" if "hand" in step else "foot"
    missing = [name for name in (limb, *REQUIRED) if name not in step]
    unknown = [name for name in step if name not in (limb, *REQUIRED, *OPTIONAL)]
    if missing or unknown:
        told = f"misses {', '.join(missing)}" if missing else f"has an unknown {unknown[0]!r}"
        allowed = ", ".join(("foot or hand", *REQUIRED, *OPTIONAL))
        raise InvalidInput(f"{capital(what)}, {told}; allowed: {allowed}.")
    side = step[limb]
    if side not in ("L", "R"):
        raise InvalidInput(f"{capital(what)}, has the {limb} {side!r}; allowed: L, R.")
    check_vector(f"{what}, its position", step["position"], 2)
    for name, (unit, low, high) in RANGES.items():
        if name in REQUIRED or step.get(name) is not None:
            check_number(f"{what}, its {name}", step[name], unit, low, high)
    x, y = step["position"]
    numbers = {name: value for name, value in step.items() if name in RANGES}
    return Footstep(limb=limb, side=side, position=(float(x), float(y)), **numbers)
