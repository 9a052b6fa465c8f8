"""The bones that are keyed to move a hanging chain: its own, or the controls that they follow.

A generated Rigify rig moves an ORG bone by the control of the same name, with `_fk` or without; the
controls of one row carry each other. Where a row only has controls that move points, such as those
of a skin, no keys of rotation would swing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .bone_ties import Ties, control_of, only_curls, reason_of
from .generated_rig import designed_name
from .skeleton import Skeleton

NO_CONTROLS = "Its controls are not known."
NOT_IN_A_ROW = "Its controls do not carry each other."


def controls_of(
    skeleton: Skeleton, chain: Sequence[str], ties: Ties, generated: bool
) -> tuple[str, ...] | str:
    """The control of each bone of a chain, or one sentence on why there are none."""
    found = []
    for bone in chain:
        control = _generated_control(skeleton, bone) if generated else control_of(ties, bone)
        if control is None or control not in skeleton.index:
            return NO_CONTROLS
        mine = ties.get(control, ())
        if mine and not (generated and only_curls(mine)):
            return reason_of(mine)
        found.append(control)
    if tuple(found) != tuple(chain) and not all(
        above != below and skeleton.carries(skeleton.index[above], skeleton.index[below])
        for above, below in pairwise(found)
    ):
        return NOT_IN_A_ROW
    return tuple(found)


def _generated_control(skeleton: Skeleton, bone: str) -> str | None:
    """ORG-tail.001 -> tail.001, or tail_fk.001 where there is one."""
    plain = designed_name(bone)
    base, dot, rest = plain.partition(".")
    names = (f"{base}_fk{dot}{rest}", plain)
    return next((name for name in names if name in skeleton.index), None)
