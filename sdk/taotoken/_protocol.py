"""The names of the three wire protocols; apart from everything else, since a set-up needs no more of the client."""

from __future__ import annotations

from typing import Literal

Protocol = Literal["chat", "responses", "messages"]
