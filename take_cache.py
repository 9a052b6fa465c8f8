"""A folder of Takes by the content of their shots, so that what was simulated once is not again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, MutableMapping
from functools import cache
from pathlib import Path

from .files import make_folder
from .shot import Shot
from .take import Take

ROOT = Path(__file__).resolve().parent
# The folders that a run depends on, besides the files beside this one.
OF_THE_RUN = ("catalogue", "controllers", "rigs", "search", "simulation", "skills")


def shot_text(shot: Shot) -> str:
    """The shot as one line of JSON: equal shots have equal lines."""
    return json.dumps(shot.to_data(), sort_keys=True, allow_nan=False)


def shot_key(shot: Shot) -> str:
    """A name for what simulating the shot gives: of its content and this program's."""
    return hashlib.sha256((program() + shot_text(shot)).encode()).hexdigest()


@cache
def program() -> str:
    """A digest of the sources that a Take depends on."""
    digest = hashlib.sha256()
    inner = [path for folder in OF_THE_RUN for path in (ROOT / folder).rglob("*")]
    for path in sorted([*ROOT.glob("*.py"), *inner]):
        if path.suffix in (".py", ".json"):
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


class TakeCache(MutableMapping[str, Take]):
    """Takes by their shots' keys, each in a file of its own.

    Raises InvalidInput where the folder cannot be made or a file not be written.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = make_folder(Path(folder), "cache folder")

    def _path(self, key: object) -> Path:
        return self.folder / f"{key}.npz"

    def __contains__(self, key: object) -> bool:
        return self._path(key).is_file()

    def __getitem__(self, key: str) -> Take:
        if key not in self:
            raise KeyError(key)
        return Take.load(self._path(key))

    def __setitem__(self, key: str, take: Take) -> None:
        take.save(self._path(key))

    def __delitem__(self, key: str) -> None:
        self._path(key).unlink()

    def __iter__(self) -> Iterator[str]:
        return (path.stem for path in self.folder.glob("*.npz"))

    def __len__(self) -> int:
        return sum(1 for _ in self)
