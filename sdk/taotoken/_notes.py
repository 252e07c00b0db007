"""What a caller should know of a reply that is no error."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit

from taotoken._message import Message
from taotoken._reply import Reply
from taotoken._request import Prepared
from taotoken._text import safe_text
from taotoken._texts import reply as texts

_BOUNDS = ("max_tokens", "max_completion_tokens", "max_output_tokens")
_LONGEST = 256  # of a model's name
_RELEASE = re.compile(r"[-@:](\d{4}-?\d{2}-?\d{2}|\d{4}|latest)(-v\d+)?(:\d+)?")


def notes_on(reply: Reply, prepared: Prepared, *, why: str | None) -> list[Message]:
    """The notes; `why` is what sent the call to a fallback."""
    notes = []
    if why is not None:
        model, host = safe_text(prepared.model), urlsplit(prepared.url).hostname or ""
        resting = texts.STILL_RESTING(model=model, host=host)
        notes.append(resting if why == "resting" else texts.FELL_BACK(model=model, host=host, why=why))
    if reply.finish_reason == "length":
        notes.append(_cut(reply, prepared.body or {}))
    if reply.model and (other := _other_model(prepared.model[:_LONGEST], reply.model[:_LONGEST])) is not None:
        notes.append(other)
    return notes


@lru_cache(maxsize=64)
def _other_model(asked: str, answered: str) -> Message | None:
    """What to say of another model than the one asked for. A gateway gives the same answer every time."""
    if same_model(asked, answered):
        return None
    return texts.OTHER_MODEL(asked=safe_text(asked), answered=safe_text(answered))


def _cut(reply: Reply, body: dict[str, object]) -> Message:
    """A reply that used up the bound of its request was cut by that, not by another limit."""
    limit = next((bound for name in _BOUNDS if isinstance(bound := body.get(name), int)), None)
    used = reply.usage.output_tokens if reply.usage else None
    if limit is None or (used is not None and used < limit):
        return texts.CUT()
    return texts.CUT_AT_LIMIT(limit=limit)


def same_model(asked: str, answered: str) -> bool:
    """Is the model that answered the one asked for? A vendor's prefix and a release's date make no difference."""
    mine, other = (name.lower().rpartition("/")[2] for name in (asked, answered))
    long, short = (other, mine) if len(other) >= len(mine) else (mine, other)
    return long == short or (long.startswith(short) and _RELEASE.fullmatch(long[len(short) :]) is not None)
