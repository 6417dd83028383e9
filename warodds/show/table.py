"""Tables of texts and the formats they can take. Nothing here knows of cards or wagers.

A `Presentation` is what a front end shows: tables for people, records for CSV, data for JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

FORMATS = ("text", "markdown", "csv", "json", "latex", "html")

_NUMBER = r"[-+]?\d[\d/.]*( %)?"


class Math(str):
    """A formula as plain text, with another form for LaTeX."""

    __slots__ = ("latex",)
    latex: str

    def __new__(cls, text: str, latex: str) -> Math:
        """Return the text, its LaTeX beside it."""
        made = super().__new__(cls, text)
        made.latex = latex
        return made


class Table(NamedTuple):
    """A caption, headings and rows of texts.

    `flush` has an "l" or an "r" for each column from the left; the columns after it repeat its
    last mark.
    """

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    flush: str = "l"


class Presentation(NamedTuple):
    """One result, ready for every format; records and data are made when they are asked for.

    A `verdict` is a line that stands last, plain.
    """

    title: str
    lines: tuple[str, ...]
    tables: tuple[Table, ...]
    notes: tuple[str, ...]
    records: Callable[[], Iterable[Mapping[str, str]]]
    data: Callable[[], Mapping[str, Any]]
    verdict: str = ""

    def render(self, form: str, emphasise: Callable[[str], str] = str) -> str:
        """Return the whole in one format; `emphasise` styles a heading of a text."""
        if form == "json":
            import json

            return json.dumps(self.data(), ensure_ascii=False, indent=2)
        if form == "csv":
            return _csv(list(self.records()))
        if form == "text":
            return self._text(emphasise)
        return {"markdown": self._markdown, "html": self._html, "latex": self._latex}[form]()

    def _text(self, emphasise: Callable[[str], str]) -> str:
        blocks = ["\n".join([emphasise(_one_line(self.title)), *map(_one_line, self.lines)])]
        for table in self.tables:
            heading = [emphasise(_one_line(table.caption))] if table.caption else []
            blocks.append("\n".join([*heading, _tabulated(table, "simple", _one_line)]))
        if self.notes:
            blocks.append("\n".join(_wrapped(note) for note in self.notes))
        blocks += [emphasise(_one_line(self.verdict))] if self.verdict else []
        return "\n\n".join(blocks)

    def _markdown(self) -> str:
        blocks = [f"# {_markdown(self.title)}"]
        blocks += ["  \n".join(map(_markdown, self.lines))] if self.lines else []
        for table in self.tables:
            blocks += [f"## {_markdown(table.caption)}"] if table.caption else []
            blocks.append(_tabulated(table, "pipe", _markdown))
        if self.notes:
            blocks.append("\n".join(f"- {_markdown(note)}" for note in self.notes))
        blocks += [f"**{_markdown(self.verdict)}**"] if self.verdict else []
        return "\n\n".join(blocks)

    def _html(self) -> str:
        from html import escape

        parts = [f"<h3>{escape(self.title)}</h3>"]
        parts += [f"<p>{'<br>'.join(map(escape, self.lines))}</p>"] if self.lines else []
        for table in self.tables:
            parts += [f"<h4>{escape(table.caption)}</h4>"] if table.caption else []
            parts.append(_tabulated(table, "html", str))
        if self.notes:
            parts.append(f"<ul>{''.join(f'<li>{escape(note)}</li>' for note in self.notes)}</ul>")
        parts += [f"<p><strong>{escape(self.verdict)}</strong></p>"] if self.verdict else []
        return "\n".join(parts)

    def _latex(self) -> str:
        parts = [rf"\section*{{{_latex(self.title)}}}"]
        parts += [r"\\".join(map(_latex, self.lines)) + "\n"] if self.lines else []
        for table in self.tables:
            parts += [rf"\subsection*{{{_latex(table.caption)}}}"] if table.caption else []
            parts.append(_tabulated(table, "latex_raw", _latex))
        if self.notes:
            items = "\n".join(rf"\item {_latex(note)}" for note in self.notes)
            parts.append("\\begin{itemize}\n" + items + "\n\\end{itemize}")
        parts += [rf"\textbf{{{_latex(self.verdict)}}}"] if self.verdict else []
        return "\n".join(parts)


def _tabulated(table: Table, form: str, cell: Callable[[str], str]) -> str:
    from tabulate import tabulate

    flush = table.flush.ljust(len(table.headings), table.flush[-1])
    return tabulate(
        [[cell(text) for text in row] for row in table.rows],
        [cell(heading) for heading in table.headings],
        tablefmt=form,
        disable_numparse=True,
        colalign=["left" if mark == "l" else "right" for mark in flush],
    )


def _csv(records: Sequence[Mapping[str, str]]) -> str:
    import csv
    import io

    out = io.StringIO()
    writer = csv.DictWriter(out, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow({key: _inert(text) for key, text in record.items()})
    return out.getvalue().rstrip("\n")


def _inert(text: str) -> str:
    """Keep a text that is not a number from starting a formula in a spreadsheet."""
    if text[:1] in ("=", "+", "-", "@", "\t", "\r") and not re.fullmatch(_NUMBER, text):
        return f"'{text}"
    return text


def _one_line(text: str) -> str:
    """Keep control characters of a user's file from reaching a terminal."""
    return "".join(mark if mark.isprintable() else " " for mark in text)


def _wrapped(note: str) -> str:
    import textwrap

    return textwrap.fill(_one_line(note), 100, initial_indent="* ", subsequent_indent="  ")


def _markdown(text: str) -> str:
    return re.sub(r"([\\|*_`\[\]])", r"\\\1", _one_line(text)).replace("<", "&lt;")


_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "§": r"\S{}",
    "−": "$-$",
    "×": r"$\times$",
    "√": r"$\surd$",
    "½": r"$\frac12$",
    "·": r"$\cdot$",
    "≥": r"$\geq$",
    "→": r"$\to$",
    "∞": r"$\infty$",
    **{mark: f"\\{mark}" for mark in "&%$#_"},
    **dict(
        zip(
            "♣♦♥♠",
            (r"$\clubsuit$", r"$\diamondsuit$", r"$\heartsuit$", r"$\spadesuit$"),
            strict=True,
        )
    ),
}


def _latex(text: str) -> str:
    root = re.fullmatch(rf"√\(({_NUMBER})\)", text)
    if root:
        return rf"$\sqrt{{{root[1]}}}$"
    if re.fullmatch("█+", text):
        return rf"\rule{{{len(text) / 2}em}}{{1.4ex}}"
    if isinstance(text, Math):
        # The strut keeps the fractions of one row off those of the next.
        return rf"$\displaystyle {text.latex}$\rule[-2.4ex]{{0pt}}{{6.2ex}}"
    escaped = "".join(_LATEX.get(mark, mark) for mark in _one_line(text))
    return f"${escaped}$" if re.fullmatch(_NUMBER, text) else escaped
