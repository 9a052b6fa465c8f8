"""Chains that act on their body, as links of the engine below those of the segments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...base.rotations import quaternions_from_matrices
from ...bodies.body import Body
from ...bodies.collision_pairs import ARM
from ...bodies.hanging_links import Links, placed
from ...bodies.solids import Solid, pair_depth, still
from ...bodies.strength import base_name
from ..body import SPHERICAL
from ..engine import Engine
from ..links import LinkTree
from ..rotation import Array, about_y

ROUNDEST = 0.98  # of a link's length: its largest diameter
# [rad/s] of a link on its contact, critically damped: a body that lies on a light link would
# throw it away.
SINKING = 100.0
ALONG = 1  # axis of a link's frame


def add_chain(engine: Engine, tree: LinkTree, links: Links, carrier: int) -> list[int]:
    """Add a chain's links under the link `carrier`; return their numbers."""
    numbers, above = [], carrier
    for i, (offset, rest) in enumerate(zip(links.offset, links.rest, strict=True)):
        length = float(links.length[i])
        middle = (0.0, 0.5 * length, 0.0)
        w, x, y, z = quaternions_from_matrices(rest).tolist()
        shape = engine.capsule(_radius(links, i), length, middle, ALONG)
        above = tree.add(
            float(links.mass[i]), shape, offset.tolist(), middle, above, SPHERICAL, (0, 1, 0),
            (x, y, z, w),
        )  # fmt: skip
        numbers.append(above)
    return numbers


def _radius(links: Links, link: int) -> float:
    return float(min(links.radius[link], 0.5 * ROUNDEST * links.length[link]))


def soften_chains(
    engine: Engine, identity: int, chains: Sequence[Links], numbers: Sequence[Sequence[int]]
) -> None:
    """Let the links of chains, by their numbers in the engine, sink into what they touch."""
    for links, own in zip(chains, numbers, strict=True):
        for link, mass in zip(own, links.mass.tolist(), strict=True):
            engine.soften(identity, link, mass * SINKING**2, mass * SINKING)


def let_chains_collide(
    engine: Engine, body: Body, identity: int, segments: Sequence[int], chains: Sequence[Links],
    numbers: Sequence[Sequence[int]],
) -> None:  # fmt: skip
    """Let chains meet the segments that they do not lie in as they are; but arms, which swing.

    Args:
        segments: the engine's link of each segment; numbers: those of each chain's links.
    """
    for links, own in zip(chains, numbers, strict=True):
        for link, segment in _pairs(body, links):
            engine.set_collision(identity, own[link], identity, segments[segment], collides=True)


def _pairs(body: Body, links: Links) -> Iterator[tuple[int, int]]:
    """Links and segments that are apart while the body stands and nothing bends the chain."""
    origins, pitches = body.standing_origins(), body.standing_pitches()
    poses = {name: (np.array(origins[name]), about_y(pitches[name])) for name in body.segment_names}
    count = len(links.mass)
    unbent = np.tile(np.eye(3), (count, 1, 1))
    joints, frames = placed(links, *poses[links.chain.carrier], unbent)
    for number, segment in enumerate(body.segments):
        if segment.shape is None or base_name(segment.name) in ARM:
            continue
        shape = still(segment.shape).moved(*poses[segment.name])
        for i in range(count):
            if pair_depth(_solid(links, i, joints[i], frames[i]), shape)[0] <= 0.0:
                yield i, number


def _solid(links: Links, link: int, joint: Array, frame: Array) -> Solid:
    """A link's capsule, which lies along y of its frame."""
    length, width = float(links.length[link]), 2.0 * _radius(links, link)
    middle = joint + 0.5 * length * frame[:, ALONG]
    size = np.array([width, width, length])
    return Solid("capsule", size, middle[None], frame[:, [2, 0, 1]][None])
