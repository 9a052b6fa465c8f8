"""How hanging parts are called where an artist meets them."""

NOTHING_HANGS = (
    "Nothing that hangs on the rigs of the crowd moves a mesh: make it without hanging parts."
)
LAYER = "Hanging Motion"  # the NLA track that holds it


def counted(count: int) -> str:
    """1 hanging part, 2 hanging parts."""
    return f"{count} hanging part{'s' * (count != 1)}"
