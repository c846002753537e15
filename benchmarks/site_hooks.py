"""Changes that MkDocs makes to a page of the site on its way from text to HTML."""

from re import compile as pattern
from typing import Any

_ROLE = pattern(r":(?:class|func|meth|data|attr|mod|exc):(?=<code>)")


def on_page_content(html: str, **_: Any) -> str:
    """Return a page without the roles of reStructuredText, which docstrings have."""
    return _ROLE.sub("", html)
