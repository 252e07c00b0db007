"""From what was typed to a plan: tools, endpoints, auth header, plan and diffs. Nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken_cli._answers import URL_VARIABLE, Saved, answer, missing, read_saved
from taotoken_cli._app import App
from taotoken_cli._notes import Notes
from taotoken_cli._setup import _clean_up
from taotoken_cli._setup._choices import choose
from taotoken_cli._setup._choose import chosen_tools
from taotoken_cli._setup._gitignore import with_gitignore
from taotoken_cli._setup._mcp import with_mcp
from taotoken_cli._setup._models import choose_models
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._setup._protocols import auth_header, with_messages_url
from taotoken_cli._setup._result import Prepared
from taotoken_cli._texts import pasted as pasted_texts
from taotoken_cli._texts import setup as texts
from taotoken_plugins._diff import diff
from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan, plan
from taotoken_plugins._registry import OWN
from taotoken_plugins._tool import Tool, Wanted

if TYPE_CHECKING:
    from taotoken_cli._pasted import Pasted
    from taotoken_plugins.diagnosis.leftovers import Leftover


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What every tool and our own profile shall be set to; planning may happen more than once from here."""

    options: SetupOptions
    tools: tuple[Tool, ...]
    wanted: tuple[tuple[Tool, Wanted], ...]
    endpoints: tuple[Endpoint, ...]
    urls: tuple[str, ...]
    notes: tuple[Message, ...]
    warnings: tuple[Message, ...] = ()
    leftovers: tuple[Leftover, ...] = ()


def goal(app: App, host: Host, options: SetupOptions) -> Goal:
    """Everything that has to be known; asks on a terminal, raises UsageProblemError elsewhere."""
    may_ask = app.has_terminal and not options.as_json
    tools = chosen_tools(options.tools, host, app.console, with_files=options.all_tools)
    written = tuple(tool for tool in tools if tool.kind == "files")
    check_flags(options, may_ask or not written)
    saved = read_saved(host)
    notes = Notes(app.console)
    tools = with_mcp(options, tools, notes)
    choices = choose(options, tools, notes)
    left = _leftovers(tools, options, host)
    pasted = _pasted(app, options, notes, may_ask) or _left_over_set(app, options, saved, left)
    found = answer(app, options.gateway, saved, notes, may_ask=may_ask, pasted=pasted)
    base = with_messages_url(app, found, tools, choices, allow_http=options.gateway.allow_http, may_ask=may_ask)
    models = choose_models(app, options.models, tools, saved, notes, host=base.host, may_ask=may_ask, pasted=pasted)
    endpoints = tuple(replace(base, model=models.by_tool[tool.id]) for tool in tools)
    programs = [tool for tool in tools if tool.headless("")]
    notes.add(
        *(texts.NOT_DETECTED(tool=tool.name, homepage=tool.homepage) for tool in programs if tool.detect(host) is None)
    )
    header = auth_header(options, tools, endpoints[0], notes)
    wanted = (
        *(
            (tool, Wanted(endpoint=endpoint, auth_header=header, options=choice.options))
            for tool, endpoint, choice in zip(tools, endpoints, choices, strict=True)
        ),
        *([(OWN, Wanted(endpoint=replace(base, model=models.own)))] if written else []),
    )
    planned, warnings = with_gitignore(app, host, options, wanted, may_ask=may_ask)
    return Goal(
        options=options,
        tools=tools,
        wanted=planned,
        warnings=warnings,
        endpoints=endpoints,
        urls=tuple(endpoint.url(choice.protocol) for endpoint, choice in zip(endpoints, choices, strict=True)),
        notes=notes.told,
        leftovers=left,
    )


def prepare(target: Goal, host: Host) -> Prepared:
    """The plan for `target` on the machine as it is now; RefusedError with all problems of all files."""
    made = plan(target.wanted, host, allow_tracked=target.options.allow_tracked)
    clutter = _clean_up.look(target.tools, made, target.leftovers, host)
    cleaned = target.options.clean_up and bool(clutter.files)
    if cleaned:
        made = plan((*target.wanted, *clutter.wanted(host)), host, allow_tracked=target.options.allow_tracked)
    warnings = [*target.warnings, *(message for tool in target.tools for message in tool.warnings(host))]
    warnings += _clean_up.warnings(clutter, host, cleaned=cleaned)
    warnings += _running(target.tools, made, host)
    return Prepared(
        host=host,
        options=target.options,
        tools=target.tools,
        endpoints=target.endpoints,
        urls=target.urls,
        plan=made,
        diffs=tuple(diff(change, host) for change in made.changes),
        notes=target.notes,
        warnings=(*(problem.message for problem in made.warnings), *warnings),
        by_hand={tool.id: tool.by_hand(wanted, host) for tool, wanted in target.wanted if tool.by_hand is not None},
        clutter=clutter,
        cleaned=cleaned,
    )


def _pasted(app: App, options: SetupOptions, notes: Notes, may_ask: bool) -> Pasted | None:
    if options.from_file is None:
        return None
    from taotoken_cli._pasted import read_pasted

    base_url = options.gateway.base_url
    return read_pasted(app, options.from_file, options.from_choice, base_url, notes, may_ask=may_ask)


def _running(tools: Sequence[Tool], made: Plan, host: Host) -> list[Message]:
    """Programs that keep what they were started with, where their settings change."""
    changing = {tool_id for change in made.changes for tool_id in change.tool_ids}
    concerned = [tool for tool in tools if tool.id in changing]
    if not concerned:
        return []
    from taotoken_plugins.diagnosis.still_running import still_running

    return list(still_running(concerned, host))


def _leftovers(tools: Sequence[Tool], options: SetupOptions, host: Host) -> tuple[Leftover, ...]:
    """What stands where nobody reads it, without the entry of an MCP server that gets its values now."""
    found = _clean_up.find_leftovers(tools, host)
    return tuple(one for one in found if options.mcp_env is None or not one.in_server)


def _left_over_set(app: App, options: SetupOptions, saved: Saved, left: Sequence[Leftover]) -> Pasted | None:
    """The set of a place that nobody reads, where the user gave no other address."""
    found = next((one for one in left if one.complete), None)
    if found is None or options.from_file or options.gateway.base_url or app.env.get(URL_VARIABLE) or saved.base_url:
        return None
    from taotoken_cli._pasted import left_over

    app.console.keep_secret(found.api_key or "")
    return left_over(found)


def check_flags(options: SetupOptions, may_ask: bool) -> None:
    """Flags that exclude or need each other. Raises UsageProblemError."""
    if options.dry_run and options.check:
        raise missing("usage", texts.ONE_OF_THE_TWO(), "--check", texts.ONE_OF_THE_TWO_NEXT())
    if options.from_file == "-" and options.gateway.api_key_stdin:
        raise missing("usage", pasted_texts.STDIN_TWICE(), "--from", pasted_texts.STDIN_TWICE_NEXT())
    if options.from_choice is not None and options.from_file is None:
        raise missing("usage", pasted_texts.CHOICE_ALONE(), "--from-choice", pasted_texts.CHOICE_ALONE_NEXT())
    if not (options.yes or options.only_looks or may_ask):
        raise missing("missing_yes", texts.MISSING_YES(), "--yes", texts.MISSING_YES_NEXT())
