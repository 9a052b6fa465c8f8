"""A leap out of a run as it goes on: the gap ahead is seen, the leap planned in time, and done."""

from __future__ import annotations

from ...base.errors import InvalidInput
from ...controllers.run.records import NO_LEAP
from ...simulation.body import Motion
from ...simulation.records import views_of
from ..behaviour import SharingLookahead
from ..biped import Biped
from ..gait_command import keep_heading
from ..running.running import Running
from .gap import Gap, gap_ahead, level_stretch
from .hurdle import lift_feet
from .run_up import RUN_UP, begin, best_run_up, try_run_up, usual_run_up

# Where no gap is in sight: after what time the body leaps [s], and over what, of the leg.
AT_ONCE, USUAL_WIDTH = 0.9, 1.0


class LeapOver:
    """
    Attributes:
        is_near: whether the leap must be planned now; has_landed: whether it is done.
    """

    is_near: bool = False
    has_landed: bool = False
    _gap: Gap | None = None
    _is_planned: bool = False
    _above: float = 0.0  # as in the run-up that is done

    def __init__(self, body: Biped, running: Running) -> None:
        self._body, self._running = body, running
        running.ask(running.speed)  # it runs on
        keep_heading(body)

    def steer(self, now: Motion, width: float) -> None:
        """Look for a gap, and see when it must be planned for, and when it is behind.

        Args:
            width: of what to leap over where no gap is in sight [m]; 0: as usual.
        """
        record = self._running.record
        if self._is_planned and self._gap is not None:
            lift_feet(self._body, record, self._gap, self._above)
            self.has_landed = record["leaps_in"] == NO_LEAP  # it has caught itself, and runs
            return
        speed = float(record["speed"])
        if self._gap is None:
            self._gap = self._look(now, width, AT_ONCE * speed)
        self.is_near = self._gap.near - self._gap.along(now.com) < RUN_UP * speed

    def _look(self, now: Motion, width: float, near: float) -> Gap:
        body, record = self._body, self._running.record
        floor, heading = float(record["floor"]), float(record["heading"])
        seen = gap_ahead(body.footing_heights, now.com[:2], heading, floor, body.leg)
        width = width or USUAL_WIDTH * body.leg
        return seen or level_stretch(now.com[:2], heading, near, width, floor)

    def plan(self, lookahead: SharingLookahead) -> None:
        """Find by trying from where to leap, and do it.

        Raises InvalidInput where this body cannot, if nobody else is in the world.
        """
        running, gap, body = self._running, self._gap, self._body
        assert gap is not None  # it is near
        usual = usual_run_up(running, views_of(Motion, lookahead.motion), gap)
        run_up, crossing = best_run_up(
            usual, running.speed, lambda tried: try_run_up(body, tried, gap, lookahead),
            over_hurdle=gap.top is not None,
        )  # fmt: skip
        if lookahead.is_exact and not crossing.clears:
            raise InvalidInput(
                f"This body cannot leap over {gap.told} at {running.speed:.1f} m/s."
            )
        begin(running, run_up, gap, body.leg)
        self._is_planned, self.is_near, self._above = True, False, run_up.above
