"""An entry of the catalogue: a skill with its parameters, how it starts and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .parameters import AnyParameter, ClipParameter, Condition, PoseParameter, condition_of

# How a performer starts.
STANDING, SEATED, ON_HANDS, IN_CLIP = "standing", "seated", "on hands", "in clip"
REACHES, LIFTS, LOWERS, PUSHES, PULLS = "reach", "lift", "lower", "push", "pull"  # of hands
# Under which heading a menu lists a skill, in the menu's order.
WALK_AND_RUN, STAND_AND_BALANCE, HANDS = "Walk and run", "Stand and balance", "Hands"
FALL_AND_RISE, ON_FOUR_LEGS, OWN_ANIMATION = "Fall and rise", "On four legs", "Your animation"
GROUPS = (
    WALK_AND_RUN, STAND_AND_BALANCE, HANDS, FALL_AND_RISE, ON_FOUR_LEGS, OWN_ANIMATION,
)  # fmt: skip


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
