"""Finding trunk, neck, head and tail of a quadruped rig whose legs are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..bodies.quadruped import SPINE, TAIL
from .leg_joints import Place
from .limbs import limb_from
from .naming.animal import speaks_of
from .skeleton import Skeleton

Array = NDArray[np.float64]
NEAR = 0.3  # of a leg: a bone this close to the hips that carries them belongs to the pelvis
MIDDLE = 0.2  # of a leg: largest distance of a trunk bone from the body's middle
SPINE_LIES = (-0.1, 0.5)  # of a leg, above the line of hips and shoulders: the belly lies lower
BEYOND = 0.1  # of a leg: necks and tails extend at least this far beyond the hips
COINCIDENT = 0.02  # of the trunk: a spine bone ends at least this far behind the shoulders
AMID = 0.3  # of a bone's length: a child that starts farther from its end does not continue it


def find_trunk(
    skeleton: Skeleton, legs: Mapping[str, int], limbs: Sequence[int], place: Place
) -> dict[str, int]:
    """Pelvis, spine, torso, neck, head and tail -> bone.

    Args:
        legs: roles of the legs.
        limbs: the topmost bone of each leg, a scapula or the femur itself.
        place: the directions of the body.
    """
    view = _View(skeleton, legs, limbs, place)
    roles = {"pelvis": view.pelvis()}
    head_chain = view.chain_beyond(1.0)
    tail_chain = view.chain_beyond(-1.0)
    chain = view.spine(roles["pelvis"], head_chain)
    used = set(chain) | {roles["pelvis"]}
    roles |= spread(chain)
    roles |= _neck_and_head(skeleton, [b for b in head_chain if b not in used])
    tail = [b for b in tail_chain if b not in used]
    named = [b for b in tail if speaks_of(skeleton.names[b], "tail")]
    return roles | _tail(skeleton, named or tail)


def spread(chain: Sequence[int]) -> dict[str, int]:
    """Distribute the bones between pelvis and shoulders, the torso's last, over the five joints.

    Of more than five bones some stay unmapped; of fewer, a longer bone represents more segments.
    """
    count = min(len(chain), len(SPINE))
    bones = np.round(np.linspace(0, len(chain) - 1, count)).astype(int) if chain else []
    places = np.round(np.linspace(0, len(SPINE) - 1, count)).astype(int) if count > 1 else [-1]
    return {SPINE[p]: chain[b] for p, b in zip(places, bones, strict=False)}


def _tail(skeleton: Skeleton, chain: Sequence[int]) -> dict[str, int]:
    kept = [b for b in chain if not speaks_of(skeleton.names[b], "ends")] or list(chain)
    count = min(len(kept), len(TAIL))
    bones = (np.arange(count) * len(kept)) // max(count, 1)
    return {TAIL[i]: kept[b] for i, b in enumerate(bones)}


def _neck_and_head(skeleton: Skeleton, chain: Sequence[int]) -> dict[str, int]:
    """Neck and head by name; else the head is where the chain branches, the neck its start."""
    chain = [b for b in chain if not speaks_of(skeleton.names[b], "ends")]
    if not chain:
        return {}
    named = [b for b in chain if speaks_of(skeleton.names[b], "head")]
    head = named[0] if named else _branching(skeleton, chain)
    below = chain[: chain.index(head)]
    necks = [b for b in below if speaks_of(skeleton.names[b], "neck")] or below
    return {**({"neck": necks[0]} if necks else {}), "head": head}


def _branching(skeleton: Skeleton, chain: Sequence[int]) -> int:
    """The bone of the chain from which jaws, ears and eyes branch off, or its last one."""

    def leaves(bone: int) -> int:
        return sum(not skeleton.children[b] for b in skeleton.descendants(bone))

    ends = [leaves(bone) for bone in chain]
    own = [here - beyond for here, beyond in zip(ends, [*ends[1:], 0], strict=True)]
    at = int(np.argmax(own))
    # A bone that starts in the middle of its parent holds the face together: the parent is the
    # skull.
    above = chain[at - 1]
    gap = float(np.linalg.norm(skeleton.heads[chain[at]] - skeleton.tails[above]))
    size = float(np.linalg.norm(skeleton.tails[above] - skeleton.heads[above]))
    return above if at > 1 and gap > AMID * size else chain[at]


class _View:
    """A rig seen from the side: the forward and upward coordinates of its bones."""

    def __init__(
        self, skeleton: Skeleton, legs: Mapping[str, int], limbs: Sequence[int], place: Place
    ) -> None:
        self._skeleton, self._place = skeleton, place
        heads = skeleton.heads
        hips, shoulders = (
            np.mean([heads[legs[f"upper_leg.{end}{s}"]] for s in "LR"], axis=0) for end in "BF"
        )
        self._hips, self._shoulders = hips, shoulders
        self._back = [legs[f"upper_leg.B{s}"] for s in "LR"]
        self._front = [legs[f"upper_leg.F{s}"] for s in "LR"]
        self._leg = place.height(hips)
        limb_bones = {b for top in limbs for b in skeleton.descendants(top)}
        limb_bones |= {b for role in legs.values() for b in skeleton.descendants(role)}
        aside = np.abs((heads - place.middle) @ place.left)
        self._middle = [b for b in range(len(skeleton.names))
                        if b not in limb_bones and aside[b] < MIDDLE * self._leg
                        and not speaks_of(skeleton.names[b], "helpers")]  # fmt: skip

    def pelvis(self) -> int:
        """The topmost of the bones that lie at the hips and carry both legs."""
        skeleton = self._skeleton
        pelvis = skeleton.common_ancestor(*self._back)
        for bone in skeleton.ancestors(pelvis):
            if np.linalg.norm(skeleton.heads[bone] - self._hips) > NEAR * self._leg:
                break
            pelvis = bone
        return pelvis

    def chain_beyond(self, sign: float) -> list[int]:
        """The chain that reaches farthest ahead of the shoulders (1) or behind the hips (-1)."""
        skeleton = self._skeleton
        start = self._shoulders if sign > 0 else self._hips
        reach = sign * ((skeleton.heads - start) @ self._place.forward)
        tops = [b for b in self._middle if reach[b] > BEYOND * self._leg and self._begins(b, reach)]
        chains = [[b for b in limb_from(skeleton, top).bones if b in self._middle] for top in tops]
        topic = ("neck", "head") if sign > 0 else ("tail",)

        def worth(chain: list[int]) -> float:
            called = any(speaks_of(skeleton.names[b], word) for b in chain for word in topic)
            return float(called) * len(skeleton.names) + max(reach[b] for b in chain) / self._leg

        best = max((chain for chain in chains if chain), key=worth, default=[])
        return self._from_trunk(best, sign)

    def _begins(self, bone: int, reach: Array) -> bool:
        """Whether the bone is the first beyond the legs, of a chain that carries no leg."""
        if self._carries_legs(bone):
            return False
        above = self._skeleton.parents[bone]
        first = above < 0 or above not in self._middle or reach[above] <= BEYOND * self._leg
        return first or self._carries_legs(above)

    def _carries_legs(self, bone: int) -> bool:
        return any(self._skeleton.carries(bone, leg) for leg in (*self._front, *self._back))

    def _from_trunk(self, chain: list[int], sign: float) -> list[int]:
        """The chain, preceded by the bones that lead to it from between the legs."""
        if not chain:
            return chain
        skeleton = self._skeleton
        above = []
        for bone in list(skeleton.ancestors(chain[0]))[1:]:
            if self._carries_legs(bone):
                break
            above.append(bone)
        return [*(b for b in reversed(above) if b in self._middle), *chain]

    def spine(self, pelvis: int, head_chain: Sequence[int]) -> list[int]:
        """Bones from above the pelvis to the one that carries the front legs, or else the neck."""
        skeleton = self._skeleton
        carrier = skeleton.common_ancestor(*self._front)
        start = skeleton.common_ancestor(pelvis, carrier)
        if carrier == start:  # the trunk is one bone, or the hierarchy starts at the shoulders
            return self._side_spine(head_chain) if carrier == pelvis else [carrier]
        path = skeleton.path(start, carrier) if start >= 0 else list(skeleton.ancestors(carrier))
        chain = [b for b in path if b not in (start, pelvis) and b in self._middle]
        return chain or [carrier]

    def _side_spine(self, head_chain: Sequence[int]) -> list[int]:
        """Bones on a rigid trunk that bend its middle, and the one at the shoulders."""
        heads, forward = self._skeleton.heads, self._place.forward
        last = next((b for b in head_chain if self._ahead(b) <= BEYOND), None)
        if last is None:
            return []
        line = self._shoulders - self._hips
        between = []
        for bone in self._middle:
            share = float((heads[bone] - self._hips) @ forward / (line @ forward))
            raised = float((heads[bone] - self._hips - share * line) @ self._place.up) / self._leg
            on_the_way = 0.0 < share < 1.0 - COINCIDENT
            is_end = speaks_of(self._skeleton.names[bone], "ends")
            if on_the_way and SPINE_LIES[0] < raised < SPINE_LIES[1] and not is_end:
                between.append((share, bone))
        return [*(bone for _, bone in sorted(between) if bone != last), last]

    def _ahead(self, bone: int) -> float:
        """How far ahead of the shoulders a bone starts, in leg lengths."""
        way = self._skeleton.heads[bone] - self._shoulders
        return float(way @ self._place.forward) / self._leg
