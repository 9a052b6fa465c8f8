"""Getting up in other styles: quick, tired, old, sparing a hurt leg."""

from __future__ import annotations

import numpy as np

from ..catalogue.rising_styles import USUAL, rising_styles
from .parts.table import Row
from .rising import MOTION, MUST_BODIES, Case, outcome_of

RUNS, FIRST = 4, 301  # lying states for each style, and the seed of the first


def measure() -> list[Row]:
    """A row for each style; about twenty minutes of a core."""
    return [_row(style) for style in rising_styles() if style != USUAL]


def _row(style: str) -> Row:
    seeds = range(FIRST, FIRST + RUNS)
    outcomes = [outcome_of(Case(-1, seed, seed % 2 == 1, style=style)) for seed in seeds]
    stood = [o.stood_after for o in outcomes if o.stood_after is not None]
    usual = f"{np.median(stood):.1f}" if stood else "-"
    return Row(
        f"{style.replace('_', ' ')}: stands within {MOTION:g} s, of {RUNS}; median time [s]",
        "", "",
        f"{len(stood)}; {usual}", len(stood) >= MUST_BODIES * RUNS, f"must: {MUST_BODIES:.0%}",
    )  # fmt: skip
