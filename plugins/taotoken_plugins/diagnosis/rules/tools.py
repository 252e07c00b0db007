"""Peculiarities of single tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from taotoken._causes import Cause
from taotoken._text import mask_key, safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix, Point
from taotoken_plugins.diagnosis._make import make, said
from taotoken_plugins.diagnosis._parsed import Parsed
from taotoken_plugins.diagnosis.known import Known

_CONFIG: Final = "~/.codex/config.toml"
_VARIABLE: Final = "TAOTOKEN_API_KEY"
_IS_KEY: Final = re.compile(r"(?:sk|rk|pk|ak)-|[^A-Za-z0-9_]|^[0-9]|^(?=.*[0-9])(?=.*[a-z]).{24,}$")


def _provider(file: Parsed) -> tuple[str, dict[str, Any]] | None:
    """The provider table that Codex uses: the chosen one, else the only one."""
    tables = file.data.get("model_providers")
    if file.tool != "codex" or not isinstance(tables, dict):
        return None
    chosen = file.data.get("model_provider")
    name = (
        chosen
        if isinstance(chosen, str) and chosen in tables
        else next(iter(tables), None)
        if len(tables) == 1
        else None
    )
    table = tables.get(name) if name is not None else None
    return (str(name), table) if isinstance(table, dict) else None


def _providers(known: Known) -> Iterator[tuple[Parsed, str, dict[str, Any]]]:
    for file in known.files:
        if file.name == "config.toml" and (found := _provider(file)) is not None:
            yield file, *found


def codex_wire_api(known: Known) -> Iterator[Finding]:
    """wire_api = "chat", which Codex refuses at load."""
    for file, name, table in _providers(known):
        wire = table.get("wire_api")
        if isinstance(wire, str) and wire != "responses":
            where = f"model_providers.{name}.wire_api"
            yield make(
                known,
                Cause.CODEX_WIRE_API_CHAT,
                known.weigh(Cause.CODEX_WIRE_API_CHAT, 97),
                evidence.FILE_HOLDS(file=safe_text(file.file.path), what=f'{where} = "{safe_text(wire, 40)}"'),
                *said(known, "codex-wire-api"),
                fix=Fix(set_file={file.file.path: {where: "responses"}}),
                file=file.file.path,
                line=file.line_of(where),
            )
            return
    for source in known.sources:
        for setting, value in source.values.items():
            if setting.endswith(".wire_api") and value != "responses" and not known.files:
                path = str(source.path or _CONFIG)
                yield make(
                    known,
                    Cause.CODEX_WIRE_API_CHAT,
                    known.weigh(Cause.CODEX_WIRE_API_CHAT, 97),
                    evidence.FILE_HOLDS(
                        file=safe_text(path), what=f'{safe_text(setting, 100)} = "{safe_text(value, 40)}"'
                    ),
                    fix=Fix(set_file={path: {setting: "responses"}}),
                    file=path,
                    line=source.lines.get(setting),
                )
                return
    if known.has_hit("codex-wire-api") is not None:
        fix = Fix(set_file={_CONFIG: {"model_providers.<id>.wire_api": "responses"}})
        yield make(known, Cause.CODEX_WIRE_API_CHAT, 94, *said(known, "codex-wire-api"), fix=fix)


def codex_env_key(known: Known) -> Iterator[Finding]:
    """env_key holds the key itself, or names a variable that is not set."""
    for path, setting, value, line in _env_keys(known):
        if _IS_KEY.search(value):
            yield _is_secret(known, path, setting, value, line)
        elif not known.facts.env.get(value) and not _set_elsewhere(known, value):
            spoken = known.has_hit("codex-env-key") is not None
            yield make(
                known,
                Cause.CODEX_ENV_KEY_UNSET,
                known.weigh(Cause.CODEX_ENV_KEY_UNSET, 94 if spoken or known.facts.complete else 82),
                evidence.FILE_HOLDS(file=safe_text(path), what=f'env_key = "{safe_text(value, 80)}"'),
                evidence.NOT_SET(name=safe_text(value, 80)),
                fix=Fix(ask="api_key"),
                file=path,
                line=line,
            )
        return
    hit = known.has_hit("codex-env-key")
    if hit is not None and _IS_KEY.search(hit.groups.get("name", "")):
        fix = Fix(set_file={_CONFIG: {"model_providers.<id>.env_key": _VARIABLE}})
        yield make(known, Cause.CODEX_ENV_KEY_IS_SECRET, 93, *said(known, "codex-env-key"), fix=fix)


def _is_secret(known: Known, path: str, setting: str, value: str, line: int | None) -> Finding:
    table = setting.rpartition(".")[0]
    change = {setting: _VARIABLE}
    instead = Fix(set_file={path: {f"{table}.experimental_bearer_token": value}}, unset_file={path: (setting,)})
    return make(
        known,
        Cause.CODEX_ENV_KEY_IS_SECRET,
        known.weigh(Cause.CODEX_ENV_KEY_IS_SECRET, 96),
        evidence.FILE_HOLDS(file=safe_text(path), what=f"env_key = {mask_key(value)}"),
        fix=Fix(set={_VARIABLE: value}, set_file={path: change}, others=(instead,)),
        file=path,
        line=line,
    )


def _env_keys(known: Known) -> Iterator[tuple[str, str, str, int | None]]:
    for file, name, table in _providers(known):
        value = table.get("env_key")
        if isinstance(value, str) and value:
            setting = f"model_providers.{name}.env_key"
            yield file.file.path, setting, value, file.line_of(setting)
    for source in known.sources if not known.files else ():
        for setting, value in source.values.items():
            if setting.endswith(".env_key") and value:
                yield str(source.path or _CONFIG), setting, value, source.lines.get(setting)


def _set_elsewhere(known: Known, name: str) -> bool:
    return any(source.values.get(name) for source in known.sources)


def codex_no_key(known: Known) -> Iterator[Finding]:
    """Nothing in the provider's table supplies a key."""
    for file, name, table in _providers(known):
        ways = (
            "env_key",
            "experimental_bearer_token",
            "http_headers",
            "env_http_headers",
            "auth",
            "requires_openai_auth",
        )
        if any(table.get(way) for way in ways) or "base_url" not in table:
            continue
        auth = next((one for one in known.files if one.name == "auth.json"), None)
        holds = auth is not None and auth.data.get("OPENAI_API_KEY")
        lines = [evidence.FILE_LACKS(file=safe_text(file.file.path), what="env_key, experimental_bearer_token")]
        if holds:
            lines.append(evidence.FILE_HOLDS(file="auth.json", what="OPENAI_API_KEY"))
        strong = known.has_hit("codex-no-key", "codex-plan-type") or any(
            f.code == "authentication" for f in known.failures
        )
        where = f"model_providers.{name}"
        fix = Fix(set_file={file.file.path: {f"{where}.requires_openai_auth": True}}) if holds else Fix(ask="api_key")
        yield make(
            known,
            Cause.CODEX_KEY_NOT_SENT,
            known.weigh(Cause.CODEX_KEY_NOT_SENT, 93 if strong or not known.failing else 70),
            *lines,
            fix=fix,
            file=file.file.path,
            level="error",
        )


def codex_told_no_key(known: Known) -> Iterator[Finding]:
    """The gateway saw no key, and nothing is known of Codex's files."""
    if known.tool == "codex" and not known.files and known.has_hit("no-key") is not None:
        yield make(known, Cause.CODEX_KEY_NOT_SENT, 72, *said(known, "no-key"))


def claude_rejected(known: Known) -> Iterator[Finding]:
    """The key was answered with No in Claude Code's dialog."""
    listed = next(
        (s.values[name] for s in known.sources for name in ("customApiKeyResponses.rejected",) if name in s.values),
        "",
    )
    key = next((s for s in known.settings if s.name == "ANTHROPIC_API_KEY" and s.value), None)
    if key is None or key.value[-20:] not in listed.split("\n"):
        return
    if any(s.name == "ANTHROPIC_AUTH_TOKEN" and s.value for s in known.settings):
        return
    tail = key.value[-20:]
    fix = Fix(
        unset_file={"~/.claude.json": (f"customApiKeyResponses.rejected[{mask_key(tail)}]",)},
        set={"ANTHROPIC_AUTH_TOKEN": key.value},
        unset=("ANTHROPIC_API_KEY",),
    )
    yield make(
        known,
        Cause.CLAUDE_KEY_REJECTED_IN_DIALOG,
        known.weigh(Cause.CLAUDE_KEY_REJECTED_IN_DIALOG, 94),
        evidence.FILE_HOLDS(file="~/.claude.json", what="customApiKeyResponses.rejected"),
        fix=fix,
        setting=key,
    )


def onboarding(known: Known) -> Iterator[Finding]:
    """Claude Code's first-start screens are still to come."""
    hit = known.has_hit("custom-key-dialog", "theme-choice", "claude-no-anthropic")
    state = next((file for file in known.files if file.name == ".claude.json"), None)
    if hit is None:
        return
    lines = list(said(known, hit.symptom))
    done = state is not None and state.data.get("hasCompletedOnboarding") is True
    if state is not None and not done:
        lines.append(evidence.FILE_LACKS(file="~/.claude.json", what="hasCompletedOnboarding"))
    fix = Fix(set_file={"~/.claude.json": {"hasCompletedOnboarding": True}}) if not done else None
    yield make(known, Cause.ONBOARDING_PENDING, 82 if state is not None and not done else 70, *lines, fix=fix)


def codex_daemon(known: Known) -> Iterator[Finding]:
    """A background app-server that keeps the key it was started with."""
    if known.has_hit("codex-daemon") is not None:
        command = "codex app-server daemon restart"
        yield make(known, Cause.CODEX_APP_SERVER_STALE, 86, *said(known, "codex-daemon"), fix=Fix(run=(command,)))


def toml_place(known: Known) -> Iterator[Finding]:
    """The place of a fault as Codex itself names it, where the file is not at hand."""
    hit = known.has_hit("codex-toml-place", "toml-parse-error")
    if hit is None or known.files or "line" not in hit.groups:
        return
    line, column = int(hit.groups["line"]), int(hit.groups["column"])
    point = Point(file=_CONFIG, line=line, column=column, what=evidence.SAID(line=hit.line))
    yield make(known, Cause.TOML_SYNTAX, 88, *said(known, hit.symptom), fix=Fix(point_at=(point,)), line=line)


RULES: Final = (
    codex_daemon,
    toml_place,
    codex_wire_api,
    codex_env_key,
    codex_no_key,
    codex_told_no_key,
    claude_rejected,
    onboarding,
)
