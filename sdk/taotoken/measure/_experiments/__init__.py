"""Experiments that tell prefill from decode, one variable at a time; a module each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, cast, get_args

from taotoken._errors import ConfigurationError
from taotoken._text import safe_text
from taotoken.measure._asking import Asker, OnRecord
from taotoken.measure._experiments._experiment import Experiment as Experiment
from taotoken.measure._experiments._experiment import ExperimentName as ExperimentName
from taotoken.measure._experiments._experiment import ExperimentPlan as ExperimentPlan

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from taotoken._client import AsyncTaoToken

EXPERIMENTS: Final[tuple[ExperimentName, ...]] = get_args(ExperimentName)


async def run_experiment(
    client: AsyncTaoToken,
    name: ExperimentName,
    plan: ExperimentPlan | None = None,
    *,
    on_record: OnRecord | None = None,
) -> Experiment:
    """Run one experiment: a few requests, one after another.

    Args:
        client: whom to ask.
        name: ``prefill``: a long prompt with a one-word answer. ``decode``: a short prompt with a long answer.
            ``fit``: TTFT against the prompt's length as a line. ``context``: TPOT against the prompt's length.
            ``cache``: the same long prefix twice, on each protocol. ``sampling``: the same question under other
            sampling.
        plan: what to choose otherwise.
        on_record: called with each request's record.

    Raises:
        ConfigurationError: there is no such experiment.
        TaoTokenError: a request failed, and again when it was repeated.
    """
    if name not in EXPERIMENTS:
        raise ConfigurationError(f"no such experiment: {safe_text(str(name), 60)}; one of {', '.join(EXPERIMENTS)}")
    run = getattr(import_module(f"{__name__}.{name}"), name)
    perform = cast("Callable[[Asker, ExperimentPlan], Awaitable[Experiment]]", run)
    return await perform(Asker(client=client, on_record=on_record), plan or ExperimentPlan())
