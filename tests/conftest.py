"""Fixtures of several tests. The editable install, not this file, makes `import footfall` work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Matrices of a test are too small for several threads, which would only wait for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Processes that tests start find Python's bytecode of the one before: there are hundreds of them,
# and each would compile hundreds of modules.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from footfall.evaluation.local_cluster import LocalCluster

ROOT = Path(__file__).resolve().parent.parent
# Files that take longest are begun first, so that several workers end at the same time. They are
# followed by test_extension.py, which takes over what others have compiled, and by all the rest.
LONGEST = (
    "test_window.py", "test_recovery.py", "test_hands.py", "test_rising.py", "test_walk.py",
    "test_run_subjects.py", "test_run.py", "test_every_skill.py", "test_bake_command.py",
    "test_quadruped.py", "test_ground.py", "test_crowd_skin.py", "test_crowd_members.py",
    "test_extension.py",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path.name, len(LONGEST)))


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
