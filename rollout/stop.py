"""A search is ended early, and what it has found until then is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..base.errors import Stopped


@dataclass
class Stop:
    """Ends the searches of a run early, one at a time; any thread may ask for it.

    Attributes:
        is_offered: whether a search goes on that keeps what it has found.
        is_asked: whether that search should end.
    """

    is_offered: bool = False
    is_asked: bool = False

    def ask(self) -> bool:
        """Ask the present search to end; return whether there is one that was not asked before."""
        is_new = self.is_offered and not self.is_asked
        self.is_asked = self.is_offered
        return is_new

    @contextmanager
    def offered(self) -> Iterator[None]:
        """A context in which a search can be ended."""
        self.is_offered, self.is_asked = True, False
        try:
            yield
        finally:
            self.is_offered = self.is_asked = False

    def look(self) -> None:
        """Raise Stopped where the present search should end."""
        if self.is_asked:
            raise Stopped("The search was stopped.")
