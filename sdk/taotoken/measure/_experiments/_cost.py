"""What an experiment will ask for, told before it is run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from taotoken.measure._experiments import cache, context, decode, fit, prefill, sampling
from taotoken.measure._experiments._experiment import ExperimentName, ExperimentPlan
from taotoken.measure._experiments._requests import one_word

_SHORT = 30
"""About what a question of a sentence is in tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentCost:
    """At most so many requests and tokens, all together; prompts are counted as they are meant."""

    requests: int
    prompt_tokens: int
    output_tokens: int


def cost_of(name: ExperimentName, plan: ExperimentPlan) -> ExperimentCost:
    """The most that the experiment asks for, when nothing has to be repeated."""
    match name:
        case "prefill":
            return _sizes(plan.lengths(*prefill.LENGTHS), plan.repeat or prefill.REPEAT, one_word(plan))
        case "decode":
            lengths = plan.lengths(decode.LENGTH)[:1]
            return _sizes(lengths, plan.repeat or decode.REPEAT, plan.max_tokens or decode.ANSWER)
        case "fit":
            lengths = plan.lengths(*fit.LENGTHS)
            return _sizes(lengths, plan.repeat or fit.REPEAT, one_word(plan), again=max(lengths))
        case "context":
            lengths = plan.lengths(*context.LENGTHS)
            return _sizes(lengths, plan.repeat or context.REPEAT, plan.max_tokens or context.ANSWER)
        case "cache":
            pairs = len(cache.PROTOCOLS) * (plan.repeat or cache.REPEAT)
            length = max(plan.prompt_tokens or (cache.LENGTH,))
            requests = 2 * pairs + len(cache.PROTOCOLS)
            return ExperimentCost(
                requests=requests, prompt_tokens=2 * pairs * length, output_tokens=requests * one_word(plan)
            )
        case "sampling":
            requests = len(sampling.settings_of(plan.protocol)) * (plan.repeat or sampling.REPEAT)
            bound = plan.max_tokens or sampling.ANSWER
            return ExperimentCost(requests=requests, prompt_tokens=requests * _SHORT, output_tokens=requests * bound)
    assert_never(name)


def _sizes(lengths: Sequence[int], repeat: int, bound: int, *, again: int = 0) -> ExperimentCost:
    requests = len(lengths) * repeat + 1 + bool(again)
    tokens = sum(lengths) * repeat + again + _SHORT
    return ExperimentCost(requests=requests, prompt_tokens=tokens, output_tokens=requests * bound)
