"""What would win over the new settings: looked for, told, and on consent taken out along with writing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._app import App
from taotoken_cli._texts import clean_up as texts
from taotoken_plugins._host import Host
from taotoken_plugins._overrides import Override, overrides, planned
from taotoken_plugins._plan import Plan
from taotoken_plugins._tool import Tool

if TYPE_CHECKING:
    from taotoken_plugins._clear import Clearing
    from taotoken_plugins.diagnosis._finding import Finding


def look(tools: Sequence[Tool], made: Plan, host: Host) -> Clearing | None:
    """What would win once `made` is written; None where nothing would."""
    with planned(made):
        found = [one for tool in tools for one in overrides(tool, host)]
    if not found:
        return None
    from taotoken_plugins._clear import clearing

    return clearing(found, host)


def warnings(found: Clearing | None, host: Host, *, cleaned: bool) -> Iterator[Message]:
    """What wins and stays, and which keys are in git; whether `cleaned` or not."""
    if found is None:
        return
    from taotoken_plugins._clear import keys_in_git, what_wins

    everything = (*found.can_go, *found.stays)
    yield from what_wins(found.stays if cleaned else everything, host)
    yield from keys_in_git(everything, host)


def may_go(found: Clearing | None) -> tuple[Override, ...]:
    """What a consent would take out."""
    return found.can_go if found is not None else ()


def places(found: Sequence[Override], host: Host) -> str:
    """The files, once each."""
    return ", ".join(dict.fromkeys(safe_text(host.tilde(one.path)) for one in found if one.path is not None))


def agrees(app: App, found: Sequence[Override], host: Host) -> bool:
    """Ask; return means no."""
    from taotoken_cli._prompt import confirm

    return confirm(app, texts.ASK(places=places(found, host)))


def hint(found: Sequence[Override], host: Host) -> Message:
    """How it can be taken out, where nobody can be asked."""
    return texts.HINT(places=places(found, host))


def shadowed(tools: Sequence[Tool], host: Host) -> tuple[Finding, ...]:
    """For each tool that does not use its own files here, what the doctor says about it."""
    losing = [tool for tool in tools if any(one.here and one.pieces for one in overrides(tool, host))]
    if not losing:
        return ()
    from taotoken_plugins.diagnosis.smoke import shadow

    return tuple(finding for tool in losing if (finding := shadow(tool, host)) is not None)


def data(found: Clearing | None, *, cleaned: bool) -> list[dict[str, Any]]:
    """What wins, as JSON; no values."""
    if found is None:
        return []
    going = found.can_go if cleaned else ()
    return [
        {
            "tool": one.tool.id,
            "setting": one.name,
            "kind": one.kind,
            "file": str(one.path) if one.path else None,
            "line": one.line,
            "here": one.here,
            "taken_out": any(one is other for other in going),
        }
        for one in (*found.can_go, *found.stays)
    ]
