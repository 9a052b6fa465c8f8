"""How often a control law is asked: at every time step where contacts change, else at every second.

What it saves is measured by `bench speed`; what it costs, by bench natural, gbwc_pushes, stepping.
"""

from __future__ import annotations

from ..simulation.actor import Actor
from ..simulation.foot_watch import loaded_segments

HELD = 2  # time steps for which torques hold between changes
SETTLING = 0.03  # [s] after a contact has begun or ended; tuned: bench natural
RECOVERING = 1.5  # [s] after a push, in which a body comes to rest or to its pace again


class ControlRate:
    """For how many time steps a performer's torques may hold."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._loaded = 0
        self._busy_until = 0.0  # [s]

    def note_push(self, time: float) -> None:
        """Note that a push acts at a time [s]."""
        self._busy_until = max(self._busy_until, time + RECOVERING)

    def steps(self, time: float) -> int:
        """The number of time steps for which torques computed at a time [s] may hold."""
        loaded = loaded_segments(self._actor.motion.load)
        if loaded != self._loaded:
            self._loaded = loaded
            self._busy_until = max(self._busy_until, time + SETTLING)
        return HELD if time >= self._busy_until else 1
