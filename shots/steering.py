"""Steering a walk during the simulation, and steering as keyed parameters of its cues.

A steered run and a run of the cues with the resulting keys are identical: steering sets values at
frames to come, and the values between these keys are interpolated linearly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..base.errors import InvalidInput
from ..catalogue import CUES, Parameter
from ..catalogue.gait import HEADING, SPEED
from .cue import Channel, Cue, channel_value

DECIMALS = 4  # of a speed or a heading: exact in the single precision of Blender's keys


class WalkTargets(NamedTuple):
    """The targets of a walk: speed [m/s] and heading [rad]."""

    speed: float
    heading: float


@dataclass(frozen=True)
class SteeringStep:
    """One change by steering.

    Attributes:
        begins, time: start and end of the transition [s].
        speed: [m/s] from `time` on.
        heading: [rad] from `time` on.
    """

    begins: float
    time: float
    speed: float
    heading: float


def walk_targets_at(cues: Sequence[Cue], time: float) -> WalkTargets | None:
    """The targets of the walk that is active at a time; None where no walk can be steered.

    Args:
        cues: with all steering so far, as from `steered`.
        time: [s].
    """
    active = [cue for cue in cues if not cue.is_event and cue.latest <= time]
    if not active or not CUES[active[-1].skill].is_steered:
        return None
    values = active[-1].values()
    speed, heading = (channel_value(values[name], time) for name in ("speed", "heading"))
    if not isinstance(speed, float | int) or not isinstance(heading, float | int):
        return None
    return WalkTargets(float(speed), float(heading))


def apply_steering(targets: WalkTargets, commands: Iterable[Mapping[str, float]]) -> WalkTargets:
    """The targets of the walk after steering commands, clamped to what a walk can do.

    Args:
        commands: each one adds to speed and heading ("faster" [m/s], "left" [rad]) or sets them
            ("speed" [m/s], "heading" [rad]).
    """
    for command in commands:
        speed = command.get("speed", targets.speed) + command.get("faster", 0.0)
        heading = command.get("heading", targets.heading) + command.get("left", 0.0)
        targets = WalkTargets(_within(SPEED, speed), _within(HEADING, heading))
    return targets


def steered(cues: Sequence[Cue], heading: float, steps: Sequence[SteeringStep] = ()) -> list[Cue]:
    """The same cues with steering as keys.

    A walk without a heading gets the heading at the end of the cue before it, so that every heading
    is explicit.

    Args:
        heading: of the performer at the start [rad].
        steps: by rising times.
    """
    faced: float | None = round(heading, DECIMALS)
    changed: list[Cue] = []
    for place, cue in enumerate(cues):
        if cue.is_event:
            changed.append(cue)
            continue
        until = min((c.latest for c in cues[place + 1 :] if not c.is_event), default=math.inf)
        mine = [step for step in steps if cue.latest <= step.time < until]
        changed.append(_steered_cue(cue, faced, mine))
        faced = _heading_after(changed[-1], until)
    return changed


def check_steerable(cues: Sequence[Cue], heading: float) -> None:
    """Raise InvalidInput with one sentence for cues that cannot be steered."""
    walks = [cue for cue in steered(cues, heading) if CUES[cue.skill].is_steered]
    if not walks:
        raise InvalidInput("There is no walk to steer: add a Walk to the list of cues.")
    for cue in walks:
        if cue.start is None:
            raise InvalidInput(
                "The start of a walk that follows another cue is not known before the simulation: "
                "give it a start time to steer it."
            )
        if cue.values()["turn_rate"] is not None:
            raise InvalidInput(
                f"The walk {cue.when} has a turn rate, and steering sets the heading: "
                "switch its Turn Rate off."
            )
        if cue.values()["heading"] is None:
            raise InvalidInput(
                f"The heading of the walk {cue.when} is not known before the simulation: "
                "give it a Heading to steer from."
            )


def _steered_cue(cue: Cue, faced: float | None, steps: Sequence[SteeringStep]) -> Cue:
    values = cue.values()
    parameters: dict[str, Any] = dict(cue.parameters)
    turns = values.get("turn_rate") is not None
    if CUES[cue.skill].keeps_heading and values["heading"] is None and not turns:
        parameters["heading"] = faced
    if CUES[cue.skill].is_steered:
        for step in steps:
            for name in ("speed", "heading"):
                channel = parameters.get(name, values[name])
                parameters[name] = _with_step(channel, step, getattr(step, name))
    return Cue(cue.skill, start=cue.start, **parameters)


def _with_step(channel: Channel, step: SteeringStep, value: float) -> Channel:
    """A channel that goes to another value and stays there."""
    before = channel_value(channel, step.begins)
    if not isinstance(before, float | int):
        return channel
    if not isinstance(channel, tuple) and before == value:
        return channel
    keys = channel if isinstance(channel, tuple) else ()
    kept = tuple(key for key in keys if key[0] < step.begins)
    return (*kept, (step.begins, float(before)), (step.time, value))


def _heading_after(cue: Cue, time: float) -> float | None:
    """What a cue faces at its end; None where only the simulation knows."""
    values = cue.values()
    if not CUES[cue.skill].keeps_heading or values.get("turn_rate") is not None:
        return None
    heading = channel_value(values["heading"], time)
    return heading if isinstance(heading, float | int) else None


def _within(parameter: Parameter, value: float) -> float:
    return round(min(max(value, parameter.low), parameter.high), DECIMALS)
