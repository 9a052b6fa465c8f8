"""Fixtures of several tests. The editable install, not this file, makes `import footfall` work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from footfall.evaluation.local_cluster import LocalCluster

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def no_saved_maps(tmp_path_factory: pytest.TempPathFactory, monkeypatch: Any) -> Path:
    """Each test has a folder of its own for saved bone maps, and not the user's."""
    folder = tmp_path_factory.mktemp("maps")
    monkeypatch.setenv("FOOTFALL_MAPS", str(folder))
    return folder


@pytest.fixture(autouse=True)
def no_saved_styles(tmp_path_factory: pytest.TempPathFactory, monkeypatch: Any) -> Path:
    """Each test has a folder of its own for saved styles, and not the user's."""
    folder = tmp_path_factory.mktemp("styles")
    monkeypatch.setenv("FOOTFALL_STYLES", str(folder))
    return folder


@pytest.fixture(autouse=True)
def no_saved_controllers(tmp_path_factory: pytest.TempPathFactory, monkeypatch: Any) -> Path:
    """Each test has a folder of its own for learned controllers, and not the user's."""
    folder = tmp_path_factory.mktemp("controllers")
    monkeypatch.setenv("FOOTFALL_CONTROLLERS", str(folder))
    return folder


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[LocalCluster]:
    """A scheduler on this computer that has no workers yet."""
    pytest.importorskip("distributed", reason="dask.distributed is not installed")
    cluster = LocalCluster(tmp_path)
    yield cluster
    cluster.close()


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Rigs and clips of other projects, which are not part of this repository."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the rigs of other projects are not here: there is no ../shared/data")
    return folder
