"""An inverted pendulum on a cart, balanced by a linear quadratic regulator.

Kwon and Hodgins 2010, Section 4.

One axis has the state (cart's velocity [m/s], lean [rad], its rate [rad/s]); a lean is positive
where the pendulum's end is ahead of the cart. Forward and lateral axes have the same gains, so that
both may be taken in the world's frame, whichever way the body faces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm, solve_continuous_are

from .consistency_errors import GRAVITY

Array = NDArray[np.float64]
VELOCITY, LEAN, RATE = 0, 1, 2
# Q = diag(0, 30000, 30000, 0), R = 1 for (position, velocity, lean, rate); the position has no cost
# and no effect, and is left out.
VELOCITY_COST, LEAN_COST, RATE_COST, FORCE_COST = 30000.0, 30000.0, 0.0, 1.0


@dataclass(frozen=True)
class Pendulum:
    """Masses [kg] and length [m] of an adult's; other bodies are scaled to its size and time."""

    cart: float = 20.0
    bob: float = 50.0
    length: float = 1.0

    @cached_property
    def dynamics(self) -> tuple[Array, Array]:
        """A (3, 3) and B (3, 1) of one axis, linear about the upright pendulum."""
        leaned = self.bob * GRAVITY / self.cart
        A = np.zeros((3, 3))
        A[VELOCITY, LEAN] = -leaned
        A[LEAN, RATE] = 1.0
        A[RATE, LEAN] = (GRAVITY + leaned) / self.length
        B = np.array([[1.0 / self.cart], [0.0], [-1.0 / (self.cart * self.length)]])
        return A, B

    @cached_property
    def gains(self) -> Array:
        """(3,) K of the force F = -K (state - desired) [N s/m], [N/rad], [N s/rad]."""
        A, B = self.dynamics
        Q = np.diag([VELOCITY_COST, LEAN_COST, RATE_COST])
        P = solve_continuous_are(A, B, Q, np.array([[FORCE_COST]]))
        gains: Array = (B.T @ P)[0] / FORCE_COST
        return gains

    @cached_property
    def closed_loop(self) -> tuple[Array, Array]:
        """(3, 3) and (3,): rate of the state from the state and from the desired velocity."""
        A, B = self.dynamics
        return A - B @ self.gains[None], B[:, 0] * self.gains[VELOCITY]

    def force(self, state: Array, desired: Array) -> Array:
        """(...) on the cart [N] from states (3, ...) and desired velocities (...)."""
        return self.gains[VELOCITY] * desired - np.tensordot(self.gains, state, 1)

    def step(self, dt: float) -> tuple[Array, Array]:
        """(4, 4) and (4,): exact step of (position, velocity, lean, rate) by dt [s].

        The desired velocity is constant during the step.
        """
        A, b = self.closed_loop
        whole = np.zeros((5, 5))
        whole[0, 1] = 1.0
        whole[1:4, 1:4], whole[1:4, 4] = A, b
        stepped = expm(whole * dt)
        return stepped[:4, :4], stepped[:4, 4]

    def responses(self, frequencies: Array) -> NDArray[np.complex128]:
        """(n, 3) state in the steady answer to desired velocities exp(i w t), w (n,) [rad/s]."""
        A, b = self.closed_loop
        systems = 1j * np.asarray(frequencies)[:, None, None] * np.eye(3) - A
        answers: NDArray[np.complex128] = np.linalg.solve(
            systems, np.tile(b[:, None] + 0j, (len(systems), 1, 1))
        )[..., 0]
        return answers

    def com_velocity(self, states: NDArray[np.complex128]) -> NDArray[np.complex128]:
        """(n,) velocity of the pendulum's end, for states (n, 3)."""
        return states[:, VELOCITY] + self.length * states[:, RATE]

    def turning(self, turn_rate: float) -> complex:
        """Complex factor (forward + i left) of the desired velocity in a steady turn.

        Equation 9 adds c times the turning rate to the lateral velocity, with c = 3 m found by hand
        at 3 m/s. This factor gives the same at any speed: it compensates the lag and attenuation of
        the regulated pendulum at that rate [rad/s], so that the pendulum leans inwards as the turn
        needs.
        """
        answer = self.com_velocity(self.responses(np.array([turn_rate])))[0]
        return complex(1.0 / answer)
