"""Get up from any lying pose, by planned movements of a body that leans on its hands and knees.

Each movement is planned when it begins, from where the body then is. One that does not come near
its key pose has failed: the body gathers itself anew from where it lies.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..catalogue import SKILLS as CATALOGUE
from ..catalogue.rising_styles import rising_style
from ..motion.performing.clip import pose_from_text
from ..simulation.body import Motion
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array, heading_of
from .behaviour import Behaviour, Choice, Lookahead, Values
from .biped import Biped
from .gait_command import set_gait
from .performing.plan import is_plan as is_plan_of_clip
from .rising import rolling
from .rising.end_pose import EndPose, check_level
from .rising.known_plans import first_that_stands
from .rising.mending import mend
from .rising.plan import WAYS, Plan, read_plan, write_plan
from .rising.rising import ON_FEET, Rise
from .rising.search import BUDGET, search
from .rising.ways_up import WAYS_UP

# Budgets of simulation [s]: of each short search, where others are or a plan has failed, and of all
# that mends a plan.
SHORT, MENDING = 60.0, 120.0
MOST_ATTEMPTS = 3  # after which a body goes on without a search, in other ways each time


class GetUp(Behaviour[Biped]):
    """
    Attributes:
        rise: the movements on the way up.
        end: the pose to end in; None: it stands at ease, and before a way up is found.
        attempts: number of searches from where the body lay anew.
        mended: simulated time of the searches that mend plans [s].
    """

    may_touch = None  # the body lies: anything may touch the ground
    moves_body = True
    rise: Rise
    end: EndPose | None = None
    attempts: int = 0
    mended: float = 0.0

    def enter(self) -> None:
        set_gait(self.body, {p.name: p.default for p in CATALOGUE["stand"].parameters})
        self.rise = Rise(self.body)

    def command(self, values: Values) -> None:
        self.rise.heading, self.rise.pace = values["heading"], values["pace"]
        self.rise.style = rising_style(values["style"])

    def choice(self) -> Choice:
        return Choice(self._settle, BUDGET)

    def choice_again(self) -> Choice | None:
        rise = self.rise
        if rise.stands_for is None and (rise.is_over or rise.begins_anew):
            return Choice(self._look_after_plan, BUDGET)
        return None

    def act(self, motion: Rows[Motion]) -> Array:
        end, rise = self.end, self.rise
        if end is None or end.follower is None:
            flat = rise.actuators(motion)
            if end is not None and rise.is_on_feet:
                end.go_on(motion, rise.heading)
            return flat
        flat = end.actuators(motion)
        if end.is_reached:
            self.body.report_event(ON_FEET)
        if rise.has_fallen(motion):
            end.begin_anew()
        return flat

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        """Follow where a body in its end pose faces."""
        if self.end is not None and self.end.follower is not None:
            rotation = views_of(Motion, motion).rotation[0]
            self.body.memory["heading"] = float(heading_of(rotation))

    def leave(self) -> None:
        if self.end is not None:
            self.end.leave()

    @property
    def is_over(self) -> bool:
        return self.rise.is_over

    def _settle(self, values: Values, lookahead: Lookahead) -> str:
        """Find a plan that leads to standing, by trying: those that are known, then by a search.

        The cue's own plan is taken as it is. Returns the plan, as a cue holds it.
        """
        self.rise.body.look(lookahead.motion)
        if values["end"]:
            check_level(self.rise.body.ground)
        ways = self._ways_to_try(values)
        if values["plan"]:
            plan = read_plan(values["plan"])
        else:
            plans = [text for text in self.body.plans if not is_plan_of_clip(text)]
            known = [plan for plan in map(read_plan, plans) if plan.way in ways]
            found = first_that_stands(known, self.rise, lookahead)
            plan = found or _find(self.rise, ways, lookahead, not lookahead.is_exact)
        self._follow(plan, values)
        return write_plan(plan)

    def _follow(self, plan: Plan, values: Values) -> None:
        self.rise.follow(plan)
        if values["end"]:
            self.end = EndPose(self.body, pose_from_text(values["end"]))
            self.rise.is_last = False

    def _look_after_plan(self, values: Values, lookahead: Lookahead) -> None:
        """Change the plan where it leads nowhere from where the body now is."""
        rise = self.rise
        rise.body.look(lookahead.motion)
        rise.take_stock()
        if rise.begins_anew and self.attempts < MOST_ATTEMPTS:
            self._begin_anew(values, lookahead)
        elif rise.movement is None or not lookahead.is_exact:
            self.mended += mend(rise, lookahead, MENDING - self.mended)

    def _begin_anew(self, values: Values, lookahead: Lookahead) -> None:
        """Search for a plan from where the body lies after the one before has failed."""
        self.attempts += 1
        self.rise = Rise(self.body)
        self.command(values)
        self.rise.body.look(lookahead.motion)
        ways = self._ways_to_try(values)
        self._follow(_find(self.rise, ways, lookahead, is_short=True), values)

    def _ways_to_try(self, values: Values) -> list[str]:
        """The way that is asked for; else all, the one first that begins on the side on which the
        body lies.
        """
        if values["way"] != "either":
            return [values["way"]]
        return sorted(WAYS, key=lambda way: rolling.off(self.rise.body, WAYS_UP[way].lies_on))


def _find(rise: Rise, ways: Sequence[str], lookahead: Lookahead, is_short: bool) -> Plan:
    """By a search: the next way up is tried where none leads to standing on the one before, and
    all of them slowly where none does at the usual pace.

    Args:
        is_short: for a plan that is mended on the way anyhow.
    """
    furthest: list[Plan] = []
    paces, budget = ((False,), SHORT) if is_short else ((False, True), BUDGET)
    for slowly in paces:
        for way in ways:
            rise.follow(Plan(way, (), slowly))
            found = search(rise, lookahead, budget)
            furthest.append(Plan(way, found.numbers, slowly))
            if found.stands:
                return furthest[-1]
    return furthest[0]
