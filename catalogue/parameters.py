"""The kinds of parameters of a skill: a number, a name, a vector, a place and so on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Vector = tuple[float, float, float]
Condition = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A number that the artist may set or key over time.

    Attributes:
        name: as in the cue.
        unit: SI unit, "rad" for angles, "" for none.
        low, high: allowed range, both ends included.
        default: the value where none is given; None means "keep the body's own value".
        typical: the value to start from when an artist sets a parameter that has no default.
        keyable: whether the value may change during the cue.
        label: the name in the panel; "" means `name`.
        applies_if: another parameter of the skill, and its values with which this one is used;
            None: always used.
        sentence: a description for the artist.
    """

    name: str
    unit: str
    low: float
    high: float
    default: float | None
    typical: float = 0.0
    keyable: bool = True
    label: str = ""
    applies_if: Condition | None = None
    sentence: str


@dataclass(frozen=True, kw_only=True)
class TextParameter:
    """A name from a list; the value is constant over the cue.

    Attributes:
        name: as in the cue.
        choices: returns the allowed names, called every time because names may be added; None: only
            the shot knows the names.
        is_free: whether the value is free text and not a name.
        content: returns what a shot stores instead of the text: the content of the file that the
            text names; None: the text itself is stored.
        most: how many names may be given, separated by commas.
        default: the value where none is given.
        applies_if: another parameter of the skill, and its values with which this one is used;
            None: always used.
        sentence: a description for the artist.
    """

    name: str
    choices: Callable[[], tuple[str, ...]] | None = None
    is_free: bool = False
    content: Callable[[str], str] | None = None
    most: int = 1
    default: str
    applies_if: Condition | None = None
    sentence: str
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class StrengthParameter(TextParameter):
    """A word for the strength of a push; the impulse that it means depends on the body."""


@dataclass(frozen=True, kw_only=True)
class StyleParameter(TextParameter):
    """One or two styles by name; a shot stores the content of styles that the artist saved."""


@dataclass(frozen=True, kw_only=True)
class ContactMarksParameter(TextParameter):
    """Contacts of a clip as text, which the panel reads from markers of the Action as well."""

    is_free: bool = True
    default: str = ""


@dataclass(frozen=True, kw_only=True)
class ClipParameter(TextParameter):
    """A clip by its content, which the panel and the command line read from an Action."""

    is_free: bool = True
    default: str = ""


@dataclass(frozen=True, kw_only=True)
class PoseParameter(TextParameter):
    """The first pose of a clip by its content, which the panel and the command line read from an
    Action.

    Attributes:
        seconds: usual time [s] that it takes longer with a pose than without.
    """

    is_free: bool = True
    default: str = ""
    seconds: float


@dataclass(frozen=True, kw_only=True)
class VectorParameter:
    """A vector (x, y, z) in the world; the value is constant over the cue.

    Attributes:
        name: as in the cue.
        unit: SI unit.
        low, high: allowed range of each number, both ends included.
        default: the value where none is given.
        applies_if: another parameter of the skill, and its values with which this one is used;
            None: always used.
        sentence: a description for the artist.
    """

    name: str
    unit: str
    low: float
    high: float
    default: Vector
    applies_if: Condition | None = None
    sentence: str


@dataclass(frozen=True, kw_only=True)
class PlaceParameter:
    """A place on the ground (x, y) in the world, or a path of such places; constant over the cue.

    Attributes:
        name: as in the cue.
        least: the smallest number of points of a path; 1 means a single place, without a list.
        farthest: the largest absolute value of each coordinate.
        is_needed: whether a cue must give the parameter.
        sentence: a description for the artist.
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
    """A list of footprints, as in `footsteps.py`; the value is constant over the cue.

    Attributes:
        name: as in the cue.
        sentence: a description for the artist.
    """

    name: str
    sentence: str
    unit: str = ""
    default: None = None  # no default: some must be given


@dataclass(frozen=True, kw_only=True)
class PropParameter:
    """A prop of the shot, by its name; the value is constant over the cue.

    Attributes:
        name: as in the cue.
        default: the name where none is given.
        purpose: completes error messages that begin with "no prop".
        is_moved: whether the skill moves the prop, which must then have a mass.
        sentence: a description for the artist.
    """

    name: str
    default: str
    purpose: str
    is_moved: bool = True
    sentence: str
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class TargetParameter:
    """A place (x, y, z) [m] in the world, or a prop of the shot by name; constant over the cue.

    Attributes:
        name: as in the cue.
        purpose: completes error messages that begin with "no prop".
        is_needed: whether a cue must give the parameter.
        sentence: a description for the artist.
        farthest: largest distance from the origin [m].
    """

    name: str
    purpose: str
    is_needed: bool = True
    sentence: str
    unit: str = "m"
    farthest: float = 1e5
    default: None = None


ShownParameter = PlaceParameter | FootstepsParameter | TargetParameter  # by objects of the scene
AnyParameter = Parameter | TextParameter | VectorParameter | PropParameter | ShownParameter
ConditionalParameter = Parameter | TextParameter | VectorParameter


def condition_of(parameter: AnyParameter) -> Condition | None:
    """The condition under which a parameter is used; None: always."""
    return parameter.applies_if if isinstance(parameter, ConditionalParameter) else None
