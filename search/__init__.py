"""Search: algorithms over any function of a vector that is to be made small.

An algorithm is a generator: it yields batches of trials, is sent their costs and returns what it
found. `run` drives it. What a trial costs must depend on nothing but the trial; then a search
finds the same for any number of processes, and goes on where it was killed.
"""

from .alternating import alternating
from .bootstrap import growing
from .continuation import continued
from .coordinate import coordinate_search
from .covariance import covariance_search
from .greedy import greedy_search, perturbed
from .memory import Memory
from .robustness import robust_search
from .run import run
from .separable import cheapest_search, separable_search
from .trial import Best, Search, Trial
from .workers import Pool

__all__ = [
    "Best",
    "Memory",
    "Pool",
    "Search",
    "Trial",
    "alternating",
    "cheapest_search",
    "continued",
    "coordinate_search",
    "covariance_search",
    "greedy_search",
    "growing",
    "perturbed",
    "robust_search",
    "run",
    "separable_search",
]
