"""Reading documents back: each format's tables as a reader of that format sees them."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from markdown_it import MarkdownIt
from pypdf import PdfReader


class Seen(NamedTuple):
    """A table as it was read: caption without its number, headings, rows."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def unnumbered(caption: str) -> str:
    return re.sub(r"^Table \d+\. ", "", caption)


class _Page(HTMLParser):
    """Collects tables: a caption is the last bold text or figure caption before one."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.tables: list[tuple[str, list[list[str]]]] = []
        self.caption = ""
        self._kept: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag == "table":
            self.tables.append((unnumbered(self.caption), []))
        elif tag == "tr":
            self.tables[-1][1].append([])
        elif tag in ("th", "td", "strong", "figcaption"):
            self._kept = []

    def handle_data(self, data: str) -> None:
        if self._kept is not None:
            self._kept.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self._kept is None or tag not in ("th", "td", "strong", "figcaption"):
            return
        text = "".join(self._kept)
        self._kept = None
        if tag in ("th", "td"):
            self.tables[-1][1][-1].append(text)
        else:
            self.caption = text


def page(text: str) -> _Page:
    found = _Page()
    found.feed(text)
    found.close()
    return found


def _seen(tables: list[tuple[str, list[list[str]]]]) -> list[Seen]:
    return [Seen(caption, tuple(rows[0]), tuple(map(tuple, rows[1:]))) for caption, rows in tables]


def read_html(content: bytes) -> list[Seen]:
    return _seen(page(content.decode()).tables)


def read_markdown(content: bytes) -> list[Seen]:
    return _seen(page(rendered_markdown(content)).tables)


def rendered_markdown(content: bytes) -> str:
    """The HTML that a Markdown reader with tables makes of it."""
    return str(MarkdownIt("commonmark").enable("table").render(content.decode()))


_LATEX = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textquotedbl{}": '"',
    r"\textasciigrave{}": "`",
    r"\textquotesingle{}": "'",
    r"\S{}": "§",
    r"$\surd$": "√",
    r"$\times$": "×",
    r"$\cdot$": "·",
    r"\textsubscript{2}": "₂",
    r"\textsubscript{4}": "₄",
    r"\textsuperscript{2}": "²",
    r"\allowbreak{}": "",
    r"\textonehalf{}": "½",
    r"$\ge$": "≥",
    r"$\le$": "≤",
    r"$\to$": "→",
    r"$\infty$": "∞",
    r"$\cap$": "∩",
    r"$\spadesuit$": "♠",
    **{f"\\{mark}": mark for mark in "{}&%$#_"},
}
_TOKEN = re.compile(
    "|".join(map(re.escape, sorted(_LATEX, key=len, reverse=True)))
    + r"|\$-\$|\\letter\{([0-9A-F]+)\}|--|\\."
)


def latex_text(source: str) -> str:
    """The text behind LaTeX source; a command that is not one of ours is a fault."""

    def mark(found: re.Match[str]) -> str:
        if found[1]:
            return chr(int(found[1], 16))
        if found[0] == "--":
            return "–"
        return "-" if found[0] == "$-$" else _LATEX[found[0]]

    return _TOKEN.sub(mark, source)


def read_latex(content: bytes) -> list[Seen]:
    return list(_latex_tables(content.decode()))


def _latex_tables(text: str) -> Iterator[Seen]:
    for found in re.finditer(r"\\begin\{longtable\}(.*?)\\end\{longtable\}", text, re.DOTALL):
        lines = found[1].splitlines()
        title = re.search(r"\\textbf\{(.*)\}\}\} \\\\\*\[3pt\]$", lines[1])
        assert title, lines[1]
        start = lines.index(r"\endlastfoot")
        rows = [_latex_row(line) for line in lines[start + 1 :] if line.strip()]
        caption = unnumbered(latex_text(title[1]))
        yield Seen(caption, _latex_row(lines[3]), tuple(rows))


def _latex_row(line: str) -> tuple[str, ...]:
    cells = re.sub(r" \\\\\*?(\[3pt\])?$", "", line).split(" & ")
    return tuple(_latex_cell(cell.removeprefix("{}")) for cell in cells)


def _latex_cell(cell: str) -> str:
    """A cell's text; a formula stays as it is."""
    formula = re.fullmatch(r"\$([^$]{2,})\$", cell)
    return formula[1].removeprefix(r"\displaystyle ") if formula else latex_text(cell)


def squeezed(text: str) -> str:
    """A text as PDF keeps it: letters and signs, neither blanks nor ligatures."""
    plain = unicodedata.normalize("NFKC", text).replace("−", "-")
    return "".join(plain.split())


def pdf_pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


READERS: dict[str, Callable[[bytes], list[Seen]]] = {
    "markdown": read_markdown,
    "html": read_html,
    "latex": read_latex,
}
