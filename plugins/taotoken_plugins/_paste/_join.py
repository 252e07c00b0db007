"""From pieces in their places to sets: what belongs together, what is the same, and which comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from taotoken._message import Message, Text
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken._url import host_of, version_of
from taotoken_plugins._paste._found import Candidate
from taotoken_plugins._paste._pieces import (
    Piece,
    Scope,
    described,
    family,
    first_of,
    protocol_of_family,
)
from taotoken_plugins._texts import paste as texts

MAX_CANDIDATES: Final = 12
MAX_PARTNERS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """One set as far as it is known."""

    what: Text
    label: str
    family: str
    protocol: Protocol | None
    loose: bool
    active: bool
    url: Piece | None
    key: Piece | None
    model: Piece | None
    key_refused: bool = False
    messages_url: str | None = None
    notes: tuple[Message, ...] = ()

    @property
    def complete(self) -> bool:
        return self.url is not None and self.key is not None


def candidates(scopes: Sequence[Scope]) -> tuple[Candidate, ...]:
    """The sets that the scopes hold, whose pieces are clean or refused; the best first."""
    drafts = [draft for scope in scopes for draft in _drafts(scope)]
    drafts = _with_models(_joined(drafts))
    drafts = _without_repeats(_folded(_with_shared_model(drafts)))
    drafts.sort(key=_rank)
    secrets = tuple({draft.key.value for draft in drafts if draft.key})
    return tuple(_candidate(draft, secrets) for draft in drafts[:MAX_CANDIDATES])


def _rank(draft: _Draft) -> tuple[bool, bool, bool, bool]:
    return not draft.complete, not draft.active, draft.what is texts.MCP, draft.model is None


def _drafts(scope: Scope) -> Iterator[_Draft]:
    """One draft for each family of names in the scope; names of no family complete the others."""
    common = [piece for piece in scope.pieces if not family(piece.name)]
    names = [family(piece.name) for piece in scope.pieces if piece.role != "model"]
    families = [name for name in dict.fromkeys(names) if name]
    pair = first_of(common, "base_url") is not None and first_of(common, "api_key") is not None
    for name in families:
        own = [piece for piece in scope.pieces if family(piece.name) == name]
        given = {piece.role for piece in own}
        fill = [piece for piece in common if piece.role not in given and (piece.role == "model" or not pair)]
        yield _draft(scope, name, (*own, *fill))
    if pair or (not families and scope.pieces):
        yield _draft(scope, "", common or scope.pieces)


def _draft(scope: Scope, name: str, pieces: Sequence[Piece]) -> _Draft:
    url, key, model = (first_of(pieces, wanted) for wanted in ("base_url", "api_key", "model"))
    return _Draft(
        what=scope.what,
        label=scope.label,
        family=name,
        protocol=_protocol(scope, name),
        loose=scope.loose,
        active=scope.active,
        url=_usable(url),
        key=_usable(key),
        model=_usable(model),
        key_refused=key is not None and key.refused is not None,
        notes=(*scope.notes, *_other_keys(key, pieces)),
    )


def _protocol(scope: Scope, name: str) -> Protocol | None:
    """By the names, except where the place is for one program: Codex takes ``OPENAI_…`` and speaks responses."""
    if scope.protocol == "responses" or scope.what is texts.LINK:
        return scope.protocol
    return protocol_of_family(name) or scope.protocol


def _usable(piece: Piece | None) -> Piece | None:
    return piece if piece is not None and piece.refused is None else None


def _other_keys(key: Piece | None, pieces: Sequence[Piece]) -> Iterator[Message]:
    """A second, different key in the same place."""
    for other in pieces:
        usable = other.role == "api_key" and other.refused is None and key is not None and key.refused is None
        if usable and key is not None and other.value != key.value and other.name != key.name:
            yield texts.OTHER_KEY_IGNORED(taken=described_name(key), other=described_name(other))


def described_name(piece: Piece) -> str:
    """The name of a piece as it may be shown."""
    return safe_text(piece.name, 80, secrets=(piece.value,) if piece.role == "api_key" else ())


def _joined(drafts: Sequence[_Draft]) -> list[_Draft]:
    """Addresses without key and keys without address, put together where that is clear or can be chosen."""
    urls = [draft for draft in drafts if draft.url and not draft.key]
    keys = [draft for draft in drafts if draft.key and not draft.url]
    made: list[_Draft] = []
    for draft in drafts:
        if draft in urls:
            partners = _partners(draft, keys) or _only(draft, drafts, "key")
            made += [_pair(draft, partner, draft) for partner in partners] or [draft]
        elif draft in keys:
            if not any(_partners(url, [draft]) for url in urls):
                partners = _only(draft, drafts, "url")
                made += [_pair(partner, draft, draft) for partner in partners] or [draft]
        else:
            made.append(draft)
    return made


def _partners(draft: _Draft, others: Sequence[_Draft]) -> list[_Draft]:
    fitting: dict[str, _Draft] = {}
    for other in others:
        if _fit(draft, other) and other.key:
            fitting.setdefault(other.key.value, other)
    return list(fitting.values())[:MAX_PARTNERS]


def _only(draft: _Draft, drafts: Sequence[_Draft], missing: str) -> list[_Draft]:
    """In running text: the one key (or address) of the whole text, though it stands with another one."""
    if not draft.loose or draft.key_refused:
        return []
    having = [other for other in drafts if (other.key if missing == "key" else other.url)]
    values = {(other.key if missing == "key" else other.url) and _value(other, missing) for other in having}
    return [having[0]] if len(values) == 1 and having[0].loose and _fit(draft, having[0]) else []


def _value(draft: _Draft, which: str) -> str:
    piece = draft.key if which == "key" else draft.url
    return piece.value if piece else ""


def _fit(one: _Draft, other: _Draft) -> bool:
    return one.family == other.family or not one.family or not other.family


def _pair(url: _Draft, key: _Draft, main: _Draft) -> _Draft:
    other = key if main is url else url
    labelled = [draft for draft in (url, key) if any(piece.name for piece in (draft.url, draft.key) if piece)]
    return replace(
        main,
        what=url.what if url in labelled else key.what,
        label=url.label or key.label,
        family=url.family or key.family,
        protocol=url.protocol or key.protocol,
        active=url.active or key.active,
        url=url.url,
        key=key.key,
        model=main.model or other.model,
        notes=(*url.notes, *key.notes, *((texts.JOINED(),) if labelled else ())),
    )


def _with_models(drafts: Sequence[_Draft]) -> list[_Draft]:
    """Drafts with an address or key; a model that stands alone goes to those without one."""
    alone = [draft for draft in drafts if not draft.url and not draft.key]
    models = {draft.model.value: draft for draft in alone if draft.model}
    rest = [draft for draft in drafts if draft not in alone]
    if len(models) != 1:
        return rest or alone
    (found,) = models.values()
    if not rest:
        return [found]
    return [replace(draft, model=found.model) if not draft.model and _fit(draft, found) else draft for draft in rest]


def _with_shared_model(drafts: Sequence[_Draft]) -> list[_Draft]:
    """In running text, the one model named for an address is that of its other keys too."""
    models: dict[str, dict[str, Piece]] = {}
    for draft in drafts:
        if draft.loose and draft.url and draft.model:
            models.setdefault(draft.url.value, {})[draft.model.value] = draft.model
    return [
        replace(draft, model=next(iter(found.values())))
        if draft.loose and draft.url and not draft.model and len(found := models.get(draft.url.value, {})) == 1
        else draft
        for draft in drafts
    ]


def _folded(drafts: Sequence[_Draft]) -> list[_Draft]:
    """The same key at the same host is one set, with an address for each protocol."""
    made: list[_Draft] = []
    for draft in drafts:
        for index, other in enumerate(made):
            if (both := _fold(other, draft)) is not None:
                made[index] = both
                break
        else:
            made.append(draft)
    return made


def _fold(one: _Draft, other: _Draft) -> _Draft | None:
    if one.url is None or other.url is None or not _same_key(one, other) or not _same_model(one, other):
        return None
    if host_of(one.url.value) != host_of(other.url.value):
        return None
    model = one.model or other.model
    key = one.key or other.key
    notes = (*one.notes, *other.notes)
    active = one.active or other.active
    if one.url.value == other.url.value:
        protocol = one.protocol if one.protocol == other.protocol else None
        return replace(one, key=key, model=model, protocol=protocol, notes=notes, active=active)
    apart = {one.protocol == "messages", other.protocol == "messages"}
    if apart != {True, False} or one.messages_url or other.messages_url:
        return None
    messages, plain = (one, other) if one.protocol == "messages" else (other, one)
    if messages.url is None or version_of(messages.url.value):
        return None
    address = messages.url.value
    return replace(plain, key=key, model=model, protocol=None, messages_url=address, notes=notes, active=active)


def _same_key(one: _Draft, other: _Draft) -> bool:
    """The same key, or one set without a key of its own."""
    if one.key is None or other.key is None:
        return not (one.key_refused or other.key_refused) or one.key is other.key
    return one.key.value == other.key.value


def _same_model(one: _Draft, other: _Draft) -> bool:
    return one.model is None or other.model is None or one.model.value == other.model.value


def _without_repeats(drafts: Sequence[_Draft]) -> list[_Draft]:
    """Without parts of a whole set that is there too, and without empty drafts."""
    whole = [draft for draft in drafts if draft.complete]
    urls = {draft.url.value for draft in whole if draft.url}
    keys = {draft.key.value for draft in whole if draft.key}
    return [
        draft
        for draft in drafts
        if draft.complete
        or (draft.url and draft.url.value not in urls)
        or (draft.key and not draft.url and draft.key.value not in keys)
        or (draft.model and not draft.url and not draft.key and not whole)
    ]


def _candidate(draft: _Draft, secrets: tuple[str, ...]) -> Candidate:
    pieces = [piece for piece in (draft.url, draft.key, draft.model) if piece]
    notes = [*(note for piece in pieces for note in piece.notes), *draft.notes]
    url = draft.url.value if draft.url else None
    path = (url or "").rpartition("://")[2].partition("/")[2].lower()
    if draft.protocol == "messages" and draft.messages_url is None and ("anthropic" in path or "claude" in path):
        notes.append(texts.ONLY_MESSAGES())
    return Candidate(
        base_url=url,
        api_key=draft.key.value if draft.key else None,
        model=draft.model.value if draft.model else None,
        messages_base_url=draft.messages_url,
        protocol=draft.protocol,
        source=described(draft.what, draft.label, secrets),
        notes=tuple(_once(notes)),
    )


def _once(notes: Sequence[Message]) -> Iterator[Message]:
    seen: list[Message] = []
    for note in notes:
        if note not in seen:
            seen.append(note)
            yield note
