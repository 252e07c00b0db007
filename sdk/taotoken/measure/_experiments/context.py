"""TPOT against the length of the context: does a long conversation write more slowly?"""

from __future__ import annotations

from collections.abc import Sequence

from taotoken._message import Message
from taotoken._texts import experiments as texts
from taotoken.measure._asking import Asker
from taotoken.measure._experiments._experiment import Experiment, ExperimentPlan
from taotoken.measure._experiments._figures import count, median, ms
from taotoken.measure._experiments._requests import Sized, about_lengths, ask_sizes, left_out
from taotoken.measure._fit import Line, fit_line, weakness

LENGTHS = (64, 512, 1024, 2048, 4096)
ANSWER = 64
REPEAT = 2


async def context(asker: Asker, plan: ExperimentPlan) -> Experiment:
    """Run it."""
    bound, lengths = plan.max_tokens or ANSWER, plan.lengths(*LENGTHS)
    requests = ask_sizes(asker, plan, lengths, repeat=plan.repeat or REPEAT, max_tokens=bound)
    asked = [sized async for sized in requests]
    return judge(asked, bound, left_out(lengths, asked))


def judge(asked: Sequence[Sized], bound: int, refused: Sequence[int] = ()) -> Experiment:
    """What the requests say."""
    points = [(sized.input_tokens, sized.record.tpot) for sized in asked if sized.record.tpot is not None]
    spread = len({length for length, _ in points}) > 1
    line = fit_line([length for length, _ in points], [tpot for _, tpot in points]) if spread else None
    lengths = sorted({sized.tokens for sized in asked})
    groups = [[sized for sized in asked if sized.tokens == tokens] for tokens in lengths]
    longest = max(sized.input_tokens for sized in asked)
    saw: tuple[Message, ...] = ()
    if line is None:
        means, advice = texts.SHORT_ANSWER(tokens=count(_written(asked))), texts.SHORT_ANSWER_ADVICE()
    elif (weak := weakness(line)) is not None or line.slope <= 0:
        saw, means, advice = (
            (_no_growth(line, weak),),
            texts.CONTEXT_FLAT(longest=count(longest)),
            texts.CONTEXT_FLAT_ADVICE(),
        )
    else:
        low, high = line.slope_interval or (line.slope, line.slope)
        saw = (
            texts.CONTEXT_LINE(
                base=ms(line.intercept), slope=ms(1000 * line.slope), low=ms(1000 * low), high=ms(1000 * high),
                r_squared=f"{line.r_squared:.3f}", n=line.n,
            ),
        )  # fmt: skip
        means = texts.CONTEXT_GROWS(longest=count(longest), factor=f"{_growth(line, asked):.2f}")
        advice = texts.CONTEXT_GROWS_ADVICE()
    return Experiment(
        name="context",
        did=texts.CONTEXT_DID(lengths=", ".join(map(str, lengths)), bound=bound),
        columns=(texts.COL_PROMPT(), texts.COL_RUNS(), texts.COL_OUTPUT(), "TPOT", "TTFT"),
        rows=tuple(
            (
                count(median(sized.input_tokens for sized in group)),
                str(len(group)),
                count(_written(group)),
                ms(median(sized.record.tpot for sized in group)),
                ms(median(sized.record.ttft for sized in group)),
            )
            for group in groups
        ),
        saw=(*saw, *about_lengths(asked, refused)),
        means=means,
        advice=advice,
        figures={
            "prompt_tokens": [median(sized.input_tokens for sized in group) for group in groups],
            "tpot": [median(sized.record.tpot for sized in group) for group in groups],
            "slope": line.slope if line else None,
            "slope_interval": line.slope_interval if line else None,
            "intercept": line.intercept if line else None,
            "r_squared": line.r_squared if line else None,
            "grows": line is not None and weakness(line) is None and line.slope > 0,
        },
        records=tuple(sized.record for sized in asked),
    )


def _written(asked: Sequence[Sized]) -> float | None:
    return median(sized.record.output_tokens for sized in asked)


def _no_growth(line: Line, weak: Message | None) -> Message:
    low, high = line.slope_interval or (line.slope, line.slope)
    if low <= 0 <= high:
        return texts.CONTEXT_MAY_BE_FLAT(low=ms(1000 * low), high=ms(1000 * high), n=line.n)
    return weak or texts.CONTEXT_FALLS()


def _growth(line: Line, asked: Sequence[Sized]) -> float:
    """How many times as long a token takes after the longest prompt as after the shortest."""
    lengths = [sized.input_tokens for sized in asked]
    least = line.at(min(lengths))
    return line.at(max(lengths)) / least if least > 0 else 1.0
