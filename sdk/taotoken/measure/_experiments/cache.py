"""The same long prefix twice, on each protocol: is it kept, and is that told?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from taotoken._errors import (
    ConfigurationError,
    EndpointNotFoundError,
    InvalidRequestError,
    ModelUnavailableError,
    TaoTokenError,
)
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken._texts import experiments as texts
from taotoken.measure._asking import Asker
from taotoken.measure._experiments._experiment import Experiment, ExperimentPlan
from taotoken.measure._experiments._figures import clearly_above, count, known, median, ms
from taotoken.measure._experiments._requests import one_word, open_way
from taotoken.measure._prompts import Prompts
from taotoken.measure._record import Record

LENGTH = 2048
REPEAT = 3
QUICKER = 0.2
LEAST = 0.005
"""How much quicker the second request has to be: as a share, and in seconds."""
PROTOCOLS: Final[tuple[Protocol, ...]] = ("chat", "responses", "messages")
Verdict = Literal["told", "told_not_quicker", "quicker_not_told", "no_sign", "not_offered"]
_NOT_OFFERED = (ConfigurationError, EndpointNotFoundError, ModelUnavailableError, InvalidRequestError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """One protocol: pairs of requests that begin alike, or why there are none."""

    protocol: Protocol
    pairs: tuple[tuple[Record, Record], ...] = ()
    refused: TaoTokenError | None = None


async def cache(asker: Asker, plan: ExperimentPlan) -> Experiment:
    """Run it."""
    length = max(plan.prompt_tokens or (LENGTH,))
    tried = [await _try(asker, replace(plan, protocol=protocol), length) for protocol in PROTOCOLS]
    if all(one.refused for one in tried):
        error = tried[0].refused
        assert error is not None
        raise error
    return judge(tried, length, plan.repeat or REPEAT)


async def _try(asker: Asker, plan: ExperimentPlan, length: int) -> Tried:
    bound = one_word(plan)
    try:
        await open_way(asker, plan, bound)
        pairs = [await _pair(asker, plan, length, bound, number) for number in range(plan.repeat or REPEAT)]
    except _NOT_OFFERED as error:
        return Tried(protocol=plan.protocol, refused=error)
    return Tried(protocol=plan.protocol, pairs=tuple(pairs))


async def _pair(asker: Asker, plan: ExperimentPlan, length: int, bound: int, number: int) -> tuple[Record, Record]:
    """Two requests whose long beginning is the same, and which end differently, as two questions on one text do."""
    prefix = Prompts(tokens=length).prompt(number)
    first = await _ask(asker, plan, bound, prefix, "First question: what is it about?")
    return first, await _ask(asker, plan, bound, prefix, "Second question: who wrote it?")


async def _ask(asker: Asker, plan: ExperimentPlan, bound: int, prefix: str, question: str) -> Record:
    messages: list[dict[str, Any]] = [{"role": "system", "content": prefix}, {"role": "user", "content": question}]
    extra: dict[str, Any] | None = None
    if plan.protocol == "messages":  # here a prefix is kept only where the request marks its end
        block = {"type": "text", "text": prefix, "cache_control": {"type": "ephemeral"}}
        extra = {"system": [block]}
    return await asker.ask(
        messages, model=plan.model or None, protocol=plan.protocol, max_tokens=bound, extra_body=extra
    )


def judge(tried: Sequence[Tried], length: int, repeat: int) -> Experiment:
    """What the requests say."""
    verdicts = {one.protocol: verdict_of(one) for one in tried}
    means, advice = _meaning(set(verdicts.values()))
    return Experiment(
        name="cache",
        did=texts.CACHE_DID(length=count(length), n=repeat),
        columns=(
            texts.COL_PROTOCOL(), texts.COL_FIRST(), texts.COL_SECOND(), texts.COL_CACHED_SECOND(), texts.COL_VERDICT()
        ),
        rows=tuple(_row(one, verdicts[one.protocol]) for one in tried),
        saw=tuple(_sentence(one, verdicts[one.protocol]) for one in tried),
        means=means,
        advice=advice,
        figures={"protocols": {one.protocol: _figures(one, verdicts[one.protocol]) for one in tried}},
        records=tuple(record for one in tried for pair in one.pairs for record in pair),
    )  # fmt: skip


def verdict_of(tried: Tried) -> Verdict:
    """What one protocol's pairs say."""
    if tried.refused is not None:
        return "not_offered"
    told = any((second.cached_tokens or 0) > (first.cached_tokens or 0) for first, second in tried.pairs)
    quicker = clearly_above(_waits(tried, 0), _waits(tried, 1), QUICKER, LEAST)
    if told:
        return "told" if quicker else "told_not_quicker"
    return "quicker_not_told" if quicker else "no_sign"


def _waits(tried: Tried, place: int) -> list[float]:
    return known(pair[place].ttft for pair in tried.pairs)


def _cached(tried: Tried) -> float | None:
    return median(second.cached_tokens for _, second in tried.pairs)


_WORDS: Final = {
    "told": (texts.CACHE_TOLD, texts.CACHE_TOLD_SHORT),
    "told_not_quicker": (texts.CACHE_TOLD_NOT_QUICKER, texts.CACHE_TOLD_SHORT),
    "quicker_not_told": (texts.CACHE_QUICKER_NOT_TOLD, texts.CACHE_QUICKER_SHORT),
    "no_sign": (texts.CACHE_NO_SIGN, texts.CACHE_NO_SIGN_SHORT),
    "not_offered": (texts.CACHE_NOT_OFFERED, texts.CACHE_NOT_OFFERED_SHORT),
}


def _row(tried: Tried, verdict: Verdict) -> tuple[str | Message, ...]:
    first, second = median(_waits(tried, 0)), median(_waits(tried, 1))
    return tried.protocol, ms(first), ms(second), count(_cached(tried)), _WORDS[verdict][1]()


def _sentence(tried: Tried, verdict: Verdict) -> Message:
    return _WORDS[verdict][0](
        protocol=tried.protocol,
        first=ms(median(_waits(tried, 0))),
        second=ms(median(_waits(tried, 1))),
        cached=count(_cached(tried)),
        error=safe_text(str(tried.refused), 200) if tried.refused else "",
    )


def _meaning(verdicts: Iterable[Verdict]) -> tuple[Message, Message]:
    seen = set(verdicts) - {"not_offered"}
    if "told" in seen or "told_not_quicker" in seen:
        return texts.CACHE_WORKS(), texts.CACHE_WORKS_ADVICE()
    if "quicker_not_told" in seen:
        return texts.CACHE_HIDDEN(), texts.CACHE_HIDDEN_ADVICE()
    return texts.CACHE_NONE(), texts.CACHE_NONE_ADVICE()


def _figures(tried: Tried, verdict: Verdict) -> dict[str, Any]:
    return {
        "verdict": verdict,
        "first_ttft": median(_waits(tried, 0)),
        "second_ttft": median(_waits(tried, 1)),
        "cached_tokens": _cached(tried),
        "error": tried.refused.code if tried.refused else None,
    }
