"""`pytest -m slow tests/benchmarks/test_report.py -s`: all documents in all formats.

The measure is one `typst` compile of the same pages: the four documents as one, so that what is
ours beside it (analysis, checks, charts, six other formats) shows as a ratio.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.benchmarks.ratio import process_ratio, report
from warodds import jurisdictions, load
from warodds.report import analyse, document_of, write_pdf
from warodds.report.page import PAGE

pytestmark = pytest.mark.slow


def every_page() -> dict[str, str]:
    """The four documents as one, ready for the template."""
    documents = [document_of(analyse(load(name), digits=8)) for name in jurisdictions()]
    parts = [json.loads(write_pdf.inputs(document)["document"]) for document in documents]
    blocks = [block for part in parts for block in part["blocks"]]
    return {"document": json.dumps({**parts[0], "blocks": blocks})}


COMPILE = """
import json, sys, typst
pages = json.load(open(sys.argv[2]))
typst.compile(sys.argv[1], format="pdf", sys_inputs=pages, ignore_system_fonts=True)
"""


def test_all_documents_in_all_formats(tmp_path: Path) -> None:
    """Whole processes: within one, typst remembers what it has set before."""
    pages = tmp_path / "pages.json"
    pages.write_text(json.dumps(every_page()), encoding="utf-8")
    page = tmp_path / "page.typ"
    page.write_text(PAGE, encoding="utf-8")
    one_compile = ["python", "-c", COMPILE, str(page), str(pages)]
    for forms, what, aim in (
        ("all", "all documents in all formats", "no figure"),
        ("pdf", "all documents as PDF", "no figure"),
        ("markdown,csv,json", "Markdown, CSV and JSON", "no figure"),
    ):
        ours = ["warodds", "report", "all", "--format", forms, "-o", str(tmp_path / "out")]
        ratio = process_ratio(ours, one_compile, runs=3)
        report(f"{what}, over one typst compile of the same pages", ratio, aim)
