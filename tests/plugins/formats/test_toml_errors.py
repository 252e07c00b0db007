"""Files that are not TOML: the cause, the place and the way out, in both languages, without any value."""

from __future__ import annotations

import string
import tomllib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from taotoken._message import Text
from taotoken_plugins._edit import Set
from taotoken_plugins._formats import FormatError, Position
from taotoken_plugins._formats.toml_format import TOML
from taotoken_plugins._texts import formats_toml as texts

# text, cause, line, column, places of the earlier definition or opening bracket
FAULTS = [
    ('model = "a"\nb = 1\nmodel = "c"\n', texts.DUPLICATE_KEY, 3, 1, [(1, 1)]),
    ("[t]\n  \"a\" = 1\n  'a' = 2\n", texts.DUPLICATE_KEY, 3, 3, [(2, 3)]),
    ("a.b = 1\r\nc = 2\r\na.b = 3\r\n", texts.DUPLICATE_KEY, 3, 1, [(1, 1)]),
    ("[[x]]\na = 1\n[[x]]\na = 1\na = 2\n", texts.DUPLICATE_KEY, 5, 1, [(4, 1)]),
    ("a = { b = 1, c = { b = 1, b = 2 } }\n", texts.DUPLICATE_KEY, 1, 27, [(1, 20)]),
    ("[a]\n[b]\n [a]\n", texts.DUPLICATE_TABLE, 3, 2, [(1, 1)]),
    ('[p.taotoken]\nx = 1\n["p".taotoken] # again\n', texts.DUPLICATE_TABLE, 3, 1, [(1, 1)]),
    ("a.b = 1\n[a]\n", texts.CONFLICT, 2, 1, [(1, 1)]),
    ("[a]\n[[a]]\n", texts.CONFLICT, 2, 1, [(1, 1)]),
    ("[[a]]\n[a]\n", texts.CONFLICT, 2, 1, [(1, 1)]),
    ("a = 1\n[a.b]\n", texts.CONFLICT, 2, 1, [(1, 1)]),
    ("a = { b = 1 }\n[a.c]\n", texts.CONFLICT, 2, 1, [(1, 1)]),
    ("a = []\n[[a]]\n", texts.CONFLICT, 2, 1, [(1, 1)]),
    ("[a.b]\n[a]\nb = 2\n", texts.CONFLICT, 3, 1, [(1, 1)]),
    ("[a.b]\n[a]\nb.c = 2\n", texts.CONFLICT, 3, 1, [(1, 1)]),
    ("a.b = 1\na.b.c = 2\n", texts.CONFLICT, 2, 1, [(1, 1)]),
    ("a = { b = 1, b.c = 2 }\n", texts.REDEFINED, 1, 21, []),
    ("model = “gpt”\n", texts.WRONG_CHARACTER, 1, 9, []),
    ("“model” = 1\n", texts.WRONG_CHARACTER, 1, 1, []),
    ('a = 1\nmodel = "gpt”\n', texts.WRONG_CHARACTER, 2, 13, []),
    ("model = 'gpt’\n", texts.WRONG_CHARACTER, 1, 13, []),
    ('model＝"gpt"\n', texts.WRONG_CHARACTER, 1, 6, []),
    ('notify = ["a"，"b"]\n', texts.WRONG_CHARACTER, 1, 14, []),
    ("［a］\n", texts.WRONG_CHARACTER, 1, 1, []),
    ("a = 1 ＃ c\n", texts.WRONG_CHARACTER, 1, 7, []),
    ("\xa0a = 1\n", texts.WRONG_SPACE, 1, 1, []),
    ("a =\u30001\n", texts.WRONG_SPACE, 1, 4, []),
    ('model = "gpt\nb = 1\n', texts.UNCLOSED_STRING, 1, 9, []),
    ('prompt = "你好，世界\r\n', texts.UNCLOSED_STRING, 1, 10, []),
    ("a = 1\nmodel = 'gpt\n", texts.UNCLOSED_STRING, 2, 9, []),
    ('model = "gpt', texts.UNCLOSED_STRING, 1, 9, []),
    ('x = ["a", """b\n\nc\n', texts.UNCLOSED_STRING, 1, 11, []),
    ("x = '''b\n", texts.UNCLOSED_STRING, 1, 5, []),
    ('p = "C:\\Users\\me"\n', texts.BAD_ESCAPE, 1, 8, []),
    ('p = "\\uD800"\n', texts.BAD_ESCAPE, 1, 6, []),
    ('a = "x\x01y"\n', texts.CONTROL_CHARACTER, 1, 7, []),
    ("# c\x00\n", texts.CONTROL_CHARACTER, 1, 4, []),
    ("a = 1\rb = 2\r", texts.CONTROL_CHARACTER, 1, 6, []),
    ("model =\nb = 1\n", texts.MISSING_VALUE, 1, 8, []),
    ("model = # c\n", texts.MISSING_VALUE, 1, 9, []),
    ("model =", texts.MISSING_VALUE, 1, 8, []),
    ("model = gpt-5\n", texts.UNQUOTED_VALUE, 1, 9, []),
    ("model = 你好，世界\n", texts.UNQUOTED_VALUE, 1, 9, []),
    ("key = sk-demo-7f3a9b2c4d5e\n", texts.UNQUOTED_VALUE, 1, 7, []),
    ("on = True\n", texts.BOOLEAN_CASE, 1, 6, []),
    ("model = null\n", texts.NO_NULL, 1, 9, []),
    ("v = 1.2.3\n", texts.BAD_NUMBER, 1, 8, []),
    ("v = -\n", texts.BAD_NUMBER, 1, 5, []),
    ("v = 2024-02-30\n", texts.BAD_NUMBER, 1, 5, []),
    ('model "gpt"\n', texts.MISSING_EQUALS, 1, 7, []),
    ("sk-demo-7f3a9b2c4d5e\n", texts.MISSING_EQUALS, 1, 21, []),
    ('model: "gpt"\n', texts.COLON, 1, 6, []),
    ('= "gpt"\n', texts.MISSING_NAME, 1, 1, []),
    ("[]\n", texts.MISSING_NAME, 1, 2, []),
    ("a. = 1\n", texts.MISSING_NAME, 1, 4, []),
    ('模型 = "x"\n', texts.NAME_NEEDS_QUOTES, 1, 1, []),
    ('mod型 = "x"\n', texts.NAME_NEEDS_QUOTES, 1, 4, []),
    ('model = "x" "y"\n', texts.EXTRA_TEXT, 1, 13, []),
    ("[a] x = 1\n", texts.EXTRA_TEXT, 1, 5, []),
    ("[model\n", texts.UNCLOSED_HEADER, 1, 7, []),
    ("[[model]\n", texts.UNCLOSED_HEADER, 1, 8, []),
    ("a = [\n 1,\n 2\nb = 3\n", texts.UNCLOSED_BRACKET, 4, 1, [(1, 5)]),
    ("a = [1, [2 3]]\n", texts.UNCLOSED_BRACKET, 1, 12, [(1, 9)]),
    ("a = [1,\n", texts.UNCLOSED_BRACKET, 2, 1, [(1, 5)]),
    ("a = { b = 1", texts.UNCLOSED_BRACKET, 1, 12, [(1, 5)]),
    ("a = { b = 1,\n c = 2 }\n", texts.INLINE_TABLE, 1, 13, [(1, 5)]),
    ("a = { b = 1, }\n", texts.INLINE_TABLE, 1, 14, [(1, 5)]),
    ("a = 1\n]\n", texts.STRAY_BRACKET, 2, 1, []),
    ('\n{ "model": "x" }\n', texts.LOOKS_LIKE_JSON, 2, 1, []),
]


@pytest.mark.parametrize(("text", "cause", "line", "column", "others"), FAULTS, ids=[fault[0][:24] for fault in FAULTS])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["", "bom"])
def test_a_syntax_error_names_cause_and_place(
    text: str, cause: Text, line: int, column: int, others: list[tuple[int, int]], bom: bytes
) -> None:
    """What is wrong, where, and where its counterpart is; editing such a file is refused the same way."""
    with pytest.raises(FormatError) as caught:
        TOML.load(bom + text.encode())
    assert caught.value.message.text is cause
    assert (caught.value.code, caught.value.position) == ("toml_syntax", Position(line, column))
    assert caught.value.others == tuple(Position(*place) for place in others)
    for shown in (caught.value.message.render("en"), caught.value.message.render("zh"), str(caught.value)):
        assert "7f3a9b2c4d5e" not in shown
        assert "gpt" not in shown
    with pytest.raises(FormatError) as edited:
        TOML.edit(bom + text.encode(), [Set(("model",), "x")])
    assert edited.value.position == caught.value.position


def test_both_places_of_a_duplicate_are_in_the_sentence() -> None:
    """The lines of both definitions and the name, in English and Chinese."""
    with pytest.raises(FormatError) as caught:
        TOML.load(b"[p]\nx = 1\n[q]\n[p]\n")
    assert caught.value.message.render("en").startswith(
        "The table [p] is opened twice: first in line 1, again in line 4."
    )
    assert caught.value.message.render("zh").startswith("表 [p] 打开了两次：先在第 1 行，又在第 4 行。")


@pytest.mark.parametrize(
    ("data", "cause", "position"),
    [
        ("model = '中文'\n".encode("gbk"), texts.NOT_UTF8, Position(1, 10)),
        (b"\xef\xbb\xbfa = 1\r\nb = '\xff'", texts.NOT_UTF8, Position(2, 6)),
        ("a = 1\n".encode("utf-16"), texts.IS_UTF16, Position(1, 1)),
    ],
    ids=["gbk", "second line", "utf-16"],
)
def test_a_file_that_is_not_utf8_is_an_encoding_error(data: bytes, cause: Text, position: Position) -> None:
    """Code `encoding`, with the place of the first bad byte."""
    with pytest.raises(FormatError) as caught:
        TOML.load(data)
    assert caught.value.code == "encoding"
    assert (caught.value.message.text, caught.value.position) == (cause, position)


@pytest.mark.parametrize(
    ("text", "cause"),
    [("a = " + "[" * 5000, texts.TOO_DEEP), ("a = " + "1" * 5000, texts.BAD_NUMBER)],
    ids=["brackets without end", "a number without end"],
)
def test_input_beyond_the_parser_is_a_syntax_error(text: str, cause: Text) -> None:
    """What `tomllib` gives up on is refused like any other error."""
    with pytest.raises(FormatError) as caught:
        TOML.load(text.encode())
    assert (caught.value.code, caught.value.message.text) == ("toml_syntax", cause)


@pytest.mark.parametrize("data", [b"", b"\n", b"# c", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_a_file_without_keys_is_empty(data: bytes) -> None:
    """No key, no value, no error."""
    assert TOML.load(data) == {}


def test_every_text_is_in_both_languages_with_the_same_placeholders() -> None:
    """The catalogue holds no sentence that only one language has."""
    catalogue = [value for value in vars(texts).values() if isinstance(value, Text)]
    assert len(catalogue) > 20
    for text in catalogue:
        fields = [{name for _, name, _, _ in string.Formatter().parse(one) if name} for one in (text.en, text.zh)]
        assert fields[0] == fields[1]
        assert text.zh.strip() != text.en.strip() != ""


PUNCTUATION = ['"', "'", '"""', "'''", "[", "]", "{", "}", "=", ".", ",", "#", "\n", "\r\n", "\r", " ", "\\", "-", ":"]
WORDS = ["a", "b", "1", "true", "“", "，", "\x00", "é", "[a]\n", "a = 1\n", "[[b]]\n", "a.b = 2\n", "x = {a = 1}\n"]
PIECES = st.sampled_from(PUNCTUATION + WORDS)


@given(st.lists(PIECES, max_size=14).map("".join).map(str.encode) | st.binary(max_size=40))
@example(b"a = [1 # c")
@settings(deadline=None, max_examples=400)
def test_any_bytes_load_as_tomllib_has_it_or_give_a_format_error(data: bytes) -> None:
    """The same verdict as `tomllib` on whatever it is given, and never another exception."""
    try:
        expected = tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode())
    except ValueError:
        with pytest.raises(FormatError):
            TOML.load(data)
    else:
        assert repr(TOML.load(data)) == repr(expected)
