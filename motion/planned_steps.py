"""Footprints of a planned motion: where each foot stands, and where it comes down next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .biped_frames import SIDES
from .joint_numbers import about
from .local_motion import LocalContact, LocalMotion, around
from .prediction import Predictor, Way, frame_of
from .sheared_footprints import FootFrame, Footprint

Array = NDArray[np.float64]
HALF_STANCE = 0.11  # of the leg: distance of a stander's feet from the middle
FOREVER = 1e9  # a phase that never comes
FIRST_STANCE = 1.0  # cycles: nominal stance time of a stander's feet before the start


class Steps:
    """The footprints of one body: of each foot the present or last one, and the next one.

    Attributes:
        pairs: (before, after) of the left and of the right foot; equal for a foot that stays.
    """

    def __init__(self, motion: LocalMotion, predictor: Predictor) -> None:
        self._motion, self._predictor, self._size = motion, predictor, motion.size
        self.pairs: list[tuple[Footprint, Footprint]] = []
        self._stays: int | None = None

    # -- standing, starting, stopping

    def stand_beside(self, frame: FootFrame) -> None:
        """Put both feet beside a place, as of a stander."""
        self.pairs, self._stays = [], None
        for s in range(2):
            side = HALF_STANCE * self._leg * (1.0 - 2.0 * s)
            place = frame.outside(np.array([0.0, side, 0.0]))[:2]
            standing = Footprint(place, frame.heading, frame, -FIRST_STANCE, FOREVER)
            self.pairs.append((standing, standing))

    def rest(self) -> None:
        """Keep the feet in place."""
        self._stays = None
        self.pairs = [2 * (replace(before, lift=FOREVER),) for before, _ in self.pairs]

    def start(self, here: FootFrame) -> float:
        """Lift a foot from standing; return the clip's phase at that moment.

        The phase is the middle of a contact in which the other foot is in the air.
        """
        s, local = self._first_stance()
        middle = (local.contact.start + local.contact.end) / 2.0
        for foot in range(2):
            lift = local.contact.end if foot == s else middle
            stood = replace(
                self.pairs[foot][0], frame=here, touch=middle - FIRST_STANCE, lift=lift
            )
            self.pairs[foot] = (stood, stood)
        return middle

    def _first_stance(self) -> tuple[int, LocalContact]:
        found = []
        for s, side in enumerate(SIDES):
            others = [p.contact for p in self._motion.contacts[SIDES[1 - s]]]
            for local in self._motion.contacts[side]:
                middle = (local.contact.start + local.contact.end) / 2.0
                last, lap = around(others, middle)[0]
                found.append((last.end + lap - middle, s, local))
        # A walk too has a time with one foot in the air, the one that left the ground earliest.
        _, s, local = min(found, key=lambda entry: entry[0])
        return s, local

    def stop(self, phase: float) -> float:
        """Keep the foot that stands or lands first, and place the other beside it; return when."""
        landing = [
            phase if phase < before.lift else self._next_contact(s)[1]
            for s, (before, _) in enumerate(self.pairs)
        ]
        self._stays = int(np.argmin(landing))
        if landing[self._stays] <= phase:
            self._keep(self._stays)
        other = 1 - self._stays
        return max(self._next_contact(other)[1], landing[self._stays])

    def _keep(self, s: int) -> None:
        before = replace(self.pairs[s][0], lift=FOREVER)
        self.pairs[s] = (before, before)

    # -- from step to step

    def run_on(self, way: Way, phase: float) -> None:
        """Set the footprints of the clip at a phase, on a steady path up to the present place."""
        self.pairs, self._stays = [], None
        for side in SIDES:
            contacts = [p.contact for p in self._motion.contacts[side]]
            contact, lap = around(contacts, phase % 1.0)[0]
            lap += round(phase - phase % 1.0)
            local = next(p for p in self._motion.contacts[side] if p.contact == contact)
            found = self._footprint_on(way, local, contact.start + lap, contact.end + lap)
            self.pairs.append((found, found))

    def go_on(self, last: float, phase: float) -> bool:
        """Let feet that have landed stand on their planned footprints; return whether one lifted.

        Args:
            last: the phase at the time step before.
        """
        lifted = False
        for s, (before, after) in enumerate(self.pairs):
            if after.touch > before.touch and phase >= after.touch:
                self.pairs[s] = (after, after)
                if self._stays == s:
                    self._keep(s)
            lifted |= last < before.lift <= phase
        return lifted

    def horizon(self, phase: float) -> float:
        """The phase up to which a prediction is needed."""
        middles = [
            sum(self._next_contact(s)[1:]) / 2.0
            for s, (before, _) in enumerate(self.pairs)
            if before.lift < FOREVER
        ]
        return max(middles, default=phase)

    def renew(self, way: Way, sink: Callable[[Way, int, Footprint], float]) -> None:
        """Plan the next footprints on a predicted path.

        Args:
            way: the predicted path.
            sink: gives the distance [m] that hips sink for a footprint of a side on the path.
        """
        order = range(2) if self._stays is None else (self._stays, 1 - self._stays)
        for s in order:
            before = self.pairs[s][0]
            if before.lift < FOREVER:
                local, touch, lift = self._next_contact(s)
                after = self._footprint_on(way, local, touch, lift)
                if self._stays == 1 - s:
                    after = self._beside_other(s, local, after)
                self.pairs[s] = (before, replace(after, sink=sink(way, s, after)))

    def _next_contact(self, s: int) -> tuple[LocalContact, float, float]:
        """The first contact that begins after a foot has left the ground, with its phases."""
        lift, local = self.pairs[s][0].lift, self._motion.contacts[SIDES[s]]
        laps = [(p, p.contact.start + lap, p.contact.end + lap)
                for lap in range(int(lift) - 2, int(lift) + 4) for p in local]  # fmt: skip
        return min((entry for entry in laps if entry[1] > lift), key=lambda entry: entry[1])

    def _footprint_on(self, way: Way, local: LocalContact, touch: float, lift: float) -> Footprint:
        """The footprint of a contact, at the pendulum's frame in its middle (Figure 6a)."""
        middle = (touch + lift) / 2.0
        _, state, heading, pace = way.at_phase(middle)
        half = self._predictor.bearing(pace) * (lift - touch) / 2.0
        frame = frame_of(state, heading, self._size)
        place = frame.outside(local.place)[:2]
        return Footprint(place, heading + local.heading, frame, middle - half, middle + half)

    def _beside_other(self, s: int, local: LocalContact, planned: Footprint) -> Footprint:
        """The last footprint of a body that stops."""
        stays = self.pairs[1 - s][1]
        way = 2.0 * HALF_STANCE * self._leg * (1.0 - 2.0 * s)
        place = stays.place + way * np.array([-np.sin(stays.heading), np.cos(stays.heading)])
        turned = about(2, np.array(stays.heading))[:2, :2]
        frame = FootFrame(place - turned @ local.place[:2], np.zeros(2), stays.heading)
        touch = max(planned.touch, stays.touch)
        return Footprint(place, stays.heading, frame, touch, FOREVER)

    @property
    def _leg(self) -> float:
        return self._motion.figure.character.leg_length

    @property
    def middle(self) -> Array:
        """(2,) middle of the places where feet stand or come down next [m]."""
        between: Array = np.mean([after.place for _, after in self.pairs], axis=0)
        return between
