"""Contact times to less than a frame, by the height of the center of mass.

A clip of 30 frames a second gives a contact's begin and end to 33 ms, a third of a flight. The
rise and fall of the center of mass determines these times better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from .biped_frames import Z
from .flight_path import fit_height, sine_waves
from .reference import Contact, ReferenceMotion

Array = NDArray[np.float64]
# RMS residual [m] of the height that costs as much as a time shift of a frame: the best times of a
# captured jog leave 4 mm.
UNEXPLAINED = 0.005
LARGEST_SHARE = 0.25  # of a contact, and of a swing, by which an end is moved


def retimed(reference: ReferenceMotion, frame: float) -> ReferenceMotion:
    """The motion with contacts' begins and ends shifted by up to a frame [s] of the clip."""
    if frame == 0.0:
        return reference
    seen = np.array([(contact.start, contact.end) for contact in reference.contacts])
    furthest = np.minimum(frame / reference.period, LARGEST_SHARE * _room(reference.contacts))
    clip = reference.figure.place(reference.posture).com[:, Z]

    def shifted(shares: Array) -> list[Contact]:
        times = seen + furthest * shares.reshape(seen.shape)
        sides = [contact.side for contact in reference.contacts]
        return [Contact(side, *time) for side, time in zip(sides, times.tolist(), strict=True)]

    def residual(shares: Array) -> Array:
        waves = sine_waves(shifted(shares), len(clip)).reshape(len(clip), -1)
        _, height = fit_height(clip, reference.rate, waves)
        return np.append((height - clip) / (UNEXPLAINED * np.sqrt(len(clip))), shares)

    best = least_squares(residual, np.zeros(seen.size), bounds=(-1.0, 1.0)).x
    return replace(reference, contacts=_in_order(shifted(best)))


def _room(contacts: Sequence[Contact]) -> Array:
    """(contacts, 2) the shorter [cycles] of each contact and the swing before and after it."""
    room = []
    for contact in contacts:
        own = [c for c in contacts if c.side == contact.side]
        i = own.index(contact)
        before = (contact.start - own[i - 1].end) % 1.0
        after = (own[(i + 1) % len(own)].start - contact.end) % 1.0
        lasts = contact.end - contact.start
        room.append((min(lasts, before), min(lasts, after)))
    return np.array(room)


def _in_order(contacts: Sequence[Contact]) -> tuple[Contact, ...]:
    """Contacts in order of their begin, which lies within the cycle."""
    turned = [Contact(side, a - np.floor(a), b - np.floor(a)) for side, a, b in contacts]
    return tuple(sorted(turned, key=lambda contact: contact.start))


def furthest_shift(before: Sequence[Contact], after: Sequence[Contact]) -> float:
    """Largest shift of a begin or end [cycles], of the same contacts in any order."""
    pairs = [min((_apart(a, b) for b in after if b.side == a.side), default=0.0) for a in before]
    return max(pairs, default=0.0)


def _apart(one: Contact, other: Contact) -> float:
    times = np.array(one[1:]) - np.array(other[1:])
    return float(np.abs(times - np.round(times)).max())
