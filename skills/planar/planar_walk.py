"""Walk in a plane with a learned controller: Sharon 2004."""

from __future__ import annotations

from ...simulation.body import Motion
from ...simulation.records import Rows
from ...simulation.rotation import Array
from ..behaviour import Behaviour, Values
from .body import PlaneBody
from .walking import PlanarWalker


class PlanarWalk(Behaviour[PlaneBody]):
    """Go on with another controller in the same stride."""

    may_touch = frozenset({"foot.L", "foot.R"})
    moves_body = True

    def __init__(self, body: PlaneBody) -> None:
        super().__init__(body)
        before = body.behaviour
        self._before = before.walker if isinstance(before, PlanarWalk) else None
        self.walker: PlanarWalker | None = None

    def command(self, values: Values) -> None:
        if self.walker is None:
            self.walker = PlanarWalker(self.body.character, self.body.body, values)

    def act(self, motion: Rows[Motion]) -> Array:
        assert self.walker is not None
        if self._before is not None:
            self.walker.take_over(self._before, motion)
            self._before = None
        return self.walker.actuators(motion)
