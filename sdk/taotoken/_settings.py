"""The endpoint that the environment or a ``.env`` file describes.

A key is used only with the base URL of its own source, or with one of the same host: a ``.env`` in a cloned
repository must not be able to send the key of the environment somewhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, SettingsConfigDict

from taotoken._causes import Cause
from taotoken._endpoint import Endpoint, parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._request import origin

_MAX_PARENTS = 40


class Settings(BaseSettings):
    """TAOTOKEN_BASE_URL, TAOTOKEN_API_KEY and TAOTOKEN_MODEL."""

    model_config = SettingsConfigDict(
        env_prefix="TAOTOKEN_", extra="ignore", env_ignore_empty=True, hide_input_in_errors=True
    )

    base_url: str | None = None
    api_key: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One place settings come from."""

    name: str
    values: Mapping[str, str]

    def __repr__(self) -> str:
        return f"Source({self.name!r})"


def endpoint_from_settings(*, base_url: str | None, api_key: str | None, model: str | None) -> tuple[Endpoint, str]:
    """The endpoint of the arguments, else the environment, else the nearest ``.env`` file; and where its base URL
    comes from.

    Raises:
        ConfigurationError: the base URL or the key is in none of them, or the key belongs to another host.
    """
    given = {"base_url": base_url, "api_key": api_key, "model": model}
    sources = [
        Source("the arguments", {name: value for name, value in given.items() if value}),
        Source("the environment", _strings(EnvSettingsSource(Settings)())),
        *_dotenv(Path.cwd()),
    ]
    url_from, key_from = _first(sources, "base_url"), _first(sources, "api_key")
    if url_from is None:
        raise _missing("base URL", "TAOTOKEN_BASE_URL", "base_url", Cause.BASE_URL_MISSING)
    if key_from is None:
        raise _missing("API key", "TAOTOKEN_API_KEY", "api_key", Cause.KEY_MISSING)
    url = url_from.values["base_url"]
    if key_from is not url_from:
        _require_same_host(url, url_from, key_from)
    model_from = _first(sources, "model")
    endpoint = Endpoint.parse(url, key_from.values["api_key"], model_from.values["model"] if model_from else "")
    return endpoint, url_from.name


def _first(sources: list[Source], name: str) -> Source | None:
    return next((source for source in sources if source.values.get(name)), None)


def _missing(what: str, variable: str, argument: str, cause: Cause) -> ConfigurationError:
    return ConfigurationError(f"no {what}: set {variable}, or give {argument}= or endpoint=", cause=cause)


def _require_same_host(url: str, url_from: Source, key_from: Source) -> None:
    own = key_from.values.get("base_url")
    if own and origin(parse_base_url(own, allow_http=True).url) == origin(parse_base_url(url, allow_http=True).url):
        return
    raise ConfigurationError(
        f"the base URL comes from {url_from.name} and the API key from {key_from.name}: a key is only sent to a base "
        "URL of its own source; set both in one place",
        cause=Cause.KEY_TO_FOREIGN_HOST,
    )


def _dotenv(start: Path) -> list[Source]:
    """The nearest ``.env`` from `start` up to the repository's root (the folder with ``.git``); outside of a
    repository only the one in `start`."""
    folders = [start, *start.parents][:_MAX_PARENTS]
    root = next((i for i, folder in enumerate(folders) if (folder / ".git").exists()), 0)
    for folder in folders[: root + 1]:
        path = folder / ".env"
        if path.is_file():
            return [Source(str(path), _strings(DotEnvSettingsSource(Settings, env_file=path)()))]
    return []


def _strings(values: Mapping[str, object]) -> dict[str, str]:
    return {name: value for name, value in values.items() if isinstance(value, str)}
