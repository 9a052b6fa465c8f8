"""How far a body is off the clip that it performs."""

from __future__ import annotations

from ...controllers.performing.deviation import Aims, deviation
from ...motion.performing.reference import PerformedReference
from ...simulation.body import Body, Motion
from ...simulation.records import Rows
from .stiffness import Stiffness

LOST = 60.0  # a deviation from which no body comes back


class Deviation:
    """Measures a body's state against a frame of the clip; what is limp does not count."""

    def __init__(
        self, reference: PerformedReference, bodies: Rows[Body], stiffness: Stiffness
    ) -> None:
        self._bodies, placed = bodies, reference.placed
        self._last, self._joints = reference.frames - 1, len(reference.figure.joints.places)
        self._aims = Aims(
            placed.centers - placed.com[:, None], placed.axes, reference.com,
            reference.com_velocity, reference.turning, stiffness.chains, stiffness.joints,
            stiffness.bearing[:, None],
        )  # fmt: skip

    def of(self, motions: Rows[Motion], frame: int, beyond: float) -> float:
        """The deviation: see `controllers.performing.deviation`."""
        at = min(frame, self._last)
        aims = Aims(*(values[at] for values in self._aims))
        return float(deviation(self._bodies, motions, aims, self._joints, beyond))
