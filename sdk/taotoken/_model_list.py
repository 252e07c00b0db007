"""A gateway's model list, in the shapes gateways send it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from taotoken._classify import classify, classify_failure
from taotoken._error_body import is_html
from taotoken._errors import BadResponseError
from taotoken._reply import Model
from taotoken._text import safe_text
from taotoken._wire._failures import failure_of
from taotoken._wire._lenient import UnreadableError, as_dict, as_int, as_str, parse

MAX_MODELS = 10_000
MAX_PAGES = 50
_ID = re.compile(r"[\w@~][\w.:/@+~\[\]()=,%# \-]{0,199}")
_CONTEXT = ("context_length", "context_window", "max_context_length", "max_model_len", "max_input_tokens")
_OUTPUT = ("max_output_tokens", "max_completion_tokens")


class ModelList:
    """The models of one page after another: each id once; ids that can't be one are left out."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        self._secrets = secrets
        self._models: dict[str, Model] = {}
        self._pages = 0
        self._listed = 0

    def add(self, status: int, headers: Mapping[str, str], body: bytes) -> str | None:
        """Add a page; the query of the next one, or None when this was the last.

        Raises:
            TaoTokenError: the body is no model list.
        """
        value, listed = _listed(status, headers, body, self._secrets)
        before = len(self._models)
        for entry in listed:
            for model in _model(entry):
                if len(self._models) < MAX_MODELS:
                    self._models.setdefault(model.id, model)
        self._pages += 1
        self._listed += len(listed)
        more = len(self._models) > before and len(self._models) < MAX_MODELS and self._pages < MAX_PAGES
        return _next_page(value) if more else None

    def models(self) -> tuple[Model, ...]:
        """What was found.

        Raises:
            BadResponseError: entries were listed, but none of them is a model.
        """
        if self._listed and not self._models:
            raise BadResponseError("the model list holds no model id", status=200, http_status=200)
        return tuple(self._models.values())


def _next_page(value: Any) -> str | None:
    """The query for the page after this one, where the messages protocol's ``has_more`` says there is one."""
    last = as_dict(value).get("last_id")
    if as_dict(value).get("has_more") is not True or not isinstance(last, str) or not last:
        return None
    return f"?limit=1000&after_id={quote(last[:200], safe='')}"


def _listed(status: int, headers: Mapping[str, str], body: bytes, secrets: tuple[str, ...]) -> tuple[Any, list[Any]]:
    if is_html(body):
        raise classify(status, headers, body, secrets=secrets)
    try:
        value = parse(body)
    except UnreadableError:
        value = None
    listed = next((as_dict(value)[k] for k in ("data", "models") if isinstance(as_dict(value).get(k), list)), value)
    if isinstance(listed, list):
        return value, listed
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
