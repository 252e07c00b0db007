"""From noted edits to text: the few spans that change, everything between them copied."""

from __future__ import annotations

from dataclasses import dataclass, replace

from taotoken_plugins._edit import MISSING
from taotoken_plugins._formats._json_layout import (
    Style,
    file_style,
    style_of,
    write_entry,
    write_value,
)
from taotoken_plugins._formats._json_scan import Container, Entry, Source, skip_space
from taotoken_plugins._formats._json_text import (
    SPACES,
    has_line_end,
    line_indent,
    line_start,
    skip_blanks,
    start_of_blanks,
)


@dataclass(frozen=True, slots=True)
class Splice:
    """`text` in place of what stands between `start` and `end`."""

    start: int
    end: int
    text: str = ""


def written(source: Source, root: Container) -> str:
    """The text after the edits noted on `root`."""
    splices = sorted(_splices(source, root, file_style(source, root)), key=lambda one: (one.start, one.end))
    pieces: list[str] = []
    done = 0
    for splice in splices:
        pieces += (source.text[done : splice.start], splice.text)
        done = max(done, splice.end)
    return "".join((*pieces, source.text[done:]))


def _splices(source: Source, container: Container, style: Style) -> list[Splice]:
    """What changes in and below `container`."""
    splices: list[Splice] = []
    for entry in container.entries:
        if entry.child is not None:
            child_style = style_of(source, entry.child, style)
            splices += _splices(source, entry.child, child_style)
        elif entry.new is not MISSING and entry.start >= 0:
            splices.append(_replacement(source, entry, style))
    return splices + _Membership.of(source, container, style).splices()


def _replacement(source: Source, entry: Entry, style: Style) -> Splice:
    """A new value in the place of the old one; one that stood on one line in brackets stays on one line."""
    old = source.text[entry.value_start : entry.end]
    one_line = old[0] in "{[" and not has_line_end(old) and bool(old[1:-1].strip(SPACES))
    style = replace(style, multiline=has_line_end(old) or (style.multiline and not one_line))
    if old[0] in "\"'":
        style = replace(style, quote=old[0])
    indent = line_indent(source.text, entry.value_start)
    return Splice(entry.value_start, entry.end, write_value(entry.new, style, indent))


@dataclass(frozen=True, slots=True)
class _Membership:
    """Which entries of one container go and which come."""

    source: Source
    container: Container
    style: Style
    found: list[Entry]
    added: list[Entry]

    @classmethod
    def of(cls, source: Source, container: Container, style: Style) -> _Membership:
        found = [entry for entry in container.entries if entry.start >= 0]
        added = [entry for entry in container.entries if entry.start < 0]
        return cls(source, container, style, found, added)

    @property
    def trailing_comma(self) -> bool:
        """Does the container end its last entry with a comma?"""
        return bool(self.found) and self.found[-1].comma >= 0

    @property
    def new_text(self) -> str:
        """The entries to add, with a comma behind them where that is the container's way."""
        items = [write_entry(entry.key, entry.new, self.style) for entry in self.added]
        return self.style.join(items) + ("," if self.trailing_comma else "")

    def splices(self) -> list[Splice]:
        groups = _groups(self.source.text, self.found)
        kept = [entry for entry in self.found if not entry.removed]
        if not kept:
            return self._into_emptied(groups) if self.found else self._into_empty()
        splices = [self._removal(group) for group in groups]
        splices += _stray_commas(groups)
        if self.added:
            splices += self._appended(kept[-1])
        elif kept[-1] is not self.found[-1] and not self.trailing_comma:
            splices.append(self._last_comma(kept[-1]))
        return splices

    def _appended(self, last: Entry) -> list[Splice]:
        """New entries behind `last` and the comments on its line."""
        text, style = self.source.text, self.style
        behind = last.end if last.comma < 0 else last.comma + 1
        comments = self.source.grammar.comment_tail.match(text, behind)
        at = comments.end() if comments else behind
        lead = style.lead
        if not style.multiline and "//" in text[behind:at]:
            lead = style.eol + line_indent(text, last.start)
        comma = [Splice(last.end, last.end, ",")] if last.comma < 0 else []
        return [*comma, Splice(at, at, lead + self.new_text)]

    def _last_comma(self, last: Entry) -> Splice:
        """The comma that would dangle behind the last entry that stays."""
        close_by = not self.source.text[last.end : last.comma].strip(SPACES)
        return Splice(last.end if close_by else last.comma, last.comma + 1)

    def _into_empty(self) -> list[Splice]:
        """New entries in a container that had none."""
        if not self.added:
            return []
        text, style, close = self.source.text, self.style, self.container.end - 1
        at = start_of_blanks(text, close, self.container.start + 1)
        if style.multiline:
            return [Splice(at, close, style.lead + self.new_text + style.eol + style.closing)]
        return [Splice(at, at, text[at:close] + self.new_text)]

    def _into_emptied(self, groups: list[_Group]) -> list[Splice]:
        """All entries go; new ones, if any, take the place of the first."""
        first, others = groups[0], groups[1:]
        if self.added:
            splices = [Splice(first.start, first.end, self.new_text)]
            return [*splices, *(self._removal(one) for one in others), *_stray_commas(groups)]
        inside = self.container.start + 1, self.container.end - 1
        if not others and (first.blanks, first.following) == inside:
            return [Splice(*inside)]
        return [*(self._removal(group) for group in groups), *_stray_commas(groups)]

    def _removal(self, group: _Group) -> Splice:
        """A group with the blanks before it or, where that leaves a tidier text, those behind it."""
        text = self.source.text
        breaks_before = has_line_end(text[group.blanks : group.start])
        breaks_behind = has_line_end(text[group.end : group.following])
        may_join_comment = self._behind_line_comment(group.blanks)
        is_last = group.following == self.container.end - 1
        before = Splice(group.blanks, group.end)
        if is_last and not may_join_comment:
            return before
        if breaks_before and breaks_behind:  # whole lines
            return Splice(group.blanks, skip_blanks(text, group.end) if may_join_comment else group.end)
        if not breaks_before and group.blanks > self.container.start + 1:
            return before
        return Splice(group.start, group.following)

    def _behind_line_comment(self, offset: int) -> bool:
        """Could what is put at `offset` become part of a // comment?"""
        line = self.source.text[line_start(self.source.text, offset) : offset]
        return self.source.bare[offset - 1] in SPACES and "//" in line


@dataclass(frozen=True, slots=True)
class _Group:
    """Removed neighbours with nothing but blanks between them: `start` to `end`, the last comma included;
    `blanks` is where the blanks before them begin, `following` where those behind them end. `comma` is a
    comma of theirs that stands behind a comment, or -1."""

    start: int
    end: int
    blanks: int
    following: int
    comma: int


def _groups(text: str, found: list[Entry]) -> list[_Group]:
    runs: list[list[Entry]] = []
    before: Entry | None = None
    for entry in found:
        if entry.removed and before is not None and before.removed and _only_a_comma(text, before, entry):
            runs[-1].append(entry)
        elif entry.removed:
            runs.append([entry])
        before = entry
    return [_group(text, run[0], run[-1]) for run in runs]


def _only_a_comma(text: str, before: Entry, entry: Entry) -> bool:
    return not text[before.end : entry.start].strip(SPACES + ",")


def _group(text: str, first: Entry, last: Entry) -> _Group:
    end, comma = last.end, last.comma
    if comma >= 0 and not text[end:comma].strip(SPACES):
        end, comma = comma + 1, -1
    return _Group(first.start, end, start_of_blanks(text, first.start), skip_space(text, end), comma)


def _stray_commas(groups: list[_Group]) -> list[Splice]:
    return [Splice(group.comma, group.comma + 1) for group in groups if group.comma >= 0]
