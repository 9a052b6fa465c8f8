"""Jones 2011, Chapter 6: getting up in a plane, by hand and sooner, on slopes, with other trunks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..catalogue.planar.rising import nearest_way, riser_of
from ..learning.rising_stage import LONGEST, TIMELY, Rise, RisingStage
from .cases import run_cases
from .table import Row

SLOPES = (-12, 17)  # the thesis's whole range [degrees]; must: -8 to 10
TORSOS = tuple(round(1.0 + 0.05 * i, 2) for i in range(10))  # up to 1.45; must: 1.3
MUST_LOW, MUST_HIGH, MUST_TORSO = -8, 10, 1.3
SOONEST = 2.0  # [s]
Case = tuple[str, float, float, float]  # riser, slope [degrees], torso, longest [s]


def measure() -> list[Row]:
    """Rows of the two ways on flat ground, of slopes and of trunks."""
    by_hand, quick = run_cases(_rise, [("by_hand", 0.0, 1.0, LONGEST), ("quick", 0.0, 1.0, TIMELY)])
    return [
        Row("by hand: stands after [s]; largest force of the ground, body weights", "13.5", "-",
            _told(by_hand), by_hand.stands, "must stand"),
        Row("optimised: stands after [s]; largest force, body weights", "1.2", "-", _told(quick),
            quick.stands and (quick.up_at or LONGEST) <= SOONEST, f"must {SOONEST:g}"),
        _slopes_row(),
        _torso_row(),
    ]  # fmt: skip


def _rise(case: Case) -> Rise:
    name, slope, torso, longest = case
    numbers = nearest_way(riser_of(name), slope, torso)["numbers"]
    stage = RisingStage(numbers, slope, torso)
    try:
        return stage.rise(numbers, longest)
    finally:
        stage.close()


def _told(rise: Rise) -> str:
    return f"{rise.up_at:.2f}; {rise.peak:.1f}" if rise.stands else "falls"


def _slopes_row() -> Row:
    slopes = range(SLOPES[0], SLOPES[1] + 1)
    rises = run_cases(_rise, [("quick", float(slope), 1.0, TIMELY) for slope in slopes])
    stood = [slope for slope, rise in zip(slopes, rises, strict=True) if rise.stands]
    low, high = _reach(stood, -1), _reach(stood, 1)
    return Row("slopes on which it stands [degrees]", "-12 to +17", "-", f"{low} to {high:+d}",
               low <= MUST_LOW and high >= MUST_HIGH, "must -8 to +10")  # fmt: skip


def _reach(stood: Sequence[int], way: int) -> int:
    """How far one comes from flat ground without a gap."""
    slope = 0
    while slope + way in stood:
        slope += way
    return slope


def _torso_row() -> Row:
    rises = run_cases(_rise, [("quick", 0.0, torso, TIMELY) for torso in TORSOS])
    largest = 0.0
    for torso, rise in zip(TORSOS, rises, strict=True):
        if not rise.stands:
            break
        largest = torso
    return Row("largest trunk with which it stands, of its usual size", "1.45", "-",
               f"{largest:g}", largest >= MUST_TORSO, "must 1.3")  # fmt: skip
