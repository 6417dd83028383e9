"""A document as LaTeX, for pdfTeX and LuaTeX; the file says which packages it needs.

Charts are drawn by pgfplots from the figures themselves.
"""

from __future__ import annotations

from warodds.precision import decimal, exact
from warodds.report.document import Chart, Document, Flow, Heading, Items, flow, flush_of, one_line
from warodds.report.escape import latex
from warodds.show.table import Math, Table

MARK = "% Written by warodds report."

PREAMBLE = r"""% Needs booktabs, geometry, iftex, lmodern and pgfplots; Debian has them in
% texlive-latex-recommended, lmodern and texlive-pictures. Run it twice, for the contents.
\documentclass[10pt,a4paper,landscape]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \usepackage[T1]{fontenc}
  \newcommand{\letter}[1]{[U+#1]}
  \pdfinfoomitdate=1 \pdftrailerid{}
\else
  \usepackage{fontspec}
  \newcommand{\letter}[1]{\symbol{"#1}}
\fi
\usepackage{lmodern,textcomp,amssymb,longtable,booktabs,array,pgfplots}
\usepackage[margin=15mm]{geometry}
\pgfplotsset{compat=1.16}
\setlength{\tabcolsep}{3pt}
\setlength{\LTleft}{0pt}
\setlength{\LTpre}{2pt}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\setcounter{secnumdepth}{0}
\emergencystretch=3em
\newcommand{\need}[1]{\par\penalty-100 \begingroup \dimen0=#1 \dimen1=\pagegoal
  \advance\dimen1-\pagetotal \ifdim\dimen0>\dimen1 \vfil\break \fi \endgroup}
"""

WIDE = 165
"""Characters that a line of a table can hold."""

NARROWEST = 24
"""A column is not broken below as many characters."""

LETTER_MM = 1.45

SHORT = 20
"""Rows up to which a table is kept on one page."""


def write(document: Document, digits: int) -> bytes:
    """Return the whole document."""
    blocks = list(flow(document))
    parts = [
        f"{MARK}\n{PREAMBLE}\\begin{{document}}",
        rf"{{\LARGE {latex(one_line(document.title))}\par}}",
        *(rf"{latex(one_line(line))}\par" for line in document.lines),
        r"\tableofcontents",
        *(
            _needed(blocks[place : place + 2]) + _block(block, digits)
            for place, block in enumerate(blocks)
        ),
        "\\end{document}\n",
    ]
    return "\n\n".join(parts).encode()


def _needed(blocks: list[Flow]) -> str:
    """Return the room that a table, or a heading with what follows it, needs on its page."""
    points = 0
    for block in blocks[: 2 if isinstance(blocks[0], Heading) else 1]:
        if isinstance(block, Table):
            points += 45 + 9 * (len(block.rows) if len(block.rows) <= SHORT else 5)
        elif isinstance(block, Heading):
            points += 45
    return f"\\need{{{points}pt}}\n" if points else ""


def _block(block: Flow, digits: int) -> str:
    if isinstance(block, Heading):
        command = "section" if block.depth == 1 else "subsection"
        return rf"\{command}{{{block.number}. {latex(block.text)}}}"
    if isinstance(block, Items):
        items = "\n".join(rf"\item {{}}{latex(text)}" for text in block.texts)
        return f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Chart):
        return _chart(block, digits)
    return latex(block)


def _columns(table: Table) -> str:
    """Return the column types: where a table is too wide, its longest texts are broken."""
    flush = flush_of(table)
    columns = list(zip(table.headings, *table.rows, strict=True))
    widths = [max(map(_width, column)) for column in columns]
    long = [
        place
        for place, mark in enumerate(flush)
        if mark == "l" and widths[place] > NARROWEST and not _has_math(columns[place])
    ]
    over = sum(widths) - WIDE
    if over <= 0 or not long:
        return flush
    room = max(sum(widths[place] for place in long) - over, NARROWEST * len(long))
    share = sum(widths[place] for place in long)
    types = list(flush)
    for place in long:
        letters = max(widths[place] * room // share, NARROWEST)
        types[place] = rf">{{\raggedright\arraybackslash}}p{{{letters * LETTER_MM:.1f}mm}}"
    return "".join(types)


def _has_math(cells: tuple[str, ...]) -> bool:
    return any(isinstance(cell, Math) for cell in cells)


def _width(cell: str) -> int:
    """Return about how many letters wide a cell is; a formula is a fraction, which is shorter."""
    return len(cell) * 3 // 5 if isinstance(cell, Math) else len(cell)


def _table(table: Table) -> str:
    # "\\*" forbids a page break after a line: a short table stays on one page.
    end = r" \\*" if len(table.rows) <= SHORT else r" \\"

    def row(cells: tuple[str, ...], end: str = end) -> str:
        # A cell that starts with a bracket would be read as an argument of the line before it.
        space = "[3pt]" if _has_math(cells) else ""
        return " & ".join(f"{{}}{latex(cell)}" for cell in cells) + end + space

    title = rf"\rlap{{\normalsize\textbf{{{latex(table.caption)}}}}}"
    first = rf"\multicolumn{{{len(table.headings)}}}{{@{{}}l}}{{{title}}} \\*[3pt]"
    names = row(table.headings, r" \\*")
    head = f"\\toprule\n{names}\n\\midrule"
    lines = [
        rf"{{\scriptsize\begin{{longtable}}{{{_columns(table)}}}",
        f"{first}\n{head}\n\\endfirsthead\n{head}\n\\endhead\n\\bottomrule\n\\endlastfoot",
        *map(row, table.rows),
        r"\end{longtable}}",
    ]
    return "\n".join(lines)


def _chart(chart: Chart, digits: int) -> str:
    ticks = ",".join(map(exact, chart.ticks))
    options = (
        f"xlabel={{{latex(chart.x_label)}}},ylabel={{{latex(chart.y_label)} (\\%)}},"
        f"xtick={{{ticks}}},width=150mm,height=75mm,legend pos=outer north east,"
        "legend cell align=left,ymajorgrids,legend style={font=\\scriptsize,draw=none}"
    )
    style = ""
    if chart.bars:
        width = decimal(chart.bar_width, digits)
        options += f",ymin=0,ybar,bar width={width},xticklabel style={{font=\\scriptsize}}"
        style = "[draw=black,fill=gray]"
    plots = []
    for series in chart.series:
        points = " ".join(f"({exact(x)},{decimal(100 * y, digits)})" for x, y in series.points)
        plots.append(rf"\addplot{style} coordinates {{{points}}};")
        if not chart.bars:
            plots.append(rf"\addlegendentry{{{latex(series.label)}}}")
    return "\n".join(
        [
            rf"\textbf{{{latex(chart.caption)}}}\par\nopagebreak",
            r"\begin{tikzpicture}",
            rf"\begin{{axis}}[{options}]",
            *plots,
            r"\end{axis}",
            r"\end{tikzpicture}",
        ]
    )
