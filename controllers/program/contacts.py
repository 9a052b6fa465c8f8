"""Contacts of the whole-body program, and the edges of their friction pyramids."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...simulation.compiled import compiled
from ...simulation.dynamics import Indices
from ...simulation.rotation import Array

EDGES = 4  # of a friction pyramid
FRICTION = 0.6  # of contacts, as the controllers assume


class Contacts(NamedTuple):
    """The k points at which the ground may push.

    Attributes:
        points: (k, 3) relative to the center of mass [m].
        segments: (k,) that the points are on.
        force_limit: (k,) largest force along an edge of a contact's pyramid [N].
        forces: (4 k,) last solution, then the new one, along the pyramids' edges [N].
    """

    points: Array
    segments: Indices
    force_limit: Array
    forces: Array


class Edges(NamedTuple):
    """The e edges of the contacts' friction pyramids.

    Attributes:
        grasp: (e, 6) wrench about the center of mass of a unit force along each edge.
        segments: (e,) that these forces act on.
        force_limit: (e,) largest force along each edge [N].
        forces: (e,) along the edges [N].
    """

    grasp: Array
    segments: Indices
    force_limit: Array
    forces: Array


@compiled
def make_contacts(most: int, forces: Array) -> Contacts:
    """Room for a number of contacts, to be filled in, with their last forces (4 most,) [N]."""
    return Contacts(
        np.zeros((most, 3)), np.zeros(most, dtype=np.int64), np.zeros(most), forces[: EDGES * most]
    )


@compiled
def contacts_between(contacts: Contacts, first: int, end: int) -> Contacts:
    """The contacts from one number up to another, which share their arrays with all contacts."""
    return Contacts(
        contacts.points[first:end],
        contacts.segments[first:end],
        contacts.force_limit[first:end],
        contacts.forces[EDGES * first : EDGES * end],
    )


@compiled
def edges_of(contacts: Contacts) -> Edges:
    """The edges of the contacts' friction pyramids, which share the forces with the contacts."""
    return Edges(
        _grasp(contacts.points),
        np.repeat(contacts.segments, EDGES),
        np.repeat(contacts.force_limit, EDGES),
        contacts.forces,
    )


@compiled
def _grasp(points: Array) -> Array:
    """(4 k, 6) wrench about the center of mass of a unit force along every pyramid edge."""
    grasp = np.empty((EDGES * len(points), 6))
    for i in range(len(points)):
        x, y, z = points[i]
        for edge in range(EDGES):
            fx = FRICTION if edge == 0 else -FRICTION if edge == 1 else 0.0
            fy = FRICTION if edge == 2 else -FRICTION if edge == 3 else 0.0
            row = grasp[EDGES * i + edge]
            row[0], row[1], row[2] = y - z * fy, z * fx - x, x * fy - y * fx
            row[3], row[4], row[5] = fx, fy, 1.0
    return grasp
