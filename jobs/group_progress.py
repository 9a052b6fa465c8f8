"""What is said of a crowd's groups while they are simulated side by side."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ..rollout.wording import about, count
from .cluster import CONNECTING

NOT_YET = ("Starting", "Loading", "Compiling", CONNECTING)  # notes before something is simulated
FORESEEN = 0.05  # share of the work after which the remaining time can be forecast


class GroupProgress:
    """How many members are simulated, and how long the others will take.

    Args:
        sizes: numbers of members of the groups.
        began: when the first one began [s]; None: now.
    """

    def __init__(self, sizes: Sequence[int], began: float | None = None) -> None:
        self._sizes = sizes
        self._began = time.monotonic() if began is None else began
        self._kept: float | None = None  # the share that was there from the beginning

    def sentence(self, fraction: float, done: Sequence[bool], note: str) -> str:
        """A sentence without a full stop.

        Args:
            fraction: of all groups that is simulated.
            done: which groups are simulated.
            note: what a worker is doing.
        """
        if self._kept is None:
            self._kept = fraction
        if note.startswith(NOT_YET):
            return note
        ready = sum(size for size, is_done in zip(self._sizes, done, strict=True) if is_done)
        spent = time.monotonic() - self._began
        parts = [f"{ready} of {count(sum(self._sizes), 'member')} simulated"]
        if len(self._sizes) > 1:
            parts.append(f"group {min(sum(done) + 1, len(done))} of {len(done)}")
        parts.append(f"{spent:.0f} s")
        share = (fraction - self._kept) / max(1.0 - self._kept, 1e-9)
        if share > FORESEEN:
            parts.append(f"{about(spent * (1.0 / share - 1.0))} left")
        return ", ".join(parts)
