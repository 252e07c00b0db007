"""Files that their tool can't read, or reads only to ignore them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from taotoken._causes import Cause
from taotoken._edges import is_unexpanded
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._edit import MISSING, get
from taotoken_plugins._formats import FormatError
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins._texts import tools as tool_texts
from taotoken_plugins._tool import Source
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix, Point
from taotoken_plugins.diagnosis._make import make
from taotoken_plugins.diagnosis._names import role_of
from taotoken_plugins.diagnosis._parsed import Parsed
from taotoken_plugins.diagnosis.known import Known

# Files whose tools don't take a byte order mark (measured).
_NO_BOM: Final = ("auth.json", "providers.json", "secrets.json", "globalState.json")
_SCALAR: Final = (str, int, float, bool)

# tool → path → the types it may have. One of another type and the whole file is skipped (measured).
_TYPES: Final[Mapping[str, Mapping[tuple[str, ...], tuple[type, ...]]]] = {
    "claude-code": {
        ("model",): (str,),
        ("apiKeyHelper",): (str,),
        ("env",): (dict,),
        ("permissions",): (dict,),
        ("hooks",): (dict,),
        ("permissions", "allow"): (list,),
        ("permissions", "deny"): (list,),
        ("permissions", "ask"): (list,),
    },
    "codex": {
        ("model",): (str,),
        ("model_provider",): (str,),
        ("model_providers",): (dict,),
        ("mcp_servers",): (dict,),
        ("profiles",): (dict,),
        ("features",): (dict,),
    },
}
_PROVIDER_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "name": (str,),
    "base_url": (str,),
    "env_key": (str,),
    "experimental_bearer_token": (str,),
    "requires_openai_auth": (bool,),
    "supports_websockets": (bool,),
    "stream_idle_timeout_ms": (int,),
    "stream_max_retries": (int,),
    "request_max_retries": (int,),
}
_EXPECTED: Final[Mapping[type, Message]] = {
    str: tool_texts.A_STRING(),
    dict: tool_texts.AN_OBJECT(),
    list: tool_texts.AN_ARRAY(),
}


def unreadable(known: Known) -> Iterator[Finding]:
    """Files that don't parse for their tool, with every place to mend."""
    for file in known.files:
        if file.faults and not _mark_is_the_fault(file, known):
            yield _syntax(known, file)


def empty(known: Known) -> Iterator[Finding]:
    """A file with nothing in it, which is no JSON for Claude Code."""
    for file in known.files:
        if file.tool != "claude-code" or file.kind != "json" or file.file.data.strip():
            continue
        line = evidence.EMPTY_FILE(file=_path(file))
        cause = Cause.JSON_SYNTAX
        yield make(known, cause, known.weigh(cause, 90), line, detail=line, file=file.file.path, line=1)


def _mark_is_the_fault(file: Parsed, known: Known) -> bool:
    return file.bom and file.faults[0].code == "encoding" and file.kind == "json" and known.tool is not None


def _syntax(known: Known, file: Parsed) -> Finding:
    cause = Cause.TOML_SYNTAX if file.kind == "toml" else Cause.JSON_SYNTAX
    points = tuple(_point(fault, file) for fault in file.faults)
    first = points[0]
    if _overwrites(file):
        cause = Cause.CLINE_PROVIDERS_INVALID
    lines = [
        evidence.FILE_FAULT(file=_path(file), line=point.line, column=point.column, what=point.what) for point in points
    ]
    return make(
        known,
        cause,
        known.weigh(cause, 96),
        *lines[:5],
        fix=Fix(point_at=points),
        detail=evidence.FILE_FAULT(file=_path(file), line=first.line, column=first.column, what=first.what),
        file=file.file.path,
        line=first.line,
    )


def _point(fault: FormatError, file: Parsed) -> Point:
    line, column = (fault.position.line, fault.position.column) if fault.position else (1, 1)
    return Point(file=_path(file), line=line, column=column, what=fault.message)


def _overwrites(file: Parsed) -> bool:
    return file.tool == "cline" and file.name == "providers.json"


def _path(file: Parsed) -> str:
    return safe_text(file.file.path, 200)


def byte_order_mark(known: Known) -> Iterator[Finding]:
    """A byte order mark that the tool can't read, or that a text complaining of the file points to."""
    for file in known.files:
        if not file.bom or file.kind not in ("json", "jsonc") or file.faults:
            continue
        always = file.name in _NO_BOM
        spoken_of = known.failing and known.fits(Cause.CONFIG_UTF8_BOM)
        if not always and not spoken_of:
            continue
        yield make(
            known,
            Cause.CONFIG_UTF8_BOM,
            known.weigh(Cause.CONFIG_UTF8_BOM, 94),
            evidence.FILE_HOLDS(file=_path(file), what="U+FEFF (EF BB BF)"),
            fix=Fix(without_bom=(file.file.path,)),
            remedy=fixes.REWRITE_NO_BOM(file=_path(file)),
            file=file.file.path,
            line=1,
        )


def wrong_type(known: Known) -> Iterator[Finding]:
    """One value of a wrong type makes the tool skip or refuse the whole file."""
    for file in known.files:
        for path, expected in _wrong_values(file):
            cause = Cause.CONFIG_WRONG_TYPE
            name = ".".join(path)
            reason = tool_texts.WRONG_TYPE(field=safe_text(name, 120), expected=expected)
            line, column = _place(file, path)
            yield make(
                known,
                cause,
                known.weigh(cause, 95),
                evidence.FILE_FAULT(file=_path(file), line=line, column=column, what=reason),
                fix=Fix(point_at=(Point(file=_path(file), line=line, column=column, what=reason),)),
                detail=reason,
                file=file.file.path,
                line=line,
                field=name,
            )
            break


def _wrong_values(file: Parsed) -> Iterator[tuple[tuple[str, ...], Message | str]]:
    if file.tool == "claude-code" and not file.name.startswith("settings") and "managed" not in file.name:
        return
    if file.tool == "codex" and file.name != "config.toml":
        return
    for path, types in _TYPES.get(file.tool or "", {}).items():
        if _is_wrong(get(file.data, path), types):
            yield path, _EXPECTED[types[0]]
    env = file.data.get("env")
    if file.tool == "claude-code" and isinstance(env, dict):
        for name, value in env.items():
            if not isinstance(value, _SCALAR) and value is not None:
                yield ("env", name), tool_texts.A_STRING()
    yield from _wrong_provider_values(file)


def _is_wrong(value: Any, types: tuple[type, ...]) -> bool:
    if value is MISSING or value is None:
        return False
    return not isinstance(value, types) or (isinstance(value, bool) and bool not in types)


def _wrong_provider_values(file: Parsed) -> Iterator[tuple[tuple[str, ...], Message | str]]:
    providers = file.data.get("model_providers")
    if file.tool != "codex" or not isinstance(providers, dict):
        return
    for provider, table in providers.items():
        for name, value in table.items() if isinstance(table, dict) else ():
            types = _PROVIDER_TYPES.get(name)
            if types and _is_wrong(value, types):
                yield ("model_providers", provider, name), _EXPECTED.get(types[0], types[0].__name__)


def _place(file: Parsed, path: tuple[str, ...]) -> tuple[int, int]:
    from taotoken_plugins._formats.json_format import JSONC
    from taotoken_plugins._formats.toml_format import TOML

    try:
        found = (TOML if file.kind == "toml" else JSONC).locate(file.file.data, path)
    except FormatError:
        found = None
    return (found.line, found.column) if found else (1, 1)


def source_problems(known: Known) -> Iterator[Finding]:
    """Files of this machine that the tool's own reading found unusable."""
    named = {file.file.path for file in known.files if file.faults}
    for source in known.sources:
        if source.problem is None or source.path is None or str(source.path) in named:
            continue
        cause = _cause_of_problem(source.problem, str(source.path))
        if cause is Cause.BASE_URL_UNPARSABLE and is_unexpanded(_value_of(known, source), anywhere=True):
            cause = Cause.VALUE_NOT_EXPANDED
        yield make(known, cause, known.weigh(cause, 95), source.problem, detail=source.problem, file=str(source.path))


def _value_of(known: Known, source: Source) -> str:
    """The value that the problem of a source is about."""
    reason = source.problem.params.get("reason") if source.problem else None
    field = str(reason.params.get("field")) if isinstance(reason, Message) else ""
    file = next((file for file in known.files if file.file.path == str(source.path)), None)
    return file.flat[field][1] if file and field in file.flat else ""


def _cause_of_problem(problem: Message, path: str) -> Cause:
    reason = problem.params.get("reason")
    field = reason.params.get("field") if isinstance(reason, Message) else None
    if isinstance(field, str) and role_of(field) == "base_url":
        return Cause.BASE_URL_UNPARSABLE
    text = reason.text if isinstance(reason, Message) else None
    if text is tool_texts.WRONG_TYPE:
        return Cause.CONFIG_WRONG_TYPE
    if text is tool_texts.HAS_BOM:
        return Cause.CONFIG_UTF8_BOM
    if text is tool_texts.FILE_UNREADABLE:
        return Cause.FILE_UNREADABLE
    if path.endswith("providers.json"):
        return Cause.CLINE_PROVIDERS_INVALID
    return Cause.TOML_SYNTAX if path.endswith(".toml") else Cause.JSON_SYNTAX


def wrong_owner(known: Known) -> Iterator[Finding]:
    """Files of the user's that belong to another user."""
    for file in known.files:
        if file.file.owner:
            owner = safe_text(file.file.owner, 60)
            yield make(
                known,
                Cause.FILE_WRONG_OWNER,
                known.weigh(Cause.FILE_WRONG_OWNER, 90),
                evidence.FILE_HOLDS(file=_path(file), what=f"owner {owner}"),
                fix=Fix(run=(f"sudo chown $(id -u) {_path(file)}",)),
                detail=f"{_path(file)} ({owner})",
                file=file.file.path,
            )


def exposed(known: Known) -> Iterator[Finding]:
    """The file that the key stands in may be read by everybody on this machine; where something fails that is no
    explanation."""
    key = known.key
    if known.failing or key is None or not key.value or key.source.kind != "file":
        return
    for file in known.files:
        mode = file.file.mode
        if str(key.source.path) != file.file.path or mode is None or not mode & 0o044 or known.facts.os == "windows":
            continue
        line = evidence.FILE_MODE(file=_path(file), mode=f"{mode:04o}")
        fix = Fix(run=(f"chmod 600 {_path(file)}",))
        yield make(known, Cause.KEY_FILE_EXPOSED, 12, line, fix=fix, detail=line, level="info", file=file.file.path)


RULES: Final = (unreadable, empty, byte_order_mark, wrong_type, source_problems, wrong_owner, exposed)
