"""A performer: a character in a shot, with its cues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ..base.checks import (
    check_bool,
    check_list,
    check_number,
    check_numbers,
    check_orientation,
    check_parts,
    check_vector,
    is_number,
)
from ..base.errors import InvalidInput
from ..bodies.anatomy import check_anatomy, check_segments
from ..bodies.character import Character
from ..bodies.kinds import PLANAR
from ..bodies.laden import check_room
from ..catalogue import CUES, PlaceParameter
from ..catalogue.bodies import check_suits, parameters_for
from ..catalogue.pushes import PUSH
from .cue import (
    LATEST,
    Cue,
    as_tuples,
    begins_on_hands,
    cue_from_data,
    skills_among,
    walks_in_plane,
)
from .cue_checks import check_cues, check_hands

FURTHEST = 1e6  # [m] of a performer from the origin


@dataclass(frozen=True)
class Performer:
    """A character in a shot, with what it does.

    Attributes:
        character: the body.
        cues: the timeline, by rising start time; pushes stand anywhere among them.
        position: initial place of the pelvis on the ground, x and y [m].
        heading: initial heading [rad].
        pose: initial pose, {joint name: wxyz or angle, "root": (position, wxyz)}; None: standing.
        leg_collision: whether the legs collide with each other, and, while the body falls and
            lies, arms and head with the body.
        recover: whether the performer gets up by itself after a fall. A protective fall and getting
            up interrupt the active cue. The times of cues stay: once the performer is on its feet,
            it continues with the cue of that time, so an interrupted cue lasts for the rest of its
            time. Where that cue is bound to footprints or a seat, the performer stands. A cue to
            fall or get up that comes meanwhile takes precedence.
        plans: plans that searches found before, as in the `plan` of get_up or perform. For cues
            without a plan they are tried first; where one of them does it, there is no search.
        enters: when the performer comes into the shot [s], or as soon as nobody stands in its place
            after that. Its cues begin then, and those whose time is later at their time.
        leaves: whether the performer is taken out of the shot once its last cue is done.
        company: a name that it shares with those it keeps together with while it walks to goals.
            Those of a company that enter at the same time enter together. "": it goes alone.
    """

    character: Character
    cues: Sequence[Cue] = ()
    position: tuple[float, float] = (0.0, 0.0)
    heading: float = 0.0
    pose: Mapping[str, Any] | None = None
    leg_collision: bool = True
    recover: bool = False
    plans: Sequence[str] = ()
    enters: float = 0.0
    leaves: bool = False
    company: str = ""


def places_named(performer: Performer) -> list[tuple[float, float]]:
    """The places (x, y) [m] on the ground that a performer starts at and that its cues name."""
    places = [performer.position]
    for cue in performer.cues:
        for parameter in CUES[cue.skill].parameters:
            value = cue.values()[parameter.name]
            if isinstance(parameter, PlaceParameter) and value is not None:
                places += value if parameter.least > 1 else [value]
    return places


def performer_to_data(performer: Performer) -> dict[str, Any]:
    """The performer as plain data for JSON."""
    plain = {f.name: getattr(performer, f.name) for f in fields(performer)}
    cues = [{"skill": c.skill, "start": c.start, **c.parameters} for c in performer.cues]
    return {**plain, "character": performer.character.to_data(), "cues": cues}


def performer_from_data(data: Mapping[str, Any]) -> Performer:
    """The inverse of `performer_to_data`; raises InvalidInput on anything else."""
    parts = check_parts("a performer", data, Performer)
    cues = parts.get("cues", ())
    check_list("a performer's cues", cues)
    made = {
        "character": Character.from_data(parts["character"]),
        "cues": [cue_from_data(cue) for cue in cues],
    }
    return Performer(**{**tuples(parts), **made})


def tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    """Tuples from the lists of numbers in JSON, which has no tuples."""
    return {name: as_tuples(value) for name, value in data.items()}


def check_performer(performer: Any) -> None:
    """Raise InvalidInput with one sentence for the first error."""
    if not isinstance(performer, Performer):
        raise InvalidInput(f"Each performer must be a Performer, got {performer!r}.")
    if not isinstance(performer.character, Character):
        raise InvalidInput(f"A performer needs a Character, got {performer.character!r:.60}.")
    check_anatomy(performer.character)
    check_segments(performer.character)
    check_room(performer.character)
    check_vector("a performer's position", performer.position, 2)
    for axis, value in zip("xy", performer.position, strict=True):
        check_number(f"a performer's {axis}", value, "m", -FURTHEST, FURTHEST)
    check_number("a performer's heading", performer.heading, "rad", -1e6, 1e6)
    check_bool("a performer's leg_collision", performer.leg_collision)
    _check_pose(performer)
    check_cues(performer.cues)
    _check_kind(performer)
    _check_pushes(performer)
    _check_recovery(performer)
    _check_presence(performer)
    if performer.character.kind == PLANAR or walks_in_plane(performer.cues):
        _check_start_in_plane(performer)
    else:
        check_hands(performer.cues)


def _check_kind(performer: Performer) -> None:
    """Raise InvalidInput for a cue that this kind of body cannot perform."""
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
    """Raise InvalidInput where a biped in a plane would start or end otherwise than walking."""
    if performer.character.kind == PLANAR:
        return
    if performer.pose:
        raise InvalidInput("A walk in a plane starts in mid-stride: leave out the start pose.")
    if performer.recover:
        raise InvalidInput("A performer that walks in a plane cannot recover: leave out recover.")


def _check_recovery(performer: Performer) -> None:
    check_bool("a performer's recover", performer.recover)
    if performer.recover and begins_on_hands(performer.cues):
        raise InvalidInput(
            "A performer that starts on its hands cannot recover: it would end on its feet."
        )
    plans = performer.plans
    if not isinstance(plans, (tuple, list)) or not all(isinstance(plan, str) for plan in plans):
        raise InvalidInput(f"A performer's plans to get up must be a list of texts, got {plans!r}.")


def _check_presence(performer: Performer) -> None:
    """Raise InvalidInput where a performer would leave after a cue that has no end."""
    check_number("when a performer enters", performer.enters, "s", 0.0, LATEST)
    check_bool("a performer's leaves", performer.leaves)
    if not isinstance(performer.company, str):
        raise InvalidInput(f"A performer's company must be a name, got {performer.company!r}.")
    last = skills_among(performer.cues)[-1:]
    if performer.leaves and not any(cue.ending for cue in last):
        raise InvalidInput(
            "A performer that leaves needs a last cue that has an end, got "
            f"{last[0].skill if last else 'no cue'}: leave out leaves."
        )


def _check_pose(performer: Performer) -> None:
    if not isinstance(performer.pose, Mapping | None):
        raise InvalidInput(
            f"A start pose must have joints by name, or be None to stand, got {performer.pose!r}."
        )
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
    check_numbers("the root's start position", value[0], "m", -FURTHEST, FURTHEST)
    check_orientation("the root's start orientation", value[1])
