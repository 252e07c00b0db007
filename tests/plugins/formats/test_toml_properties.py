"""TOML edits on generated documents of every layout.

Every statement and comment of a document carries a number of its own, so that a line that must survive can be
found again; `tomllib` and tomlkit, which knows nothing of our editor, are the oracles.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import tomlkit
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from taotoken._message import Text
from taotoken_plugins._edit import MISSING, EditConflictError, Path, Remove, Select, Set, apply_to_data, get
from taotoken_plugins._formats.toml_format import TOML

REASON = Text(en="old", zh="旧")()
BOM = "\ufeff"
NAMES = ["model", "a", "b", "c", "x y", "é"]

Draw = Callable[[st.SearchStrategy[Any]], Any]


@dataclass(frozen=True, slots=True)
class Statement:
    """A piece of a document: its text without the line end, and the names it defines (None: a comment)."""

    text: str
    path: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Written:
    """A document as it was written."""

    statements: tuple[Statement, ...]
    eol: str
    bom: bool
    final_eol: bool

    @property
    def text(self) -> str:
        body = "\n".join(statement.text for statement in self.statements) + ("\n" if self.final_eol else "")
        return (BOM if self.bom else "") + body.replace("\n", self.eol)

    @property
    def data(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text.removeprefix(BOM))
        except tomllib.TOMLDecodeError:
            assume(False)
            raise


def spelled(draw: Draw, path: Sequence[str]) -> str:
    """A key with its parts bare or in either quotes."""
    quotes = [
        draw(st.sampled_from(["", '"', "'"] if name.isascii() and " " not in name else ['"', "'"])) for name in path
    ]
    dot = draw(st.sampled_from([".", ".", " . "]))
    parts = [f"{quote}{name}{quote}" for quote, name in zip(quotes, path, strict=True)]
    return str(dot.join(parts))


def spelled_value(draw: Draw, number: int, depth: int = 0) -> str:
    """A value of any kind; where it can, it holds `number`."""
    kind = draw(st.sampled_from(["string", "text", "other", "array", "lines", "table"][: 3 if depth > 1 else 6]))
    if kind == "string":
        return f'"v{number}"'
    if kind == "text":
        shapes = [
            "'v{} # ]'",
            '"""\n[a]\nv{} # no\n"""""',
            "'''\nv{} ']'\n[b]''''",
            '"\\u00e9 \\" v{}"',
            '"é [a] = {}"',
        ]
        return str(draw(st.sampled_from(shapes))).replace("{}", str(number))
    if kind == "other":
        other = [f"{number}", f"{number}.5", f"+{number}e2", "true", "1979-05-27 07:32:00", "07:32:00.5", "-inf", "nan"]
        return str(draw(st.sampled_from(other)))
    items = [spelled_value(draw, number, depth + 1) for _ in range(draw(st.integers(0, 3)))]
    if kind == "array":
        return f"[{draw(st.sampled_from(['', ' ']))}{', '.join(items)}{draw(st.sampled_from(['', ' ']))}]"
    if kind == "lines":
        return (
            "[ # first ]\n"
            + "".join(f"  {item}, # item\n" for item in items)
            + str(draw(st.sampled_from(["]", "  ]"])))
        )
    keys = draw(st.lists(st.sampled_from(NAMES), min_size=len(items), max_size=len(items), unique=True))
    dotted = [[key, "z"] if draw(st.booleans()) else [key] for key in keys]
    members = draw(st.sampled_from([", ", ",", " , "])).join(
        f"{spelled(draw, key)} = {item}" for key, item in zip(dotted, items, strict=True)
    )
    return f"{{ {members} }}" if draw(st.booleans()) else f"{{{members}}}"


@st.composite
def documents(draw: Draw) -> Written:
    """Documents with and without headers, arrays of tables, dotted keys, comments, CRLF, BOM, final newline."""
    statements: list[Statement] = []
    header: tuple[str, ...] = ()
    for number in range(draw(st.integers(0, 9))):
        kind = draw(st.sampled_from(["pair", "pair", "pair", "table", "array", "comment", "blank"]))
        indent, note = draw(st.sampled_from(["", "", "  ", "\t"])), draw(st.sampled_from(["", "", " # [n] = ", "\t#n"]))
        if kind == "blank":
            statements.append(Statement(indent, None))
        elif kind == "comment":
            statements.append(Statement(f"{indent}# comment {number}: [a] = 1", None))
        elif kind == "pair":
            path = tuple(draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=draw(st.sampled_from([1, 1, 3])))))
            equals = draw(st.sampled_from([" = ", "=", "  =\t"]))
            text = f"{indent}{spelled(draw, path)}{equals}{spelled_value(draw, number)}{note}{number if note else ''}"
            statements.append(Statement(text, header + path))
        else:
            header = tuple(draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3)))
            opening, closing = ("[", "]") if kind == "table" else ("[[", "]]")
            text = f"{indent}{opening}{spelled(draw, header)}{closing} # header {number}"
            statements.append(Statement(text, header))
    eol, bom, final_eol = draw(st.sampled_from(["\n", "\r\n"])), draw(st.booleans()), draw(st.booleans())
    return Written(tuple(statements), eol, bom, final_eol)


SCALARS = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.sampled_from(["C:\\Users\\me", 'say "hi"', "\x00\x1f\x7f\r\n", "''' \"\"\""]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=5,
)


def paths_in(data: Any, path: Path = ()) -> list[Path]:
    """Every path of `data`; through lists by a selector where one is unique."""
    found = [path] if path else []
    if isinstance(data, dict):
        for key, value in data.items():
            found += paths_in(value, (*path, key))
    elif isinstance(data, list):
        for item in data:
            if isinstance(item, str) and data.count(item) == 1:
                found.append((*path, Select(None, item)))
            elif isinstance(item, dict):
                found += [
                    one
                    for key in item
                    if isinstance(item[key], str)
                    for one in paths_in(item, (*path, Select(key, item[key])))
                ]
    return found


@st.composite
def edits_of(draw: Draw, data: dict[str, Any]) -> list[Set | Remove]:
    """Edits on paths that exist, that go on from one that does, and that are new."""
    edits: list[Set | Remove] = []
    existing = paths_in(data)
    for _ in range(draw(st.integers(1, 4))):
        stem: Path = draw(st.sampled_from(existing)) if existing and draw(st.integers(0, 3)) else ()
        more = draw(st.lists(st.sampled_from(NAMES), min_size=0 if stem else 1, max_size=2))
        path = (*stem, *more)
        if draw(st.integers(0, 2)):
            value = draw(VALUES)
            # An element of an array of tables can't become anything else.
            edits.append(Set(path, {} if isinstance(path[-1], Select) and not isinstance(value, dict) else value))
        else:
            edits.append(Remove(path, REASON))
    return edits


@st.composite
def documents_with_edits(draw: Draw) -> tuple[Written, list[Set | Remove], dict[str, Any]]:
    """A valid document, edits that its data allows, and the data they lead to."""
    written = draw(documents())
    edits = draw(edits_of(written.data))
    try:
        return written, edits, apply_to_data(written.data, edits)
    except EditConflictError:
        assume(False)
        raise


def unrelated(statement: Statement, edits: Sequence[Set | Remove]) -> bool:
    """Is the statement neither below, above nor at any edited path?"""
    for edit in edits:
        names = tuple(step for step in edit.path if isinstance(step, str))
        shorter = min(len(names), len(statement.path or ()))
        if statement.path is not None and statement.path[:shorter] == names[:shorter]:
            return False
    return True


@given(documents_with_edits())
@settings(deadline=None, max_examples=200)
def test_an_edit_does_what_it_says_and_nothing_else(case: tuple[Written, list[Set | Remove], dict[str, Any]]) -> None:
    """The result means the wanted data; untouched lines, comments and the end of the file stay, in order."""
    written, edits, expected = case
    result = TOML.edit(written.text.encode(), edits).decode()
    assert result.startswith(BOM) == written.bom
    assert repr_sorted(tomllib.loads(result.removeprefix(BOM))) == repr_sorted(expected)

    position = 0
    for statement in written.statements:
        if statement.text.strip() and unrelated(statement, edits):
            kept = statement.text.replace("\n", written.eol)
            position = result.find(kept, position)
            assert position >= 0, kept
            position += len(kept)
    if written.text.removeprefix(BOM) and result.removeprefix(BOM):
        assert result.endswith("\n") == written.text.endswith("\n")
    if written.eol == "\r\n" and "\n" in written.text:
        assert result.count("\n") == result.count("\r\n")


@given(documents_with_edits())
@settings(deadline=None, max_examples=80)
def test_the_same_edits_again_change_nothing(case: tuple[Written, list[Set | Remove], dict[str, Any]]) -> None:
    """A second run leaves every byte."""
    written, edits, expected = case
    try:
        assume(repr_sorted(apply_to_data(expected, edits)) == repr_sorted(expected))
    except EditConflictError:
        assume(False)
    result = TOML.edit(written.text.encode(), edits)
    assert TOML.edit(result, edits) == result


@given(documents(), st.data(), VALUES)
@settings(deadline=None, max_examples=80)
def test_an_edit_and_its_inverse_give_the_data_back(written: Written, data: st.DataObject, value: Any) -> None:
    """Setting what was there restores the data; of a plain string in double quotes, every byte."""
    before = written.data
    existing = [path for path in paths_in(before) if isinstance(path[-1], str)]
    assume(existing)
    path = data.draw(st.sampled_from(existing))
    old = get(before, path)
    changed = TOML.edit(written.text.encode(), [Set(path, value)])
    assume(get(TOML.load(changed), path) is not MISSING)
    restored = TOML.edit(changed, [Set(path, old)])
    assert repr_sorted(TOML.load(restored)) == repr_sorted(before)
    place = TOML.locate(written.text.encode(), path)
    assert place is not None
    line = written.text.removeprefix(BOM).split("\n")[place.line - 1][place.column - 1 :]
    if isinstance(old, str) and line.startswith(f'"{old}"') and not isinstance(value, dict | list):
        assert restored.decode() == written.text


@given(documents())
@settings(deadline=None, max_examples=60)
def test_a_new_table_is_taken_back_byte_for_byte(written: Written) -> None:
    """Removing the table that an edit made leaves the file as it was."""
    before = written.text.encode()
    # After a blank line no other is put, so that one would go.
    body = written.text.removeprefix(BOM).removesuffix(written.eol if written.final_eol else "")
    assume(written.data is not None and (body.split("\n")[-1].strip() or not body + written.text.removeprefix(BOM)))
    added = TOML.edit(before, [Set(("new table", "taotoken", "name"), "x"), Set(("new table", "taotoken", "n"), 1)])
    assert TOML.edit(added, [Remove(("new table",), REASON)]) == before


@given(documents(), st.data())
@settings(deadline=None, max_examples=60)
def test_everything_has_a_place(written: Written, data: st.DataObject) -> None:
    """`locate` finds whatever the data holds, within the file."""
    existing = paths_in(written.data)
    assume(existing)
    place = TOML.locate(written.text.encode(), data.draw(st.sampled_from(existing)))
    assert place is not None
    lines = written.text.removeprefix(BOM).split("\n")
    assert place.column <= len(lines[place.line - 1])


def repr_sorted(data: Any) -> str:
    """A text that is equal only for equal data: types tell, the order of keys does not, nan equals nan."""
    if isinstance(data, dict):
        return "{" + ",".join(f"{key!r}:{repr_sorted(data[key])}" for key in sorted(data)) + "}"
    if isinstance(data, list):
        return "[" + ",".join(map(repr_sorted, data)) + "]"
    return repr(data)


def tomlkit_edit(text: str, path: tuple[str, ...], value: Any) -> str:
    """The same edit by tomlkit."""
    document = tomlkit.parse(text)
    table: Any = document
    for name in path[:-1]:
        if name not in table:
            table[name] = tomlkit.table()
        table = table[name]
    table[path[-1]] = value
    return tomlkit.dumps(document)


@pytest.mark.parametrize(
    "text",
    [
        "",
        'model = "a" # c\n\n[x]\ny = 1\n',
        "[model_providers.old]\nname = 'Old'\nh = { \"X-T\" = 'b' }\n\n[projects.\"/home/u\"]\nt = 1\n",
        "[model_providers.taotoken]\nname = 'a'\n\n[[hooks]]\nn = 1\n[[hooks]]\nn = 2\n",
        "[a.b]\nc = [\n  1, # one\n]\n[model_providers]\n",
    ],
)
@pytest.mark.parametrize("path", ["model", "model_providers.taotoken.name", "new.table.key"])
def test_tomlkit_comes_to_the_same_data(text: str, path: str) -> None:
    """Where tomlkit gets an edit right, its result and ours mean the same."""
    steps = tuple(path.split("."))
    theirs = tomlkit_edit(text, steps, "value") if text or len(steps) > 1 else 'model = "value"\n'
    ours = TOML.edit(text.encode(), [Set(steps, "value")]).decode()
    assert tomllib.loads(ours) == tomllib.loads(theirs) == tomlkit.parse(ours).unwrap()


@given(documents(), st.data(), SCALARS)
@settings(deadline=None, max_examples=80)
def test_tomlkit_reads_our_result_as_we_meant_it(written: Written, data: st.DataObject, value: Any) -> None:
    """A second parser finds the same data in what we wrote, wherever it could read the file before."""
    before = written.data
    text = written.text.removeprefix(BOM)
    try:
        assume(repr_sorted(tomlkit.parse(text).unwrap()) == repr_sorted(before))
    except (tomlkit.exceptions.TOMLKitError, KeyError, TypeError, ValueError):
        assume(False)
    names = data.draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3))
    try:
        expected = apply_to_data(before, [Set(tuple(names), value)])
    except EditConflictError:
        assume(False)
    ours = TOML.edit(text.encode(), [Set(tuple(names), value)]).decode()
    assert repr_sorted(tomlkit.parse(ours).unwrap()) == repr_sorted(expected)
