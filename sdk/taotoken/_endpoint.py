"""The three-piece set of a gateway: base URL, API key and model, cleaned once and then trusted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from taotoken._causes import Cause
from taotoken._edges import refusal
from taotoken._key import CleanKey, clean_key
from taotoken._message import Message
from taotoken._model import CleanModel, clean_model
from taotoken._protocol import Protocol
from taotoken._texts import url as url_texts
from taotoken._texts import values
from taotoken._url import CleanUrl, host_of, is_loopback, parse_base_url, version_of

__all__ = ["CleanKey", "CleanModel", "CleanUrl", "Endpoint", "clean_key", "clean_model", "parse_base_url"]

_PATHS: dict[Protocol, str] = {
    "chat": "/chat/completions",
    "responses": "/responses",
    "messages": "/messages",
}


class SDKArguments(TypedDict):
    """What the official SDKs are made with."""

    base_url: str
    api_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where requests go and with which key. Build it with `Endpoint.parse`, which cleans what people type.

    Attributes:
        base_url: the root of the API, such as ``https://gateway.example/api``: no trailing slash and no ``/v1``.
            Another version at the end (``/v4``) stays, and then stands in the place of ``/v1``.
        api_key: the key; never part of the repr.
        model: the model used where a request names none; may be empty.
        messages_base_url: the root for the ``messages`` protocol where it differs, without version.
        responses_base_url: the root for the ``responses`` protocol where it differs.
        allow_http: plain http to another machine is accepted (the key can be read on the way).
        notes: what `parse` repaired, as messages in both languages.

    Raises:
        ConfigurationError: a value is not in its clean form, or can't be one.
    """

    base_url: str
    api_key: str = field(repr=False)
    model: str = ""
    messages_base_url: str | None = None
    responses_base_url: str | None = None
    allow_http: bool = field(default=False, compare=False, repr=False)
    notes: tuple[Message, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, value in _urls(self.base_url, self.messages_base_url, self.responses_base_url):
            clean = parse_base_url(value, allow_http=self.allow_http, field=name)
            _require_clean(name, value, clean.url)
        _require_clean(values.API_KEY(), self.api_key, clean_key(self.api_key).key)
        _require_clean(values.MODEL(), self.model, clean_model(self.model).model)
        if self.messages_base_url and (version := version_of(self.messages_base_url)):
            detail = url_texts.MESSAGES_URL_VERSIONED(version=version, field=values.MESSAGES_BASE_URL())
            raise refusal(Cause.BASE_URL_UNPARSABLE, detail)

    @classmethod
    def parse(
        cls,
        base_url: str,
        api_key: str,
        model: str = "",
        *,
        messages_base_url: str | None = None,
        responses_base_url: str | None = None,
        allow_http: bool = False,
    ) -> Endpoint:
        """The endpoint that these values mean, as people type and paste them.

        What surrounds a value (blanks, quotes, invisible characters), ``Bearer`` before a key, and what doesn't
        belong in a base URL (a query, ``/v1``, an endpoint path, a page of a known gateway's site) is repaired,
        and `notes` says so. What can't be repaired without guessing is refused.

        Raises:
            ConfigurationError: with `cause` and `detail`; the text never shows the key.
        """
        key = clean_key(api_key)
        ident = clean_model(model)
        fields = _urls(base_url, messages_base_url or None, responses_base_url or None)
        urls = [parse_base_url(text, allow_http=allow_http, field=name) for name, text in fields]
        by_field = {name.text: url.url for (name, _), url in zip(fields, urls, strict=True)}
        return cls(
            base_url=urls[0].url,
            api_key=key.key,
            model=ident.model,
            messages_base_url=by_field.get(values.MESSAGES_BASE_URL),
            responses_base_url=by_field.get(values.RESPONSES_BASE_URL),
            allow_http=allow_http,
            notes=(*(note for url in urls for note in url.notes), *key.notes, *ident.notes),
        )

    @property
    def root(self) -> str:
        """The base URL; the value for tools that add ``/v1`` themselves."""
        return self.base_url

    @property
    def v1(self) -> str:
        """The base URL with its version: ``<root>/v1``, or the base itself where it ends in another version."""
        return _versioned(self.base_url)

    @property
    def host(self) -> str:
        """The host name or address, without port and brackets."""
        return host_of(self.base_url)

    @property
    def is_loopback(self) -> bool:
        """Is it this machine (``localhost``, ``127.0.0.0/8``, ``::1``)?"""
        return is_loopback(self.host)

    def root_for(self, protocol: Protocol) -> str:
        """The root that `protocol` uses.

        Raises:
            ConfigurationError: ``messages``, and only a base URL with a version of its own is known.
        """
        if protocol == "responses":
            return self.responses_base_url or self.base_url
        if protocol == "chat" or (version := version_of(self.base_url)) is None:
            return (self.messages_base_url if protocol == "messages" else None) or self.base_url
        if self.messages_base_url is None:
            raise refusal(Cause.BASE_URL_UNPARSABLE, url_texts.NO_MESSAGES_URL(version=version))
        return self.messages_base_url

    def v1_for(self, protocol: Protocol) -> str:
        """The versioned base URL that `protocol` uses; raises as `root_for` does."""
        return _versioned(self.root_for(protocol))

    def url(self, protocol: Protocol) -> str:
        """The full URL that requests of `protocol` are posted to; raises as `root_for` does."""
        return self.v1_for(protocol) + _PATHS[protocol]

    def models_url(self, protocol: Protocol = "chat") -> str:
        """The URL of the model list; raises as `root_for` does."""
        return self.v1_for(protocol) + "/models"

    def openai_kwargs(self) -> SDKArguments:
        """Keyword arguments for ``openai.OpenAI`` and ``openai.AsyncOpenAI``."""
        return {"base_url": self.v1, "api_key": self.api_key}

    def anthropic_kwargs(self) -> SDKArguments:
        """Keyword arguments for ``anthropic.Anthropic`` and ``AsyncAnthropic``, which add ``/v1/messages``.

        The SDK sends the key as bearer since version 2, as ``x-api-key`` before. For a gateway that takes only one
        of them, pass it yourself: ``Anthropic(base_url=…, auth_token=endpoint.api_key)`` is bearer,
        ``Anthropic(base_url=…, default_headers={"X-Api-Key": endpoint.api_key})`` the other.

        Raises:
            ConfigurationError: as `root_for` does for ``messages``.
        """
        return {"base_url": self.root_for("messages"), "api_key": self.api_key}


def _urls(base: str, messages: str | None, responses: str | None) -> list[tuple[Message, str]]:
    """The URLs that are there, each with the name of its field; the base URL first."""
    urls = [(values.BASE_URL(), base)]
    if messages is not None:
        urls.append((values.MESSAGES_BASE_URL(), messages))
    if responses is not None:
        urls.append((values.RESPONSES_BASE_URL(), responses))
    return urls


def _require_clean(name: Message, given: str, clean: str) -> None:
    if given != clean:
        raise refusal(Cause.CONFIG_SHAPE_MISPLACED, values.NOT_CLEAN(field=name))


def _versioned(root: str) -> str:
    return root if version_of(root) else f"{root}/v1"
