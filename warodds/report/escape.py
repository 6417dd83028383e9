"""Texts made harmless for the formats that have markup; a user's names and notes end up here.

HTML has `html.escape`; typst, JSON and the workbook take texts as data and need nothing.
"""

from __future__ import annotations

import re

from warodds.show.table import Math

_MARKDOWN = re.compile(r"([\\|*_`\[\]$~])")
_START = re.compile(r"^(\d{0,9})([-+#>=.)])")
_POWER = re.compile(r"\*\*(\d+)")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_NUMBER = re.compile(r"[-+]?\d[\d/.]*")

LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "§": r"\S{}",
    "√": r"$\surd$",
    "−": "$-$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "±": r"$\pm$",
    "≥": r"$\ge$",
    "→": r"$\to$",
    "∞": r"$\infty$",
    "∩": r"$\cap$",
    "≤": r"$\le$",
    "½": r"\textonehalf{}",
    "₂": r"\textsubscript{2}",
    "₄": r"\textsubscript{4}",
    "²": r"\textsuperscript{2}",
    "-": "-{}",  # two of them would be a dash
    "–": "--",
    "—": "---",
    "’": "'",
    "♣": r"$\clubsuit$",
    "♦": r"$\diamondsuit$",
    "♥": r"$\heartsuit$",
    "♠": r"$\spadesuit$",
    **{mark: f"\\{mark}" for mark in "&%$#_"},
}


def markdown(text: str) -> str:
    r"""Return a text as Markdown, with nothing in it that Markdown or HTML would read.

    >>> print(markdown("war_tie <b> | $x$"))
    war\_tie &lt;b> \| \$x\$
    """
    return _MARKDOWN.sub(r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;"))


def markdown_paragraph(text: str) -> str:
    r"""Return a text as a paragraph of Markdown: it starts no list, heading or quotation.

    >>> print(markdown_paragraph("1. x"), markdown_paragraph("# x"), markdown_paragraph("6 decks"))
    1\. x \# x 6 decks
    """
    return _START.sub(r"\1\\\2", markdown(text))


def formula(text: str) -> str:
    """Return a cell for readers: a formula with raised powers and no signs between factors.

    >>> from warodds.show.table import Math
    >>> formula(Math("-2*(4*d - 1)/(52*d - 1)**2", "")), formula("a*b")
    ('−2(4d − 1)/(52d − 1)²', 'a*b')
    """
    if not isinstance(text, Math):
        return text
    raised = _POWER.sub(lambda found: found[1].translate(_RAISED), text)
    return raised.replace("*", "").replace("-", "−")


def latex(text: str) -> str:
    r"""Return a text as LaTeX.

    A letter beyond Latin goes through a macro of the preamble, since pdfTeX does not know it.

    >>> latex("war_tie"), latex("-58/311"), latex("戦")
    ('war\\_tie', '$-$58/311', '\\letter{6226}')
    """
    if isinstance(text, Math):
        return rf"$\displaystyle {text.latex}$"
    if _NUMBER.fullmatch(text):
        return text.replace("-", "$-$").replace("/", r"/\allowbreak{}" if len(text) > 30 else "/")
    return "".join(map(_latex_mark, text))


def _latex_mark(mark: str) -> str:
    if mark in LATEX:
        return LATEX[mark]
    return mark if ord(mark) < 0x180 else rf"\letter{{{ord(mark):04X}}}"
