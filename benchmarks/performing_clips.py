"""Whole captured clips of others, up to 20 s long, performed by the human.

They are in ../shared/data beside the checkout; without them there are no rows.
"""

from __future__ import annotations

from pathlib import Path

from ..evaluation.cases import human, run_cases
from .parts.performed import Performed, clip_of, is_held, perform, told
from .parts.table import Row

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
CLIPS = ("cc_base_cmu_002_03.bvh", "cc_base_cmu_002_04.bvh", "cc_base_cmu_003_01.bvh",
         "cc_base_cmu_005_03.bvh", "cc_base_cmu_006_08.bvh", "cmu_08_02_walk.fbx",
         "mocapbank_kneel_and_stand.bvh", "mass_walk.bvh")  # fmt: skip
LONGEST, ENOUGH, SEED = 20.0, 6, 1


def measure() -> list[Row]:
    """A row for each clip, and one for how many are held."""
    if not DATA.is_dir():
        return []
    outcomes = run_cases(_perform, [str(DATA / name) for name in CLIPS])
    held = [is_held(outcome) for outcome in outcomes]
    return [
        Row(f"clips of others, up to {LONGEST:g} s, held", "", "", f"{sum(held)} of {len(held)}",
            sum(held) >= ENOUGH, f"must: {ENOUGH}"),
        *(
            Row(f"{name}: parts over the center of mass, joints RMS, drift at the end", "", "",
                told(outcome) + f"; {outcome.cost:.0f} s of a core per second", None, "")
            for name, outcome in zip(CLIPS, outcomes, strict=True)
        ),
    ]  # fmt: skip


def _perform(path: str) -> Performed:
    return perform(human(), clip_of(path), SEED, longest=LONGEST)
