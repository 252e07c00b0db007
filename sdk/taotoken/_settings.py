"""The endpoint that the environment, a ``.env`` file or the profile of `taotoken setup` describes.

A key is used only with the base URL of its own source, or with one of the same host: a ``.env`` in a cloned
repository must not be able to send the key of the environment somewhere else. For the same reason its values are
taken as they stand there: ``${NAME}`` in it is not replaced by a variable of the environment.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dotenv import dotenv_values
from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsConfigDict

from taotoken._causes import Cause
from taotoken._endpoint import Endpoint, parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._request import origin

SettingsName = Literal["taotoken", "openai"]

ARGUMENTS = "the arguments"
ENVIRONMENT = "the environment"
_MAX_PARENTS = 40
_MAX_FILE = 1024 * 1024
_PREFIXES = {"taotoken": "TAOTOKEN_", "openai": "OPENAI_"}


class Settings(BaseSettings):
    """TAOTOKEN_BASE_URL, TAOTOKEN_API_KEY and TAOTOKEN_MODEL."""

    model_config = SettingsConfigDict(
        env_prefix="TAOTOKEN_", extra="ignore", env_ignore_empty=True, hide_input_in_errors=True
    )

    base_url: str | None = None
    api_key: str | None = None
    model: str | None = None


class OpenAISettings(Settings):
    """OPENAI_BASE_URL and OPENAI_API_KEY, as the official SDK has them."""

    model_config = SettingsConfigDict(env_prefix="OPENAI_")


@dataclass(frozen=True, slots=True)
class Source:
    """One place settings come from."""

    name: str
    values: Mapping[str, str]

    def __repr__(self) -> str:
        return f"Source({self.name!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The endpoint, and the name of the source of each of its values."""

    endpoint: Endpoint
    sources: dict[str, str]


def endpoint_from_settings(
    *, base_url: str | None, api_key: str | None, model: str | None, settings: SettingsName = "taotoken"
) -> Found:
    """The endpoint of the arguments, else the environment, else the nearest ``.env`` file, else the profile.

    Raises:
        ConfigurationError: the base URL or the key is in none of them, or the key belongs to another host.
    """
    if settings not in _PREFIXES:
        raise ConfigurationError("settings must be 'taotoken' or 'openai'")
    given = {"base_url": base_url, "api_key": api_key, "model": model}
    sources = _sources({name: value for name, value in given.items() if value}, settings)
    url_from, key_from = _first(sources, "base_url"), _first(sources, "api_key")
    prefix = _PREFIXES[settings]
    if url_from is None:
        raise _missing("base URL", f"{prefix}BASE_URL", "base_url", Cause.BASE_URL_MISSING)
    if key_from is None:
        raise _missing("API key", f"{prefix}API_KEY", "api_key", Cause.KEY_MISSING)
    url = url_from.values["base_url"]
    if key_from is not url_from:
        _require_same_host(url, url_from, key_from)
    model_from = _first(sources, "model")
    # Further roots get the key too, so only the key's own source may name them.
    roots = url_from.values if key_from is url_from else {}
    endpoint = Endpoint.parse(
        url,
        key_from.values["api_key"],
        model_from.values["model"] if model_from else "",
        messages_base_url=roots.get("messages_base_url"),
        responses_base_url=roots.get("responses_base_url"),
    )
    names = {"base_url": url_from.name, "api_key": key_from.name}
    return Found(endpoint=endpoint, sources=names | ({"model": model_from.name} if model_from else {}))


def _sources(given: Mapping[str, str], settings: SettingsName) -> list[Source]:
    """The sources, strongest first."""
    kind = OpenAISettings if settings == "openai" else Settings
    environment = _strings(EnvSettingsSource(kind)())
    if settings == "openai" and (model := os.environ.get("TAOTOKEN_MODEL")):
        environment |= {"model": model}
    files = _dotenv(Path.cwd(), settings)
    profile = [_profile()] if settings == "taotoken" else []
    return [Source(ARGUMENTS, given), Source(ENVIRONMENT, environment), *files, *profile]


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


def _dotenv(start: Path, settings: SettingsName) -> list[Source]:
    """The nearest ``.env`` from `start` up to the repository's root (the folder with ``.git``); outside of a
    repository only the one in `start`."""
    folders = [start, *start.parents][:_MAX_PARENTS]
    root = next((i for i, folder in enumerate(folders) if (folder / ".git").exists()), 0)
    for folder in folders[: root + 1]:
        path = folder / ".env"
        if path.is_file():
            return [Source(str(path), _dotenv_values(path, settings))]
    return []


def _dotenv_values(path: Path, settings: SettingsName) -> dict[str, str]:
    """The values of a ``.env`` file; one that can't be read (it may be meant for another program) has none."""
    try:
        if path.stat().st_size > _MAX_FILE:
            return {}
        read = dotenv_values(path, interpolate=False, encoding="utf-8")
    except (OSError, ValueError):
        return {}
    values = {name.upper(): value for name, value in read.items() if value}
    prefix = _PREFIXES[settings]
    names = {f"{prefix}BASE_URL": "base_url", f"{prefix}API_KEY": "api_key", "TAOTOKEN_MODEL": "model"}
    return {name: values[variable] for variable, name in names.items() if variable in values}


def _profile() -> Source:
    """What `taotoken setup` was last given; a file that can't be read has no values."""
    path = _profile_path()
    values: object = None
    try:
        if path.stat().st_size <= _MAX_FILE:
            values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        pass
    return Source(str(path), _strings(values) if isinstance(values, dict) else {})


def _profile_path() -> Path:
    folder = os.environ.get("TAOTOKEN_CONFIG_DIR")
    if not folder:
        import platformdirs

        folder = platformdirs.user_config_dir("taotoken", appauthor=False)
    return Path(folder) / "profile.json"


def _strings(values: Mapping[str, object]) -> dict[str, str]:
    return {name: value for name, value in values.items() if isinstance(value, str)}
