"""Changes that MkDocs makes to a page of the site on its way from text to HTML."""

from re import DOTALL, MULTILINE, Match
from re import compile as pattern
from typing import Any

_ROLE = pattern(r":(?:class|func|meth|data|attr|mod|exc):(?=<code>)")
_BLOCK = pattern(r"<pre>.*?</pre>", DOTALL)
_TAG = pattern(r"<[^>]*>")
_INNER_ITEM = pattern(r"^ {2,3}(?=- )", MULTILINE)
_COLUMNS = pattern(r"\S {3,}\S|─")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page whose inner lists are indented as far as MkDocs wants it."""
    return _INNER_ITEM.sub("    ", markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Return a page without the roles of reStructuredText; blocks without columns wrap lines."""
    return _BLOCK.sub(_wrapping, _ROLE.sub("", html))


def _wrapping(block: Match[str]) -> str:
    has_columns = _COLUMNS.search(_TAG.sub("", block[0]))
    return block[0] if has_columns else block[0].replace("<pre>", '<pre class="wraps">', 1)
