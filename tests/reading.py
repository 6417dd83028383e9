"""Reading documents back: each format's tables as a reader of that format sees them."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from pypdf import PageObject, PdfReader


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
        self.text = ""
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
        self.text += data
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
    r"$\pm$": "±",
    r"\textsubscript{2}": "₂",
    r"\textsubscript{4}": "₄",
    r"\textsuperscript{2}": "²",
    r"\allowbreak{}": "",
    "-{}": "-",
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
    """A text as PDF keeps it: letters and signs, neither blanks nor ligatures; powers as x^{2}."""
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: f"^{{{found[0]}}}", text)
    plain = unicodedata.normalize("NFKC", text).replace("−", "-")
    return "".join(plain.split())


def pdf_pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def read_pdf(content: bytes) -> list[Seen]:
    """The tables that the PDF's own structure tells of, each cell's text from the page."""
    reader = PdfReader(io.BytesIO(content))
    texts: dict[int, dict[int, str]] = {}
    for each in reader.pages:
        assert each.indirect_reference is not None
        texts[each.indirect_reference.idnum] = _marked_texts(each)
    caption, found = "", []
    catalogue: Any = reader.trailer["/Root"]
    root = catalogue["/StructTreeRoot"]["/K"]
    for element in _children(_children({"/K": root})[0]):
        if element.get("/S") == "/Strong":
            caption = unnumbered(_element_text(element, texts))
        elif element.get("/S") == "/Table":
            rows = [row for part in _children(element) for row in _children(part)]
            cells = [tuple(_element_text(cell, texts) for cell in _children(row)) for row in rows]
            found.append(Seen(caption, cells[0], tuple(cells[1:])))
    return found


def _children(element: Any) -> list[Any]:
    inside = element.get("/K", [])
    inside = inside.get_object() if hasattr(inside, "get_object") else inside
    return [each.get_object() for each in (inside if isinstance(inside, list) else [inside])]


def _element_text(element: Any, texts: dict[int, dict[int, str]], above: int = 0) -> str:
    """The text of an element and those below it; `above` is the page that it is on by default."""
    page = element.raw_get("/Pg").idnum if "/Pg" in element else above
    parts = []
    for child in _children(element):
        if isinstance(child, int):
            parts.append(texts[page][child])
        elif child.get("/Type") == "/MCR":
            own = child.raw_get("/Pg").idnum if "/Pg" in child else page
            parts.append(texts[own][child["/MCID"]])
        elif "/S" in child:
            parts.append(_element_text(child, texts, page))
    return " ".join(parts)


def _marked_texts(page: PageObject) -> dict[int, str]:
    """The text of each marked part of a page, by its number."""
    resources: Any = page["/Resources"]
    fonts = {
        name: _letters(font.get_object()["/ToUnicode"].get_data().decode())
        for name, font in resources.get("/Font", {}).items()
    }
    found: dict[int, str] = {}
    marks: list[int | None] = []
    letters: dict[int, str] = {}
    content = page.get_contents()
    assert content is not None
    for operands, operator in content.operations:
        if operator in (b"BDC", b"BMC"):
            known = operands[1] if operator == b"BDC" else {}
            marks.append(known.get("/MCID") if isinstance(known, dict) else None)
        elif operator == b"EMC":
            marks.pop()
        elif operator == b"Tf":
            letters = fonts[operands[0]]
        elif operator in (b"Tj", b"TJ"):
            place = next((mark for mark in reversed(marks) if mark is not None), None)
            pieces = operands[0] if operator == b"TJ" else operands
            raw = b"".join(_raw(piece) for piece in pieces if not isinstance(piece, int | float))
            codes = (int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2))
            if place is not None:
                found[place] = found.get(place, "") + "".join(
                    letters.get(code, "") for code in codes
                )
    return found


def _raw(piece: Any) -> bytes:
    return piece if isinstance(piece, bytes) else bytes(piece.original_bytes)


def _letters(table: str) -> dict[int, str]:
    """What each glyph of a font stands for."""
    found: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for code, text in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            found[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for low, high, text in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for step in range(int(high, 16) - int(low, 16) + 1):
                found[int(low, 16) + step] = chr(int(text, 16) + step)
    return found


READERS: dict[str, Callable[[bytes], list[Seen]]] = {
    "markdown": read_markdown,
    "html": read_html,
    "latex": read_latex,
    "pdf": read_pdf,
}
