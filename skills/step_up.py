"""Step onto the platform ahead, or off it, and stand there."""

from __future__ import annotations

from ..base.errors import InvalidInput
from ..simulation.body import Motion
from ..simulation.records import Rows, views_of
from .behaviour import SharingLookahead, Values
from .walk import Walk
from .ways.crossing import GIVEN_UP
from .ways.steering import is_still, stop

STEPPED_UP = "stepped_up"
AS_A_WALK: Values = {"avoid": "both", "turn_rate": None, "lateral_speed": 0.0}
ANOTHER, LEVEL = 0.05, 0.03  # [m]: heights of soles on another level; of two on the same one


class StepUp(Walk):
    """A walk to the next edge, which ends where both feet are behind it."""

    _floor: float | None = None
    _is_there: bool = False

    def command(self, values: Values) -> None:
        super().command({**AS_A_WALK, **values})

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        body = self.body
        if self._is_there:
            if is_still(body, motion):
                body.report_event(STEPPED_UP)
            return
        super().steer(motion, {**AS_A_WALK, **values})
        if body.is_walker and self._is_on_another_level(motion):
            self._is_there = True
            body.crossing.leave()
            stop(body)

    def _is_on_another_level(self, motion: Rows[Motion]) -> bool:
        """Whether both soles are higher or lower than as the cue began."""
        now, anatomy = views_of(Motion, motion), self.body.anatomy
        soles = now.origin[anatomy["foot"], 2] - anatomy["ankle_height"]
        if self._floor is None:
            self._floor = float(soles.min())
        is_level = float(abs(soles[0] - soles[1])) < LEVEL
        return is_level and float(abs(soles.mean() - self._floor)) > ANOTHER

    def _get_over(self, values: Values, lookahead: SharingLookahead) -> None:
        """As a walk does; raises InvalidInput where this body cannot, alone in the world."""
        super()._get_over(values, lookahead)
        crossing = self.body.crossing
        if crossing.stage == GIVEN_UP and crossing.ledge is not None and lookahead.is_exact:
            rise = crossing.ledge.rise
            way = "up" if rise > 0.0 else "down"
            raise InvalidInput(f"This body cannot step {way} {abs(rise):.2f} m.")
