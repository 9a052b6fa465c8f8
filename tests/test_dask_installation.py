"""Install Dask: pip puts it into a folder of its own, or says in one sentence why it did not."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from dask_wheels import download_wheels

from footfall.base.errors import FootfallError, InvalidInput
from footfall.evaluation.local_cluster import LocalCluster
from footfall.jobs import dask_installation
from footfall.jobs.dask_installation import DaskInstallation

PATIENCE = 300.0  # [s]
# In a Python that sees nothing else that is installed.
ASK_FARM = """
import sys
folder, address = sys.argv[1:]
sys.path.append(folder)
import distributed
from distributed import Client
assert distributed.__file__.startswith(folder), distributed.__file__
with Client(address, timeout=60) as client:
    print(client.submit(sum, [20, 22]).result(timeout=60))
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return download_wheels(tmp_path_factory.mktemp("wheels"))


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """pip finds wheels in one empty folder only."""
    look_in(tmp_path, monkeypatch)


def look_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))


def install(folder: Path, version: str = "") -> None:
    with closing(DaskInstallation(folder, version)) as installation:
        deadline = time.monotonic() + PATIENCE
        while not installation.poll():
            assert time.monotonic() < deadline, installation.note
            time.sleep(0.05)


@pytest.fixture(params=["pip of this Python", "pip that Python carries"])
def pip(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blender's Python has no pip, but a wheel of it."""
    if request.param == "pip that Python carries":
        find = dask_installation.find_spec
        monkeypatch.setattr(
            dask_installation, "find_spec", lambda name: None if name == "pip" else find(name)
        )


@pytest.mark.usefixtures("pip")
def test_dask_from_a_folder_of_wheels_reaches_a_farm(
    wheels: Path, cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_in(wheels, monkeypatch)
    folder = tmp_path / "user" / "dask"
    install(folder)
    assert [path.name for path in folder.parent.iterdir()] == ["dask"]
    cluster.add_worker()
    line = [sys.executable, "-I", "-S", "-c", ASK_FARM, str(folder), cluster.address]
    said = subprocess.run(line, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert said.stdout.strip() == "42", said.stderr


@pytest.mark.usefixtures("offline")
def test_without_the_network_nothing_changes_and_one_sentence_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "user" / "dask"
    folder.mkdir(parents=True)
    (folder / "earlier").touch()
    with pytest.raises(FootfallError, match=r"^dask could not be installed: pip says: No matching"):
        install(folder)
    assert [path.name for path in folder.parent.iterdir()] == ["dask"]
    assert [path.name for path in folder.iterdir()] == ["earlier"]


@pytest.mark.usefixtures("offline")
def test_the_version_of_the_farm_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match=r"found for distributed==2024\.5\.1\."):
        install(tmp_path / "dask", "2024.5.1")


@pytest.mark.parametrize("version", ["latest", "--upgrade", "1.0 evil", "1.0;x"])
def test_a_version_is_a_number_and_no_option(tmp_path: Path, version: str) -> None:
    with pytest.raises(InvalidInput, match="must be written as"):
        install(tmp_path / "dask", version)
    assert not list(tmp_path.iterdir())


def test_an_installation_that_is_ended_leaves_nothing(
    wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_in(wheels, monkeypatch)
    installation = DaskInstallation(tmp_path / "dask")
    assert not installation.poll()
    installation.close()
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InvalidInput, match=r"The folder for dask .* cannot be made"):
        install(tmp_path / "file" / "dask")
