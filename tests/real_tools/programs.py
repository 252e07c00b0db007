"""Installs the real programs that programs.json pins.

python programs.py SET FOLDER [PYTHON]

SET is ``test`` or ``test-tools``. PYTHON runs the programs of PyPI; without it they are left out.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

PINS = Path(__file__).resolve().with_name("programs.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """One pinned program; `tool` is its id in `taotoken setup`. `optional`: not there for every system."""

    tool: str
    source: Literal["npm", "pip"]
    package: str
    version: str
    set: str
    optional: bool = False


def programs() -> tuple[Program, ...]:
    """All of them."""
    pinned = json.loads(PINS.read_text(encoding="utf-8"))["programs"]
    return tuple(
        Program(
            tool=tool,
            source=pin["from"],
            package=pin["package"],
            version=pin["version"],
            set=pin["set"],
            optional=pin.get("optional", False),
        )
        for tool, pin in pinned.items()
    )


def install_npm(folder: Path, wanted: Iterable[Program], extra: dict[str, str]) -> None:
    """The packages below `folder`, each at its version."""
    named = {True: dict[str, str](), False: dict(extra)}
    for one in wanted:
        named[one.optional][one.package] = one.version
    manifest = {"private": True, "dependencies": named[False], "optionalDependencies": named[True]}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps(manifest, indent=2), encoding="utf-8")
    quiet = ("--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error")
    subprocess.run(["npm", "install", "--prefix", str(folder), *quiet], check=True)


def install_pip(folder: Path, one: Program, python: str) -> None:
    """The package in an environment of its own (they contradict each other), linked to beside the other programs."""
    environment = folder / one.tool
    subprocess.run([python, "-m", "venv", str(environment)], check=True)
    requirement = f"{one.package}=={one.version}" if one.version else one.package
    subprocess.run([str(environment / "bin/python"), "-m", "pip", "install", "--quiet", requirement], check=True)
    link = folder / "node_modules/.bin" / one.tool
    link.parent.mkdir(parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(Path("../..") / one.tool / "bin" / one.tool)


def main() -> None:
    """Install one set."""
    chosen, folder, python = sys.argv[1], Path(sys.argv[2]), (sys.argv[3] if len(sys.argv) > 3 else "")
    wanted = [one for one in programs() if one.set == chosen]
    parsers = json.loads(PINS.read_text(encoding="utf-8"))["parsers"] if chosen == "test" else {}
    install_npm(folder, (one for one in wanted if one.source == "npm"), parsers)
    for one in (one for one in wanted if one.source == "pip"):
        if python:
            install_pip(folder, one, python)
        else:
            print(f"no Python for {one.tool}: it is left out")


if __name__ == "__main__":
    main()
