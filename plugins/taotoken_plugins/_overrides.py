"""What would win over a tool's own files: values of other files, of the environment and of shell start files.

Nothing here knows a tool: its own reading of its settings is asked what it uses with a value and without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal

from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._snapshot import pretending
from taotoken_plugins._tool import Effective, Source, Tool

if TYPE_CHECKING:
    from taotoken_plugins._plan import Plan

Kind = Literal["file", "env", "rc"]
_Value = tuple[int, str]  # index of the source, name of the setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """One value that wins over what a tool's own files say.

    Attributes:
        tool: the tool.
        name: the setting as the tool calls it, or the variable.
        kind: it stands in a ``file``, in this process's ``env``, or in a start file, and so in new terminals (``rc``).
        source: where it stands.
        pieces: does it change where the tool posts to, its key or its model (or only settings beside them)?
        path, line: its place, where it is in a file.
    """

    tool: Tool = field(repr=False)
    name: str
    kind: Kind
    source: Source = field(repr=False)
    pieces: bool = True
    path: Path | None = None
    line: int | None = None

    @property
    def here(self) -> bool:
        """Does it win in this terminal, or in a new one only?"""
        return self.kind != "rc"

    @property
    def value(self) -> str:
        """What it says. May be a key: never shown as it is."""
        return self.source.values.get(self.name, "")


def unset_command(name: str, windows: bool, shell: str) -> str:
    """What takes a variable out of a terminal; `shell` is what SHELL says."""
    name = safe_text(name, 80)
    if windows:
        return f"Remove-Item Env:{name}"
    return f"set -e {name}" if PurePath(shell).name == "fish" else f"unset {name}"


def planned(plan: Plan) -> AbstractContextManager[None]:
    """Inside, files read as `plan` would leave them."""
    return pretending({change.target: change.after for change in plan.changes})


def overrides(tool: Tool, host: Host) -> tuple[Override, ...]:
    """All that makes `tool` use something else than its own files say, strongest place first; nothing where these
    hold no whole set."""
    sources, new_terminal = tool.sources(host), host
    exports = {name: value for source in sources if source.kind == "rc" for name, value in _known(source)}
    if exports.keys() - host.env.keys():
        new_terminal = replace(host, env={**exports, **host.env})
        sources = tool.sources(new_terminal)
    foreign = [(index, name) for index, source in enumerate(sources) if _counts(source) for name in source.values]
    goal = tool.effective(_without(sources, set(foreign)), new_terminal)
    if not goal.base_url or not goal.auth_headers:
        return ()
    winning = set(foreign)
    found: dict[_Value, bool] = {}
    for value in foreign:
        with_it = tool.effective(_without(sources, winning - {value}), new_terminal)
        if _same(with_it, goal):
            winning.discard(value)
        else:
            found[value] = _pieces(with_it) != _pieces(goal)
    return tuple(one for value, pieces in found.items() for one in _places(tool, value, pieces, sources, host))


def _known(source: Source) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, value in source.values.items() if value)


def _counts(source: Source) -> bool:
    """Is it another place than those that setup writes, and one that the tool itself looks at?"""
    return not source.ours and source.kind != "rc"


def _without(sources: Sequence[Source], taken: Set[_Value]) -> list[Source]:
    """The same places without these values."""
    places = {index for index, _ in taken}
    return [
        replace(source, values={name: value for name, value in source.values.items() if (index, name) not in taken})
        if index in places
        else source
        for index, source in enumerate(sources)
    ]


def _same(one: Effective, two: Effective) -> bool:
    """Does the tool do the same with both?"""
    return _pieces(one) == _pieces(two) and one.further == two.further


def _pieces(effective: Effective) -> tuple[object, ...]:
    """The three pieces as they go out, and what the tool says is wrong with them."""
    said = sorted(str(problem) for problem in effective.problems)
    pieces = (effective.base_url, effective.api_key, effective.model, effective.endpoint_url)
    return (*pieces, effective.auth_headers, said)


def _places(tool: Tool, value: _Value, pieces: bool, sources: Sequence[Source], host: Host) -> Iterator[Override]:
    """Where the value stands: a file, or this process and every start file that exports it."""
    source, name = sources[value[0]], value[1]
    if source.kind == "file":
        found = Override(tool=tool, name=name, kind="file", source=source, pieces=pieces)
        yield replace(found, path=source.path, line=source.lines.get(name))
        return
    variable = source.variable or name
    if variable in host.env:
        yield Override(tool=tool, name=variable, kind="env", source=source, pieces=pieces)
    for other in sources:
        if other.kind == "rc" and other.values.get(variable):
            found = Override(tool=tool, name=variable, kind="rc", source=other, pieces=pieces)
            yield replace(found, path=other.path, line=other.lines.get(variable))
