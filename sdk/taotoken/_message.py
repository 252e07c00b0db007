"""User-facing text in two languages, kept side by side.

A `Text` is one catalogue entry: the same sentence in English and Simplified Chinese with the same
placeholders. Calling it with parameters gives a `Message`, which travels as data through plans, errors and
findings and is put into words only when it is shown. The catalogues are the `_texts` modules of each package.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Language = Literal["en", "zh"]


_CHINESE = r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"


def _without_blanks(template: str, name: str, words: str) -> str:
    """Blanks stand around names and numbers in a Chinese sentence, but not between Chinese words."""
    place = re.escape("{" + name + "}")
    if re.match(_CHINESE, words):
        template = re.sub(rf"(?<={_CHINESE}) (?={place})", "", template)
    if words and re.match(_CHINESE, words[-1]):
        template = re.sub(rf"(?<={place}) (?={_CHINESE})", "", template)
    return template


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence in both languages. Placeholders are `str.format` names and must be equal in both."""

    en: str
    zh: str

    def __call__(self, **params: object) -> Message:
        return Message(self, params)


@dataclass(frozen=True, slots=True)
class Message:
    """A `Text` with its parameters. A parameter may itself be a `Message`.

    Parameters that come from files, servers or users must have gone through `safe_text` already.
    """

    text: Text
    params: Mapping[str, object] = field(default_factory=dict)

    def render(self, language: Language = "en") -> str:
        """The sentence in `language`."""
        template = self.text.zh if language == "zh" else self.text.en
        params = dict(self.params)
        for name, value in self.params.items():
            if isinstance(value, Message):
                params[name] = words = value.render(language)
                template = _without_blanks(template, name, words) if language == "zh" else template
        return template.format(**params)

    def __str__(self) -> str:
        return self.render("en")
