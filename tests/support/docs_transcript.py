"""The console blocks of the documentation, run for real, and what its Python prints.

A ``console`` block holds commands (``$ …``) and what they print, both streams. All blocks of a page run one after
the other in a fresh home against two embedded gateways. What differs from run to run (run ids, times, milliseconds)
is not compared, and a line ``…`` stands for any number of lines that the page leaves out. The home is empty but for
the programs; with ``<!-- home: lived-in -->`` in the page it has Claude Code's settings of an old gateway. Between
two blocks, ``<!-- run: COMMAND -->`` runs a command that readers need not see. Where a page says to save files that
make a package, that package is installed.

    python tests/support/docs_transcript.py [PAGE...]    # rewrites what the programs print now
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import inspect
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from unittest import mock
from urllib.parse import urlsplit

from opentelemetry import trace
from opentelemetry.util._once import Once

import taotoken
import taotoken_cli
import taotoken_plugins
from docs_pages import ROOT, Fence, fences, language_of, pages
from docs_plugin import files_of, install
from taotoken.testing import Gateway, GatewayTiming
from taotoken_plugins._registry import BUILTIN
from taotoken_plugins._tool import Tool

SKIPPED = "…"
LIVED_IN = "<!-- home: lived-in -->"
_FIRST, _FIRST_KEY = "https://gateway.example/api", "sk-demo-000000000001"
_SECOND, _SECOND_KEY = "https://other-gateway.example/api", "sk-demo-000000000002"
_LOCAL, _LOCAL_KEY = "http://127.0.0.1:8800/api", "sk-test-gateway-000001"
_LOCAL_FAULTS = "http://127.0.0.1:8800/_fault"
_PACE = GatewayTiming(first_token=0.1, between=0.03, slow_first_token=0.8)
_HIDDEN = re.compile(r"^<!-- run: (.+) -->$", re.MULTILINE)
_VARYING = (
    (re.compile(r"\d{8}T\d{12}-[0-9a-f]{6}"), "RUN"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)"), "STAMP"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d"), "TIME"),
    (re.compile(r"<?\d+(\.\d+)? m?s\b"), "N ms"),
    (re.compile(r'("\w+": )\d+\.\d+(e-\d+)?'), r"\1N"),
    (re.compile(r"127\.0\.0\.1:\d{4,5}"), "127.0.0.1:PORT"),
)


@dataclass(kw_only=True)
class Machine:
    """A home with the first three programs installed (empty files with their package's version), and on the page of
    another tool with that one too."""

    home: Path
    env: dict[str, str]
    names: dict[str, str]
    hides_loopback: bool

    def run(self, command: str) -> str:
        """What `command` prints, with the addresses as the page has them."""
        if assigned := re.fullmatch(r"export (\w+)=(\S+)", command):
            self.env[assigned[1]] = assigned[2]
            return ""
        if unset := re.fullmatch(r"unset (.+)", command):
            for name in unset[1].split():
                self.env.pop(name, None)
            return ""
        for shown, real in self.names.items():
            command = command.replace(shown, real)
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self.home / "project",
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        output = done.stdout.decode("utf-8")
        for shown, real in self.names.items():
            output = output.replace(real, shown).replace(urlsplit(real).netloc, urlsplit(shown).netloc)
        if self.hides_loopback:
            output = re.sub(r"127\.0\.0\.1(?!:)", "gateway.example", output)
        return output.replace(str(self.home), "/home/you")


@contextmanager
def machine(page: Path, text: str) -> Iterator[Machine]:
    """The machine of one page, with the gateways it talks to."""
    with tempfile.TemporaryDirectory(prefix="taotoken-docs-") as folder, _gateways() as gateways:
        home = Path(folder).resolve() / "home"
        (home / "project").mkdir(parents=True)
        _install(home, [tool for tool in BUILTIN if tool in BUILTIN[:3] or tool.id == page.name.split(".")[0]])
        if LIVED_IN in text:
            _old_settings(home)
        plugin = install(files_of(text), home.parent)
        yield Machine(
            home=home,
            env=_environment(home, language_of(page), plugin),
            names=gateways,
            hides_loopback=_LOCAL not in text,
        )


@contextmanager
def _gateways() -> Iterator[dict[str, str]]:
    """The addresses in the pages, and the real ones."""
    models = ("demo-large", "demo-small")
    with (
        Gateway(keys=(_FIRST_KEY,), models=models).in_thread() as first,
        Gateway(keys=(_SECOND_KEY,), models=("other-large",)).in_thread() as second,
        Gateway(keys=(_LOCAL_KEY,), models=models, timing=_PACE).in_thread() as local,
    ):
        faults = {_LOCAL_FAULTS: f"{local.origin}/_fault"}
        yield {_FIRST: first.base_url, _SECOND: second.base_url, _LOCAL: local.base_url, **faults}


def _environment(home: Path, language: str, plugin: Path | None) -> dict[str, str]:
    shim = home.parent / "bin" / "taotoken"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec {sys.executable} -m taotoken_cli "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    packages = {str(Path(str(p.__file__)).parent.parent) for p in (taotoken, taotoken_plugins, taotoken_cli)}
    packages |= {str(plugin)} if plugin is not None else set()
    return {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "PATH": f"{shim.parent}:/usr/bin:/bin",
        "PYTHONPATH": os.pathsep.join(sorted(packages)),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "TAOTOKEN_LANG": language,
    }


def _install(home: Path, tools: Sequence[Tool]) -> None:
    """Where `npm install --global --prefix ~/.npm-global` puts the programs."""
    folder = home / ".npm-global"
    (folder / "bin").mkdir(parents=True)
    for tool in (tool for tool in tools if tool.headless("x")):
        package = tool.homepage.rpartition("/package/")[2].rpartition("://")[2]
        place = folder / "lib/node_modules" / package
        place.mkdir(parents=True)
        manifest = {"name": package, "version": tool.tested}
        (place / "package.json").write_text(json.dumps(manifest), encoding="utf-8")
        (place / "cli.js").write_text("", encoding="utf-8")
        (place / "cli.js").chmod(0o755)
        (folder / "bin" / tool.headless("x")[0]).symlink_to(place / "cli.js")


def _old_settings(home: Path) -> None:
    """Settings of Claude Code as a user has them: an old gateway, and things that are none of our business."""
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text(
        """{
    "permissions": {
        "allow": ["Bash(git status)"]
    },
    "env": {
        "ANTHROPIC_BASE_URL": "https://old-gateway.example",
        "ANTHROPIC_API_KEY": "sk-old-000000000009",
        "HTTP_TIMEOUT": "60000"
    }
}
""",
        encoding="utf-8",
    )
    (home / ".claude/settings.json").chmod(0o644)


def replay(fence: Fence, machine: Machine) -> str:
    """The block as it would be written now."""
    lines = []
    for typed in re.findall(r"^\$ (?:.*\\\n)*.*$", fence.text, re.MULTILINE):
        command = typed.removeprefix("$ ").replace("\\\n", " ")
        lines += [typed, *machine.run(command).splitlines()]
    return "\n".join(lines) + "\n"


def agrees(shown: str, real: str) -> bool:
    """Is what the page shows what the program prints?"""
    parts = [re.escape(part) for part in _stable(shown).split(f"{SKIPPED}\n")]
    return re.fullmatch("(?:.*\n)*".join(parts), _stable(real)) is not None


def _stable(text: str) -> str:
    for pattern, name in _VARYING:
        text = pattern.sub(name, text)
    return text


def replayed(page: Path) -> list[tuple[Fence, str]]:
    """The console blocks of a page, each with what the programs print now."""
    text = page.read_text(encoding="utf-8")
    found: list[tuple[int, Fence | str]] = [(f.start, f) for f in fences(text) if f.info == "console"]
    if not found:
        return []
    found += [(hidden.start(), hidden[1]) for hidden in _HIDDEN.finditer(text)]
    with machine(page, text) as made:
        done = [(step, _play(step, made)) for _, step in sorted(found, key=lambda item: item[0])]
    return [(step, real) for step, real in done if isinstance(step, Fence)]


def _play(step: Fence | str, machine: Machine) -> str:
    return machine.run(step) if isinstance(step, str) else replay(step, machine)


def printed(page: Path) -> list[tuple[Fence, str]]:
    """The text blocks that follow a Python block, each with what that Python prints now; every Python block runs."""
    blocks = fences(page.read_text(encoding="utf-8"))
    found: list[tuple[Fence, str]] = []
    with (
        Gateway(keys=(_FIRST_KEY,)).in_thread() as gateway,
        tempfile.TemporaryDirectory(prefix="taotoken-docs-") as folder,
        contextlib.chdir(folder),
    ):
        pieces = {"TAOTOKEN_BASE_URL": gateway.base_url, "TAOTOKEN_API_KEY": _FIRST_KEY, "TAOTOKEN_MODEL": "demo-large"}
        with mock.patch.dict(os.environ, pieces):
            for block, following in zip(blocks, [*blocks[1:], None], strict=False):
                if block.info == "python":
                    real = _python(block.text, f"{page.name}: {block.text[:60]}")
                    if following is not None and following.info == "text":
                        found.append((following, real))
    return found


def _python(source: str, name: str) -> str:
    """What the code prints, with what it changes in the environment undone; test functions in it are called."""
    if "taotoken_gateway" in source:
        return _pytest(source)
    with (
        mock.patch.dict(os.environ),
        mock.patch.object(trace, "_TRACER_PROVIDER", None),
        mock.patch.object(trace, "_TRACER_PROVIDER_SET_ONCE", Once()),
    ):
        return _run(source, name)


def _run(source: str, name: str) -> str:
    code = compile(source, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    names: dict[str, object] = {"__name__": "__main__"}
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(eval(code, names))
        else:
            exec(code, names)
        for test, function in list(names.items()):
            if test.startswith("test_") and isinstance(function, FunctionType):
                function()
    return output.getvalue()


def _pytest(source: str) -> str:
    """Nothing: tests that take a fixture of ours are run in a project of their own, which has it."""
    with tempfile.TemporaryDirectory(prefix="taotoken-docs-") as folder:
        Path(folder, "conftest.py").write_text('pytest_plugins = ["taotoken.testing.fixtures"]\n', encoding="utf-8")
        Path(folder, "test_page.py").write_text(source, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-p", "no:cacheprovider", folder]
        environment = os.environ | {"PYTHONPATH": str(Path(str(taotoken.__file__)).parent.parent)}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return ""


def rewrite(page: Path) -> None:
    """Bring all blocks up to date, so that run ids agree; a block that leaves lines out is only reported."""
    text = page.read_text(encoding="utf-8")
    real_blocks = sorted([*replayed(page), *printed(page)], key=lambda item: item[0].start)
    for fence, real in reversed(real_blocks):
        if f"\n{SKIPPED}\n" not in fence.text:
            text = text[: fence.start] + real + text[fence.end :]
        elif not agrees(fence.text, real):
            sys.stderr.write(f"{page.relative_to(ROOT)}: to be shortened by hand:\n{real}\n")
    page.write_text(text, encoding="utf-8")


def main(names: Sequence[str]) -> None:
    """Rewrite the named pages, or all."""
    for page in [Path(name).resolve() for name in names] or pages():
        rewrite(page)


if __name__ == "__main__":
    main(sys.argv[1:])
