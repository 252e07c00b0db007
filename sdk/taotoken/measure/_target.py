"""Whom to ask, and with which options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from taotoken._errors import ConfigurationError
from taotoken._protocol import Protocol
from taotoken._text import safe_text

if TYPE_CHECKING:
    from taotoken._endpoint import Endpoint
    from taotoken._request import Auth


_OPTIONS = frozenset(
    ("temperature", "top_p", "stop", "seed", "tools", "tool_choice", "response_format", "extra_body", "extra_headers")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A model of an endpoint, reached by one protocol.

    Attributes:
        endpoint: where requests go, with which key.
        model: the model; by default the endpoint's.
        protocol: ``chat``, ``responses`` or ``messages``.
        auth: the header for the key, as for `AsyncTaoToken`.
        label: what to call it in results; by default the model.
        options: further options of the request: ``temperature``, ``top_p``, ``stop``, ``seed``, ``tools``,
            ``tool_choice``, ``response_format``, ``extra_body``, ``extra_headers``, as for `AsyncTaoToken.stream`.

    Raises:
        ConfigurationError: neither it nor the endpoint names a model, or an option is not one of these.
    """

    endpoint: Endpoint
    model: str = ""
    protocol: Protocol = "chat"
    auth: Auth = "auto"
    label: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        unknown = self.options.keys() - _OPTIONS
        if unknown:
            raise ConfigurationError(f"no option of a measured request: {safe_text(min(unknown), 60)}")
        model = self.model or self.endpoint.model
        if not model:
            raise ConfigurationError("no model: give one with model=, or to the endpoint")
        object.__setattr__(self, "model", model)
        object.__setattr__(self, "label", self.label or model)
