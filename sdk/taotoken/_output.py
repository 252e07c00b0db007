"""A Python type as the shape of an answer: its JSON schema for the request, and the answer read into it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from taotoken._errors import BadResponseError, ConfigurationError
from taotoken._protocol import Protocol
from taotoken._reply import Reply

_FENCED = re.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*", re.DOTALL | re.IGNORECASE)
_UNSAFE_NAME = re.compile(r"[^A-Za-z0-9_-]+")

_TABLES = ("properties", "$defs")  # names of ours with a schema each
_PARTS = ("items", "anyOf", "oneOf", "allOf", "prefixItems")
_KINDS = frozenset(("type", "anyOf", "oneOf", "allOf", "enum", "const"))
_NO_VALUE = ("default", "examples")

# Bounds on values that the messages protocol refuses in a schema; the answer is checked against them here.
_BOUNDS = frozenset(
    [
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"),
        *("pattern", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"),
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputType:
    """A type that an answer is to have."""

    type: Any
    name: str
    schema: Mapping[str, Any] = field(repr=False)
    closed: bool  # every object has exactly the keys that it names, as strict modes demand

    def response_format(self, protocol: Protocol) -> dict[str, Any]:
        """The format to ask for.

        Raises:
            ConfigurationError: ``messages``, and an object of the type may have any keys.
        """
        schema: Any = self.schema
        if protocol == "messages":
            if not self.closed:
                raise ConfigurationError(
                    f"output_type {self.name} holds an object with free keys, which the messages protocol can't ask for"
                )
            schema = _without_bounds(schema)
        strict = {"strict": True} if self.closed else {}
        return {"type": "json_schema", "json_schema": {"name": self.name, "schema": schema, **strict}}

    def read(self, reply: Reply) -> Any:
        """What the answer says, as the type; None where the model called a tool instead of answering.

        Raises:
            BadResponseError: the answer isn't of the type; `partial` is the reply.
        """
        if reply.tool_calls and not reply.text.strip():
            return None
        fenced = _FENCED.fullmatch(reply.text)
        problem = None
        try:
            return _decode(fenced[1] if fenced else reply.text, self.type)
        except ValueError as error:
            problem = _why(error)
        raise BadResponseError(
            f"the answer is no {self.name}: {_explained(reply, problem)}",
            status=200,
            http_status=200,
            request_id=reply.request_id,
            partial=reply,
        )


def output_of(wanted: Any) -> OutputType:
    """The output type of a pydantic model, a dataclass, a msgspec Struct or a TypedDict.

    Raises:
        ConfigurationError: anything else, or a type that has no JSON schema.
    """
    try:
        return _output_of(wanted)
    except TypeError:
        pass
    raise ConfigurationError("output_type must be a pydantic model, a dataclass, a msgspec Struct or a TypedDict")


@lru_cache(maxsize=256)
def _output_of(wanted: Any) -> OutputType:
    name = _UNSAFE_NAME.sub("_", getattr(wanted, "__name__", "") or "output")[:64]
    problem = None
    try:
        schema = _rooted(_schema(wanted))
    except (TypeError, ValueError, NameError, AttributeError) as error:
        problem = type(error).__name__
    if problem is not None or schema.get("type") != "object":
        raise TypeError
    closed = _closed(schema)
    return OutputType(type=wanted, name=name, schema=closed or schema, closed=closed is not None)


def _is_pydantic(wanted: Any) -> bool:
    return hasattr(wanted, "__pydantic_validator__")


def _schema(wanted: Any) -> dict[str, Any]:
    if _is_pydantic(wanted):
        from pydantic import TypeAdapter

        return TypeAdapter(wanted).json_schema()
    import msgspec

    return msgspec.json.schema(wanted)


def _decode(text: str, wanted: Any) -> Any:
    if _is_pydantic(wanted):
        from pydantic import TypeAdapter

        return TypeAdapter(wanted).validate_json(text)
    import msgspec

    return msgspec.json.decode(text.encode("utf-8", "replace"), type=wanted)


def _rooted(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with the type itself at its root, where servers want it, instead of a reference."""
    ref = schema.get("$ref")
    if not isinstance(ref, str):
        return schema
    defs = schema["$defs"]
    root = defs[ref.rpartition("/")[2]]
    others = {name: value for name, value in defs.items() if value is not root or ref in _refs(defs)}
    return {**root, **({"$defs": others} if others else {})}


def _refs(schema: Any) -> set[str]:
    """The references that a schema makes."""
    if isinstance(schema, list):
        return set().union(*(_refs(item) for item in schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"]} if isinstance(schema.get("$ref"), str) else set()
    return own.union(*(_refs(value) for value in schema.values()))


def _closed(schema: dict[str, Any]) -> dict[str, Any] | None:
    """The schema in the form of strict modes: every object demands exactly the keys it names, nothing stands beside
    a reference, and no value has a default. None where an object may have any keys."""
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    if not _says_all(schema):
        return None
    made: dict[str, Any] = {name: value for name, value in schema.items() if name not in _NO_VALUE}
    for name in made.keys() & {*_TABLES, *_PARTS}:
        value = schema[name]
        if name in _TABLES:
            made[name] = {key: _closed(item) for key, item in value.items()}
        else:
            made[name] = [_closed(item) for item in value] if isinstance(value, list) else _closed(value)
        if made[name] is None or None in (made[name].values() if name in _TABLES else made[name]):
            return None
    if schema.get("type") == "object":
        made |= {"additionalProperties": False, "required": list(schema["properties"])}
    return made


def _says_all(schema: Mapping[str, Any]) -> bool:
    """Does a schema say of what kind its values are, and name all keys of an object?"""
    if schema.get("type") == "object":
        return isinstance(schema.get("properties"), dict) and schema.get("additionalProperties", False) is False
    return not _KINDS.isdisjoint(schema)


def _without_bounds(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_without_bounds(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    cleaned = {}
    for name, value in schema.items():
        if name in _TABLES:
            cleaned[name] = {key: _without_bounds(item) for key, item in value.items()}
        elif name not in _BOUNDS:
            cleaned[name] = value if name in ("enum", "const") else _without_bounds(value)
    return cleaned


def _why(error: ValueError) -> str:
    """What doesn't fit, without the values."""
    errors = getattr(error, "errors", None)
    if callable(errors):
        found = errors(include_url=False, include_input=False, include_context=False)
        return "; ".join(f"{'.'.join(map(str, e['loc'])) or 'answer'}: {e['msg']}" for e in found[:3])
    return str(error)


def _explained(reply: Reply, problem: str) -> str:
    if reply.finish_reason == "length":
        return "it was cut at its length limit; give a larger max_tokens"
    if reply.finish_reason == "content_filter":
        return "the model or a filter refused"
    return "it is empty" if not reply.text.strip() else problem
