"""A performer: a character in a shot, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ..base.checks import check_number, check_orientation, check_vector, is_number
from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..bodies.kinds import PLANAR
from ..catalogue.bodies import check_suits, parameters_for
from ..catalogue.pushes import PUSH
from .cue import Cue, begins_on_hands, check_cues, check_hands, walks_in_plane


@dataclass(frozen=True)
class Performer:
    """A character in a shot.

    Attributes:
        character: the body.
        cues: its timeline, by rising start time; pushes stand anywhere among them.
        position: start of the pelvis on the ground, x and y [m].
        heading: start direction [rad].
        pose: start pose, {joint name: wxyz or angle, "root": (position, wxyz)}; None stands.
        leg_collision: whether the legs collide with each other.
        recover: whether it gets up by itself wherever it falls: its cue is interrupted by a fall
            that protects it, and by getting up. The cues' times stay: once it is on its feet, the
            cue whose time it then is goes on, so that the interrupted one does for what is left of
            it; where that is bound to footprints or a seat, it stands. A cue to fall or get up
            that comes meanwhile takes over.
        plans: ways to get up that were found before, as in get_up's `plan`. Where a cue has none,
            they are tried first, and there is no search where one of them leads to standing.
    """

    character: Character
    cues: Sequence[Cue] = ()
    position: tuple[float, float] = (0.0, 0.0)
    heading: float = 0.0
    pose: Mapping[str, Any] | None = None
    leg_collision: bool = True
    recover: bool = False
    plans: Sequence[str] = ()


def performer_to_data(performer: Performer) -> dict[str, Any]:
    """Plain data for JSON."""
    plain = {f.name: getattr(performer, f.name) for f in fields(performer)}
    cues = [{"skill": c.skill, "start": c.start, **c.parameters} for c in performer.cues]
    return {**plain, "character": performer.character.to_data(), "cues": cues}


def performer_from_data(data: Mapping[str, Any]) -> Performer:
    """The inverse of `performer_to_data`."""
    return Performer(
        **{
            **tuples(data),
            "character": Character.from_data(data["character"]),
            "cues": [Cue(**cue) for cue in data["cues"]],
        }
    )


def tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has no tuples: lists of numbers were tuples before."""
    return {name: _as_tuple(value) for name, value in data.items()}


def _as_tuple(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_as_tuple(item) for item in value)
    return tuples(value) if isinstance(value, dict) else value


def check_performer(performer: Any) -> None:
    """Raise InvalidInput with one sentence for the first thing wrong."""
    if not isinstance(performer, Performer):
        raise InvalidInput(f"Each performer must be a Performer, got {performer!r}.")
    if not isinstance(performer.character, Character):
        raise InvalidInput(f"A performer needs a Character, got {performer.character!r}.")
    check_vector("a performer's position", performer.position, 2)
    for axis, value in zip("xy", performer.position, strict=True):
        check_number(f"a performer's {axis}", value, "m", -1e6, 1e6)
    check_number("a performer's heading", performer.heading, "rad", -1e6, 1e6)
    _check_pose(performer)
    check_cues(performer.cues)
    _check_kind(performer)
    _check_pushes(performer)
    _check_recovery(performer)
    if performer.character.kind == PLANAR or walks_in_plane(performer.cues):
        _check_start_in_plane(performer)
    else:
        check_hands(performer.cues)


def _check_kind(performer: Performer) -> None:
    """Raise InvalidInput for a cue that is not for such a body."""
    kind = performer.character.kind
    whose = "planar character" if kind == PLANAR else kind
    for cue in performer.cues:
        check_suits(cue.skill, kind)
        for name in sorted(set(cue.parameters) - parameters_for(cue.skill, kind)):
            raise InvalidInput(
                f"A {whose}'s {cue.skill} has no {name}; allowed: "
                f"{', '.join(sorted(parameters_for(cue.skill, kind))) or 'none'}."
            )


def _check_pushes(performer: Performer) -> None:
    """Raise InvalidInput where a cue pushes a segment that the body does not have."""
    for cue in performer.cues:
        if cue.skill == PUSH.name:
            performer.character.segment(cue.values()["segment"])


def _check_start_in_plane(performer: Performer) -> None:
    """Raise InvalidInput where a biped in a plane would begin or end otherwise than walking."""
    if performer.character.kind == PLANAR:
        return
    if performer.pose:
        raise InvalidInput("Who walks in a plane starts in its stride: leave out the start pose.")
    if performer.recover:
        raise InvalidInput("Who walks in a plane cannot recover: leave out recover.")


def _check_recovery(performer: Performer) -> None:
    if not isinstance(performer.recover, bool):
        raise InvalidInput(
            f"A performer's recover must be True or False, got {performer.recover!r}."
        )
    if performer.recover and begins_on_hands(performer.cues):
        raise InvalidInput(
            "A performer that starts on its hands cannot recover: it would end on its feet."
        )
    plans = performer.plans
    if isinstance(plans, str) or not all(isinstance(plan, str) for plan in plans):
        raise InvalidInput(f"A performer's plans to get up must be a list of texts, got {plans!r}.")


def _check_pose(performer: Performer) -> None:
    kinds = {s.joint.name: s.joint.type for s in performer.character.segments[1:]}
    known = {*kinds, "root"}
    for name, value in (performer.pose or {}).items():
        if name not in known:
            raise InvalidInput(
                f"Unknown joint {name!r} in a start pose; allowed: {', '.join(sorted(known))}."
            )
        if name == "root":
            _check_root_pose(value)
        elif kinds[name] == "universal":
            check_vector(f"the start pose of joint {name!r}, pitch and roll,", value, 2)
        elif not is_number(value):
            check_orientation(f"the start pose of joint {name!r}", value)


def _check_root_pose(value: Any) -> None:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise InvalidInput(f"The root's start pose must be (position, wxyz), got {value!r}.")
    check_vector("the root's start position", value[0])
    check_orientation("the root's start orientation", value[1])
