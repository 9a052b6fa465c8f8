"""Trials of a search cost the same on a cluster as in this process."""

from __future__ import annotations

import sys

import pytest

from footfall import Character
from footfall.base.errors import InvalidInput
from footfall.catalogue.planar import controller_of
from footfall.evaluation.local_cluster import LocalCluster
from footfall.learning.cost import Terrain, make_task, make_trial_cost
from footfall.learning.nodes import Nodes
from footfall.search import Pool, Trial
from footfall.search.cluster_pool import ClusterPool

WALKED = 1.5  # [s]


def test_trials_cost_the_same_on_a_cluster_as_in_this_process(cluster: LocalCluster) -> None:
    controller = controller_of("regular")
    task = make_task(controller, [Terrain()])
    walk = Nodes(Character.planar("human7"), task.text).vector()
    batch = [Trial(tuple(walk + change), WALKED) for change in (0.0, 0.01, -0.01)]
    cluster.add_worker()
    far_pool = ClusterPool(make_trial_cost, task, cluster.address)
    with far_pool as far, Pool(make_trial_cost, task) as here:
        assert far(batch) == here(batch)


def test_without_dask_a_cluster_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InvalidInput, match=r"needs dask\.distributed.*pip install"):
        ClusterPool(make_trial_cost, None, "tcp://127.0.0.1:1")
