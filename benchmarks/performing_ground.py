"""Clips made over level ground, performed on slopes, over steps and on rough ground."""

from __future__ import annotations

from ..evaluation.cases import human, run_cases
from ..evaluation.rough_ground import rough_ground
from ..shots.ground import Ground
from .parts.performed import Performed, bundled_clip, is_held, perform, told
from .parts.table import Row

CLIPS = ("walk", "run", "punch", "dance_a", "cartwheel")
SLOPES = (5.0, -5.0, 10.0, -10.0)  # [degrees], up towards where the body faces
STEPS, AT = (0.05, -0.05, 0.1, -0.1), 0.6  # [m] of rise, and ahead of the body
ROUGH_SEED, WAVELENGTH = 1, 1.0  # [m]
SEED = 1
ENOUGH = 3  # of the clips on a ground


def grounds() -> dict[str, Ground]:
    """The grounds by what they are."""
    slopes = {f"slope of {angle:g} degrees": Ground.slope(angle) for angle in SLOPES}
    steps = {f"step of {100 * rise:g} cm": Ground.steps(rise, AT, 1) for rise in STEPS}
    return {**slopes, **steps, "bumps of 5 cm": rough_ground(ROUGH_SEED, WAVELENGTH)}


def measure() -> list[Row]:
    """A row for each ground: which clips are held on it, and how near each comes."""
    texts, over = {name: bundled_clip(name) for name in CLIPS}, grounds()
    cases = [(text, ground) for ground in over.values() for text in texts.values()]
    outcomes = iter(run_cases(_performed, cases))
    return [_row(name, [next(outcomes) for _ in CLIPS]) for name in over]


def _performed(case: tuple[str, Ground]) -> Performed:
    text, ground = case
    return perform(human(), text, SEED, ground=ground)


def _row(name: str, outcomes: list[Performed]) -> Row:
    held = sum(map(is_held, outcomes))
    near = "; ".join(f"{clip} {told(o)}" for clip, o in zip(CLIPS, outcomes, strict=True))
    return Row(f"{name}: clips held", "", "", f"{held} of {len(CLIPS)}: {near}", held >= ENOUGH,
               f"must: {ENOUGH}")  # fmt: skip
