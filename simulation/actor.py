"""A character in a world: its arrays, its state, and the forces that act on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..bodies.collision_pairs import Pair, pairs_of_limbs
from ..bodies.hanging_links import Links
from .body import Body, Motion
from .records import Rows
from .rotation import Array


@dataclass(frozen=True, eq=False)
class HangingLinks:
    """The chains of a character that act on it, in the engine.

    Attributes:
        chains: their links.
        joints: (n,) numbers of the links in the engine, chain after chain.
        springs: of their joints.
    """

    chains: tuple[Links, ...]
    joints: tuple[int, ...]
    springs: NDArray[np.void]


@dataclass
class Actor:
    """A character in the world: its arrays, its state and its ids in the engine.

    Attributes:
        character: as control laws take it: see `bodies.laden.laden`.
        made_of: the character as it is in the engine, with its chains.
        body_record, motion_record: the same arrays as one, for compiled code.
        motion_ahead: the state a short time ahead, where a law asked for it.
        meeting: names of the segments, two by two, that now collide beside those of the legs.
        rails: the joints of the engine that keep a planar body's root in its plane.
        stand: (7,) position and orientation of the rails' fixed frame.
        segment_of_link: (links + 1,) segment of each link of the engine, from the base on; of links
            that hang -1 - carrier.
        hanging: links of chains, and what bends them; None where none acts on the body.
        contact_forces: (n, 3) force of contacts on each segment in the last step [N].
        touches_ground: (n,) whether each segment touched the ground in the last step.
        ground_velocity: (3,) of the surface that bears the body [m/s]; 0 where nothing moves.
        pulls: forces of held props on the segments in the last step [N].
    """

    character: Character
    made_of: Character
    body: Body
    motion: Motion
    body_record: Rows[Body]
    motion_record: Rows[Motion]
    motion_ahead: Rows[Motion]
    identity: int
    links: tuple[int, ...]
    segment_of_link: NDArray[np.int64]
    movable: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    wxyz_order: NDArray[np.int64]
    names: tuple[str, ...]
    leg_collision: bool
    meets_others: bool
    hanging: HangingLinks | None = None
    meeting: frozenset[Pair] = frozenset()
    rails: tuple[int, ...] = ()
    rail_frame: Array = field(default_factory=lambda: np.zeros(7))
    contact_forces: Array = field(init=False)
    touches_ground: NDArray[np.bool_] = field(init=False)
    ground_velocity: Array = field(default_factory=lambda: np.zeros(3))
    pulls: Mapping[int, Array] = field(default_factory=dict)

    @cached_property
    def limb_pairs(self) -> list[Pair]:
        """See `bodies.collision_pairs.pairs_of_limbs`."""
        return pairs_of_limbs(self.character)

    def __post_init__(self) -> None:
        self.contact_forces = np.zeros((len(self.names), 3))
        self.touches_ground = np.zeros(len(self.names), np.bool_)


def outside_forces(actor: Actor) -> Array:
    """(n, 3) force of contacts and of held props on each segment in the last step [N].

    Where a body touches itself, the two segments have opposite forces, which cancel in the sum.
    """
    forces = actor.contact_forces.copy()
    for segment, pull in actor.pulls.items():
        forces[segment] += pull
    return forces
