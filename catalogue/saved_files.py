"""Files that the artist keeps by name among the user's data, beside those that we ship."""

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
        what: one of them is, in a sentence.
        folder: among the user's data; variable: of the environment, that names another.
        shipped: names which are ours.
    """

    what: str
    folder: str
    variable: str
    shipped: Callable[[], tuple[str, ...]]

    def names(self) -> tuple[str, ...]:
        """Of all that are saved."""
        return tuple(sorted(path.stem for path in self._place().glob("*.json")))

    def check_new_name(self, name: str) -> str:
        """A name that a user may give to one of them."""
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
        """Where one of a name is."""
        return self._place() / f"{name}.json"

    def path_for(self, name: str) -> Path:
        """Where one is kept under a name that a user may give; its folder is made."""
        path = self.path_of(self.check_new_name(name))
        make_folder(path.parent, f"folder of {self.what}s")
        return path

    def _place(self) -> Path:
        return user_folder(self.folder, self.variable)
