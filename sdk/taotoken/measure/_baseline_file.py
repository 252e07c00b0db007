"""A baseline as a file. It holds the prompt, the answers with keys masked, and the base URL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from taotoken._errors import ConfigurationError
from taotoken._text import safe_text
from taotoken._texts import baseline as texts
from taotoken.measure._baseline import LEAST_RUNS, Baseline, BaselineRun

SCHEMA: Final = "taotoken.baseline/1"
_MOST_SECONDS: Final = 1e6
_MOST_TOKENS: Final = 10**9
_YEARS: Final = range(1970, 9000)


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
    for field in _impossible(baseline):
        raise _refused(f"a value that can't be - at `$.baseline.{field}`")
    return baseline


def _impossible(baseline: Baseline) -> Iterator[str]:
    """Fields whose value has the right type and can't have been measured."""
    if baseline.taken_at.year not in _YEARS:
        yield "taken_at"
    if not 0 < baseline.settings.max_tokens <= _MOST_TOKENS:
        yield "settings.max_tokens"
    for number, run in enumerate(baseline.runs):
        yield from (f"runs[{number}].{name}" for name in _impossible_in(run))


def _impossible_in(run: BaselineRun) -> Iterator[str]:
    for most, names in (
        (_MOST_SECONDS, ("ttft", "tpot", "e2e")),
        (_MOST_TOKENS, ("input_tokens", "output_tokens", "cached_tokens")),
    ):
        yield from (name for name in names if not 0 <= (getattr(run, name) or 0) <= most)


def _refused(reason: str) -> ConfigurationError:
    return ConfigurationError(f"not a baseline: {reason}", detail=texts.NOT_A_BASELINE(reason=reason))
