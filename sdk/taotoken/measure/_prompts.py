"""What is asked: texts of a wanted length, no two of which begin alike.

Gateways and servers keep what they computed for the beginning of a prompt. The same text twice would measure that
store, so each prompt begins with a few random words (the nonce), and only then comes what is the same.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

# Short words of everyday English, each one token (with its blank) in the usual vocabularies.
_WORDS_TEXT = (
    "the of and to in is was for on that by with as at from his it an were are which this also be has or had its "
    "new first one their they not after but who have two her she been other when time all during there into more "
    "school may up over some only years between where many later about would no while city then most than three "
    "use made under part known name world team called well work end high long same home did day life game line "
    "house side church park film place book water music group state game left right north south west east young "
    "white black small large early late best king men song road river town air war list point order light story "
    "field power law land child man woman body head hand door table paper money market street food "
)
_WORDS = _WORDS_TEXT.split()
NONCE_WORDS = 6
_ASK = "Go on with this text for as long as you can:"
_ASK_TOKENS = 11


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompts:
    """An endless supply of prompts.

    Attributes:
        text: what is asked; None makes texts of random words.
        tokens: how long a text of random words is to be, in tokens. A word is one token in most vocabularies, so
            this is near; `adjusted` brings it nearer once a server has counted one.
        nonce: begin each prompt with random words.
        seed: the same seed makes the same prompts; by default a new one.
    """

    text: str | None = None
    tokens: int = 256
    nonce: bool = True
    seed: int = field(default_factory=lambda: random.getrandbits(32))
    words: int | None = None

    def prompt(self, number: int) -> str:
        """The prompt of that number."""
        start = self._nonce(number) if self.nonce else []
        if self.text is not None:
            return f"{' '.join(start)}\n{self.text}" if start else self.text
        body = random.Random(self.seed).choices(_WORDS, k=max(0, self._count() - len(start)))  # noqa: S311 - no secret
        return f"{' '.join([*start, *body])}\n{_ASK}"

    def adjusted(self, told: int | None) -> Prompts:
        """The same, with as many words more or less as a server's count of one prompt differs from `tokens`."""
        if told is None or self.text is not None or told == self.tokens:
            return self
        least = NONCE_WORDS if self.nonce else 1
        words = max(least, self._count() + self.tokens - told)
        return replace(self, words=words)

    def _count(self) -> int:
        if self.words is not None:
            return self.words
        return max(NONCE_WORDS if self.nonce else 1, self.tokens - _ASK_TOKENS)

    def _nonce(self, number: int) -> list[str]:
        return random.Random(f"{self.seed}:{number}").choices(_WORDS, k=NONCE_WORDS)  # noqa: S311 - no secret
