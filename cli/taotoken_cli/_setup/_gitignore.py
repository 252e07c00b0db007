"""The line for .gitignore beside a .env: offered on a terminal, written on consent, told otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._app import App
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._texts import choices as texts
from taotoken_plugins._host import Host
from taotoken_plugins._tool import Tool, Wanted


def with_gitignore(
    app: App,
    host: Host,
    options: SetupOptions,
    wanted: Sequence[tuple[Tool, Wanted]],
    *,
    may_ask: bool,
) -> tuple[tuple[tuple[Tool, Wanted], ...], tuple[Message, ...]]:
    """What is planned, the line included where it is needed and agreed to, and what to say where it is not."""
    env = next((want for tool, want in wanted if tool.id == "env"), None)
    if env is None:
        return tuple(wanted), ()
    from taotoken_plugins.tools.gitignore import TOOL, gitignore_path, has_line, is_link, needs_line

    if not needs_line(host):
        return tuple(wanted), ()
    place = safe_text(host.tilde(gitignore_path(host)), 1000)
    for useless, reason in ((is_link, texts.NOT_READ), (has_line, texts.OVERRULED)):
        if useless(host):
            return tuple(wanted), (reason(gitignore=place),)
    ask = may_ask and not (options.yes or options.only_looks or options.gitignore)
    if options.gitignore or (ask and _agrees(app, place)):
        return (*wanted, (TOOL, env)), ()
    return tuple(wanted), (texts.NOT_IGNORED(gitignore=place),)


def _agrees(app: App, place: str) -> bool:
    from taotoken_cli._prompt import confirm

    return confirm(app, texts.ASK_GITIGNORE(gitignore=place))
