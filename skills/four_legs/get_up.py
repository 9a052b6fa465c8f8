"""Get up from sitting, or from lying on the belly or a side, and stand."""

from __future__ import annotations

from .stand import Stand


class GetUp(Stand):
    """Only a body that is up already may touch the ground with nothing but its paws."""

    def enter(self) -> None:
        super().enter()
        if not self.body.is_rising:
            self.body.events.append("on_feet")
