"""Replacements of parts of a text, noted in any order and made at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from taotoken_plugins._formats import FormatError
from taotoken_plugins._texts import formats_yaml as texts

Span = tuple[int, int, str]


@dataclass(slots=True)
class Spans:
    """Changes of `text`: (start, end, new text). Those at one place keep their order."""

    text: str = field(repr=False)
    changes: list[Span] = field(default_factory=list, repr=False)

    def put(self, start: int, end: int, new: str) -> None:
        """Write `new` for the text from `start` to `end`."""
        self.changes.append((start, end, new))

    def render(self) -> str:
        """The changed text. Raises FormatError(``unsafe_edit``) where two changes overlap."""
        parts: list[str] = []
        done = 0
        for start, end, new in sorted(self.changes, key=lambda change: change[:2]):
            if start < done:
                raise FormatError("unsafe_edit", texts.UNSAFE_EDIT())
            parts += (self.text[done:start], new)
            done = end
        return "".join((*parts, self.text[done:]))
