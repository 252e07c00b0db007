"""A short prompt with a long answer: what writing the answer costs."""

from __future__ import annotations

from collections.abc import Sequence

from taotoken._texts import experiments as texts
from taotoken.measure._asking import Asker
from taotoken.measure._experiments._experiment import Experiment, ExperimentPlan
from taotoken.measure._experiments._figures import count, median, ms, percent
from taotoken.measure._experiments._requests import ask_sizes
from taotoken.measure._record import Record

LENGTH = 32
ANSWER = 256
REPEAT = 3
ENOUGH = 16
"""Fewer output tokens than this say nothing of the speed."""
MOST = 0.6


async def decode(asker: Asker, plan: ExperimentPlan) -> Experiment:
    """Run it."""
    bound, lengths = plan.max_tokens or ANSWER, plan.lengths(LENGTH)[:1]
    requests = ask_sizes(asker, plan, lengths, repeat=plan.repeat or REPEAT, max_tokens=bound)
    return judge([sized.record async for sized in requests], bound)


def judge(records: Sequence[Record], bound: int) -> Experiment:
    """What the requests say."""
    tpot = median(record.tpot for record in records)
    share = median(_after_first(record) for record in records)
    tokens = median(record.output_tokens for record in records)
    saw = [texts.DECODE_SHARE(share=percent(share), tokens=count(tokens))]
    if tpot:
        saw.append(texts.DECODE_SPEED(tpot=ms(tpot), speed=f"{1 / tpot:,.1f}"))
    if tpot is None or (tokens or 0) < ENOUGH or share is None:
        means, advice = texts.SHORT_ANSWER(tokens=count(tokens)), texts.SHORT_ANSWER_ADVICE()
    elif share >= MOST:
        means, advice = texts.DECODE_BOUND(), texts.DECODE_BOUND_ADVICE()
    else:
        means, advice = texts.NOT_DECODE_BOUND(), texts.NOT_DECODE_BOUND_ADVICE()
    return Experiment(
        name="decode",
        did=texts.DECODE_DID(bound=bound, n=len(records)),
        columns=(
            texts.COL_OUTPUT(), "TTFT", "TPOT", texts.COL_SPEED(), texts.COL_AFTER_FIRST(),
            "finish_reason",
        ),
        rows=tuple(
            (
                count(record.output_tokens),
                ms(record.ttft),
                ms(record.tpot),
                f"{1 / record.tpot:,.1f}" if record.tpot else "-",
                percent(_after_first(record)),
                record.finish_reason or "-",
            )
            for record in records
        ),
        saw=tuple(saw),
        means=means,
        advice=advice,
        figures={
            "tpot": tpot,
            "output_tps": 1 / tpot if tpot else None,
            "decode_share": share,
            "output_tokens": tokens,
            "ttft": median(record.ttft for record in records),
        },
        records=tuple(records),
    )  # fmt: skip


def _after_first(record: Record) -> float | None:
    """The part of the time until the last token that was after the first."""
    return 1 - record.ttft / record.e2e if record.ttft is not None and record.e2e else None
