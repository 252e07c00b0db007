"""Fragments of tool calls, joined to the calls they belong to."""

from __future__ import annotations

from collections.abc import Sequence

from taotoken._wire._assembly import Assembly, DraftCall
from taotoken._wire._chat_chunks import Function, ToolDelta


class CallJoiner:
    """Joins fragments by id, by index, and otherwise to the open call; neither can be relied on alone."""

    __slots__ = ("_assembly", "_slots")

    def __init__(self, assembly: Assembly) -> None:
        self._assembly = assembly
        self._slots: dict[int, DraftCall] = {}

    def take(self, fragments: Sequence[ToolDelta]) -> None:
        """The fragments of one chunk."""
        touched: list[DraftCall] = []
        for fragment in fragments:
            touched.append(self._fragment(fragment, touched))

    def _fragment(self, fragment: ToolDelta, touched: list[DraftCall]) -> DraftCall:
        function = fragment.function or Function(fragment.name, fragment.arguments)
        arguments = function.arguments or ""
        call = self._place(fragment)
        if call is None or _begins_another(call, fragment, function, call in touched):
            call = self._assembly.start_call(fragment.id or "", function.name or "")
        self._slots[fragment.index if fragment.index is not None else -len(self._slots) - 1] = call
        call.id = call.id or fragment.id or ""
        call.name = call.name or function.name or ""
        self._assembly.add_arguments(call, "" if call.repeats(arguments) else arguments)
        return call

    def _place(self, fragment: ToolDelta) -> DraftCall | None:
        """The call that stands where this fragment says."""
        calls = self._assembly.calls
        slot = self._slots.get(fragment.index) if fragment.index is not None else None
        if fragment.id and (slot is None or slot.id != fragment.id):
            same = next((call for call in calls if call.id == fragment.id), None)
            return same or slot
        if fragment.index is None and not fragment.id:
            return calls[-1] if calls else None
        return slot


def _begins_another(call: DraftCall, fragment: ToolDelta, function: Function, touched: bool) -> bool:
    """Is this the start of the next call rather than more of the one in its place?"""
    arguments = function.arguments or ""
    if fragment.id and call.id == fragment.id:
        other_place = touched or function.name != call.name
        return bool(function.name and call.name) and other_place and call.is_whole()
    if fragment.id and call.id:
        # Another id in the same place: a new call if the old one is whole, else the same with a changing id.
        starts = function.name and (function.name != call.name or not call.text() or arguments[:1] == "{")
        return bool(starts) or call.is_whole()
    if not function.name or not call.name:
        return False
    if touched or function.name != call.name:
        return True
    if not call.is_whole():
        return False
    return fragment.index is None or (arguments[:1] == "{" and not call.given and not call.repeats(arguments))
