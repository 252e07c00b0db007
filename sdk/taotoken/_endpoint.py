"""placeholder until the endpoint module lands"""
from __future__ import annotations
from dataclasses import dataclass, field
@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    base_url: str
    api_key: str = field(repr=False)
    model: str = ""
