"""A file of one value."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken_plugins._edit import Edit, EditConflictError, Remove, Set
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats.text_format import TEXT
from taotoken_plugins._texts import tools as texts

_BLANKS = st.text(alphabet=" \t\r\n", max_size=4)
_VALUES = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\ufeff"), max_size=20).map(str.strip)


@settings(deadline=None, max_examples=200)
@given(before=_BLANKS, old=_VALUES, after=_BLANKS, new=_VALUES.filter(bool))
def test_only_the_value_changes(before: str, old: str, after: str, new: str) -> None:
    """Blanks around it stay; the same value again changes nothing; the old one back gives the old bytes."""
    raw = f"{before}{old}{after}".encode()
    edited = TEXT.edit(raw, [Set(("text",), new)])
    assert TEXT.load(edited) == {"text": new}
    assert TEXT.edit(edited, [Set(("text",), new)]) == edited
    if old:
        assert edited == f"{before}{new}{after}".encode()
        assert TEXT.edit(edited, [Set(("text",), old)]) == raw


def test_taken_out() -> None:
    """The line break stays."""
    assert TEXT.edit(b" a\n", [Remove(("text",), texts.UNUSED())]) == b" \n"
    assert TEXT.load(b" \n") == {}


@pytest.mark.parametrize("edit", [Set(("text",), 5), Set(("text",), " a"), Set(("other",), "a")])
def test_what_it_cannot_hold(edit: Edit) -> None:
    """A number, blanks at an end, a second value."""
    with pytest.raises(FormatError) as refused:
        TEXT.edit(b"a\n", [edit])
    assert refused.value.code == "unsafe_edit"


def test_inside_a_text_there_is_nothing() -> None:
    """Told as in every format."""
    with pytest.raises(EditConflictError):
        TEXT.edit(b"a\n", [Set(("text", "x"), "y")])


def test_where_it_stands() -> None:
    """Line and column of the value."""
    position = TEXT.locate(b"\n  a\n", ("text",))
    assert position is not None
    assert (position.line, position.column) == (2, 3)
    assert TEXT.locate(b" \n", ("text",)) is None
    assert TEXT.locate(b"a", ("x",)) is None


def test_not_utf8() -> None:
    """Named with its place."""
    with pytest.raises(FormatError) as refused:
        TEXT.load(b"\xff")
    assert refused.value.code == "encoding"
