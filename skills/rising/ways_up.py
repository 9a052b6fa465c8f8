"""The ways up: which movements follow each other, from the front and from the back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from . import prone, rolling, squat, to_feet
from .body import Movement, RisingBody
from .plan import USUAL_WAY, Way

Move = Callable[[RisingBody, Way], Movement]
LEFT, RIGHT = 0, 1
FROM_FRONT: tuple[Move, ...] = (
    prone.arms_out, prone.arms_turned, prone.hands_beside, prone.tuck, prone.all_fours,
    to_feet.hips_high, to_feet.foot_forth, to_feet.other_foot_forth, to_feet.heels_down, to_feet.up,
)  # fmt: skip
FROM_BACK: tuple[Move, ...] = (
    squat.arms_up, squat.draw_up, squat.onto_elbows, squat.sit_up,
    partial(squat.hand_in, side=LEFT), partial(squat.hand_in, side=RIGHT),
    squat.heels_in, squat.hips_forth, squat.arms_ahead, to_feet.up,
)  # fmt: skip


class WayUp(NamedTuple):
    """A way up: the side to lie on at first, the roll onto it, and the movements from there."""

    lies_on: float
    to_lie: tuple[Move, ...]
    to_stand: tuple[Move, ...]


WAYS_UP = {
    USUAL_WAY: WayUp(
        rolling.ON_FRONT, (rolling.onto_front, rolling.lie_on_front), FROM_FRONT
    ),
    "squat": WayUp(rolling.ON_BACK, (rolling.onto_back, rolling.lie_on_back), FROM_BACK),
}  # fmt: skip
