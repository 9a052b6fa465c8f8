"""Turns in getting up: a body that lies against one that gets up waits until that one stands.

Two that push off each other at the same time throw each other over.
"""

from __future__ import annotations

import numpy as np

from ..simulation.actor import Actor

ROOM = 0.45  # [m] between the nearest segments' centers: nearer bodies are in each other's way
PATIENCE = 8.0  # [s]: then a body gets up all the same


class Turns:
    """Which bodies of a world are getting up."""

    def __init__(self) -> None:
        self._rising: list[Actor] = []

    def begin(self, actor: Actor) -> None:
        self._rising.append(actor)

    def end(self, actor: Actor) -> None:
        """The body stands, or has fallen again; or it was not getting up."""
        self._rising = [other for other in self._rising if other is not actor]

    def must_wait(self, actor: Actor, lies_for: float) -> bool:
        """Whether a body that has lain so long [s] is in the way of one that gets up."""
        others = [other for other in self._rising if other is not actor]
        return lies_for < PATIENCE and any(_are_near(actor, other) for other in others)


def _are_near(one: Actor, other: Actor) -> bool:
    if np.linalg.norm(one.motion.com - other.motion.com) > one.character.height + ROOM:
        return False
    apart = one.motion.center[:, None] - other.motion.center[None]
    return bool(((apart**2).sum(axis=2) < ROOM**2).any())
