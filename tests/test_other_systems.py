"""PyBullet and Footfall in the Python of Windows and of Linux on ARM, run by Wine and qemu."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from other_systems import OtherSystem, other_system, package_folder, unpacked, wheel_of

from footfall import Character, Cue, Performer, Shot, Take

STATES = Path(__file__).with_name("states_there.py")
STEPPING = Path(__file__).with_name("stepping_world.py")
WORKING = Path(__file__).with_name("working_there.py")
PATIENCE = 3 * 3600.0  # [s]
CHECK = "from footfall.simulation.bullet_check import passes_check; print(passes_check())"


@pytest.fixture(scope="module", params=["windows-x64", "linux-arm64"])
def system(request: pytest.FixtureRequest) -> OtherSystem:
    return other_system(request.param)


@pytest.fixture(scope="module")
def bullet(system: OtherSystem, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the system's PyBullet."""
    folder = tmp_path_factory.mktemp(system.platform) / "bullet"
    return unpacked(wheel_of(system.platform, "cp311"), folder)


@pytest.fixture(scope="module")
def package(system: OtherSystem, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with Footfall."""
    return package_folder(tmp_path_factory.mktemp(system.platform) / "package")


@pytest.fixture
def patient(system: OtherSystem) -> OtherSystem:
    """A system that compiles laws: minutes at this processor's speed, half an hour in qemu."""
    if not system.is_fast and "FOOTFALL_SLOW" not in os.environ:
        pytest.skip(f"compiling laws for {system.platform} takes hours: set FOOTFALL_SLOW")
    return system


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A folder with a name that is not plain."""
    folder = tmp_path / "Läufer & Stürze"
    folder.mkdir()
    return folder


def walk(folder: Path, duration: float) -> Path:
    """The file of a shot [s]."""
    path = folder / "spät.json"
    cues = [Cue("walk", speed=1.0)]
    performers = [Performer(Character.humanoid(1.75, 70.0), cues)]
    Shot(performers, duration=duration, seed=3).save(path)
    return path


def numbers_of(printed: str) -> list[float]:
    return [float.fromhex(number) for number in json.loads(printed.strip().splitlines()[-1])]


def test_a_world_moves_as_on_this_machine(
    system: OtherSystem, bullet: Path, tmp_path: Path
) -> None:
    there = system.run([system.path(STEPPING)], [bullet], tmp_path, timeout=120)
    here = subprocess.run([sys.executable, STEPPING], capture_output=True, text=True, check=True)
    # Each system has its own sine and cosine.
    assert numbers_of(there) == pytest.approx(numbers_of(here.stdout), abs=1e-9)


def test_bullets_c_interface_does_what_is_expected(
    system: OtherSystem, bullet: Path, package: Path, tmp_path: Path
) -> None:
    folders = [bullet, system.folder / "site", package]
    said = system.run(["-c", CHECK], folders, tmp_path, timeout=900)
    assert said.split() == ["True"]


def test_a_performer_walks_there(
    patient: OtherSystem, bullet: Path, package: Path, scratch: Path
) -> None:
    shot, take = walk(scratch, duration=3.0), scratch / "take.npz"
    folders = [bullet, patient.folder / "site", package]
    line = ["-m", "footfall", "simulate", patient.path(shot), "--out", patient.path(take)]
    patient.run(line, folders, scratch, timeout=PATIENCE)
    walker = Take.load(take).performances[0]
    assert walker.fell_at is None
    assert walker.root_position[-1, 0] > 1.5  # [m] in 3 s at 1 m/s, from standing


def test_a_worker_reports_frames_and_leaves_nothing(
    patient: OtherSystem, bullet: Path, package: Path, scratch: Path
) -> None:
    shot = walk(scratch, duration=0.5)
    folders = [bullet, patient.folder / "site", package]
    line = [patient.path(WORKING), patient.path(shot), *patient.starter(scratch)]
    said = json.loads(patient.run(line, folders, scratch, timeout=PATIENCE).splitlines()[-1])
    assert said["frames"] == 31
    assert 0 < said["early"] <= 31, "frames are seen while the worker goes on"
    assert not said["left"], "its folder is removed, though Windows keeps open files"


@pytest.fixture
def windows(system: OtherSystem) -> OtherSystem:
    """Windows: what is asked holds of Linux on every processor alike."""
    if system.platform != "win_amd64":
        pytest.skip("processes of Linux are tested on this machine's own")
    return system


def test_a_state_in_use_is_kept_and_long_paths_are_found(
    windows: OtherSystem, package: Path, scratch: Path
) -> None:
    line = [windows.path(STATES), windows.path(scratch)]
    said = json.loads(windows.run(line, [package], scratch, timeout=120).splitlines()[-1])
    assert said["length"] > 259  # the most that Windows takes in the usual form
    assert said["read"] == {"saved": True}
    assert said["other"] == "used"
    assert said["while used"] == [0, 0, 1]
    assert said["then"] == [1, 0, 0]
    assert said["left"] == ["shot.json"]
    assert said["again"] == 1


def test_the_doctor_finds_all_well_there(
    windows: OtherSystem, bullet: Path, package: Path, scratch: Path
) -> None:
    folders = [bullet, windows.folder / "site", package]
    said = windows.run(["-m", "footfall", "doctor"], folders, scratch, timeout=PATIENCE)
    assert said.count(" ok ") == 9, said

