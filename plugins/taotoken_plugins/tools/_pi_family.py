"""What pi and OpenClaw, which is built on it, share: a table of providers, each with an api, a base URL, a key and a
list of models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from taotoken._protocol import Protocol
from taotoken_plugins._edit import Edit, Path, Select
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._choices import new_element, set_sizes
from taotoken_plugins.tools._settle import Found, Route, elements, table

PROVIDER: Final = "taotoken"
APIS: Final[Mapping[Protocol, str]] = {
    "chat": "openai-completions",
    "responses": "openai-responses",
    "messages": "anthropic-messages",
}
_ROUTES: Final[Mapping[str, Route]] = {
    "openai-completions": ("/chat/completions", "bearer"),
    "openai-responses": ("/responses", "bearer"),
    "anthropic-messages": ("/v1/messages", "x-api-key"),
}


def route(api: Found | None) -> Route:
    """Where a provider of this api is asked; the chat one where it names none."""
    return _ROUTES.get(api[0] if api else "", _ROUTES["openai-completions"])


def model_edits(wanted: Wanted, document: Mapping[str, Any], entry: Path, new: dict[str, Any]) -> Iterator[Edit]:
    """The model in the provider's list, where it is not there yet as `new`, and the sizes that were given."""
    path: Path = (*entry, "models", Select("id", wanted.endpoint.model))
    sizes = set_sizes(wanted, (*path, "contextWindow"), (*path, "maxTokens"))
    if any(item.get("id") == wanted.endpoint.model for item in elements(document, (*entry, "models"))):
        yield from sizes
    else:
        yield new_element(path, {"id": wanted.endpoint.model, **new}, sizes)


def provider_names(data: Mapping[str, Any], providers: Path) -> dict[str, Path]:
    """The settings of every provider, as ``PROVIDER.setting``."""
    return {
        f"{provider}.{name}": (*providers, provider, name)
        for provider in table(data, providers)
        for name in ("baseUrl", "api", "apiKey")
    }
