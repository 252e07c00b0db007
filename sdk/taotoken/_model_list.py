"""A gateway's model list, in the shapes gateways send it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from taotoken._classify import classify, classify_failure
from taotoken._error_body import is_html
from taotoken._errors import BadResponseError
from taotoken._reply import Model
from taotoken._text import safe_text
from taotoken._wire._failures import failure_of
from taotoken._wire._lenient import UnreadableError, as_dict, as_int, as_str, parse

MAX_MODELS = 10_000
_ID = re.compile(r"[\w@~][\w.:/@+~\[\]()=,%# \-]{0,199}")
_CONTEXT = ("context_length", "context_window", "max_context_length", "max_model_len", "max_input_tokens")
_OUTPUT = ("max_output_tokens", "max_completion_tokens")


def models_in(status: int, headers: Mapping[str, str], body: bytes, secrets: tuple[str, ...]) -> tuple[Model, ...]:
    """The models in a body, each id once; ids that can't be one are left out.

    Raises:
        TaoTokenError: the body is no model list.
    """
    if is_html(body):
        raise classify(status, headers, body, secrets=secrets)
    listed = _listed(status, headers, body, secrets)
    models: dict[str, Model] = {}
    for entry in listed[:MAX_MODELS]:
        for model in _model(entry):
            models.setdefault(model.id, model)
    if listed and not models:
        raise BadResponseError("the model list holds no model id", status=status, http_status=status)
    return tuple(models.values())


def _listed(status: int, headers: Mapping[str, str], body: bytes, secrets: tuple[str, ...]) -> list[Any]:
    try:
        value = parse(body)
    except UnreadableError:
        value = None
    listed = next((as_dict(value)[k] for k in ("data", "models") if isinstance(as_dict(value).get(k), list)), value)
    if isinstance(listed, list):
        return listed
    if (failure := failure_of(value)) is not None:
        raise classify_failure(failure, status, headers, secrets=secrets)
    shown = safe_text(body[:200].decode("utf-8", "replace"), 120, secrets=secrets)
    raise BadResponseError(f"not a model list: {shown or 'empty'}", status=status, http_status=status)


def _model(entry: Any) -> Iterator[Model]:
    if isinstance(entry, str):
        entry = {"id": entry}
    fields = as_dict(entry)
    ident = as_str(fields.get("id") or fields.get("name") or fields.get("model"))
    if ident is None or not _ID.fullmatch(ident):
        return
    owner = as_str(fields.get("owned_by"))
    yield Model(
        id=ident,
        owned_by=safe_text(owner, 100) if owner else None,
        context_window=_first_int(fields, _CONTEXT),
        max_output_tokens=_first_int(fields, _OUTPUT),
    )


def _first_int(fields: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    return next((count for name in names if (count := as_int(fields.get(name))) is not None), None)
