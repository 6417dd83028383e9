"""Jurisdictions as data: what one is (`model`), reading one (`reader`, `load`), the TOML files."""

from warodds.rules.load import TEMPLATE, jurisdictions, load
from warodds.rules.model import Rules, Wager

__all__ = ["TEMPLATE", "Rules", "Wager", "jurisdictions", "load"]
