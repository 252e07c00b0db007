"""The settings of a tool in a report: where each stands, and its value as far as it may be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from taotoken._message import Message, Text
from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._tool import Effective, Source
from taotoken_plugins.diagnosis._stand_in import StandIns, address

_KINDS: Final = ("file", "env", "rc")
_HEADERS: Final = ("bearer", "x-api-key")
_MAX_VALUES: Final = 200


def source_data(source: Source, host: Host, masks: StandIns) -> dict[str, Any]:
    """One place with the values that may be told."""
    told = {name: masks.value(name, value) for name, value in source.values.items()}
    return {
        "kind": source.kind,
        "path": masks.text(host.tilde(source.path)) if source.path else None,
        "ours": source.ours,
        "values": {masks.text(name, 120): value for name, value in told.items() if value is not None},
        "lines": {masks.text(name, 120): line for name, line in source.lines.items() if told.get(name) is not None},
        "problem": _problem(source.problem, masks),
    }


def _problem(problem: Message | None, masks: StandIns) -> dict[str, str] | None:
    if problem is None:
        return None
    return {language: masks.text(problem.render(language)) for language in ("en", "zh")}


def source_from(item: Mapping[str, Any]) -> Source:
    """The inverse of `source_data`."""
    if item["kind"] not in _KINDS:
        raise ValueError
    values = list(item["values"].items())[:_MAX_VALUES]
    return Source(
        kind=item["kind"],
        path=Path(safe_text(item["path"], 300)) if item["path"] else None,
        values={safe_text(name, 120): str(value)[:1000] for name, value in values},
        lines={safe_text(name, 120): int(line) for name, line in item["lines"].items()},
        ours=bool(item["ours"]),
        problem=_sentence(item["problem"]) if item["problem"] else None,
    )


def _sentence(item: Mapping[str, str]) -> Message:
    en, zh = (safe_text(item[language]).replace("{", "{{").replace("}", "}}") for language in ("en", "zh"))
    return Message(Text(en=en, zh=zh))


def effective_data(effective: Effective, sources: Sequence[Source], masks: StandIns) -> dict[str, Any]:
    """What the tool uses; places by their number in `sources`."""
    return {
        "base_url": masks.text(address(effective.base_url)) if effective.base_url is not None else None,
        "api_key": masks.key(effective.api_key) if effective.api_key is not None else None,
        "model": masks.text(effective.model, 120) if effective.model is not None else None,
        "auth_headers": list(effective.auth_headers),
        "endpoint_url": masks.text(address(effective.endpoint_url)) if effective.endpoint_url else None,
        "origin": {name: _number(source, sources) for name, source in effective.origin.items()},
        "shadowed": [[name, _number(source, sources)] for name, source in effective.shadowed],
    }


def _number(source: Source, sources: Sequence[Source]) -> int | None:
    return next((index for index, one in enumerate(sources) if one == source), None)


def effective_from(item: Mapping[str, Any], sources: Sequence[Source]) -> Effective:
    """The inverse of `effective_data`."""
    origin = {name: sources[int(index)] for name, index in item["origin"].items() if index is not None}
    shadowed = ((str(name), sources[int(index)]) for name, index in item["shadowed"] if index is not None)
    return Effective(
        base_url=_text(item["base_url"]),
        api_key=_text(item["api_key"]),
        model=_text(item["model"]),
        auth_headers=tuple(header for header in _HEADERS if header in item["auth_headers"]),
        endpoint_url=_text(item["endpoint_url"]),
        origin=origin,
        shadowed=tuple(shadowed),
    )


def _text(value: Any) -> str | None:
    return str(value)[:1000] if value is not None else None
