"""Checks of what the performers of a shot can do, made before anything is simulated.

A Shot's constructor checks its structure; the checks here need geometry, the abilities of a body,
or the data of a shipped controller.
"""

from __future__ import annotations

from ..base.errors import InvalidInput
from ..bodies.kinds import PLANAR
from .cue import walks_in_plane
from .footstep_reach import check_reach
from .ground import Ground
from .performer import Performer
from .plane_checks import check_plane
from .shot import Shot
from .task_checks import check_tasks


def ready_to_run(shot: Shot) -> Shot:
    """The resolved shot, once it has been checked that it can be simulated.

    Raises InvalidInput where a file that the shot names cannot be used, or as `check_feasible`.
    """
    whole = shot.resolved()
    check_feasible(whole)
    return whole


def check_feasible(shot: Shot) -> None:
    """Raise InvalidInput with one sentence for the first thing that a performer cannot do.

    Args:
        shot: resolved, as `Shot.resolved` returns it.
    """
    for performer in shot.performers:
        if performer.character.kind == PLANAR or walks_in_plane(performer.cues):
            check_plane(performer.character, performer.cues)
        else:
            check_reach(
                performer.character, performer.position, performer.heading, performer.cues
            )
        _check_footing(performer, shot.ground)
    check_tasks(shot.performers, shot.props, shot.ground, -shot.gravity[2])


def _check_footing(performer: Performer, ground: Ground) -> None:
    """Raise InvalidInput where a performer without a start pose has no ground to stand on."""
    if "root" not in (performer.pose or {}) and ground.height_at(*performer.position) is None:
        x, y = performer.position
        raise InvalidInput(
            f"There is no ground under the performer at ({x:g}, {y:g}) m: move one of them."
        )
