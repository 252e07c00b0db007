"""What `trace` was asked, and what it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken_cli import _exit

if TYPE_CHECKING:
    from taotoken._protocol import Protocol
    from taotoken.measure import Trace
    from taotoken_cli._envelope import Status
    from taotoken_plugins._problem import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceOptions:
    """What was typed besides the gateway."""

    question: str
    protocol: Protocol
    max_tokens: int | None = None
    repeat: int = 1
    engine: bool = False
    as_json: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceResult:
    """The traces, and what went wrong with the first that failed."""

    traces: tuple[Trace, ...]
    host: str
    changed: bool = False
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE
