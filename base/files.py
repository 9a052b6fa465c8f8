"""Reading and writing files: a failure is one clear sentence and never leaves half a file."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from .errors import InvalidInput


def user_folder(name: str, variable: str) -> Path:
    """The folder of the user's files of one kind, which the environment variable overrides."""
    chosen = os.environ.get(variable)
    return Path(chosen) if chosen else _user_data() / "footfall" / name


def make_folder(folder: Path, what: str) -> Path:
    """The folder, created if it does not exist; raises InvalidInput if it cannot be created."""
    try:
        reachable(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(
            f"The {what} {str(folder)!r} cannot be made: {error.strerror}."
        ) from error
    return folder


def _user_data() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))


def reachable(path: str | Path) -> Path:
    """The path in a form that is found whatever its length; on Windows alone that is another."""
    return Path(extended_path(os.path.abspath(path)) if sys.platform == "win32" else path)


def extended_path(path: str) -> str:
    """An absolute path of Windows in the form that may have more than 259 characters.

    Source: Microsoft, Maximum Path Length Limitation.
    """
    if path.startswith(("\\\\?\\", "\\\\.\\")):
        return path
    return "\\\\?\\UNC" + path[1:] if path.startswith("\\\\") else "\\\\?\\" + path


def read_json(path: str | Path, what: str) -> Any:
    """The data in a JSON file; `what` names the expected content in error messages."""
    try:
        return json.loads(reachable(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidInput(f"The {what} {str(path)!r} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:  # the latter: too deeply nested lists
        raise InvalidInput(f"The {what} {str(path)!r} is not valid JSON: {error}.") from error


def parse_json(text: str, what: str) -> Any:
    """The data in the text of a JSON file; `what` names the expected content in messages."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"The {what} given as text is not valid JSON: {error}.") from error


def check_format(what: str, version: Any, newest: int) -> None:
    """Raise InvalidInput when the file was written by a later version of Footfall than this one."""
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InvalidInput(
            f"This is not a {what}: its format must be a whole number from 1 on, got {version!r}."
        )
    if version > newest:
        raise InvalidInput(
            f"This {what} has format {version}; this Footfall reads up to {newest}: "
            "update Footfall."
        )


def write_whole(path: str | Path, what: str, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file atomically: `write` fills a temporary file, which then takes the name.

    When the disk is full or the folder is missing, the previous file stays as it was.
    """
    whole = reachable(path)
    part = whole.with_name(f"{whole.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("wb") as file:
                write(file)
            os.replace(part, whole)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InvalidInput(
            f"The {what} {str(path)!r} cannot be written: {error.strerror or error}."
        ) from error


def write_json(path: str | Path, what: str, data: Any) -> None:
    """Write plain data as JSON; NaN is refused."""
    text = json.dumps(data, indent=1, allow_nan=False)
    write_whole(path, what, lambda file: file.write(text.encode("utf-8")))
