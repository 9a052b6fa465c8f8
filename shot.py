"""The Shot: what to simulate, as plain data that can be saved, diffed, mailed and re-run.

All numbers are SI, angles in radians, z up, quaternions (w, x, y, z).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from .catalogue import SKILLS, Parameter
from .errors import InvalidInput
from .files import read_json, write_json
from .rigs.character import Character

Vector = tuple[float, float, float]
Channel = float | tuple[tuple[float, float], ...] | None
FORMAT_VERSION = 1
SHAPES = ("box", "sphere", "capsule", "mesh")


class Cue:
    """From `start` seconds on, do `skill` with `parameters`.

    A parameter is a number or a keyed channel: pairs of (time in the shot [s], value).
    """

    def __init__(self, skill: str, start: float = 0.0, **parameters: Any) -> None:
        self.skill = skill
        self.start = start
        self.parameters: dict[str, Channel] = {n: _channel(v) for n, v in parameters.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cue) and vars(self) == vars(other)

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"Cue({self.skill!r}, start={self.start}{settings})"


def _channel(value: Any) -> Channel:
    """Lists of pairs become tuples, so that a loaded cue equals the one that was saved."""
    if isinstance(value, (list, tuple)):
        return tuple(tuple(pair) if isinstance(pair, list) else pair for pair in value)
    return value


@dataclass(frozen=True)
class Performer:
    """A character in a shot.

    Attributes:
        character: the body.
        cues: its timeline, by rising start time.
        position: start of the pelvis on the ground, x and y [m].
        heading: start direction [rad].
        pose: start pose, {joint name: wxyz or angle, "root": (position, wxyz)}; None stands.
        leg_collision: whether the legs collide with each other.
    """

    character: Character
    cues: Sequence[Cue] = ()
    position: tuple[float, float] = (0.0, 0.0)
    heading: float = 0.0
    pose: Mapping[str, Any] | None = None
    leg_collision: bool = False


@dataclass(frozen=True)
class Push:
    """A force [N] in the world frame at a segment's center of mass, or at `point` [m] in its frame."""

    performer: int
    segment: str
    time: float
    duration: float
    force: Vector
    point: Vector | None = None


@dataclass(frozen=True)
class Ground:
    """What is walked on; `kind` is "flat"."""

    kind: str = "flat"
    friction: float = 0.8

    @classmethod
    def flat(cls, friction: float = 0.8) -> Ground:
        return cls("flat", friction)


@dataclass(frozen=True)
class Prop:
    """A thing in the world; it never moves when its mass is 0.

    Attributes:
        shape: "box" (size: full x, y, z), "sphere" (radius), "capsule" (radius, full height) or
            "mesh" (the convex hull of `vertices`).
        handles: named points in the prop's frame [m].
    """

    name: str
    shape: str = "box"
    size: Sequence[float] = ()
    vertices: Sequence[Vector] = ()
    mass: float = 0.0
    position: Vector = (0.0, 0.0, 0.0)
    orientation: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    friction: float = 0.5
    handles: Mapping[str, Vector] = field(default_factory=dict)


@dataclass(frozen=True)
class Shot:
    """Everything that a run depends on.

    Raises InvalidInput when something in it cannot be run.
    """

    performers: Sequence[Performer]
    pushes: Sequence[Push] = ()
    ground: Ground = field(default_factory=Ground.flat)
    props: Sequence[Prop] = ()
    duration: float = 10.0
    frame_rate: float = 60.0
    seed: int = 0
    gravity: Vector = (0.0, 0.0, -9.81)

    def __post_init__(self) -> None:
        check_shot(self)

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        return {
            "version": FORMAT_VERSION,
            **plain,
            "performers": [_performer_to_data(p) for p in self.performers],
            "pushes": [asdict(p) for p in self.pushes],
            "ground": asdict(self.ground),
            "props": [asdict(p) for p in self.props],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Shot:
        """The inverse of `to_data`; raises InvalidInput on anything else."""
        try:
            version = data["version"]
            if version > FORMAT_VERSION:
                raise InvalidInput(
                    f"This shot has format {version}; this Footfall reads up to "
                    f"{FORMAT_VERSION}: update Footfall."
                )
            plain = {name: value for name, value in data.items() if name != "version"}
            lists = {
                "performers": [_performer_from_data(p) for p in data["performers"]],
                "pushes": [Push(**_tuples(p)) for p in data["pushes"]],
                "ground": Ground(**data["ground"]),
                "props": [Prop(**_tuples(p)) for p in data["props"]],
                "gravity": tuple(data["gravity"]),
            }
            return cls(**{**plain, **lists})
        except (KeyError, TypeError, AttributeError) as error:
            raise InvalidInput(f"This is not a shot: {error}.") from error

    def save(self, path: str | Path) -> None:
        write_json(path, "shot", self.to_data())

    @classmethod
    def load(cls, path: str | Path) -> Shot:
        return cls.from_data(read_json(path, "shot"))


def _performer_to_data(performer: Performer) -> dict[str, Any]:
    plain = {f.name: getattr(performer, f.name) for f in fields(performer)}
    cues = [{"skill": c.skill, "start": c.start, **c.parameters} for c in performer.cues]
    return {**plain, "character": performer.character.to_data(), "cues": cues}


def _performer_from_data(data: Mapping[str, Any]) -> Performer:
    return Performer(
        **{
            **_tuples(data),
            "character": Character.from_data(data["character"]),
            "cues": [Cue(**cue) for cue in data["cues"]],
        }
    )


def _tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has no tuples: lists of numbers were tuples before."""
    return {n: tuple(v) if isinstance(v, list) else v for n, v in data.items()}


def check_shot(shot: Shot) -> None:
    """Raise InvalidInput with one sentence (what, got, allowed) for the first thing wrong."""
    if not shot.performers:
        raise InvalidInput("A shot needs at least one performer, got none.")
    _check_number("duration", shot.duration, "s", 0.0, 3600.0, above=True)
    _check_number("frame_rate", shot.frame_rate, "1/s", 1.0, 1000.0)
    if not isinstance(shot.seed, int):
        raise InvalidInput(f"A shot's seed must be a whole number, got {shot.seed!r}.")
    _check_vector("gravity", shot.gravity)
    if shot.ground.kind != "flat":
        raise InvalidInput(f"Ground must be flat, got {shot.ground.kind!r}.")
    _check_number("the ground's friction", shot.ground.friction, "", 0.0, 10.0)
    for performer in shot.performers:
        _check_performer(performer)
    for push in shot.pushes:
        _check_push(push, shot.performers)
    for prop in shot.props:
        _check_prop(prop)
    names = [prop.name for prop in shot.props]
    if len(set(names)) < len(names):
        raise InvalidInput(f"Props need names of their own, got {', '.join(names)}.")


def _check_performer(performer: Performer) -> None:
    if not isinstance(performer.character, Character):
        raise InvalidInput(f"A performer needs a Character, got {performer.character!r}.")
    for axis, value in zip("xy", performer.position, strict=True):
        _check_number(f"a performer's {axis}", value, "m", -1e6, 1e6)
    _check_number("a performer's heading", performer.heading, "rad", -1e6, 1e6)
    _check_pose(performer)
    starts = [cue.start for cue in performer.cues]
    for cue in performer.cues:
        _check_cue(cue)
    if any(later <= earlier for earlier, later in zip(starts, starts[1:], strict=False)):
        raise InvalidInput(f"Cues must start one after the other, got start times {starts}.")


def _check_pose(performer: Performer) -> None:
    known = {*performer.character.joint_names, "root"}
    for name in performer.pose or {}:
        if name not in known:
            raise InvalidInput(
                f"Unknown joint {name!r} in a start pose; allowed: {', '.join(sorted(known))}."
            )


def _check_cue(cue: Cue) -> None:
    if cue.skill not in SKILLS:
        raise InvalidInput(f"Unknown skill {cue.skill!r}; allowed: {', '.join(sorted(SKILLS))}.")
    _check_number(f"{cue.skill}'s start", cue.start, "s", 0.0, 3600.0)
    known = {p.name: p for p in SKILLS[cue.skill].parameters}
    for name, value in cue.parameters.items():
        if name not in known:
            raise InvalidInput(
                f"Unknown parameter {name!r} of {cue.skill}; allowed: {', '.join(known)}."
            )
        _check_parameter(cue.skill, known[name], value)


def _check_parameter(skill: str, parameter: Parameter, value: Channel) -> None:
    what = f"{skill}'s {parameter.name}"
    if value is None and parameter.default is None:
        return
    if not isinstance(value, tuple):
        _check_number(what, value, parameter.unit, parameter.low, parameter.high)
        return
    if not value or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        raise InvalidInput(f"{what} must be a number or pairs of (time, value), got {value!r}.")
    for time, keyed in value:
        _check_number(f"{what}, a key's time", time, "s", -3600.0, 3600.0)
        _check_number(what, keyed, parameter.unit, parameter.low, parameter.high)
    times = [time for time, _ in value]
    if sorted(set(times)) != times:
        raise InvalidInput(f"{what} needs rising key times, got {times}.")


def _check_push(push: Push, performers: Sequence[Performer]) -> None:
    if not (isinstance(push.performer, int) and 0 <= push.performer < len(performers)):
        raise InvalidInput(
            f"A push names performer {push.performer!r}; allowed: 0 to {len(performers) - 1}."
        )
    performers[push.performer].character.segment(push.segment)
    _check_number("a push's time", push.time, "s", 0.0, 3600.0)
    _check_number("a push's duration", push.duration, "s", 0.0, 3600.0, above=True)
    _check_vector("a push's force", push.force)
    if push.point is not None:
        _check_vector("a push's point", push.point)


def _check_prop(prop: Prop) -> None:
    if prop.shape not in SHAPES:
        raise InvalidInput(f"Unknown prop shape {prop.shape!r}; allowed: {', '.join(SHAPES)}.")
    sizes = {"box": 3, "sphere": 1, "capsule": 2, "mesh": 0}[prop.shape]
    if len(prop.size) != sizes:
        raise InvalidInput(
            f"The {prop.shape} {prop.name!r} needs {sizes} numbers as its size, got {prop.size!r}."
        )
    for value in prop.size:
        _check_number(f"the size of prop {prop.name!r}", value, "m", 0.0, 1e4, above=True)
    if prop.shape == "mesh" and len(prop.vertices) < 4:
        raise InvalidInput(f"The mesh prop {prop.name!r} needs at least 4 vertices.")
    for vertex in prop.vertices:
        _check_vector(f"a vertex of prop {prop.name!r}", vertex)
    _check_number(f"the mass of prop {prop.name!r}", prop.mass, "kg", 0.0, 1e6)
    _check_number(f"the friction of prop {prop.name!r}", prop.friction, "", 0.0, 10.0)
    _check_vector(f"the position of prop {prop.name!r}", prop.position)
    _check_vector(f"the orientation of prop {prop.name!r}", prop.orientation, 4)
    for name, point in prop.handles.items():
        _check_vector(f"the handle {name!r} of prop {prop.name!r}", point)


def _check_number(
    what: str, value: Any, unit: str, low: float, high: float, above: bool = False
) -> None:
    numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
    inside = numeric and math.isfinite(value) and low <= value <= high and not (
        above and value == low
    )  # fmt: skip
    if not inside:
        span = f"above {low:g} up to {high:g}" if above else f"{low:g} to {high:g}"
        raise InvalidInput(
            f"{_capital(what)} must be {span}{' ' * bool(unit)}{unit}, got {value!r}."
        )


def _check_vector(what: str, value: Any, size: int = 3) -> None:
    if not isinstance(value, (tuple, list)) or len(value) != size:
        raise InvalidInput(f"{_capital(what)} must be {size} numbers, got {value!r}.")
    if not all(isinstance(n, (int, float)) and math.isfinite(n) for n in value):
        raise InvalidInput(f"{_capital(what)} must be finite numbers, got {value!r}.")


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
