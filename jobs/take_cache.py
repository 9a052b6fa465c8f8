"""A folder of Takes by the content of their shots, so that no shot is simulated twice."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from pathlib import Path

from ..base.files import make_folder, reachable
from ..shots.take import Take


class TakeCache(MutableMapping[str, Take]):
    """Takes by their shots' keys, each in its own file.

    Raises InvalidInput where the folder cannot be created or a file cannot be written.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = reachable(make_folder(Path(folder), "cache folder"))

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
