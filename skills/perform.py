"""Perform: a clip, with muscles, weight and balance.

The whole-body program follows the clip (`controllers.performing`). What it cannot balance alone, a
search over offsets of its targets finds before the body moves (`search.beam`).
"""

from __future__ import annotations

import numpy as np

from ..motion.performing.track import RATE
from ..search.beam import BeamSettings, beam_search
from ..simulation.body import Motion
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array, heading_of
from .behaviour import Behaviour, Choice, Lookahead, Values
from .biped import Biped
from .performing.follower import Follower
from .performing.opening import performed
from .performing.plan import is_plan, read_plan, write_plan
from .performing.planning import WINDOW_TIME, ClipSimulation

KEPT_SHARE = 3  # samples for each kept state
HOLDS = 0.2  # [s] for which the end is held before the skill is done
LOOKS = 3.0  # windows that are simulated for each sample


class Perform(Behaviour[Biped]):
    """
    Attributes:
        follower: of the clip.
    """

    may_touch = None  # a clip may roll on the ground
    moves_body = True
    follower: Follower

    def choice(self) -> Choice:
        return Choice(self._settle, 60.0)

    def act(self, motion: Rows[Motion]) -> Array:
        flat = self.follower.actuators(motion)
        if self.is_over:
            self.body.report_event("performed")
        return flat

    @property
    def is_over(self) -> bool:
        return self.follower.frame >= self.follower.reference.frames + HOLDS * RATE

    def _settle(self, values: Values, lookahead: Lookahead) -> str:
        """Prepare the clip from the present place on, and find a plan to keep to it."""
        state, body = views_of(Motion, lookahead.motion), self.body
        place = (float(state.origin[0, 0]), float(state.origin[0, 1]))
        gravity = float(body.command["gravity"])
        reference = performed(
            body.character, values, place, float(heading_of(state.rotation[0])), gravity
        )
        self.follower = follower = Follower(body, reference, 0.0)
        follower.forget_contacts = lookahead.forget_contacts
        if values["plan"]:
            follower.plan = read_plan(values["plan"], len(follower.spread))
        else:
            known = [plan for plan in body.plans if is_plan(plan)]
            follower.plan = self._search(values, lookahead, known)
        follower.forget_contacts = body.forget_contacts
        return write_plan(follower.plan)

    def _search(
        self, values: Values, lookahead: Lookahead, known: list[str]
    ) -> dict[int, Array]:
        follower, simulation = self.follower, ClipSimulation(self.follower, lookahead)
        start, samples = simulation.moment(), round(values["tries"])
        settings = BeamSettings(samples, max(samples // KEPT_SHARE, 1))
        try:
            found = beam_search(
                simulation, start, 0, follower.windows, follower.spread, settings, _ignore
            )
        finally:
            simulation.go_back(start)
            simulation.drop(start)
        return dict(enumerate(found.plan))


def _ignore(window: int) -> None:
    """Default for reports of progress: does nothing."""
