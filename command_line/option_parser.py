"""A parser of options whose refusals are Footfall's own."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from ..base.errors import InvalidInput


class Parser(argparse.ArgumentParser):
    """A parser that raises InvalidInput with one sentence instead of printing usage and exiting."""

    def __init__(self, **settings: Any) -> None:
        # No abbreviations: an option added later could change the meaning of one.
        super().__init__(**{"allow_abbrev": False, **settings})

    def error(self, message: str) -> NoReturn:
        raise InvalidInput(f"{message[:1].upper()}{message[1:]} (see {self.prog} --help).")
