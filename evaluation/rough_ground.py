"""Ground with bumps up and down."""

from __future__ import annotations

import numpy as np

from ..shots.ground import Ground

BUMP = 0.05  # [m]


def rough_ground(seed: int, wavelength: float) -> Ground:
    """Bumps of 5 cm up and down."""
    ground = Ground.bumps(0.3, seed, wavelength=wavelength)
    vertices = np.array(ground.vertices)
    vertices[:, 2] *= BUMP / np.abs(vertices[:, 2]).max()
    return Ground.mesh(vertices.tolist(), ground.triangles)
