"""Plays the timeline along a preview, until the artist takes over."""

from __future__ import annotations

import time

import bpy


class Playhead:
    """Plays frames at the scene's speed while they are simulated, and repeats them at the end.

    Attributes:
        follows: whether the timeline is moved; False once the artist has scrubbed or pressed play.
    """

    def __init__(self, start: int, rate: float, follows: bool = True) -> None:
        self.follows = follows
        self._start, self._rate = start, rate
        self._began: float | None = None
        self._last: int | None = None

    def advance(self, context: bpy.types.Context, frames: int, is_whole: bool) -> None:
        """Show the frame that is due, of those that are simulated."""
        scene, screen = context.scene, context.screen
        taken = self._last is not None and scene.frame_current != self._last
        if taken or (screen is not None and screen.is_animation_playing):
            self.follows = False
        if not (self.follows and frames):
            return
        if self._began is None:
            self._began = time.monotonic()
        due = int((time.monotonic() - self._began) * self._rate)
        frame = self._start + (due % frames if is_whole else min(due, frames - 1))
        if frame != scene.frame_current:
            scene.frame_set(frame)
        self._last = frame
