"""Broken JSON files: the place, the reason and the repair, in both languages."""

from __future__ import annotations

from string import Formatter

import pytest

from taotoken._message import Text
from taotoken_plugins._edit import Set
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._formats._json_scan import MAX_DEPTH
from taotoken_plugins._formats.json_format import JSONC, STRICT_JSON, strict_faults, strict_repair
from taotoken_plugins._texts import formats_json as texts

# In both formats: text, line, column, a piece of the English sentence.
FAULTS = [
    ('{"env": {"A": "1"}', 1, 19, "the { opened at line 1, column 1 is not closed: a } is missing"),  # C07
    ('{"env": {"A": "1"}\n\n', 1, 19, "a } is missing"),
    ('{\r\n  "a": [\r\n    1,\r\n', 3, 7, "2 brackets are still open, the last a [ at line 2, column 8: ]} is missing"),
    ('{"a"', 1, 5, "a } is missing"),
    ('{"a": ', 1, 6, "a } is missing"),
    ('{"env":{"A":"1"},"env":{"B":"2"}}', 1, 18, '"env" appears twice in one object, first at line 1, column 2'),  # C08
    ('{"a": {"b": 1,\n"\\u0062": 2}}', 2, 1, '"b" appears twice'),
    ('{"😀": 1, "\\ud83d\\ude00": 2}', 1, 10, "appears twice"),
    ('{"a": 1\n "b": 2}', 2, 2, "A comma is missing between this entry and the one before it. Add , at line 1, "),
    ('{"a": [1 2]}', 1, 10, "A comma is missing"),
    ('{"a": [1, 2}', 1, 12, "Found }, but the [ opened at line 1, column 7 has to be closed first. Add ]"),
    ('{"a": [1, }', 1, 11, "has to be closed first"),
    ('{"a": 1]', 1, 8, "Found ], but the { opened at line 1, column 1"),
    ('{"a": 1, ]', 1, 10, "Found ], but the {"),
    ('{"a": 1}}', 1, 9, "This } is one too many: the settings already ended at line 1, column 8"),
    ('{"a": {"b": 1}}, "c": 2}', 1, 16, "more text here, but the settings already ended at line 1, column 15"),
    ('{"a": 1}\n{"b": 2}\n', 2, 1, "more text here"),
    ("{,}", 1, 2, "nothing before this comma"),
    ('{"a": 1,, "b": 2}', 1, 9, "nothing before this comma"),
    ('{"a": [,]}', 1, 8, "nothing before this comma"),
    ('{"a": [1,,2]}', 1, 10, "nothing before this comma"),
    (",", 1, 1, ", does not belong here"),
    ('{"a": , "b": 2}', 1, 7, "A value is missing before this ,"),
    ('{"a": }', 1, 7, "A value is missing before this }"),
    ('{"a" 1}', 1, 6, "A colon is missing between the key and its value. Add : at line 1, column 5"),
    ('{"a", "b": 1}', 1, 5, "A colon is missing"),
    ('{"a" = 1}', 1, 6, "Found = after a key"),
    ('{"a": "b": 1}', 1, 10, "A second colon"),
    ('{"a": ["b": 1]}', 1, 11, "A colon inside [ ]"),
    ("{“a”: 1}", 1, 2, "“ is a typographic quotation mark"),
    ('{"a": “b”}', 1, 7, "typographic quotation mark"),
    ('{"a": "b”, "c": 1\n}', 1, 13, "A comma is missing"),
    ('{"a": "b”,\n"c": 1}', 1, 9, "typographic quotation mark"),
    ('{"a”: 1}', 1, 2, 'no closing " on its line'),
    ("{'a': 1}", 1, 2, "double quotes, not in '"),
    ('{"a": `b`}', 1, 7, "double quotes, not in `"),
    ("{a: 1}", 1, 2, 'The key a has no quotes. Write "a"'),
    ("{1: 1}", 1, 2, "The key 1 has no quotes"),
    ('{{"a": 1}}', 1, 2, "needs a key in double quotes here"),
    ('{"a": hello}', 1, 7, 'The value hello has no quotes. Write "hello"'),
    ('{"a": True}', 1, 7, "True is not JSON. Write true"),
    ('{"a": None}', 1, 7, "Write null"),
    ('{"a": NaN}', 1, 7, "NaN is not a JSON value"),
    ('{"a": -Infinity}', 1, 7, "-Infinity is not a JSON value"),
    ('{"a": 01}', 1, 7, "01 is not a JSON number"),
    ('{"a": +1}', 1, 7, "+1 is not a JSON number"),
    ('{"a": 1.}', 1, 7, "1. is not a JSON number"),
    ('{"a": .5}', 1, 7, ".5 is not a JSON number"),
    ('{"a": 0x1F}', 1, 7, "0x1F is not a JSON number"),
    ('{"a": -}', 1, 7, "- is not a JSON number"),
    ('{"a": "b}\n', 1, 7, 'no closing " on its line'),
    ('{"a": "b\nc"}', 1, 7, 'no closing " on its line'),
    ('{"a": "b\\', 1, 7, 'no closing " on its line'),
    ('{"a": "b\tc"}', 1, 9, "control character U+0009 may not stand inside quotes. Remove it, or write \\t"),
    ('{"a": "b\x1bc"}', 1, 9, "or write \\u001b"),
    ('{"a": "C:\\path"}', 1, 10, "\\p is not an escape JSON knows"),
    ('{"a": "\\u12"}', 1, 8, "four hexadecimal digits"),
    ('{"a"：1}', 1, 5, "： is a full-width character. Type : instead"),
    ('{"a": 1，"b": 2}', 1, 8, "Type , instead"),
    ('{"a":\u00a01}', 1, 6, "An invisible character (U+00A0)"),
    ('{\ufeff"a": 1}', 1, 2, "U+FEFF"),
    ("\x00\x00\x00\x00", 1, 1, "U+0000"),
    ('{"a": 1 # x\n}', 1, 9, "# does not belong here"),
    ('{"a": /b}', 1, 7, "/ does not belong here"),
    ('{"a": 1;}', 1, 8, "; does not belong here"),
    ("[" * 100_000, 1, MAX_DEPTH + 1, "more than 200 levels"),
    ('{"a":' * 100_000, 1, 5 * MAX_DEPTH + 1, "more than 200 levels"),
    ('{"a":' + "[" * 300 + "]" * 300 + "}", 1, MAX_DEPTH + 5, "more than 200 levels"),
]
ONLY_STRICT = [
    ('{\n  // my guard\n  "hooks": {"Stop": []},\n}\n', 2, 3, "A comment starts here"),
    ('{"a": 1 /* x */}', 1, 9, "A comment starts here"),
    ('{"a": 1}\n// x', 2, 1, "A comment starts here"),
    ('{\n  "a": 1,\n}', 3, 1, "A trailing comma stands before this } (line 2, column 9)"),
    ('{"a": [1,]}', 1, 10, "A trailing comma stands before this ] (line 1, column 9)"),
]


@pytest.mark.parametrize("format_", [STRICT_JSON, JSONC], ids=["strict", "jsonc"])
@pytest.mark.parametrize(("text", "line", "column", "words"), FAULTS, ids=lambda value: ascii(value)[:30])
def test_fault(format_: Format, text: str, line: int, column: int, words: str) -> None:
    """Each fault is named with its line, its column in characters, and what to do, in both languages."""
    with pytest.raises(FormatError) as caught:
        format_.load(text.encode())
    error = caught.value
    assert words in str(error)
    assert (error.code, error.position) == ("json_syntax", Position(line, column))
    assert any("\u4e00" <= character <= "\u9fff" for character in error.message.render("zh"))
    with pytest.raises(FormatError) as again:
        format_.edit(text.encode(), [Set(("a",), 1)])
    assert again.value.position == error.position


@pytest.mark.parametrize(("text", "line", "column", "words"), ONLY_STRICT)
def test_fault_of_strict_files(text: str, line: int, column: int, words: str) -> None:
    """Comments and trailing commas are right in one kind of file and named in the other."""
    JSONC.load(text.encode())
    with pytest.raises(FormatError, match=None) as caught:
        STRICT_JSON.load(text.encode())
    assert words in str(caught.value)
    assert caught.value.position == Position(line, column)


def test_duplicate_key_names_both_places() -> None:
    """C08: the second place is the error's, the first is told with it."""
    with pytest.raises(FormatError) as caught:
        STRICT_JSON.load(b'{"env":{"A":"1"},\n"env":{"B":"2"}}')
    assert caught.value.position == Position(2, 1)
    assert caught.value.others == (Position(1, 2),)


def test_byte_order_mark_is_not_counted() -> None:
    """A byte order mark is no character of line 1."""
    with pytest.raises(FormatError) as caught:
        STRICT_JSON.load(b"\xef\xbb\xbf{a: 1}")
    assert caught.value.position == Position(1, 2)


def test_unclosed_comment() -> None:
    """A block comment without an end is named where it starts."""
    with pytest.raises(FormatError, match="never closed") as caught:
        JSONC.load(b'{"a": 1}\n /* x')
    assert caught.value.position == Position(2, 2)


@pytest.mark.parametrize("text", ["[]\n", '"x"', "1", "null", "true"])
def test_not_an_object(text: str) -> None:
    """A settings file that holds something else than an object is refused, also for an edit."""
    for call in (lambda: STRICT_JSON.load(text.encode()), lambda: STRICT_JSON.edit(text.encode(), [])):
        with pytest.raises(FormatError, match="expects an object") as caught:
            call()
        assert (caught.value.code, caught.value.position) == ("not_an_object", Position(1, 1))


@pytest.mark.parametrize(
    ("data", "words", "place"),
    [
        ('{"a": 1}'.encode("utf-16"), "UTF-16", Position(1, 1)),
        ('{"a": 1}'.encode("utf-16-le"), "UTF-16", Position(1, 1)),
        ('{"a": 1}'.encode("utf-16-be"), "UTF-16", Position(1, 1)),
        ('{"a": 1}'.encode("utf-32"), "UTF-32", Position(1, 1)),
        ('{\n "é": "中"}'.encode("gbk"), "0xA8", Position(2, 3)),
        (b'{"a": "\xc0\xaf"}', "0xC0", Position(1, 8)),
        (b'\xef\xbb\xbf{"\xe4\xbd\xa0": "\xff"}', "0xFF", Position(1, 8)),
    ],
)
def test_encoding(data: bytes, words: str, place: Position) -> None:
    """Anything but UTF-8 is named, with the place of the first bad byte."""
    with pytest.raises(FormatError) as caught:
        STRICT_JSON.load(data)
    assert words in str(caught.value)
    assert (caught.value.code, caught.value.position) == ("encoding", place)
    assert strict_repair(data) is None


def test_hostile_text_in_a_fault() -> None:
    """What a file says about itself is shown short, on one line, without control codes or keys."""
    with pytest.raises(FormatError) as caught:
        STRICT_JSON.load(b'{"a": sk-demo-0123456789abcdef\xe2\x80\xaezz' + b"y" * 5000 + b"}")
    assert "sk-demo-0123456789abcdef" not in str(caught.value)
    assert "\u202e" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_values_stay_exact() -> None:
    """Integers of any length are exact, also beyond what Python reads at once; numbers keep their type."""
    digits = "-" + "1234567890" * 600
    loaded = STRICT_JSON.load(f'{{"big": {digits}, "one": 1, "f": 1.0, "e": 1e400}}'.encode())
    assert loaded["big"] == -sum(1234567890 * 10 ** (10 * n) for n in range(600))
    assert [type(loaded[key]) for key in ("one", "f", "e")] == [int, float, float]
    with pytest.raises(FormatError, match="comma is missing"):
        STRICT_JSON.load(f'{{"big": {digits} "one": 1}}'.encode())


@pytest.mark.parametrize(("data", "bom"), [(b"", False), (b" \r\n", False), (b"\xef\xbb\xbf", True)])
def test_empty_file(data: bytes, bom: bool) -> None:
    """Nothing in it: nothing to lose, so it loads as an empty object."""
    assert STRICT_JSON.load(data) == JSONC.load(data) == {}
    assert STRICT_JSON.edit(data, [Set(("a",), 1)]).startswith(b"\xef\xbb\xbf{" if bom else b"{")


REPAIRS = [
    ('{\n  // my guard\n  "hooks": {"Stop": []},\n}\n', '{\n  "hooks": {"Stop": []}\n}\n'),
    ('{"a": 1, /* x */ "b": [1, 2,],}', '{"a": 1, "b": [1, 2]}'),
    ('{\r\n  "u": "http://a//b", // x\r\n  /* y\r\n  z */\r\n}\r\n', '{\r\n  "u": "http://a//b"\r\n}\r\n'),
    ("// a\n{} // b\n// c", "{}\n"),
    ('{"g": "*.{ts,}", "h": "/* */"}', None),
    ("// only this\n", "{}\n"),
    ("{a: 1}", None),
    ("[1,]", None),
    (" \r\n", "{}\r\n"),
]


@pytest.mark.parametrize(("before", "after"), REPAIRS)
def test_repair(before: str, after: str | None) -> None:
    """A repair takes out comments and trailing commas and nothing else; it is offered only where that helps."""
    assert strict_repair(before.encode()) == (None if after is None else after.encode())


def test_all_faults_of_a_strict_file() -> None:
    """Every comment and trailing comma is listed; another fault ends the list."""
    text = b'{\n  // gateway\n  "env": {\n    "A": "x",\n  }\n}\n'
    assert [fault.position for fault in strict_faults(text)] == [Position(2, 3), Position(5, 3)]
    assert [str(fault)[:20] for fault in strict_faults(b'{"a": 1, /* */ b}')] == [
        "A comment starts her",
        "The key b has no quo",
    ]
    assert strict_faults(b'{"a": 1}') == ()


def test_texts_have_the_same_placeholders() -> None:
    """Both languages of every sentence name the same facts."""
    catalogue = [value for value in vars(texts).values() if isinstance(value, Text)]
    assert len(catalogue) > 30
    for text in catalogue:
        names = [{name for _, name, _, _ in Formatter().parse(side) if name} for side in (text.en, text.zh)]
        assert names[0] == names[1], text.en
