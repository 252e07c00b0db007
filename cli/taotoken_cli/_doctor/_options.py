"""What the command line of `doctor` says."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from taotoken._causes import Cause
from taotoken._text import safe_text
from taotoken_cli._answers import missing
from taotoken_cli._texts import doctor as texts

_NOT_TOGETHER: Final = (
    ("fix", "from_report"),
    ("report", "from_report"),
    ("layers", "explain"),
    ("deep", "offline"),
    ("deep", "explain"),
    ("deep", "from_report"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorOptions:
    """The options as typed; `explain` is a text, a file's name or ``-``."""

    tools: tuple[str, ...] = ()
    explain: str | None = None
    fix: bool = False
    yes: bool = False
    report: str | None = None
    from_report: str | None = None
    checks: tuple[str, ...] = ()
    list_checks: bool = False
    layers: bool = False
    curl: bool = False
    deep: bool = False
    offline: bool = False
    as_json: bool = False

    @property
    def causes(self) -> frozenset[Cause]:
        """The causes that `--check` names; empty: all."""
        return frozenset(Cause(name) for name in self.checks)

    @property
    def tests(self) -> bool:
        """May a request be sent?"""
        return not self.offline and self.explain is None and self.from_report is None


def check(options: DoctorOptions) -> None:
    """Raise UsageProblemError for options that can't go together, and for a check that there is not."""
    for one, other in _NOT_TOGETHER:
        if getattr(options, one) and getattr(options, other):
            names = [f"--{name.replace('_', '-')}" for name in (one, other)]
            raise missing("usage", texts.NOT_TOGETHER(one=names[0], other=names[1]), names[0], texts.LEAVE_ONE_OUT())
    known = [str(cause) for cause in Cause]
    for name in options.checks:
        if name not in known:
            near = get_close_matches(name, known, n=3, cutoff=0.5)
            following = texts.NEAREST_CHECKS(names=", ".join(near)) if near else texts.LIST_CHECKS_NEXT()
            raise missing("usage", texts.UNKNOWN_CHECK(name=safe_text(name, 60)), "--check", following)
