"""Paths of more than 259 characters, which Windows takes in one form only."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

import pytest

from footfall import Character, Cue, Performer, Shot
from footfall.base.files import extended_path, reachable

LONGEST = 259  # characters of a path on Windows, unless it is in the extended form
# A user's name of 20 letters, which is the most that Windows offers.
EXTENSIONS = (
    rf"C:\Users\{'x' * 20}\AppData\Roaming\Blender Foundation\Blender\4.2\extensions"
)  # fmt: skip
OWN_FOLDER = rf"{EXTENSIONS}\user_default\footfall"
BYTECODE = len("__pycache__/.cpython-311")  # what Python adds to a module's path


@pytest.mark.parametrize(
    ("path", "extended"),
    [
        (r"C:\takes\walk.npz", r"\\?\C:\takes\walk.npz"),
        (r"\\server\share\walk.npz", r"\\?\UNC\server\share\walk.npz"),
        (r"\\?\C:\takes\walk.npz", r"\\?\C:\takes\walk.npz"),
        (r"\\.\NUL", r"\\.\NUL"),
    ],
)
def test_paths_of_drives_and_of_servers_have_an_extended_form(path: str, extended: str) -> None:
    assert extended_path(path) == extended
    assert PureWindowsPath(extended).name == PureWindowsPath(path).name


def test_elsewhere_a_path_stays_as_it_is() -> None:
    assert reachable("takes/walk.npz") == Path("takes/walk.npz")


def test_a_shot_is_saved_and_read_at_a_path_that_windows_would_not_take(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*["a long name for a folder of shots"] * 9)
    folder.mkdir(parents=True)
    assert len(str(folder)) > LONGEST
    shot = Shot([Performer(Character.humanoid(), [Cue("stand")])], duration=0.1)
    shot.save(folder / "shot.json")
    assert Shot.load(folder / "shot.json").to_data() == shot.to_data()


def test_blender_can_install_every_file_below_a_long_user_name(root: Path) -> None:
    shipped = [
        path.relative_to(root)
        for folder in root.iterdir()
        if (folder / "__init__.py").exists() or folder.name == "presets"
        for path in folder.rglob("*")
        if path.parent.name != "__pycache__"
    ]
    longest = max(len(str(path)) for path in shipped)
    assert len(OWN_FOLDER) + 1 + longest + BYTECODE <= LONGEST
