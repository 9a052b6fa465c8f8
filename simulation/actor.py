"""A character in a world: its arrays, its state, and the forces that act on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from .body import Body, Motion
from .records import Rows
from .rotation import Array


@dataclass
class Actor:
    """A character in the world: its arrays, its state and its ids in the engine.

    Attributes:
        body_record, motion_record: the same arrays as one, for compiled code.
        rails: the joints of the engine that keep a planar body's root in its plane.
        stand: (7,) position and orientation of the rails' fixed frame.
        contacts: the engine's contact points of the last step.
        load: vertical contact force on each touched segment in the last step [N].
        on_ground: names of the segments that touch the ground.
        pulls: forces of held props on the segments in the last step [N].
    """

    character: Character
    body: Body
    motion: Motion
    body_record: Rows[Body]
    motion_record: Rows[Motion]
    identity: int
    links: tuple[int, ...]
    segment_of_link: tuple[int, ...]
    movable: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    wxyz_order: NDArray[np.int64]
    names: tuple[str, ...]
    leg_collision: bool
    meets_others: bool
    rails: tuple[int, ...] = ()
    rail_frame: Array = field(default_factory=lambda: np.zeros(7))
    contacts: Sequence[tuple[Any, ...]] = ()
    load: dict[int, float] = field(default_factory=dict)
    on_ground: set[str] = field(default_factory=set)
    pulls: Mapping[int, Array] = field(default_factory=dict)


def contact_forces(actor: Actor) -> Array:
    """(n, 3) force of contacts and of held props on each segment in the last step [N].

    Where a body touches itself, the two segments have opposite forces, which cancel in the sum.
    """
    forces = np.zeros_like(actor.motion.origin)
    for contact in actor.contacts:
        force = np.zeros(3)
        for strength, direction in ((9, 7), (10, 11), (12, 13)):
            force += contact[strength] * np.array(contact[direction])
        forces[actor.segment_of_link[contact[3] + 1]] += force
        if contact[2] == actor.identity:
            forces[actor.segment_of_link[contact[4] + 1]] -= force
    for segment, pull in actor.pulls.items():
        forces[segment] += pull
    return forces
