"""Four-legged bodies enter the world."""

from __future__ import annotations

from ..shots.performer import Performer
from ..skills.four_legs.get_up_search import WAYS_UP
from ..skills.four_legs.quadruped import make_quadruped
from .recorder import Recorder
from .runtime import PerformerRuntime
from .setting import Setting
from .start_state import start_state
from .timeline import Timeline


def enter_quadruped(setting: Setting, performer: Performer) -> PerformerRuntime:
    """Put a four-legged body into the world, under the control of its cues."""
    world = setting.world
    start = start_state(performer, setting.shot.ground, world.moved_heights)
    actor = setting.add(performer.character, start)
    quadruped = make_quadruped(
        performer.character, actor.body_record, performer.heading, setting.gravity, world.time_step
    )
    quadruped.heights = world.surface_heights
    quadruped.plans = tuple(performer.plans)
    quadruped.ways_up = WAYS_UP
    return PerformerRuntime(
        actor=actor,
        body=quadruped,
        timeline=Timeline(performer.cues),
        recorder=Recorder(actor, setting.gravity, setting.record),
        recovers=performer.recover,
        progress=setting.progress,
    )
