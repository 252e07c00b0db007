"""Measuring a gateway: single requests, loads, and what their figures mean.

    import asyncio
    from taotoken import AsyncTaoToken
    from taotoken.measure import measure_once

    async def main() -> None:
        async with AsyncTaoToken() as client:
            record = await measure_once(client, "Hi", max_tokens=50)
            print(record.ttft, record.tpot, record.output_tokens)

    asyncio.run(main())

Figures are put together by `describe`, `fit_line` and `compare_samples`, which say what can't be told from them.
All times are seconds. Names are loaded when they are first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from taotoken.measure._agreement import Agreement, agreement, same_source
    from taotoken.measure._baseline import Baseline, BaselineRun, BaselineSettings, take_baseline
    from taotoken.measure._baseline_check import BaselineCheck, BaselineFinding, check_baseline
    from taotoken.measure._baseline_file import baseline_from_json, baseline_to_json
    from taotoken.measure._data import samples_data, summary_data
    from taotoken.measure._difference import Difference, compare_samples
    from taotoken.measure._distribution import Distribution, describe, percentile
    from taotoken.measure._engine import Engine, Timings
    from taotoken.measure._experiments import EXPERIMENTS, Experiment, ExperimentPlan, run_experiment
    from taotoken.measure._experiments._cost import ExperimentCost, cost_of
    from taotoken.measure._fit import Line, fit_line, weakness
    from taotoken.measure._goodput import Goodput, Objectives
    from taotoken.measure._handshake import Handshake
    from taotoken.measure._knee import Knee, Level, knee_of_concurrency, knee_of_rate
    from taotoken.measure._layers import Layer, layers_of
    from taotoken.measure._load import Load, LoadResult, Progress
    from taotoken.measure._loop import run_load, run_loads
    from taotoken.measure._once import measure_once
    from taotoken.measure._prompts import Prompts
    from taotoken.measure._record import Failure, Record
    from taotoken.measure._saturation import Saturation
    from taotoken.measure._shape import Shape, shapes_of
    from taotoken.measure._steps import Step, steps_of
    from taotoken.measure._summary import Summary, summaries, summarize
    from taotoken.measure._target import Target
    from taotoken.measure._trace import Trace, trace, trace_repeatedly
    from taotoken.measure._warmth import Warmth, warmth_of

__all__ = [
    "EXPERIMENTS",
    "Agreement",
    "Baseline",
    "BaselineCheck",
    "BaselineFinding",
    "BaselineRun",
    "BaselineSettings",
    "Difference",
    "Distribution",
    "Engine",
    "Experiment",
    "ExperimentCost",
    "ExperimentPlan",
    "Failure",
    "Goodput",
    "Handshake",
    "Knee",
    "Layer",
    "Level",
    "Line",
    "Load",
    "LoadResult",
    "Objectives",
    "Progress",
    "Prompts",
    "Record",
    "Saturation",
    "Shape",
    "Step",
    "Summary",
    "Target",
    "Timings",
    "Trace",
    "Warmth",
    "agreement",
    "baseline_from_json",
    "baseline_to_json",
    "check_baseline",
    "compare_samples",
    "cost_of",
    "describe",
    "fit_line",
    "knee_of_concurrency",
    "knee_of_rate",
    "layers_of",
    "measure_once",
    "percentile",
    "run_experiment",
    "run_load",
    "run_loads",
    "same_source",
    "samples_data",
    "shapes_of",
    "steps_of",
    "summaries",
    "summarize",
    "summary_data",
    "take_baseline",
    "trace",
    "trace_repeatedly",
    "warmth_of",
    "weakness",
]

# Where the names live.
_MODULES = {
    "Agreement": "_agreement",
    "Baseline": "_baseline",
    "BaselineCheck": "_baseline_check",
    "BaselineFinding": "_baseline_check",
    "BaselineRun": "_baseline",
    "BaselineSettings": "_baseline",
    "Difference": "_difference",
    "Distribution": "_distribution",
    "EXPERIMENTS": "_experiments",
    "Engine": "_engine",
    "Experiment": "_experiments",
    "ExperimentCost": "_experiments._cost",
    "ExperimentPlan": "_experiments",
    "Failure": "_record",
    "Goodput": "_goodput",
    "Handshake": "_handshake",
    "Knee": "_knee",
    "Layer": "_layers",
    "Level": "_knee",
    "Line": "_fit",
    "Load": "_load",
    "LoadResult": "_load",
    "Objectives": "_goodput",
    "Progress": "_load",
    "Prompts": "_prompts",
    "Record": "_record",
    "Saturation": "_saturation",
    "Shape": "_shape",
    "Step": "_steps",
    "Summary": "_summary",
    "Target": "_target",
    "Timings": "_engine",
    "Trace": "_trace",
    "Warmth": "_warmth",
    "agreement": "_agreement",
    "baseline_from_json": "_baseline_file",
    "baseline_to_json": "_baseline_file",
    "check_baseline": "_baseline_check",
    "compare_samples": "_difference",
    "cost_of": "_experiments._cost",
    "describe": "_distribution",
    "fit_line": "_fit",
    "knee_of_concurrency": "_knee",
    "knee_of_rate": "_knee",
    "layers_of": "_layers",
    "measure_once": "_once",
    "percentile": "_distribution",
    "run_experiment": "_experiments",
    "run_load": "_loop",
    "run_loads": "_loop",
    "same_source": "_agreement",
    "samples_data": "_data",
    "shapes_of": "_shape",
    "steps_of": "_steps",
    "summaries": "_summary",
    "summarize": "_summary",
    "summary_data": "_data",
    "take_baseline": "_baseline",
    "trace": "_trace",
    "trace_repeatedly": "_trace",
    "warmth_of": "_warmth",
    "weakness": "_fit",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
