"""What would win over the new settings, and what stands where nobody reads it: looked for, told, and on consent taken
out along with writing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._named import named
from taotoken_cli._texts import clean_up as texts
from taotoken_plugins._host import Host
from taotoken_plugins._overrides import Override, overrides, planned
from taotoken_plugins._plan import Plan
from taotoken_plugins._tool import Tool, Wanted

if TYPE_CHECKING:
    from taotoken_plugins.diagnosis._finding import Finding
    from taotoken_plugins.diagnosis.leftovers import Leftover


@dataclass(frozen=True, slots=True, kw_only=True)
class Clutter:
    """What is in the way, or of no use.

    Attributes:
        can_go, stays: what wins over the new settings, by whether it can be taken out from here.
        leftovers: pieces in places that no program reads.
    """

    can_go: tuple[Override, ...] = ()
    stays: tuple[Override, ...] = ()
    leftovers: tuple[Leftover, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that a consent would change, once each."""
        winning = [one.path for one in self.can_go if one.path is not None]
        return tuple(dict.fromkeys((*winning, *(one.path for one in self.leftovers if one.edits))))

    def wanted(self, host: Host) -> tuple[tuple[Tool, Wanted], ...]:
        """The edits that take out what can go."""
        edits = [pair for one in self.leftovers for pair in one.wanted()]
        if self.can_go:
            from taotoken_plugins._clear import Clearing

            edits += Clearing(can_go=self.can_go).wanted(host)
        return tuple(edits)


def find_leftovers(tools: Sequence[Tool], host: Host) -> tuple[Leftover, ...]:
    """The pieces that stand where no program reads them."""
    from taotoken_plugins._leftover_signs import may_have_leftovers

    suspect = [tool for tool in tools if tool.kind == "files" and may_have_leftovers(tool, host)]
    if not suspect:
        return ()
    from taotoken_plugins.diagnosis.leftovers import leftovers

    return tuple(one for tool in suspect for one in leftovers(tool, host))


def look(tools: Sequence[Tool], made: Plan, found: tuple[Leftover, ...], host: Host) -> Clutter:
    """What would win once `made` is written, and the leftovers."""
    with planned(made):
        winning = [one for tool in tools for one in overrides(tool, host)]
    if not winning:
        return Clutter(leftovers=found)
    from taotoken_plugins._clear import clearing

    sorted_ = clearing(winning, host, made)
    return Clutter(can_go=sorted_.can_go, stays=sorted_.stays, leftovers=found)


def warnings(clutter: Clutter, host: Host, *, cleaned: bool) -> Iterator[Message]:
    """What wins and stays, which keys are in git (`cleaned` or not), and what is left over."""
    if clutter.can_go or clutter.stays:
        from taotoken_plugins._clear import keys_in_git, what_wins

        everything = (*clutter.can_go, *clutter.stays)
        yield from what_wins(clutter.stays if cleaned else everything, host)
        yield from keys_in_git(everything, host)
    yield from (named(one.message, one.tool.name) for one in clutter.leftovers if not (cleaned and one.edits))


def places(clutter: Clutter, host: Host) -> str:
    """The files that a consent would change."""
    return ", ".join(safe_text(host.tilde(path)) for path in clutter.files)


def hint(clutter: Clutter, host: Host) -> Message:
    """How it can be taken out, where nobody can be asked."""
    return texts.HINT(places=places(clutter, host))


def shadowed(tools: Sequence[Tool], host: Host) -> tuple[Finding, ...]:
    """For each tool that does not use its own files here, what the doctor says about it."""
    losing = [tool for tool in tools if any(one.here and one.pieces for one in overrides(tool, host))]
    if not losing:
        return ()
    from taotoken_plugins.diagnosis.smoke import shadow

    return tuple(finding for tool in losing if (finding := shadow(tool, host)) is not None)


def overrides_data(clutter: Clutter, *, cleaned: bool) -> list[dict[str, Any]]:
    """What wins, as JSON; no values."""
    going = clutter.can_go if cleaned else ()
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
        for one in (*clutter.can_go, *clutter.stays)
    ]


def leftovers_data(clutter: Clutter, *, cleaned: bool) -> list[dict[str, Any]]:
    """What stands where nobody reads it, as JSON; no values."""
    return [
        {"tool": one.tool.id, "file": str(one.path), "taken_out": cleaned and bool(one.edits)}
        for one in clutter.leftovers
    ]
