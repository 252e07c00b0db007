"""What Claude Code will use on this host, and what to know before writing its settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import AuthHeader, Effective, Source
from taotoken_plugins.tools._claude_sources import (
    ALIASES,
    API_KEY,
    BASE_URL,
    BYPASSES,
    CUSTOM_HEADERS,
    FAMILY_MODELS,
    HEALED,
    LOGIN,
    MODEL,
    OAUTH_TOKEN,
    OFFICIAL,
    OPUS,
    REJECTED,
    SUBAGENT_MODEL,
    TOKEN,
    carries_auth,
    ignored,
    is_on,
    settings_path,
)
from taotoken_plugins.tools._read import place, rc_sources


def _winner(sources: Sequence[Source], name: str) -> tuple[str, Source] | None:
    """The value that counts and its source; an empty value wins and means "not set"."""
    for source in sources:
        if name in source.values and source.kind != "rc":
            return (source.values[name], source) if source.values[name] else None
    return None


def effective(sources: Sequence[Source], host: Host) -> Effective:
    """What Claude Code will send here."""
    url = _winner(sources, BASE_URL)
    keys = _keys(sources)
    model, model_source = _model(sources)
    origin = {"base_url": url[1]} if url else {}
    if keys:
        origin["api_key"] = keys[0][2]
    if model_source:
        origin["model"] = model_source
    base_url = url[0] if url else None
    return Effective(
        base_url=base_url,
        api_key=next((value for _, value, _ in keys if value), None),
        model=model,
        auth_headers=tuple(header for header, _, _ in keys),
        endpoint_url=f"{base_url.rstrip('/')}/v1/messages" if base_url else None,
        origin=origin,
        shadowed=_shadowed(sources),
        further=dict(_further(sources)),
        problems=tuple(_problems(sources, keys, base_url, host)),
    )


Key = tuple[AuthHeader, str | None, Source]  # None: sent, but its value isn't known here


def _keys(sources: Sequence[Source]) -> list[Key]:
    """Header by header what goes out; the key named first is the one `Effective.api_key` gives."""
    token, key = _winner(sources, TOKEN), _winner(sources, API_KEY)
    helper, saved = _winner(sources, "apiKeyHelper"), _winner(sources, "primaryApiKey")
    login = _winner(sources, OAUTH_TOKEN) or _winner(sources, LOGIN)
    bearer: Key | None = None
    if token:
        bearer = ("bearer", *token)
    elif helper:
        bearer = ("bearer", None, helper[1])
    second: Key | None = None
    if key:
        second = ("x-api-key", *key)
    elif helper:
        second = ("x-api-key", None, helper[1])
    elif saved:
        second = ("x-api-key", *saved)
    if login and bearer is None and second is None:
        bearer = ("bearer", None, login[1])
    return [item for item in (bearer, second) if item is not None]


def _model(sources: Sequence[Source]) -> tuple[str | None, Source | None]:
    chosen = _winner(sources, MODEL) or _winner(sources, "model")
    if chosen is None:
        chosen = _winner(sources, OPUS)
        return (_plain(chosen[0]), chosen[1]) if chosen else (None, None)
    variable = ALIASES.get(_plain(chosen[0]))
    family = _winner(sources, variable) if variable else None
    return (_plain(family[0]), family[1]) if family else (_plain(chosen[0]), chosen[1])


def _plain(model: str) -> str:
    """Claude Code strips the ``[1m]`` suffix before it sends the id."""
    return model.removesuffix("[1m]")


def _further(sources: Sequence[Source]) -> Iterator[tuple[str, str]]:
    """The models of families and sub-agents, and headers that carry a key."""
    for name in (*FAMILY_MODELS, SUBAGENT_MODEL, CUSTOM_HEADERS):
        found = _winner(sources, name)
        if found and (name != CUSTOM_HEADERS or carries_auth(found[0])):
            yield name, found[0]


def _shadowed(sources: Sequence[Source]) -> tuple[tuple[str, Source], ...]:
    lost = []
    for name, value in ((BASE_URL, "base_url"), (TOKEN, "api_key"), (API_KEY, "api_key"), (MODEL, "model")):
        having = [source for source in sources if name in source.values]
        lost += [(value, source) for source in having[1:]]
    return tuple(lost)


def _problems(sources: Sequence[Source], keys: Sequence[Key], base_url: str | None, host: Host) -> Iterator[Message]:
    yield from (source.problem for source in sources if source.problem is not None)
    for name in BYPASSES:
        found = _winner(sources, name)
        if found and is_on(found[0]):
            yield texts.BYPASSED(name=name)
    if base_url is None:
        yield texts.NO_BASE_URL(tool="Claude Code", host=OFFICIAL)
    if not keys:
        yield texts.NO_KEY(tool="Claude Code")
    for _, value, source in keys:
        if value is None and "apiKeyHelper" in source.values:
            yield texts.KEY_FROM_COMMAND(name="apiKeyHelper")
            return
        if value is None and base_url is not None:
            yield texts.LOGIN_TOKEN_SENT(account="Claude", url=safe_text(base_url))
    if len(keys) > 1 and keys[0][1] != keys[1][1]:
        yield texts.BOTH_HEADERS(
            first=mask_key(keys[0][1] or "") or "…",
            first_place=_where(keys[0], TOKEN, host),
            second=mask_key(keys[1][1] or "") or "…",
            second_place=_where(keys[1], API_KEY, host),
        )
    if [header for header, _, _ in keys] == ["x-api-key"] and _is_rejected(sources, keys[0][1]):
        yield texts.KEY_REJECTED()


def _where(key: Key, name: str, host: Host) -> Message | str:
    return place(host, key[2], name if name in key[2].values else "primaryApiKey")


def _is_rejected(sources: Sequence[Source], key: str | None) -> bool:
    listed = next((source.values[REJECTED] for source in sources if REJECTED in source.values), "")
    return bool(key) and (key or "")[-20:] in listed.split("\n")


def warnings(host: Host) -> Iterator[Message]:
    """Values for which our file would be skipped, a folder that only a new terminal has, and a terminal inside Claude
    Code."""
    if reason := ignored(settings_path(host), host, healed=HEALED):
        yield reason
    if not host.env.get("CLAUDE_CONFIG_DIR"):
        for source in rc_sources(host, ("CLAUDE_CONFIG_DIR",)):
            where = place(host, source, "CLAUDE_CONFIG_DIR")
            yield texts.FOLDER_ONLY_IN_RC(place=where, name="CLAUDE_CONFIG_DIR", tool="Claude Code")
    if host.env.get("CLAUDECODE"):
        yield texts.RUNNING_INSIDE_CLAUDE()
