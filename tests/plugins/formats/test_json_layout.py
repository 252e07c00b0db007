"""JSON edits byte for byte: what is written where, in every layout people and programs leave behind."""

from __future__ import annotations

from typing import Any

import pytest

from taotoken._message import Text
from taotoken_plugins._edit import Edit, EditConflictError, Path, Remove, Select, Set, apply_to_data
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._formats.json_format import JSONC, STRICT_JSON

REASON = Text(en="old", zh="旧")()
BASE, KEY, MODEL = "https://gw.example/api", "sk-demo-7f3a", "demo-large"
CLAUDE = {
    "ANTHROPIC_BASE_URL": BASE,
    "ANTHROPIC_AUTH_TOKEN": KEY,
    "ANTHROPIC_MODEL": MODEL,
    "ANTHROPIC_DEFAULT_OPUS_MODEL": MODEL,
    "ANTHROPIC_DEFAULT_SONNET_MODEL": MODEL,
    "ANTHROPIC_DEFAULT_HAIKU_MODEL": MODEL,
}
SETUP: list[Edit] = [Set(("env", name), value) for name, value in CLAUDE.items()]


def remove(*path: str | Select) -> Remove:
    return Remove(path, REASON)


def edited(format_: Format, before: str, *edits: Edit) -> str:
    """The text after `edits`; checked against the same edits on the data, and for being done at once."""
    data = before.encode()
    after = format_.edit(data, edits)
    assert format_.load(after) == apply_to_data(format_.load(data), edits)
    return after.decode()


def test_c01_layout_kept() -> None:
    """C01: the peers' worst file keeps its layout and gets our lines in its own indentation."""
    before = """{
    "zz":   {"b": 1,   "a": [1, 2,
        3]},
    "env": {
        "MY_VAR": "1"
    }
}
"""
    assert (
        edited(STRICT_JSON, before, *SETUP)
        == """{
    "zz":   {"b": 1,   "a": [1, 2,
        3]},
    "env": {
        "MY_VAR": "1",
        "ANTHROPIC_BASE_URL": "https://gw.example/api",
        "ANTHROPIC_AUTH_TOKEN": "sk-demo-7f3a",
        "ANTHROPIC_MODEL": "demo-large",
        "ANTHROPIC_DEFAULT_OPUS_MODEL": "demo-large",
        "ANTHROPIC_DEFAULT_SONNET_MODEL": "demo-large",
        "ANTHROPIC_DEFAULT_HAIKU_MODEL": "demo-large"
    }
}
"""
    )


def test_c02_comments_and_trailing_commas() -> None:
    """C02: comments and trailing commas stay at their place; the new line takes the trailing comma's way."""
    before = """{
  // keep me
  "env": {
    "MY_VAR": "1", // and me
  },
  /* block */
  "permissions": {"deny": ["Read(./.env)"],},
}
"""
    after = edited(JSONC, before, Set(("env", "ANTHROPIC_MODEL"), MODEL))
    assert after == before.replace("// and me\n", '// and me\n    "ANTHROPIC_MODEL": "demo-large",\n')


def test_c03_byte_order_mark() -> None:
    """C03: one byte order mark, at the start; a second run changes nothing."""
    after = STRICT_JSON.edit(b"\xef\xbb\xbf{}", SETUP)
    assert after.startswith(b'\xef\xbb\xbf{\n  "env": {\n    "ANTHROPIC')
    assert after.count(b"\xef\xbb\xbf") == 1
    assert STRICT_JSON.edit(after, SETUP) == after
    assert STRICT_JSON.load(after) == {"env": CLAUDE}


def test_c04_crlf_without_final_newline() -> None:
    """C04: every line end stays CRLF and no final one is added."""
    after = edited(STRICT_JSON, '{\r\n  "env": {}\r\n}', *SETUP)
    assert after.startswith('{\r\n  "env": {\r\n    "ANTHROPIC_BASE_URL"')
    assert after.endswith('"\r\n  }\r\n}')
    assert after.count("\n") == after.count("\r\n") == 9


def test_c05_numbers_and_escapes_untouched() -> None:
    """C05: the spelling of numbers and escapes stays; a file without spaces gets none."""
    before = r'{"big":12345678901234567890,"f":1.0,"e":"\u4f60\/x"}'
    after = edited(STRICT_JSON, before, Set(("env", "A"), "1"), Set(("env", "B"), "2"))
    assert after == before[:-1] + ',"env":{"A":"1","B":"2"}}'
    assert STRICT_JSON.load(after.encode())["big"] == 12345678901234567890


def test_c06_strings_that_look_like_comments() -> None:
    """C06: commas, quotes and slashes inside strings and comments deceive nobody."""
    before = '{ // 27" display\n "glob": "*.{ts,}", "u": "http://a//b" /* x, */ }'
    after = edited(JSONC, before, Set(("env", "A"), "1"))
    assert after == ('{ // 27" display\n "glob": "*.{ts,}", "u": "http://a//b", /* x, */\n "env": {\n  "A": "1"\n } }')


ADDED = [
    pytest.param('{"a":1}', '{"a":1,"n":"v"}', id="minified"),
    pytest.param('{"a": 1}', '{"a": 1, "n": "v"}', id="one line"),
    pytest.param('{ "a": 1 }\n', '{ "a": 1, "n": "v" }\n', id="one line with inner blanks"),
    pytest.param('{"a": 1,"b": 2}', '{"a": 1,"b": 2,"n": "v"}', id="no blank after the commas"),
    pytest.param('{"a" : 1, "b" : 2}', '{"a" : 1, "b" : 2, "n" : "v"}', id="blank before the colon"),
    pytest.param('{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "n": "v"\n}\n', id="two blanks"),
    pytest.param('{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"n": "v"\n}', id="tabs, no final newline"),
    pytest.param('{\r\n "a": 1\r\n}\r\n', '{\r\n "a": 1,\r\n "n": "v"\r\n}\r\n', id="CRLF"),
    pytest.param('{\r "a": 1\r}\r', '{\r "a": 1,\r "n": "v"\r}\r', id="CR"),
    pytest.param('{\n"a": 1\n}', '{\n"a": 1,\n"n": "v"\n}', id="no indentation"),
    pytest.param('{\n  "a": 1, "b": 2\n}', '{\n  "a": 1, "b": 2,\n  "n": "v"\n}', id="several on a line"),
    pytest.param('{"a": 1,\n "b": 2}', '{"a": 1,\n "b": 2,\n "n": "v"}', id="hanging"),
    pytest.param('{\n  "a":    1,\n  "bbb":  2\n}', '{\n  "a":    1,\n  "bbb":  2,\n  "n": "v"\n}', id="aligned"),
    pytest.param('{\n  "a": {\n    "b": 1\n  }\n}', '{\n  "a": {\n    "b": 1\n  },\n  "n": "v"\n}', id="after object"),
    pytest.param("{}", '{\n  "n": "v"\n}', id="empty"),
    pytest.param("{ }\n", '{\n  "n": "v"\n}\n', id="empty with a blank"),
    pytest.param("{\n\n}\n", '{\n  "n": "v"\n}\n', id="empty over lines"),
    pytest.param("", '{\n  "n": "v"\n}\n', id="nothing at all"),
    pytest.param(" \r\n\r\n", '{\r\n  "n": "v"\r\n}\r\n', id="only blanks"),
    pytest.param('  {"a":1}  \n\n', '  {"a":1,"n":"v"}  \n\n', id="blanks around"),
    pytest.param('{\n  "a": 1\n\n\n}', '{\n  "a": 1,\n  "n": "v"\n\n\n}', id="blank lines before the end"),
    pytest.param('{"a": "\\\\", "b": "\\""}', '{"a": "\\\\", "b": "\\"", "n": "v"}', id="escapes at the end"),
]
ADDED_JSONC = [
    pytest.param('{\n  "a": 1 // x\n}', '{\n  "a": 1, // x\n  "n": "v"\n}', id="line comment behind"),
    pytest.param('{\n  "a": 1, // x\n}', '{\n  "a": 1, // x\n  "n": "v",\n}', id="and a trailing comma"),
    pytest.param('{\n  "a": 1\n  // "b": 2\n}', '{\n  "a": 1,\n  "n": "v"\n  // "b": 2\n}', id="commented-out member"),
    pytest.param('{"a": 1, /* x */}', '{"a": 1, /* x */ "n": "v",}', id="block comment, trailing comma"),
    pytest.param('{"a": 1 // x\n}', '{"a": 1, // x\n"n": "v"\n}', id="one line ended by a comment"),
    pytest.param('{"a":1/*x*/}', '{"a":1,/*x*/"n":"v"}', id="minified with a comment"),
    pytest.param("{ /* x */ }", '{ /* x */\n  "n": "v"\n}', id="only a block comment inside"),
    pytest.param("{\n  // x\n}\n", '{\n  // x\n  "n": "v"\n}\n', id="only a line comment inside"),
    pytest.param("// x\n", '// x\n{\n  "n": "v"\n}\n', id="only a comment in the file"),
    pytest.param("// x\n{} // y\n/* z */", '// x\n{\n  "n": "v"\n} // y\n/* z */', id="comments around"),
    pytest.param('{"a" /* k */ : /* v */ 1}', '{"a" /* k */ : /* v */ 1, "n": "v"}', id="comments at the colon"),
    pytest.param('{\n  "a": 1 /* x\n  y */\n}', '{\n  "a": 1, /* x\n  y */\n  "n": "v"\n}', id="long comment"),
    pytest.param('{"a": [1, 2,],}', '{"a": [1, 2,], "n": "v",}', id="trailing commas on one line"),
]


@pytest.mark.parametrize(("before", "after"), ADDED)
@pytest.mark.parametrize("format_", [STRICT_JSON, JSONC], ids=["strict", "jsonc"])
def test_added_member(format_: Format, before: str, after: str) -> None:
    """A new member is written the way its neighbours are, and a second run changes nothing."""
    assert edited(format_, before, Set(("n",), "v")) == after
    assert edited(format_, after, Set(("n",), "v")) == after


@pytest.mark.parametrize(("before", "after"), ADDED_JSONC)
def test_added_member_beside_comments(before: str, after: str) -> None:
    """Comments stay with what they are about; nothing is written into one."""
    assert edited(JSONC, before, Set(("n",), "v")) == after
    assert edited(JSONC, after, Set(("n",), "v")) == after


@pytest.mark.parametrize(("before", "after"), [*ADDED, *ADDED_JSONC])
def test_taking_back_what_was_added(before: str, after: str) -> None:
    """Removing an added member gives back the bytes, where there was an object with something in it."""
    back = edited(JSONC, after, remove("n"))
    assert back == before if '"a"' in before else "{" in back


REMOVED = [
    pytest.param('{"r":1}', "{}", id="only"),
    pytest.param('{ "r": 1 }', "{}", id="only, blanks"),
    pytest.param('{\n  "r": 1\n}\n', "{}\n", id="only, lines"),
    pytest.param('{"r":1,"b":2}', '{"b":2}', id="first, minified"),
    pytest.param('{"a":1,"r":2}', '{"a":1}', id="last, minified"),
    pytest.param('{"a": 1, "r": 2, "c": 3}', '{"a": 1, "c": 3}', id="middle"),
    pytest.param('{ "r": 1, "b": 2 }', '{ "b": 2 }', id="first, blanks"),
    pytest.param('{ "a": 1, "r": 2 }', '{ "a": 1 }', id="last, blanks"),
    pytest.param('{\n  "r": 1,\n  "b": 2\n}', '{\n  "b": 2\n}', id="first line"),
    pytest.param('{\n  "a": 1,\n  "r": 2\n}', '{\n  "a": 1\n}', id="last line"),
    pytest.param('{\n  "a": 1,\n  "r": {\n    "x": 1\n  },\n  "c": 3\n}', '{\n  "a": 1,\n  "c": 3\n}', id="lines"),
    pytest.param('{\r\n\t"a": 1,\r\n\t"r": 2\r\n}', '{\r\n\t"a": 1\r\n}', id="CRLF"),
    pytest.param('{\n  "a": 1, "r": 2,\n  "c": 3\n}', '{\n  "a": 1,\n  "c": 3\n}', id="second on a line"),
    pytest.param('{\n  "r": 2, "b": 1,\n  "c": 3\n}', '{\n  "b": 1,\n  "c": 3\n}', id="first on a line"),
    pytest.param('{ "r": 1,\n  "b": 2 }', '{ "b": 2 }', id="hanging first"),
    pytest.param('{ "a": 1,\n  "r": 2 }', '{ "a": 1 }', id="hanging last"),
    pytest.param('{ "a": 1\n, "r": 2\n}', '{ "a": 1\n}', id="comma first, last"),
    pytest.param('{ "r": 1\n, "b": 2\n}', '{ "b": 2\n}', id="comma first, first"),
    pytest.param('{\n  "a": 1 ,\n  "r": 2\n}', '{\n  "a": 1\n}', id="blank before the comma"),
    pytest.param('{\n  "a": 1,\n\n  "r": 2,\n\n  "c": 3\n}', '{\n  "a": 1,\n\n  "c": 3\n}', id="blank lines"),
    pytest.param('{"a": 1}', '{"a": 1}', id="not there"),
    pytest.param(r'{"\u0072": 1, "b": 2}', '{"b": 2}', id="key with an escape"),
]
REMOVED_JSONC = [
    pytest.param('{\n  // x\n  "r": 1\n}', "{\n  // x\n}", id="only, comment above"),
    pytest.param('{ /* x */ "r": 1 }', "{ /* x */ }", id="only, comment before"),
    pytest.param('{ "r": 1 /* x */ }', "{ /* x */ }", id="only, comment behind"),
    pytest.param('{\n  "a": 1, // x\n  "r": 2 // y\n}', '{\n  "a": 1 // x\n  // y\n}', id="last, comments"),
    pytest.param('{\n  "a": 1, // x\n  "r": 2, // y\n}', '{\n  "a": 1, // x\n  // y\n}', id="trailing comma"),
    pytest.param('{\n  "r": 1, // x\n  "b": 2, // y\n}', '{\n  // x\n  "b": 2, // y\n}', id="first, comments"),
    pytest.param('{"a": 1, // x\n "r": 2}', '{"a": 1 // x\n }', id="the brace stays out of the comment"),
    pytest.param('{"a": 1, /* x */ "r": 2}', '{"a": 1 /* x */}', id="block comment before the last"),
    pytest.param('{"a": 1, "r": 2,}', '{"a": 1,}', id="trailing comma on one line"),
    pytest.param('{"r": 1,}', "{}", id="only, trailing comma"),
    pytest.param('{"r": 1 /* x */, "b": 2}', '{/* x */ "b": 2}', id="comment before the comma"),
    pytest.param('{"a": 1, "r": 1 // x\n, "b": 2}', '{"a": 1, // x\n "b": 2}', id="line comment before the comma"),
    pytest.param('{"r": /* in */ 1, "b": 2}', '{"b": 2}', id="a comment inside goes along"),
]


@pytest.mark.parametrize(("before", "after"), REMOVED)
@pytest.mark.parametrize("format_", [STRICT_JSON, JSONC], ids=["strict", "jsonc"])
def test_removed_member(format_: Format, before: str, after: str) -> None:
    """A removed member takes its comma and its line with it and leaves the rest as it was."""
    assert edited(format_, before, remove("r")) == after


@pytest.mark.parametrize(("before", "after"), REMOVED_JSONC)
def test_removed_member_beside_comments(before: str, after: str) -> None:
    """Comments outside a removed member stay."""
    assert edited(JSONC, before, remove("r")) == after


REPLACED: list[Any] = [
    pytest.param('{"a": 1.0, "b": 2}', Set(("a",), 1), '{"a": 1, "b": 2}', id="1 is not 1.0"),
    pytest.param('{"a": true}', Set(("a",), 1), '{"a": 1}', id="true is not 1"),
    pytest.param('{"a": 1e2}', Set(("a",), 100.0), '{"a": 1e2}', id="an equal number keeps its spelling"),
    pytest.param(r'{"a": "\u0078"}', Set(("a",), "x"), r'{"a": "\u0078"}', id="an equal string too"),
    pytest.param('{"a":{"y":1,"x":[1]}}', Set(("a",), {"x": [1], "y": 1}), '{"a":{"y":1,"x":[1]}}', id="order"),
    pytest.param('{\n  "a": "old" // x\n}', Set(("a",), "new"), '{\n  "a": "new" // x\n}', id="comment behind"),
    pytest.param('{\n  "a": null,\n  "b": 1\n}', Set(("a", "k"), "v"), '{\n  "a": {\n    "k": "v"\n  },\n  "b": 1\n}',
                 id="null becomes an object"),
    pytest.param('{"a": null}', Set(("a", "k"), "v"), '{"a": {"k": "v"}}', id="null on one line"),
    pytest.param('{\n  "a": {"b": 1}\n}', Set(("a",), {"c": 2, "d": 3}), '{\n  "a": {"c": 2, "d": 3}\n}', id="inline"),
    pytest.param('{\n\t"a": 1\n}', Set(("a",), ["x", "y"]), '{\n\t"a": [\n\t\t"x",\n\t\t"y"\n\t]\n}', id="list"),
    pytest.param('{\n  "a": 1\n}', Set(("a",), {}), '{\n  "a": {}\n}', id="empty object"),
    pytest.param('{\n  "a": 1\n}', Set(("b", "c", "d"), 1),
                 '{\n  "a": 1,\n  "b": {\n    "c": {\n      "d": 1\n    }\n  }\n}', id="missing parents"),
    pytest.param('{"a": ""}', Set(("a",), "你\u2028\u2029\x7f\x01\ud83d\"\\/"),
                 '{"a": "你\\u2028\\u2029\\u007f\\u0001\\ud83d\\"\\\\/"}', id="escapes"),
    pytest.param('{"a": {}}', Set(("a", "k"), "v"), '{"a": {"k": "v"}}', id="empty on one line"),
    pytest.param('{\n  "x": {"a": {}}\n}', Set(("x", "a", "k"), "v"), '{\n  "x": {"a": {"k": "v"}}\n}', id="deeper"),
    pytest.param('{"b": 1, "a": {\n    "x": 1\n}}', Set(("a", "k"), "v"),
                 '{"b": 1, "a": {\n    "x": 1,\n    "k": "v"\n}}', id="lines inside a line"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "edit", "after"), REPLACED)
def test_set_value(before: str, edit: Set, after: str) -> None:
    """A value is replaced in its own span; an equal one changes no byte."""
    assert edited(JSONC, before, edit) == after


LISTS: list[Any] = [
    pytest.param('{"l": []}', Set(("l", Select(None, "x")), "x"), '{"l": ["x"]}', id="into an empty one"),
    pytest.param('{\n  "l": []\n}', Set(("l", Select(None, "x")), "x"), '{\n  "l": [\n    "x"\n  ]\n}', id="on lines"),
    pytest.param('{"l": ["a","b"]}', Set(("l", Select(None, "x")), "x"), '{"l": ["a","b","x"]}', id="appended"),
    pytest.param('{"l": ["a", "x"]}', Set(("l", Select(None, "x")), "x"), '{"l": ["a", "x"]}', id="there already"),
    pytest.param('{\n  "l": [\n    {"id": "x", "v": 1}\n  ]\n}', Set(("l", Select("id", "x"), "v"), 2),
                 '{\n  "l": [\n    {"id": "x", "v": 2}\n  ]\n}', id="inside an element"),
    pytest.param('{"l": null}', Set(("l", Select("id", "x")), {"id": "x"}), '{"l": [{"id": "x"}]}', id="null"),
    pytest.param('{"l": ["r", "b", "c"]}', remove("l", Select(None, "r")), '{"l": ["b", "c"]}', id="first out"),
    pytest.param('{"l": ["a", "r"]}', remove("l", Select(None, "r")), '{"l": ["a"]}', id="last out"),
    pytest.param('{"l": [\n  "r"\n]}', remove("l", Select(None, "r")), '{"l": []}', id="only one out"),
    pytest.param('{"l": [{"id": "x", "v": 1}, 2]}', remove("l", Select("id", "x"), "v"), '{"l": [{"id": "x"}, 2]}',
                 id="inside an element out"),
    pytest.param('{"l": [1]}', remove("l", "x"), '{"l": [1]}', id="a name doesn't fit a list"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "edit", "after"), LISTS)
def test_list_elements(before: str, edit: Edit, after: str) -> None:
    """Elements are found by what they hold, appended at the end, and removed like members."""
    assert edited(STRICT_JSON, before, edit) == after


SEVERAL: list[Any] = [
    pytest.param('{"r":"sk-old-1"}', [remove("r"), Set(("n",), "v")], '{"n":"v"}', id="one for the other"),
    pytest.param('{\n  "r": 1,\n  "s": 2\n}', [remove("r"), remove("s"), Set(("n",), 1), Set(("m",), 2)],
                 '{\n  "n": 1,\n  "m": 2\n}', id="two for two"),
    pytest.param('{"a": 1, "r": 2, "s": 3, "b": 4, "t": 5}', [remove("r"), remove("s"), remove("t")],
                 '{"a": 1, "b": 4}', id="neighbours and the last"),
    pytest.param('{"r": 1, "s": 2, "b": 3}', [remove("s"), remove("r")], '{"b": 3}', id="the first two"),
    pytest.param('{"a": 1, "r": 2}', [remove("r"), Set(("n",), 3)], '{"a": 1, "n": 3}', id="last for new"),
    pytest.param('{"r": 1}', [remove("r"), Set(("r",), 1)], '{"r": 1}', id="out and in again"),
    pytest.param('{"a": 1}', [Set(("n",), 2), remove("n")], '{"a": 1}', id="in and out again"),
    pytest.param('{"a": 1}', [Set(("n", "x"), 2), Set(("n", "y"), 3), remove("n", "x")], '{"a": 1, "n": {"y": 3}}',
                 id="inside what is new"),
    pytest.param('{"a": {"x": 1}}', [Set(("a", "x"), 2), Set(("a",), {"x": 1})], '{"a": {"x": 1}}', id="back again"),
    pytest.param('{\n  "r": 1, // x\n  "s": 2 // y\n}', [remove("r"), remove("s"), Set(("n",), 1)],
                 '{\n  "n": 1 // x\n  // y\n}', id="all out beside comments"),
    pytest.param('{"l": [{"id": "a"}]}',
                 [Set(("l", Select("id", "a"), "id"), "b"), Set(("l", Select("id", "b"), "v"), 1)],
                 '{"l": [{"id": "b", "v": 1}]}', id="found by an edited value"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "edits", "after"), SEVERAL)
def test_several_edits_at_once(before: str, edits: list[Edit], after: str) -> None:
    """Edits of one run see each other and are written once."""
    assert edited(JSONC, before, *edits) == after


CONFLICTS: list[Any] = [
    pytest.param('{"a": [1]}', Set(("a", "k"), 1), ("a",), "object", "array", id="a list in the way"),
    pytest.param('{"a": "x"}', Set(("a", "k", "m"), 1), ("a",), "object", "string", id="a string in the way"),
    pytest.param('{"a": {"b": 1}}', Set(("a", "b", "c"), 1), ("a", "b"), "object", "number", id="a number deeper"),
    pytest.param('{"a": {}}', Set(("a", Select(None, "x")), "x"), ("a",), "array", "object", id="an object for a list"),
]


@pytest.mark.parametrize(("before", "edit", "path", "expected", "found"), CONFLICTS)
def test_conflicts(before: str, edit: Set, path: Path, expected: str, found: str) -> None:
    """A value of another type in the way is named, not overwritten."""
    with pytest.raises(EditConflictError) as caught:
        STRICT_JSON.edit(before.encode(), [edit])
    assert (caught.value.path, caught.value.expected, caught.value.found) == (path, expected, found)


def test_ambiguous_element() -> None:
    """Two elements that match are a conflict, also after edits of the same run."""
    with pytest.raises(EditConflictError, match="one matching element"):
        STRICT_JSON.edit(b'{"l": [{"id": "x"}, {"id": "x"}]}', [Set(("l", Select("id", "x"), "v"), 1)])
    with pytest.raises(EditConflictError, match="expected array, found object"):
        STRICT_JSON.edit(b"{}", [Set((Select(None, "x"),), 1)])


@pytest.mark.parametrize("before", ["", "  \n", "{}", '{"a": 1}', "\ufeff{ }"])
def test_nothing_to_do_changes_no_byte(before: str) -> None:
    """Without an effect an edit returns the very bytes, even of an empty file."""
    assert STRICT_JSON.edit(before.encode(), [remove("r"), remove("x", "y"), Set((), 1)]) == before.encode()


def test_locate() -> None:
    """The place of a value: line and column in characters, a byte order mark not counted, CRLF one line end."""
    data = '\ufeff{"é": 1,\r\n "l": [{"id": "x",\r "v": 2}], "n": null}'.encode()
    assert STRICT_JSON.locate(data, ("é",)) == Position(1, 7)
    assert STRICT_JSON.locate(data, ("l", Select("id", "x"), "v")) == Position(3, 7)
    assert STRICT_JSON.locate(data, ("n",)) == Position(3, 17)
    assert STRICT_JSON.locate(data, ("n", "x")) is None
    assert STRICT_JSON.locate(data, ("l", "x")) is None
    assert STRICT_JSON.locate(data, ("x",)) is None
    assert STRICT_JSON.locate(b"", ("x",)) is None
    with pytest.raises(FormatError):
        STRICT_JSON.locate(b"{", ("x",))


@pytest.mark.parametrize("format_", [STRICT_JSON, JSONC], ids=["strict", "jsonc"])
def test_minified_megabyte(format_: Format) -> None:
    """One line of a megabyte, full of what looks like comments, is edited in linear time (a quadratic scan
    would take minutes and meet the test's time limit) and only where it must be."""
    members = ",".join(f'"k{n}":{{"url":"http://h/{n}//x","glob":"/*.{{ts,}}"}}' for n in range(22_000))
    before = f'{{{members},"env":{{}}}}'.encode()
    assert len(before) > 1_000_000
    after = format_.edit(before, [Set(("env", "A"), "1")])
    assert after == before[:-2] + b'"A":"1"}}'
