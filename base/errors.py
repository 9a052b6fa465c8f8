"""The family of errors: each message says what, got, allowed and what to do, in one sentence."""

from __future__ import annotations


class FootfallError(Exception):
    """Anything that Footfall refuses or fails at; the message is one sentence for the artist."""


class InvalidInput(FootfallError, ValueError):
    """What was asked for cannot be run: a shot, a character, a parameter or a file."""


class RigError(FootfallError):
    """An armature that cannot be mapped or written to."""


class SimulationError(FootfallError):
    """A run that diverged or could not be started."""


class WorkerDied(SimulationError):
    """The process of a run ended before its time."""


class Cancelled(FootfallError):
    """The progress callback asked to stop."""
