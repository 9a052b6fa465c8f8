"""The family of errors. Each message says what, got, allowed and what to do, in one sentence."""

from __future__ import annotations


class FootfallError(Exception):
    """The base of all errors that Footfall raises; the message is one sentence for the artist."""


class InvalidInput(FootfallError, ValueError):
    """An input cannot be simulated: a shot, a character, a parameter or a file."""


class RigError(FootfallError):
    """An armature cannot be mapped to a body, or keys cannot be written to it."""


class SimulationError(FootfallError):
    """A simulation diverged or could not be started."""


class WorkerDied(SimulationError):
    """A worker process ended before it had reported its result."""


class Stopped(FootfallError):
    """A search was asked to end with what it has found."""


class Cancelled(FootfallError):
    """The progress callback asked to stop."""
