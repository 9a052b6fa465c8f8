"""Which runs have stretches of time without Python: those of bipeds alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..bodies.kinds import BIPED
from ..simulation.world import World
from .pushing import Pushes
from .runtime import PerformerRuntime


class Stretching(Protocol):
    """How a run may advance by more than a time step at once: as in `Stretches`."""

    def run(self, step: int, next_frame: float) -> int:
        """Advance towards the next frame [s]; return the number of the step that follows."""

    def take(self, step: int) -> bool:
        """Take a time step in which a frame is shown; return False where Python must take it."""

    def hand_over(self) -> None:
        """Let Python have the performers' present states."""


class NoStretches:
    """Python takes every time step."""

    def run(self, step: int, next_frame: float) -> int:
        return step

    def take(self, step: int) -> bool:
        return False

    def hand_over(self) -> None:
        pass


def stretching_of(
    world: World, performers: Sequence[PerformerRuntime], pushes: Pushes
) -> Stretching:
    """The stretches of a run. Bipeds alone load their laws: no figure of others depends on them."""
    if any(performer.body.kind != BIPED for performer in performers):
        return NoStretches()
    from .stretches import Stretches

    return Stretches(world, performers, pushes)
