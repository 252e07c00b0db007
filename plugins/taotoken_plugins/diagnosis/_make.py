"""Puts a cause into words: the sentence, the evidence, the remedy, who must act."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._endpoint import parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._hosts import page
from taotoken._message import Message, Text
from taotoken._text import mask_key, safe_text
from taotoken_plugins._texts import diagnosis as texts
from taotoken_plugins._texts import diagnosis_evidence as evidence_texts
from taotoken_plugins._texts import diagnosis_fixes as fix_texts
from taotoken_plugins._texts.causes import CAUSES
from taotoken_plugins.diagnosis._finding import Finding, Level
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._remedy import is_closed, remedy_of
from taotoken_plugins.diagnosis.facts import Failure
from taotoken_plugins.diagnosis.known import Known, Setting, host_in

LOCAL_SWITCHERS: Final = {
    3456: "claude-code-router",
    15721: "cc-switch",
    8317: "CLIProxyAPI",
    4000: "LiteLLM",
    11434: "Ollama",
    1234: "LM Studio",
}
"""Ports that local switchers and routers listen on by default."""

_PAGES: Final = {
    Cause.KEY_INVALID: "api-keys",
    Cause.KEY_MISSING: "api-keys",
    Cause.KEY_NOT_ALLOWED: "api-keys",
    Cause.KEY_PLACEHOLDER: "api-keys",
    Cause.QUOTA_EXHAUSTED: "console",
    Cause.MODEL_ID_WRONG: "models",
}


def make(
    known: Known,
    cause: Cause,
    confidence: int,
    *evidence: Message,
    fix: Fix | None = None,
    remedy: Message | None = None,
    level: Level = "error",
    setting: Setting | None = None,
    file: str | None = None,
    line: int | None = None,
    field: str | None = None,
    **params: object,
) -> Finding:
    """A finding. `params` replace those taken from the facts; `setting`, or else `file`, `line` and `field`, say where
    the value stands."""
    text = CAUSES[cause]
    values = {**_params(known), **{name: _safe(value, known) for name, value in params.items()}}
    source = setting.source.path if setting else None
    path = Path(file) if file else source
    return Finding(
        cause=cause,
        level=level,
        tool=known.tool,
        message=_begun(text.sentence(**values)),
        evidence=evidence or (evidence_texts.NOT_CHECKED(),),
        remedy=_with_page(cause, known, remedy_of(text.remedy, values, fix, remedy, ours=known.has_commands)),
        who=text.who,
        file=path,
        line=line if line is not None else (setting.line if setting else None),
        field=setting.name if setting else field,
        confidence=confidence,
        fix=fix,
    )


def _begun(sentence: Message) -> Message:
    """`sentence` with a capital at its start, where a stand-in such as "the gateway" stands there."""
    first = sentence.text.en.partition("}")[0].removeprefix("{") if sentence.text.en.startswith("{") else ""
    value = sentence.params.get(first)
    if not isinstance(value, Message) or value.params:
        return sentence
    capital = Text(en=value.text.en[:1].upper() + value.text.en[1:], zh=value.text.zh)
    return Message(sentence.text, {**sentence.params, first: capital()})


def _with_page(cause: Cause, known: Known, remedy: Message) -> Message:
    name = _PAGES.get(cause)
    address = page(known.host, name) if known.host and name else None
    if not address:
        return remedy
    return (texts.REMEDY_WITH_PAGE if is_closed(remedy) else texts.REMEDY_AND_PAGE)(remedy=remedy, page=address)


def _safe(value: object, known: Known) -> object:
    return safe_text(value, 300, secrets=known.secrets) if isinstance(value, str) else value


def _params(known: Known) -> dict[str, object]:
    """What the sentences may speak of."""
    base_url = known.base_url.value if known.base_url else (known.effective.base_url or "")
    url = known.url or next(iter(known.facts.reading.urls), "") or base_url
    header = known.keys[0].header if known.keys else next(iter(known.effective.auth_headers), "bearer")
    failure = next(iter(known.failures), None)
    model = known.model.value if known.model else known.facts.reading.model
    retry_after = failure.retry_after if failure else None
    return {
        "tool": known.tool if known.tool and known.tool != "any" else fix_texts.THE_TOOL(),
        "url": safe_text(url, secrets=known.secrets) or fix_texts.THE_URL(),
        "base_url": safe_text(base_url) or fix_texts.THE_URL(),
        "good_url": _clean(base_url),
        "host": host_in(url) or known.host or fix_texts.THE_GATEWAY(),
        "port": port_of(url) or fix_texts.IN_USE(),
        "model": safe_text(model or "", 100) or fix_texts.ASKED_FOR(),
        "nearest": "",
        "key": mask_key(known.key.value.strip()) if known.key and known.key.value.strip() else fix_texts.IN_USE(),
        "header": header,
        "other_header": "x-api-key" if header == "bearer" else "bearer",
        "retry_after": "-" if retry_after is None else f"{retry_after:g} s",
        "detail": _detail(failure, known),
    }


def _detail(failure: Failure | None, known: Known) -> str:
    if failure is not None and failure.message:
        return safe_text(failure.message, 300, secrets=known.secrets)
    return known.hits[0].line if known.hits else "-"


def _clean(base_url: str) -> str:
    try:
        return parse_base_url(base_url, allow_http=True).url
    except ConfigurationError:
        return "URL"


def port_of(url: str) -> int | None:
    """The port of a URL, the usual one where none is written."""
    try:
        parts = urlsplit(url)
        return parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None


def place_of(setting: Setting) -> Message | str:
    """Where a setting stands."""
    if setting.source.kind == "env":
        return evidence_texts.PROCESS()
    if setting.source.path is None:
        return evidence_texts.SETTINGS()
    path = safe_text(str(setting.source.path), 200)
    return f"{path}:{setting.line}" if setting.line else path


def value_seen(setting: Setting, known: Known) -> Message:
    """The evidence that a setting has its value."""
    if not setting.value.strip():
        return evidence_texts.EMPTY_VALUE(name=setting.short, place=place_of(setting))
    shown = mask_key(setting.value.strip()) if setting.role in ("api_key", "login") else setting.value
    return evidence_texts.VALUE(
        name=setting.short, value=safe_text(shown, 200, secrets=known.secrets), place=place_of(setting)
    )


def said(known: Known, *symptoms: str) -> Iterable[Message]:
    """The evidence that the text holds one of these phrases."""
    hit = known.has_hit(*symptoms)
    if hit is not None:
        yield evidence_texts.SAID(line=safe_text(hit.line, 240, secrets=known.secrets))


def answered(failure: Failure, known: Known) -> Message:
    """The evidence of a failed request."""
    status = f"HTTP {failure.http_status or failure.status}" if failure.http_status or failure.status else failure.code
    if not failure.seen and failure.url is None:
        said = safe_text(failure.message, 240, secrets=known.secrets)
        return evidence_texts.SAID(line=said if status in said else f"{status} {said}")
    url = safe_text(failure.url or known.url or "", 200, secrets=known.secrets) or fix_texts.THE_URL()
    return texts.EVIDENCE(status=status, url=url, text=safe_text(failure.message, 300, secrets=known.secrets))


def set_fix(known: Known, setting: Setting, value: str) -> Fix:
    """The fix that gives a setting another value where it stands."""
    del known
    path = setting.source.path
    if setting.source.kind != "env" and path is not None:
        return Fix(set={setting.short: value}, set_file={path.as_posix(): {_dotted(setting): value}})
    return Fix(set={setting.short: value})


def unset_fix(setting: Setting) -> Fix:
    """The fix that takes a setting out where it stands."""
    path = setting.source.path
    in_file = setting.source.kind != "env" and path is not None
    return Fix(
        unset=(setting.short,),
        unset_file={path.as_posix(): (_dotted(setting),)} if in_file and path is not None else {},
    )


def _dotted(setting: Setting) -> str:
    path = setting.source.path
    in_env_table = path is not None and ".claude" in path.as_posix() and setting.name.isupper()
    return f"env.{setting.name}" if in_env_table else setting.name
