"""`bench` as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language
from taotoken._text import safe_text
from taotoken._version import __version__
from taotoken_cli._render._figures import count

if TYPE_CHECKING:
    from taotoken.measure import Knee
    from taotoken_cli._bench._result import BenchResult


def data(result: BenchResult, language: Language, *, samples: bool = False) -> dict[str, Any]:
    """The data of the envelope, times in milliseconds. A single run's metrics stand at the top too. `samples` adds
    the single values."""
    from taotoken.measure import samples_data, summary_data

    del language
    options = result.options
    runs = [
        {
            "label": safe_text(run.summary.label, 200),
            "model": safe_text(run.summary.model, 200),
            "concurrency": int(run.level) if run.shape == "concurrency" else None,
            "rate": run.level if run.shape == "rate" else None,
            **_clean(summary_data(run.summary)),
            **({"samples": samples_data(run.records)} if samples else {}),
        }
        for run in result.runs
    ]
    metrics = {name: value for name, value in runs[0].items() if name != "samples"} if len(runs) == 1 else {}
    return {
        "taotoken": __version__,
        "started_at": result.started_at,
        "transport": result.results[0].transport if result.results else None,
        "targets": [
            {
                "label": safe_text(target.label, 200),
                "base_url": safe_text(target.endpoint.base_url, 300),
                "model": safe_text(target.model, 200),
                "protocol": target.protocol,
            }
            for target in result.targets
        ],
        "load": {
            "prompt_tokens": (options.prompt_tokens or 256) if options.prompt_file is None else None,
            "same_prompt": options.same_prompt,
            "max_tokens": options.max_tokens,
            "temperature": options.temperature,
            "requests": options.requests,
            "duration_s": options.duration,
            "warmup": options.warmup,
        },
        "stopped": result.stopped,
        **metrics,
        "runs": runs,
        "knees": [_knee_data(label, knee) for label, knee in result.knees],
    }


def _clean(metrics: dict[str, Any]) -> dict[str, Any]:
    """What servers called things, made harmless."""
    for name in ("finish_reasons", "models_answering"):
        metrics[name] = {safe_text(key, 100): number for key, number in metrics[name].items()}
    return metrics


def _knee_data(label: str, knee: Knee | None) -> dict[str, Any]:
    return {
        "label": safe_text(label, 200),
        "at": count(knee.at.load) if knee else None,
        "after": count(knee.after.load) if knee and knee.after else None,
    }
