"""The same few requests now and later: what has changed between?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal

from taotoken._message import Message, Text
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken._texts import baseline as texts
from taotoken.measure._agreement import Agreement, agreement, same_source, similarity
from taotoken.measure._asking import Asker, OnRecord
from taotoken.measure._difference import Difference, compare_samples
from taotoken.measure._record import Record

if TYPE_CHECKING:
    from taotoken._client import AsyncTaoToken

DEFAULT_PROMPT: Final = "Explain in a few sentences how a bicycle stays upright while someone rides it."
DEFAULT_RUNS: Final = 10
LEAST_RUNS: Final = 3
ALPHA: Final = 0.01
MIN_CHANGE: Final = 0.10
MIN_EFFECT: Final = 0.6
MIN_TTFT: Final = 0.005
MIN_TPOT: Final = 0.0005
"""A time has changed when its shift is `MIN_CHANGE` of it or more and not less than these seconds, and more than chance
would bring about; small drifts of a busy machine are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineSettings:
    """What is asked of whom. All runs of a baseline have the same."""

    base_url: str
    model: str
    protocol: Protocol = "chat"
    prompt: str = DEFAULT_PROMPT
    max_tokens: int = 50
    temperature: float | None = 0.0
    top_p: float | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineRun:
    """One request. Times are seconds; counts are None where the server told none."""

    ttft: float | None
    tpot: float | None
    e2e: float | None
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None = None
    finish_reason: str | None = None
    answered_by: str | None = None
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """What several runs of one request gave, at `taken_at`."""

    settings: BaselineSettings
    taken_at: datetime
    runs: tuple[BaselineRun, ...]

    @property
    def agreement(self) -> Agreement:
        """How alike the answers are."""
        return agreement([run.text for run in self.runs])


Name = Literal["text", "answered_by", "finish_reason", "input_tokens", "output_tokens", "ttft", "tpot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineFinding:
    """One thing compared: `changed` or not, in words what was found, and what it means where the same was asked."""

    name: Name
    changed: bool
    message: Message
    means: Message | None = None
    difference: Difference | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineCheck:
    """A baseline beside what is now.

    Attributes:
        before, now: the two.
        settings: what was asked differently, a sentence each; then changes may come from that.
        findings: everything that was compared, the changed ones first.
    """

    before: Baseline
    now: Baseline
    settings: tuple[Message, ...]
    findings: tuple[BaselineFinding, ...]

    @property
    def same(self) -> bool:
        """Nothing has changed, and the same was asked."""
        return not self.settings and not any(finding.changed for finding in self.findings)


async def take_baseline(
    client: AsyncTaoToken,
    settings: BaselineSettings,
    *,
    taken_at: datetime,
    runs: int = DEFAULT_RUNS,
    on_record: OnRecord | None = None,
) -> Baseline:
    """Ask `runs` times, one after another, after one request that isn't counted: it opens the connection, and after
    it the prompt is in every cache that keeps it.

    Raises:
        ValueError: fewer than 3 runs, which say nothing.
        TaoTokenError: a request failed, and again when it was repeated.
    """
    if runs < LEAST_RUNS:
        raise ValueError(f"a baseline takes {LEAST_RUNS} runs or more")
    asker = Asker(client=client, on_record=on_record)
    records = [await _ask(asker, settings) for _ in range(runs + 1)]
    return Baseline(settings=settings, taken_at=taken_at, runs=tuple(map(_run, records[1:])))


def check_baseline(before: Baseline, now: Baseline) -> BaselineCheck:
    """What has changed from `before` to `now`."""
    findings = [
        *_text(before, now),
        *_told(before, now),
        *_counts(before, now),
        *_time("ttft", before, now, texts.TTFT, MIN_TTFT, lambda run: run.ttft),
        *_time("tpot", before, now, texts.TPOT, MIN_TPOT, lambda run: run.tpot),
    ]
    settings = _other_settings(before.settings, now.settings)
    if settings:  # what a change means is told where nothing else explains it
        findings = [replace(finding, means=None) for finding in findings]
    findings.sort(key=lambda finding: not finding.changed)
    return BaselineCheck(before=before, now=now, settings=settings, findings=tuple(findings))


async def _ask(asker: Asker, settings: BaselineSettings) -> Record:
    return await asker.ask(
        settings.prompt,
        model=settings.model,
        protocol=settings.protocol,
        max_tokens=settings.max_tokens,
        temperature=settings.temperature,
        top_p=settings.top_p,
        seed=settings.seed,
    )


def _run(record: Record) -> BaselineRun:
    told = record.tokens_source == "usage"
    return BaselineRun(
        ttft=record.ttft,
        tpot=record.tpot,
        e2e=record.e2e,
        input_tokens=record.input_tokens,
        output_tokens=record.output_tokens if told else None,
        cached_tokens=record.cached_tokens,
        finish_reason=record.finish_reason,
        answered_by=record.answered_by,
        text=record.text or "",
    )


_SETTINGS: Final = ("base_url", "model", "protocol", "prompt", "max_tokens", "temperature", "top_p", "seed")


def _other_settings(before: BaselineSettings, now: BaselineSettings) -> tuple[Message, ...]:
    pairs = [(name, getattr(before, name), getattr(now, name)) for name in _SETTINGS]
    return tuple(
        texts.SETTING(name=name, before=_shown(old), now=_shown(new)) for name, old, new in pairs if old != new
    )


def _shown(value: object) -> str:
    return "-" if value is None else safe_text(str(value), 80)


def _text(before: Baseline, now: Baseline) -> list[BaselineFinding]:
    old, new = [run.text for run in before.runs], [run.text for run in now.runs]
    chance = same_source(old, new)
    settled = len(set(old)) == len(set(new)) == 1 and old[0] != new[0]
    if not settled and chance >= ALPHA:
        text = texts.TEXT_SAME if set(new) <= set(old) else texts.TEXT_ALIKE
        return [BaselineFinding(name="text", changed=False, message=text(n=len(new)))]
    was, varies = before.agreement, now.agreement
    if was.distinct == 1 and varies.distinct > 1:
        message, means = texts.TEXT_VARIES(distinct=varies.distinct, n=varies.n), texts.MEANS_VARIES()
    else:
        alike = f"{similarity(old[0], new[0]):.0%}"
        message = texts.TEXT_CHANGED(similarity=alike, before=_start(old[0]), now=_start(new[0]))
        means = texts.MEANS_OTHER_MODEL()
    return [BaselineFinding(name="text", changed=True, message=message, means=means)]


def _start(text: str) -> str:
    return safe_text(text, 60)


def _told(before: Baseline, now: Baseline) -> list[BaselineFinding]:
    """What the server says of itself and of the end."""
    found = []
    rows: tuple[tuple[Name, Callable[[BaselineRun], str | None], tuple[Text, Text]], ...] = (
        ("answered_by", lambda run: run.answered_by, (texts.MODEL_SAME, texts.MODEL_CHANGED)),
        ("finish_reason", lambda run: run.finish_reason, (texts.FINISH_SAME, texts.FINISH_CHANGED)),
    )
    for name, value, (same, changed) in rows:
        old, new = _set(before.runs, value), _set(now.runs, value)
        if old and new:
            apart = not old & new
            words = changed(before=_listed(old), now=_listed(new)) if apart else same(value=_listed(old & new))
            found.append(BaselineFinding(name=name, changed=apart, message=words))
    return found


def _counts(before: Baseline, now: Baseline) -> list[BaselineFinding]:
    """Token counts: changed when none of the new ones could have been an old one."""
    found = []
    rows: tuple[tuple[Name, Callable[[BaselineRun], int | None], tuple[Text, Text]], ...] = (
        ("input_tokens", lambda run: run.input_tokens, (texts.INPUT_SAME, texts.INPUT_CHANGED)),
        ("output_tokens", lambda run: run.output_tokens, (texts.OUTPUT_SAME, texts.OUTPUT_CHANGED)),
    )
    for name, value, (same, changed) in rows:
        old = [count for count in map(value, before.runs) if count is not None]
        new = [count for count in map(value, now.runs) if count is not None]
        if old and new:
            apart = max(old) < min(new) or max(new) < min(old)
            words = changed(before=_span(old), now=_span(new)) if apart else same(value=_span(new))
            means = texts.MEANS_OTHER_TOKENIZER() if apart and name == "input_tokens" else None
            found.append(BaselineFinding(name=name, changed=apart, message=words, means=means))
    return found


def _time(
    name: Name, before: Baseline, now: Baseline, words: tuple[Text, Text], least: float,
    value: Callable[[BaselineRun], float | None],
) -> list[BaselineFinding]:  # fmt: skip
    old = [time for time in map(value, before.runs) if time is not None]
    new = [time for time in map(value, now.runs) if time is not None]
    if not old or not new:
        return []
    difference = compare_samples(old, new, alpha=ALPHA, min_change=MIN_CHANGE, min_effect=MIN_EFFECT)
    changed = difference.verdict != "undecided" and abs(difference.shift) >= least
    message = words[changed](
        before=_milliseconds(difference.median_a),
        now=_milliseconds(difference.median_b),
        change=f"{difference.change or 0:+.0%}",
        p=f"{difference.p_value:.2g}",
    )
    return [BaselineFinding(name=name, changed=changed, message=message, difference=difference)]


def _set(runs: Sequence[BaselineRun], value: Callable[[BaselineRun], str | None]) -> set[str]:
    return {found for found in map(value, runs) if found is not None}


def _listed(values: set[str]) -> str:
    return safe_text(", ".join(sorted(values)), 120)


def _span(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low}-{high}"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
