"""The package as it ships: what is in the wheel, what it needs, and which way its imports run."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import warodds

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "warodds"

# From left to right; a module imports only from those to its left. Those of one row are peers.
LAYERS = (
    ("errors",),
    ("law", "cards", "parallel", "precision", "shown"),
    ("rules",),
    ("deal",),
    ("settle",),
    ("figures",),
    ("evaluate", "mistakes"),
    ("boxes", "formula", "simulate", "wholeshoe"),
    ("counting",),
    ("verification",),
    ("__init__",),
    ("show",),
    ("report",),
    ("cli",),
    ("__main__",),
)


def layer(module: str) -> int:
    first = module.split(".")[1] if "." in module else "__init__"
    return next(place for place, row in enumerate(LAYERS) if first in row)


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module}
    return {name for name in found if name.split(".")[0] == "warodds"}


MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_one_way(module: str) -> None:
    for imported in imports(MODULES[module]):
        if (module, imported) == ("warodds.shown", "warodds.show"):
            continue  # when somebody looks at a result, and only then: see shown.py
        same = module.split(".")[1:2] == imported.split(".")[1:2]
        assert same or layer(imported) < layer(module), f"{module} imports {imported}"


def test_verification_reads_then_judges_then_suspects() -> None:
    parts = ("reading", "judging", "suspicion")
    for module, path in MODULES.items():
        if module.split(".")[1:2] == ["verification"] and module.split(".")[2:3]:
            place = parts.index(module.split(".")[2]) if module.split(".")[2] in parts else 3
            later = {f"warodds.verification.{part}" for part in parts[place + 1 :]}
            assert not any(name.startswith(tuple(later)) for name in imports(path)), module


@pytest.mark.parametrize("module", MODULES)
def test_every_module_opens_by_saying_what_it_is_for(module: str) -> None:
    assert ast.get_docstring(ast.parse(MODULES[module].read_text(encoding="utf-8")))


def test_no_module_knows_a_jurisdiction_by_name() -> None:
    for module, path in MODULES.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documentation = {
            ast.get_docstring(node, clean=False)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        }
        texts = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        for text in texts - documentation:
            assert not any(name in text for name in warodds.jurisdictions()), module


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the declared backend without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    build = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_contains_the_package_its_toml_files_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    shipped = {name for name in names if ".dist-info/" not in name}
    expected = {
        str(path.relative_to(ROOT))
        for path in PACKAGE.rglob("*")
        if path.suffix in (".py", ".toml") or path.name == "py.typed"
    }
    assert shipped == expected
    assert sum(name.endswith(".toml") for name in shipped) == len(warodds.jurisdictions()) + 1


def core() -> dict[str, Distribution]:
    """The declared core dependencies and what they need, nothing from an extra."""
    wanted, found = ["warodds"], {}
    while wanted:
        current = distribution(wanted.pop())
        found[current.name] = current
        for line in current.requires or ():
            need = Requirement(line)
            if need.name not in found and (not need.marker or need.marker.evaluate({"extra": ""})):
                wanted.append(need.name)
    return found


def test_the_wheel_works_with_core_dependencies_only(wheel: Path, tmp_path: Path) -> None:
    """A new virtual environment that holds the wheel and the core dependencies alone."""
    venv.create(tmp_path / "env", symlinks=os.name != "nt")
    scripts = "Scripts" if os.name == "nt" else "bin"
    python = tmp_path / "env" / scripts / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.check_output([python, "-c", where], text=True).strip())
    zipfile.ZipFile(wheel).extractall(site)
    needed = core()
    assert {"click", "mpmath", "python-flint", "sympy", "tabulate"} <= set(needed)
    for name, each in needed.items():
        if name != "warodds":
            tops = {file.parts[0] for file in each.files or () if file.parts[0] != ".."}
            for top in tops - {"__pycache__"}:
                source = Path(str(each.locate_file(top)))
                if source.exists() and not (site / top).exists():
                    (site / top).symlink_to(source)
    commands = [["odds", "pennsylvania", "--decks", "6"], ["odds"], ["rules", "--template"]]
    commands += [["report", "all"], ["report", "all", "--check"]]
    for arguments in commands:
        done = subprocess.run(
            [python, "-I", "-m", "warodds", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert not {"numpy", "pytest", "matplotlib"} & {path.name for path in site.iterdir()}


def test_odds_loads_nothing_heavy() -> None:
    code = (
        "import sys; from warodds.cli import run; run(['odds', 'pennsylvania']); "
        "print([m for m in ('sympy', 'mpmath', 'flint', 'numpy') if m in sys.modules])"
    )
    out = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert out.splitlines()[-1] == "[]"
