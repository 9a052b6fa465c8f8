"""The targets of a body that jumps, set part by part."""

from __future__ import annotations

from ...controllers.jumping.records import JumpCommand, make_jump_command
from ...simulation.records import Rows
from .way import Way

ELBOW = 0.3  # [rad]


class Targets:
    """
    Attributes:
        commands: (1,) record, as the law takes it; command: its row.
    """

    def __init__(self, gravity: float, time_step: float) -> None:
        self.commands: Rows[JumpCommand] = make_jump_command(gravity, time_step)
        self.command: JumpCommand = self.commands[0]

    def lead(self, way: Way) -> None:
        """Set the center of mass."""
        command = self.command
        command["com"][:], command["com_velocity"][:] = way.place, way.velocity
        command["com_acceleration"][:] = way.acceleration

    def pose(self, lean: float, swing: float, swing_rate: float = 0.0) -> None:
        """Set the trunk's lean and the arms' swing [rad], and the rate of that [rad/s]."""
        command = self.command
        command["lean"], command["elbow"] = lean, ELBOW
        command["swing"], command["swing_rate"] = swing, swing_rate

    def face(self, heading: float, rate: float = 0.0) -> None:
        """Set the heading of trunk and feet [rad], and its rate [rad/s]."""
        self.command["facing"], self.command["turning"] = heading, rate

    def bear(self, pitch: float, straight: float) -> None:
        """Have the feet bear, at a pitch, and the knees bent at a smaller angle [rad]."""
        command = self.command
        command["bears"][:], command["foot_pitch"][:], command["straight"] = 1, pitch, straight
        command["holds_pitch"] = command["holds_spin"] = 1.0

    def fly(self, straight: float, landing: float) -> None:
        """Have the feet off the ground, above a height of it [m]."""
        command = self.command
        command["bears"][:], command["spin"][:], command["straight"] = 0, 0.0, straight
        command["floor"][:] = landing
