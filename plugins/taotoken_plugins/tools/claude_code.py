"""Claude Code: settings.json (address, key, models) and its state file (first-run questions answered).

Measured with 2.1.197: the base URL is the gateway's root; the token goes out as Authorization, the API key as
x-api-key, both if both are there; env in settings.json beats the shell, and an empty value there unsets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import MISSING, Edit, Path, Remove, Select, Set, get
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import ConfigFile, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._claude_reading import effective, warnings
from taotoken_plugins.tools._claude_sources import (
    API_KEY,
    BASE_URL,
    BYPASSES,
    CUSTOM_HEADERS,
    FAMILY_MODELS,
    HAIKU,
    HEALED,
    MODEL,
    OAUTH_TOKEN,
    OPUS,
    PROVIDER_MODELS,
    SMALL_FAST_MODEL,
    SONNET,
    TOKEN,
    carries_auth,
    is_alias,
    is_on,
    is_set,
    settings_path,
    sources,
    state_path,
    without_auth,
)
from taotoken_plugins.tools._read import has

KEY_TAIL = 20  # Claude Code remembers an approved key by its last 20 characters


def tool_base_url(endpoint: Endpoint) -> str:
    """The root that Claude Code adds ``/v1/messages`` to."""
    return endpoint.root_for("messages")


def _settings_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    url, model = tool_base_url(wanted.endpoint), wanted.endpoint.model
    return [
        Set(("env", BASE_URL), url),
        *_key_edits(wanted, document, host),
        *(Set(("env", name), model) for name in (MODEL, OPUS, SONNET)),
        Set(("env", HAIKU), wanted.options.get("small-model") or _small_model_here(document, url) or model),
        *_conflicts(document),
        *_exported_bypasses(document, host),
        *_healed(document),
        *_stale_models(document, url, model),
    ]


def _small_model_here(document: Mapping[str, Any], url: str) -> str | None:
    """The small model that is set beside another main model, for the same gateway: someone chose it."""
    address, main, small = (get(document, ("env", name)) for name in (BASE_URL, MODEL, HAIKU))
    chosen = isinstance(small, str) and small.strip() and small != main
    return small if chosen and isinstance(address, str) and _same_root(address, url) else None


def _key_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> Iterator[Edit]:
    """The key under the variable that makes the header the gateway takes, and nothing under the other one.

    An empty value is written only where the shell has one: it beats the shell's, which would go out as well.
    """
    from taotoken_plugins._shell import is_exported

    ours, other = (TOKEN, API_KEY) if wanted.auth_header == "bearer" else (API_KEY, TOKEN)
    yield Set(("env", ours), wanted.endpoint.api_key, secret=True)
    if is_exported(host, other):
        yield Set(("env", other), "", secret=True, note=texts.EMPTY_BEATS_SHELL(name=other))
    elif is_set(document, other):
        yield Remove(("env", other), texts.CONFLICT(), secret=True)


def _conflicts(document: Mapping[str, Any]) -> Iterator[Edit]:
    """What in a file's env would send another key, or send requests elsewhere."""
    for name in BYPASSES:
        if is_on(get(document, ("env", name))):
            yield Remove(("env", name), texts.BYPASS())
    if is_set(document, OAUTH_TOKEN):
        yield Remove(("env", OAUTH_TOKEN), texts.CONFLICT(), secret=True)
    headers = get(document, ("env", CUSTOM_HEADERS))
    if not carries_auth(headers):
        return
    if rest := without_auth(headers):
        note = texts.HEADER_KEY_REMOVED(name=CUSTOM_HEADERS)
        yield Set(("env", CUSTOM_HEADERS), rest, secret=True, note=note)
    else:
        yield Remove(("env", CUSTOM_HEADERS), texts.OTHER_KEY(), secret=True)


def _exported_bypasses(document: Mapping[str, Any], host: Host) -> Iterator[Edit]:
    """Another route that the shell switches on: an empty value here switches it off for Claude Code alone."""
    from taotoken_plugins._shell import exported

    on = {item.name for item in exported(host, BYPASSES) if is_on(item.value)}
    for name in BYPASSES:
        before = get(document, ("env", name))
        if (name in on or is_on(host.env.get(name))) and (before is MISSING or is_on(before)):
            yield Set(("env", name), "", note=texts.EMPTY_BEATS_BYPASS(name=name))


def _healed(document: Mapping[str, Any]) -> Iterator[Edit]:
    """A helper that would send its own key, and values for which Claude Code skips the whole file."""
    if has(document, ("apiKeyHelper",)) and isinstance(document["apiKeyHelper"], str):
        yield Remove(("apiKeyHelper",), texts.CONFLICT(), secret=True)
    for name in HEALED:
        if name in document and not isinstance(document[name], str):
            yield Remove((name,), texts.SKIPS_FILE())


def _stale_models(document: Mapping[str, Any], url: str, model: str) -> Iterator[Edit]:
    """Model settings of the previous provider, which would send ids the new gateway doesn't know."""
    if has(document, ("env", SMALL_FAST_MODEL)):
        yield Remove(("env", SMALL_FAST_MODEL), texts.STALE_MODEL())
    before = get(document, ("env", BASE_URL))
    if isinstance(before, str) and _same_root(before, url):
        return
    for name in PROVIDER_MODELS:
        if has(document, ("env", name)) and get(document, ("env", name)) != model:
            yield Remove(("env", name), texts.STALE_MODEL())
    top = get(document, ("model",))
    if isinstance(before, str) and before and isinstance(top, str) and not is_alias(top) and top != model:
        yield Remove(("model",), texts.STALE_MODEL())


def _same_root(one: str, two: str) -> bool:
    return one.rstrip("/").removesuffix("/v1") == two.rstrip("/").removesuffix("/v1")


def _state_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    edits: list[Edit] = [Set(("hasCompletedOnboarding",), True)]
    if wanted.auth_header == "x-api-key":
        edits += _approval(wanted.endpoint.api_key, document)
    if has(document, ("primaryApiKey",)):
        edits.append(Remove(("primaryApiKey",), texts.LOGIN_KEY(), secret=True))
    other = API_KEY if wanted.auth_header == "bearer" else TOKEN
    if is_set(document, other):
        edits.append(Remove(("env", other), texts.CONFLICT(), secret=True))
    return [*edits, *_conflicts(document)]


def _approval(key: str, document: Mapping[str, Any]) -> Iterator[Edit]:
    """Answer the "custom API key" question with Yes: its default is No, and No is remembered."""
    tail = key[-KEY_TAIL:]
    answers = "customApiKeyResponses"
    approved, rejected = get(document, (answers, "approved")), get(document, (answers, "rejected"))
    if not (isinstance(approved, list) and tail in approved):
        yield Set((answers, "approved", Select(None, tail, secret=True)), tail, secret=True)
    if not isinstance(rejected, list):
        yield Set((answers, "rejected"), [])
    elif rejected.count(tail) > 1:
        yield Set((answers, "rejected"), [item for item in rejected if item != tail], secret=True)
    elif tail in rejected:
        path: Path = (answers, "rejected", Select(None, tail, secret=True))
        yield Remove(path, texts.REJECTED(), secret=True)


def _small_model(sources: Sequence[Source]) -> str | None:
    return next((one.values[HAIKU] for one in sources if one.values.get(HAIKU) and one.kind != "rc"), None)


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "claude", "@anthropic-ai/claude-code")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("claude", "-p", prompt)


TOOL = Tool(
    id="claude-code",
    name="Claude Code",
    protocol="messages",
    homepage="https://www.npmjs.com/package/@anthropic-ai/claude-code",
    tested="2.1.197",
    files=(
        ConfigFile(
            id="settings",
            path=settings_path,
            format=STRICT_JSON,
            edits=_settings_edits,
            owned=(
                *(
                    ("env", name)
                    for name in (
                        BASE_URL,
                        TOKEN,
                        API_KEY,
                        MODEL,
                        *FAMILY_MODELS,
                        SMALL_FAST_MODEL,
                        *PROVIDER_MODELS,
                        *BYPASSES,
                        OAUTH_TOKEN,
                        CUSTOM_HEADERS,
                    )
                ),
                ("apiKeyHelper",),
                ("model",),
            ),
            private=True,
        ),
        ConfigFile(
            id="state",
            path=state_path,
            format=STRICT_JSON,
            edits=_state_edits,
            owned=(
                ("hasCompletedOnboarding",),
                ("customApiKeyResponses", "approved"),
                ("customApiKeyResponses", "rejected"),
                ("primaryApiKey",),
                *(("env", name) for name in (API_KEY, TOKEN, *BYPASSES, OAUTH_TOKEN, CUSTOM_HEADERS)),
            ),
            private=True,
            optional=True,
        ),
    ),
    sources=sources,
    effective=effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_CLAUDE_CODE(),
    warnings=warnings,
    headless=_headless,
    headless_env={"CLAUDE_CODE_MAX_RETRIES": "0", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"},
    small_model=_small_model,
)
