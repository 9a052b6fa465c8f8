"""How often a control law is asked, and the state ahead for which it is asked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Push, Shot, simulate
from footfall.controllers.control_rate import (
    HELD,
    RECOVERING,
    SETTLING,
    longest_hold,
    make_control_rate,
    note_push,
)
from footfall.rollout.start_state import start_state
from footfall.simulation.body import Motion
from footfall.simulation.direct_engine import DirectEngine
from footfall.simulation.engine import Engine
from footfall.simulation.module_engine import ModuleEngine
from footfall.simulation.records import views_of
from footfall.simulation.world import World
from footfall.skills.biped import Biped

BODY = Character.humanoid()
TIME_STEP = 0.001


def test_torques_hold_until_a_contact_changes_or_a_push_comes() -> None:
    load, (rate, rates) = np.zeros(16), make_control_rate()
    assert longest_hold(rates, load, 0.0) == HELD
    load[3] = 10.0
    assert longest_hold(rates, load, 0.1) == 1
    assert longest_hold(rates, load, 0.1 + 0.5 * SETTLING) == 1
    assert longest_hold(rates, load, 0.1 + 1.1 * SETTLING) == HELD
    note_push(rate, 0.5)
    assert longest_hold(rates, load, 0.5 + 0.9 * RECOVERING) == 1
    assert longest_hold(rates, load, 0.5 + 1.1 * RECOVERING) == HELD


@pytest.mark.parametrize("engine", [ModuleEngine, DirectEngine])
def test_the_state_ahead_is_the_one_that_the_engine_reaches(
    engine: Callable[..., Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footfall.simulation.surroundings.start_engine", engine)
    with World((0.0, 0.0, 0.0), TIME_STEP, 0.8) as world:
        position, orientation, pose = start_state(Performer(BODY))
        actor = world.add_character(BODY, position + [0.0, 0.0, 2.0], orientation, pose)
        for _ in range(50):
            world.push(actor, 0, (90.0, 40.0, 0.0), (actor.motion.origin[0] + 0.1).tolist())
            world.step()
        world.read(actor)
        here = actor.motion.center.copy()
        ahead = views_of(Motion, world.motion_ahead(actor, 2 * TIME_STEP))
        assert np.array_equal(actor.motion.center, here)
        for _ in range(2):
            world.step()
        world.read(actor)
    moved = np.abs(actor.motion.center - here).max()
    assert moved > 1e-4
    assert np.abs(ahead.center - actor.motion.center).max() < 0.05 * moved
    assert np.abs(ahead.rotation - actor.motion.rotation).max() < 1e-3


def asked(shot: Shot, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Times at which the walking law is asked [s]."""
    times: list[float] = []
    actuators = Biped.actuators

    def noted(self: Biped, motion: object) -> np.ndarray:
        times.append(self.time)
        return actuators(self, motion)  # type: ignore[arg-type]

    monkeypatch.setattr(Biped, "actuators", noted)
    monkeypatch.setattr(Biped, "is_calm", False)  # compiled code would ask the law itself
    simulate(shot)
    return times


def test_a_push_makes_the_law_be_asked_at_every_time_step(monkeypatch: pytest.MonkeyPatch) -> None:
    push = Push(0, "torso", time=1.0, duration=0.1, force=(100.0, 0.0, 0.0))
    shot = Shot([Performer(BODY, [Cue("stand")])], [push], duration=1.3)
    times = np.array(asked(shot, monkeypatch))
    before = ((times > 0.5) & (times < 0.99)).sum()
    after = ((times > 1.01) & (times < 1.28)).sum()
    assert before < 0.75 * 490
    assert after >= 268
