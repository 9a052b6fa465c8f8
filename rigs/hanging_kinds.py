"""The kind of a hanging chain, by its names or else by its place, and rows of strips of cloth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from .hanging_bones import HEAD, HIPS, LIMB, TRUNK, Place, region_of
from .naming.hanging import GARMENT, Spoken
from .skeleton import Skeleton

Array = NDArray[np.float64]
HAIR, TAIL, CLOTH, STRAP = "hair", "tail", "cloth", "strap"
# Ears and antennae stand by their own stiffness and swing back, as tails do.
BY_NAME = {"hair": HAIR, "tail": TAIL, "ear": TAIL, "cloth": CLOTH, "band": CLOTH,
           "strap": STRAP}  # fmt: skip
BACKWARDS = 0.5  # cosine: a chain at the hips that points this far back is a tail
DOWNWARDS = 0.5  # cosine: strips of cloth hang this far down
MIDDLE = 0.25  # of its length: how far aside of the body's middle a tail may begin
RING, ROW = 4, 3  # fewest strips without names, around the hips and behind the trunk
CLOSE = 0.4  # of a strip's length: two strips alone are a row if their roots are this near
LEG, PAIR = 0.6, 2  # of a leg: no more than a pair of chains that hang this low may be legs
HEIGHTS = 0.35  # of a strip's length: largest difference in height between two roots of a row
LENGTHS = 2.0  # largest ratio of the lengths of two strips of a row


def points_of(skeleton: Skeleton, chain: Sequence[int]) -> Array:
    """The heads of a chain's bones and the tip of its last one (bones + 1, 3)."""
    points: Array = np.vstack([skeleton.heads[list(chain)], skeleton.tails[chain[-1]]])
    return points


def length_of(skeleton: Skeleton, chain: Sequence[int]) -> float:
    """The length of a chain along its bones."""
    steps = np.diff(points_of(skeleton, chain), axis=0)
    return float(np.linalg.norm(steps, axis=1).sum())


def word_of(spoken: Mapping[int, Spoken], chain: Sequence[int]) -> Spoken:
    """The first name of a chain that says what hangs."""
    return next((spoken[b] for b in chain if spoken[b].hangs), Spoken())


def kinds_of(
    place: Place, chains: Sequence[tuple[int, ...]], spoken: Mapping[int, Spoken]
) -> list[str]:
    """The kind of each chain."""
    unnamed = [chain for chain in chains if not word_of(spoken, chain).hangs]
    hanging_down = [chain for chain in unnamed if _down(place, chain) > DOWNWARDS]
    around = [c for c in hanging_down if _area(place, c) == HIPS]
    behind = [c for c in hanging_down if _area(place, c) == TRUNK]
    strips = {
        *(around if len(around) >= RING else ()),
        *(behind if len(behind) >= ROW else ()),
    }

    def kind(chain: tuple[int, ...]) -> str:
        word = word_of(spoken, chain)
        if word.hangs:
            return BY_NAME[word.topic]
        if chain in strips:
            return CLOTH
        if _area(place, chain) == HEAD:
            return HAIR
        return TAIL if _is_tail(place, chain) else STRAP

    return [kind(chain) for chain in chains]


def rows_of(
    place: Place,
    chains: Sequence[tuple[int, ...]],
    kinds: Sequence[str],
    spoken: Mapping[int, Spoken],
) -> dict[tuple[int, ...], str]:
    """Chain -> the name of its row, ordered around the body; only of chains that are in a row."""
    groups: dict[tuple[str, str], list[tuple[int, ...]]] = {}
    for chain, kind in zip(chains, kinds, strict=True):
        word = word_of(spoken, chain)
        if kind == CLOTH and word.topic in (GARMENT, ""):
            groups.setdefault((_area(place, chain), word.words), []).append(chain)
    rows: dict[tuple[int, ...], str] = {}
    for (_, spoken_word), members in groups.items():
        for row in _alike(place, members):
            if _is_row(place.skeleton, row):
                name = _unused(_row_name(place, row, spoken_word), set(rows.values()))
                rows |= dict.fromkeys(_around(place, row), name)
    return rows


def _area(place: Place, chain: Sequence[int]) -> str:
    """The region that carries a chain; thighs and hips carry one skirt, other limbs are apart."""
    carrier = place.carrier(chain[0])
    role = place.roles[carrier]
    if role.startswith("upper_leg"):
        return HIPS
    region = region_of(role)
    return place.skeleton.names[carrier] if region == LIMB else region


def _up(place: Place) -> Array:
    if place.axes is not None:
        return place.axes.up
    up: Array = np.linalg.inv(place.skeleton.to_world[:3, :3])[:, 2]
    return up / np.linalg.norm(up)


def _direction(place: Place, chain: Sequence[int]) -> Array:
    points = points_of(place.skeleton, chain)
    way = points[-1] - points[0]
    direction: Array = way / max(float(np.linalg.norm(way)), 1e-12)
    return direction


def _down(place: Place, chain: Sequence[int]) -> float:
    return float(-_direction(place, chain) @ _up(place))


def may_be_legs(place: Place, chains: Sequence[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """One chain or two below the trunk that reach as far down as legs do: too few for a skirt."""
    tops = [bone for bone, role in place.roles.items() if role.startswith("upper_leg")]
    if not tops:
        return set()
    up = _up(place)
    legs = [b for top in tops for b in place.skeleton.descendants(top)]
    hips = float((place.skeleton.heads[tops] @ up).mean())
    soles = float((place.skeleton.heads[legs] @ up).min())
    lowest = hips - LEG * (hips - soles)
    low = {
        chain for chain in chains
        if _area(place, chain) in (HIPS, TRUNK) and _down(place, chain) > DOWNWARDS
        and points_of(place.skeleton, chain)[-1] @ up < lowest
    }  # fmt: skip
    return low if len(low) <= PAIR else set()


def _is_tail(place: Place, chain: Sequence[int]) -> bool:
    """Whether a chain begins in the middle of the hips and points back."""
    if place.axes is None or _area(place, chain) != HIPS:
        return False
    root = place.skeleton.heads[chain[0]]
    middle = place.skeleton.heads[place.carrier(chain[0])]
    aside = abs(float((root - middle) @ place.axes.left))
    back = place.ahead(-_direction(place, chain))
    return back > BACKWARDS and aside < MIDDLE * length_of(place.skeleton, chain)


def _alike(place: Place, members: Sequence[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """Chains that begin at like heights and have like lengths, highest first."""
    skeleton, up = place.skeleton, _up(place)

    def height(chain: tuple[int, ...]) -> float:
        return float(skeleton.heads[chain[0]] @ up)

    rows: list[list[tuple[int, ...]]] = []
    for chain in sorted(members, key=lambda c: -height(c)):
        length = length_of(skeleton, chain)
        for row in rows:
            other = length_of(skeleton, row[-1])
            near = abs(height(chain) - height(row[-1])) < HEIGHTS * max(length, other)
            if near and max(length, other) < LENGTHS * min(length, other):
                row.append(chain)
                break
        else:
            rows.append([chain])
    return rows


def _is_row(skeleton: Skeleton, row: Sequence[tuple[int, ...]]) -> bool:
    """Whether strips belong together: three or more, or two that begin close to each other."""
    if len(row) != 2:
        return len(row) > 2
    first, second = (skeleton.heads[chain[0]] for chain in row)
    length = min(length_of(skeleton, chain) for chain in row)
    return bool(np.linalg.norm(first - second) < CLOSE * length)


def _around(place: Place, row: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The chains by their direction from the row's middle, first the one after the widest gap."""
    roots = place.skeleton.heads[[chain[0] for chain in row]]
    up = _up(place)
    first = np.cross(up, np.eye(3)[int(np.argmin(np.abs(up)))])
    # A cape lies behind the body: seen from its carrier, its strips are in order, too.
    carriers = place.skeleton.heads[[place.carrier(chain[0]) for chain in row]]
    offsets = roots - carriers.mean(axis=0)
    angles = np.arctan2(offsets @ np.cross(up, first), offsets @ first)
    order = np.argsort(angles, kind="stable")
    gaps = np.diff(angles[order], append=angles[order[0]] + 2 * np.pi)
    start = (int(np.argmax(gaps)) + 1) % len(row)
    return [row[int(i)] for i in np.roll(order, -start)]


def _row_name(place: Place, row: Sequence[tuple[int, ...]], word: str) -> str:
    """What the names of the first bones share, else the word that they say, else the carrier."""
    names = [place.skeleton.names[chain[0]] for chain in row]
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    shared = "".join(letters[0] for letters in same)
    plain = shared.rsplit(":", 1)[-1].rstrip("._- 0123456789")
    if len(plain) > 1 and word in plain.lower():
        return plain
    return word or place.skeleton.names[place.carrier(row[0][0])]


def _unused(name: str, taken: set[str]) -> str:
    number = 2
    unused = name
    while unused in taken:
        unused, number = f"{name} {number}", number + 1
    return unused
