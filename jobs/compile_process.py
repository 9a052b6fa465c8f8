"""A process that compiles control laws before they are needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ..compiling.samples import all_laws
from ..search.own_process import our_command
from .background_process import BackgroundProcess
from .worker_environment import worker_environment


class CompileProcess(BackgroundProcess[bool]):
    """Compiles all laws, those of a kind of body and its skills first; the result is True."""

    TITLE, AGAIN = "The compiling", "It goes on when the next shot is simulated."

    def __init__(self, kind: str, skills: Iterable[str], cache: Path | None = None) -> None:
        """Start the process.

        Args:
            kind: "biped" or "quadruped".
            cache: folder of compiled control laws; None: the user's cache folder.
        """
        super().__init__()
        self._compile([" ".join(law) for law in all_laws(kind, skills)], cache, is_modest=True)

    def _compile(self, laws: Sequence[str], cache: Path | None, is_modest: bool) -> None:
        try:
            command = our_command("compiler", *laws)
            self.start(command, worker_environment(cache), is_modest=is_modest)
        except BaseException:
            self.remove_folder()
            raise

    def result(self) -> bool:
        return True


class HangingCompileProcess(CompileProcess):
    """Compiles what simulates hanging parts into the user's cache, which this process reads itself:
    parts hang in Blender's own process.
    """

    AGAIN = "Press the button again."

    def __init__(self) -> None:
        BackgroundProcess.__init__(self)
        self._compile([], None, is_modest=False)
