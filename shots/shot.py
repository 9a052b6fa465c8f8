"""The Shot: what to simulate, as plain data that can be saved, diffed, mailed and re-run.

All numbers are SI, angles in radians, z up, quaternions (w, x, y, z).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from ..base.checks import (
    check_bool,
    check_data,
    check_list,
    check_number,
    check_numbers,
    check_parts,
)
from ..base.errors import InvalidInput
from ..base.files import check_format, read_json, write_json
from ..catalogue import SKILLS
from ..catalogue.pushes import PUSH
from .cue import LATEST, Cue, skills_among
from .ground import Ground, check_ground
from .keyed_motion import KeyedMotion
from .named_props import check_names
from .performer import (
    Performer,
    check_performer,
    performer_from_data,
    performer_to_data,
    tuples,
)
from .prop import Prop, check_prop, prop_from_data, prop_to_data
from .push import Push, check_push, push_of
from .resolving import check_styles, whole_performer, with_saved_styles

__all__ = ["Cue", "Ground", "KeyedMotion", "Performer", "Prop", "Push", "Shot"]

Vector = tuple[float, float, float]
# Version 2: styles by content, pushes among the cues; 3: ground of triangles, paths;
# 4: performers_collide; 5: recover, plans; 6: pushes by direction and strength;
# 7: cues that follow others, shots as long as their cues; 8: props that are thrown or moved;
# 9: performers that enter and leave; 10: companies.
FORMAT_VERSION = 10
STRONGEST_GRAVITY = 1e3  # [m/s2] along an axis
OLD_FORCE = (300.0, 0.0, 0.0)  # [N] of a push without a force, before version 6


@dataclass(frozen=True)
class Shot:
    """The complete input of a simulation.

    Raises InvalidInput where its structure is invalid: a type, a range, or a name that the shot
    does not have. `feasibility.check_feasible` checks whether bodies can perform their cues.

    Attributes:
        duration: [s]; None: until one second after the last cues that have an end are done.
        styles: by name, the content of styles that cues name; `resolved` adds saved styles, and
            shipped ones are left out.
        performers_collide: whether performers collide with each other; else they pass through.
    """

    performers: Sequence[Performer]
    pushes: Sequence[Push] = ()
    ground: Ground = field(default_factory=Ground.flat)
    props: Sequence[Prop] = ()
    duration: float | None = 10.0
    frame_rate: float = 60.0
    seed: int = 0
    gravity: Vector = (0.0, 0.0, -9.81)
    styles: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    performers_collide: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "styles", check_styles(self.styles))
        check_shot(self)

    def resolved(self) -> Shot:
        """The shot with the content of all saved styles, references and controllers that its cues
        name. A resolved shot is returned as it is.

        Raises InvalidInput for an unknown style, or a file that cannot be read.
        """
        performers = [whole_performer(performer) for performer in self.performers]
        cues = [cue for performer in performers for cue in performer.cues]
        styles = with_saved_styles(self.styles, cues)
        kept = all(new is old for new, old in zip(performers, self.performers, strict=True))
        if kept and styles.keys() == self.styles.keys():
            return self
        return replace(self, performers=performers, styles=styles)

    def all_pushes(self) -> list[Push]:
        """The shot's pushes and those among the performers' cues."""
        gravity = -self.gravity[2]
        cued = [
            push_of(cue, number, performer.character, gravity)
            for number, performer in enumerate(self.performers)
            for cue in performer.cues
            if cue.skill == PUSH.name
        ]
        return [*self.pushes, *cued]

    def to_data(self) -> dict[str, Any]:
        """The shot as plain data for JSON."""
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        return {
            "version": FORMAT_VERSION,
            **plain,
            "performers": [performer_to_data(p) for p in self.performers],
            "pushes": [asdict(p) for p in self.pushes],
            "ground": self.ground.to_data(),
            "props": [prop_to_data(p) for p in self.props],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Shot:
        """The inverse of `to_data`; raises InvalidInput on anything else."""
        lists = ("performers", "pushes", "props")
        check_data("shot", data, ("version", "ground", "gravity", *lists))
        check_format("shot", data["version"], FORMAT_VERSION)
        plain = {name: value for name, value in data.items() if name != "version"}
        parts = check_parts("a shot", plain, cls)
        for name in (*lists, "gravity"):
            check_list(f"a shot's {name}", parts[name])
        performers = [performer_from_data(p) for p in parts["performers"]]
        if data["version"] < 6:
            performers = [with_world_pushes(p) for p in performers]
        made = {
            "performers": performers,
            "pushes": [Push(**tuples(check_parts("a push", p, Push))) for p in parts["pushes"]],
            "ground": Ground.from_data(parts["ground"]),
            "props": [prop_from_data(p) for p in parts["props"]],
            "gravity": tuple(parts["gravity"]),
        }
        return cls(**{**parts, **made})

    def save(self, path: str | Path) -> None:
        """Write the resolved shot."""
        write_json(path, "shot", self.resolved().to_data())

    @classmethod
    def load(cls, path: str | Path) -> Shot:
        return cls.from_data(read_json(path, "shot"))


def with_world_pushes(performer: Performer) -> Performer:
    """A performer from before version 6, whose pushes without a force get `OLD_FORCE`."""
    cues = [
        Cue(cue.skill, cue.start, **{"force": OLD_FORCE, **cue.parameters})
        if cue.skill == PUSH.name
        else cue
        for cue in performer.cues
    ]
    return replace(performer, cues=cues)


def check_shot(shot: Shot) -> None:
    """Raise InvalidInput with one sentence (what, got, allowed) for the first error."""
    for name in ("performers", "pushes", "props"):
        check_list(f"a shot's {name}", getattr(shot, name))
    if not shot.performers:
        raise InvalidInput("A shot needs at least one performer, got none.")
    if shot.duration is not None:
        check_number("duration", shot.duration, "s", 0.0, LATEST, above=True)
    check_number("frame_rate", shot.frame_rate, "1/s", 1.0, 1000.0)
    if not isinstance(shot.seed, int) or isinstance(shot.seed, bool):
        raise InvalidInput(f"A shot's seed must be a whole number, got {shot.seed!r}.")
    check_bool("a shot's performers_collide", shot.performers_collide)
    check_gravity(shot.gravity)
    check_ground(shot.ground)
    for performer in shot.performers:
        check_performer(performer)
    for push in shot.pushes:
        check_push(push, shot.performers)
    for prop in shot.props:
        check_prop(prop)
    names = [prop.name for prop in shot.props]
    if len(set(names)) < len(names):
        raise InvalidInput(f"Props need names of their own, got {', '.join(names)}.")
    check_names([cue for performer in shot.performers for cue in performer.cues], shot.props)
    if shot.duration is None:
        _check_end(shot.performers)
    for performer in shot.performers:
        if shot.duration is not None and performer.enters >= shot.duration:
            raise InvalidInput(
                f"A performer enters at {performer.enters:g} s, and the shot ends at "
                f"{shot.duration:g} s: let it enter before that."
            )


def _check_end(performers: Sequence[Performer]) -> None:
    """Raise InvalidInput unless the last cue of some performer has an end."""
    last = [cue for performer in performers for cue in skills_among(performer.cues)[-1:]]
    if all(cue.ending is None for cue in last):
        raise never_ends(last[0].skill if last else "no cue")


def never_ends(last: str) -> InvalidInput:
    """The error for a shot as long as its cues, of which the last has no end."""
    able = ", ".join(skill.name for skill in SKILLS.values() if skill.ending is not None)
    return InvalidInput(
        f"A shot that is as long as its cues needs a last cue that has an end, got {last}: "
        f"give the shot a duration, or end with one of {able}."
    )


def check_gravity(gravity: Vector) -> None:
    """Raise InvalidInput where gravity does not point down."""
    check_numbers("gravity", gravity, "m/s2", -STRONGEST_GRAVITY, STRONGEST_GRAVITY)
    if gravity[2] >= 0.0:
        raise InvalidInput(
            f"Gravity must pull down for a character to stand, got {gravity} m/s2: switch it on."
        )
