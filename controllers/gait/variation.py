"""No two steps of a person are alike: a seeded variation of period, length and width.

Standard deviations as of young adults (Owings, Grabiner 2004, "Step width variability, but not step
length variability or step time variability, discriminates gait of healthy young and older adults"):
some 2 to 4 % of length and period, 2 cm of width, half of which is the step plan's own.
"""

from __future__ import annotations

from ...simulation.compiled import compiled
from .records import CHANCES, GaitCommand, GaitMemory

PERIOD, LENGTH, WIDTH = 0, 1, 2  # rows of `varied`
DEVIATIONS = (0.025, 0.03, 0.012)  # of the period, of the length, of the leg
UNIFORMS = 3  # whose sum is taken for a normal deviate: none is beyond 3 deviations
FACTOR, TERM = 1103515245, 12345  # of the linear congruential generator


@compiled
def vary_step(command: GaitCommand, memory: GaitMemory) -> None:
    """Draw how the step that begins differs from the usual one."""
    for row in range(len(DEVIATIONS)):
        memory["varied"][row] = command["variation"] * DEVIATIONS[row] * _deviate(memory)


@compiled
def _deviate(memory: GaitMemory) -> float:
    """The next random number of mean 0 and variance 1."""
    total = 0.0
    for _ in range(UNIFORMS):
        memory["chance"] = (FACTOR * memory["chance"] + TERM) % CHANCES
        total += memory["chance"] / CHANCES - 0.5
    return 2.0 * total  # the variance of a uniform number is 1 / 12
