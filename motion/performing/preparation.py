"""What becomes of a clip before it is performed, in figures for the artist."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...bodies.character import Character
from ...catalogue.contact_marks import write_marks
from ..biped_frames import Figure, Z
from .clip import PerformedClip
from .contact_marks import contacts_in
from .reference import reference_of
from .track import Placing, track_of

CENTIMETRES = 100.0


class Preparation(NamedTuple):
    """
    Attributes:
        contacts: of feet and hands, as text: see `catalogue.contact_marks`.
        raised: by which the clip is raised to the ground [m].
        feet_moved: furthest that a foot is moved besides, so that it stays where it bears [m].
    """

    contacts: str
    raised: float
    feet_moved: float

    @property
    def sentence(self) -> str:
        height, moved = CENTIMETRES * abs(self.raised), CENTIMETRES * self.feet_moved
        how = "raised" if self.raised >= 0.0 else "lowered"
        return (
            f"The clip is {how} by {height:.1f} cm to the ground, and its feet are moved by up to "
            f"{moved:.1f} cm to stay where they bear"
        )


def preparation_of(
    clip: PerformedClip, character: Character, tempo: float, gravity: float, marks: str
) -> Preparation:
    """What becomes of a clip on a body, over a plane.

    Args:
        tempo: seconds of the clip that pass in a second; gravity: [m/s2].
        marks: contacts in place of those that the clip shows.
    """
    placing = Placing(tempo=tempo)
    reference = reference_of(clip, character, placing, gravity, marks=marks)
    figure = Figure(character)
    feet = figure.numbers_of(["foot"], figure.legs)
    own = figure.place(track_of(clip, figure, placing)).origins[:, feet]
    moved = reference.placed.origins[:, feet] - own
    usual = np.median(moved, axis=(0, 1))
    found = contacts_in(figure, reference.touches, reference.bears, tempo)
    return Preparation(
        write_marks(found), float(usual[Z]), float(np.linalg.norm(moved - usual, axis=2).max())
    )
