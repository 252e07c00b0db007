"""The requests that experiments are made of."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from taotoken._errors import ContextLengthError
from taotoken._message import Message
from taotoken._texts import experiments as texts
from taotoken.measure._asking import Asker
from taotoken.measure._experiments._experiment import ExperimentPlan
from taotoken.measure._prompts import Prompts
from taotoken.measure._record import Record

_ONE_WORD = 2
_ONE_WORD_RESPONSES = 16  # this protocol's official servers take no smaller bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Sized:
    """A request with a prompt of about `tokens` tokens."""

    tokens: int
    prompt: str = field(repr=False)
    record: Record

    @property
    def input_tokens(self) -> int:
        """The prompt's length as the server counted it, else as we meant it."""
        return self.tokens if self.record.input_tokens is None else self.record.input_tokens


def one_word(plan: ExperimentPlan) -> int:
    """The smallest bound of an answer."""
    return plan.max_tokens or (_ONE_WORD_RESPONSES if plan.protocol == "responses" else _ONE_WORD)


async def open_way(asker: Asker, plan: ExperimentPlan, max_tokens: int) -> None:
    """One short request that isn't part of the result: it opens the connection, and wakes a server that sleeps."""
    await asker.ask("Hi", model=plan.model or None, protocol=plan.protocol, max_tokens=max_tokens)


def left_out(lengths: Sequence[int], asked: Sequence[Sized]) -> list[int]:
    """The lengths that were refused."""
    return [tokens for tokens in lengths if all(sized.tokens != tokens for sized in asked)]


def about_lengths(asked: Sequence[Sized], refused: Sequence[int]) -> list[Message]:
    """What has to be said of the lengths: those that the model refused, and that nobody counted them."""
    said = []
    if refused:
        said.append(texts.LENGTHS_REFUSED(lengths=", ".join(f"{tokens:,}" for tokens in refused)))
    if any(sized.record.input_tokens is None for sized in asked):
        said.append(texts.LENGTHS_MEANT())
    return said


async def ask_sizes(
    asker: Asker, plan: ExperimentPlan, lengths: Sequence[int], *, repeat: int, max_tokens: int
) -> AsyncIterator[Sized]:
    """Prompts of every length in turn, `repeat` times, no two of which begin alike. Lengths that the model refuses as
    too long are left out from then on."""
    await open_way(asker, plan, max_tokens)
    refused: set[int] = set()
    prompts = {tokens: Prompts(tokens=tokens) for tokens in lengths}
    for round_number in range(repeat):
        for tokens in lengths:
            if tokens in refused:
                continue
            prompt = prompts[tokens].prompt(round_number)
            try:
                record = await asker.ask(
                    prompt, model=plan.model or None, protocol=plan.protocol, max_tokens=max_tokens, temperature=0.0
                )
            except ContextLengthError:
                if len(refused) + 1 == len(lengths):
                    raise
                refused.add(tokens)
                continue
            yield Sized(tokens=tokens, prompt=prompt, record=record)
