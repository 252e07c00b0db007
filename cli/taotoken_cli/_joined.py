"""Several things in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from taotoken._message import Message
from taotoken_cli._texts import common as texts


def joined(messages: Sequence[Message]) -> Message:
    """One or more messages with commas between, as the language has them."""
    return reduce(lambda one, other: texts.LIST(first=one, second=other), messages)
