"""Programs of one's own that use an SDK: each SDK reads variables of its own, and posts to another path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from taotoken_plugins._tool import Effective, Source
from taotoken_plugins.diagnosis._names import form_of, header_of, posted_to, protocol_of
from taotoken_plugins.diagnosis.facts import Facts
from taotoken_plugins.diagnosis.rules.keys import owner_of

TOOL_ID: Final = "env"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sdk:
    """The variables of an SDK; the first key that is set counts."""

    base_url: str
    keys: tuple[str, ...]
    model: str
    owner: str | None = None


SDKS: Final = (
    Sdk(base_url="TAOTOKEN_BASE_URL", keys=("TAOTOKEN_API_KEY",), model="TAOTOKEN_MODEL"),
    Sdk(base_url="OPENAI_BASE_URL", keys=("OPENAI_API_KEY",), model="OPENAI_MODEL", owner="OpenAI"),
    Sdk(
        base_url="ANTHROPIC_BASE_URL",
        keys=("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
        model="ANTHROPIC_MODEL",
        owner="Anthropic",
    ),
)


def by_sdk(facts: Facts) -> tuple[Facts, ...]:
    """The facts once for each SDK that has a value here; those of the official services' own users are none of ours.
    The facts as they are where nothing is set at all."""
    found = [one for sdk in SDKS if (one := _facts_of(sdk, facts)) is not None]
    return tuple(found) or (facts,)


def _facts_of(sdk: Sdk, facts: Facts) -> Facts | None:
    names = (sdk.base_url, *sdk.keys, sdk.model)
    sources = tuple(_only(source, names) for source in facts.sources or ())
    effective = _effective(sdk, sources)
    if not effective.base_url and not effective.api_key:
        return None
    owner = owner_of(effective.api_key or "")
    if not effective.base_url and sdk.owner and owner is not None and owner[0] == sdk.owner:
        return None
    return replace(facts, sources=sources, effective=effective)


def _only(source: Source, names: Sequence[str]) -> Source:
    values = {name: value for name, value in source.values.items() if name in names}
    return replace(source, values=values)


def _effective(sdk: Sdk, sources: Sequence[Source]) -> Effective:
    url = next(_found(sources, (sdk.base_url,)), None)
    key = next(_found(sources, sdk.keys), None)
    model = next(_found(sources, (sdk.model,)), None)
    path = protocol_of(TOOL_ID, sdk.base_url)
    origin = {"base_url": url, "api_key": key, "model": model}
    return Effective(
        base_url=url[1] if url else None,
        api_key=key[1] if key else None,
        model=model[1] if model else None,
        auth_headers=(header_of(key[0]),) if key else (),
        endpoint_url=posted_to(url[1], form_of(TOOL_ID, sdk.base_url), path) if url else None,
        origin={role: found[2] for role, found in origin.items() if found},
    )


def _found(sources: Sequence[Source], names: Sequence[str]) -> Iterator[tuple[str, str, Source]]:
    """Values that are set, a key's name before the place: an SDK asks for one variable after the other."""
    for name in names:
        for source in sources:
            if source.kind != "rc" and source.values.get(name):
                yield name, source.values[name], source
