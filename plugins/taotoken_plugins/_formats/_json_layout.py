"""How a JSON file is laid out, read from the file itself, and new values written the same way."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any

from taotoken_plugins._formats._json_scan import Container, Source, key_end
from taotoken_plugins._formats._json_text import has_line_end, line_end, line_indent

_COLON = re.compile(r"([ \t]*):([ \t]*)")
_INDENTED_LINE = re.compile(r"[\r\n]([ \t]+)[^ \t\r\n]")
# What a terminal, an editor or UTF-8 itself can't take as it is.
_TO_ESCAPE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_DEFAULT_UNIT = "  "


@dataclass(frozen=True, slots=True)
class Style:
    """How the entries of one container are written.

    Attributes:
        multiline: each entry on its own line.
        indent: blanks before an entry on its own line.
        closing: blanks before the closing bracket on its own line.
        unit: one step of indentation.
        gap: blanks after a comma within a line.
        colon: the colon with the blanks around it.
        eol: the line end of the file.
    """

    multiline: bool
    indent: str
    closing: str
    unit: str
    gap: str
    colon: str
    eol: str

    @property
    def lead(self) -> str:
        """What stands between a comma and the next entry."""
        return self.eol + self.indent if self.multiline else self.gap

    def join(self, items: list[str]) -> str:
        """Entries separated as this container separates them."""
        return ("," + self.lead).join(items)


def file_style(source: Source, root: Container) -> Style:
    """The style of the outermost object. An empty one is written over several lines."""
    found = _INDENTED_LINE.search(source.text)
    base = Style(True, "", "", found[1] if found else _DEFAULT_UNIT, " ", ": ", line_end(source.text))
    return style_of(source, root, base)


def style_of(source: Source, container: Container, parent: Style) -> Style:
    """The style of `container`, taken from its own entries as far as they show it, else from `parent`."""
    closing = line_indent(source.text, container.start)
    found = [entry for entry in container.entries if entry.start >= 0]
    if not found:
        multiline = parent.multiline or has_line_end(source.text[container.start : container.end])
        return replace(parent, multiline=multiline, indent=closing + parent.unit, closing=closing)
    colon = _colon(source.text, found[-1].start, found[-1].value_start, parent.colon)
    first_gap = source.text[container.start + 1 : found[0].start]
    last_gap = source.text[found[-2].end : found[-1].start] if len(found) > 1 else first_gap
    multiline = has_line_end(first_gap) or has_line_end(last_gap)
    indent = line_indent(source.text, found[-1].start)
    deeper = indent[len(closing) :] if multiline and indent.startswith(closing) else ""
    return Style(
        multiline=multiline,
        indent=indent if multiline else closing + parent.unit,
        closing=closing,
        unit=deeper or parent.unit,
        gap=_gap(last_gap if len(found) > 1 else "", colon if container.is_object else "", parent.gap),
        colon=colon,
        eol=parent.eol,
    )


def _gap(between: str, colon: str, default: str) -> str:
    """Blanks after a comma, as between two entries; with only one entry, as after its colon."""
    blanks = (between.partition(",") if between else colon.partition(":"))[2]
    known = (between or colon) and not blanks.strip(" \t")
    return blanks[:1] if known else default


def _colon(text: str, start: int, value_start: int, default: str) -> str:
    """The colon of a member with one blank where there are any (they may align values)."""
    found = _COLON.fullmatch(text, key_end(text, start), value_start)
    return f"{found[1][:1]}:{found[2][:1]}" if found else default


def write_value(value: Any, style: Style, indent: str) -> str:
    """`value` as JSON; over several lines, those after the first begin with `indent`."""
    step, comma = (style.unit, ",") if style.multiline else (None, "," + style.gap)
    written = json.dumps(
        value, ensure_ascii=False, allow_nan=False, indent=step, separators=(comma, style.colon)
    )
    return _escape(written).replace("\n", style.eol + indent)


def write_entry(key: str | None, value: Any, style: Style) -> str:
    """A whole new entry: with its key in an object, without in a list."""
    written = write_value(value, style, style.indent)
    return written if key is None else _escape(json.dumps(key, ensure_ascii=False)) + style.colon + written


def _escape(written: str) -> str:
    return _TO_ESCAPE.sub(lambda match: f"\\u{ord(match[0]):04x}", written)
