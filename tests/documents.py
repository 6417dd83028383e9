"""The documents that tests read: each made once, each format written once."""

from __future__ import annotations

from functools import cache

from warodds import load
from warodds.report import Document, analyse, document_of, render

DECKS = {
    "california": (6, 7, 8),
    "crown-perth": (4, 6, 8),
    "new-zealand": (4, 5, 6, 7, 8),
    "pennsylvania": (6, 7, 8),
}


@cache
def document(name: str) -> Document:
    return document_of(analyse(load(name), digits=8))


@cache
def written(name: str, form: str) -> bytes:
    return render(document(name), form, digits=8)
