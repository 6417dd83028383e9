"""Charts read back: the dots of Markdown, the coordinates of LaTeX, the shapes of an SVG."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from tests.reading import latex_text

Point = tuple[str, str] | tuple[float, float]


class Picture(NamedTuple):
    """A chart as it was read: its axes, and the points of each line by its name.

    Points are texts or, measured in a picture, floats. Bars have no name in a picture or in LaTeX.
    """

    caption: str
    x_label: str
    y_label: str
    lines: dict[str, list[Point]]


def markdown_pictures(content: bytes) -> list[Picture]:
    found = []
    chart = r"\*\*Chart \d+\. (.*?)\*\*\n\n```text\n(.*?), from .*\n\s+(.*)\n((?:.*\n)*?)```"
    for caption, y_label, x_label, body in re.findall(chart, content.decode()):
        name, lines = "", dict[str, list[Point]]()
        for row in body.splitlines():
            parts = re.fullmatch(r"(.*?)\s+(-?\d+(?:/\d+)?)  [·●█]*\s+(-?[\d.]+) %", row)
            assert parts, row
            name = parts[1] or name
            lines.setdefault(name, []).append((parts[2], parts[3]))
        found.append(Picture(caption, x_label, y_label, lines))
    return found


def latex_pictures(content: bytes) -> list[Picture]:
    found = []
    chart = r"\\textbf\{Chart \d+\. (.*?)\}\\par(.*?)\\end\{tikzpicture\}"
    for caption, body in re.findall(chart, content.decode(), re.DOTALL):
        axes = re.search(r"xlabel=\{(.*?)\},ylabel=\{(.*?) \(\\%\)\}", body)
        assert axes
        names = re.findall(r"\\addlegendentry\{(.*)\}", body) or [""]
        plots = [re.findall(r"\((.*?),(.*?)\)", plot) for plot in re.findall(r"\\addplot.*", body)]
        lines = dict(zip(map(latex_text, names), plots, strict=True))
        found.append(Picture(latex_text(caption), latex_text(axes[1]), latex_text(axes[2]), lines))
    return found


def html_pictures(content: bytes) -> list[Picture]:
    charts = r'<img alt="Chart \d+\. (.*?)" src="data:image/svg\+xml;base64,(.*?)">'
    pictures = re.findall(charts, content.decode())
    return [measured(name, base64.b64decode(source).decode()) for name, source in pictures]


def measured(caption: str, svg: str) -> Picture:
    """The points of an SVG, by the marks that its axes carry; texts stand in comments."""
    _, x_axis, rest = re.split(r'<g id="matplotlib.axis_.">', svg)
    power = re.search(r"<!-- 1e(\S+) -->", rest)
    rest = rest.replace(power[0], "") if power else rest
    times = 10.0 ** int(power[1].replace("−", "-")) if power else 1.0
    rest, _, legend = rest.partition('<g id="legend_1">')
    across, up = _scale(x_axis, "x"), _scale(rest, "y", times)
    texts = [re.findall(r"<!-- (.*?) -->", part) for part in (x_axis, rest, legend)]
    shapes = [
        [tuple(map(float, point)) for point in re.findall(r"[ML] (\S+) (\S+)", path)]
        for path in re.findall(r'<path d="([^"]*)" clip-path', rest)[len(texts[1]) - 1 :]
    ]
    if texts[2]:
        lines = [[(across(x), up(y)) for x, y in shape] for shape in shapes]
        named = dict(zip(texts[2], lines, strict=True))
    else:
        named = {"": [(across((a[0] + b[0]) / 2), up(b[1])) for a, _, b, _ in shapes]}
    y_label = texts[1][-1].removesuffix(" (%)")
    return Picture(caption, texts[0][-1], y_label, named)


def _scale(axis: str, name: str, times: float = 1) -> Callable[[float], float]:
    """From a place in the picture to the value there, by the first and the last mark."""
    marks = re.findall(r'<use \S+ x="(\S+)" y="(\S+)".*?<!-- (\S+) -->', axis, re.DOTALL)
    (low, first), (high, last) = (
        (float(mark[name == "y"]), float(Fraction(mark[2].replace("−", "-"))))
        for mark in (marks[0], marks[-1])
    )
    return lambda place: times * (first + (place - low) * (last - first) / (high - low))


READERS: dict[str, Callable[[bytes], list[Picture]]] = {
    "markdown": markdown_pictures,
    "latex": latex_pictures,
    "html": html_pictures,
}
"""The PDF holds the SVG of the HTML."""
