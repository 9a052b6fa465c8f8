"""Get up in a plane by a support graph: Jones 2011, Chapter 6."""

from __future__ import annotations

from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array
from ..behaviour import Behaviour, Values
from .body import PlaneBody
from .rising import PlanarRising, way_for

RISEN_SHARE = 0.6  # of the standing height: a higher root over the shins is up


class GetUpInPlane(Behaviour[PlaneBody]):
    may_touch = None  # the body lies: anything may touch the ground
    moves_body = True

    def __init__(self, body: PlaneBody) -> None:
        super().__init__(body)
        self._rising: PlanarRising | None = None
        self._stands = False

    def command(self, values: Values) -> None:
        if self._rising is None:
            body = self.body
            numbers = way_for(body.character, values, body.ground[1])
            self._rising = PlanarRising(
                body.character, body.body, numbers, body.ground, body.gravity
            )

    def act(self, motion: Rows[Motion]) -> Array:
        assert self._rising is not None
        flat = self._rising.actuators(motion)
        if not self._stands and self._rising.left <= 0.0 and self._is_up(motion):
            self._stands = True
            self.body.events.append("on_feet")
        return flat

    def _is_up(self, record: Rows[Motion]) -> bool:
        motion = views_of(Motion, record)
        tall = motion.origin.item(0, 2) - float(motion.center[:, 2].min())
        risen = tall > RISEN_SHARE * self.body.character.standing_height_of_root
        return risen and bool(motion.load[0] == 0.0)
