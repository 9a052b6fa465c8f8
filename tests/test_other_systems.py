"""PyBullet and Footfall in the Python of Windows and of Linux on ARM, run by Wine and qemu."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from other_systems import PACKAGE_PARENT, OtherSystem, other_system, unpacked, wheel_of

from footfall import Character, Cue, Performer, Shot, Take

SCRIPT = Path(__file__).with_name("stepping_world.py")
CHECK = "from footfall.simulation.bullet_check import passes_check; print(passes_check())"


@pytest.fixture(scope="module", params=["windows-x64", "linux-arm64"])
def system(request: pytest.FixtureRequest) -> OtherSystem:
    return other_system(request.param)


@pytest.fixture(scope="module")
def bullet(system: OtherSystem, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the system's PyBullet."""
    return unpacked(wheel_of(system.platform, "cp311"), tmp_path_factory.mktemp("bullet"))


def numbers_of(printed: str) -> list[float]:
    return [float.fromhex(number) for number in json.loads(printed.strip().splitlines()[-1])]


def test_a_world_moves_as_on_this_machine(
    system: OtherSystem, bullet: Path, tmp_path: Path
) -> None:
    there = system.run([system.path(SCRIPT)], [bullet], tmp_path, timeout=120)
    here = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=True)
    # Each system has its own sine and cosine.
    assert numbers_of(there) == pytest.approx(numbers_of(here.stdout), abs=1e-9)


def test_bullets_c_interface_does_what_is_expected(
    system: OtherSystem, bullet: Path, tmp_path: Path
) -> None:
    folders = [bullet, system.folder / "site", PACKAGE_PARENT]
    said = system.run(["-c", CHECK], folders, tmp_path, timeout=900)
    assert said.split() == ["True"]


def test_a_performer_walks_there(system: OtherSystem, bullet: Path, tmp_path: Path) -> None:
    """Uncompiled, because compiling takes a quarter of an hour in an emulator."""
    shot, take = tmp_path / "shot.json", tmp_path / "take.npz"
    cues = [Cue("walk", speed=1.0)]
    Shot([Performer(Character.humanoid(1.75, 70.0), cues)], duration=3.0, seed=3).save(shot)
    folders = [bullet, system.folder / "site", PACKAGE_PARENT]
    line = ["-m", "footfall", "simulate", system.path(shot), "--out", system.path(take)]
    system.run(line, folders, tmp_path, timeout=1800, NUMBA_DISABLE_JIT="1")
    walker = Take.load(take).performances[0]
    assert walker.fell_at is None
    assert walker.root_position[-1, 0] > 1.5  # [m] in 3 s at 1 m/s, from standing
