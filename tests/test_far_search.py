"""Trials of a search are judged on a cluster as they are here."""

from __future__ import annotations

import sys

import pytest

from footfall import Character
from footfall.base.errors import InvalidInput
from footfall.catalogue.planar import controller_of
from footfall.evaluation.local_cluster import LocalCluster
from footfall.learning.cost import Terrain, make_judge, make_task
from footfall.learning.nodes import Nodes
from footfall.search import Pool, Trial
from footfall.search.far_pool import FarPool

WALKED = 1.5  # [s]


def test_a_cluster_judges_as_this_process_does(cluster: LocalCluster) -> None:
    controller = controller_of("regular")
    task = make_task(controller, [Terrain()])
    walk = Nodes(Character.planar("human7"), task.text).vector()
    batch = [Trial(tuple(walk + change), WALKED) for change in (0.0, 0.01, -0.01)]
    cluster.add_worker()
    with FarPool(make_judge, task, cluster.address) as far, Pool(make_judge, task) as here:
        assert far(batch) == here(batch)


def test_without_dask_a_cluster_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InvalidInput, match=r"needs dask\.distributed.*pip install"):
        FarPool(make_judge, None, "tcp://127.0.0.1:1")
