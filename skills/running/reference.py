"""A reference motion as a runner's record holds it: contacts with their times, and the posture.

Kwon and Hodgins 2010 track the joints of their clip. Here the clip gives the order and the times of
the contacts and the curves of trunk, arms and knees; the runner's law controls feet, height and
balance.
"""

from __future__ import annotations

import numpy as np

from ...base.errors import InvalidInput
from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.style_channels import KNOTS, LIMB_CHANNELS, TRUNK_CHANNELS
from ...controllers.program.anatomy import LEFT, RIGHT
from ...controllers.run.bounce import HALF_WIDTH
from ...controllers.run.clock import USUAL_STANCE
from ...controllers.run.records import MOST_CONTACTS
from ...motion.reference import ReferenceMotion, load_reference
from ...motion.style_angles import limb_angles, trunk_angles
from ...motion.style_curves import fit_closed
from ...motion.walking_cycle import Gait
from ...motion.walking_motion import Motion
from ...simulation.rotation import Array
from ..styles import Arrays, curve_arrays
from .tuning import tuned

Fields = Arrays
DIGITS = 12  # of an angle [rad] that are kept
SIDES = {".L": LEFT, ".R": RIGHT}


def run_fields(name_or_path: str) -> Fields:
    """The fields of `run.records.RunMemory` from a shipped or saved reference motion, of an adult.

    Raises InvalidInput with one sentence for any other data.
    """
    reference = load_reference(name_or_path)
    return tuned({**_contacts(reference), **_posture(reference)}, reference.tuning)


def _contacts(reference: ReferenceMotion) -> Fields:
    """Contacts in order; a contact that overlaps the next one ends where that begins.

    The mean duration of stances is the runner's; the clip determines their relative durations.
    """
    count, pace = len(reference.contacts), _pace(reference)
    if count > MOST_CONTACTS:
        raise InvalidInput(
            f"A runner's cycle has up to {MOST_CONTACTS} contacts, that of {reference.name!r} has "
            f"{count}."
        )
    sides, starts, ends, stances, flights = np.zeros((5, MOST_CONTACTS))
    for i, contact in enumerate(reference.contacts):
        after = reference.contacts[(i + 1) % count].start + (1.0 if i + 1 == count else 0.0)
        end = min(contact.end, after)
        sides[i], starts[i], ends[i] = SIDES[contact.side], contact.start, end
        stances[i] = end - contact.start
        flights[i] = (after - end) * reference.period / pace
    return {
        "contacts": np.array(count),
        "contact_side": sides,
        "contact_start": starts,
        "contact_end": ends,
        "usual_stances": stances / stances[:count].mean() * USUAL_STANCE,
        "usual_flights": flights,
        "half_width": np.array(HALF_WIDTH),
    }


def _pace(reference: ReferenceMotion) -> float:
    """Times and speeds of the clip's body, relative to an adult's."""
    return float(np.sqrt(reference.character.leg_length / ADULT_LEG))


def _posture(reference: ReferenceMotion) -> Fields:
    """Curves over the cycle for both sides, with the phase of the contacts."""
    motion = _motion(reference)
    phases = np.arange(reference.frames) / reference.frames
    ahead = np.zeros(reference.frames)
    gait = Gait(motion, ahead, motion.pelvis, (), reference.speed)
    trunk = _knots([trunk_angles(gait)[channel] for channel in TRUNK_CHANNELS], phases)
    limbs = []
    for side in SIDES:
        angles = limb_angles(gait, side)
        limbs.append(_knots([angles[channel] for channel in LIMB_CHANNELS], phases))
    return {
        **curve_arrays(trunk, np.array(limbs)),
        "style_speed": np.array(reference.speed / _pace(reference)),
    }


def _motion(reference: ReferenceMotion) -> Motion:
    figure = reference.figure
    axes = figure.place(reference.posture).axes
    named = {name: axes[:, i] for name, i in figure.index.items()}
    return Motion(reference.rate, named, reference.root_position, {}, {})


def _knots(curves: list[Array], phases: Array) -> Array:
    """Round: the last digits of a fit depend on memory alignment, and a run must not."""
    fitted = np.array([fit_closed(phases, np.unwrap(curve), KNOTS) for curve in curves])
    return np.round(fitted, DIGITS)
