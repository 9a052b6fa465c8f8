"""The kinds of parameters of a skill: a number, a name, a vector, a place and so on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

# How a performer starts.
STANDING, SEATED, ON_HANDS, IN_CLIP = "standing", "seated", "on hands", "in clip"
REACHES, LIFTS, LOWERS, PUSHES, PULLS = "reach", "lift", "lower", "push", "pull"  # of hands
# Under which heading a menu lists a skill, in the menu's order.
WALK_AND_RUN, STAND_AND_BALANCE, HANDS = "Walk and run", "Stand and balance", "Hands"
FALL_AND_RISE, ON_FOUR_LEGS, OWN_ANIMATION = "Fall and rise", "On four legs", "Your animation"
GROUPS = (
    WALK_AND_RUN, STAND_AND_BALANCE, HANDS, FALL_AND_RISE, ON_FOUR_LEGS, OWN_ANIMATION,
)  # fmt: skip
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


@dataclass(frozen=True, kw_only=True)
class Ending:
    """The condition that ends a skill.

    Attributes:
        event: the event of the performance that marks the end.
        still: what the performer is still doing before the end, as in "still getting up".
        seconds: usual duration by kind of body [s]; measured: bench cue_times. The way to the place
            of the skill is not included, nor are the durations of footsteps.
        along: the parameter whose path is followed to its end. The skill has no end when this
            parameter is not given or its path is closed.
        lasts: returns how long the skill takes [s] with these values of its parameters on a body
            with a leg of this length [m], or None where they do not say; None: `seconds` holds.
            A skill that was given this time has been done.
        unless: another parameter of the skill, and its values with which it has no end.
    """

    event: str
    still: str
    seconds: Mapping[str, float]
    along: str = ""
    lasts: Callable[[Mapping[str, Any], float], float | None] | None = None
    unless: Condition | None = None


@dataclass(frozen=True, kw_only=True)
class Skill:
    """An action that a cue can ask of a performer.

    Attributes:
        exclusive: pairs of parameters of which only one may be given.
        ending: None: the skill goes on until the next cue.
        start: how a performer starts that has this skill in its first cue: STANDING, SEATED or
            ON_HANDS, or IN_CLIP for the pose and speed with which a clip begins.
        in_plane: whether the performer moves in a vertical plane, for the whole shot.
        lies: whether the skill is for a lying body, and therefore ends a recovery from a fall.
        returns: whether the skill continues after the performer has fallen and got up; not possible
            for skills bound to a place from which the performer has been thrown.
        gives_way: whether the body releases everything that it stands on or holds.
        task: the task of the hands: REACHES, LIFTS, LOWERS, PUSHES or PULLS; "": none.
        is_searched: whether a plan for the skill is searched for before it is performed.
        is_steered: whether the artist may steer the performer during the simulation.
        keeps_heading: whether the performer ends with the heading that the cue gives.
        bound_by: the parameter that names every place where the skill can lead; "": it may lead
            anywhere.
        shown_as: the command-line option that names the object of the destination; "": none.
        icon: Blender's icon name.
        group: one of GROUPS.
        chief: names of the parameters that an artist sets most; (): all of them.
    """

    name: str
    sentence: str
    parameters: tuple[AnyParameter, ...]
    exclusive: tuple[tuple[str, str], ...] = ()
    ending: Ending | None = None
    start: str = STANDING
    in_plane: bool = False
    lies: bool = False
    returns: bool = True
    gives_way: bool = False
    task: str = ""
    is_searched: bool = False
    is_steered: bool = False
    keeps_heading: bool = False
    bound_by: str = ""
    shown_as: str = ""
    icon: str = ""
    group: str = STAND_AND_BALANCE
    chief: tuple[str, ...] = ()

    @property
    def clip(self) -> str:
        """The name of the parameter that is a clip; "": the skill has none."""
        return next((p.name for p in self.parameters if isinstance(p, ClipParameter)), "")

    @property
    def poses(self) -> tuple[PoseParameter, ...]:
        """The parameters that are poses."""
        return tuple(p for p in self.parameters if isinstance(p, PoseParameter))

    def takes(self, name: str) -> bool:
        """Whether the skill has a parameter of that name."""
        return any(parameter.name == name for parameter in self.parameters)

    def filled(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The given values, completed by defaults.

        A given value is always used: when it applies only with some values of another parameter,
        and that one is not given, the other parameter gets the first of these values unless its
        default is one of them.
        """
        values = {**{p.name: p.default for p in self.parameters}, **given}
        for name in given:
            for other, allowed in self._conditions_of(name):
                if other not in given and values[other] not in allowed:
                    values[other] = allowed[0]
        return values

    def unused(self, values: Mapping[str, Any]) -> dict[str, Condition]:
        """The parameters that these values leave unused, and the conditions that would use them."""
        return {
            parameter.name: (other, allowed)
            for parameter in self.parameters
            for other, allowed in self._conditions_of(parameter.name)
            if values[other] not in allowed
        }

    def conditions(self, parameter: AnyParameter) -> int:
        """The length of the chain of conditions on which the use of a parameter depends."""
        return len(self._conditions_of(parameter.name))

    def _conditions_of(self, name: str) -> list[Condition]:
        """The condition of a parameter, of the parameter which that names, and so on."""
        found = []
        condition = condition_of(self._parameter(name))
        while condition:
            found.append(condition)
            condition = condition_of(self._parameter(condition[0]))
        return found

    def _parameter(self, name: str) -> AnyParameter:
        return next(p for p in self.parameters if p.name == name)


def condition_of(parameter: AnyParameter) -> Condition | None:
    """The condition under which a parameter is used; None: always."""
    return parameter.applies_if if isinstance(parameter, ConditionalParameter) else None
