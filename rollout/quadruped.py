"""Four-legged bodies enter the world."""

from __future__ import annotations

from functools import partial

from ..shots.performer import Performer
from ..skills.four_legs.get_up_search import WAYS_UP
from ..skills.four_legs.quadruped import make_quadruped
from ..skills.ways.obstacles import obstacles_of
from .clip_start import footing_heights, opening_over, own_seed, set_going
from .hanging_frames import reader_of_turns
from .recorder import Recorder
from .runtime import PerformerRuntime
from .setting import Setting
from .start_state import start_state
from .timeline import Timeline


def enter_quadruped(setting: Setting, performer: Performer) -> PerformerRuntime:
    """Put a four-legged body into the world, under the control of its cues."""
    world = setting.world
    heights = footing_heights(setting)
    opening = opening_over(performer, setting, heights)
    ground = setting.shot.ground
    start = opening[:3] if opening else start_state(performer, ground, world.moved_heights)
    actor = setting.add(performer.character, start)
    if opening:
        set_going(world, actor, opening)
    quadruped = make_quadruped(
        actor.character, actor.body_record, performer.heading, setting.gravity, world.time_step
    )
    quadruped.heights = world.surface_heights
    quadruped.footing_heights, quadruped.seed = heights, own_seed(setting.shot.seed, performer)
    quadruped.forget_contacts = partial(world.forget_contacts, actor)
    quadruped.plans = tuple(performer.plans)
    quadruped.ways_up = WAYS_UP
    quadruped.obstacles = obstacles_of(setting.shot.props)
    return PerformerRuntime(
        actor=actor,
        body=quadruped,
        timeline=Timeline(performer.cues),
        recorder=Recorder(
            actor, setting.gravity, setting.record, turns=reader_of_turns(world, actor)
        ),
        recovers=performer.recover,
        progress=setting.progress,
    )
