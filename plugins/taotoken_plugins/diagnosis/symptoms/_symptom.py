"""What a known phrase is, as data."""

from __future__ import annotations

import re
from dataclasses import dataclass

from taotoken._causes import Cause
from taotoken._message import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptom:
    """One phrase.

    Attributes:
        id: short name.
        needles: lower-case texts, one of which must be there.
        pattern: what must stand around the needle as well; its named groups are kept.
        causes: what the phrase can mean, with a confidence from 0 to 100 each, the likeliest first.
        tool: the tool that prints it, where only one does.
        decide: the step that tells the causes apart.
        hides: it stands over another error and says nothing itself when one is there.
    """

    id: str
    needles: tuple[str, ...]
    causes: tuple[tuple[Cause, int], ...]
    pattern: re.Pattern[str] | None = None
    tool: str | None = None
    decide: Text | None = None
    hides: bool = False


def symptom(
    id: str,  # noqa: A002 - what it is
    needles: str | tuple[str, ...],
    causes: str,
    *,
    pattern: str | None = None,
    tool: str | None = None,
    decide: Text | None = None,
    hides: bool = False,
) -> Symptom:
    """A symptom from its short form: `causes` is ``cause:confidence`` by blanks."""
    return Symptom(
        id=id,
        needles=(needles,) if isinstance(needles, str) else needles,
        causes=tuple(
            (Cause(name), int(weight)) for name, _, weight in (pair.partition(":") for pair in causes.split())
        ),
        pattern=re.compile(pattern, re.IGNORECASE | re.MULTILINE) if pattern else None,
        tool=tool,
        decide=decide,
        hides=hides,
    )
