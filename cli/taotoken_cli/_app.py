"""What a command needs from outside, made once in `main` and handed down."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from taotoken_cli._console import Console

if TYPE_CHECKING:
    from taotoken_plugins._host import Host


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """The running program.

    Attributes:
        console: where words go.
        stdin: where answers and a piped key come from.
        env: the process environment.
    """

    console: Console
    stdin: IO[str]
    env: Mapping[str, str] = field(repr=False)

    @property
    def has_terminal(self) -> bool:
        """Can we ask? Questions go to standard error, answers come from standard input."""
        return self.stdin.isatty() and self.console.err.isatty()

    def host(self) -> Host:
        """The machine, or RefusedError where the working folder is gone."""
        from taotoken_cli._machine import this_machine

        return this_machine()


def make_app(console: Console, env: Mapping[str, str]) -> App:
    """The program on the real standard input."""
    return App(console=console, stdin=sys.stdin, env=env)
