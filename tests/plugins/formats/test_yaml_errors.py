"""Files that are not YAML, or can't be edited safely: cause and place, in both languages, without any value."""

from __future__ import annotations

import string
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken._message import Text
from taotoken_plugins._edit import Edit, EditConflictError, Remove, Select, Set
from taotoken_plugins._formats import FormatError, Position
from taotoken_plugins._formats.yaml_format import YAML
from taotoken_plugins._texts import formats_yaml as texts

REASON = Text(en="old", zh="旧")()

# text, cause, line, column, other places
FAULTS = [
    ("a: 1\nb: 1\na: 7f3a9b\n", texts.DUPLICATE_KEY, 3, 1, [(1, 1)]),
    ('a:\n  - x: 1\n    "x": 2\n', texts.DUPLICATE_KEY, 3, 5, [(2, 5)]),
    ("a: {x: 1, x: 2}\n", texts.DUPLICATE_KEY, 1, 11, [(1, 5)]),
    ("a: 1\n---\nb: 1\n", texts.SEVERAL_DOCUMENTS, 2, 1, []),
    ("a: *q\n", texts.UNKNOWN_ALIAS, 1, 4, []),
    ("a: " + "[" * 200, texts.TOO_DEEP, 1, 103, []),
    ("a: &a [*a]\n", texts.TOO_MANY_ALIASES, 1, 4, []),
    ("a:\n\tb: 1\n", texts.TAB, 2, 1, []),
    ("a: @7f3a9b\n", texts.RESERVED_CHARACTER, 1, 4, []),
    ("a: `x\n", texts.RESERVED_CHARACTER, 1, 4, []),
    ("a: %x\n", texts.RESERVED_CHARACTER, 1, 4, []),
    ("a: b: c\n", texts.EXTRA_COLON, 1, 5, []),
    ("a: 1\n  b: 2\n", texts.EXTRA_COLON, 2, 4, []),
    ("a: 'x\nb: 1\n", texts.UNCLOSED_QUOTE, 1, 4, []),
    ('x: 1\na: "7f3a9b', texts.UNCLOSED_QUOTE, 2, 4, []),
    ('a: "C:\\q"\n', texts.BAD_ESCAPE, 1, 8, []),
    ('a: "\\uZZ"\n', texts.BAD_ESCAPE, 1, 7, []),
    ("a: [1,\nb: 2\n", texts.UNCLOSED_BRACKET, 3, 1, [(1, 4)]),
    ("a: {x: 1\nb: 2\n", texts.UNCLOSED_BRACKET, 2, 2, [(1, 4)]),
    ("a: 1\nb\nc: 1\n", texts.MISSING_COLON, 3, 1, []),
    ("a:\n  - b\n c: 1\n", texts.BAD_INDENT, 3, 2, []),
    (" a: 1\nb: 1\n", texts.BAD_INDENT, 2, 1, []),
    ("a: 1\n- b\n", texts.BAD_INDENT, 2, 1, []),
    ("a: >\n \n   x\n  y\n", texts.BAD_INDENT, 3, 4, []),
    ("a: \x01\n", texts.CONTROL_CHARACTER, 1, 4, []),
    ("a: }\n", texts.OTHER, 1, 4, []),
]


@pytest.mark.parametrize(("text", "cause", "line", "column", "others"), FAULTS, ids=[fault[0][:20] for fault in FAULTS])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["", "bom"])
def test_a_syntax_error_names_cause_and_place(
    text: str, cause: Text, line: int, column: int, others: list[tuple[int, int]], bom: bytes
) -> None:
    """What is wrong and where; editing such a file is refused the same way."""
    with pytest.raises(FormatError) as caught:
        YAML.load(bom + text.encode())
    assert caught.value.message.text is cause
    assert (caught.value.code, caught.value.position) == ("yaml_syntax", Position(line, column))
    assert caught.value.others == tuple(Position(*place) for place in others)
    for shown in (caught.value.message.render("en"), caught.value.message.render("zh"), str(caught.value)):
        assert "7f3a9b" not in shown
    with pytest.raises(FormatError) as edited:
        YAML.edit(bom + text.encode(), [Set(("model",), "x")])
    assert edited.value.position == caught.value.position


def refusal(make: Callable[[], object]) -> FormatError | None:
    """Why `make` can't be done."""
    try:
        make()
    except FormatError as error:
        return error
    return None


def put(value: object, *path: str | Select) -> Set:
    return Set(path, value)


UNSAFE: list[tuple[str, Edit, Text, int, int]] = [
    ("a: &x {b: 1}\nc: *x\n", put(2, "a", "b"), texts.SHARED, 1, 4),
    ("a: &x\n  b: {c: 1}\nc: *x\n", put(2, "a", "b", "c"), texts.SHARED, 1, 4),
    ("a: &x\n  b: 1\nc: *x\n", put(2, "a", "n"), texts.SHARED, 1, 4),
    ("a: &x 1\nc: *x\n", put(2, "a"), texts.SHARED, 1, 4),
    ("a:\n  b: &x 1\nc: *x\n", Remove(("a",), REASON), texts.SHARED, 2, 6),
    ("a: &x {b: 1}\nc: *x\n", put(2, "c", "b"), texts.ALIASED, 2, 4),
    ("a: &x {b: {d: 1}}\nc:\n  <<: *x\n", put(2, "c", "b", "d"), texts.MERGED, 3, 3),
    ("a: &x {b: 1}\nc:\n  <<: *x\n  d: 1\n", Remove(("c", "b"), REASON), texts.MERGED, 3, 3),
    ("? a\n: 1\nb: 2\n", Remove(("a",), REASON), texts.UNUSUAL, 1, 3),
    ("a: [b: x]\n", put(1, "a", Select("b", "x"), "c"), texts.UNUSUAL, 1, 5),
    ("a: |\n  x", put(1, "b"), texts.NO_LINE_END, 1, 4),
]


@pytest.mark.parametrize(("text", "edit", "cause", "line", "column"), UNSAFE, ids=[case[0] for case in UNSAFE])
def test_what_can_not_be_edited_safely_is_refused(text: str, edit: Edit, cause: Text, line: int, column: int) -> None:
    """Shared values, forms without a colon behind the name, and an open end are left to the user."""
    with pytest.raises(FormatError) as caught:
        YAML.edit(text.encode(), [edit])
    assert (caught.value.code, caught.value.message.text) == ("unsafe_edit", cause)
    assert caught.value.position == Position(line, column)


def test_aliases_without_end_are_refused() -> None:
    """A small file that would be billions of values (or thousands of levels) is told, not built."""
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    with pytest.raises(FormatError) as caught:
        YAML.load("\n".join(lines).encode())
    assert caught.value.message.text is texts.TOO_MANY_ALIASES


@pytest.mark.parametrize("data", ["a: 中\n".encode("gbk"), "a: 1\n".encode("utf-16")], ids=["gbk", "utf-16"])
def test_a_file_that_is_not_utf8_is_an_encoding_error(data: bytes) -> None:
    """Code `encoding`, whatever YAML allows."""
    with pytest.raises(FormatError) as caught:
        YAML.load(data)
    assert caught.value.code == "encoding"


def test_every_text_is_in_both_languages_with_the_same_placeholders() -> None:
    """The catalogue holds no sentence that only one language has."""
    catalogue = [value for value in vars(texts).values() if isinstance(value, Text)]
    assert len(catalogue) > 15
    for text in catalogue:
        fields = [{name for _, name, _, _ in string.Formatter().parse(one) if name} for one in (text.en, text.zh)]
        assert fields[0] == fields[1]
        assert text.zh.strip() != text.en.strip() != ""


PIECES = st.sampled_from(
    ["a", "b: ", "- ", ": ", "? ", "#", " #", "\n", "\n  ", "\r\n", "\t", "[", "]", "{", "}", ",", '"', "'", "|", ">-",
     "&a ", "*a", "!t ", "<<: *a", "---\n", "...\n", "%YAML 1.2\n", "%YAML 9\n", "\x85", "\u2028", "\x00", "1", "~",
     "\\", "\\U9"]
)  # fmt: skip
EDITS: list[Edit] = [put(1, "a", "new"), Remove(("b",), REASON), put("x", Select(None, "x")), put([{"k": "v"}], "b")]


@settings(deadline=None, max_examples=300)
@given(st.lists(PIECES, max_size=14).map("".join).map(str.encode) | st.binary(max_size=40), st.sampled_from(EDITS))
def test_any_bytes_load_or_give_a_format_error(data: bytes, edit: Edit) -> None:
    """No bytes whatever raise anything else, and what is written can be read."""
    error = refusal(lambda: YAML.load(data))
    assert error is None or error.position is not None
    try:
        after = YAML.edit(data, [edit])
    except (FormatError, EditConflictError):
        return
    YAML.load(after)
