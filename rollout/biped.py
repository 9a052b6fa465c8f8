"""Bipeds enter the world: on their feet, their hands or a seat."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ..catalogue import CUES
from ..shots.cue import begins_on_hands, first_seat, skills_among
from ..shots.named_props import props_named
from ..shots.performer import Performer
from ..shots.prop import Prop
from ..simulation.actor import Actor
from ..simulation.world import World
from ..skills.biped import Biped, make_biped
from ..skills.handstand_pose import start_on_hands
from ..skills.limpness import Limpness
from ..skills.seats.seating import start_seated, take_seat
from ..skills.ways.obstacles import Obstacle, obstacles_of
from ..skills.ways.platforms import platforms_among
from ..skills.ways.terrain_sensing import TerrainSensing
from .clip_start import footing_heights, opening_over, own_seed, set_going
from .hanging_frames import reader_of_turns
from .recorder import Recorder
from .runtime import PerformerRuntime
from .setting import Setting
from .start_state import start_state
from .timeline import Timeline

HOLDING, SIDES = ("hand", "lower_arm"), (".L", ".R")  # segments that may touch a held prop


def enter_biped(setting: Setting, performer: Performer) -> PerformerRuntime:
    """Put a biped into the world, under the control of its cues."""
    shot, world = setting.shot, setting.world
    _check_end_poses(performer, setting.gravity)
    performer = start_seated(performer, shot.props, shot.ground)
    on_hands = begins_on_hands(performer.cues)
    if on_hands:
        performer = start_on_hands(performer, shot.ground)
    heights = footing_heights(setting)
    opening = opening_over(performer, setting, heights)
    state = opening[:3] if opening else start_state(performer, shot.ground, world.moved_heights)
    actor = setting.add(performer.character, state, leg_collision=performer.leg_collision)
    if opening:
        set_going(world, actor, opening)
    biped = make_biped(
        actor.character,
        actor.body_record,
        performer.heading,
        setting.gravity,
        world.time_step,
        setting.styles,
        setting.parts,
        may_cross=not performer.leg_collision,
        on_hands=on_hands,
        seed=own_seed(shot.seed, performer),
    )
    biped.plans = tuple(performer.plans)
    biped.limpness = Limpness(performer.character, performer.cues)
    _show_surroundings(biped, actor, setting)
    biped.platforms = platforms_for(performer, shot.props, biped.leg)
    biped.footing_heights = heights
    if performer.company:
        setting.join(performer.company, actor, performer.recover)
        biped.companions = partial(setting.companions_of, actor, performer.company)
    seat = first_seat(performer.cues)
    if seat is not None:
        take_seat(biped, actor.motion_record, seat, seated=True)
    return PerformerRuntime(
        actor=actor,
        body=biped,
        timeline=Timeline(performer.cues),
        recorder=Recorder(
            actor, setting.gravity, setting.record, on_hands, turns=reader_of_turns(world, actor)
        ),
        recovers=performer.recover,
        progress=setting.progress,
    )


def _check_end_poses(performer: Performer, gravity: float) -> None:
    """Raise InvalidInput for a pose of a performer's cues in which it cannot stand.

    Args:
        gravity: [m/s2].
    """
    for cue in skills_among(performer.cues):
        for parameter in CUES[cue.skill].poses:
            text = cue.values()[parameter.name]
            if text:
                # Loaded by those who end in a pose: figures depend on all that is loaded.
                from ..motion.performing.clip import pose_from_text
                from ..motion.performing.standing_pose import standing_pose

                standing_pose(pose_from_text(text), performer.character, 0.0, gravity)


def _show_surroundings(biped: Biped, actor: Actor, setting: Setting) -> None:
    """Give a biped access to ground, props and other performers, as far as its cues need them."""
    shot, world = setting.shot, setting.world
    if shot.ground.kind != "flat":
        biped.ground_heights = world.ground_heights
        level = None if world.movers else setting.level_ground
        biped.terrain = TerrainSensing(biped, world.ground_heights, level)
    elif not world.movers:
        biped.terrain = TerrainSensing(biped, None, None)
    if world.movers:
        biped.ground_velocity = actor.ground_velocity
    by_name = {prop.name: prop for prop in shot.props}
    biped.look_at = lambda name: (by_name[name], *world.prop_pose(name))
    biped.let_meet = partial(_let_meet, world, actor)
    biped.forget_contacts = partial(world.forget_contacts, actor)
    biped.meet_itself = partial(world.let_meet_itself, actor)
    biped.obstacles = obstacles_of(shot.props)
    biped.neighbours = partial(setting.neighbours_of, actor)
    biped.others_feet = partial(setting.others_feet, actor)
    biped.line_of = setting.line_of
    biped.ahead, biped.reachable = setting.ahead, setting.reachable


def platforms_for(performer: Performer, props: Iterable[Prop], leg: float) -> list[Obstacle]:
    """What a performer may stand on: not what its cues are about, as a seat."""
    named = {name for _, _, name in props_named(performer.cues)}
    return platforms_among(obstacles_of(p for p in props if p.name not in named), leg)


def _let_meet(world: World, actor: Actor, name: str, meets: bool) -> None:
    """Whether a character's hands and forearms collide with a prop."""
    parts = [actor.names.index(part + side) for part in HOLDING for side in SIDES]
    world.let_meet(actor, parts, name, meets)
