"""opencode and its fork Kilo: a provider `taotoken` in the config file that wins.

Measured with opencode 1.18.33 and Kilo 7.7.9. Files are merged key by key; later beats earlier: the names of the
global folder in order, the file of the variable, project files (the nearest folder last), ``.opencode`` folders,
the folder of the variable, and the inline text. Every AI SDK package wants the base URL with /v1; a header beats
the key. Both tools add settings of their own to the file when they start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import Edit, Path, Remove, Select, Set, get
from taotoken_plugins._formats.json_format import JSONC
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools as tool_texts
from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins._tool import ConfigFile, Effective, Source, Tool, Wanted
from taotoken_plugins.tools._choices import (
    ALL_PROTOCOLS,
    BOTH_SIZES,
    chosen_protocol,
    context_window,
    literal_key,
    max_output,
    new_element,
    small_model,
)
from taotoken_plugins.tools._read import UnreadableError, as_text, load, parse, rc_sources
from taotoken_plugins.tools._settle import (
    Key,
    Route,
    first,
    foreign_headers,
    key_of,
    only_in_start_files,
    plain_key,
    settings_source,
    settle,
    table,
)

PROVIDER = "taotoken"
_ENTRY: Path = ("provider", PROVIDER)
_PACKAGES: Mapping[Protocol, str] = {
    "chat": "@ai-sdk/openai-compatible",
    "responses": "@ai-sdk/openai",
    "messages": "@ai-sdk/anthropic",
}
_ROUTES: Mapping[str, Route] = {
    "@ai-sdk/openai-compatible": ("/chat/completions", "bearer"),
    "@ai-sdk/openai": ("/responses", "bearer"),
    "@ai-sdk/anthropic": ("/messages", "x-api-key"),
}
_VARIABLE = re.compile(r"\{env:([^}]+)\}")
_FILE = re.compile(r"\{file:")
OWNED: tuple[Path, ...] = (
    ("$schema",),
    ("model",),
    ("small_model",),
    _ENTRY,
    ("enabled_providers",),
    ("disabled_providers",),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """What differs between the two.

    Attributes:
        id, name, homepage, tested, after: as in `Tool`.
        program, package: the command, and the npm package it comes from.
        folder: its folder under the XDG folders.
        names: the global files it reads, strongest first; `fresh` is made where there is none.
        project_names: files of a project, strongest first.
        prefix: of its environment variables (``…_CONFIG``, ``…_CONFIG_DIR``, ``…_CONFIG_CONTENT``).
        schema: the ``$schema`` of a new file.
    """

    id: str
    name: str
    homepage: str
    tested: str
    after: Message
    program: str
    package: str
    folder: str
    names: tuple[str, ...]
    fresh: str
    project_names: tuple[str, ...]
    prefix: str
    schema: str

    def variable(self, ending: str = "") -> str:
        return f"{self.prefix}_CONFIG{ending}"


# Places ----------------------------------------------------------------------------------------------------


def _global_folder(family: Family, host: Host) -> FilePath:
    moved = host.env.get("XDG_CONFIG_HOME")
    return (host.cwd / moved if moved else host.home / ".config") / family.folder


def config_path(family: Family, host: Host) -> FilePath:
    """The file of the variable, or the strongest global file that is there."""
    if moved := host.env.get(family.variable()):
        return host.cwd / moved
    folder = _global_folder(family, host)
    there = (folder / name for name in family.names if (folder / name).is_file())
    return next(there, folder / family.fresh)


def _auth_path(family: Family, host: Host) -> FilePath:
    moved = host.env.get("XDG_DATA_HOME")
    return (host.cwd / moved if moved else host.home / ".local" / "share") / family.folder / "auth.json"


def _project_folders(host: Host) -> Iterator[FilePath]:
    """From the working folder up to the repository's root (or the file system's)."""
    for folder in (host.cwd, *host.cwd.parents):
        yield folder
        if (folder / ".git").exists():
            return


def _files(family: Family, host: Host) -> Iterator[FilePath]:
    """Every config file that may be there, strongest first."""
    folders = list(_project_folders(host))
    if moved := host.env.get(family.variable("_DIR")):
        yield from (host.cwd / moved / name for name in family.project_names)
    dotted = [folder / f".{family.folder}" for folder in folders]
    for folder in (*dotted, *folders):
        yield from (folder / name for name in family.project_names)
    if moved := host.env.get(family.variable()):
        yield host.cwd / moved
    yield from (_global_folder(family, host) / name for name in family.names)


# Reading ---------------------------------------------------------------------------------------------------


def _names(data: Mapping[str, Any]) -> dict[str, Path]:
    names: dict[str, Path] = {"model": ("model",), "small_model": ("small_model",)}
    for provider, entry in table(data, ("provider",)).items():
        if isinstance(entry, dict):
            names[_name(provider, "npm")] = ("provider", provider, "npm")
            for option in ("baseURL", "apiKey"):
                names[_name(provider, f"options.{option}")] = ("provider", provider, "options", option)
    return names


def _name(provider: str, setting: str) -> str:
    return f"provider.{provider}.{setting}"


def sources(family: Family, host: Host) -> tuple[Source, ...]:
    """Every place it reads here, strongest first."""
    ours = config_path(family, host)
    found: dict[FilePath, Source] = {}
    for path in _files(family, host):
        for source in settings_source(host, load(path, "jsonc"), family.name, _names, ours=path == ours):
            found.setdefault(path, source)
    exported = rc_sources(host, (family.variable("_CONTENT"),))
    return (*_inline(family, host), *found.values(), *_saved_keys(family, host), *exported)


def _inline(family: Family, host: Host) -> Iterator[Source]:
    """The settings in the environment variable."""
    text = host.env.get(family.variable("_CONTENT"))
    if not text:
        return
    try:
        data = parse(text.encode("utf-8", "replace"), "jsonc")
    except UnreadableError as error:
        problem = tool_texts.FILE_BREAKS(file=family.variable("_CONTENT"), reason=error.reason, tool=family.name)
        yield Source(kind="env", problem=problem)
        return
    values = {name: as_text(get(data, path)) for name, path in _names(data).items()}
    known = {name: value for name, value in values.items() if value is not None}
    yield Source(kind="env", values=known, variable=family.variable("_CONTENT"))


def _saved_keys(family: Family, host: Host) -> Iterator[Source]:
    """Keys of its own login command; the config's key beats them."""
    loaded = load(_auth_path(family, host), "json")
    names = {f"auth.{provider}": (provider, "key") for provider in loaded.data}
    yield from settings_source(host, loaded, family.name, lambda _: names, breaks=False)


def effective(family: Family, sources: Sequence[Source], host: Host) -> Effective:
    """What it will send here."""
    model = first(sources, "model")
    provider, _, model_id = model[0].partition("/") if model else ("", "", "")
    package = first(sources, _name(provider, "npm"))
    url_name, key_name = _name(provider, "options.baseURL"), _name(provider, "options.apiKey")
    stored = first(sources, key_name)
    key = key_of(stored, host, family.name, variable=_VARIABLE, other=_FILE) if stored else Key()
    if stored is None:
        key = plain_key(first(sources, f"auth.{provider}"))
    return settle(
        sources,
        family.name,
        base_url=first(sources, url_name),
        key=key,
        model=model,
        model_id=model_id or None,
        route=_ROUTES.get(package[0] if package else _PACKAGES["chat"], _ROUTES[_PACKAGES["chat"]]),
        names={url_name: "base_url", key_name: "api_key", f"auth.{provider}": "api_key", "model": "model"},
    )


def _small_model(sources: Sequence[Source]) -> str | None:
    """The id, where it is one of ours."""
    found = first(sources, "small_model")
    provider, _, model_id = found[0].partition("/") if found else ("", "", "")
    return model_id if provider == PROVIDER and model_id else None


def warnings(family: Family, host: Host) -> Iterator[Message]:
    """Variables that only a new terminal has."""
    yield from only_in_start_files(host, family.name, (family.variable(),))


# Writing ---------------------------------------------------------------------------------------------------


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that the AI SDK adds ``/chat/completions`` to."""
    return endpoint.v1_for("chat")


def edits(family: Family, wanted: Wanted, document: Mapping[str, Any]) -> list[Edit]:
    """The provider, its model, and the choice of both."""
    protocol = chosen_protocol(wanted, family.name, ALL_PROTOCOLS)
    key = literal_key(wanted, family.name, holds=("{file:",))
    model = wanted.endpoint.model
    options: Path = (*_ENTRY, "options")
    return [
        *([] if document else [Set(("$schema",), family.schema)]),
        Set((*_ENTRY, "npm"), _PACKAGES[protocol]),
        Set((*_ENTRY, "name"), "TaoToken"),
        Set((*options, "baseURL"), wanted.endpoint.v1_for(protocol)),
        Set((*options, "apiKey"), key, secret=True),
        *foreign_headers(document, (*options, "headers")),
        *_model_edits(wanted, document, (*_ENTRY, "models", model)),
        Set(("model",), f"{PROVIDER}/{model}"),
        *_small_model_edits(wanted, document),
        *_switched_on(document),
    ]


def _model_edits(wanted: Wanted, document: Mapping[str, Any], path: Path) -> Iterator[Edit]:
    limits = _limits(wanted, table(document, (*path, "limit")), (*path, "limit"))
    if isinstance(get(document, path), dict):
        yield from limits
    else:
        yield new_element(path, {"name": wanted.endpoint.model}, limits)


def _small_model_edits(wanted: Wanted, document: Mapping[str, Any]) -> Iterator[Edit]:
    """The model that titles are made with; where none is named, the setting stays as it is."""
    small = small_model(wanted)
    if small is None:
        return
    path = (*_ENTRY, "models", small)
    if small != wanted.endpoint.model and not isinstance(get(document, path), dict):
        yield Set(path, {"name": small})
    yield Set(("small_model",), f"{PROVIDER}/{small}")


def _limits(wanted: Wanted, known: Mapping[str, Any], path: Path) -> Iterator[Edit]:
    """Both or none: with one alone the file is invalid; 0 is the tool's own "not known"."""
    sizes = {"context": context_window(wanted), "output": max_output(wanted)}
    for name, size in sizes.items() if any(sizes.values()) else ():
        if size is not None or not known.get(name):
            yield Set((*path, name), size or 0)


def _switched_on(document: Mapping[str, Any]) -> Iterator[Edit]:
    """The lists that switch providers on and off."""
    only = get(document, ("enabled_providers",))
    if isinstance(only, list) and PROVIDER not in only:
        yield Set(("enabled_providers", Select(None, PROVIDER)), PROVIDER)
    never = get(document, ("disabled_providers",))
    if isinstance(never, list) and PROVIDER in never:
        yield Remove(("disabled_providers", Select(None, PROVIDER)), texts.HIDES_PROVIDER())


# The tool --------------------------------------------------------------------------------------------------


def tool_of(family: Family) -> Tool:
    """The declaration of one of the two."""
    return Tool(
        id=family.id,
        name=family.name,
        protocol="chat",
        homepage=family.homepage,
        tested=family.tested,
        files=(
            ConfigFile(
                id="config",
                path=lambda host: config_path(family, host),
                format=JSONC,
                edits=lambda wanted, document, _: edits(family, wanted, document),
                owned=OWNED,
                private=True,
            ),
        ),
        sources=lambda host: sources(family, host),
        effective=lambda found, host: effective(family, found, host),
        detect=lambda host: detect_npm(host, family.program, family.package),
        tool_base_url=tool_base_url,
        after=family.after,
        warnings=lambda host: warnings(family, host),
        headless=lambda prompt: (family.program, "run", prompt),
        protocols=ALL_PROTOCOLS,
        sizes=BOTH_SIZES,
        small_model=_small_model,
    )
