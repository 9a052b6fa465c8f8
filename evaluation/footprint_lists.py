"""Random lists of footprints, and how well a take's feet come down on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..bodies.character import Character
from ..shots.footstep_reach import standing_soles
from ..shots.take import Performance, Take

Footprint = dict[str, Any]
Foot = tuple[float, float, float]  # x, y [m] and heading [rad] of a sole
AHEAD, BEHIND, OUT = 0.4, 0.25, 0.25  # [m] from where a foot would stand beside the other
TURN, DURATIONS = math.radians(45.0), (0.6, 1.0)  # outwards at most; [s]
ASTRAY = 0.06  # [m]
SETTLED = 0.15  # [s] after a footstrike


def random_footprints(body: Character, seed: int, count: int = 8) -> list[Footprint]:
    """Footprints for one foot after the other, each placed beside the other foot's."""
    random = np.random.default_rng(seed)
    feet = standing_feet(body)
    width = feet["L"][1] - feet["R"][1]
    foot = "L" if random.random() < 0.5 else "R"
    prints = []
    for _ in range(count):
        out = 1.0 if foot == "L" else -1.0
        x, y, heading = feet["R" if foot == "L" else "L"]
        ahead = random.uniform(-BEHIND, AHEAD)
        aside = out * (width + random.uniform(0.0, OUT))
        x += ahead * math.cos(heading) - aside * math.sin(heading)
        y += ahead * math.sin(heading) + aside * math.cos(heading)
        heading += out * random.uniform(0.0, TURN)
        feet[foot] = x, y, heading
        duration = random.uniform(*DURATIONS)
        prints.append({"foot": foot, "position": (x, y), "heading": heading, "duration": duration})
        foot = "R" if foot == "L" else "L"
    return prints


def standing_feet(body: Character) -> dict[str, Foot]:
    """The soles of a body that stands at the origin, facing +x."""
    soles = standing_soles(body, (0.0, 0.0), 0.0)
    return {side: (x, y, 0.0) for side, (x, y) in soles.items()}


def footprint_errors(
    body: Character, take: Take, prints: Sequence[Footprint], start: float
) -> list[tuple[float, float]] | None:
    """Distance [m] and turn [rad] by which each foot misses; None when steps are not as listed.

    A foot that lands further than ASTRAY from its footprint has not stepped on it.
    """
    performance = take.performances[0]
    strikes = [
        (time, name[-1])
        for time, name in performance.events
        if time > start and name.startswith("footstrike.")
    ]
    if performance.fell_at is not None or len(strikes) != len(prints):
        return None
    errors = []
    for (time, side), wanted in zip(strikes, prints, strict=True):
        if side != wanted["foot"]:
            return None
        frame = min(int(np.searchsorted(take.times, time + SETTLED)), len(take.times) - 1)
        x, y, heading = _sole(body, performance, side, frame)
        missed = math.hypot(x - wanted["position"][0], y - wanted["position"][1])
        errors.append((missed, abs(math.remainder(heading - wanted["heading"], math.tau))))
    return None if max(missed for missed, _ in errors) > ASTRAY else errors


def _sole(body: Character, performance: Performance, side: str, frame: int) -> Foot:
    """The middle of a sole on the ground and where it points."""
    foot = body.segment(f"foot.{side}")
    assert foot.shape is not None
    index = performance.segment_names.index(foot.name)
    w, x, y, z = performance.segment_orientations[frame, index]
    heading = math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    center = performance.segment_positions[frame, index]
    ahead = foot.shape.center[0] - foot.center[0]
    return (
        float(center[0] + ahead * math.cos(heading)),
        float(center[1] + ahead * math.sin(heading)),
        heading,
    )
