"""A document as Markdown: it depends on no other package, since `reports/` is compared by byte."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from warodds.precision import percent
from warodds.report.document import Chart, Document, Flow, Heading, Items, flow, flush_of, one_line
from warodds.report.escape import markdown, markdown_paragraph
from warodds.show.table import Math, Table

MARK = "<!-- Written by warodds report. -->"
WIDTH = 40
"""Places of a text chart between its least and its greatest value."""


def write(document: Document, digits: int) -> bytes:
    """Return the whole document."""
    blocks = [MARK, f"# {markdown(one_line(document.title))}"]
    blocks.append("  \n".join(markdown_paragraph(one_line(line)) for line in document.lines))
    blocks += [_block(block, digits) for block in flow(document)]
    return ("\n\n".join(blocks) + "\n").encode()


def _block(block: Flow, digits: int) -> str:
    if isinstance(block, Heading):
        return f"{'#' * (block.depth + 1)} {block.number}. {markdown(block.text)}"
    if isinstance(block, Items):
        return "\n".join(f"- {markdown_paragraph(text)}" for text in block.texts)
    if isinstance(block, Table):
        return f"**{markdown(block.caption)}**\n\n{pipes(block)}"
    if isinstance(block, Chart):
        lines = "\n".join(_chart_lines(block, digits))
        return f"**{markdown(block.caption)}**\n\n```text\n{lines}\n```"
    return markdown_paragraph(block)


def pipes(table: Table) -> str:
    """Return a table as Markdown, its columns aligned in the source too.

    >>> print(pipes(Table("", ("wager", "edge"), (("tie", "58/311"),), "lr")))
    | wager |   edge |
    |:------|-------:|
    | tie   | 58/311 |
    """
    grid = [[_cell(cell) for cell in row] for row in (table.headings, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    flush = flush_of(table)

    def line(row: list[str]) -> str:
        cells = (
            cell.ljust(width) if mark == "l" else cell.rjust(width)
            for cell, width, mark in zip(row, widths, flush, strict=True)
        )
        return f"| {' | '.join(cells)} |"

    rules = (
        f":{'-' * (width + 1)}" if mark == "l" else f"{'-' * (width + 1)}:"
        for width, mark in zip(widths, flush, strict=True)
    )
    return "\n".join([line(grid[0]), f"|{'|'.join(rules)}|", *map(line, grid[1:])])


def _cell(text: str) -> str:
    """Return a cell; a formula stands as it would be typed."""
    return f"`{text}`" if isinstance(text, Math) else markdown(text)


def _chart_lines(chart: Chart, digits: int) -> Iterator[str]:
    """Yield each point on a line of its own: a dot between the least and the greatest, or a bar."""
    values = [y for series in chart.series for _, y in series.points]
    least, most = Fraction() if chart.bars else min(values), max(values)
    wide = max(len(series.label) for series in chart.series)
    yield f"{chart.y_label}, from {percent(least, digits)} to {percent(most, digits)}"
    yield f"{'':{wide}}  {chart.x_label:>5}"
    for series in chart.series:
        label = series.label
        for x, y in series.points:
            place = round((y - least) / (most - least) * WIDTH) if most > least else 0
            drawn = "█" * place if chart.bars else f"{'·' * place}●{'·' * (WIDTH - place)}"
            yield f"{label:{wide}}  {x!s:>5}  {drawn:{WIDTH + 1}}  {percent(y, digits)}"
            label = ""
