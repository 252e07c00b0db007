"""The key as it stands: there, clean, of this gateway."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taotoken._causes import Cause
from taotoken._edges import is_invisible, is_unexpanded
from taotoken._errors import ConfigurationError
from taotoken._key import CleanKey, clean_key
from taotoken._text import mask_key
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins._tool import AuthHeader
from taotoken_plugins.diagnosis._finding import PROVED, Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import answered, make, place_of, said, set_fix, unset_fix, value_seen
from taotoken_plugins.diagnosis.facts import KeptKeyProbe, RequestProbe
from taotoken_plugins.diagnosis.known import Known, Setting, host_in, kept_key, probes_of

# Prefixes by which keys of well-known services are told, and the hosts they are for.
_OWNERS: Final = (
    ("sk-ant-", "Anthropic", ("anthropic.com",)),
    ("sk-or-", "OpenRouter", ("openrouter.ai",)),
    ("sk-proj-", "OpenAI", ("openai.com",)),
    ("sk-svcacct-", "OpenAI", ("openai.com",)),
    ("gsk_", "Groq", ("groq.com",)),
    ("xai-", "xAI", ("x.ai",)),
    ("AIza", "Google", ("googleapis.com", "google.com")),
    ("hf_", "Hugging Face", ("huggingface.co",)),
    ("ghp_", "GitHub", ("github.com", "githubcopilot.com")),
    ("nvapi-", "NVIDIA", ("nvidia.com",)),
    ("pplx-", "Perplexity", ("perplexity.ai",)),
)


def owner_of(key: str) -> tuple[str, tuple[str, ...]] | None:
    """Whose key this is by its form, and the domains it is for."""
    return next(((owner, hosts) for prefix, owner, hosts in _OWNERS if key.startswith(prefix)), None)


def not_clean(known: Known) -> Iterator[Finding]:
    """A key with something in it that does not belong there, or that is no key at all."""
    for setting in _keys(known):
        try:
            cleaned = clean_key(setting.value)
        except ConfigurationError as error:
            yield from _refused(known, setting, error)
        else:
            yield from _repaired(known, setting, cleaned)


def _keys(known: Known) -> Iterator[Setting]:
    """The keys in force, and those that only just lost; empty ones are another matter."""
    seen = set()
    for setting in (*known.keys, *((known.key,) if known.key else ())):
        if setting.value.strip() and id(setting) not in seen:
            seen.add(id(setting))
            yield setting


def _refused(known: Known, setting: Setting, error: ConfigurationError) -> Iterator[Finding]:
    cause = error.cause or Cause.KEY_NON_ASCII
    note = evidence.NOTE(name=setting.short, place=place_of(setting), note=error.detail or error.message)
    fix = Fix(ask="api_key")
    if cause is Cause.VALUE_NOT_EXPANDED:
        fix = _expanded(known, setting)
    elif cause in (Cause.KEY_NON_ASCII, Cause.KEY_WHITESPACE) and (bare := _without_invisible(setting.value)):
        fix = set_fix(known, setting, bare)
    yield make(
        known,
        cause,
        known.weigh(cause, 95),
        note,
        fix=fix,
        setting=setting,
        detail=error.detail or error.message,
    )


def _without_invisible(key: str) -> str | None:
    """The key without invisible characters inside, when that makes it clean."""
    bare = "".join(char for char in key if not is_invisible(char) and char not in "\r\n\t")
    try:
        return clean_key(bare).key if bare != key else None
    except ConfigurationError:
        return None


def _expanded(known: Known, setting: Setting) -> Fix:
    """The value of the variable that stands there by its name, where it is known."""
    name = setting.value.strip("${}% ").removeprefix("env:").removeprefix("env.")
    value = known.facts.env.get(name)
    return set_fix(known, setting, value) if value and not is_unexpanded(value) else Fix(ask="api_key")


def _repaired(known: Known, setting: Setting, cleaned: CleanKey) -> Iterator[Finding]:
    if not cleaned.causes or (
        known.tool == "claude-code" and cleaned.causes == (Cause.KEY_WHITESPACE,) and not known.failing
    ):
        return  # Claude Code trims blanks itself
    cause = cleaned.causes[0]
    notes = [evidence.NOTE(name=setting.short, place=place_of(setting), note=note) for note in cleaned.notes]
    yield make(
        known,
        cause,
        known.weigh(cause, 95),
        *notes,
        *said(known, "illegal-header", "ascii-codec", "header-content"),
        fix=set_fix(known, setting, cleaned.key),
        setting=setting,
    )


def missing(known: Known) -> Iterator[Finding]:
    """No key, or an empty one."""
    if (
        known.effective.auth_headers
        or any(setting.value.strip() for setting in known.keys)
        or (known.key and known.key.value.strip())
    ):
        return
    empty = next((s for s in known.settings if s.role == "api_key" and not s.value.strip()), None)
    if not known.fits(Cause.KEY_MISSING) or _is_keyless(known):
        return
    spoken = known.suspects.get(Cause.KEY_MISSING, 0)
    if empty is not None:
        yield make(known, Cause.KEY_MISSING, 94, value_seen(empty, known), fix=Fix(ask="api_key"), setting=empty)
    elif known.facts.complete:
        confidence = 82 if spoken or not known.failing else 70
        yield make(known, Cause.KEY_MISSING, confidence, evidence.NOT_SET(name="API key"), fix=Fix(ask="api_key"))
    elif spoken and (known.settings or known.files):
        yield make(
            known,
            Cause.KEY_MISSING,
            min(88, spoken + 10),
            evidence.NOT_SET(name="API key"),
            fix=Fix(ask="api_key"),
        )


def _is_keyless(known: Known) -> bool:
    """Does the key come from a command or a login, which can't be looked at?"""
    names = {name.rpartition(".")[2] for source in known.sources for name in source.values}
    return bool(names & {"apiKeyHelper", "command", "env_key"}) or any(
        s.role == "login" and s.value for s in known.settings
    )


def of_another_gateway(known: Known) -> Iterator[Finding]:
    """A key that is known, or by its form, one of another service than the host it goes to."""
    host = known.base_url and known.host
    for setting in _keys(known) if host else ():
        key = setting.value.strip()
        home = known.facts.known_keys.get(key)
        owner, hosts = (home, (home,)) if home else owner_of(key) or ("", ())
        if not hosts or any(host == name or (host or "").endswith(f".{name}") for name in hosts):
            continue
        alone = len(known.keys) < 2
        confidence = 91 if home else 84 if known.failing and alone else 62
        yield make(
            known,
            Cause.KEY_OF_ANOTHER_GATEWAY,
            known.weigh(Cause.KEY_OF_ANOTHER_GATEWAY, confidence),
            evidence.KEY_KIND(name=setting.short, owner=owner, host=host),
            fix=Fix(ask="api_key"),
            level="error" if known.failing else "warning",
            setting=setting,
        )


def to_foreign_host(known: Known) -> Iterator[Finding]:
    """The base URL comes from a project, the key from the user: the project chose where the key goes."""
    url, key = known.base_url, known.key
    if (
        url is None
        or key is None
        or not key.value
        or url.source is key.source
        or not _of_project(url, known)
        or _of_project(key, known)
    ):
        return
    if known.tool in ("claude-code",) and not known.failing and not known.facts.complete:
        return
    # Where each place has a whole set of its own, one beats the other; that is another rule's business.
    beaten = [s for s in known.settings if s.role == "base_url" and s.source is not url.source and s.value]
    lost = beaten or any(s.role == "api_key" and s.source is url.source and s.value for s in known.settings)
    if known.host in {known.facts.known_keys.get(key.value), *(host_in(s.value) for s in beaten)}:
        return
    yield make(
        known,
        Cause.KEY_TO_FOREIGN_HOST,
        78 if lost else 86,
        value_seen(url, known),
        value_seen(key, known),
        fix=unset_fix(url),
        remedy=fixes.SAME_PLACE(host=known.host or "?"),
        setting=url,
    )


def _of_project(setting: Setting, known: Known) -> bool:
    """Does the setting stand in a file of the project, which may come from a stranger?"""
    path = setting.source.path
    if setting.source.kind != "file" or path is None:
        return False
    if known.facts.complete:
        return str(path) in known.facts.project
    text = path.as_posix()
    return not text.startswith(("~", "/")) and "managed-settings" not in text


def refused(known: Known) -> Iterator[Finding]:
    """The gateway refuses a key that has nothing wrong with it."""
    for failure in known.failures:
        if failure.code != "authentication" or failure.auth == "none":
            continue
        confidence = (72 if failure.cause is Cause.KEY_INVALID else 58) - known.late(failure)
        cause = failure.cause or Cause.KEY_INVALID
        kept = _kept(known) if cause is Cause.KEY_INVALID else None
        yield make(
            known,
            cause,
            confidence + (6 if failure.seen else 0),
            answered(failure, known),
            *([evidence.KEPT_KEY_WORKS(key=mask_key(kept), host=known.host or "?")] if kept else []),
            fix=set_fix(known, known.key, kept) if kept and known.key else None,
            setting=known.key if kept else None,
        )


def _kept(known: Known) -> str | None:
    """The key that is kept for this gateway, where a request has shown that it works."""
    if known.key is None or not any(probe.works for probe in probes_of(known.facts, KeptKeyProbe)):
        return None
    return kept_key(known.facts, known.base_url.value if known.base_url else "", known.key.value)


def wrong_header(known: Known) -> Iterator[Finding]:
    """The same request passes with the key in the other header."""
    sent = {setting.header for setting in known.keys} or set(known.effective.auth_headers)
    probes = probes_of(known.facts, RequestProbe)
    for probe in probes:
        if not probe.good or probe.auth not in ("bearer", "x-api-key") or probe.auth in sent or len(sent) != 1:
            continue
        header = next(iter(sent))
        yield make(
            known,
            Cause.KEY_WRONG_HEADER,
            PROVED + 5,
            evidence.HEADER_OK(header=probe.auth),
            evidence.HEADER_REFUSED(header=header),
            fix=_other_header(known, probe.auth),
            header=header,
            other_header=probe.auth,
        )


def header_asked_for(known: Known) -> Iterator[Finding]:
    """The text asks for the header that the key does not go out in."""
    hit = known.has_hit("wrong-header", "key-header-form")
    if hit is None or not known.keys:
        return
    wanted: AuthHeader = "x-api-key" if "x-api-key" in hit.line.lower() else "bearer"
    sent = {setting.header for setting in known.keys}
    if wanted not in sent:
        header = next(iter(sent))
        yield make(
            known,
            Cause.KEY_WRONG_HEADER,
            88,
            *said(known, "wrong-header"),
            value_seen(known.keys[0], known),
            fix=_other_header(known, wanted),
            header=header,
            other_header=wanted,
        )


def _other_header(known: Known, header: AuthHeader) -> Fix | None:
    """Claude Code's two variables, each for one header."""
    if known.tool != "claude-code" or known.key is None:
        return None
    names: dict[AuthHeader, str] = {"bearer": "ANTHROPIC_AUTH_TOKEN", "x-api-key": "ANTHROPIC_API_KEY"}
    old = next(name for other, name in names.items() if other != header)
    return Fix(set={names[header]: known.key.value}, unset=(old,))


RULES: Final = (
    not_clean,
    missing,
    of_another_gateway,
    to_foreign_host,
    refused,
    wrong_header,
    header_asked_for,
)
