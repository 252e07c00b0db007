"""The rules: pure functions from what is known to findings, one module per layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis.known import Known
from taotoken_plugins.diagnosis.rules import (
    codex_shapes,
    environment,
    files,
    gateway,
    keys,
    logins,
    misplaced,
    model,
    network,
    precedence,
    programs,
    request,
    requested,
    said,
    started,
    stream,
    tls,
    tools,
    urls,
)

Rule = Callable[[Known], Iterator[Finding]]

RULES: Final[tuple[Rule, ...]] = (
    *files.RULES,
    *misplaced.RULES,
    *codex_shapes.RULES,
    *precedence.RULES,
    *keys.RULES,
    *logins.RULES,
    *urls.RULES,
    *requested.RULES,
    *environment.RULES,
    *network.RULES,
    *tls.RULES,
    *gateway.RULES,
    *model.RULES,
    *request.RULES,
    *stream.RULES,
    *started.RULES,
    *tools.RULES,
    *programs.RULES,
    *said.RULES,
)

__all__ = ["RULES", "Rule"]
