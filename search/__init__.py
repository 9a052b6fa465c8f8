"""Search: algorithms that minimize any function of a vector.

An algorithm is a generator: it yields batches of trials, receives their costs and returns the best
vector. `run` drives the generator. The cost of a trial must depend on the trial alone; then a
search gives the same result for any number of processes, and can be resumed after it was killed.
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
