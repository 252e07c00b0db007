"""The three-piece set: address, key and model, from options, environment, profile or the terminal.

A key goes only to the gateway it belongs to: a key of the environment or the profile is left aside, with a note,
when the same source names another gateway.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING

from taotoken._causes import Cause
from taotoken._endpoint import Endpoint, clean_key, clean_model, parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._message import Message, Text
from taotoken._text import safe_text
from taotoken._url import host_of
from taotoken_cli._app import App
from taotoken_cli._endpoint_options import GatewayOptions, site_of
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._notes import Notes
from taotoken_cli._refusal import key_help, model_help, refusing
from taotoken_cli._texts import common
from taotoken_cli._texts import next_steps as next_texts
from taotoken_cli._texts import pasted as pasted_texts
from taotoken_cli._texts import setup as texts
from taotoken_plugins._problem import Problem

if TYPE_CHECKING:
    from taotoken_cli._pasted import Pasted
    from taotoken_plugins._host import Host

URL_VARIABLE = "TAOTOKEN_BASE_URL"
KEY_VARIABLE = "TAOTOKEN_API_KEY"
MODEL_VARIABLE = "TAOTOKEN_MODEL"
MAX_PIPED_KEY = 16_384


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Our own profile, empty where there is none."""

    base_url: str | None = None
    messages_base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Address:
    """A base URL as given, and where it comes from."""

    url: str
    source: Message
    pasted: bool = False


def read_saved(host: Host) -> Saved:
    """Our own profile."""
    from taotoken_plugins._profile_path import profile_path

    if not os.path.lexists(profile_path(host)):
        return Saved()
    from taotoken_plugins._profile import read_profile

    profile = read_profile(host)
    if profile is None:
        return Saved()
    return Saved(
        base_url=profile.base_url,
        messages_base_url=profile.messages_base_url,
        api_key=profile.api_key,
        model=profile.model,
    )


def answer(
    app: App,
    options: GatewayOptions,
    saved: Saved,
    notes: Notes,
    *,
    may_ask: bool,
    model: str = "",
    missing_url_next: Text = texts.MISSING_URL_NEXT,
    pasted: Pasted | None = None,
) -> Endpoint:
    """The endpoint, asked for where `may_ask`; UsageProblemError names the option of a missing answer."""
    address = _address(app, options, saved, notes, pasted) or _ask_url(app, may_ask, missing_url_next)
    url = address.url
    options = _with_consent(app, options, url, may_ask)
    with refusing("--base-url", next_texts.ADDRESS()):
        clean = parse_base_url(url, allow_http=options.allow_http)
    notes.add(*clean.notes)
    address = replace(address, url=clean.url)
    key = _given_key(app, options, address, notes)
    if key:
        _check_given_key(app, address, saved, may_ask)
    else:
        key = _stored_key(app, saved, address, notes, may_ask, pasted)
    app.console.keep_secret(key.strip())
    with refusing("--api-key", key_help(host_of(clean.url))):
        clean_key(key)
    messages_url = options.anthropic_base_url
    if messages_url is None and pasted and address.pasted:
        messages_url = pasted.chosen.messages_base_url
    if messages_url is None and saved.base_url and site_of(saved.base_url) == site_of(clean.url):
        messages_url = saved.messages_base_url
    with refusing("--model", model_help(host_of(clean.url))):
        clean_model(model)
    with refusing("--anthropic-base-url", next_texts.MESSAGES_ADDRESS()):
        endpoint = Endpoint.parse(url, key, model, messages_base_url=messages_url, allow_http=options.allow_http)
    app.console.keep_secret(endpoint.api_key)
    notes.add(*endpoint.notes)
    return endpoint


def saved_gateway(app: App, host: Host, options: GatewayOptions, *, model: str = "") -> Endpoint:
    """The gateway for one request: options, environment or profile; only a key for a named address is asked for."""
    saved = read_saved(host)
    may_ask = app.has_terminal and bool(options.base_url)
    model = model or app.env.get(MODEL_VARIABLE) or saved.model or ""
    notes, following = Notes(app.console), texts.MISSING_URL_NEXT_SETUP
    return answer(app, options, saved, notes, may_ask=may_ask, model=model, missing_url_next=following)


def gateway_with_model(app: App, options: GatewayOptions, model: str = "") -> Endpoint:
    """The same, with a model; UsageProblemError names `--model` where there is none."""
    endpoint = saved_gateway(app, app.host(), options, model=model)
    if not endpoint.model:
        raise missing("missing_model", common.NO_MODEL(), "--model", common.NO_MODEL_NEXT())
    return endpoint


def missing(code: str, message: Message, field_name: str, following: Message) -> UsageProblemError:
    """An answer that is not there and can't be asked for."""
    return UsageProblemError(Problem(code=code, message=message, field=field_name, next=following))


def _variable(name: str) -> Message:
    return texts.SOURCE_ENV(name=name)


def _address(app: App, options: GatewayOptions, saved: Saved, notes: Notes, pasted: Pasted | None) -> _Address | None:
    """The base URL of the command line, a pasted text, the environment or the profile."""
    if options.base_url:
        return _Address(url=options.base_url, source=texts.SOURCE_OPTION(name="--base-url"))
    if pasted and pasted.chosen.base_url:
        notes.add(texts.URL_FROM(source=pasted.source))
        return _Address(url=pasted.chosen.base_url, source=pasted.source, pasted=True)
    stored = ((app.env.get(URL_VARIABLE), _variable(URL_VARIABLE)), (saved.base_url, texts.SOURCE_PROFILE()))
    for url, source in stored:
        if url:
            notes.add(texts.URL_FROM(source=source))
            return _Address(url=url, source=source)
    return None


def _ask_url(app: App, may_ask: bool, following: Text) -> _Address:
    if not may_ask:
        raise missing("missing_base_url", texts.MISSING_URL(), "--base-url", following())
    from taotoken_cli._prompt import ask

    return _Address(url=ask(app, texts.ASK_URL()), source=texts.SOURCE_OPTION(name="--base-url"))


def _ask_key(app: App, address: _Address, elsewhere: Sequence[Message], may_ask: bool) -> str:
    """The key from the terminal; the refusal names the source of the base URL and of every key left aside."""
    host = safe_text(site_of(address.url))
    if may_ask:
        from taotoken_cli._prompt import ask_secret

        return ask_secret(app, texts.ASK_KEY(host=host))
    message = texts.MISSING_KEY(host=host)
    if elsewhere:
        reasons = reduce(lambda one, other: texts.BOTH(first=one, second=other), elsewhere)
        message = texts.MISSING_KEY_ELSEWHERE(host=host, source=address.source, reason=reasons)
    raise missing("missing_api_key", message, "--api-key-stdin", texts.MISSING_KEY_NEXT())


def _with_consent(app: App, options: GatewayOptions, url: str, may_ask: bool) -> GatewayOptions:
    """Ask whether plain http is meant, where we can; otherwise the refusal names ``--allow-http``."""
    if options.allow_http or not may_ask:
        return options
    try:
        parse_base_url(url)
    except ConfigurationError as error:
        if error.cause is not Cause.PLAIN_HTTP_KEY:
            raise
        from taotoken_cli._prompt import confirm

        if not confirm(app, texts.ASK_HTTP(host=safe_text(site_of(url)))):
            raise
        return replace(options, allow_http=True)
    return options


def _given_key(app: App, options: GatewayOptions, address: _Address, notes: Notes) -> str | None:
    """The key that was typed before, or that the command line names; None when it names none."""
    if options.typed_key is not None:
        return options.typed_key
    key = named_key(app, options, notes)
    return _piped_key(app, address) if key is None and options.api_key_stdin else key


def named_key(app: App, options: GatewayOptions, notes: Notes) -> str | None:
    """The key of `--api-key` or `--api-key-env`; None without them. Two ways at once are refused."""
    given = {
        "--api-key": options.api_key is not None,
        "--api-key-stdin": options.api_key_stdin,
        "--api-key-env": options.api_key_env is not None,
    }
    named = [name for name, is_given in given.items() if is_given]
    if len(named) > 1:
        names = ", ".join(named)
        raise missing("usage", texts.KEY_TWICE(options=names), named[1], texts.KEY_TWICE_NEXT())
    if options.api_key is not None:
        app.console.keep_secret(options.api_key.strip())
        notes.add(texts.KEY_VISIBLE())
        return options.api_key or " "
    return _variable_key(app.env, options.api_key_env) if options.api_key_env is not None else None


def _check_given_key(app: App, address: _Address, saved: Saved, may_ask: bool) -> None:
    """A key from elsewhere goes to an address from a pasted text only where that host is known, or on consent."""
    known = (app.env.get(URL_VARIABLE), saved.base_url)
    if not address.pasted or any(url and site_of(url) == site_of(address.url) for url in known):
        return
    host = safe_text(site_of(address.url))
    if not may_ask:
        message = pasted_texts.OTHER_KEY(host=host, source=address.source)
        following = pasted_texts.OTHER_KEY_NEXT(url=safe_text(address.url))
        raise missing("key_of_other_source", message, "--base-url", following)
    from taotoken_cli._prompt import confirm

    if not confirm(app, pasted_texts.ASK_OTHER_KEY(host=host, source=address.source)):
        raise missing("key_of_other_source", texts.DECLINED(), "--base-url", texts.MISSING_URL_NEXT())


def _piped_key(app: App, address: _Address) -> str:
    """All of standard input, or a line of a terminal; bytes that are no text are refused later as part of the key."""
    if app.stdin.isatty():
        from taotoken_cli._prompt import ask_secret

        return ask_secret(app, texts.ASK_KEY(host=safe_text(site_of(address.url))))
    raw = getattr(app.stdin, "buffer", None)
    text = raw.read(MAX_PIPED_KEY).decode("utf-8", "replace") if raw else app.stdin.read(MAX_PIPED_KEY)
    return text.removesuffix("\n").removesuffix("\r") or " "  # the line end of `echo` is no part of the key


def _variable_key(env: Mapping[str, str], name: str) -> str:
    value = env.get(name, "")
    if not value.strip():
        message = texts.KEY_ENV_UNSET(name=safe_text(name, 60))
        raise missing("missing_api_key", message, "--api-key-env", texts.KEY_ENV_UNSET_NEXT())
    return value


def variable_key(env: Mapping[str, str], url: str, *, pasted: bool) -> str | None:
    """The key in the environment, where it belongs to `url`."""
    key, owner = env.get(KEY_VARIABLE), _owner_of_variable(env, url, pasted=pasted)
    return key if key and owner and site_of(owner) == site_of(url) else None


def _owner_of_variable(env: Mapping[str, str], url: str, *, pasted: bool) -> str:
    """The address that the key in the environment belongs to: its own, or any but one from a pasted text."""
    return env.get(URL_VARIABLE) or ("" if pasted else url)


def _stored_key(app: App, saved: Saved, address: _Address, notes: Notes, may_ask: bool, pasted: Pasted | None) -> str:
    """The key of a pasted text, the environment or the profile, when it belongs to the base URL; else it is asked
    for. A variable alone counts as the key of any address but a pasted one."""
    url = address.url
    places: tuple[tuple[str | None, str | None, Message], ...] = (
        *(((pasted.chosen.api_key, pasted.chosen.base_url or url, pasted.source),) if pasted else ()),
        (app.env.get(KEY_VARIABLE), _owner_of_variable(app.env, url, pasted=address.pasted), _variable(KEY_VARIABLE)),
        (saved.api_key, saved.base_url, texts.SOURCE_PROFILE()),
    )
    elsewhere: list[Message] = []
    for key, belongs_to, source in places:
        if not key or not belongs_to:
            continue
        app.console.keep_secret(key.strip())
        if site_of(belongs_to) == site_of(url):
            notes.add(texts.KEY_FROM(source=source))
            return key
        elsewhere.append(texts.KEY_BELONGS(source=source, theirs=safe_text(site_of(belongs_to))))
        notes.add(texts.KEY_ELSEWHERE(belongs=elsewhere[-1], ours=safe_text(site_of(url))))
    return _ask_key(app, address, elsewhere, may_ask)
