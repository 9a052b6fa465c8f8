"""Trots and sits of four-legged bodies of many sizes and proportions."""

from __future__ import annotations

from collections.abc import Mapping

from ..bodies.character import Character
from ..evaluation.cases import attempt, run_cases
from ..evaluation.dog_shapes import (
    HEAVY_HEADED,
    like_a_dog,
    long_hocked,
    low_hoofed,
    trot_and_sit,
)
from .parts.table import Row

SHAPES: Mapping[str, Character] = {
    "as small as a cat": like_a_dog(0.2),
    "as large as a horse": like_a_dog(1.4),
    "low hoofs": low_hoofed(),
    "long hocks": long_hocked(),
    "heavy head": HEAVY_HEADED,
    **{f"seed {seed}": Character.quadruped().vary(seed, 0.2) for seed in range(15)},
}


def measure() -> list[Row]:
    """All rows; takes about a minute."""
    done = run_cases(_trots_and_sits, SHAPES)
    wrong = [name for name, well in zip(SHAPES, done, strict=True) if not well]
    ours = f"{len(SHAPES) - len(wrong)}" + (f"; not {', '.join(wrong)}" if wrong else "")
    figure = f"bodies that trot twice their height and sit down, of {len(SHAPES)}"
    return [Row(figure, "", "", ours, not wrong, f"must: {len(SHAPES)}")]


def _trots_and_sits(name: str) -> bool:
    body = SHAPES[name]
    take = attempt(trot_and_sit(body))
    if take is None or take.performances[0].fell_at is not None:
        return False
    performance = take.performances[0]
    way = performance.center_of_mass[:, 0].max() - performance.center_of_mass[0, 0]
    seated = "seated" in {event for _, event in performance.events}
    return bool(seated and way > 2.0 * body.height)
