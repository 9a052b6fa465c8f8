"""Files that the artist saves by name among the user's data, beside the shipped ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..base.errors import InvalidInput
from ..base.files import make_folder, user_folder


@dataclass(frozen=True)
class SavedFiles:
    """JSON files of one kind.

    Attributes:
        what: the word for one file in messages.
        folder: its name among the user's data.
        variable: the environment variable that names another folder.
        shipped: names of the shipped files.
    """

    what: str
    folder: str
    variable: str
    shipped: Callable[[], tuple[str, ...]]

    def names(self) -> tuple[str, ...]:
        """Names of all saved files."""
        return tuple(sorted(path.stem for path in self._place().glob("*.json")))

    def check_new_name(self, name: str) -> str:
        """Return the name if a user may give it to a new file; raise InvalidInput otherwise."""
        if name in self.shipped():
            raise InvalidInput(
                f"The name {name!r} is that of a shipped {self.what}: choose another."
            )
        if not name or any(letter in name for letter in "/\\{"):
            raise InvalidInput(
                f"A {self.what} needs a name without slashes and braces, got {name!r}."
            )
        return name

    def path_of(self, name: str) -> Path:
        """The path of the file of a name."""
        return self._place() / f"{name}.json"

    def path_for(self, name: str) -> Path:
        """The path for saving under a name that a user may give; the folder is created."""
        path = self.path_of(self.check_new_name(name))
        make_folder(path.parent, f"folder of {self.what}s")
        return path

    def _place(self) -> Path:
        return user_folder(self.folder, self.variable)
