"""What a parameter of a skill can be: a number, a name or a vector."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

STANDING, SEATED, ON_HANDS = "standing", "seated", "on hands"  # how a performer starts
REACHES, LIFTS, LOWERS, PUSHES, PULLS = "reach", "lift", "lower", "push", "pull"  # of hands
Vector = tuple[float, float, float]
Condition = tuple[str, tuple[str, ...]]


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
        label: what the panel calls it; "" is its name.
        applies_if: another parameter of the skill, and the values of it with which this one is
            used; None: always.
        sentence: what it does.
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
    """A name that the artist may pick; it stays for the whole cue.

    Attributes:
        name: as in the cue.
        choices: the names that are allowed, asked anew each time because they may be added to;
            None where only the shot knows them.
        is_free: whether it is no name but a text of its own.
        content: gives what a shot holds in place of a text: the content of the file that it names;
            None: the text itself.
        most: how many names may be given, with a comma between them.
        default: the value where none is given.
        applies_if: another parameter of the skill, and the values of it with which this one is
            used; None: always.
        sentence: what it does.
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
    """A word for how hard a push is, whose impulse depends on the body."""


@dataclass(frozen=True, kw_only=True)
class StyleParameter(TextParameter):
    """A style or two by name; a shot holds the content of those that an artist saved."""


@dataclass(frozen=True, kw_only=True)
class VectorParameter:
    """Three numbers, x, y and z of the world; they stay for the whole cue.

    Attributes:
        name: as in the cue.
        unit: SI unit.
        low, high: allowed range of each number, both ends included.
        default: the value where none is given.
        applies_if: another parameter of the skill, and the values of it with which this one is
            used; None: always.
        sentence: what it does.
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
ConditionalParameter = Parameter | TextParameter | VectorParameter


@dataclass(frozen=True, kw_only=True)
class Ending:
    """When a skill is done that has an end.

    Attributes:
        event: of the performance, that tells it.
        still: what a performer does that is not done yet, as in "still getting up".
        seconds: how long it usually takes, by kinds of bodies [s]; measured: bench cue_times. The
            way to where it is done is not part of it, nor are the durations of footsteps.
        along: the parameter whose path is gone along to its end; without one, or along a closed
            one, there is no end.
    """

    event: str
    still: str
    seconds: Mapping[str, float]
    along: str = ""


@dataclass(frozen=True, kw_only=True)
class Skill:
    """Something that a performer can be told to do.

    Attributes:
        exclusive: pairs of parameters of which only one may be given.
        ending: None: it goes on until the next cue.
        start: how a performer starts whose first cue this is: STANDING, SEATED or ON_HANDS.
        in_plane: whether the performer does it in a vertical plane, which is then all that it does.
        lies: whether it is about a body that lies, and so ends a recovery from a fall.
        returns: whether a performer that fell and got up goes on with it; not where it is bound to
            a place that it has been thrown off.
        gives_way: whether the body lets go of all that it stands on or holds.
        task: what its hands do: REACHES, LIFTS, LOWERS, PUSHES or PULLS; "": nothing.
        is_searched: whether a way to do it is searched for before it is done.
        is_steered: whether the artist may steer it while it is simulated.
        keeps_heading: whether it ends with the heading that it is given.
        bound_by: the parameter that says everywhere that it leads to; "": it may lead anywhere.
        shown_as: the option of the command line that names the object which shows where to; "":
            there is none.
        icon: Blender's name of it.
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

    def takes(self, name: str) -> bool:
        """Whether it has a parameter of that name."""
        return any(parameter.name == name for parameter in self.parameters)

    def filled(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Given values and the defaults of the others.

        What is given is used: where it goes with some values of another parameter only, and that
        one is not given, it has the first of those unless its default is one.
        """
        values = {**{p.name: p.default for p in self.parameters}, **given}
        for name in given:
            for other, allowed in self._conditions_of(name):
                if other not in given and values[other] not in allowed:
                    values[other] = allowed[0]
        return values

    def unused(self, values: Mapping[str, Any]) -> dict[str, Condition]:
        """By name, the parameters that these values leave unused, and when they would be used."""
        return {
            parameter.name: (other, allowed)
            for parameter in self.parameters
            for other, allowed in self._conditions_of(parameter.name)
            if values[other] not in allowed
        }

    def conditions(self, parameter: AnyParameter) -> int:
        """Of how many others the use of a parameter depends, one upon another."""
        return len(self._conditions_of(parameter.name))

    def _conditions_of(self, name: str) -> list[Condition]:
        """When a parameter is used, and the one that this depends on, and so on."""
        found = []
        condition = condition_of(self._parameter(name))
        while condition:
            found.append(condition)
            condition = condition_of(self._parameter(condition[0]))
        return found

    def _parameter(self, name: str) -> AnyParameter:
        return next(p for p in self.parameters if p.name == name)


def condition_of(parameter: AnyParameter) -> Condition | None:
    """When a parameter is used; None: always."""
    return parameter.applies_if if isinstance(parameter, ConditionalParameter) else None
