"""A document as PDF: typst sets `page.PAGE`, which takes the document as data.

No font of the machine is used and no date is written, so that the same document has the same
bytes everywhere.
"""

from __future__ import annotations

import json
from typing import Any

from warodds.report.charts import missing, svg
from warodds.report.document import Chart, Document, Flow, Heading, Items, flow, flush_of, one_line
from warodds.report.escape import formula
from warodds.report.page import PAGE
from warodds.show.table import Table

MARK = "/Author(warodds report)"


def write(document: Document) -> bytes:
    """Return the whole document."""
    try:
        import typst
    except ImportError as error:
        raise missing("typst") from error
    return typst.compile(
        PAGE.encode(),
        format="pdf",
        sys_inputs=inputs(document),
        ignore_system_fonts=True,
        timestamp=0,
    )


def inputs(document: Document) -> dict[str, str]:
    """Return what the template is given."""
    data = {
        "title": one_line(document.title),
        "lines": [one_line(line) for line in document.lines],
        "blocks": [_block(block) for block in flow(document)],
    }
    return {"document": json.dumps(data)}


def _block(block: Flow) -> dict[str, Any]:
    if isinstance(block, Heading):
        return {
            "kind": "heading",
            "depth": block.depth,
            "number": block.number,
            "text": block.text,
        }
    if isinstance(block, Items):
        return {"kind": "items", "texts": block.texts}
    if isinstance(block, Table):
        return {
            "kind": "table",
            "caption": block.caption,
            "headings": block.headings,
            "rows": [[formula(cell) for cell in row] for row in block.rows],
            "flush": flush_of(block),
        }
    if isinstance(block, Chart):
        return {"kind": "chart", "caption": block.caption, "svg": svg(block)}
    return {"kind": "text", "text": block}
