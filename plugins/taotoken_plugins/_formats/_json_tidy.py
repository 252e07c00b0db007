"""A JSON text without what strict JSON doesn't have."""

from __future__ import annotations

import re

from taotoken_plugins._formats._json_extras import comments, trailing_commas
from taotoken_plugins._formats._json_scan import Source
from taotoken_plugins._formats._json_text import SPACES, line_end, start_of_blanks

_BLANKS = " \t"
_REST_OF_LINE = re.compile(r"[ \t]*(\r\n|\r|\n)?")


def without_extras(source: Source) -> str:
    """`source` without comments and trailing commas; a line that held nothing but a comment goes too."""
    extras = [match.span() for match in trailing_commas(source.bare)]
    extras += [_with_blanks(source.text, *match.span()) for match in comments(source.text)]
    pieces: list[str] = []
    done = 0
    for start, end in sorted(extras):
        pieces.append(source.text[done:start])
        done = max(done, end)
    text = "".join((*pieces, source.text[done:]))
    return text if text.strip(SPACES) else "{}" + line_end(source.text)


def _with_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    """A comment with the blanks before it; one at the start of a line goes with what is blank behind it, its
    line end included."""
    before = start_of_blanks(text, start, blanks=_BLANKS)
    if before > 0 and text[before - 1] not in "\r\n":
        return before, end
    line = _REST_OF_LINE.match(text, end)
    if line and line[1]:
        return before, line.end()
    return start, line.end() if line else end
