"""Turns in getting up: of bodies that lie on each other the upper one gets up first, and one that
lies against a body that gets up waits until that one stands.

Two that push off each other at the same time throw each other over, and nobody gets up under
another one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..simulation.actor import Actor

ROOM = 0.45  # [m] between the nearest segments' centers: nearer bodies are in each other's way
ON_TOP = 0.06  # [m] by which segments of one are above those of another near them, in the mean
PATIENCE = 8.0  # [s]: then a body gets up all the same


class Turns:
    """Which bodies of a world lie, and which are getting up."""

    def __init__(self) -> None:
        self._lying: list[Actor] = []
        self._rising: list[Actor] = []

    def fall(self, actor: Actor) -> None:
        """The body falls, and lies from then on."""
        self.end(actor)
        self._lying.append(actor)

    def begin(self, actor: Actor) -> None:
        """The body begins to get up."""
        self.end(actor)
        self._rising.append(actor)

    def end(self, actor: Actor) -> None:
        """The body stands, or is no longer there."""
        self._lying = [other for other in self._lying if other is not actor]
        self._rising = [other for other in self._rising if other is not actor]

    def must_wait(self, actor: Actor, lies_for: float) -> bool:
        """Whether a body that has lain so long [s] is in the way of one that gets up, or under one
        that lies.
        """
        others = [other for other in self._rising if other is not actor]
        return lies_for < PATIENCE and (
            any(len(_near(actor, other)) for other in others)
            or any(_lies_on(other, actor) for other in self._lying if other is not actor)
        )


def _lies_on(upper: Actor, lower: Actor) -> bool:
    pairs = _near(lower, upper)
    if not len(pairs):
        return False
    above = upper.motion.center[pairs[:, 1], 2] - lower.motion.center[pairs[:, 0], 2]
    return bool(above.mean() > ON_TOP)


def _near(one: Actor, other: Actor) -> NDArray[np.intp]:
    """(n, 2) the segments of one body and of another that are near each other, in pairs."""
    if np.linalg.norm(one.motion.com - other.motion.com) > one.character.height + ROOM:
        return np.empty((0, 2), int)
    apart = one.motion.center[:, None] - other.motion.center[None]
    pairs: NDArray[np.intp] = np.argwhere((apart**2).sum(axis=2) < ROOM**2)
    return pairs
