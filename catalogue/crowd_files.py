"""The kinds of files that a crowd is exported to."""

from __future__ import annotations

from pathlib import Path

from ..base.errors import InvalidInput

USD, ALEMBIC, GLTF = (".usd", ".usdc", ".usda"), ".abc", ".glb"
ENDINGS = (*USD, ALEMBIC, GLTF)


def check_export(path: str, has_light: bool) -> None:
    """Raise InvalidInput unless the path's ending is that of a file for such members.

    Args:
        has_light: whether light members or boxes are among them.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise InvalidInput(f"A crowd is exported as {' or '.join(ENDINGS)}, got {path!r}.")
    if ending == GLTF and has_light:
        raise InvalidInput(
            "glTF has no light members: make them full, or export the crowd as .usd or .abc."
        )
