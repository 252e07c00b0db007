"""A third party's tool as the rest of the program may use it: every function runs quietly, and what it gives is
checked before anybody relies on it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar, get_args

from taotoken._endpoint import Endpoint
from taotoken._message import Language, Message, Text
from taotoken._text import safe_text
from taotoken_plugins._edit import Edit, EditConflictError, Remove, Select, Set, show_path
from taotoken_plugins._host import Host
from taotoken_plugins._problem import PluginFailedError, Problem, RefusedError
from taotoken_plugins._texts import third_party as texts
from taotoken_plugins._third_party._declared import (
    is_edit,
    is_effective,
    is_installed,
    is_path,
    is_place,
    is_source,
    is_told,
    is_within,
)
from taotoken_plugins._third_party._places import misplaced
from taotoken_plugins._third_party._quiet import FailedError, call
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted

Fail = Callable[[Message], PluginFailedError]
_T = TypeVar("_T")
_LONGEST = 1000


def guarded(tool: Tool, fail: Fail) -> Tool:
    """`tool` with guards around all it does; they raise what `fail` makes of a reason."""
    guard = _Guard(fail)
    files = tuple(_file(file, guard) for file in tool.files)

    def sources(host: Host) -> tuple[Source, ...]:
        headless("")
        for file in files:  # whoever only looks is told too that it would write elsewhere
            file.path(host)
        found = guard.call("sources", tool.sources, host)
        return guard.want("sources", found, isinstance(found, tuple) and all(map(is_source, found)), texts.SOURCES())

    def effective(found: Sequence[Source], host: Host) -> Effective:
        used = guard.call("effective", tool.effective, found, host)
        return guard.want("effective", used, is_effective(used), texts.AN_EFFECTIVE())

    def detect(host: Host) -> Installed | None:
        found = guard.call("detect", tool.detect, host)
        return guard.want("detect", found, is_installed(found), texts.AN_INSTALLED())

    def tool_base_url(endpoint: Endpoint) -> str:
        url = guard.call("tool_base_url", tool.tool_base_url, endpoint)
        return guard.want("tool_base_url", url, isinstance(url, str), texts.A_STRING())

    def warnings(host: Host) -> tuple[Message, ...]:
        found = guard.call("warnings", lambda: tuple(tool.warnings(host)))
        good = all(is_told(message) for message in found)
        return tuple(map(plain, guard.want("warnings", found, good, texts.MESSAGES())))

    def headless(prompt: str) -> tuple[str, ...]:
        argv = guard.call("headless", tool.headless, prompt)
        good = isinstance(argv, tuple) and all(isinstance(word, str) for word in argv)
        return guard.want("headless", argv, good, texts.STRINGS())

    def small_model(found: Sequence[Source]) -> str | None:
        assert tool.small_model is not None, "guarded only where it is there"
        model = guard.call("small_model", tool.small_model, found)
        return guard.want("small_model", model, model is None or isinstance(model, str), texts.A_STRING())

    return replace(
        tool,
        files=files,
        sources=sources,
        effective=effective,
        detect=detect,
        tool_base_url=tool_base_url,
        after=plain(tool.after),
        warnings=warnings,
        headless=headless,
        small_model=small_model if tool.small_model else None,
    )


def plain(message: Message, key: str = "") -> Message:
    """The same sentence, fit to be shown: one line without control characters or `key`, in both languages."""
    secrets = (key,) if key else ()
    said = (safe_text(message.render(language), _LONGEST, secrets=secrets) for language in get_args(Language))
    en, zh = (words.replace("{", "{{").replace("}", "}}") for words in said)
    return Text(en=en, zh=zh)()


class _Guard:
    """How calls fail for one tool."""

    def __init__(self, fail: Fail) -> None:
        self._fail = fail

    def call(
        self, name: str, function: Callable[..., _T], *arguments: object, through: tuple[type[Exception], ...] = ()
    ) -> _T:
        try:
            return call(function, *arguments, through=through)
        except FailedError as error:
            # Not what it says: that may repeat a key it was given.
            place = texts.RAISED_AT(place=safe_text(error.place, 80)) if error.place else ""
            self.refuse(texts.RAISED(function=name, name=safe_text(error.name, 60), place=place))

    def refusable(self, name: str, function: Callable[[], _T], key: str) -> _T:
        """What `function`, which knows `key`, gives; it may say, as ours do, that a choice or a file can't be worked
        with."""
        try:
            return self.call(name, function, through=(RefusedError, EditConflictError))
        except PluginFailedError:
            raise
        except RefusedError as error:
            if type(error) is not RefusedError or not error.problems or not all(map(_is_problem, error.problems)):
                self.refuse(_raised(name, error))
            raise RefusedError(*(_plain_problem(problem, key) for problem in error.problems)) from None
        except EditConflictError as error:
            if not _is_conflict(error, key):
                self.refuse(_raised(name, error))
            raise EditConflictError(error.path, error.expected, error.found) from None

    def want(self, name: str, found: _T, good: bool, expected: Message) -> _T:
        if not good:
            kind = safe_text(type(found).__name__, 60)
            self.refuse(texts.GAVE(function=name, found=kind, expected=expected))
        return found

    def refuse(self, reason: Message) -> NoReturn:
        raise self._fail(reason) from None


def _is_problem(problem: object) -> bool:
    if type(problem) is not Problem or not isinstance(problem.code, str) or not is_told(problem.message):
        return False
    return problem.next is None or is_told(problem.next)


def _plain_problem(problem: Problem, key: str) -> Problem:
    """The same, told by a sentence alone: where it stands is said in it, or by nobody."""
    following = None if problem.next is None else plain(problem.next, key)
    code = safe_text(problem.code, 60, secrets=(key,))
    return Problem(code=code, message=plain(problem.message, key), next=following)


def _is_conflict(error: EditConflictError, key: str) -> bool:
    """Is it as our own are, and without the key?"""
    told = (error.expected, error.found)
    return (
        is_path(error.path)
        and all(isinstance(word, str) for word in told)
        and key not in f"{show_path(error.path)}{told}"
    )


def _raised(function: str, error: Exception) -> Message:
    return texts.RAISED(function=function, name=safe_text(type(error).__name__, 60), place="")


def _file(file: ConfigFile, guard: _Guard) -> ConfigFile:
    def path(host: Host) -> Path:
        found = guard.call(f"{file.id}.path", file.path, host)
        reason = misplaced(guard.want(f"{file.id}.path", found, is_place(found), texts.A_PATH()), host)
        if reason is not None:
            guard.refuse(reason)
        return found

    def edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> tuple[Edit, ...]:
        name = f"{file.id}.edits"
        key = wanted.endpoint.api_key
        found = guard.refusable(name, lambda: tuple(file.edits(wanted, copy.deepcopy(document), host)), key)
        guard.want(name, found, all(map(is_edit, found)), texts.EDITS())
        for edit in found:
            _check_edit(edit, file, wanted, guard)
        return tuple(_plain_edit(edit, key) for edit in found)

    def when(wanted: Wanted, host: Host) -> bool:
        assert file.when is not None
        answer = guard.call(f"{file.id}.when", file.when, wanted, host)
        return guard.want(f"{file.id}.when", answer, isinstance(answer, bool), texts.A_BOOLEAN())

    def hidden(document: Mapping[str, Any]) -> tuple[str, ...]:
        ask = file.hidden
        assert ask is not None
        found = guard.call(f"{file.id}.hidden", lambda: tuple(ask(copy.deepcopy(document))))
        good = all(isinstance(value, str) for value in found)
        return guard.want(f"{file.id}.hidden", found, good, texts.STRINGS())

    return replace(
        file,
        path=path,
        edits=edits,
        when=None if file.when is None else when,
        hidden=None if file.hidden is None else hidden,
    )


def _check_edit(edit: Edit, file: ConfigFile, wanted: Wanted, guard: _Guard) -> None:
    field = safe_text(show_path(edit.path), 200, secrets=(wanted.endpoint.api_key,))
    if not is_within(edit.path, file.owned):
        guard.refuse(texts.NOT_OWNED(field=field))
    if shows_key(edit, wanted.endpoint.api_key):
        guard.refuse(texts.KEY_SHOWN(field=field))


def shows_key(edit: Edit, key: str) -> bool:
    """Would a diff or the journal show the key in this edit?"""
    in_path = any(isinstance(step, Select) and key in step.value and not step.secret for step in edit.path)
    return in_path or (isinstance(edit, Set) and not edit.secret and _holds(edit.value, key))


def _holds(value: Any, key: str) -> bool:
    if isinstance(value, dict):
        return any(key in name or _holds(item, key) for name, item in value.items())
    if isinstance(value, list):
        return any(_holds(item, key) for item in value)
    return isinstance(value, str) and key in value


def _plain_edit(edit: Edit, key: str) -> Edit:
    if isinstance(edit, Remove):
        return replace(edit, reason=plain(edit.reason, key))
    return edit if edit.note is None else replace(edit, note=plain(edit.note, key))


def broken(tool_id: str, problem: Problem) -> Tool:
    """Stands for a tool that can't be used: whatever is asked of it raises PluginFailedError with `problem`."""

    def fail(*_: object) -> Any:
        raise PluginFailedError(problem)

    file = ConfigFile(id="plugin", path=fail, format=_any_format(), edits=fail, owned=(("plugin",),))
    return Tool(
        id=tool_id,
        name=tool_id,
        protocol="chat",
        homepage="",
        tested="",
        files=(file,),
        sources=fail,
        effective=fail,
        detect=fail,
        tool_base_url=fail,
        after=problem.message,
        warnings=fail,
        headless=fail,
    )


def _any_format() -> Any:
    from taotoken_plugins._formats.json_format import STRICT_JSON

    return STRICT_JSON
