"""Chains in the frames of a performance: those that act on the body, and those that follow it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ..base.rotations import (
    continuous_signs,
    matrices_from_quaternions,
    quaternions_from_matrices,
)
from ..bodies.character import Character
from ..bodies.hanging import GRAVITY, Chain
from ..bodies.hanging_links import Links, links_of
from ..shots.frame_stream import Records
from ..shots.shot import Shot
from ..shots.take import Performance
from ..simulation.actor import Actor
from ..simulation.hanging.on_body import PlacedChain, places_on
from ..simulation.rotation import Array
from ..simulation.world import World


class HangingFrames:
    """Where the bones of a character's chains are in a frame.

    Attributes:
        acting: names of the chains that the engine simulates.
    """

    def __init__(self, character: Character, acting: Sequence[Links]) -> None:
        """Args:
        character: that is shown.
        acting: the links of the chains that the engine simulates, in its order.
        """
        self.acting = frozenset(links.chain.name for links in acting)
        names = character.segment_names
        links = {chain.name: links_of(chain) for chain in character.hanging}
        self._chains = [
            (PlacedChain(links[chain.name]), names.index(chain.carrier), links[chain.name])
            for chain in character.hanging
        ]
        self._centers = np.array([s.center for s in character.segments])
        self._masses = np.array([s.mass for s in character.segments])

    def fill(self, frame: Records, turns: Array) -> None:
        """Complete a frame's record, whose segments are there.

        Args:
            turns: (n, 4) quaternions of the joints of the chains that act; the others are unbent.
        """
        segments = frame["segment_orientations"]
        centers = places_on(frame["origins"], segments, self._centers)
        weighed, mass, bone, joint = self._masses @ centers, self._masses.sum(), 0, 0
        for chain, carrier, links in self._chains:
            bent = turns[:0]
            acts = links.chain.name in self.acting
            if acts and len(turns):
                bent = turns[joint : joint + len(links.mass)]
                joint += len(bent)
            bones = slice(bone, bone + len(links.bones))
            center = chain.fill(
                frame["origins"][carrier], segments[carrier], bent,
                frame["hanging_positions"][bones], frame["hanging_orientations"][bones],
            )  # fmt: skip
            if acts:
                weighed, mass = weighed + links.mass.sum() * center, mass + links.mass.sum()
            bone = bones.stop
        if self.acting:  # the simulated segments weigh what hangs on them too
            frame["segment_positions"], frame["center_of_mass"] = centers, weighed / mass


def reader_of_turns(world: World, actor: Actor) -> Callable[[], Array] | None:
    """What reads the turns (n, 4) of the joints of a body's chains; None without chains."""
    if actor.hanging is None:
        return None
    return lambda: world.engine.hanging_state(actor)[0]


def hang_the_rest(
    performance: Performance, character: Character, acting: frozenset[str], shot: Shot
) -> Performance:
    """The performance with the motion of the chains that follow the body, cheaply, after the run.

    Args:
        acting: names of the chains that the engine has simulated.
    """
    turns, heads = performance.hanging_orientations, performance.hanging_positions
    following = [chain for chain in character.hanging if chain.name not in acting]
    if turns is None or heads is None:
        return performance
    turns, heads = turns.copy(), heads.copy()
    if following:
        names = list(performance.hanging_names)
        own = [names.index(bone.name) for chain in following for bone in chain.bones]
        axes = _follow(performance, character, following, shot)
        turns[:, own] = quaternions_from_matrices(axes)
        heads[:, own] = _heads(performance, following, axes)
    for bone in range(turns.shape[1]):
        turns[:, bone] = continuous_signs(turns[:, bone])
    return replace(performance, hanging_orientations=turns, hanging_positions=heads)


def _follow(
    performance: Performance, character: Character, chains: Sequence[Chain], shot: Shot
) -> Array:
    """Axes (frames, bones, 3, 3) of chains on a body that moves as it has."""
    # Numba, and code to compile: only where something follows.
    from ..simulation.hanging.motion import Moving, Touched, hang

    moving = Moving(
        names=performance.segment_names, places=_origins(performance),
        turns=performance.segment_orientations,
    )  # fmt: skip
    with_shape = [i for i, s in enumerate(character.segments) if s.shape is not None]
    shaped = Moving(
        names=tuple(performance.segment_names[i] for i in with_shape),
        places=moving.places[:, with_shape], turns=moving.turns[:, with_shape],
    )  # fmt: skip
    shapes = [s.shape for s in character.segments if s.shape is not None]
    ground = 0.0 if shot.ground.kind == "flat" else None
    pull = -shot.gravity[2] / GRAVITY
    light = [
        replace(c, hanging=replace(c.hanging, gravity=c.hanging.gravity * pull)) for c in chains
    ]
    touched = Touched(shapes=shapes, moving=shaped, ground=ground)
    return hang(light, moving, shot.frame_rate, touched=touched)


def _origins(performance: Performance) -> Array:
    """(frames, segments, 3) joints of all segments, the root's own first."""
    return np.concatenate([performance.root_position[:, None], performance.joint_positions], axis=1)


def _heads(performance: Performance, chains: Sequence[Chain], axes: Array) -> Array:
    """Heads (frames, bones, 3) of bones with axes (frames, bones, 3, 3)."""
    heads, index = np.empty(axes.shape[:3]), 0
    origins, names = _origins(performance), list(performance.segment_names)
    for chain in chains:
        carrier = names.index(chain.carrier)
        place = origins[:, carrier]
        before = matrices_from_quaternions(performance.segment_orientations[:, carrier])
        for bone in chain.bones:
            place = place + before @ np.array(bone.head)
            heads[:, index], before = place, axes[:, index]
            index += 1
    return heads
