"""Get up from sitting, or from lying on the belly or a side, and stand."""

from __future__ import annotations

from .stand import Stand


class GetUp(Stand):
    """Any segment may touch the ground until the body is up; then only its paws may."""

    def enter(self) -> None:
        super().enter()
        if not self.body.is_rising:
            self.body.events.append("on_feet")
