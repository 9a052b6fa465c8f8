"""What of the panel a preview depends on, and when a change of it has settled."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import bpy

from ..bodies.body_factors import Factors
from ..catalogue.output import Output
from ..rigs.blender.rig import Rig
from ..shots.shot import Shot
from ..shots.steering import check_steerable
from .rig_run import RigRun, shot_of_panel

SETTLED = 0.25  # [s] without a change of the panel before the simulation starts again
WATCH = 0.1  # [s] between two looks at the panel
SHARE = 0.25  # of the time that may be spent on looking


@dataclass(frozen=True)
class PreviewInput:
    """Everything read from the panel on which a preview depends."""

    picks: dict[str, str]
    body: dict[str, Factors]
    mass: float | None
    start_frame: int
    output: Output
    shot: Shot


def read_input(
    context: bpy.types.Context, rig_run: RigRun, standing: Rig, is_steered: bool
) -> PreviewInput:
    """Read the panel. Raises FootfallError where it asks for what cannot be.

    Args:
        standing: the rig as it stands, with the heavy parts that hang on it.
        is_steered: whether the preview is steered as it is simulated.
    """
    settings, own = context.scene.footfall, rig_run.rig.armature.footfall
    shot = shot_of_panel(context, standing)
    if is_steered:
        check_steerable(shot.performers[0].cues, shot.performers[0].heading)
    return PreviewInput(
        picks=own.picks(),
        body=own.body.factors(),
        mass=settings.chosen_mass(),
        start_frame=settings.start_frame,
        output=settings.output.chosen(),
        shot=shot,
    )


class PanelWatch:
    """Looks at the panel while a preview runs.

    Attributes:
        used: what the preview runs with.
    """

    def __init__(self, used: PreviewInput) -> None:
        self.used = self._seen = used
        self._look_after = self._settles_at = 0.0

    def has_changed(self, read: Callable[[], PreviewInput]) -> bool:
        """Whether the panel differs from what is used, and has been left alone for a while.

        Reads it only now and then; raises FootfallError as `read` does.
        """
        now = time.monotonic()
        if now < self._look_after:
            return False
        try:
            read_now = read()
        finally:
            self._look_after = now + max(WATCH, (time.monotonic() - now) / SHARE)
        if read_now != self._seen:
            self._seen, self._settles_at = read_now, now + SETTLED
            return False
        return read_now != self.used and now >= self._settles_at
