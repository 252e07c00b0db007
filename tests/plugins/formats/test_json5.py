"""JSON5 byte for byte: the document's own spelling is kept and followed; what is broken is named with its place."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest

from taotoken._message import Text
from taotoken_plugins._edit import Edit, Remove, Select, Set, apply_to_data
from taotoken_plugins._formats import FormatError, Position
from taotoken_plugins._formats._json_scan import MAX_DEPTH
from taotoken_plugins._formats._known import find_format
from taotoken_plugins._formats.json_format import JSON5

REASON = Text(en="old", zh="旧")()
PROVIDER = {"baseUrl": "https://gw.example/api/v1", "models": [{"id": "demo-large"}]}


def edited(before: str, *edits: Edit) -> str:
    """The text after `edits`; checked against the same edits on the data."""
    data = before.encode()
    after = JSON5.edit(data, edits)
    assert JSON5.load(after) == apply_to_data(JSON5.load(data), edits)
    assert JSON5.edit(after, edits) == after
    return after.decode()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a: 1}", 1),
        ("{$_: 1, a: 2,}", 2),
        ("{'a': 'b'}", "b"),
        ('{"a": \'it\\\'s "so"\'}', 'it\'s "so"'),
        ("{a: 'one\\\ntwo\\\r\nthree\\\u2028four'}", "onetwothreefour"),
        ("{a: '\\x41\\u4f60\\v\\0\\q\\ud83d\\ude00'}", "A你\v\0q😀"),
        ("{a: 'tab\there \u2028'}", "tab\there \u2028"),
        ("{a: 0x1F}", 31),
        ("{a: -0XfF}", -255),
        ("{a: +7}", 7),
        ("{a: .5}", 0.5),
        ("{a: 5.}", 5.0),
        ("{a: -5.e-1}", -0.5),
        ("{a: Infinity}", math.inf),
        ("{a: -Infinity}", -math.inf),
        ("{\\u0061: 1}", 1),
        ("{ a /* x */ : // y\n 1 /* z */ , }", 1),
        ("\ufeff{a:\u00a01\v\f\u3000\u2029}", 1),
        ("{a: [1, [2,], {b: 3,},],}", [1, [2], {"b": 3}]),
        ("// c\u2028{a: 1}", 1),
        ("{a: '// no', b: \"/* no */\"}", "// no"),
        ("{a: 1e999}", math.inf),
    ],
)
def test_reads(text: str, value: Any) -> None:
    """Every freedom of the format."""
    found = JSON5.load(text.encode())["a"]
    assert found == value
    assert type(found) is type(value)


def test_a_number_of_any_length_is_exact() -> None:
    """Python itself refuses to read more than some thousand digits at once."""
    assert JSON5.load(b"{a: -1" + b"0" * 5000 + b"}") == {"a": -(10**5000)}


def test_nan_is_a_number() -> None:
    """NaN is read, with or without a sign, and can be written again."""
    assert math.isnan(JSON5.load(b"{a: -NaN}")["a"])
    assert JSON5.edit(b"{}", [Set(("a",), float("nan"))]) == b'{\n  "a": NaN\n}\n'[:-1]
    assert JSON5.edit(b"{a: 1}", [Set(("a",), -math.inf)]) == b"{a: -Infinity}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "{\n  // models\n  models: {\n    mode: 'merge', // keep\n  },\n}\n",
            (
                "{\n  // models\n  models: {\n    mode: 'merge', // keep\n    providers: {\n      taotoken: {\n"
                "        baseUrl: 'https://gw.example/api/v1',\n        models: [\n          {\n"
                "            id: 'demo-large'\n          }\n        ]\n      }\n    },\n  },\n}\n"
            ),
        ),
        (
            '{models:{providers:{}},"agents":{}}',
            '{models:{providers:{taotoken:{baseUrl:"https://gw.example/api/v1",models:[{id:"demo-large"}]}}},"agents":{}}',
        ),
        (
            "{'a': 1}",
            (
                "{'a': 1, 'models': {'providers': {'taotoken': "
                "{'baseUrl': 'https://gw.example/api/v1', 'models': [{'id': 'demo-large'}]}}}}"
            ),
        ),
    ],
)
def test_writes_as_the_document_does(before: str, after: str) -> None:
    """Keys without quotes and single quotes are followed; comments, trailing commas and blanks stay."""
    assert edited(before, Set(("models", "providers", "taotoken"), PROVIDER)) == after


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("{a: 'x'}", Set(("a",), "it's \"q\" \\"), "{a: 'it\\'s \"q\" \\\\'}"),
        ("{a: \"x\", b: 'y', c: 'z'}", Set(("a",), "it's"), '{a: "it\'s", b: \'y\', c: \'z\'}'),
        ("{a: 'x'}", Set(("b c",), 1), "{a: 'x', 'b c': 1}"),
        ("{a: 'x'}", Set(("1a",), "é"), "{a: 'x', '1a': 'é'}"),
        ("{a: 0x1F, b: +1,}", Set(("b",), 2), "{a: 0x1F, b: 2,}"),
        ("{a: 0x1F, b: +1,}", Remove(("a",), REASON), "{b: +1,}"),
        ("{l: [{name: 'x'}, {name: 'taotoken'}]}", Set(("l", Select("name", "taotoken"), "k"), 1),
         "{l: [{name: 'x'}, {name: 'taotoken', k: 1}]}"),
        ("{a: {b: 1}, // c\n}", Remove(("a", "b"), REASON), "{a: {}, // c\n}"),
        ("{a:\u00a01}", Set(("a",), 2), "{a:\u00a02}"),
        ("// only a comment\n", Set(("a",), 1), '// only a comment\n{\n  "a": 1\n}\n'),
        ("{a: 1 // c\u2028}", Set(("b",), 2), "{a: 1, // c\nb: 2\u2028}"),
    ],
)  # fmt: skip
def test_single_edits(before: str, edit: Edit, after: str) -> None:
    """One place changes; its own quotation mark is kept."""
    assert edited(before, edit) == after


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("{a: 1", 1, 6, "a } is missing"),
        ("{a: 1,\n b: 'x\n}", 2, 5, "no closing"),
        ("{a: 1, 'a': 2}", 1, 8, '"a" appears twice'),
        ("{a: 1, \\u0061: 2}", 1, 8, '"a" appears twice'),
        ("{a-b: 1}", 1, 3, "A colon is missing"),
        ("{1a: 1}", 1, 2, "The key 1a has no quotes"),
        ("{a: b}", 1, 5, "The value b has no quotes"),
        ("{a: 01}", 1, 5, "01 is not a JSON number"),
        ("{a: '\\1'}", 1, 6, "\\1 is not an escape"),
        ("{a: '\\x4'}", 1, 6, "\\x is not an escape"),
        ("{a: '\\u12'}", 1, 6, "four hexadecimal digits"),
        ("{a: 1 'b': 2}", 1, 7, "A comma is missing"),
        ("{a 'b'}", 1, 4, "A colon is missing"),
        ("{a: 1,, b: 2}", 1, 7, "nothing before this comma"),
        ("{a: [,]}", 1, 6, "nothing before this comma"),
        ("{a: 1} x", 1, 8, "more text here"),
        ("{a: /* x }", 1, 5, "never closed"),
        ("{a: “b”}", 1, 5, "typographic quotation mark"),
        ("[1]", 1, 1, "JSON array"),
        ("{a: " + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "}", 1, MAX_DEPTH + 4, "levels deep"),
        ('{"a /* \n */ b": 1}', 1, 2, "no closing"),
    ],
)
def test_faults(text: str, line: int, column: int, said: str) -> None:
    """What the json5 package would refuse is refused with a place, a reason and a repair, and never edited."""
    for attempt in (lambda: JSON5.load(text.encode()), lambda: JSON5.edit(text.encode(), [Set(("z",), 1)])):
        with pytest.raises(FormatError) as caught:
            attempt()
        assert said in str(caught.value)
        assert caught.value.position == Position(line, column)
        assert caught.value.message.render("zh") != str(caught.value)


@pytest.mark.parametrize("piece", ["/*", "'", '"', "[", "{a:", "a,", "\\", "/", "\u2028", "'\\\n"])
def test_broken_files_take_linear_time(piece: str) -> None:
    """Half a megabyte of the same accident is refused at once."""
    before = time.process_time()
    with pytest.raises(FormatError):
        JSON5.load(("{a: " + piece * (500_000 // len(piece))).encode())
    assert time.process_time() - before < 2


def test_places() -> None:
    """A value is located behind names, single quotes and comments."""
    data = b"{\n  // c\n  models: {'p q': [{id: 'x'}]},\n}\n"
    assert JSON5.locate(data, ("models", "p q", Select("id", "x"), "id")) == Position(3, 25)
    assert JSON5.locate(data, ("models", "none")) is None


def test_undo_knows_the_format() -> None:
    """The name in the journal leads back to the format."""
    assert find_format("json5") is JSON5
