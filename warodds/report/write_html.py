"""A document as one HTML file that needs no other: no script, no font, no picture from outside.

Tables scroll sideways on a narrow screen and are set smaller in print, where a long one repeats
its headings on every page.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape

from warodds.report.charts import svg
from warodds.report.document import Chart, Document, Flow, Heading, Items, flow, flush_of, one_line
from warodds.report.escape import formula
from warodds.show.table import Table

MARK = '<meta name="generator" content="warodds report">'

SHORT_TABLE = 20
"""Rows up to which a table is kept on one page."""

SHORT_TEXT = 32
"""Characters up to which a text is kept on one line."""

STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 82rem; margin: 0 auto; padding: 1rem; }
h1 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2rem; }
body { overflow-wrap: anywhere; }
p, ul { max-width: 48rem; }
nav ul { list-style: none; padding-left: 0; columns: 20rem; }
nav ul ul { padding-left: 1.5rem; columns: auto; }
figure { margin: 1.5rem 0; }
figcaption { font-weight: 600; margin-bottom: .4rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { text-align: left; vertical-align: bottom; background: var(--soft); }
td.r, th.r { text-align: right; }
th, td { overflow-wrap: normal; }
td.r, td.s { white-space: nowrap; }
td.l { min-width: 12rem; max-width: 28rem; }
tr.total td { font-weight: 600; border-top: 2px solid var(--line); }
img { max-width: 100%; height: auto; background: #fff; }
@media (max-width: 40rem) { body { padding: .6rem; } table { font-size: .8rem; } }
@media print {
  @page {
    size: A4 landscape; margin: 12mm 12mm 15mm;
    @bottom-right { content: counter(page) " of " counter(pages); font: 8pt sans-serif; }
  }
  :root { color-scheme: light; }
  body { font-size: 9pt; max-width: none; padding: 0; }
  nav { break-after: page; }
  table { font-size: 7pt; }
  th, td { padding: 1pt 4pt; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
  img { max-height: 80mm; }
  tr, img, figure.short { break-inside: avoid; }
  h2, h3, figcaption { break-after: avoid; }
}
"""


def write(document: Document) -> bytes:
    """Return the whole document."""
    title = escape(one_line(document.title))
    body = list(flow(document))
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        MARK,
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>",
        f"<p>{'<br>'.join(escape(one_line(line)) for line in document.lines)}</p>",
        _contents([block for block in body if isinstance(block, Heading)]),
        *map(_block, body),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts).encode()


def _contents(headings: list[Heading]) -> str:
    lines = ["<nav><ul>"]
    depth = 1
    for heading in headings:
        if heading.depth > depth:
            lines.append("<ul>" * (heading.depth - depth))
        elif heading.depth < depth:
            lines.append("</li></ul>" * (depth - heading.depth) + "</li>")
        elif lines[-1] != "<nav><ul>":
            lines.append("</li>")
        depth = heading.depth
        target = f'<a href="#s{heading.number}">{heading.number}. {escape(heading.text)}</a>'
        lines.append(f"<li>{target}")
    return "\n".join([*lines, "</li></ul>" * depth + "</nav>"])


def _block(block: Flow) -> str:
    if isinstance(block, Heading):
        tag = f"h{block.depth + 1}"
        return f'<{tag} id="s{block.number}">{block.number}. {escape(block.text)}</{tag}>'
    if isinstance(block, Items):
        return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in block.texts)}</ul>"
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Chart):
        source = b64encode(svg(block).encode()).decode()
        caption = escape(block.caption)
        picture = f'<img alt="{caption}" src="data:image/svg+xml;base64,{source}">'
        return f"<figure><figcaption>{caption}</figcaption>\n{picture}</figure>"
    return f"<p>{escape(block)}</p>"


def _table(table: Table) -> str:
    flush = flush_of(table)

    def row(cells: tuple[str, ...], tag: str) -> str:
        line = "".join(
            f'<{tag} class="{_class(mark, cell)}">{escape(formula(cell))}</{tag}>'
            for mark, cell in zip(flush, cells, strict=True)
        )
        return f'<tr class="total">{line}</tr>' if cells[0] == "total" else f"<tr>{line}</tr>"

    kind = ' class="short"' if len(table.rows) <= SHORT_TABLE else ""
    lines = [
        f"<figure{kind}><figcaption>{escape(table.caption)}</figcaption>",
        '<div class="scroll" tabindex="0"><table>',
        f"<thead>{row(table.headings, 'th')}</thead>",
        "<tbody>",
        *(row(cells, "td") for cells in table.rows),
        "</tbody></table></div></figure>",
    ]
    return "\n".join(lines)


def _class(mark: str, cell: str) -> str:
    """Return how a cell is set: a number, a short text or a long one."""
    return "s" if mark == "l" and len(cell) <= SHORT_TEXT else mark
