"""What `chat` was asked, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken_cli import _exit

if TYPE_CHECKING:
    from taotoken._protocol import Protocol
    from taotoken._reply import Reply
    from taotoken_cli._envelope import Status
    from taotoken_plugins._problem import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatOptions:
    """What was typed besides the gateway."""

    question: str
    protocol: Protocol
    raw: bool = False
    curl: bool = False
    as_json: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatResult:
    """One answer."""

    reply: Reply
    changed: bool = False
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE
