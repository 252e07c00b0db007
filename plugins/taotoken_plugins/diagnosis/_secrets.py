"""The keys and tokens in a tool's settings: what is masked wherever it would be shown. `taotoken status` needs this of
the diagnosis, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from taotoken_plugins._tool import Effective
from taotoken_plugins.diagnosis._names import role_of

if TYPE_CHECKING:
    from taotoken_plugins.diagnosis.facts import Facts


def secrets_of(facts: Facts) -> tuple[str, ...]:
    """Those in the facts, before anything is worked out from them."""
    return secrets_in((facts.env, facts.config, *(source.values for source in facts.sources or ())), facts.effective)


def secrets_in(places: Iterable[Mapping[str, str]], effective: Effective | None) -> tuple[str, ...]:
    """Those among settings by name, and the key in force."""
    values = [value for place in places for name, value in place.items() if role_of(name) in ("api_key", "login")]
    values += [effective.api_key or ""] if effective else []
    return tuple(value for value in dict.fromkeys(values) if len(value) > 3)
