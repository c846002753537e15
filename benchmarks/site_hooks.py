"""Changes that MkDocs makes to a page of the site on its way from text to HTML."""

from re import DOTALL, MULTILINE, Match
from re import compile as pattern
from typing import Any

from markdown import Extension, Markdown  # type: ignore[import-untyped]
from markdown.preprocessors import Preprocessor  # type: ignore[import-untyped]

_ROLE = pattern(r":(?:class|func|meth|data|attr|mod|exc):<code>(?:~[\w.]+\.)?")
_BLOCK = pattern(r"<pre>.*?</pre>", DOTALL)
_TAG = pattern(r"<[^>]*>")
_FENCE_OR_INNER = pattern(r"^```.*?^```|^ {2,3}(?=- )|(?<=\n\n) {2,3}(?=\S)", DOTALL | MULTILINE)
_COLUMNS = pattern(r"[^\s.] {3,}\S|─")
_CODE = pattern(r"<code>.*?</code>", DOTALL)
_HYPHENATED = pattern(r"(?<=[>\s(])(?:[-?][\w-]+|(?=[\w-]{3,17}(?![\w./=-]))\w+-[\w-]+)")
_CELL = pattern(r"<t([dh])( [^>]*)?>(.*?)</t\1>", DOTALL)
_PICTURE = pattern(r'<img [^>]*?src="([^"]*)"[^>]*>')
_SHORT, _LONG = 17, 30


class _Doctests(Preprocessor):  # type: ignore[misc]
    """Fences examples at Python's prompt, which would be quotations in quotations otherwise."""

    def run(self, lines: list[str]) -> list[str]:
        fenced: list[str] = []
        inside = example = False
        for line in [*lines, ""]:
            inside ^= line.startswith("```")
            if line.startswith(">>> ") and not inside and not example:
                example = True
                fenced.append("```pycon")
            elif example and not line.strip():
                example = False
                fenced.append("```")
            fenced.append(line)
        return fenced


class _DoctestsExtension(Extension):  # type: ignore[misc]
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        md.preprocessors.register(_Doctests(md), "doctests", 100)  # before fences are read


def on_config(config: Any) -> Any:
    """Let the pages and the docstrings show examples as code."""
    config.markdown_extensions.append(_DoctestsExtension())
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page whose inner lists and paragraphs are indented as far as MkDocs wants them."""
    indented = _FENCE_OR_INNER.sub(
        lambda found: found[0] if found[0][0] == "`" else "    ", markdown
    )
    return indented.replace("```python\n>>> ", "```pycon\n>>> ")


def on_page_content(html: str, **_: Any) -> str:
    """Return a page that fits a narrow screen, without the roles of reStructuredText.

    Blocks without columns wrap their lines, and code does not break at a hyphen. Short cells of a
    table do not wrap, and long ones stay legible. A picture opens in its own size.
    """
    html = _BLOCK.sub(_wrapping, _ROLE.sub("<code>", html))
    whole = r'<span class="whole">\g<0></span>'
    html = _CODE.sub(lambda code: _HYPHENATED.sub(whole, code[0]), html)
    return _PICTURE.sub(r'<a href="\1">\g<0></a>', _CELL.sub(_sized, html))


def _wrapping(block: Match[str]) -> str:
    has_columns = _COLUMNS.search(_TAG.sub("", block[0]))
    return block[0] if has_columns else block[0].replace("<pre>", '<pre class="wraps">', 1)


def _sized(cell: Match[str]) -> str:
    kind, attributes, content = cell.groups()
    length = len(_TAG.sub("", content))
    size = "whole" if length <= _SHORT else "long" if length >= _LONG else ""
    return f'<t{kind}{attributes or ""} class="{size}">{content}</t{kind}>' if size else cell[0]
