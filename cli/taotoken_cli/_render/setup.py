"""`setup` in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from taotoken._message import Language, Message, Text
from taotoken._text import mask_key, safe_text
from taotoken_cli._console import Console
from taotoken_cli._count import files
from taotoken_cli._render._smoke import show_smoke, smoke_data
from taotoken_cli._setup import _clean_up
from taotoken_cli._texts import setup as texts
from taotoken_plugins._edit import Edit, Remove, show_path

if TYPE_CHECKING:
    from taotoken_cli._setup._result import Prepared, SetupResult
    from taotoken_plugins._plan import Change

_DIFF_COLORS = {"+": "green", "-": "red", "@": "cyan"}


def show_plan(prepared: Prepared, console: Console) -> None:
    """What will be done and why, then the diff; warnings and notes go to standard error in every mode."""
    for note in _plan_notes(prepared):
        console.note(note)
    for warning in prepared.warnings:
        console.warn(warning)
    if prepared.options.as_json:
        return
    for tool, endpoint, url in zip(prepared.tools, prepared.endpoints, prepared.urls, strict=True):
        if tool.kind == "files":
            key = mask_key(endpoint.api_key)
            console.prose(texts.PLAN_FOR(tools=tool.name, url=url, model=endpoint.model, key=key))
    if prepared.writes and not prepared.plan.changes:
        console.say(texts.ALREADY_SET())
    for change, text in zip(prepared.plan.changes, prepared.diffs, strict=True):
        show_change(change, prepared.host.tilde(change.path), text, console)


def show_more(before: Prepared, after: Prepared, console: Console) -> None:
    """What a longer plan changes beyond the one that was shown."""
    told = {str(note) for note in _plan_notes(before)}
    for note in _plan_notes(after):
        if str(note) not in told:
            console.note(note)
    for change, text in zip(after.plan.changes, after.diffs, strict=True):
        if text not in before.diffs:
            show_change(change, after.host.tilde(change.path), text, console)


def _plan_notes(prepared: Prepared) -> Iterable[Message]:
    for change in prepared.plan.changes:
        yield from change.notes


def show_change(change: Change, path: str, text: str, console: Console) -> None:
    """One file: what becomes of it, and the diff."""
    console.say()
    console.say(_what(change)(path=safe_text(path)))
    for line in text.splitlines():
        heading = line.startswith(("---", "+++"))
        color = None if heading else _DIFF_COLORS.get(line[:1])
        if color:
            console.styled(line, fg=color)
        else:
            console.say(line)


def _what(change: Change) -> Text:
    if not change.after_state.exists:
        return texts.FILE_DELETED
    return texts.FILE_CHANGED if change.before.exists else texts.FILE_CREATED


def show_written(result: SetupResult, console: Console) -> None:
    """That the files are written, and how to take them back."""
    if result.run is not None and not result.prepared.options.as_json:
        written, run = files(len(result.prepared.plan.changes)), result.run.id
        console.say()
        console.say(texts.WRITTEN(files=written, run=run, undo=undo_command(result)))


def show_testing(result: SetupResult, console: Console) -> None:
    """That the test requests are on their way."""
    if not result.prepared.options.as_json:
        by_tool = result.prepared.options.smoke_by == "tool"
        console.say(texts.TESTING_TOOLS() if by_tool else texts.TESTING())


def undo_command(result: SetupResult) -> str:
    """What takes this run back."""
    return f"taotoken undo {result.run.id}" if result.run else "taotoken undo"


def show_result(result: SetupResult, console: Console) -> None:
    """The test requests and what to type next."""
    options, changes = result.prepared.options, result.prepared.plan.changes
    if result.declined:
        console.say(texts.DECLINED())
        return
    if result.prepared.by_hand:
        _show_by_hand(result.prepared, console)
    if options.only_looks and changes:
        console.say()
        console.say(texts.WOULD_CHANGE(files=files(len(changes))))
        return
    for smoke in result.smokes:
        show_smoke(smoke, result.names.get(smoke.tool_id, smoke.tool_id), console)
    if result.failed_smokes and result.changed:
        console.tell(texts.UNDO_OFFER(undo=undo_command(result)))
    if not result.failed_smokes and not result.shadowed and not options.only_looks:
        _show_next(result, console)


def _show_by_hand(prepared: Prepared, console: Console) -> None:
    from taotoken_cli._render._by_hand import show_by_hand  # start-up time: most set-ups have no such tool

    for tool in prepared.tools:
        if tool.id in prepared.by_hand:
            show_by_hand(tool, prepared.by_hand[tool.id], console)


def _by_hand_data(prepared: Prepared, tool_id: str, language: Language) -> dict[str, Any] | None:
    if tool_id not in prepared.by_hand:
        return None
    from taotoken_cli._render._by_hand import by_hand_data

    return by_hand_data(prepared.by_hand[tool_id], language)


def _show_next(result: SetupResult, console: Console) -> None:
    if not result.prepared.writes:
        return
    console.say()
    console.say(texts.NEXT_HEADING())
    for tool in (tool for tool in result.prepared.tools if tool.kind == "files"):
        console.say(texts.NEXT_OF(tool=tool.name, after=tool.after))


def data(result: SetupResult, language: Language) -> dict[str, Any]:
    """The data of the envelope."""
    prepared = result.prepared
    smokes = {smoke.tool_id: smoke_data(smoke, language) for smoke in result.smokes}
    return {
        "tools": [
            {
                "id": tool.id,
                "name": tool.name,
                "kind": tool.kind,
                "url": url,
                "model": endpoint.model,
                "key": mask_key(endpoint.api_key),
                "smoke": smokes.get(tool.id),
                "after": tool.after.render(language),
                "by_hand": _by_hand_data(prepared, tool.id, language),
            }
            for tool, endpoint, url in zip(prepared.tools, prepared.endpoints, prepared.urls, strict=True)
        ],
        "changes": [
            _change_data(change, text, language)
            for change, text in zip(prepared.plan.changes, prepared.diffs, strict=True)
        ],
        "unchanged": [str(file.path) for file in prepared.plan.unchanged],
        "notes": [note.render(language) for note in (*prepared.notes, *_plan_notes(prepared))],
        "warnings": [warning.render(language) for warning in prepared.warnings],
        "overrides": _clean_up.overrides_data(prepared.clutter, cleaned=prepared.cleaned),
        "leftovers": _clean_up.leftovers_data(prepared.clutter, cleaned=prepared.cleaned),
        "written": result.changed,
        "run": result.run.id if result.run else None,
        "undo": undo_command(result) if result.run else None,
    }


def _change_data(change: Change, text: str, language: Language) -> dict[str, Any]:
    return {
        "path": str(change.path),
        "target": str(change.target),
        "tools": list(change.tool_ids),
        "created": not change.before.exists,
        "deleted": not change.after_state.exists,
        "edits": [_edit_data(item.edit, language) for item in change.edits],
        "diff": text,
    }


def _edit_data(edit: Edit, language: Language) -> dict[str, Any]:
    path = show_path(edit.path)
    if isinstance(edit, Remove):
        return {"action": "remove", "path": path, "reason": edit.reason.render(language)}
    return {"action": "set", "path": path}
