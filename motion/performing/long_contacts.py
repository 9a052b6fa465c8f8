"""Contacts that last longer before a flight than a clip's feet show.

A flight is found once a foot is some millimeters off the ground or slides, which a clip's feet do
early. Each moment of a stance that is lost makes the flight longer and the push before it harder: a
captured run would ask ankles for twice of what they can.
"""

from __future__ import annotations

from ..biped_frames import SIDES, Figure
from .support import Support, Touches, runs_in
from .track import RATE

# Numbers without a source: tuned: bench performing_loops.
LEAVES_LATER = 0.04  # [s]
SHARE = 0.5  # of a flight: it is shortened by less
AT_END = 0.02  # [s] at the end of a contact, in which toes bear that bear longer
NEAR = 3  # frames between a contact's end and the flight that follows it


def with_longer_contacts(figure: Figure, touches: Touches, support: Support) -> Support:
    """The same support with toes that bear on into the flight that follows their contact."""
    bears, flies, at_end = support.bears.copy(), support.flies.copy(), round(AT_END * RATE)
    for side in SIDES:
        toes = touches.segments == figure.index["toes" + side]
        for first, end in runs_in(support.bears[:, toes].any(axis=1)):
            for begins, ends in runs_in(support.flies):
                if abs(begins - end) > NEAR:
                    continue
                leaves = end + min(round(LEAVES_LATER * RATE), round(SHARE * (ends - begins)))
                last = support.bears[max(end - at_end, first) : end].any(axis=0)
                bears[end:leaves] |= last & toes
                flies[begins:leaves] = False
    return Support(bears, flies)
