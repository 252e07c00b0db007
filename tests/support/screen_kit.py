"""A person at a terminal: a real pseudo terminal, an emulator that reads the screen, keys pressed at a question."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path

import pyte

from cli_kit import environment

ENTER, ESCAPE, DOWN, UP, SPACE, INTERRUPT, END = "\r", "\x1b", "\x1b[B", "\x1b[A", " ", "\x03", "\x04"
_QUIET = 0.06  # seconds without output after which a screen counts as drawn
_CHANGING = (
    (re.compile(r"127\.0\.0\.1:\d{5}"), "127.0.0.1:40000"),
    (re.compile(r"(not found here \(|没有找到的工具（)\d+"), r"\g<1>16"),  # one more with each tool there is
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z"), "2026-12-01T00:00:00.000Z"),
    (re.compile(r"(?<![\w.])(?:<?\d+ ms|\d+\.\d\d s)(?!\w)"), "9 ms"),
)
_RUN = re.compile(r"\d{8}T(?:\n?\d){12}\n?-(?:\n?[0-9a-f]){6}")  # the end of a line may fall into it


def pasted(text: str) -> str:
    """`text` as a terminal sends it when it is pasted."""
    return f"\x1b[200~{text}\x1b[201~"


def stable(text: str) -> str:
    """`text` without what differs from run to run: ports, run ids, times."""
    for pattern, instead in _CHANGING:
        text = pattern.sub(instead, text)
    return _RUN.sub(lambda found: re.sub(r"[0-9a-f]", "0", found[0]), text)


class Terminal:
    """One command on a terminal of 80 columns and 24 lines, and every screen at which a key was pressed."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        columns: int = 80,
        lines: int = 24,
    ) -> None:
        self.screen = pyte.HistoryScreen(columns, lines, history=5000)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.shots: list[tuple[str, str]] = []
        self.keys = 0
        full = {**environment(home), "TERM": "xterm-256color", "PATH": str(home / "tools"), **(env or {})}
        full.pop("PYTHONIOENCODING", None)
        full |= {name: value for name, value in (env or {}).items() if name == "PYTHONIOENCODING"}
        argv = [sys.executable, "-X", "utf8", "-W", "error", "-m", "taotoken_cli", *arguments]
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.chdir(cwd or home)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            os.execve(sys.executable, argv, full)

    @property
    def visible(self) -> str:
        """What is on the screen now."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def transcript(self) -> str:
        """All that was shown and not erased, from the first line."""
        top = ["".join(line[x].data for x in range(self.screen.columns)).rstrip() for line in self.screen.history.top]
        return "\n".join([*top, self.visible]).rstrip()

    def answer(self, question: str, keys: str, note: str = "") -> None:
        """Wait until `question` is on the screen and drawn, keep the screen, press `keys`."""
        self.wait(question)
        self.shots.append((note or _named(keys), self.visible))
        self.press(keys)

    def press(self, keys: str) -> None:
        """Press keys; each counts, a paste as one."""
        self.keys += len(re.sub(r"\x1b\[200~.*?\x1b\[201~|\x1b\[.", "k", keys, flags=re.DOTALL))
        os.write(self._fd, keys.encode())
        self._read(5)  # what it does to the screen

    def wait(self, text: str, seconds: float = 30) -> None:
        """Until `text` is on the screen and nothing more comes."""
        end = time.monotonic() + seconds
        while not (text in self.visible and not self._read(_QUIET)):
            assert time.monotonic() < end, f"never shown: {text!r}\n{self.visible}"
            if self._fd < 0:
                assert text in self.visible, f"ended before {text!r}\n{self.transcript}"
                return
            self._read(0.2)

    def end(self, seconds: float = 60) -> int:
        """Read to the end; the exit code."""
        stop = time.monotonic() + seconds
        while self._fd >= 0 and time.monotonic() < stop:
            self._read(0.2)
        assert self._fd < 0, f"still running\n{self.visible}"
        _, status = os.waitpid(self._pid, 0)
        self.shots.append(("end", self.transcript))
        return os.waitstatus_to_exitcode(status)

    def _read(self, seconds: float) -> bool:
        """Read once; False where nothing came."""
        if self._fd < 0 or not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            data = b""
        if not data:
            os.close(self._fd)
            self._fd = -1
            return False
        self.raw += data
        self._stream.feed(data)
        return True

    def kept(self) -> str:
        """The screens, each with the keys pressed at it, without what stayed from the one before; for a golden file."""
        parts: list[str] = []
        before: list[str] = []
        for note, shown in self.shots:
            lines = stable(shown).split("\n")
            same = next(
                (n for n, (one, other) in enumerate(zip(before, lines, strict=False)) if one != other), len(before)
            )
            same = 0 if note == "end" or same < 4 else same
            parts.append("\n".join([*(["..."] if same else []), *lines[same:], f"===== {stable(note)}"]))
            before = lines
        return "\n\n".join(parts) + "\n"

    def __del__(self) -> None:
        if self._fd >= 0:
            with contextlib.suppress(OSError):
                os.close(self._fd)


def _named(keys: str) -> str:
    """Keys as people call them."""
    names = {ENTER: "enter", ESCAPE: "esc", DOWN: "down", UP: "up", SPACE: "space", INTERRUPT: "^C", END: "^D"}
    found, rest = [], keys
    while rest:
        name = next((key for key in sorted(names, key=len, reverse=True) if rest.startswith(key)), None)
        if name is None:
            plain = re.match(r"[^\x00-\x20\x1b]+", rest)
            piece = plain[0] if plain else rest[0]
            found.append(f"type {piece}")
            rest = rest[len(piece) :]
        else:
            found.append(names[name])
            rest = rest[len(name) :]
    return ", ".join(found)


def install(home: Path, *programs: str) -> None:
    """The programs that setup looks for, with the version in their package's metadata."""
    packages = {
        "claude": ("@anthropic-ai/claude-code", "2.1.197"),
        "codex": ("@openai/codex", "0.171.0"),
        "cline": ("cline", "3.0.65"),
        "opencode": ("opencode-ai", "1.18.33"),
    }
    folder = home / "tools"
    folder.mkdir(exist_ok=True)
    for program in programs:
        package, version = packages[program]
        (folder / program).write_text("#!/bin/sh\n", "utf-8")
        (folder / program).chmod(0o755)
        manifest = folder / "node_modules" / package / "package.json"
        manifest.parent.mkdir(parents=True)
        manifest.write_text(f'{{"name": "{package}", "version": "{version}"}}', "utf-8")
