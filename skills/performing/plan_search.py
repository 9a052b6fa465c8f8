"""The plan of a clip: one that was found before, as far as it holds, and the rest by search."""

from __future__ import annotations

from ...search.beam import BeamSettings, Branch, Found, Sample, beam_search
from ..behaviour import SharedTrials, SharingLookahead, Values
from ..biped import Biped
from ..four_legs.quadruped import Quadruped
from .plan import Plan, key_of, plans_for
from .planning import (
    ClipSimulation,
    Moment,
    SharedClip,
    Shown,
    follow_known,
    windows_within,
)

KEPT_SHARE = 3  # samples for each kept state


def search_plan(
    simulation: ClipSimulation, lookahead: SharingLookahead, values: Values,
    body: Biped | Quadruped, trials: SharedTrials[Sample, Branch],
) -> tuple[Plan, bool]:  # fmt: skip
    """A plan as far as the shot or the next cue lets the clip come, and whether its search was
    stopped before. The world is as it was then.

    Args:
        values: of the cue.
    """
    follower = simulation.follower
    known = plans_for(key_of(values), body.plans)
    windows = windows_within(lookahead.left, follower)
    start, was_stopped = simulation.moment(), False
    try:
        plan, first, moment = follow_known(simulation, start, known, windows)
        if first < windows:
            simulation.film_alone(moment)
            with lookahead.shared(simulation.branch, trials) as evaluate_all:
                clip = SharedClip(simulation, lookahead, evaluate_all, windows)
                samples = round(values["tries"])
                settings = BeamSettings(samples, max(samples // KEPT_SHARE, 1), body.seed)
                found = _search_from(clip, simulation, moment, first, windows, settings)
            plan = _with_found(plan, first, windows, found, follower.windows)
            was_stopped = found.was_stopped
        if moment is not start:
            simulation.drop(moment)
    finally:
        simulation.go_back(start)
        simulation.drop(start)
    return plan, was_stopped


def _search_from(
    clip: SharedClip, simulation: ClipSimulation, moment: Moment, first: int, windows: int,
    settings: BeamSettings,
) -> Found:  # fmt: skip
    """What a search finds from the moment on at which a window begins, within some windows."""
    start, shown = clip.moment_at(moment), Shown(simulation, first)
    spread = simulation.follower.spread
    try:
        return beam_search(clip, start, first, windows, spread, settings, shown)
    finally:
        clip.drop(start)


def _with_found(known: Plan, first: int, windows: int, found: Found, whole: int) -> Plan:
    """A plan with what a search has found from a window on, within some of the whole's windows."""
    offsets = {first + i: offsets for i, offsets in enumerate(found.plan)}
    until = windows if windows < whole else None
    if found.was_stopped:
        until = first + len(found.plan)
    return Plan({**known.offsets, **offsets}, until)
