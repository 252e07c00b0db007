"""What a pasted text gives."""

from __future__ import annotations

from dataclasses import dataclass, field

from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken_plugins._problem import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One three-piece set, cleaned. A part the text doesn't give, or gives in a form that can't be used, is None.

    Attributes:
        base_url: the root of the API; plain http is not judged here.
        api_key: the key that stands with this base URL in the text.
        messages_base_url: the root for the Anthropic protocol, where the text names another one for it.
        protocol: the protocol that the text sets up, where it tells.
        source: what the set was found in.
        notes: what was repaired or assumed; never any part of a key.
    """

    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    model: str | None = None
    messages_base_url: str | None = None
    protocol: Protocol | None = None
    source: Message
    notes: tuple[Message, ...] = ()

    @property
    def complete(self) -> bool:
        """Are base URL and key there?"""
        return self.base_url is not None and self.api_key is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The sets of a text, the best first, and the values in it that can't be used."""

    candidates: tuple[Candidate, ...] = ()
    problems: tuple[Problem, ...] = ()
