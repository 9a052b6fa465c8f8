"""Perform: a clip, with muscles, weight and balance.

The whole-body program follows the clip (`controllers.performing`). What it cannot balance alone, a
search over offsets of its targets finds before the body moves (`search.beam`).
"""

from __future__ import annotations

import math
from functools import cached_property

from ..bodies.strength import base_name
from ..catalogue.performing import performed_seconds
from ..motion.biped_frames import Z
from ..motion.performing.reference import PerformedReference
from ..motion.performing.surface import Footing
from ..motion.performing.track import RATE
from ..search.beam import BeamSettings, beam_search
from ..simulation.body import Motion
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array, heading_of
from .behaviour import Behaviour, Choice, Lookahead, Values
from .biped import Biped
from .performing.follower import Follower
from .performing.opening import performed
from .performing.plan import key_of, plans_for, read_plan, write_plan
from .performing.planning import ClipSimulation, follow_known, simulated_time
from .performing.resuming import fitting_frame

KEPT_SHARE = 3  # samples for each kept state
HOLDS = 0.2  # [s] for which a search holds the end
LIMBS = ("foot", "toes", "hand", "lower_arm")  # that may always touch the ground
FEET = {"foot", "toes"}
LOW = 0.75  # of the standing height: a clip whose pelvis is lower crouches


class Perform(Behaviour[Biped]):
    """
    Attributes:
        follower: of the clip.
    """

    moves_body = True
    follower: Follower
    _values: Values
    _begin = 0  # frame of the clip, after the cue's own beginning, with which the body began

    def command(self, values: Values) -> None:
        self._values = values

    def choice(self) -> Choice:
        seconds = performed_seconds(self._values, self.body.character.leg_length) or 0.0
        return Choice(self._settle, simulated_time(seconds, self._values["tries"]))

    def act(self, motion: Rows[Motion]) -> Array:
        flat = self.follower.actuators(motion)
        if self.follower.is_over:
            self.body.report_event("performed")
        return flat

    @property
    def is_over(self) -> bool:
        """Whether the end has been held: a search looks ahead to there."""
        return self.follower.frame >= self.follower.reference.frames + HOLDS * RATE

    @cached_property
    def may_touch(self) -> frozenset[str] | None:  # type: ignore[override]
        """Limbs; None where more than the feet bears in the clip itself."""
        reference, character = self.follower.reference, self.body.character
        bears = reference.touches.segments[reference.bears.any(axis=0)]
        parts = {base_name(reference.figure.names[segment]) for segment in bears}
        limbs = frozenset(n for n in character.segment_names if base_name(n) in LIMBS)
        return limbs if parts <= FEET else None

    @cached_property
    def may_be_low(self) -> bool:  # type: ignore[override]
        """Whether the clip crouches."""
        reference = self.follower.reference
        lowest = float((reference.placed.origins[:, 0, Z] - reference.ground).min())
        return lowest < LOW * self.body.character.standing_height_of_root

    def thrown(self) -> None:
        """Remember how far the clip was performed."""
        self.body.thrown_from = self._values["clip"], self._begin + self.follower.frame

    def _settle(self, values: Values, lookahead: Lookahead) -> str:
        """Prepare the clip from the present place on, and find a plan to keep to it."""
        reference = self._prepare(values, views_of(Motion, lookahead.motion))
        self.follower = follower = Follower(self.body, reference)
        follower.forget_contacts = lookahead.forget_contacts
        if values["plan"]:
            follower.plan = read_plan(values["plan"], len(follower.spread))
        else:
            follower.plan = self._search(values, lookahead)
        follower.forget_contacts = self.body.forget_contacts
        return write_plan(key_of(values), follower.plan)

    def _prepare(self, values: Values, state: Motion) -> PerformedReference:
        """What the clip becomes from the present place on, or from where a body was thrown over."""
        body = self.body
        place = (float(state.origin[0, 0]), float(state.origin[0, 1]))
        heading, gravity = float(heading_of(state.rotation[0])), float(body.command["gravity"])
        footing = self._footing(state)
        reference = performed(body.character, values, place, heading, gravity, footing=footing)
        thrown, body.thrown_from = body.thrown_from, None
        if thrown is None or thrown[0] != values["clip"]:
            return reference
        self._begin = fitting_frame(reference, state, thrown[1])
        later = self._begin / RATE
        return performed(body.character, values, place, heading, gravity, later, footing)

    def _footing(self, state: Motion) -> Footing | None:
        """The ground around the body; None where it is level."""
        heights = self.body.footing_heights
        if heights is None:
            return None
        seen_from = float(state.origin[:, Z].max())
        under = float(heights(state.origin[:1, :2], seen_from)[0])
        return Footing(heights, 0.0 if math.isnan(under) else under)

    def _search(self, values: Values, lookahead: Lookahead) -> dict[int, Array]:
        """A plan that was found before, as far as it holds, and the rest by search."""
        follower, simulation = self.follower, ClipSimulation(self.follower, lookahead)
        samples = round(values["tries"])
        settings = BeamSettings(samples, max(samples // KEPT_SHARE, 1), self.body.seed)
        known = plans_for(key_of(values), self.body.plans)
        start = simulation.moment()
        try:
            plan, first, moment = follow_known(simulation, start, known)
            if first < follower.windows:
                found = beam_search(
                    simulation, moment, first, follower.windows, follower.spread, settings
                )
                plan |= {first + i: offsets for i, offsets in enumerate(found.plan)}
            if moment is not start:
                simulation.drop(moment)
        finally:
            simulation.go_back(start)
            simulation.drop(start)
        return plan
