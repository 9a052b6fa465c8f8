"""The segments and joints that the controllers expect in a body of each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from ..base.errors import InvalidInput
from .body import Body
from .humanoid import make_humanoid
from .kinds import PLANAR, QUADRUPED
from .planar import BODIES as PLANAR_BODIES
from .planar import make_planar
from .quadruped import DOG_HEIGHT, DOG_MASS, TAIL
from .quadruped_body import make_quadruped
from .strength import ADULT_HEIGHT, ADULT_MASS, base_name

LIMBS = ("upper_arm", "lower_arm", "upper_leg", "lower_leg")
SHORTEST = 1e-3  # [m] of a limb's part, from joint to joint
Parts = Mapping[str, tuple[str, str, str]]  # a segment's parent, joint and type of joint


def check_anatomy(body: Body) -> None:
    """Raise InvalidInput unless a body has the segments and joints that its kind needs."""
    own, known = _parts_of(body), _anatomies(body.kind)
    if own in known:
        return
    if len(known) > 1:
        raise InvalidInput(
            f"A {body.kind} character must have the segments and joints of "
            f"{', '.join(PLANAR_BODIES)}, got the segments {', '.join(own)}."
        )
    for name, (parent, joint, kind) in known[0].items():
        if name not in own:
            raise InvalidInput(f"A {body.kind} needs a segment {name!r}; it has {', '.join(own)}.")
        if own[name] != (parent, joint, kind):
            on, by, how = own[name]
            raise InvalidInput(
                f"The segment {name!r} of a {body.kind} must hang on {parent or 'nothing'!r} by "
                f"the {kind} joint {joint!r}, got {on!r} and the {how} joint {by!r}."
            )
    extra = next(name for name in own if name not in known[0])
    raise InvalidInput(
        f"A {body.kind} has no segment {extra!r}; allowed: {', '.join(known[0])}."
    )


def check_segments(body: Body) -> None:
    """Raise InvalidInput for a segment without a collision shape, or a limb that does not hang
    down in the zero pose.
    """
    for segment in body.segments:
        if segment.shape is None:
            raise InvalidInput(f"Segment {segment.name!r} needs a shape to be simulated, got none.")
        below = -segment.offset[2]
        if base_name(segment.parent).startswith(LIMBS) and below < SHORTEST:
            raise InvalidInput(
                f"The joint of segment {segment.name!r} must be at least {SHORTEST:g} m below that "
                f"of {segment.parent!r}, got {below:g} m: limbs hang down in the zero pose."
            )


def _parts_of(body: Body) -> dict[str, tuple[str, str, str]]:
    """Parent, joint and type by segment; without the tail of a four-legged body, which is optional.
    """
    return {
        s.name: (s.parent, s.joint.name, s.joint.type)
        for s in body.segments
        if body.kind != QUADRUPED or s.name not in TAIL
    }


@cache
def _anatomies(kind: str) -> Sequence[Parts]:
    """The anatomies that bodies of a kind may have."""
    if kind == PLANAR:
        return [_parts_of(make_planar(name)) for name in PLANAR_BODIES]
    if kind == QUADRUPED:
        return [_parts_of(make_quadruped(DOG_HEIGHT, DOG_MASS))]
    return [_parts_of(make_humanoid(ADULT_HEIGHT, ADULT_MASS, {}))]
