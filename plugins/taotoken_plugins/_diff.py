"""A unified diff of a change, fit to show: secrets masked, home as ``~``, no control codes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from taotoken._text import mask_key, mask_keys_in, mask_queries_in
from taotoken_plugins._host import Host
from taotoken_plugins._place import shown
from taotoken_plugins._plan import Change
from taotoken_plugins._secret_names import mask_named_in, option_values

CONTEXT = 3
MAX_LINE = 400
_EVERYWHERE = 6  # a shorter secret is masked only where it stands in quotes

Tag = tuple[str, int, int, int, int]


def diff(change: Change, host: Host) -> str:
    """The change as a unified diff with three lines of context; empty when nothing changes.

    Every secret is masked on both sides: what the edits set or remove, and whatever looks like one.
    """
    before = _content(change.before.data, change.before.link)
    after = _content(change.after, change.after_link)
    secrets = _secrets(change, before, after)
    body = [(sign, _masked(line, secrets)) for sign, line in _hunks(before, after)]
    head = [*_mode_lines(change), *(_names(change, host) if body else ())]
    return "".join(line + "\n" for line in (*head, *_fitted(body)))


def _content(data: bytes | None, link: str | None) -> str:
    if link is not None:
        return f"-> {link}"
    return "" if data is None else data.decode("utf-8", "backslashreplace")


def _lines(text: str) -> list[str]:
    """Lines with their ends, cut at line feeds only."""
    *whole, rest = text.split("\n")
    return [*(f"{line}\n" for line in whole), *([rest] if rest else [])]


def _names(change: Change, host: Host) -> tuple[str, str]:
    name = shown(host, change.path)
    if change.link is not None:
        name += f" -> {shown(host, change.target)}"
    old = name if change.before.exists else "/dev/null"
    return f"--- {old}", f"+++ {name if change.after_state.exists else '/dev/null'}"


def _mode_lines(change: Change) -> list[str]:
    before, after = change.before.mode, change.after_state.mode
    if not change.before.exists and after is not None:
        return [f"new file mode {after:04o}"]
    if before is None or after is None or before == after:
        return []
    return [f"old mode {before:04o}", f"new mode {after:04o}"]


def _hunks(before: str, after: str) -> Iterable[tuple[str, str]]:
    """(sign, line) of every line of the diff, hunk headers included."""
    import difflib

    if before == after:
        return
    start, end = _around(before, after)
    skip = before.count("\n", 0, start)
    old, new = _lines(before[start : len(before) - end]), _lines(after[start : len(after) - end])
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=len(old) > 2000)
    for group in matcher.get_grouped_opcodes(CONTEXT):
        yield "", _header(group, skip)
        for tag, old_from, old_to, new_from, new_to in group:
            if tag == "equal":
                yield from _signed(" ", old[old_from:old_to])
            else:
                yield from _signed("-", old[old_from:old_to])
                yield from _signed("+", new[new_from:new_to])


def _around(before: str, after: str) -> tuple[int, int]:
    """How many characters at the start and at the end are whole lines outside the diff. Large files differ in a few
    places: only what lies between is cut into lines."""
    same = _shared(before, after)
    start = _line_start(before, same, CONTEXT)
    rest = min(len(before), len(after)) - start
    end = _shared_end(before, after, rest)
    for _ in range(CONTEXT + 1):  # to the start of a line, then as many whole lines more
        found = before.find("\n", len(before) - end)
        if found < 0:
            return start, 0
        end = len(before) - found - 1
    return start, end


def _line_start(text: str, at: int, more: int) -> int:
    """Where the line that holds `at` starts, `more` lines further up."""
    for _ in range(more + 1):
        at = text.rfind("\n", 0, at)
        if at < 0:
            return 0
    return at + 1


def _shared(one: str, other: str) -> int:
    """How many characters are equal from the start."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _shared_end(one: str, other: str, most: int) -> int:
    """How many of the last `most` characters are equal from the end."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """How many elements are equal from the start."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _header(group: Sequence[Tag], skip: int) -> str:
    old = _range(group[0][1] + skip, group[-1][2] + skip)
    return f"@@ -{old} +{_range(group[0][3] + skip, group[-1][4] + skip)} @@"


def _range(start: int, stop: int) -> str:
    length = stop - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _signed(sign: str, lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in lines:
        yield sign, line.removesuffix("\n").removesuffix("\r")
        if not line.endswith("\n"):
            yield "\\", " No newline at end of file"


def _secrets(change: Change, *texts: str) -> list[str]:
    """Every spelling of a secret of this change, and of those that commands in `texts` are given; longest first."""
    parts = {part for secret in change.secrets for part in (secret, *secret.splitlines()) if part}
    spelled = {text for part in parts for text in _spellings(part)}
    spelled.update(value for text in texts for value in option_values(text))
    return sorted(spelled, key=len, reverse=True)


def _spellings(secret: str) -> tuple[str, str, str]:
    return secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]


def _masked(line: str, secrets: Sequence[str]) -> str:
    for secret in secrets:
        if len(secret) >= _EVERYWHERE:
            line = line.replace(secret, mask_key(secret))
        else:
            line = re.sub(rf"""(["']){re.escape(secret)}\1""", rf"\1{mask_key(secret)}\1", line)
    line = mask_queries_in(mask_keys_in(mask_named_in(line)))
    return "".join(char if char.isprintable() or char == "\t" else f"\\u{ord(char):04x}" for char in line)


def _fitted(body: Sequence[tuple[str, str]]) -> list[str]:
    """The lines, long ones cut down; of a long line that was replaced, the part that differs is shown."""
    shown_lines: list[str] = []
    for index, (sign, line) in enumerate(body):
        partner = _partner(body, index) if len(line) > MAX_LINE else None
        start = max(0, _common(line, partner) - MAX_LINE // 4) if partner is not None else 0
        part = line[start : start + MAX_LINE]
        tail = "…" if start + MAX_LINE < len(line) else ""
        shown_lines.append(f"{sign}{'…' if start else ''}{part}{tail}")
    return shown_lines


def _partner(body: Sequence[tuple[str, str]], index: int) -> str | None:
    """The line that a lone ``-`` became, or a lone ``+`` was."""
    other = {"-": "+", "+": "-"}.get(body[index][0])
    step = 1 if other == "+" else -1
    for sign, line in body[index + step :: step][:2]:
        if sign != "\\":
            return line if sign == other else None
    return None
