"""TOML edits, exactly: the bytes before, the edits, the bytes after."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from taotoken._message import Text
from taotoken_plugins._edit import EditConflictError, Path, Remove, Select, Set, apply_to_data
from taotoken_plugins._formats import FormatError, Position
from taotoken_plugins._formats.toml_format import TOML

REASON = Text(en="old", zh="旧")()


def put(path: str | Path, value: Any) -> Set:
    return Set(tuple(path.split(".")) if isinstance(path, str) else path, value)


def drop(path: str | Path) -> Remove:
    return Remove(tuple(path.split(".")) if isinstance(path, str) else path, REASON)


PROVIDER = "model_providers.taotoken"
CODEX = (
    put("model", "demo-large"),
    put("model_provider", "taotoken"),
    put(f"{PROVIDER}.name", "TaoToken"),
    put(f"{PROVIDER}.base_url", "https://gw.example/api/v1"),
    put(f"{PROVIDER}.wire_api", "responses"),
    put(f"{PROVIDER}.experimental_bearer_token", "sk-demo-7f3a"),
)
PAIRS = """\
name = "TaoToken"
base_url = "https://gw.example/api/v1"
wire_api = "responses"
experimental_bearer_token = "sk-demo-7f3a"
"""
TABLE = "[model_providers.taotoken]\n" + PAIRS
MEMBERS = PAIRS.rstrip("\n").replace("\n", ", ")

# before, after: one whole Codex set-up on each.
SETUPS = {
    "empty": ("", 'model = "demo-large"\nmodel_provider = "taotoken"\n\n' + TABLE),
    "C18 root keys stay root": (
        """\
# mine
model = "gpt-5.4"   # default
approval_policy = "untrusted"
sandbox_mode = "read-only"

[mcp_servers.docs]
command = "npx"
""",
        f"""\
# mine
model = "demo-large"   # default
approval_policy = "untrusted"
sandbox_mode = "read-only"
model_provider = "taotoken"

[mcp_servers.docs]
command = "npx"

{TABLE}""",
    ),
    "C19 other providers, profiles, projects": (
        """\
[model_providers.old]
name = "Old"
base_url = "https://old.example/v1"
env_key = "OLD_KEY"
http_headers = { "X-Team" = "blue" }

[profiles.review]
model_provider = "old"

[projects."/home/u/my app"]
trust_level = "trusted"
""",
        f"""\
model = "demo-large"
model_provider = "taotoken"

[model_providers.old]
name = "Old"
base_url = "https://old.example/v1"
env_key = "OLD_KEY"
http_headers = {{ "X-Team" = "blue" }}

[profiles.review]
model_provider = "old"

[projects."/home/u/my app"]
trust_level = "trusted"

{TABLE}""",
    ),
    "C20 commented keys are not keys": (
        """\
model_provider = "cur"
# [model_providers.taotoken]
# base_url = "https://old.example/v1"
[model_providers.cur]
base_url = "https://cur.example/v1"
""",
        f"""\
model_provider = "taotoken"
model = "demo-large"
# [model_providers.taotoken]
# base_url = "https://old.example/v1"
[model_providers.cur]
base_url = "https://cur.example/v1"

{TABLE}""",
    ),
    "keys are replaced, not doubled": (
        """\
model_provider = "ccswitch" # old
model = "gpt-old"
model_reasoning_effort = "high"

[model_providers.ccswitch]
name = "OpenAI"
""",
        f"""\
model_provider = "taotoken" # old
model = "demo-large"
model_reasoning_effort = "high"

[model_providers.ccswitch]
name = "OpenAI"

{TABLE}""",
    ),
    "no root keys, comment on top": (
        "# my codex\n[features]\nweb_search = true # keep\n",
        f"""\
# my codex
model = "demo-large"
model_provider = "taotoken"

[features]
web_search = true # keep

{TABLE}""",
    ),
    "comment on top, another on the table": (
        "\n# my codex\n# since 2024\n\n# search\n[features]\nweb_search = true\n",
        f"""\

# my codex
# since 2024
model = "demo-large"
model_provider = "taotoken"

# search
[features]
web_search = true

{TABLE}""",
    ),
    "only a sub-table of the provider": (
        """\
model_provider = "taotoken"

# headers of mine
[model_providers.taotoken.env_http_headers]
X-Demo = "DEMO_VAR"

[tui]
notifications = true
""",
        f"""\
model_provider = "taotoken"
model = "demo-large"

{TABLE}
# headers of mine
[model_providers.taotoken.env_http_headers]
X-Demo = "DEMO_VAR"

[tui]
notifications = true
""",
    ),
    "only a sub-table, first in the file": (
        '[model_providers.taotoken.env_http_headers]\nX-Demo = "V"\n',
        f"""\
model = "demo-large"
model_provider = "taotoken"

{TABLE}
[model_providers.taotoken.env_http_headers]
X-Demo = "V"
""",
    ),
    "one inline table of providers": (
        'model = "gpt-old"\nmodel_providers = { old = { name = "Old", base_url = "https://old.example/v1" } }\n',
        f"""\
model = "demo-large"
model_providers = {{ old = {{ name = "Old", base_url = "https://old.example/v1" }}, taotoken = {{ {MEMBERS} }} }}
model_provider = "taotoken"
""",
    ),
    "the provider inline in its super-table": (
        "[model_providers]\ntaotoken = {base_url='x'} # mine\n",
        """\
model = "demo-large"
model_provider = "taotoken"

[model_providers]
taotoken = {base_url="https://gw.example/api/v1", name = "TaoToken", wire_api = "responses", \
experimental_bearer_token = "sk-demo-7f3a"} # mine
""",
    ),
    "dotted keys at the root": (
        "model_providers.taotoken.base_url = 'x'  # old\nz = 1\n",
        """\
model_providers.taotoken.base_url = "https://gw.example/api/v1"  # old
model_providers.taotoken.name = "TaoToken"
model_providers.taotoken.wire_api = "responses"
model_providers.taotoken.experimental_bearer_token = "sk-demo-7f3a"
z = 1
model = "demo-large"
model_provider = "taotoken"
""",
    ),
    "dotted keys of another provider": (
        "model_providers . 'old'.name = 'Old'\n",
        """\
model_providers . 'old'.name = 'Old'
model_providers.taotoken.name = "TaoToken"
model_providers.taotoken.base_url = "https://gw.example/api/v1"
model_providers.taotoken.wire_api = "responses"
model_providers.taotoken.experimental_bearer_token = "sk-demo-7f3a"
model = "demo-large"
model_provider = "taotoken"
""",
    ),
    "dotted keys in the super-table": (
        "model = 'a'\nmodel_provider = 'b'\n[model_providers]\n  \"taotoken\".base_url = 'x'\n[z]\n",
        """\
model = "demo-large"
model_provider = "taotoken"
[model_providers]
  "taotoken".base_url = "https://gw.example/api/v1"
  "taotoken".name = "TaoToken"
  "taotoken".wire_api = "responses"
  "taotoken".experimental_bearer_token = "sk-demo-7f3a"
[z]
""",
    ),
    "quoted header, super-table after it, a split table": (
        """\
model = "a"
[ "model_providers" . 'taotoken' ] # c
  base_url = "x"
  # between
[other]
k = 1
[model_providers.taotoken.http_headers]
h = "1"
[model_providers]
""",
        """\
model = "demo-large"
model_provider = "taotoken"
[ "model_providers" . 'taotoken' ] # c
  base_url = "https://gw.example/api/v1"
  name = "TaoToken"
  wire_api = "responses"
  experimental_bearer_token = "sk-demo-7f3a"
  # between
[other]
k = 1
[model_providers.taotoken.http_headers]
h = "1"
[model_providers]
""",
    ),
    "arrays of tables before and after": (
        """\
[[hooks]]
name = "a"
[hooks.env]
x = "1"
[model_providers.taotoken]
[[hooks]]
name = "b"
""",
        f"""\
model = "demo-large"
model_provider = "taotoken"

[[hooks]]
name = "a"
[hooks.env]
x = "1"
{TABLE}[[hooks]]
name = "b"
""",
    ),
    "lines that only look like headers": (
        '''\
prompt = """
[model_providers.taotoken]
base_url = "no" # \\""" still text
"""""
regex = \'\'\'
[x]
'quoted''\'\'\'
list = [ # [model_providers.taotoken]
  "]", # ]
  [1, 2],
]
when = 1979-05-27 07:32:00 # then

[t]
at = 07:32:00
''',
        f'''\
prompt = """
[model_providers.taotoken]
base_url = "no" # \\""" still text
"""""
regex = \'\'\'
[x]
'quoted''\'\'\'
list = [ # [model_providers.taotoken]
  "]", # ]
  [1, 2],
]
when = 1979-05-27 07:32:00 # then
model = "demo-large"
model_provider = "taotoken"

[t]
at = 07:32:00

{TABLE}''',
    ),
    "odd spacing, no final newline": (
        'model="a"   # odd\n\n\n[z]\nk=1',
        f'model="demo-large"   # odd\nmodel_provider = "taotoken"\n\n\n[z]\nk=1\n\n{TABLE[:-1]}',
    ),
    "unicode": (
        '# 我的配置\nmodel = "通义" # 默认\n"键" = \'值\'\n',
        f'# 我的配置\nmodel = "demo-large" # 默认\n"键" = \'值\'\nmodel_provider = "taotoken"\n\n{TABLE}',
    ),
}


@pytest.mark.parametrize(("before", "after"), SETUPS.values(), ids=SETUPS)
@pytest.mark.parametrize("layout", ["lf", "crlf", "bom"])
def test_a_codex_setup_changes_only_its_own_lines(before: str, after: str, layout: str) -> None:
    """In every spelling of the present configuration, with either line end and with a BOM; twice is once."""

    def stored(text: str) -> bytes:
        if layout == "crlf":
            text = text.replace("\n", "\r\n")
        return (b"\xef\xbb\xbf" if layout == "bom" else b"") + text.encode()

    # An empty file has no line ends to follow.
    expected = stored(after) if before or layout != "crlf" else after.encode()
    assert TOML.edit(stored(before), CODEX).decode() == expected.decode()
    assert TOML.edit(expected, CODEX) == expected


PROVIDERS = '[[providers]]\nname = "a"\n\n[[providers]]\nname = "b"\n[providers.x]\nk = 1\n\n# about z\n[z]\n'
TAKEN = Select("name", "taotoken")

EDITS: dict[str, tuple[str, list[Set | Remove], str]] = {
    # Replacing
    "a string in single quotes": ("a = 'x' # c\n", [put("a", "y")], 'a = "y" # c\n'),
    "a string over lines": ('a = """\nx\n""" # c\nb = 1\n', [put("a", "y")], 'a = "y" # c\nb = 1\n'),
    "a key at the end without newline": ("a = 1", [put("a", 2)], "a = 2"),
    "true is not 1": ("a = 1\n", [put("a", True)], "a = true\n"),
    "1.0 is not 1": ("a = 1\n", [put("a", 1.0)], "a = 1.0\n"),
    "an equal value keeps its spelling": (
        "a = 0x10\nb = '''x'''\nc = +1e3\nd = { }\ne = [ 1,\n]\n",
        [put("a", 16), put("b", "x"), put("c", 1000.0), put("d", {}), put("e", [1])],
        "a = 0x10\nb = '''x'''\nc = +1e3\nd = { }\ne = [ 1,\n]\n",
    ),
    "a value by a table in place": ("a = 1 # c\nb = 2\n", [put("a", {"x": 1})], "a = { x = 1 } # c\nb = 2\n"),
    "a table by a value": ("[a]\nx = 1\n# c\n[b]\n", [put("a", 1)], "# c\na = 1\n\n[b]\n"),
    "a table by another changes the members": (
        "[a]\nx = 1 # x\ny = 2\n[a.s]\nz = 3\n",
        [put("a", {"x": 1, "w": 5, "s": {"z": 4}})],
        "[a]\nx = 1 # x\nw = 5\n[a.s]\nz = 4\n",
    ),
    "an array of tables by an array": ('[[a]]\nx = "1"\n[b]\n', [put("a", [1, 2])], "a = [1, 2]\n\n[b]\n"),
    "inside an inline table": (
        "a = { b = {c=1 , d = 2}, e = 3 } # c\n",
        [put("a.b.c", "x")],
        'a = { b = {c="x" , d = 2}, e = 3 } # c\n',
    ),
    "in an element of an array": (
        "a = [ {n = 'x', v = 1} ]\n",
        [put(("a", Select("n", "x"), "v"), 2)],
        "a = [ {n = 'x', v = 2} ]\n",
    ),
    "in an element of an array of tables": (
        PROVIDERS,
        [put(("providers", Select("name", "b"), "x", "k"), 2)],
        PROVIDERS.replace("k = 1", "k = 2"),
    ),
    # Adding
    "every kind of value": (
        "",
        [
            put("s", 'C:\\x "q"\n\t\x01\x7f é 中'),
            put("l", [1, "a", [True], {"k": {"x y": 2.5}}]),
            put("i", -3),
            put("inf", float("inf")),
            put("d", {}),
        ],
        """\
s = "C:\\\\x \\"q\\"\\n\\t\\u0001\\u007F é 中"
l = [1, "a", [true], { k = { "x y" = 2.5 } }]
i = -3
inf = inf

[d]
""",
    ),
    "dates": (
        "",
        [put("a", datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)), put("b", date(2024, 5, 6)), put("c", time(7, 8))],
        "a = 2024-05-06T07:08:09+00:00\nb = 2024-05-06\nc = 07:08:00\n",
    ),
    "names that need quotes": ("", [put(("a b", "ü", ""), 1)], '["a b"."ü"]\n"" = 1\n'),
    "a dict becomes a table": (
        "x = 1\n",
        [put("a.b", {"c": 1, "d": {"e": 2}})],
        "x = 1\n\n[a.b]\nc = 1\nd = { e = 2 }\n",
    ),
    "into an empty inline table": (
        "a = {}\nb = { }\n",
        [put("a.x", 1), put("b.x", 1)],
        "a = { x = 1 }\nb = { x = 1 }\n",
    ),
    "beside dotted members of an inline table": (
        "a = { b.c = 1 }\n",
        [put("a.b.d.e", 2), put("a.f.g", 3)],
        "a = { b.c = 1, b.d.e = 2, f = { g = 3 } }\n",
    ),
    "to an array on lines of its own": (
        'a = [\n  "x", # x\n  "y" # y\n]\n',
        [put(("a", Select(None, "z")), "z")],
        'a = [\n  "x", # x\n  "y", # y\n  "z"\n]\n',
    ),
    "to an array with a trailing comma": (
        'a = [\r\n\t"x",\r\n]\r\n',
        [put(("a", Select(None, "z")), "z")],
        'a = [\r\n\t"x",\r\n\t"z",\r\n]\r\n',
    ),
    "to an array on one line": ("a = ['x' , ]\n", [put(("a", Select(None, "z")), "z")], "a = ['x', \"z\" , ]\n"),
    "to an empty array": ("a = [ # none\n]\n", [put(("a", Select(None, "z")), "z")], 'a = ["z" # none\n]\n'),
    "a missing array": ("", [put(("a", Select(None, "z")), "z")], 'a = ["z"]\n'),
    "an element to an array of tables": (
        PROVIDERS,
        [put(("providers", TAKEN, "name"), "taotoken"), put(("providers", TAKEN, "u"), 1)],
        PROVIDERS.replace("\n# about", '\n[[providers]]\nname = "taotoken"\nu = 1\n\n# about'),
    ),
    "the first element of an array of tables": (
        "x = 1\n[z]\n",
        [put(("providers", TAKEN, "name"), "taotoken"), put(("providers", TAKEN, "u"), 1)],
        'x = 1\n[z]\n\n[[providers]]\nname = "taotoken"\nu = 1\n',
    ),
    "a sub-table inside an element": (
        PROVIDERS,
        [put(("providers", Select("name", "a"), "e", "k"), 1)],
        PROVIDERS.replace('"a"\n\n', '"a"\n\n[providers.e]\nk = 1\n\n'),
    ),
    "an array of tables inside an element that is missing": (
        "",
        [put(("a", TAKEN, "b", Select("name", "y"), "v"), 1)],
        "[[a]]\n\n[[a.b]]\nv = 1\n",
    ),
    # Removing
    "a key takes its line and its comment": ("a = 1 # a\n# keep\nb = 2\n", [drop("a")], "# keep\nb = 2\n"),
    "a key over lines": ("a = [\n 1, # x\n]\nb = 2\n", [drop("a")], "b = 2\n"),
    "what is missing": ("a = 1", [drop("b.c"), drop("z")], "a = 1"),
    "a table in all its pieces": (
        "x.a.k = 1\nr = 1\n\n[x.b]\n# keep\nk = 1\n\n# about y\n[y]\n\n[x.b.c]\n\n[[x.d]]\nk = 2\n",
        [drop("x")],
        "r = 1\n\n# keep\n\n# about y\n[y]\n",
    ),
    "the first table": ("[a]\nx = 1\n\n[b]\n", [drop("a")], "[b]\n"),
    "the last table without newline": ("[a]\n\n[b]\nx = 1", [drop("b")], "[a]"),
    "a table between tables": ("[a]\n\n[b]\nx = 1\n\n[c]\n", [drop("b")], "[a]\n\n[c]\n"),
    "the last key leaves the table": ("[a]\nx = 1\n", [drop("a.x")], "[a]\n"),
    "the only sub-table leaves its parent": ("[a.b]\nx = 1\n", [drop("a.b")], "[a]\n"),
    "the only dotted key leaves its parent": ("a.b = 1\n[z]\n", [drop("a.b")], "[z]\n\n[a]\n"),
    "the only element leaves the array": ('[[a]]\nname = "taotoken"\n', [drop(("a", TAKEN))], "a = []\n"),
    "an element of an array of tables": (
        PROVIDERS,
        [drop(("providers", Select("name", "b")))],
        '[[providers]]\nname = "a"\n\n# about z\n[z]\n',
    ),
    "from an inline table, first": ("a = { x = 1, y = 2 }\n", [drop("a.x")], "a = { y = 2 }\n"),
    "from an inline table, middle": ("a = {x = 1, y = 2,z = 3}\n", [drop("a.y")], "a = {x = 1, z = 3}\n"),
    "from an inline table, last": ("a = { x = 1 , y = 2 }\n", [drop("a.y")], "a = { x = 1 }\n"),
    "from an inline table, all": ("a = { x = 1 }\n", [drop("a.x")], "a = {}\n"),
    "from an inline table, dotted": ("a = { x.y = 1, z = 2, x.w = 3 }\n", [drop("a.x")], "a = { z = 2 }\n"),
    "from an inline table, the only dotted": ("a = { x.y = 1 }\n", [drop("a.x.y")], "a = { x = {} }\n"),
    "from an array, first": ('a = ["x", "y"]\n', [drop(("a", Select(None, "x")))], 'a = ["y"]\n'),
    "from an array, last with comma": ('a = ["x", "y", ]\n', [drop(("a", Select(None, "y")))], 'a = ["x",]\n'),
    "from an array, own line": (
        'a = [\n  "x", # x\n  "y", # y\n  "z"  # z\n]\n',
        [drop(("a", Select(None, "y"))), drop(("a", Select(None, "z")))],
        'a = [\n  "x", # x\n]\n',
    ),
    "from an array, comma on the next line": (
        'a = ["x" # x\n , "y" # y\n]\n',
        [drop(("a", Select(None, "x")))],
        'a = [ # x\n "y" # y\n]\n',
    ),
    # Together
    "set and taken back": ("a = 1\n", [put("b.c", 1), drop("b")], "a = 1\n"),
}


@pytest.mark.parametrize(("before", "edits", "after"), EDITS.values(), ids=EDITS)
def test_an_edit_gives_exactly_these_bytes(before: str, edits: list[Set | Remove], after: str) -> None:
    """Comments, order, spacing, line ends and the end of the file stay as they are."""
    assert TOML.edit(before.encode(), edits).decode() == after
    assert tomllib.loads(after) == apply_to_data(tomllib.loads(before), edits)


@pytest.mark.parametrize(
    "path", ["new.table.key", "model_providers.taotoken.name", "root_key"], ids=["table", "provider", "root"]
)
@pytest.mark.parametrize("before", ["", "a = 1", "a = 1\n", "# c", "a = 1\n\n# c\n[t]\nk = 1\n", "a = 1\r\n[t]"])
def test_what_was_added_can_be_taken_back_byte_for_byte(before: str, path: str) -> None:
    """Setting a missing value and removing the highest missing path restores the file."""
    added = TOML.edit(before.encode(), [put(path, "x")])
    assert TOML.edit(added, [drop(path.split(".")[0])]).decode() == before


@pytest.mark.parametrize(
    ("before", "edit"),
    [
        ("a = 1\n", put("a.b", 1)),
        ("[[a]]\n[[a]]\n", put("a.b", 1)),
        ("a = ['x', 'x']\n", drop(("a", Select(None, "x")))),
    ],
    ids=["value in the way", "array in the way", "not unique"],
)
def test_an_edit_that_contradicts_the_data_is_a_conflict(before: str, edit: Set | Remove) -> None:
    """A parent that is no table, and a selector that is not unique, are refused."""
    with pytest.raises(EditConflictError):
        TOML.edit(before.encode(), [edit])


@pytest.mark.parametrize(
    ("before", "value"),
    [("", None), ("", "\ud800"), ("", {1: 2}), ("a = 1\n", None), ("", (1, 2)), ("", [None])],
    ids=["null", "surrogate", "key", "replaced by null", "tuple", "null in a list"],
)
def test_a_value_that_toml_can_not_hold_is_refused(before: str, value: Any) -> None:
    """Nothing is written for a value without a TOML spelling."""
    with pytest.raises(FormatError) as caught:
        TOML.edit(before.encode(), [put("a", value)])
    assert caught.value.code == "unsafe_edit"


def test_a_plain_value_is_not_mixed_into_an_array_of_tables() -> None:
    """An array of tables takes tables only."""
    with pytest.raises(FormatError) as caught:
        TOML.edit(b'[[a]]\nx = "1"\n', [put(("a", Select(None, "z")), "z")])
    assert caught.value.code == "unsafe_edit"


def test_nesting_without_end_is_refused() -> None:
    """A path deeper than Python can follow is a refusal, not a crash."""
    deep = ".".join(["a"] * 5000)
    with pytest.raises(FormatError) as caught:
        TOML.edit(f"{deep} = 1\n".encode(), [put("model", "x")])
    assert caught.value.code == "unsafe_edit"


LOCATED = """\
model = "x"
[t]
  k = { a = [1, { name = "n", v = 2 }], b.c = 3 }
  d.e = 4
[[l]]
name = "one"
[[l]]
name = "two"
[x.y]
"""


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        (("model",), 1, 9),
        (("t",), 2, 1),
        (("t", "k"), 3, 7),
        (("t", "k", "a", Select("name", "n"), "v"), 3, 35),
        (("t", "k", "b"), 3, 41),
        (("t", "d"), 4, 3),
        (("t", "d", "e"), 4, 9),
        (("l",), 5, 1),
        (("l", Select("name", "two"), "name"), 8, 8),
        (("x",), 9, 1),
    ],
)
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_a_value_is_located(path: Path, line: int, column: int, bom: bytes) -> None:
    """Line and column of a value, or of the first line that defines a table."""
    assert TOML.locate(bom + LOCATED.encode(), path) == Position(line, column)


@pytest.mark.parametrize("path", [("nope",), ("t", "k", "z"), ("l", Select("name", "three")), ("model", "x")])
def test_what_is_missing_has_no_place(path: Path) -> None:
    """A path that leads nowhere is None."""
    assert TOML.locate(LOCATED.encode(), path) is None


def test_a_large_file_is_edited_in_linear_time() -> None:
    """A megabyte of tables, then four: the work grows with the size, not its square."""
    import time as clock

    def seconds(tables: int) -> float:
        text = "".join(f'[projects."/home/u/p{i}"]\ntrust_level = "trusted"\n' for i in range(tables)).encode()
        start = clock.process_time()
        TOML.edit(text, CODEX)
        return clock.process_time() - start

    seconds(100)
    assert seconds(12_000) < 12 * seconds(3_000) + 0.5
