"""A long prompt with a one-word answer: what reading the prompt costs."""

from __future__ import annotations

from collections.abc import Sequence

from taotoken._texts import experiments as texts
from taotoken.measure._asking import Asker
from taotoken.measure._experiments._experiment import Experiment, ExperimentPlan
from taotoken.measure._experiments._figures import clearly_above, count, known, median, ms, percent
from taotoken.measure._experiments._requests import Sized, about_lengths, ask_sizes, left_out, one_word

LENGTHS = (32, 2048)
REPEAT = 3


async def prefill(asker: Asker, plan: ExperimentPlan) -> Experiment:
    """Run it."""
    lengths, repeat, bound = plan.lengths(*LENGTHS), plan.repeat or REPEAT, one_word(plan)
    asked = [sized async for sized in ask_sizes(asker, plan, lengths, repeat=repeat, max_tokens=bound)]
    return judge(asked, bound, left_out(lengths, asked))


def judge(asked: Sequence[Sized], bound: int, refused: Sequence[int] = ()) -> Experiment:
    """What the requests say."""
    lengths = sorted({sized.tokens for sized in asked})
    groups = [[sized for sized in asked if sized.tokens == tokens] for tokens in lengths]
    waits = [known(sized.record.ttft for sized in group) for group in groups]
    short, long = waits[0], waits[-1]
    share = median(_share(sized) for sized in groups[-1])
    grew = clearly_above(long, short)
    slope = _slope(groups[0], groups[-1])
    saw = [texts.WAIT_SHARE(tokens=count(_length(groups[-1])), share=percent(share))]
    if slope is not None:
        saw.append(texts.WAIT_GREW(short=ms(median(short)), long=ms(median(long)), slope=ms(slope)))
    if not short or not long:
        means, advice = texts.NO_TOKEN(bound=bound), texts.NO_TOKEN_ADVICE()
    elif len(groups) < 2:
        means, advice = texts.ONE_LENGTH(), texts.ONE_LENGTH_ADVICE()
    elif grew:
        means, advice = texts.PREFILL_GREW(), texts.PREFILL_GREW_ADVICE()
    else:
        means, advice = texts.PREFILL_FLAT(), texts.PREFILL_FLAT_ADVICE()
    return Experiment(
        name="prefill",
        did=texts.PREFILL_DID(lengths=", ".join(map(str, lengths)), bound=bound, n=len(groups[0])),
        columns=(texts.COL_PROMPT(), texts.COL_RUNS(), "TTFT", texts.COL_E2E(), texts.COL_BEFORE_FIRST()),
        rows=tuple(
            (
                count(_length(group)),
                str(len(group)),
                ms(median(sized.record.ttft for sized in group)),
                ms(median(sized.record.e2e for sized in group)),
                percent(median(_share(sized) for sized in group)),
            )
            for group in groups
        ),
        saw=(*saw, *about_lengths(asked, refused)),
        means=means,
        advice=advice,
        figures={
            "prompt_tokens": [_length(group) for group in groups],
            "ttft": [median(wait) for wait in waits],
            "wait_share": share,
            "seconds_per_prompt_token": slope,
            "grew": grew,
        },
        records=tuple(sized.record for sized in asked),
    )


def _share(sized: Sized) -> float | None:
    """The part of the time until the last token that was before the first."""
    record = sized.record
    return record.ttft / record.e2e if record.ttft is not None and record.e2e else None


def _length(group: Sequence[Sized]) -> float | None:
    return median(sized.input_tokens for sized in group)


def _slope(short: Sequence[Sized], long: Sequence[Sized]) -> float | None:
    """Seconds per further prompt token."""
    first, last = median(sized.record.ttft for sized in short), median(sized.record.ttft for sized in long)
    low, high = _length(short), _length(long)
    if first is None or last is None or low is None or high is None or high <= low:
        return None
    return (last - first) / (high - low)
