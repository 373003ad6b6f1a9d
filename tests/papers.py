"""What the papers show: the README, and the pages that come with the package."""

from __future__ import annotations

import re
from importlib.resources import files

from tests.shared import REPOSITORY


def papers() -> dict[str, str]:
    """The text of the README and of each page of the package, by its name."""
    pages = {
        page.name: page.read_text(encoding="utf-8")
        for page in files("innolog").joinpath("docs").iterdir()
        if page.name.endswith(".md")
    }
    return {"README.md": (REPOSITORY / "README.md").read_text(encoding="utf-8"), **pages}


def shown(name: str) -> str:
    """The fenced block after the comment ``<!-- ci: NAME -->`` in one of the papers."""
    blocks = [
        block[1]
        for text in papers().values()
        for block in re.finditer(
            rf"<!-- ci: {re.escape(name)} -->\n+```\w*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE
        )
    ]
    (block,) = blocks
    return block
