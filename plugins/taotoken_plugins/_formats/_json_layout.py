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
# In what json.dumps wrote: a string, and whether it is a key.
_WRITTEN = re.compile(r'"((?:[^"\\]|\\.)*)"([ \t]*:)?')
_PLAIN_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_QUOTES = re.compile(r"\\.|'")


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
        quote: the quotation mark of strings.
        key_quote: that of keys; empty for keys without.
        inner_quote: that of keys inside new values: as the first one of the file has it.
        json5: may a value be Infinity or NaN?
    """

    multiline: bool
    indent: str
    closing: str
    unit: str
    gap: str
    colon: str
    eol: str
    quote: str = '"'
    key_quote: str = '"'
    inner_quote: str = '"'
    json5: bool = False

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
    base = Style(
        multiline=True,
        indent="",
        closing="",
        unit=found[1] if found else _DEFAULT_UNIT,
        gap=" ",
        colon=": ",
        eol=line_end(source.text),
        quote=source.quote,
        key_quote=source.quote,
        json5=source.grammar.name == "json5",
    )
    first = next((entry.start for entry in root.entries if entry.start >= 0), None)
    inner = source.quote if first is None else _key_quote(source.text[first])
    return replace(style_of(source, root, base), inner_quote=inner)


def style_of(source: Source, container: Container, parent: Style) -> Style:
    """The style of `container`, taken from its own entries as far as they show it, else from `parent`."""
    closing = line_indent(source.text, container.start)
    found = [entry for entry in container.entries if entry.start >= 0]
    if not found:
        multiline = parent.multiline or has_line_end(source.text[container.start : container.end])
        return replace(parent, multiline=multiline, indent=closing + parent.unit, closing=closing)
    colon = _colon(source, found[-1].start, found[-1].value_start, parent.colon)
    first_gap = source.text[container.start + 1 : found[0].start]
    last_gap = source.text[found[-2].end : found[-1].start] if len(found) > 1 else first_gap
    multiline = has_line_end(first_gap) or has_line_end(last_gap)
    indent = line_indent(source.text, found[-1].start)
    deeper = indent[len(closing) :] if multiline and indent.startswith(closing) else ""
    return replace(
        parent,
        multiline=multiline,
        indent=indent if multiline else closing + parent.unit,
        closing=closing,
        unit=deeper or parent.unit,
        gap=_gap(last_gap if len(found) > 1 else "", colon if container.is_object else "", parent.gap),
        colon=colon,
        key_quote=_key_quote(source.text[found[-1].start]) if container.is_object else parent.key_quote,
    )


def _key_quote(first: str) -> str:
    """The quotation mark of a key that starts with `first`; empty for one without."""
    return first if first in "\"'" else ""


def _gap(between: str, colon: str, default: str) -> str:
    """Blanks after a comma, as between two entries; with only one entry, as after its colon."""
    blanks = (between.partition(",") if between else colon.partition(":"))[2]
    known = (between or colon) and not blanks.strip(" \t")
    return blanks[:1] if known else default


def _colon(source: Source, start: int, value_start: int, default: str) -> str:
    """The colon of a member with one blank where there are any (they may align values)."""
    found = _COLON.fullmatch(source.text, key_end(source, start), value_start)
    return f"{found[1][:1]}:{found[2][:1]}" if found else default


def write_value(value: Any, style: Style, indent: str) -> str:
    """`value` as JSON; over several lines, those after the first begin with `indent`."""
    step, comma = (style.unit, ",") if style.multiline else (None, "," + style.gap)
    written = json.dumps(value, ensure_ascii=False, allow_nan=style.json5, indent=step, separators=(comma, style.colon))
    return _spelled(written, style, style.inner_quote).replace("\n", style.eol + indent)


def write_entry(key: str | None, value: Any, style: Style) -> str:
    """A whole new entry: with its key in an object, without in a list."""
    written = write_value(value, style, style.indent)
    if key is None:
        return written
    return _spelled(json.dumps(key, ensure_ascii=False) + style.colon, style, style.key_quote) + written


def _spelled(written: str, style: Style, key_quote: str) -> str:
    """JSON with the file's own quotation marks, and without bytes that not everything takes."""
    escaped = _TO_ESCAPE.sub(lambda match: f"\\u{ord(match[0]):04x}", written)
    if style.quote == key_quote == '"':
        return escaped
    return _WRITTEN.sub(lambda match: _requoted(match[1], match[2], style.quote, key_quote), escaped)


def _requoted(body: str, colon: str | None, quote: str, key_quote: str) -> str:
    if colon is None:
        return _quoted(body, quote)
    if not key_quote and _PLAIN_NAME.fullmatch(body):
        return body + colon
    return _quoted(body, key_quote or quote) + colon


def _quoted(body: str, quote: str) -> str:
    """`body`, escaped for double quotes, in quotes of this kind."""
    if quote == "'":
        body = _QUOTES.sub(lambda match: {'\\"': '"', "'": "\\'"}.get(match[0], match[0]), body)
    return quote + body + quote
