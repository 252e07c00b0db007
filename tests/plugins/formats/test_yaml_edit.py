"""YAML edits, exactly: the bytes before, the edits, the bytes after."""

from __future__ import annotations

from typing import Any

import pytest

from taotoken._message import Text
from taotoken_plugins._edit import Edit, EditConflictError, Path, Remove, Select, Set
from taotoken_plugins._formats import Position
from taotoken_plugins._formats.yaml_format import YAML

REASON = Text(en="old", zh="旧")()
TAOTOKEN = Select("name", "TaoToken")


def put(value: Any, *path: str | Select) -> Set:
    return Set(path, value)


def drop(*path: str | Select) -> Remove:
    return Remove(path, REASON)


CONTINUE = """\
name: Mine # my own
version: 1.0.0
schema: v1

models:
  # the one I use
  - name: GPT
    provider: openai
    model: gpt-4
    roles: [chat, edit]
    # apiKey: x

  - name: TaoToken
    provider: openai
    apiBase: 'https://old.example/v1'

# rest
rules: []
"""
ENTRY = {"name": "TaoToken", "provider": "openai", "model": "demo-large", "roles": ["chat", "edit"]}
LLM = {"model_id": "taotoken", "api_base": "https://gw.example/api/v1", "api_key_name": "taotoken"}
GOOSE = "extensions:\n  developer:\n    enabled: true\nGOOSE_PROVIDER: openai\n"
LLM_LINES = "- model_id: taotoken\n  api_base: https://gw.example/api/v1\n  api_key_name: taotoken\n"

CASES: dict[str, tuple[str, list[Edit], str]] = {
    "Continue: one entry of a list, in its own quotes": (
        CONTINUE,
        [
            put("https://gw.example/api/v1", "models", TAOTOKEN, "apiBase"),
            put("sk-demo-1", "models", TAOTOKEN, "apiKey"),
        ],
        CONTINUE.replace(
            "'https://old.example/v1'", "'https://gw.example/api/v1'\n    apiKey: sk-demo-1"
        ),
    ),
    "Continue: a new entry below the last": (
        CONTINUE.replace("TaoToken", "Other"),
        [put(ENTRY, "models", TAOTOKEN)],
        CONTINUE.replace("TaoToken", "Other").replace(
            "old.example/v1'\n",
            "old.example/v1'\n  - name: TaoToken\n    provider: openai\n    model: demo-large\n"
            "    roles:\n      - chat\n      - edit\n",
        ),
    ),
    "an entry goes, comments outside it stay": (
        CONTINUE,
        [drop("models", Select("name", "GPT"))],
        CONTINUE.replace(
            "  - name: GPT\n    provider: openai\n    model: gpt-4\n    roles: [chat, edit]\n    # apiKey: x\n", ""
        ),
    ),
    "an entry set as a whole changes only what differs": (
        "m:\n  - name: TaoToken # ours\n    model: old # was\n    extra: 1\n",
        [put({"name": "TaoToken", "model": "new"}, "m", TAOTOKEN)],
        "m:\n  - name: TaoToken # ours\n    model: new # was\n",
    ),
    "aider: names are added below the last one, among comments": (
        "##########\n# model: x\nmodel: gpt-4 # mine\n# openai-api-key: x\n\n## more\n",
        [put("m/demo", "model"), put("sk-demo-1", "openai-api-key")],
        "##########\n# model: x\nmodel: m/demo # mine\nopenai-api-key: sk-demo-1\n# openai-api-key: x\n\n## more\n",
    ),
    "aider: nothing but comments": ("# all off\n", [put("m", "model")], "# all off\nmodel: m\n"),
    "llm: a list at the top": (
        "# mine\n- model_id: other\n  api_base: http://127.0.0.1:1\n",
        [put(LLM, Select("model_id", "taotoken"))],
        "# mine\n- model_id: other\n  api_base: http://127.0.0.1:1\n" + LLM_LINES,
    ),
    "llm: a list in a new file": (
        "",
        [put(LLM, Select("model_id", "taotoken"))],
        LLM_LINES,
    ),
    "llm: the last entry": ("# m\n- model_id: taotoken\n", [drop(Select("model_id", "taotoken"))], "# m\n[]\n"),
    "llm: an empty list": ("[]\n", [put({"model_id": "t"}, Select("model_id", "t"))], "- model_id: t\n"),
    "Goose: nested mappings": (
        GOOSE,
        [put("taotoken", "active_provider"), put({"enabled": True, "model": "m"}, "providers", "taotoken")],
        GOOSE + "active_provider: taotoken\nproviders:\n  taotoken:\n    enabled: true\n    model: m\n",
    ),
    "CRLF, no line break at the end": (
        "a:\r\n  b: 1\r\nc: 2",
        [put(3, "a", "x"), put("q", "d")],
        "a:\r\n  b: 1\r\n  x: 3\r\nc: 2\r\nd: q",
    ),
    "byte order mark": ("\ufeffa: 1\n", [put(2, "a")], "\ufeffa: 2\n"),
    "document marks": ("%YAML 1.1\n---\na: 1\n...\n", [put(2, "b")], "%YAML 1.1\n---\na: 1\nb: 2\n...\n"),
    "an empty document between marks": ("---\n# c\n...\n", [put(2, "b")], "---\n# c\nb: 2\n...\n"),
    "the file's indentation": (
        "a:\n    b:\n    -   c: 1\n",
        [put({"e": {"f": [2, {"g": 1, "h": 2}]}}, "x")],
        "a:\n    b:\n    -   c: 1\nx:\n    e:\n        f:\n        -   2\n        -   g: 1\n            h: 2\n",
    ),
    "indentless list": ("a:\n- x\nb: 1\n", [put("y", "a", Select(None, "y"))], "a:\n- x\n- \"y\"\nb: 1\n"),
    "a name without a value becomes a mapping": (
        "a: # c\n  # d\nb: 1\n", [put(1, "a", "x")], "a: # c\n  # d\n  x: 1\nb: 1\n",
    ),
    "null becomes a list": ("a: ~ # c\nb: 1\n", [put("z", "a", Select(None, "z"))], "a: # c\n  - z\nb: 1\n"),
    "an empty flow mapping becomes a block": ("a: {}\n", [put(1, "a", "b", "c")], "a:\n  b:\n    c: 1\n"),
    "flow mapping": (
        "a: {b: 1, c: [x, y], }  # k\n",
        [put("n", "a", "q"), drop("a", "c", Select(None, "x"))],
        'a: {b: 1, c: ["y"], q: "n", }  # k\n'.replace('["y"]', "[y]"),
    ),
    "flow over several lines": (
        "a: [\n  b, # x\n  c,\n  d\n]\n",
        [drop("a", Select(None, "c")), put("e", "a", Select(None, "e"))],
        "a: [\n  b, # x\n  d,\n  e\n]\n",
    ),
    "flow: the last item": ("a: [b, c, d]\n", [drop("a", Select(None, "d"))], "a: [b, c]\n"),
    "flow: a name alone": ("a: {b, c: 1}\n", [put(1, "a", "b")], "a: {b: 1, c: 1}\n"),
    "JSON is YAML": ('{"a": {"b": "c"}}\n', [put("x", "a", "b"), put(True, "d")], '{"a": {"b": "x"}, d: true}\n'),
    "text block replaced": ("a: |\n  x # no\n  y\n\n# c\nb: 1\n", [put("z", "a")], "a: z\n\n# c\nb: 1\n"),
    "text block below": ("a: |\n  x\n\n# c\nb: 1\n", [put("z", "c")], "a: |\n  x\n\n# c\nb: 1\nc: z\n"),
    "value on the next line": ("a:\n  x\nb: 1\n", [put("z", "a")], "a:\n  z\nb: 1\n"),
    "block replaced by a word": ("a: # q\n  b: 1 # z\n  # u\n# c\nd: 1\n", [put("x", "a")], "a: x # q\n# c\nd: 1\n"),
    "word replaced by a block": ("a: x # q\n# c\nd: 1\n", [put({"x": 1}, "a")], "a: # q\n  x: 1\n# c\nd: 1\n"),
    "the first name behind a dash": ("- a: x # d\n  b: 2\n", [drop(Select("a", "x"), "a")], "- b: 2\n"),
    "the first name behind a dash, a comment below": (
        "- a: x\n  # c\n  b: 2\n", [drop(Select("a", "x"), "a")], "- \n  # c\n  b: 2\n",
    ),
    "the last name of a mapping": ("a:\n  b: 1\nc: 2\n", [drop("a", "b")], "a: {}\nc: 2\n"),
    "every name": ("# c\na: 1 # d\n# e\nb: 2", [drop("a"), drop("b")], "# c\n# e"),
    "anchors elsewhere": (
        "x: &x {k: 1}\ny: *x\nz: 1\n", [put(2, "z"), put("w", "y")], "x: &x {k: 1}\ny: w\nz: 2\n",
    ),
    "a name that a merge key gives is written beside it": (
        "d: &d\n  p: openai\nm:\n  - name: TaoToken\n    <<: *d\n",
        [put("anthropic", "m", TAOTOKEN, "p"), put("x", "m", TAOTOKEN, "k")],
        "d: &d\n  p: openai\nm:\n  - name: TaoToken\n    <<: *d\n    p: anthropic\n    k: x\n",
    ),
    "inside of an unusual form": ("? a\n: b: 1\n", [put(1, "a", "c")], "? a\n: b: 1\n  c: 1\n"),
    "tags elsewhere": ("a: !env {x: 1}\nb: !foo 2\nc: 1\n", [put(2, "c")], "a: !env {x: 1}\nb: !foo 2\nc: 2\n"),
    "long names, odd quotes": ('"a" : \'b\'\n? c\n: d\n', [put("e", "a"), put("f", "c")], '"a" : \'e\'\n? c\n: f\n'),
}  # fmt: skip


@pytest.mark.parametrize(("before", "edits", "after"), CASES.values(), ids=CASES.keys())
def test_edit(before: str, edits: list[Edit], after: str) -> None:
    """Exactly these bytes, and the same edits a second time change nothing."""
    once = YAML.edit(before.encode(), edits)
    assert once.decode() == after
    assert YAML.edit(once, edits) == once


# What is written, as every YAML reader takes it.
SPELLED = [
    ("https://gw.example/api/v1", "https://gw.example/api/v1"), ("openai/demo-large", "openai/demo-large"),
    ("sk-demo-1", "sk-demo-1"), ("Tao Token 2", "Tao Token 2"), ("模型", "模型"), ("yes", '"yes"'), ("No", '"No"'),
    ("y", '"y"'), ("on", '"on"'), ("null", '"null"'), ("~", '"~"'), ("", '""'), ("1", '"1"'), ("0123", '"0123"'),
    ("1_000", '"1_000"'), ("1e5", '"1e5"'), ("0x1f", '"0x1f"'), ("12:30:45", '"12:30:45"'), (".5", '".5"'),
    ("2026-01-02", '"2026-01-02"'), ("4o-mini", "4o-mini"), ("a: b", '"a: b"'), ("a:", '"a:"'), ("a #b", '"a #b"'),
    (" a", '" a"'), ("a\nb", '"a\\nb"'), ("a\u2028\ufeff\x85", '"a\\u2028\\ufeff\\u0085"'), ("<<", '"<<"'),
    ("=", '"="'),
    ("${{ secrets.KEY }}", '"${{ secrets.KEY }}"'), ("C:\\x", '"C:\\\\x"'), ("*a", '"*a"'), ("- a", '"- a"'),
    (True, "true"), (None, "null"), (1, "1"), (-3, "-3"), (1.5, "1.5"), (1e16, "1.0e+16"), (float("inf"), ".inf"),
    ([], "[]"), ({}, "{}"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "spelled"), SPELLED)
def test_values_are_written_so_that_all_versions_read_the_same(value: Any, spelled: str) -> None:
    """Quotes only where YAML 1.1 or 1.2 would read something else."""
    assert YAML.edit(b"", [Set(("k",), value)]).decode() == f"k: {spelled}\n"


# What is read, by YAML 1.2.
READ = [
    ("yes", "yes"), ("True", True), ("0o17", 15), ("017", 17), ("0x1F", 31), ("1_0", "1_0"), ("1.", 1.0),
    ("1e2", 100.0),
    ("2026-01-02", "2026-01-02"), ("", None), ("~", None), ("!!str 1", "1"), ("!!int '1'", 1), ("!x 1", "1"),
    ("-.inf", float("-inf")), (">-\n  a\n  b", "a b"), ("'it''s'", "it's"), ('"\\u4f60"', "你"), ("+1", 1),
    ("1" * 5000, float("inf")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), READ, ids=[text[:20] for text, _ in READ])
def test_values_are_read_by_the_core_schema(text: str, value: Any) -> None:
    """Only null, true, false and numbers are anything but text."""
    found = YAML.load(f"k: {text}\n".encode())["k"]
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize("text", ["", "\n", "# c", "---\n", "--- # c\n...\n", "null\n", "\ufeff", "%YAML 1.2\n---\n"])
def test_a_file_with_nothing_in_it_is_empty(text: str) -> None:
    """It loads as an empty object, and takes a first value below its comments."""
    assert YAML.load(text.encode()) == {}
    assert YAML.load(YAML.edit(text.encode(), [put("x", "k")])) == {"k": "x"}


LOCATED: list[tuple[Path, Position | None]] = [
    (("name",), Position(1, 7)),
    (("models",), Position(7, 3)),
    (("models", Select("name", "TaoToken")), Position(13, 5)),
    (("models", Select("name", "TaoToken"), "apiBase"), Position(15, 14)),
    (("models", Select("name", "GPT"), "roles", Select(None, "edit")), Position(10, 19)),
    (("models", Select("name", "none")), None),
    (("name", "x"), None),
    (("none",), None),
    ((), None),
]


@pytest.mark.parametrize(("path", "position"), LOCATED)
def test_locate(path: Path, position: Position | None) -> None:
    """Line and column of a value, None when it is absent."""
    assert YAML.locate(CONTINUE.encode(), path) == position


def test_locate_through_aliases_and_merge_keys() -> None:
    """The alias's own text is the value's place; what a merge key gives stands at the mapping."""
    text = b"a: &a\n  b: 1\nc: *a\nd:\n  <<: *a\n  e: 2\n"
    assert YAML.locate(text, ("c", "b")) == Position(2, 6)
    assert YAML.locate(text, ("c",)) == Position(3, 4)
    assert YAML.locate(text, ("d", "b")) == Position(5, 3)
    assert YAML.locate(text, ("d", "e")) == Position(6, 6)


@pytest.mark.parametrize(
    ("text", "edit", "expected", "found"),
    [
        ("a: x\n", put(1, "a", "b"), "object", "string"),
        ("a: [1]\n", put(1, "a", "b"), "object", "array"),
        ("- a\n", put(1, "a"), "object", "array"),
        ("a: 1\n", put("x", Select(None, "x")), "array", "object"),
        ("text\n", put(1, "a"), "object", "string"),
        ("a: [{n: x}, {n: x}]\n", put(1, "a", Select("n", "x"), "b"), "one matching element", "2"),
    ],
)
def test_conflicts(text: str, edit: Edit, expected: str, found: str) -> None:
    """A value that stands in the way is named and nothing is written."""
    with pytest.raises(EditConflictError) as caught:
        YAML.edit(text.encode(), [edit])
    assert (caught.value.expected, caught.value.found) == (expected, found)
