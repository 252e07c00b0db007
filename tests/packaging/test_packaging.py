"""What is built and installed: the wheel's content, its metadata, and that the tests run against it."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import taotoken
import taotoken_cli
import taotoken_plugins

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_tests_run_against_the_built_wheel() -> None:
    """`make test` builds the wheel once and imports everything from it, not from the sources."""
    wheel = os.environ.get("TAOTOKEN_TEST_WHEEL")
    if wheel is None:
        assert "CI" not in os.environ, "CI must test the wheel: run `make test`"
        pytest.skip("not run through `make test`: the sources are tested instead of the wheel")

    for package in (taotoken, taotoken_plugins, taotoken_cli):
        assert Path(str(package.__file__)).is_relative_to(wheel)


def test_the_wheel_holds_three_packages_and_nothing_else() -> None:
    """Only our packages, typed, with the licence; no tests, no `sdk` folder."""
    wheels = sorted((ROOT / "dist").glob("taotoken-*.whl"))
    if not wheels:
        assert "CI" not in os.environ, "CI must build the wheel: run `make test`"
        pytest.skip("no wheel in dist/: run `make wheel`")

    names = zipfile.ZipFile(wheels[-1]).namelist()
    assert {name.split("/")[0] for name in names} == {
        "taotoken",
        "taotoken_plugins",
        "taotoken_cli",
        f"taotoken-{taotoken.__version__}.dist-info",
    }
    assert {f"{package}/py.typed" for package in ("taotoken", "taotoken_plugins", "taotoken_cli")} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_version_is_the_same_everywhere() -> None:
    """Package, metadata and the newest entry of both changelog languages agree."""
    version = taotoken.__version__

    assert importlib.metadata.version("taotoken") == version
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_run_time_dependencies_are_those_we_import() -> None:
    """Every declared dependency is imported somewhere in the packages."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = {spec.split(">")[0].split("<")[0].split("=")[0].replace("-", "_") for spec in declared}
    modules = {{"python_dotenv": "dotenv"}.get(name, name) for name in names}
    source = "\n".join(
        path.read_text(encoding="utf-8") for top in ("sdk", "plugins", "cli") for path in (ROOT / top).rglob("*.py")
    )

    unused = {name for name in modules if f"import {name}" not in source and f"from {name}" not in source}
    assert unused == set()


@pytest.mark.parametrize("argv", [["-m", "taotoken_cli", "--version"], ["-c", "import taotoken_cli.main"]])
def test_the_program_starts(argv: list[str]) -> None:
    """`python -m taotoken_cli` and the entry point's module load on their own."""
    ran = subprocess.run([sys.executable, *argv], capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr


def test_pages_name_the_range_that_the_extra_has() -> None:
    """Where `pip install "taotoken[mcp]"` is no help, the page names the package itself."""
    (wanted,) = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["mcp"]

    for name in ("mcp-server.md", "mcp-server.zh-CN.md"):
        assert (ROOT / "docs/how-to" / name).read_text("utf-8").count(f'"{wanted}"') == 2
