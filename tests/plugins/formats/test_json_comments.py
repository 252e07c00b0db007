"""JSON with comments but without trailing commas: what tools read that strip comments and call JSON.parse."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from json_documents import document, edit_of
from taotoken_plugins._edit import EditConflictError, Set, apply_to_data
from taotoken_plugins._formats import FormatError, Position
from taotoken_plugins._formats._known import find_format
from taotoken_plugins._formats.json_format import JSON_COMMENTS, JSONC, STRICT_JSON, strict_repair


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{} // c\n", '{\n  "a": 1\n} // c\n'),
        ("// only\n", '// only\n{\n  "a": 1\n}\n'),
        ('{\n  "b": 2 // two\n}', '{\n  "b": 2, // two\n  "a": 1\n}'),
        ('{/* , */ "b": "//,"}', '{/* , */ "b": "//,", "a": 1}'),
    ],
)
def test_comments_stay(before: str, after: str) -> None:
    """An edit leaves them, and brings no comma that the tool refuses."""
    assert JSON_COMMENTS.edit(before.encode(), [Set(("a",), 1)]).decode() == after


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ('{"a": [1,]}', 10, "A trailing comma"),
        ('{"a": 1, /* c */ }', 18, "A trailing comma"),
        ("{a: 1}", 2, "no quotes"),
    ],
)
def test_what_is_refused(text: str, column: int, said: str) -> None:
    """A trailing comma is named with its place, and comments before it are passed."""
    for attempt in (lambda: JSON_COMMENTS.load(text.encode()), lambda: JSON_COMMENTS.edit(text.encode(), [])):
        with pytest.raises(FormatError) as caught:
            attempt()
        assert said in str(caught.value)
        assert caught.value.position == Position(1, column)


def loaded_or_refused(text: bytes) -> Any:
    """The data, or why there are none."""
    try:
        return JSON_COMMENTS.load(text)
    except FormatError as error:
        return error


@settings(deadline=None, max_examples=300)
@given(st.randoms(use_true_random=False))
def test_between_the_two_others(rng: Random) -> None:
    """It reads what strict JSON reads, refuses what JSONC refuses, and where it reads, all who read agree; an edit
    means the same as on data."""
    text = document(rng, jsonc=rng.random() < 0.7).encode()
    data = JSONC.load(text)
    read = loaded_or_refused(text)
    if isinstance(read, FormatError):
        assert "trailing comma" in str(read)
        assert strict_repair(text) is not None
        return
    assert read == data
    if strict_repair(text) is None:
        assert STRICT_JSON.load(text) == read
    edit = edit_of(rng, data)
    try:
        after = JSON_COMMENTS.edit(text, [edit])
    except EditConflictError:
        return
    assert JSON_COMMENTS.load(after) == apply_to_data(data, [edit])


def test_undo_knows_the_format() -> None:
    """The name in the journal leads back to the format."""
    assert find_format("json with comments") is JSON_COMMENTS
