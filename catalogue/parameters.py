"""What a parameter of a skill can be: a number, a name or a vector."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Vector = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A number that the artist may set or key over time.

    Attributes:
        name: as in the cue.
        unit: SI unit, "rad" for angles, "" for none.
        low, high: allowed range, both ends included.
        default: the value where none is given; None means "as it is".
        typical: a usual value for who sets one that has no default.
        keyable: whether it may change during the cue.
        sentence: what it does.
    """

    name: str
    unit: str
    low: float
    high: float
    default: float | None
    typical: float = 0.0
    keyable: bool = True
    sentence: str


@dataclass(frozen=True, kw_only=True)
class TextParameter:
    """A name that the artist may pick; it stays for the whole cue.

    Attributes:
        name: as in the cue.
        choices: the names that are allowed, asked anew each time because they may be added to;
            None where only the shot knows them.
        is_free: whether it is no name but a text of its own.
        most: how many names may be given, with a comma between them.
        default: the value where none is given.
        sentence: what it does.
    """

    name: str
    choices: Callable[[], tuple[str, ...]] | None = None
    is_free: bool = False
    most: int = 1
    default: str
    sentence: str
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class VectorParameter:
    """Three numbers, x, y and z of the world; they stay for the whole cue.

    Attributes:
        name: as in the cue.
        unit: SI unit.
        low, high: allowed range of each number, both ends included.
        default: the value where none is given.
        sentence: what it does.
    """

    name: str
    unit: str
    low: float
    high: float
    default: Vector
    sentence: str


@dataclass(frozen=True, kw_only=True)
class PlaceParameter:
    """A place on the ground, x and y of the world, or a path of such; it stays for the whole cue.

    Attributes:
        name: as in the cue.
        least: how many points a path must have; 1 is a single place, written without a list.
        farthest: allowed size of each number.
        is_needed: whether a cue must have it.
        sentence: what it does.
    """

    name: str
    least: int = 1
    farthest: float = 1e6
    is_needed: bool = True
    sentence: str
    unit: str = "m"
    default: None = None


@dataclass(frozen=True, kw_only=True)
class FootstepsParameter:
    """A list of footprints, as in `footsteps.py`; they stay for the whole cue.

    Attributes:
        name: as in the cue.
        sentence: what it does.
    """

    name: str
    sentence: str
    unit: str = ""
    default: None = None  # there is none: some must be given


@dataclass(frozen=True, kw_only=True)
class PropParameter:
    """A prop of the shot, by its name; it stays for the whole cue.

    Attributes:
        name: as in the cue.
        default: the name where none is given.
        purpose: what for, after "no prop".
        is_moved: whether the skill moves it, so that it must have a mass.
        sentence: what it does.
    """

    name: str
    default: str
    purpose: str
    is_moved: bool = True
    sentence: str
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class TargetParameter:
    """A place (x, y, z) [m] in the world, or a prop of the shot by its name; it stays for the cue.

    Attributes:
        name: as in the cue.
        purpose: what for, after "no prop".
        sentence: what it does.
        farthest: from the origin [m].
    """

    name: str
    purpose: str
    sentence: str
    unit: str = "m"
    farthest: float = 1e5
    default: None = None  # there is none: some must be given


ShownParameter = PlaceParameter | FootstepsParameter | TargetParameter  # by objects of the scene
AnyParameter = Parameter | TextParameter | VectorParameter | PropParameter | ShownParameter


@dataclass(frozen=True, kw_only=True)
class Skill:
    """Something that a performer can be told to do.

    Attributes:
        exclusive: pairs of parameters of which only one may be given.
    """

    name: str
    sentence: str
    parameters: tuple[AnyParameter, ...]
    exclusive: tuple[tuple[str, str], ...] = ()
