"""The README's examples, run as they stand.

`python -m tests.test_readme` writes the output of every `$ warodds …` line into the README.
"""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from warodds.cli import COMMANDS, run

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def shown(command: str) -> str:
    """What a command line prints; `> FILE` writes a file."""
    line, _, file = command.partition(" > ")
    raw = BytesIO()
    stdout = TextIOWrapper(raw, encoding="utf-8", write_through=True)
    with redirect_stdout(stdout):
        status = run(shlex.split(line)[1:])
    out = raw.getvalue().decode("utf-8")
    assert status in (0, 1), command  # 1 is an answer too: no
    if not file:
        return out
    Path(file.strip()).write_text(out, encoding="utf-8")
    return ""


def ran(block: str) -> str:
    """A block with its commands' true output."""
    commands = [line for line in block.splitlines() if line.startswith("$ warodds ")]
    return "".join(f"{line}\n{shown(line.removeprefix('$ '))}" for line in commands)


def examples() -> list[str]:
    return BLOCK.findall(README.read_text(encoding="utf-8"))


@pytest.mark.parametrize("block", examples(), ids=lambda block: block.splitlines()[0])
def test_a_console_example_prints_what_the_readme_shows(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ran(block) == block


def test_the_python_examples_run() -> None:
    text = README.read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", "README.md", 0)
    failed, tried = doctest.DocTestRunner().run(test)
    assert tried > 5
    assert failed == 0


def test_every_command_has_an_example() -> None:
    text = "\n".join(examples())
    for command in COMMANDS:
        assert f"$ warodds {command} " in text


def rewrite(replace: Callable[[re.Match[str]], str]) -> None:
    text = README.read_text(encoding="utf-8")
    README.write_text(BLOCK.sub(replace, text), encoding="utf-8")


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder, chdir(folder):
        rewrite(lambda found: f"```console\n{ran(found[1])}```")
