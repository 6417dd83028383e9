"""Charts as SVG: the same bytes on any day, since ids are salted and no date is written."""

from __future__ import annotations

import io
import warnings
from functools import lru_cache

from warodds.errors import WaroddsError
from warodds.report.document import Chart

SIZE = (8.0, 3.8)
MARKS = "osD^vPX*<>hd"
DASHES = ("-", "--", ":", "-.", (0, (8, 2)), (0, (1, 3)), (0, (5, 1, 1, 1, 1, 1)))
"""Marks and dashes tell lines apart in a print without colours."""

LONGEST_LABEL = 40
COLOURS = (
    "#1b5e9e",
    "#c44e1a",
    "#2e7d4f",
    "#7b3fa0",
    "#9a6b00",
    "#a3174f",
    "#007c89",
    "#555555",
)


def missing(package: str) -> WaroddsError:
    """Return the error for a package of the extra `report` that is not installed."""
    return WaroddsError(f"this format needs {package}: pip install 'warodds[report]'")


@lru_cache(maxsize=32)
def svg(chart: Chart) -> str:
    """Return a chart as SVG. Letters are drawn as paths, so that no reader needs a font.

    >>> from fractions import Fraction
    >>> from warodds.report.document import Series
    >>> line = Series("Tie", ((Fraction(6), Fraction(58, 311)), (Fraction(8), Fraction(74, 415))))
    >>> svg(Chart("Tie", "decks", "house advantage", (line,)))[:4]
    '<svg'
    """
    try:
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as error:
        raise missing("matplotlib") from error

    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever the user's own settings say
        matplotlib.rcParams["svg.hashsalt"] = "warodds"
        matplotlib.rcParams["svg.fonttype"] = "path"
        matplotlib.rcParams["font.family"] = "DejaVu Sans"  # it comes with matplotlib
        matplotlib.rcParams["text.parse_math"] = False  # a user's "$" is a "$"
        figure = Figure(figsize=SIZE, layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        for place, series in enumerate(chart.series):
            # A picture needs no more than the digits of a float.
            across = [float(x) for x, _ in series.points]
            up = [float(100 * y) for _, y in series.points]
            colour = COLOURS[place % len(COLOURS)]
            if chart.bars:
                axes.bar(across, up, width=float(chart.bar_width), color=colour)
                continue
            axes.plot(
                across,
                up,
                color=colour,
                linestyle=DASHES[place % len(DASHES)],
                marker=MARKS[place % len(MARKS)],
                label=_label(series.label),
            )
        axes.set_xticks([float(x) for x in chart.ticks], [str(x) for x in chart.ticks])
        axes.set_xlabel(chart.x_label)
        axes.set_ylabel(f"{chart.y_label} (%)")
        axes.grid(True, axis="y", color="#dddddd")
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        if not chart.bars:
            figure.legend(loc="outside right upper", frameon=False, handlelength=3)
        out = io.StringIO()
        with warnings.catch_warnings():
            # A letter that the font lacks is drawn as a box; the tables have it in full.
            warnings.filterwarnings("ignore", message="Glyph")
            figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "warodds"})
    text = out.getvalue()
    return text[text.index("<svg") :]


def _label(text: str) -> str:
    """Return a name for the legend: a leading "_" would hide it, and a long one the chart."""
    name = text.lstrip("_")
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"
