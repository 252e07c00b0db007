"""From sources to what a tool uses, for tools whose settings name a provider and a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._edit import Edit, Path, Remove, get
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._texts import tools_more as more
from taotoken_plugins._tool import AuthHeader, Effective, Source
from taotoken_plugins.tools._read import Loaded, file_source, place, rc_sources, unusable

Found = tuple[str, Source]
Route = tuple[str, AuthHeader]  # what the tool adds to the base URL, and the header its key goes out in


def first(sources: Iterable[Source], name: str) -> Found | None:
    """The value of `name` that counts (what start files export counts in new terminals only)."""
    return next(((s.values[name], s) for s in sources if s.values.get(name) and s.kind != "rc"), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key as it stands, what it is when it is no reference (or one that can be followed), and what to say."""

    found: Found | None = field(default=None, repr=False)
    value: str | None = field(default=None, repr=False)
    problem: Message | None = None


def plain_key(found: Found | None) -> Key:
    """A key that is never a reference."""
    return Key(found=found, value=found[0] if found else None)


def key_of(
    found: Found | None, host: Host, tool: str, *, variable: re.Pattern[str], other: re.Pattern[str] | None = None
) -> Key:
    """A key that may be a reference: ``variable`` matches one to an environment variable (named in a group),
    ``other`` one to a file or a command, which is not followed."""
    if found is None:
        return Key()
    text = found[0]
    if named := variable.fullmatch(text):
        name = next(group for group in named.groups() if group)
        value = host.env.get(name)
        shown = safe_text(name, 80)
        return Key(found=found, value=value, problem=None if value else more.KEY_VARIABLE_UNSET(tool=tool, name=shown))
    if other is not None and other.match(text):
        return Key(found=found, problem=more.KEY_NOT_READ(tool=tool, reference=safe_text(text, 80)))
    return plain_key(found)


def settle(
    sources: Sequence[Source],
    tool: str,
    *,
    base_url: Found | None,
    key: Key,
    model: Found | None,
    model_id: str | None,
    route: Route,
    names: Mapping[str, str],
) -> Effective:
    """What the tool uses. `names` are the settings (name → ``base_url``, ``api_key`` or ``model``) whose losing
    values are reported."""
    found = {"base_url": base_url, "api_key": key.found, "model": model}
    return Effective(
        base_url=base_url[0] if base_url else None,
        api_key=key.value,
        model=model_id,
        auth_headers=(route[1],) if key.found else (),
        endpoint_url=base_url[0].rstrip("/") + route[0] if base_url else None,
        origin={name: item[1] for name, item in found.items() if item},
        shadowed=tuple(_shadowed(sources, found, names)),
        problems=tuple(_problems(sources, tool, base_url, key, model)),
    )


def effective_from(
    sources: Sequence[Source],
    tool: str,
    *,
    base_url: str,
    api_key: str,
    model: str,
    adds: str,
    header: AuthHeader = "bearer",
) -> Effective:
    """What a tool uses whose three settings are named so, the first source that has one winning: it adds `adds` to its
    base URL and sends its key in `header`. `tool` is its name in sentences."""
    chosen = first(sources, model)
    return settle(
        sources,
        tool,
        base_url=first(sources, base_url),
        key=plain_key(first(sources, api_key)),
        model=chosen,
        model_id=chosen[0] if chosen else None,
        route=(adds, header),
        names={base_url: "base_url", api_key: "api_key", model: "model"},
    )


def _shadowed(
    sources: Sequence[Source], found: Mapping[str, Found | None], names: Mapping[str, str]
) -> Iterator[tuple[str, Source]]:
    for name, value in names.items():
        winner = found[value]
        losers = [s for s in sources if s.values.get(name) and winner is not None and s is not winner[1]]
        yield from ((value, source) for source in losers if source.kind != "rc")


def _problems(
    sources: Sequence[Source], tool: str, base_url: Found | None, key: Key, model: Found | None
) -> Iterator[Message]:
    yield from (source.problem for source in sources if source.problem is not None)
    if model is None:
        yield more.NO_MODEL(tool=tool)
    elif base_url is None:
        yield more.OTHER_PROVIDER(tool=tool, model=safe_text(model[0], 80))
    if key.problem is not None:
        yield key.problem
    elif key.found is None and base_url is not None:
        yield texts.NO_KEY(tool=tool)


# Reading ---------------------------------------------------------------------------------------------------


def table(data: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """The object at `path`; empty where there is none."""
    found = get(data, path)
    return found if isinstance(found, dict) else {}


def elements(data: Mapping[str, Any], path: Path) -> list[Mapping[str, Any]]:
    """The objects of the list at `path`."""
    found = get(data, path)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def settings_source(
    host: Host,
    loaded: Loaded,
    tool: str,
    names: Callable[[Mapping[str, Any]], Mapping[str, Path]],
    *,
    ours: bool = False,
    breaks: bool = True,
) -> Iterator[Source]:
    """The settings of one file, where it is there. `breaks`: with a broken one the tool doesn't start (it goes
    on without it otherwise)."""
    if loaded.exists and loaded.reason is None:
        yield file_source(loaded, names(loaded.data), ours=ours)
    elif loaded.reason is not None:
        said = texts.FILE_BREAKS if breaks else texts.FILE_IGNORED
        problem = unusable(said, loaded, loaded.reason, host, tool)
        yield Source(kind="file", path=loaded.path, ours=ours, problem=problem)


def environment_source(path: FilePath, names: Sequence[str]) -> Iterator[Source]:
    """The variables `names` of a dotenv file."""
    from taotoken_plugins._shell import environment_file

    found = {name: (value, line) for name, value, line in environment_file(path) if name in names and value}
    if found:
        yield Source(
            kind="file",
            path=path,
            values={name: value for name, (value, _) in found.items()},
            lines={name: line for name, (_, line) in found.items()},
            places={name: (name,) for name in found},
            form="dotenv",
        )


# Writing ---------------------------------------------------------------------------------------------------


def foreign_headers(document: Mapping[str, Any], path: Path) -> Iterator[Edit]:
    """Headers of ours that carry another key go."""
    for name in table(document, path):
        if name.lower() in ("authorization", "x-api-key"):
            yield Remove((*path, name), texts.OTHER_KEY(), secret=True)


# What beats us ---------------------------------------------------------------------------------------------


def only_in_start_files(host: Host, tool: str, names: tuple[str, ...]) -> Iterator[Message]:
    """Variables that move the tool's settings in a new terminal, but not in this one."""
    missing = tuple(name for name in names if not host.env.get(name))
    for source in rc_sources(host, missing):
        for name in source.values:
            yield texts.FOLDER_ONLY_IN_RC(place=place(host, source, name), name=name, tool=tool)


def moved(host: Host, name: str) -> FilePath | None:
    """The folder or file that an environment variable names; ``~`` is the home folder."""
    value = host.env.get(name)
    if not value:
        return None
    if value == "~" or value.startswith(("~/", "~\\")):
        return host.home / value[2:]
    return host.cwd / value
