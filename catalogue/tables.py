"""Files that hold one table of named entries: their version, how they were made, the entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ..base.checks import check_data, check_name
from ..base.files import check_format

Entry = TypeVar("Entry")


class Table(NamedTuple):
    """What a file's table is called: all of it and one entry in sentences, and its key."""

    entries: str
    entry: str
    key: str
    version: int


def check_table(
    data: Any, table: Table, check_entry: Callable[[str, Any], Entry]
) -> dict[str, Entry]:
    """The entries of a file's data by name; raise InvalidInput where the data is none.

    Args:
        check_entry: called with an entry's name in a sentence, and its data.
    """
    what = f"file of {table.entries}"
    check_data(what, data, ("version", "made", table.key))
    check_format(what, data["version"], table.version)
    check_name(f"how {table.entries} were made", data["made"])
    entries = data[table.key]
    check_data(f"table of {table.entries}", entries, ())
    return {name: check_entry(f"the {table.entry} {name!r}", entry)
            for name, entry in entries.items()}  # fmt: skip
