"""What Cline will use on this host: providers.json, and the environment where no key is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._edit import Path, show_path
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import AuthHeader, Effective, Source
from taotoken_plugins.tools._cline_schema import faults
from taotoken_plugins.tools._read import Loaded, env_source, file_source, load, unusable

PROVIDER = "openai-compatible"
# provider id → path it adds, header, variable that stands in for a missing key
_ROUTES: Mapping[str, tuple[str, AuthHeader, str]] = {
    PROVIDER: ("/chat/completions", "bearer", "OPENAI_API_KEY"),
    "openai-native": ("/responses", "bearer", "OPENAI_API_KEY"),
    "anthropic": ("/messages", "x-api-key", "ANTHROPIC_API_KEY"),
}
_OFFICIAL: Mapping[str, str] = {"": "api.cline.bot", "anthropic": "api.anthropic.com"}
_VARIABLES = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY")
_EXTENSION = "saoudrizwan.claude-dev"


def data_dir(host: Host) -> FilePath:
    """CLINE_DATA_DIR, CLINE_DIR/data, or ~/.cline/data."""
    if moved := host.env.get("CLINE_DATA_DIR"):
        return host.cwd / moved
    base = host.env.get("CLINE_DIR")
    return (host.cwd / base if base else host.home / ".cline") / "data"


def providers_path(host: Host) -> FilePath:
    """CLINE_PROVIDER_SETTINGS_PATH, or settings/providers.json in the data folder."""
    moved = host.env.get("CLINE_PROVIDER_SETTINGS_PATH")
    return host.cwd / moved if moved else data_dir(host) / "settings" / "providers.json"


def global_state_path(host: Host) -> FilePath:
    """The extension's settings."""
    return data_dir(host) / "globalState.json"


def secrets_path(host: Host) -> FilePath:
    """The extension's keys."""
    return data_dir(host) / "secrets.json"


def has_legacy(host: Host) -> bool:
    """Are the extension's files, or the extension itself, there?"""
    return global_state_path(host).exists() or secrets_path(host).exists() or _has_extension(host)


def _has_extension(host: Host) -> bool:
    try:
        if any(entry.name.startswith(_EXTENSION) for entry in (host.home / ".vscode" / "extensions").iterdir()):
            return True
    except OSError:
        pass
    return (_global_storage(host) / _EXTENSION).is_dir()


def _global_storage(host: Host) -> FilePath:
    if host.platform == "win32":
        roaming = host.env.get("APPDATA")
        base = FilePath(roaming) if roaming else host.home / "AppData" / "Roaming"
    elif host.platform == "darwin":
        base = host.home / "Library" / "Application Support"
    else:
        base = FilePath(host.env.get("XDG_CONFIG_HOME") or host.home / ".config")
    return base / "Code" / "User" / "globalStorage"


def auth_headers(table: object) -> list[str]:
    """The headers of a table that carry a key, as spelled there."""
    if not isinstance(table, dict):
        return []
    return [name for name in table if name.lower() in ("authorization", "x-api-key")]


def sources(host: Host) -> tuple[Source, ...]:
    """Every place Cline reads here, strongest first; provider settings are those of the current provider."""
    loaded = load(providers_path(host), "json", bom=False)
    return (*_providers_source(loaded, host), env_source(host, _VARIABLES))


def _providers_source(loaded: Loaded, host: Host) -> Iterator[Source]:
    if not loaded.exists:
        return
    if reason := loaded.reason or _fault(loaded):
        problem = unusable(texts.FILE_OVERWRITTEN, loaded, reason, host, "Cline")
        yield Source(kind="file", path=loaded.path, ours=True, problem=problem)
        return
    names: dict[str, Path] = {"lastUsedProvider": ("lastUsedProvider",)}
    provider = loaded.data.get("lastUsedProvider")
    if isinstance(provider, str):
        for name in ("apiKey", "model", "baseUrl"):
            names[_name(provider, name)] = ("providers", provider, "settings", name)
    yield file_source(loaded, names, ours=True)


def _fault(loaded: Loaded) -> Message | None:
    """The first value for which Cline takes the file for damaged."""
    found = next(faults(loaded.data), None)
    return found and texts.WRONG_TYPE(field=safe_text(show_path(found[0]), 120), expected=found[1])


def _name(provider: str, setting: str) -> str:
    return f"providers.{provider}.settings.{setting}"


def _first(sources: Sequence[Source], name: str) -> tuple[str, Source] | None:
    return next(((s.values[name], s) for s in sources if s.values.get(name)), None)


def effective(sources: Sequence[Source], host: Host) -> Effective:
    """What Cline will send here."""
    del host
    chosen = _first(sources, "lastUsedProvider")
    provider = chosen[0] if chosen else ""
    path, header, variable = _ROUTES.get(provider, ("", "bearer", ""))
    url = _first(sources, _name(provider, "baseUrl"))
    stored = _first(sources, _name(provider, "apiKey"))
    spare = _first(sources, variable) if variable else None
    key = stored or spare
    model = _first(sources, _name(provider, "model"))
    found = {"base_url": url, "api_key": key, "model": model}
    return Effective(
        base_url=url[0] if url else None,
        api_key=key[0] if key else None,
        model=model[0] if model else None,
        auth_headers=(header,) if key else (),
        endpoint_url=url[0].rstrip("/") + path if url and path else None,
        origin={name: item[1] for name, item in found.items() if item},
        shadowed=(("api_key", spare[1]),) if stored and spare else (),
        problems=tuple(_problems(sources, provider, url, key)),
    )


def _problems(
    sources: Sequence[Source],
    provider: str,
    url: tuple[str, Source] | None,
    key: tuple[str, Source] | None,
) -> Iterator[Message]:
    yield from (source.problem for source in sources if source.problem is not None)
    if url is None and provider and provider not in _ROUTES:
        yield texts.CLINE_OTHER_PROVIDER(provider=safe_text(provider, 80))
    elif url is None:
        yield texts.NO_BASE_URL(tool="Cline", host=_OFFICIAL.get(provider, "api.openai.com"))
    if key is None:
        yield texts.NO_KEY(tool="Cline")


def warnings(host: Host) -> Iterator[Message]:
    """The extension's files, which are written without having been proved."""
    if has_legacy(host):
        files = ", ".join(safe_text(host.tilde(path)) for path in (global_state_path(host), secrets_path(host)))
        yield texts.CLINE_LEGACY(files=files)
