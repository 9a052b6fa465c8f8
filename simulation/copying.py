"""Copies of a world, in this process or another one."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..bodies.character import Character
from ..bodies.collision_pairs import Pair
from .actor import Actor
from .keyed_path import KeyedPath
from .placing import place_chains
from .records import overwrite
from .rotation import Array
from .world import World


class PropCopy(NamedTuple):
    """A prop, with the arguments of `World.add_prop` but its first velocity."""

    name: str
    shape: str
    size: Any
    vertices: Any
    mass: float
    position: list[float]
    orientation: list[float]
    friction: float
    path: KeyedPath | None


class BodyCopy(NamedTuple):
    """A character in a world, and its state as in `Engine.state`.

    Attributes:
        character: as in `Actor.made_of`; leg_collision, meets_others, meeting: as in `Actor`.
        origin: (3,) of its root.
        hanging: as in `Engine.hanging_state`; None where no chain acts on it.
    """

    character: Character
    leg_collision: bool
    meets_others: bool
    meeting: frozenset[Pair]
    origin: Array
    root: Array
    positions: Array
    rates: Array
    hanging: tuple[Array, Array] | None


class Contents(NamedTuple):
    """All that a world is made of, as plain data that another process can have.

    Attributes:
        setting, meetings: as in `World`.
        steps: time steps since the world began.
    """

    setting: tuple[Any, ...]
    steps: int
    props: tuple[PropCopy, ...]
    bodies: tuple[BodyCopy, ...]
    meetings: tuple[tuple[tuple[int, tuple[int, ...], str], bool], ...]


def contents_of(world: World) -> Contents:
    """What a world is made of, in its present pose."""
    return Contents(
        world.setting,
        world.movers.steps,
        tuple(_prop_of(world, name) for name in world.props),
        tuple(_body_of(world, actor) for actor in world.actors),
        tuple(world.meetings.items()),
    )


def world_of(contents: Contents) -> World:
    """A world of the same content and pose, with props at rest, but those that follow paths; the
    caller must close it.

    Any snapshot of a world of the same content can be restored in it.
    """
    world = World(*contents.setting)
    world.movers.steps = contents.steps
    for prop in contents.props:
        world.add_prop(*prop[:-1], path=prop.path)
    for body in contents.bodies:
        actor = world.add_character(
            body.character, body.origin, body.root[3:7], body.positions,
            leg_collision=body.leg_collision, meets_others=body.meets_others,
        )  # fmt: skip
        if not actor.rails:
            world.set_in_motion(actor, body.root, body.positions, body.rates)
        if body.hanging is not None:
            place_chains(world.engine, actor, *body.hanging)
        world.let_pairs_meet(actor, body.meeting)
    for (number, segments, prop_name), meets in contents.meetings:
        world.let_meet(world.actors[number], segments, prop_name, meets)
    return world


def alone(world: World, actor: Actor) -> World:
    """A copy of a world with one of its characters only, in its present pose and motion; the caller
    must close it. Props are at rest, and collide with the hands that hold them.

    What the character does in the copy it does bit-identically in the world, as long as it touches
    neither others nor what it holds: in the world too it is put into its pose anew, which rounds
    its state, and its contacts are found anew.
    """
    body = _body_of(world, actor)._replace(meets_others=False)
    copy = world_of(contents_of(world)._replace(bodies=(body,), meetings=()))
    if not actor.rails:
        world.set_in_motion(actor, body.root, body.positions, body.rates)
    world.forget_contacts(actor)
    _feel_alike(copy.actors[0], actor)
    return copy


def _feel_alike(copied: Actor, actor: Actor) -> None:
    """Give a copied character the state and the loads of its original."""
    overwrite(copied.motion_record, actor.motion_record)
    copied.contact_forces[:] = actor.contact_forces
    copied.touches_ground[:] = actor.touches_ground
    copied.ground_velocity[:] = actor.ground_velocity


def _prop_of(world: World, name: str) -> PropCopy:
    shape, size, vertices, mass, friction, path = world.made_of[name]
    position, orientation = (part.tolist() for part in world.prop_pose(name))
    return PropCopy(name, shape, size, vertices, mass, position, orientation, friction, path)


def _body_of(world: World, actor: Actor) -> BodyCopy:
    root, positions, rates = world.engine.state(actor)
    return BodyCopy(
        actor.made_of, actor.leg_collision, actor.meets_others, actor.meeting,
        actor.motion.origin[0].copy(), root, positions, rates,
        world.engine.hanging_state(actor) if actor.hanging is not None else None,
    )  # fmt: skip
