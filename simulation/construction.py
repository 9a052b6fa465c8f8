"""A character as a body of the engine: links, inertia, and collision layers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from ..bodies.buttocks import buttocks
from ..bodies.character import Character
from ..bodies.collision_pairs import Pair, pairs_of_legs
from ..bodies.hanging_links import Links
from ..bodies.segments import Shape
from .body import HINGE, UNIVERSAL, Body
from .engine import Engine
from .hanging.building import add_chain, let_chains_collide, soften_chains
from .links import NO_SHAPE, LinkTree
from .numbering import building_order, depth_first
from .plane import ACROSS, FORWARDS, UPWARDS

ANKLE_LINK_MASS, ANKLE_LINK_INERTIA = 1e-4, 1e-7  # [kg], [kg m2]: between the ankle's two hinges
GROUND_LAYER, BODY_LAYER, TERRAIN_LAYER, MOVED_LAYER = 1, 2, 4, 8
# tuned: bench natural. Of the leg: how deep the body's weight presses a single corner of a sole
# (rigid soles strike with 3 body weights); its damping, of the root of stiffness and body mass.
SOLE_SINKS, SOLE_DAMPING, EARTH = 0.003, 0.5, 9.81
SOLES = ("foot", "toes")
ROUNDEST = 0.98  # of a capsule's length: its largest diameter


def build_character(
    engine: Engine,
    character: Character,
    body: Body,
    leg_collision: bool,
    meets_others: bool,
    chains: Sequence[Links],
) -> tuple[int, list[int], list[list[int]]]:
    """Put a character in the world; return its engine number, the link of each segment, and those
    of each chain.
    """
    carriers = [character.segment_names.index(links.chain.carrier) for links in chains]
    hanging: list[list[int]] = [[] for _ in chains]
    links: list[int] = [-1] * len(character.segments)
    tree = LinkTree()
    inertias: list[Sequence[float]] = []
    for i, chain in building_order(body, carriers)[1:]:
        segment = character.segments[i]
        if chain is not None:
            hanging[chain] = add_chain(engine, tree, chains[chain], links[i])
            inertias += chains[chain].inertia.tolist()
            continue
        above, offset, kind = links[body.parent[i]], segment.offset, body.joint_type[i]
        axis = (0.0, 1.0, 0.0)
        if kind == UNIVERSAL:
            above = tree.add(ANKLE_LINK_MASS, NO_SHAPE, offset, (0, 0, 0), above, kind, axis)
            inertias.append((ANKLE_LINK_INERTIA,) * 3)
            offset, axis = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)
        shape = _collision_shape(engine, segment.shape, segment.long_axis)
        links[i] = tree.add(segment.mass, shape, offset, segment.center, above, kind, axis)
        inertias.append(segment.inertia)
    root = character.segments[0]
    identity = engine.add_linked_body(
        root.mass, _pelvis_shape(engine, character), root.center, tree, leg_collision
    )
    engine.free_joint_speeds(identity)
    for link, inertia in enumerate([root.inertia, *inertias], start=-1):
        engine.set_inertia(identity, link, inertia)
        engine.remove_damping(identity, link)
        set_layer(engine, identity, link, meets_others)
    if leg_collision and meets_others:
        # The body's own segments are in the layer that it now collides with.
        for link, other in combinations(range(-1, len(inertias)), 2):
            engine.set_collision(identity, link, identity, other, collides=False)
    _stop_joints(engine, character, body, identity, links)
    if character.kind == "biped":
        _soften_soles(engine, character, identity, links)
    soften_chains(engine, identity, chains, hanging)
    if leg_collision:
        let_collide(engine, character, identity, links, pairs_of_legs(character), collides=True)
        let_chains_collide(engine, character, identity, links, chains, hanging)
    return identity, links, hanging


def _stop_joints(
    engine: Engine, character: Character, body: Body, identity: int, links: Sequence[int]
) -> None:
    """Give hinges and two-axis joints the ends of their range, which no muscle holds."""
    for segment, kind, link in zip(character.segments, body.joint_type, links, strict=True):
        roll, pitch, _ = segment.joint.limits
        if kind == HINGE:
            engine.set_joint_range(identity, link, *pitch)
        elif kind == UNIVERSAL:
            engine.set_joint_range(identity, link - 1, *pitch)
            engine.set_joint_range(identity, link, *roll)


def _soften_soles(
    engine: Engine, character: Character, identity: int, links: Sequence[int]
) -> None:
    """Let soles give way as heel pads and shoes do, so that a foot lands without a blow."""
    stiffness = character.mass * EARTH / (SOLE_SINKS * character.leg_length)
    damping = SOLE_DAMPING * math.sqrt(stiffness * character.mass)
    for segment, link in zip(character.segments, links, strict=True):
        if segment.name.split(".")[0] in SOLES:
            engine.soften(identity, link, stiffness, damping)


def build_planar(
    engine: Engine, character: Character, body: Body, meets_others: bool
) -> tuple[int, list[int]]:
    """`build_character` for a planar body, whose first links are the rails of its root."""
    links: list[int] = [-1] * len(character.segments)
    tree, root = LinkTree(), character.segments[0]
    rail = tree.add_rail(tree.add_rail(-1, FORWARDS), UPWARDS)
    shape = _collision_shape(engine, root.shape, root.long_axis)
    links[0] = tree.add_turning(root.mass, shape, root.center, rail, ACROSS)
    for i in depth_first(body)[1:]:
        segment, above = character.segments[i], links[body.parent[i]]
        shape = _collision_shape(engine, segment.shape, segment.long_axis)
        links[i] = tree.add(
            segment.mass, shape, segment.offset, segment.center, above, body.joint_type[i], ACROSS
        )
    identity = engine.add_linked_body(0.0, NO_SHAPE, (0.0, 0.0, 0.0), tree, self_collision=False)
    engine.free_joint_speeds(identity)
    for segment, link in zip(character.segments, links, strict=True):
        engine.set_inertia(identity, link, segment.inertia)
        set_layer(engine, identity, link, meets_others)
    for link in range(-1, max(links) + 1):
        engine.remove_damping(identity, link)
    return identity, links


def set_layer(engine: Engine, identity: int, link: int, meets_others: bool) -> None:
    """Set the layers that a link collides with: ground and props, and optionally other bodies."""
    touched = GROUND_LAYER | MOVED_LAYER | (BODY_LAYER if meets_others else 0)
    engine.set_layer(identity, link, BODY_LAYER, touched)


def _pelvis_shape(engine: Engine, character: Character) -> int:
    """Collision shape of the pelvis with its buttocks, which reach below the box of the hips."""
    shape, cheeks = character.segments[0].shape, buttocks(character)
    if shape is None or shape.kind != "box" or not cheeks:
        return _collision_shape(engine, shape, character.segments[0].long_axis)
    return engine.box_and_spheres(shape.size, shape.center, cheeks)


def _collision_shape(engine: Engine, shape: Shape | None, axis: int) -> int:
    """The engine's shape of a segment; a capsule lies along an axis (0, 1, 2) of its segment."""
    if shape is None:
        return NO_SHAPE
    if shape.kind == "box":
        return engine.box(shape.size, shape.center)
    if shape.kind == "balls":
        x, y, z = shape.center
        half = shape.size[0] / 2
        radius = shape.size[2] / 2
        return engine.spheres(radius, [(x - half + radius, y, z), (x + half - radius, y, z)])
    across = shape.size[1 if axis == 0 else 0]
    radius = min(across, ROUNDEST * shape.size[axis]) / 2
    return engine.capsule(radius, shape.size[axis], shape.center, axis)


def let_collide(
    engine: Engine, character: Character, identity: int, links: Sequence[int],
    pairs: Sequence[Pair], collides: bool,
) -> None:  # fmt: skip
    """Set whether a body's segments collide with each other, by their names two by two."""
    link_of = dict(zip(character.segment_names, links, strict=True))
    for a, b in pairs:
        engine.set_collision(identity, link_of[a], identity, link_of[b], collides)
