"""The arguments of the tools. No parameter names an address, a header or a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from taotoken._message import Language
from taotoken_cli._texts import mcp as texts

MAX_PROMPT = 1_000_000
MAX_ANSWER = 100_000
ANSWER = 4096


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tool without parameters."""


class Chat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of `chat`; `model` is offered only where there is more than one to choose from."""

    prompt: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_PROMPT)]
    system: Annotated[str, msgspec.Meta(max_length=MAX_PROMPT)] = ""
    max_tokens: Annotated[int, msgspec.Meta(ge=1, le=MAX_ANSWER)] = ANSWER
    model: str = ""


def schema(kind: type[msgspec.Struct], models: Sequence[str], language: Language) -> dict[str, Any]:
    """The JSON schema of `kind`, with its descriptions in `language`."""
    _, components = msgspec.json.schema_components((kind,))
    found: dict[str, Any] = components[kind.__name__]
    properties = {
        name: {**value, "description": texts.PARAMETERS[name]().render(language)}
        for name, value in found["properties"].items()
        if name != "model" or len(models) > 1
    }
    if "model" in properties:
        properties["model"] |= {"enum": list(models), "default": models[0]}
    return {
        "type": "object",
        "properties": properties,
        "required": found.get("required", []),
        "additionalProperties": False,
    }
