"""Programs that still run with what they were started with, and starts that would bring other settings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from taotoken._causes import Cause
from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._tool import Effective
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import make
from taotoken_plugins.diagnosis._names import role_of
from taotoken_plugins.diagnosis._program import Running
from taotoken_plugins.diagnosis.facts import Start
from taotoken_plugins.diagnosis.known import Known

_SLACK: Final = timedelta(seconds=2)
_RESTART_DAEMON: Final = "codex app-server daemon restart"
# Measured: a change of these is read while Claude Code runs.
_WATCHED: Final = ("settings.json", "settings.local.json")


def old_programs(known: Known) -> Iterator[Finding]:
    """A program older than the tool's settings."""
    for program in known.facts.running:
        changed = _changed_after(known, program)
        if changed is None:
            continue
        file, moment = changed
        line = evidence.RUNS_SINCE(pid=program.pid, started=_stamp(program.started), file=file, changed=moment)
        cause = Cause.CODEX_APP_SERVER_STALE if program.daemon else Cause.TOOL_NOT_RESTARTED
        fix = Fix(run=(_RESTART_DAEMON,)) if program.daemon else None
        confidence = 76 if known.failing else 57
        yield make(known, cause, known.weigh(cause, confidence), line, fix=fix, level="warning")


def _changed_after(known: Known, program: Running) -> tuple[str, str] | None:
    """The file in force that was changed after the program's start, and when."""
    for file in known.files:
        moment = file.file.changed
        if moment is None or moment <= program.started + _SLACK or not _counts(known, file.name, program):
            continue
        if any(str(source.path) == file.file.path for source in known.effective.origin.values()):
            return safe_text(file.file.path, 200), _stamp(moment)
    return None


def _counts(known: Known, name: str, program: Running) -> bool:
    """Does a change of this file need a restart? Codex's daemon takes a key in config.toml at the next session, but
    keeps one of auth.json or a variable (measured)."""
    if program.daemon:
        return name in ("auth.json", ".env")
    return known.tool != "claude-code" or name not in _WATCHED or _is_model(known)


def _is_model(known: Known) -> bool:
    """Claude Code takes a new key at once, another model only at the next start; which it was can't be seen."""
    return known.failing and known.suspects.get(Cause.MODEL_ID_WRONG, 0) > 0


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%SZ")


def other_starts(known: Known) -> Iterator[Finding]:
    """What a new terminal, the desktop or an editor would add to the environment, where that changes what is used."""
    for start in known.facts.starts:
        lines = [*_differences(start, known)]
        if not lines:
            continue
        inside = start.kind in ("editor", "extension")
        cause = Cause.SETTINGS_SHADOWED if inside else Cause.TOOL_NOT_RESTARTED
        missing = not inside and _fills_a_gap(known.effective, start.effective)
        place = safe_text(str(start.source.path), 200) if start.source.path else evidence.REGISTRY()
        yield make(
            known,
            cause,
            known.weigh(cause, 90 if missing else 58),
            *lines,
            level="error" if missing else "warning",
            detail=place,
            file=str(start.source.path) if start.source.path else None,
        )


def _fills_a_gap(now: Effective, then: Effective) -> bool:
    """Is a URL or a key missing here that is there after such a start?"""
    return (not now.base_url and bool(then.base_url)) or (
        not now.auth_headers and bool(then.auth_headers) and bool(then.base_url)
    )


def _differences(start: Start, known: Known) -> Iterator[Message]:
    now, then = known.effective, start.effective
    same = (now.base_url, now.api_key, now.model, now.auth_headers)
    if same == (then.base_url, then.api_key, then.model, then.auth_headers):
        return
    place = safe_text(str(start.source.path), 200) if start.source.path else evidence.REGISTRY()
    for name, value in start.source.values.items():
        if known.facts.env.get(name) != value:
            shown = mask_key(value) if role_of(name) == "api_key" else value
            yield evidence.VALUE(name=name, value=safe_text(shown, 200, secrets=known.secrets), place=place)


RULES: Final = (old_programs, other_starts)
