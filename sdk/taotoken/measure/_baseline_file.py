"""A baseline as a file. It holds the prompt, the answers and the base URL, and never a key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from taotoken._errors import ConfigurationError
from taotoken._text import safe_text
from taotoken._texts import baseline as texts
from taotoken.measure._baseline import LEAST_RUNS, Baseline

SCHEMA: Final = "taotoken.baseline/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    schema: Literal["taotoken.baseline/1"]
    baseline: Baseline


def baseline_to_json(baseline: Baseline) -> bytes:
    """The baseline as UTF-8 JSON, indented."""
    import msgspec

    plain = msgspec.json.encode(_File(schema=SCHEMA, baseline=baseline))
    return msgspec.json.format(plain, indent=2) + b"\n"


def baseline_from_json(content: bytes) -> Baseline:
    """The baseline in such a file.

    Raises:
        ConfigurationError: it is no such file, or one of another version; the message names the field.
    """
    import msgspec

    try:
        baseline = msgspec.json.decode(content, type=_File).baseline
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _refused(safe_text(str(error), 200)) from None
    if len(baseline.runs) < LEAST_RUNS:
        raise _refused(f"fewer than {LEAST_RUNS} runs - at `$.baseline.runs`")
    return baseline


def _refused(reason: str) -> ConfigurationError:
    return ConfigurationError(f"not a baseline: {reason}", detail=texts.NOT_A_BASELINE(reason=reason))
