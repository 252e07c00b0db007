"""Whom to measure: models of one gateway, or the targets of a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from taotoken._endpoint import Endpoint, clean_model
from taotoken._errors import ConfigurationError
from taotoken._text import safe_text
from taotoken_cli._app import App
from taotoken_cli._endpoint_options import GatewayOptions
from taotoken_cli._refusal import model_help, refusing, words
from taotoken_cli._texts import bench as texts
from taotoken_plugins._problem import Problem, RefusedError

if TYPE_CHECKING:
    from taotoken._message import Message
    from taotoken.measure import Target
    from taotoken_cli._bench._options import BenchOptions

_FIELDS: Final = ("label", "base_url", "api_key_env", "model", "protocol")
_NEEDED: Final = ("base_url", "api_key_env", "model")
_PROTOCOLS: Final = ("chat", "responses", "messages")
_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")


def find_targets(app: App, gateway: GatewayOptions, options: BenchOptions) -> list[Target]:
    """The targets, with labels that differ."""
    if options.targets is not None:
        return _of_file(app, Path(options.targets), gateway.allow_http, options)
    from taotoken.measure import Target
    from taotoken_cli._answers import gateway_with_model

    models = list(dict.fromkeys(options.models))
    endpoint = gateway_with_model(app, gateway, models[0] if models else "")
    for model in models:
        with refusing("--model", model_help(endpoint.host)):
            clean_model(model)
    return [
        Target(endpoint=endpoint, model=model, protocol=options.protocol, options=_request_options(options))
        for model in models or [endpoint.model]
    ]


def _request_options(options: BenchOptions) -> dict[str, Any]:
    return {} if options.temperature is None else {"temperature": options.temperature}


def _of_file(app: App, path: Path, allow_http: bool, options: BenchOptions) -> list[Target]:
    tables = _tables(path)
    found: list[Target] = []
    for number, table in enumerate(tables, 1):
        target = _target(app, path, f"target[{number}]", table, allow_http, options)
        if any(target.label == other.label for other in found):
            raise _refused(path, texts.TARGET_TWICE(label=safe_text(target.label, 80)), f"target[{number}].label")
        found.append(target)
    return found


def _tables(path: Path) -> list[Mapping[str, Any]]:
    import tomllib

    try:
        read = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise _refused(path, texts.NOT_UTF8()) from None
    except tomllib.TOMLDecodeError as error:
        place = _LINE.search(str(error))
        reason = safe_text(_LINE.sub("", str(error)).strip(), 200)
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        raise _refused(path, texts.TARGET_SYNTAX(reason=reason), line=line, column=column) from None
    tables = read.get("target")
    others = sorted(read.keys() - {"target"})
    if others or not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        field = safe_text(others[0], 60) if others else "target"
        raise _refused(path, texts.TARGET_SHAPE(field=field), field)
    return tables


def _target(
    app: App, path: Path, place: str, table: Mapping[str, Any], allow_http: bool, options: BenchOptions
) -> Target:
    from taotoken.measure import Target

    for name, value in table.items():
        if name not in _FIELDS or not isinstance(value, str) or (name == "protocol" and value not in _PROTOCOLS):
            field = f"{place}.{safe_text(name, 60)}"
            raise _refused(path, texts.TARGET_SHAPE(field=field), field)
    for name in _NEEDED:
        if not table.get(name):
            raise _refused(path, texts.TARGET_MISSING(field=f"{place}.{name}"), f"{place}.{name}")
    key = app.env.get(table["api_key_env"], "")
    if not key.strip():
        field = f"{place}.api_key_env"
        raise _refused(path, texts.TARGET_KEY(name=safe_text(table["api_key_env"], 60), field=field), field)
    app.console.keep_secret(key.strip())
    try:
        endpoint = Endpoint.parse(table["base_url"], key, table["model"], allow_http=allow_http)
    except ConfigurationError as error:
        raise _refused(path, words(error), place) from error
    app.console.keep_secret(endpoint.api_key)
    return Target(
        endpoint=endpoint,
        protocol=table.get("protocol", options.protocol),
        label=table.get("label", ""),
        options=_request_options(options),
    )


def _refused(
    path: Path, message: Message, field: str | None = None, *, line: int | None = None, column: int | None = None
) -> RefusedError:
    problem = Problem(
        code="bad_targets",
        message=message,
        file=path.absolute(),
        line=line,
        column=column,
        field=field,
        next=texts.TARGET_NEXT(),
    )
    return RefusedError(problem)
