"""What Codex will use on this host: config.toml, auth.json, its own .env, the environment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._edit import Path, get
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import Effective, Source
from taotoken_plugins.tools._codex_faults import faults
from taotoken_plugins.tools._read import Loaded, env_source, file_source, load, unusable

PROVIDER = "taotoken"  # the provider table that set-up writes
AUTH_HEADER_TABLES = ("http_headers", "env_http_headers")
OFFICIAL = "https://api.openai.com"
_BUILT_IN = "openai"
_PROVIDER_SETTINGS = ("base_url", "wire_api", "env_key", "experimental_bearer_token", "requires_openai_auth")
_ROOT_SETTINGS = ("model", "model_provider", "profile", "openai_base_url", "cli_auth_credentials_store")
_KEY_VARIABLE = "CODEX_API_KEY"
_AUTH_NAMES: Mapping[str, Path] = {
    "auth_mode": ("auth_mode",),
    "OPENAI_API_KEY": ("OPENAI_API_KEY",),
    "tokens.access_token": ("tokens", "access_token"),
}


def codex_home(host: Host) -> FilePath:
    """CODEX_HOME, or ~/.codex."""
    moved = host.env.get("CODEX_HOME")
    return host.cwd / moved if moved else host.home / ".codex"


def config_path(host: Host) -> FilePath:
    """The user's config.toml."""
    return codex_home(host) / "config.toml"


def auth_path(host: Host) -> FilePath:
    """Where Codex keeps its login."""
    return codex_home(host) / "auth.json"


def header_names(table: object) -> list[str]:
    """The spellings of Authorization in a table of headers."""
    return [name for name in table if name.lower() == "authorization"] if isinstance(table, dict) else []


def key_headers(table: object) -> list[str]:
    """The headers of a table that carry a key, as spelled there."""
    if not isinstance(table, dict):
        return []
    return [name for name in table if name.lower() in ("authorization", "x-api-key", "api-key")]


# Where the settings are -----------------------------------------------------------------------------------


def sources(host: Host) -> tuple[Source, ...]:
    """Every place Codex reads here, strongest first; the provider's settings are those of the current one."""
    config = load(config_path(host), "toml")
    provider = _provider_id(config.data)
    env_key = get(config.data, ("model_providers", provider, "env_key"))
    variables = tuple(dict.fromkeys([env_key] if isinstance(env_key, str) else []))
    return (
        *_project_source(config, host),
        *_config_source(config, provider, host),
        *_dotenv_source(host, variables),
        env_source(host, (*variables, _KEY_VARIABLE)),
        *_auth_source(host),
    )


def _provider_id(config: Mapping[str, Any]) -> str:
    name = config.get("model_provider")
    return name if isinstance(name, str) and name else _BUILT_IN


def _project_source(config: Loaded, host: Host) -> Iterator[Source]:
    """A trusted folder's own config: its model counts, its provider never does."""
    path = host.cwd / ".codex" / "config.toml"
    trusted = get(config.data, ("projects", str(host.cwd), "trust_level")) == "trusted"
    if path == config.path or not trusted:
        return
    source = file_source(load(path, "toml"), {"model": ("model",)})
    if source.values:
        yield source


def _config_source(config: Loaded, provider: str, host: Host) -> Iterator[Source]:
    if not config.exists:
        return
    if config.reason is not None:
        problem = unusable(texts.FILE_BREAKS, config, config.reason, host, "Codex")
        yield Source(kind="file", path=config.path, ours=True, problem=problem)
        return
    table: Path = ("model_providers", provider)
    names: dict[str, Path] = {name: (name,) for name in _ROOT_SETTINGS}
    names |= {_name(provider, name): (*table, name) for name in _PROVIDER_SETTINGS}
    names[_name(provider, "auth.command")] = (*table, "auth", "command")
    for headers in AUTH_HEADER_TABLES:
        for header in header_names(get(config.data, (*table, headers))):
            names[_name(provider, f"{headers}.Authorization")] = (*table, headers, header)
    fault = next(faults(config.data, apart_from=""), None)
    told = fault and texts.CODEX_STOPS(file=safe_text(host.tilde(config.path)), reason=fault)
    yield file_source(config, names, ours=True, problem=told)


def _name(provider: str, setting: str) -> str:
    return f"model_providers.{provider}.{setting}"


def _dotenv_source(host: Host, variables: tuple[str, ...]) -> Iterator[Source]:
    """CODEX_HOME/.env, which beats the shell; names starting with CODEX_ are not loaded from it."""
    from taotoken_plugins._shell import environment_file

    path = codex_home(host) / ".env"
    found = {name: (value, line) for name, value, line in environment_file(path) if name in variables}
    found = {name: item for name, item in found.items() if not name.startswith("CODEX_")}
    if found:
        yield Source(
            kind="file",
            path=path,
            values={name: value for name, (value, _) in found.items()},
            lines={name: line for name, (_, line) in found.items()},
            places={name: (name,) for name in found},
            form="dotenv",
        )


def _auth_source(host: Host) -> Iterator[Source]:
    loaded = load(auth_path(host), "json", bom=False)
    if not loaded.exists:
        return
    problem: Message | None = None
    if loaded.reason is not None:
        problem = unusable(texts.FILE_IGNORED, loaded, loaded.reason, host, "Codex")
    yield file_source(loaded, _AUTH_NAMES, ours=True, problem=problem)


# What they lead to ----------------------------------------------------------------------------------------

Found = tuple[str, Source]


def _first(sources: Sequence[Source], name: str) -> Found | None:
    return next(((s.values[name], s) for s in sources if s.values.get(name)), None)


def effective(sources: Sequence[Source], host: Host) -> Effective:
    """What Codex will send here."""
    del host
    named = _first(sources, "model_provider")
    provider = named[0] if named else _BUILT_IN
    built_in = provider == _BUILT_IN
    url = _first(sources, "openai_base_url" if built_in else _name(provider, "base_url"))
    key = _key(sources, provider)
    model = _first(sources, "model")
    found = {"base_url": url, "api_key": key, "model": model}
    sent = key is not None or _login_sent(sources, provider)
    return Effective(
        base_url=url[0] if url else None,
        api_key=key[0] if key else None,
        model=model[0] if model else None,
        auth_headers=("bearer",) if sent else (),
        endpoint_url=f"{url[0].rstrip('/')}/responses" if url else None,
        origin={name: item[1] for name, item in found.items() if item},
        shadowed=_shadowed(sources, key),
        problems=tuple(_problems(sources, provider, url, key)),
    )


def _key(sources: Sequence[Source], provider: str) -> Found | None:
    """env_key > experimental_bearer_token > a header of the table > auth.json (where the provider asks for it)."""
    if provider == _BUILT_IN:
        return _first(sources, _KEY_VARIABLE) or _auth_key(sources)
    if variable := _first(sources, _name(provider, "env_key")):
        return _first(sources, variable[0])
    if token := _first(sources, _name(provider, "experimental_bearer_token")):
        return token
    if header := _first(sources, _name(provider, "http_headers.Authorization")):
        return header[0].removeprefix("Bearer "), header[1]
    if _asks_for_login(sources, provider):
        return _auth_key(sources)
    return None


def _asks_for_login(sources: Sequence[Source], provider: str) -> bool:
    asked = _first(sources, _name(provider, "requires_openai_auth"))
    return asked is not None and asked[0] == "true"


def _auth_key(sources: Sequence[Source]) -> Found | None:
    """The API key of auth.json, where Codex reads that file and is not told to use the login there."""
    store, mode = _first(sources, "cli_auth_credentials_store"), _first(sources, "auth_mode")
    if store and store[0] in ("keyring", "ephemeral"):
        return None
    return _first(sources, "OPENAI_API_KEY") if mode is None or mode[0] == "apikey" else None


def _login_sent(sources: Sequence[Source], provider: str) -> bool:
    """Does the ChatGPT login's token go out? Measured: to any provider that requires_openai_auth."""
    others = ("env_key", "experimental_bearer_token", "http_headers.Authorization", "auth.command")
    if any(_first(sources, _name(provider, name)) for name in others) or _auth_key(sources):
        return False
    login = _first(sources, "tokens.access_token") is not None
    return login and (provider == _BUILT_IN or _asks_for_login(sources, provider))


def _shadowed(sources: Sequence[Source], key: Found | None) -> tuple[tuple[str, Source], ...]:
    models = [source for source in sources if source.values.get("model")]
    keys = [s for s in sources for name in ("OPENAI_API_KEY", _KEY_VARIABLE) if s.values.get(name)]
    unused = [source for source in keys if key is None or source is not key[1]]
    return (*(("model", source) for source in models[1:]), *(("api_key", source) for source in unused))


def _problems(sources: Sequence[Source], provider: str, url: Found | None, key: Found | None) -> Iterator[Message]:
    yield from (source.problem for source in sources if source.problem is not None)
    shown = safe_text(provider, 80)
    if url is None:
        if provider != _BUILT_IN and not any(_has_table(source, provider) for source in sources):
            yield texts.CODEX_NO_PROVIDER(provider=shown)
        yield texts.NO_BASE_URL(tool="Codex", host=OFFICIAL)
    variable = _first(sources, _name(provider, "env_key"))
    if _first(sources, _name(provider, "auth.command")):
        yield texts.KEY_FROM_COMMAND(name=safe_text(_name(provider, "auth.command"), 120))
    elif variable and key is None:
        yield texts.CODEX_ENV_KEY_UNSET(name=safe_text(variable[0], 80))
    elif key is None and not _login_sent(sources, provider):
        yield texts.NO_KEY(tool="Codex")
    if url is not None and _login_sent(sources, provider):
        yield texts.LOGIN_TOKEN_SENT(account="ChatGPT", url=safe_text(url[0]))


def _has_table(source: Source, provider: str) -> bool:
    return any(name.startswith(_name(provider, "")) for name in source.values)


# What to tell before writing ------------------------------------------------------------------------------


def warnings(host: Host) -> Iterator[Message]:
    """What Codex refuses to start with: a root profile, a provider table."""
    path = config_path(host)
    for problem in faults(load(path, "toml").data, apart_from=PROVIDER):
        yield texts.CODEX_STOPS(file=safe_text(host.tilde(path)), reason=problem)
    for source in sources(host):
        file = safe_text(host.tilde(source.path or ""))
        if "profile" in source.values:
            yield texts.CODEX_PROFILE(file=file, line=source.lines.get("profile", 1))
