"""TTFT against the prompt's length, as a line; and the longest prompt once more, which a prefix cache may know."""

from __future__ import annotations

from collections.abc import Sequence

from taotoken._message import Message
from taotoken._texts import experiments as texts
from taotoken.measure._asking import Asker
from taotoken.measure._experiments._experiment import Experiment, ExperimentPlan
from taotoken.measure._experiments._figures import count, ms
from taotoken.measure._experiments._requests import Sized, about_lengths, ask_sizes, left_out, one_word
from taotoken.measure._fit import Line, fit_line, weakness
from taotoken.measure._record import Record

LENGTHS = (64, 256, 512, 1024, 2048)
REPEAT = 3
START = 8
"""So many tokens at a prompt's beginning may be the chat template's own, which every cache keeps."""
GIFT = 0.5
"""A repeated prompt that takes less than this share of what the line says was not read anew."""


async def fit(asker: Asker, plan: ExperimentPlan) -> Experiment:
    """Run it."""
    bound, lengths = one_word(plan), plan.lengths(*LENGTHS)
    requests = ask_sizes(asker, plan, lengths, repeat=plan.repeat or REPEAT, max_tokens=bound)
    asked = [sized async for sized in requests]
    longest = max(asked, key=lambda sized: sized.input_tokens)
    again = await asker.ask(
        longest.prompt, model=plan.model or None, protocol=plan.protocol, max_tokens=bound, temperature=0.0
    )
    return judge(asked, again, bound, left_out(lengths, asked))


def judge(asked: Sequence[Sized], again: Record, bound: int, refused: Sequence[int] = ()) -> Experiment:
    """What the requests say."""
    points = [(sized.input_tokens, sized.record.ttft) for sized in asked if sized.record.ttft is not None]
    line = _line(points)
    weak = texts.NO_TOKEN(bound=bound) if line is None else weakness(line, shown=ms)
    saw: list[Message] = []
    if line is not None and weak is None:
        means, advice = _strong(line, saw)
    else:
        means, advice = texts.FIT_WEAK(reason=weak or ""), texts.FIT_WEAK_ADVICE()
    told, longest = (line if weak is None else None), max(sized.input_tokens for sized in asked)
    gift = _gift(told, again, longest)
    saw.append(_told(gift, again, told, longest))
    if any((sized.record.cached_tokens or 0) > START for sized in asked):
        saw.append(texts.FIT_CACHED())
    saw.extend(about_lengths(asked, refused))
    return Experiment(
        name="fit",
        did=texts.FIT_DID(lengths=", ".join(map(str, sorted({sized.tokens for sized in asked}))), bound=bound),
        columns=(texts.COL_PROMPT(), "TTFT", texts.COL_LINE(), texts.COL_CACHED()),
        rows=(
            *(
                _row(count(sized.input_tokens), sized.record, told, sized.input_tokens)
                for sized in sorted(asked, key=lambda sized: sized.input_tokens)
            ),
            _row(texts.AGAIN(tokens=count(longest)), again, told, longest),
        ),
        saw=tuple(saw),
        means=means,
        advice=advice,
        figures={
            "slope": line.slope if line else None,
            "slope_interval": line.slope_interval if line else None,
            "intercept": line.intercept if line else None,
            "intercept_interval": line.intercept_interval if line else None,
            "r_squared": line.r_squared if line else None,
            "points": len(points),
            "refused": weak is not None,
            "prefill_tps_est": 1 / line.slope if line and weak is None and line.slope > 0 else None,
            "again_ttft": again.ttft,
            "again_cached_tokens": again.cached_tokens,
            "prefix_gift": gift,
        },
        records=(*(sized.record for sized in asked), again),
    )  # fmt: skip


def _line(points: Sequence[tuple[int, float]]) -> Line | None:
    if len({length for length, _ in points}) < 2:
        return None
    return fit_line([length for length, _ in points], [wait for _, wait in points])


def _strong(line: Line, saw: list[Message]) -> tuple[Message, Message]:
    low, high = line.slope_interval or (line.slope, line.slope)
    saw.append(
        texts.FIT_LINE(
            intercept=ms(line.intercept), slope=ms(line.slope), r_squared=f"{line.r_squared:.3f}",
            low=ms(low), high=ms(high), n=line.n,
        )
    )  # fmt: skip
    if line.slope <= 0:
        return texts.FIT_FALLS(), texts.FIT_WEAK_ADVICE()
    means = texts.FIT_MEANS(speed=f"{1 / line.slope:,.0f}", fixed=ms(max(line.intercept, 0.0)), slope=ms(line.slope))
    return means, texts.FIT_ADVICE(thousand=ms(1000 * line.slope))


def _gift(line: Line | None, again: Record, length: int) -> bool | None:
    """Was the repeated prompt not read anew? None where neither the server nor the line can tell."""
    if again.cached_tokens:
        return True
    if line is None or again.ttft is None:
        return None
    growing = line.at(length) - max(line.intercept, 0.0)
    return growing > 0 and again.ttft - max(line.intercept, 0.0) < GIFT * growing


def _told(gift: bool | None, again: Record, line: Line | None, length: int) -> Message:
    expected = ms(line.at(length)) if line else "-"
    if gift is None:
        return texts.GIFT_UNKNOWN(ttft=ms(again.ttft))
    if gift:
        told = texts.GIFT_TOLD(cached=count(again.cached_tokens)) if again.cached_tokens else texts.GIFT_NOT_TOLD()
        return texts.GIFT(ttft=ms(again.ttft), expected=expected, told=told)
    return texts.NO_GIFT(ttft=ms(again.ttft), expected=expected)


def _row(first: str | Message, record: Record, line: Line | None, length: int) -> tuple[str | Message, str, str, str]:
    expected = ms(line.at(length)) if line is not None else "-"
    return first, ms(record.ttft), expected, count(record.cached_tokens)
