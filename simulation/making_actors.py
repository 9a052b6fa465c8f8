"""Characters as actors: in the engine, with their arrays, and with the chains that act on them."""

from __future__ import annotations

from collections.abc import Sequence

from ..bodies.character import Character
from ..bodies.hanging_links import Links, links_of
from ..bodies.kinds import PLANAR
from ..bodies.laden import acting, laden
from .actor import Actor, HangingLinks
from .body import make_body, make_motion
from .construction import build_character, build_planar
from .engine import Engine
from .hanging.springs import springs_of
from .numbering import movable_joints, segments_of_links, torque_spans, wxyz_order
from .plane import RAILS


def make_actor(
    engine: Engine, made_of: Character, gravity: float, leg_collision: bool, meets_others: bool
) -> Actor:
    """Put a character in the engine, without a pose.

    Args:
        gravity: downwards [m/s2], in which its chains come to rest.
        leg_collision, meets_others: as in `World.add_character`.
    """
    character, chains = laden(made_of, gravity), [links_of(chain) for chain in acting(made_of)]
    body, body_record = make_body(character, made_of.segments[0].center)
    motion, motion_record = make_motion(body.rows[0])
    rails: tuple[int, ...] = ()
    hanging: list[list[int]] = []
    if character.kind == PLANAR:
        identity, links = build_planar(engine, character, body, meets_others)
        rails = tuple(range(RAILS))
    else:
        identity, links, hanging = build_character(
            engine, made_of, body, leg_collision, meets_others, chains
        )
    return Actor(
        character=character,
        made_of=made_of,
        body=body,
        motion=motion,
        body_record=body_record,
        motion_record=motion_record,
        motion_ahead=make_motion(len(character.segments))[1],
        identity=identity,
        links=tuple(links),
        segment_of_link=segments_of_links(body, links, _carriers(character, chains, hanging)),
        movable=movable_joints(body, links),
        spans=torque_spans(body),
        wxyz_order=wxyz_order(body),
        names=character.segment_names,
        leg_collision=leg_collision,
        meets_others=meets_others,
        hanging=_hanging_links(chains, hanging, made_of),
        rails=rails,
    )


def _carriers(
    character: Character, chains: Sequence[Links], hanging: Sequence[Sequence[int]]
) -> dict[int, int]:
    """The segment that carries each link of the engine that hangs."""
    names = character.segment_names
    return {
        link: names.index(links.chain.carrier)
        for links, own in zip(chains, hanging, strict=True)
        for link in own
    }


def _hanging_links(
    chains: Sequence[Links], hanging: Sequence[Sequence[int]], body: Character
) -> HangingLinks | None:
    if not chains:
        return None
    joints = tuple(link for own in hanging for link in own)
    return HangingLinks(tuple(chains), joints, springs_of(chains, body))


def set_frictions(engine: Engine, actor: Actor, friction: float) -> None:
    """Give an actor's links a friction, times that of their segment or chain."""
    for link in range(-1, len(actor.segment_of_link) - 1):
        engine.set_friction(actor.identity, link, friction)
    for segment, link in zip(actor.character.segments, actor.links, strict=True):
        engine.set_friction(actor.identity, link, friction * segment.friction)
    if actor.hanging is not None:
        own = [c.chain.hanging.friction for c in actor.hanging.chains for _ in c.mass]
        for share, link in zip(own, actor.hanging.joints, strict=True):
            engine.set_friction(actor.identity, link, friction * share)
