"""A baseline beside the same requests now: what has changed between?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Final, Literal

from taotoken._message import Message, Text
from taotoken._text import safe_text
from taotoken._texts import baseline as texts
from taotoken.measure._agreement import common_start, same_source, similarity
from taotoken.measure._baseline import Baseline, BaselineRun, BaselineSettings
from taotoken.measure._difference import Difference, compare_samples, shown_p

ALPHA: Final = 0.01
MIN_CHANGE: Final = 0.10
MIN_EFFECT: Final = 0.6
MIN_TTFT: Final = 0.005
MIN_TPOT: Final = 0.0005
"""A time has changed when its shift is `MIN_CHANGE` of it or more and not less than these seconds, and more than chance
would bring about; small drifts of a busy machine are none."""
_SHOWN: Final = 60

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


def check_baseline(before: Baseline, now: Baseline) -> BaselineCheck:
    """What has changed from `before` to `now`."""
    findings = [
        *_text(before, now),
        *_told(before, now),
        *_time("ttft", before, now, texts.TTFT, MIN_TTFT, lambda run: run.ttft),
        *_time("tpot", before, now, texts.TPOT, MIN_TPOT, lambda run: run.tpot),
    ]
    settings = _other_settings(before.settings, now.settings)
    if settings:  # what a change means is told where nothing else explains it
        findings = [replace(finding, means=None) for finding in findings]
    findings.sort(key=lambda finding: not finding.changed)
    return BaselineCheck(before=before, now=now, settings=settings, findings=tuple(findings))


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
    if not any(old) and not any(new):
        return [BaselineFinding(name="text", changed=False, message=texts.TEXT_NONE())]
    settled = before.distinct == now.distinct == 1 and old[0] != new[0]
    if not settled and same_source(old, new) >= ALPHA:
        text = texts.TEXT_SAME if set(new) <= set(old) else texts.TEXT_ALIKE
        return [BaselineFinding(name="text", changed=False, message=text(n=len(new)))]
    if before.distinct == 1 < now.distinct:
        message, means = texts.TEXT_VARIES(distinct=now.distinct, n=len(new)), texts.MEANS_VARIES()
    elif before.distinct > 1 == now.distinct:
        message, means = texts.TEXT_SETTLED(distinct=before.distinct, n=len(old)), texts.MEANS_SETTLED()
    else:
        example = next((text for text in new if text not in old), new[0])
        alike = f"{similarity(old[0], example):.0%}"
        same = common_start(old[0], example)
        message = texts.TEXT_CHANGED(similarity=alike, before=_from(old[0], same), now=_from(example, same))
        means = texts.MEANS_OTHER_MODEL()
    return [BaselineFinding(name="text", changed=True, message=message, means=means)]


def _from(text: str, same: int) -> str:
    """The beginning of `text`, or, where that is long the same, what comes after it and a little before."""
    return safe_text(text if same < _SHOWN else f"…{text[same - 10 :]}", _SHOWN)


def _told(before: Baseline, now: Baseline) -> list[BaselineFinding]:
    """What the server says: of itself and of the prompt it is always the same, so anything new is a change; how an
    answer ends and how long it is may vary with the answer."""
    return [
        *_values("answered_by", before, now, texts.MODEL, lambda run: run.answered_by),
        *_values("finish_reason", before, now, texts.FINISH, lambda run: run.finish_reason, varies=True),
        *_values("input_tokens", before, now, texts.INPUT, lambda run: run.input_tokens, texts.MEANS_OTHER_TOKENIZER),
        *_values("output_tokens", before, now, texts.OUTPUT, lambda run: run.output_tokens, varies=True),
    ]


def _values(
    name: Name, before: Baseline, now: Baseline, words: tuple[Text, Text, Text],
    value: Callable[[BaselineRun], str | int | None], means: Text | None = None, *, varies: bool = False,
) -> list[BaselineFinding]:  # fmt: skip
    """What `varies` has changed where none of the new values could have been an old one; else where any couldn't."""
    old, new = _there(before, value), _there(now, value)
    if not old and not new:
        return []
    possible = [_within(one, old) for one in new]
    changed = not (any(possible) if varies else possible and old and all(possible))
    then, listed = _listed(old), _listed(new)
    same, other, alike = words
    text = other if changed else same if then == listed else alike
    told = means() if means is not None and changed and old and new else None
    return [BaselineFinding(name=name, changed=changed, message=text(before=then, now=listed), means=told)]


def _there(baseline: Baseline, value: Callable[[BaselineRun], str | int | None]) -> list[str | int]:
    return [found for found in map(value, baseline.runs) if found is not None]


def _within(one: str | int, old: Collection[str | int]) -> bool:
    """Could it have been one of these? Numbers: is it in their range?"""
    numbers = [value for value in old if isinstance(value, int)]
    return min(numbers) <= one <= max(numbers) if isinstance(one, int) and numbers else one in old


def _listed(values: Collection[str | int]) -> str | Message:
    """The values, the most frequent first; numbers as a range."""
    if not values:
        return texts.NOT_TOLD()
    numbers = [value for value in values if isinstance(value, int)]
    if numbers:
        low, high = min(numbers), max(numbers)
        return str(low) if low == high else f"{low}-{high}"
    return safe_text(", ".join(str(value) for value, _ in Counter(values).most_common()), 120)


def _time(
    name: Name, before: Baseline, now: Baseline, words: tuple[Text, Text, Text], least: float,
    value: Callable[[BaselineRun], float | None],
) -> list[BaselineFinding]:  # fmt: skip
    old = [time for time in map(value, before.runs) if time is not None]
    new = [time for time in map(value, now.runs) if time is not None]
    if not old or not new:
        return []
    difference = compare_samples(old, new, alpha=ALPHA, min_change=MIN_CHANGE, min_effect=MIN_EFFECT)
    changed = difference.verdict != "undecided" and abs(difference.shift) >= least
    small = not changed and difference.p_value < ALPHA
    message = words[2 if small else changed](
        before=_milliseconds(difference.median_a),
        now=_milliseconds(difference.median_b),
        change=f"{difference.change or 0:+.0%}",
        p=shown_p(difference.p_value),
    )
    return [BaselineFinding(name=name, changed=changed, message=message, difference=difference)]


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.{1 if seconds >= 0.001 else 3}f} ms"
