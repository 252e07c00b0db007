"""JSON edits on generated documents of every layout: right data, untouched rest, nothing left to do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from json_documents import REASON, VALUES, comments, document, edit_of, is_subsequence, mutated, paths, tokens
from taotoken_plugins._edit import MISSING, EditConflictError, Path, Remove, Set, apply_to_data, get
from taotoken_plugins._formats import Format, FormatError
from taotoken_plugins._formats._json_edit import walk
from taotoken_plugins._formats._json_scan import Entry, jsonc_source, root_container
from taotoken_plugins._formats.json_format import JSONC, STRICT_JSON, strict_faults, strict_repair

RANDOM = st.randoms(use_true_random=False)
EXAMPLES = settings(deadline=None, max_examples=350)


def typed(value: Any) -> Any:
    """`value` so that 1, 1.0 and true differ."""
    if isinstance(value, dict):
        return {key: typed(inner) for key, inner in value.items()}
    return [typed(inner) for inner in value] if isinstance(value, list) else (type(value).__name__, value)


def member_at(text: str, path: Path) -> Entry:
    """Where a member of `text` stands, its key included."""
    source = jsonc_source(text)
    root = root_container(source)
    member = walk(source, root, path) if root else None
    assert member is not None
    return member


def outcome(make: Callable[[], Any]) -> Any:
    """What `make` gives, or the conflict it meets."""
    try:
        return typed(make())
    except EditConflictError as conflict:
        return str(conflict)


def refusal(format_: Format, data: bytes) -> FormatError | None:
    """Why `data` can't be loaded."""
    try:
        format_.load(data)
    except FormatError as error:
        return error
    return None


@EXAMPLES
@given(RANDOM, st.booleans())
def test_edits_mean_the_same_on_text_and_on_data(rng: Random, jsonc: bool) -> None:
    """The edited text loads to the edited data, and what is a conflict on data is the same conflict on text."""
    format_ = JSONC if jsonc else STRICT_JSON
    before = document(rng, jsonc=jsonc).encode()
    data = format_.load(before)
    edits = [edit_of(rng, data, lists=True) for _ in range(rng.randint(1, 4))]
    assert outcome(lambda: format_.load(format_.edit(before, edits))) == outcome(lambda: apply_to_data(data, edits))


@EXAMPLES
@given(RANDOM, st.booleans())
def test_second_edit_changes_nothing(rng: Random, jsonc: bool) -> None:
    """What has been set is found set, and what has been removed is gone."""
    format_ = JSONC if jsonc else STRICT_JSON
    before = document(rng, jsonc=jsonc).encode()
    edit = edit_of(rng, format_.load(before))
    try:
        once = format_.edit(before, [edit])
    except EditConflictError:
        return
    assert format_.edit(once, [edit]) == once


@EXAMPLES
@given(RANDOM, st.booleans())
def test_setting_keeps_every_token(rng: Random, jsonc: bool) -> None:
    """Adding a member keeps every string, number, bracket, comma and comment in its order; the text before the
    place is untouched, and taking the member out again gives back the bytes."""
    format_ = JSONC if jsonc else STRICT_JSON
    text = document(rng, jsonc=jsonc)
    data = format_.load(text.encode())
    homes = [path for path, value in [((), data), *paths(data)] if isinstance(value, dict) and value]
    if not homes:
        return
    path = (*rng.choice(homes), "new")
    after = format_.edit(text.encode(), [Set(path, rng.choice(VALUES))]).decode()
    assert is_subsequence(tokens(text), tokens(after))
    assert comments(text) == comments(after)
    assert format_.edit(after.encode(), [Remove(path, REASON)]).decode() == text


@EXAMPLES
@given(RANDOM, st.booleans())
def test_replacing_touches_one_span(rng: Random, jsonc: bool) -> None:
    """A replaced value leaves all bytes before and behind it, and putting the old data back restores the data."""
    format_ = JSONC if jsonc else STRICT_JSON
    before = document(rng, jsonc=jsonc).encode()
    data = format_.load(before)
    scalars = [(path, value) for path, value in paths(data) if not isinstance(value, dict | list)]
    if not scalars:
        return
    path, value = rng.choice(scalars)
    after = format_.edit(before, [Set(path, "replaced")])
    head, found, tail = after.partition(b'"replaced"')
    assert found
    assert before.startswith(head)
    assert before.endswith(tail)
    assert typed(format_.load(format_.edit(after, [Set(path, value)]))) == typed(data)


@EXAMPLES
@given(RANDOM, st.booleans())
def test_removing_takes_only_its_own(rng: Random, jsonc: bool) -> None:
    """A removed member leaves no dangling comma, adds nothing, and keeps the comments outside it."""
    format_ = JSONC if jsonc else STRICT_JSON
    text = document(rng, jsonc=jsonc)
    known = paths(format_.load(text.encode()))
    if not known:
        return
    path, _ = rng.choice(known)
    after = format_.edit(text.encode(), [Remove(path, REASON)]).decode()
    assert get(format_.load(after.encode()), path) is MISSING
    assert is_subsequence(tokens(after), tokens(text))
    member = member_at(text, path)
    assert comments(after) == comments(text[: member.start]) + comments(text[member.end :])


@EXAMPLES
@given(RANDOM)
def test_repair_gives_the_same_data(rng: Random) -> None:
    """A file with comments and trailing commas, repaired, is strict JSON with the same data; its faults were
    all named; a right file needs no repair."""
    data = document(rng, jsonc=True).encode()
    repaired = strict_repair(data)
    faults = strict_faults(data)
    assert (repaired is None) == (not faults)
    if repaired is not None:
        assert typed(STRICT_JSON.load(repaired)) == typed(JSONC.load(data))
        assert strict_repair(repaired) is None
        with pytest.raises(FormatError) as caught:
            STRICT_JSON.load(data)
        assert caught.value.position == faults[0].position


@settings(deadline=None, max_examples=600)
@given(RANDOM, st.booleans())
def test_every_refusal_has_a_place_and_a_reason(rng: Random, jsonc: bool) -> None:
    """A file with an accident in it is read, or refused with a place inside it and words in both languages."""
    text = mutated(rng, document(rng, jsonc=jsonc))
    format_ = JSONC if jsonc else STRICT_JSON
    error = refusal(format_, text.encode())
    if error is None:
        return
    assert error.position is not None
    assert 1 <= error.position.line <= text.count("\n") + text.count("\r") + 1
    assert "nested" not in str(error)  # the last resort of the careful reading, which must not be needed
    assert error.message.render("zh") != error.message.render("en")
    with pytest.raises(FormatError) as caught:
        format_.edit(text.encode(), [Set(("a",), 1)])
    assert str(caught.value) == str(error)


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_any_bytes(data: bytes) -> None:
    """No bytes whatever raise anything but a FormatError."""
    for format_ in (STRICT_JSON, JSONC):
        error = refusal(format_, data)
        assert error is None or error.position is not None
