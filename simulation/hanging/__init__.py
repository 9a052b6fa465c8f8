"""Chains of bones that hang from a moving body: hair, tails, straps, strips of cloth.

The body's motion is given and the chains follow it (one way), so that a chain can be added to a
take or to any animation. Each chain is links between ball joints that bend against springs. A step
in time is implicit: the positions that minimize inertia and all energies together (Martin,
Grinspun, Gross 2011, "Example-based elastic materials", Section 4), by Newton's method with a
banded Cholesky factorization. No stiffness and no frame rate makes that unstable.
"""
