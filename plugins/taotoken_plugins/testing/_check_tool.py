"""The promises that every tool keeps, checked on one declaration."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NoReturn, get_args

from taotoken._endpoint import Endpoint
from taotoken_plugins._apply import apply
from taotoken_plugins._diff import diff
from taotoken_plugins._edit import MISSING, Edit, EditConflictError, Remove, apply_to_data, get, show_path
from taotoken_plugins._formats import FormatError
from taotoken_plugins._host import Platform
from taotoken_plugins._plan import Plan, plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._texts import third_party
from taotoken_plugins._third_party._declared import (
    faults,
    is_edit,
    is_effective,
    is_installed,
    is_source,
    is_told,
    is_within,
)
from taotoken_plugins._third_party._enabled_tools import is_reserved
from taotoken_plugins._third_party._guard import shows_key
from taotoken_plugins._third_party._places import misplaced
from taotoken_plugins._tool import API, ConfigFile, Tool, Wanted
from taotoken_plugins._undo import undo
from taotoken_plugins.testing._starts import Start, starts
from taotoken_plugins.testing._world import World, world

ONE: Final = Endpoint(base_url="https://one.example/api", api_key="sk-check-tool-first-key-0001", model="model-one")
_TWO: Final = Endpoint(base_url="https://two.example", api_key="sk-check-tool-second-key-0002", model="model/two")
_BARE: Final = Endpoint(base_url="http://127.0.0.1:8080", api_key="sk-check-tool-third-key-00003", model="three")


def check_tool(tool: Tool, *, files: Mapping[str, Sequence[bytes]] | None = None) -> None:
    """Prove that a declaration keeps the promises of every tool: what it declares, where its files lie, that its edits
    are pure, repeatable, marked where they hold the key and within what it owns; that a second set-up changes
    nothing, reading gives back what was written, another gateway takes over whole, and undo is exact.

    `files` has, by file id, contents as they are in real life; the checks start from these too.

    Raises AssertionError that names the promise, the start and the place.
    """
    _check_declaration(tool)
    _check_given(tool, files or {})
    for platform in get_args(Platform):
        _check_places(tool, platform)
    for name, start in starts(tool, files or {}):
        for wanted in _choices(tool):
            Check(tool, f"{name}, {_shown(wanted)}").run(start, wanted)


def _choices(tool: Tool) -> Iterator[Wanted]:
    """Each protocol and size that the tool declares, on endpoints of different shapes."""
    for endpoint in (ONE, _BARE):
        yield Wanted(endpoint=endpoint)
    for protocol in tool.protocols[1:]:
        yield Wanted(endpoint=ONE, options={"protocol": protocol})
    if tool.small_model:
        yield Wanted(endpoint=ONE, options={"small-model": "model-small"})
    if tool.protocol == "messages":
        yield Wanted(endpoint=ONE, auth_header="x-api-key")
    if tool.sizes:
        yield Wanted(endpoint=ONE, options=dict.fromkeys(tool.sizes, "4321"))


def _shown(wanted: Wanted) -> str:
    header = [wanted.auth_header] if wanted.auth_header != "bearer" else []
    options = [f"{name} {value}" for name, value in wanted.options.items()]
    return ", ".join([wanted.endpoint.base_url, *header, *options])


def _check_given(tool: Tool, files: Mapping[str, Sequence[bytes]]) -> None:
    known = [file.id for file in tool.files]
    for name, contents in files.items():
        if name not in known:
            _fail(tool, "files", f"{name!r} is the id of none of its files ({', '.join(known)})")
        if isinstance(contents, bytes | str) or not all(isinstance(content, bytes) for content in contents):
            _fail(tool, "files", f"{name!r} needs a list of bytes")


def _check_declaration(tool: Tool) -> None:
    if type(tool) is not Tool:
        raise AssertionError(str(next(faults(tool))))
    ours = tool.api is None and is_reserved(tool.id)
    if is_reserved(tool.id) and not ours:
        _fail(tool, "the declaration", str(third_party.BUILTIN_NAME()))
    for fault in faults(replace(tool, api=API) if ours else tool):
        _fail(tool, "the declaration", str(fault))


def _check_places(tool: Tool, platform: Platform) -> None:
    with world(tool, {}) as empty:
        host = replace(empty.host, platform=platform)
        for file in tool.files:
            where = f"the place of {file.id} on {platform}"
            path = file.path(host)
            if path != file.path(host):
                _fail(tool, where, "is not the same twice")
            if (fault := misplaced(path, host)) is not None:
                _fail(tool, where, str(fault))


def _fail(tool: Tool, promise: str, what: str) -> NoReturn:
    raise AssertionError(f"{tool.id}: {promise}: {what}")


class Check:
    """One set-up and what follows it, from one start."""

    def __init__(self, tool: Tool, case: str) -> None:
        self.tool = tool
        self.case = case

    def fail(self, promise: str, what: str) -> NoReturn:
        _fail(self.tool, f"{promise} ({self.case})", what)

    def run(self, start: Start, wanted: Wanted) -> None:
        with world(self.tool, start) as machine:
            before = machine.tree()
            self._edits(machine, wanted)
            try:
                made = plan([(self.tool, wanted)], machine.host)
            except RefusedError as error:
                if not any(start.values()):
                    self.fail("a set-up from nothing works", str(error))
                return  # what is there may be refused: nothing is written then
            self._set_up(machine, made, wanted)
            other = replace(wanted, endpoint=_TWO)
            self._set_up(machine, plan([(self.tool, other)], machine.host), other)
            self._nothing_left(machine, wanted)
            for _ in ("the second", "the first"):
                undo(machine.host)
            if machine.tree() != before:
                self.fail("undo is exact", _first_difference(before, machine.tree()))

    def _edits(self, machine: World, wanted: Wanted) -> None:
        for file in self.tool.files:
            if file.when is not None and not file.when(wanted, machine.host):
                continue
            try:
                data = _data(machine, file)
                kept = copy.deepcopy(data)
                edits = tuple(file.edits(wanted, data, machine.host))
                again = tuple(file.edits(wanted, copy.deepcopy(kept), machine.host))
            except (FormatError, RefusedError, EditConflictError):
                continue
            for edit in (*edits, *again):
                self._edit(file, edit, wanted)
            if data != kept or edits != again:
                self.fail("edits are pure", f"{file.id} gives others the second time, or changes the document")

    def _edit(self, file: ConfigFile, edit: Edit, wanted: Wanted) -> None:
        if not is_edit(edit):
            self.fail("edits are plain data", f"{file.id}: Set, or Remove with a reason in both languages")
        field = f"{file.id}: {show_path(edit.path)}"
        if not is_within(edit.path, file.owned):
            self.fail("edits stay within what is owned", field)
        if shows_key(edit, wanted.endpoint.api_key):
            self.fail("the key is marked as secret", field)

    def _set_up(self, machine: World, made: Plan, wanted: Wanted) -> None:
        before = {file.id: _data(machine, file) for file in self.tool.files}
        key = wanted.endpoint.api_key
        for change in made.changes:
            if key in diff(change, machine.host):
                self.fail("the diff does not show the key", change.file_id)
        apply(made, machine.host)
        for file in self.tool.files:
            if (_without(before[file.id], file) or None) != (_without(_data(machine, file), file) or None):
                self.fail("nothing changes but what is owned", file.id)
        if any(key.encode() in content for content in machine.own_files().values()):
            self.fail("the journal does not keep the key", "")
        self._private(machine, key)
        if plan([(self.tool, wanted)], machine.host).changes:
            self.fail("a second set-up changes nothing", "it does")
        self._read(machine, wanted)

    def _private(self, machine: World, key: str) -> None:
        for file in self.tool.files:
            path = file.path(machine.host)
            holds = path.exists() and key.encode() in path.read_bytes()
            if holds and not file.private:
                self.fail("a file that holds the key is private", file.id)

    def _read(self, machine: World, wanted: Wanted) -> None:
        tool, host, endpoint = self.tool, machine.host, wanted.endpoint
        sources = tool.sources(host)
        if not isinstance(sources, tuple) or not all(map(is_source, sources)):
            self.fail("sources is a tuple of Source", repr(type(sources)))
        used = tool.effective(sources, host)
        if not is_effective(used):
            self.fail("effective gives an Effective", repr(type(used)))
        if not is_installed(tool.detect(host)):
            self.fail("detect gives an Installed or None", "")
        argv, base = tool.headless("Hello"), tool.tool_base_url(endpoint)
        if not isinstance(argv, tuple) or not all(isinstance(word, str) for word in argv):
            self.fail("headless gives a tuple of strings", repr(argv))
        if not isinstance(base, str):
            self.fail("tool_base_url gives a string", repr(base))
        if not all(is_told(message) for message in tool.warnings(host)):
            self.fail("warnings are there in both languages", "")
        protocol = wanted.options.get("protocol", tool.protocol)
        expected: dict[str, str | None] = {"api_key": endpoint.api_key, "model": endpoint.model}
        if used.endpoint_url is not None:
            expected["endpoint_url"] = endpoint.url(protocol)  # type: ignore[arg-type] # one of those it declares
        if protocol == tool.protocol:
            expected["base_url"] = base
        for name, value in expected.items():
            found = getattr(used, name)
            if found != value:
                shown = "another key" if name == "api_key" else f"{found!r} instead of {value!r}"
                self.fail("reading gives back what was written", f"{name}: {shown}")

    def _nothing_left(self, machine: World, wanted: Wanted) -> None:
        """Of a gateway that was left no key is there any more."""
        key = wanted.endpoint.api_key.encode()
        for name, (content, _) in machine.tree().items():
            if key in content:
                self.fail("another gateway takes over whole", f"the old key is still in {name}")


def _data(machine: World, file: ConfigFile) -> Any:
    path = file.path(machine.host)
    if not path.exists():
        return {}
    return file.format.load(path.read_bytes())


def _without(data: Any, file: ConfigFile) -> Any:
    """What is not ours, without the containers that are empty then."""
    gone = [path for path in file.owned if data and get(data, path) is not MISSING]
    # A null where an object is needed counts as nothing.
    nulls = {path[:length] for path in file.owned for length in range(1, len(path)) if get(data, path[:length]) is None}
    return _pruned(apply_to_data(data, [Remove(path, third_party.DISABLED()) for path in (*gone, *nulls)]))


def _pruned(data: Any) -> Any:
    if isinstance(data, dict):
        kept = {name: _pruned(value) for name, value in data.items()}
        return {name: value for name, value in kept.items() if value not in ({}, [])}
    if isinstance(data, list):
        return [value for value in map(_pruned, data) if value not in ({}, [])]
    return data


def _first_difference(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    return next(name for name in sorted({*before, *after}) if before.get(name) != after.get(name))
