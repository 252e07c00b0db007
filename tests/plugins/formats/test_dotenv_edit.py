"""Edits of .env files, exactly: the bytes before, the edits, the bytes after; and what is refused."""

from __future__ import annotations

import string
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken._message import Text
from taotoken_plugins._edit import Edit, EditConflictError, Remove, Set
from taotoken_plugins._formats import FormatError, Position
from taotoken_plugins._formats.dotenv_format import DOTENV
from taotoken_plugins._texts import formats_dotenv as texts

REASON = Text(en="old", zh="旧")()


def put(name: str, value: object) -> Set:
    return Set((name,), value)


def drop(name: str) -> Remove:
    return Remove((name,), REASON)


CASES: dict[str, tuple[str, list[Edit], str]] = {
    "a new file": ("", [put("OPENAI_API_KEY", "sk-demo-1"), put("B", "x y")], "OPENAI_API_KEY=sk-demo-1\nB='x y'\n"),
    "in place, comment and quotes kept": (
        "# mine\nA='old' # why\nB=\"x\"\n\nC=1 # c\n",
        [put("A", "new"), put("B", "it's"), put("C", "a b")],
        "# mine\nA='new' # why\nB=\"it's\"\n\nC='a b' # c\n",
    ),
    "quotes change only where they must": (
        "A='x'\nB=\"y\"\n", [put("A", "it's"), put("B", "$HOME")], "A=\"it's\"\nB='$HOME'\n",
    ),
    "export": ("export A=1\n", [put("A", "2"), put("B", "3")], "export A=2\nexport B=3\n"),
    "export on some": ("export A=1\nB=2\n", [put("C", "3")], "export A=1\nB=2\nC=3\n"),
    "no line break at the end": ("A=1", [put("B", "2")], "A=1\nB=2"),
    "the last line goes": ("A=1\nB=2", [drop("B")], "A=1"),
    "CRLF, byte order mark": ("\ufeffA=1\r\nB=2\r\n", [put("C", "x\ny"), drop("A")], "\ufeffB=2\r\nC='x\r\ny'\r\n"),
    "several lines": ("A='x\ny' # c\nB=1\n", [put("A", "z"), put("B", "k\nl")], "A='z' # c\nB='k\nl'\n"),
    "several lines go": ("A='x\nB=0\n' # c\nC=1\n", [drop("A")], "C=1\n"),
    "of two, the last": ("A=1 # one\nB=0\nA=2 # two\n", [put("A", "3")], "A=1 # one\nB=0\nA=3 # two\n"),
    "of two, both go": ("A=1\nB=0\n  export A='2'\n", [drop("A")], "B=0\n"),
    "no value yet": ("A=\nB= # c\nC=  \n", [put("A", "1"), put("B", "2"), put("C", "3")], "A=1\nB=2 # c\nC=3  \n"),
    "blanks": ("  A = 1\n\n\n#B=2\n", [put("A", "2"), put("B", "3")], "  A = 2\n\n\n#B=2\nB=3\n"),
    "emptied": ("A=1 # c\n", [put("A", "")], "A= # c\n"),
    "lines of nobody": ("hello world\nFOO\nB: 1\n=x\n", [put("B", "2")], "hello world\nFOO\nB: 1\n=x\nB=2\n"),
    "odd lines of others": ("P=\"$P\":/x\nA=1\n", [put("A", "2")], "P=\"$P\":/x\nA=2\n"),
    "backtick": ("A=`x y`\n", [put("A", "z")], "A='z'\n"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "edits", "after"), CASES.values(), ids=CASES.keys())
def test_edit(before: str, edits: list[Edit], after: str) -> None:
    """Exactly these bytes, and the same edits a second time change nothing."""
    once = DOTENV.edit(before.encode(), edits)
    assert once.decode() == after
    assert DOTENV.edit(once, edits) == once


READ = {
    "A=1": "1", "A = 1 ": "1", "A=a b # c": "a b", "A=a#b": "a#b", "A='a # b'": "a # b", 'A="a\\n\\"b\\\\"': 'a\n"b\\',
    "A='a\\n\\'b\\\\'": "a\\n'b\\", "A=`a\\n`": "a\\n", "A=": "", "A= # c": "", "A=#c": "#c", "'A'=1": "1",
    "export\tA=1": "1", "A=1\nA=2": "2", "A='x\r\ny'": "x\ny", "A=x'y'": "x'y'", "A=a=b": "a=b", 'A="${B}"': "${B}",
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), READ.items())
def test_load(text: str, value: str) -> None:
    """What a line gives."""
    assert DOTENV.load(text.encode()) == {"A": value}


@pytest.mark.parametrize("text", ["", "\n", "# A=1", "\ufeff", "A", "export A", "=1", "A: 1", "A='x' y", 'P="a"/b'])
def test_no_assignment(text: str) -> None:
    """Lines that readers skip or read in different ways give nothing."""
    assert DOTENV.load(text.encode()) == {}


UNSAFE: list[tuple[str, Edit, Text | None, Position | None]] = [
    ("A='x' y\n", put("A", "z"), texts.UNREADABLE_LINE, Position(1, 3)),
    ("A='x' y\n", drop("A"), None, None),
    ("A=1\n", put("A", "it's \\"), texts.UNWRITABLE, None),
    ("A=1\n", put("A", "it's $5"), texts.UNWRITABLE, None),
    ("A=1\n", put("A", "both ' and \""), texts.UNWRITABLE, None),
    ("A=1\n", put("A", "C:\\"), texts.UNWRITABLE, None),
    ("A=1\n", put("A", "\\\\host"), texts.UNWRITABLE, None),
    ("A=1\n", put("A", "${HOME}/x"), texts.UNWRITABLE, None),
    ("A=1\n", put("A", "a\rb"), texts.UNWRITABLE, None),
    ("A=1\n", put("A", "a\x00b"), texts.UNWRITABLE, None),
    ("A=1\n", put("A", 5), texts.NOT_TEXT, None),
    ("A=1\n", put("A-B", "x"), texts.BAD_NAME, None),
    ("A=1\n", put("1A", "x"), texts.BAD_NAME, None),
]


@pytest.mark.parametrize(("text", "edit", "cause", "position"), UNSAFE, ids=[repr(case[1].path) for case in UNSAFE])
def test_what_readers_would_read_differently_is_refused(
    text: str, edit: Edit, cause: Text | None, position: Position | None
) -> None:
    """Values that no quotes make the same everywhere; a line that is read differently counts as nobody's."""
    if cause is None:
        assert DOTENV.edit(text.encode(), [edit]) == text.encode()
        return
    with pytest.raises(FormatError) as caught:
        DOTENV.edit(text.encode(), [edit])
    assert (caught.value.code, caught.value.message.text) == ("unsafe_edit", cause)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "position"),
    [("A='x\nB=1\n", Position(1, 3)), ('B=1\nexport A="x', Position(2, 10)), ("A=`", Position(1, 3))],
)
def test_an_open_quote_is_a_syntax_error(text: str, position: Position) -> None:
    """Readers would swallow what follows."""
    for act in (DOTENV.load, lambda data: DOTENV.edit(data, [put("B", "2")])):
        with pytest.raises(FormatError) as caught:
            act(text.encode())
        assert (caught.value.code, caught.value.position) == ("dotenv_syntax", position)


def test_a_name_holds_text_only() -> None:
    """There is nothing inside a value."""
    with pytest.raises(EditConflictError):
        DOTENV.edit(b"A=1\n", [Set(("A", "b"), "x")])


def test_locate() -> None:
    """The value of the assignment that counts."""
    assert DOTENV.locate(b"A=1\nexport A = '2'\n", ("A",)) == Position(2, 12)
    assert DOTENV.locate(b"A=1\n", ("B",)) is None


def test_every_text_is_in_both_languages_with_the_same_placeholders() -> None:
    """The catalogue holds no sentence that only one language has."""
    for text in [value for value in vars(texts).values() if isinstance(value, Text)]:
        fields = [{name for _, name, _, _ in string.Formatter().parse(one) if name} for one in (text.en, text.zh)]
        assert fields[0] == fields[1]
        assert text.zh != text.en


def env_document(rng: Random) -> str:
    """A file of assignments in every layout."""
    values = ["1", "a b", "'x y'", '"it\'s"', "", "'two\nlines'", '"a\\"b"', "a#b", "`t`"]
    lines = []
    for _ in range(rng.randint(0, 6)):
        head = rng.choice(["", "", "export ", "  "]) + rng.choice("ABCD") + "="
        tail = rng.choice(["", "", " # c", "  "])
        lines.append(rng.choice([head + rng.choice(values) + tail] * 2 + ["", "# A=1", "junk"]))
    eol = rng.choice(["\n", "\n", "\r\n"])
    return eol.join(line.replace("\n", eol) for line in lines) + rng.choice([eol, ""])


@settings(deadline=None, max_examples=500)
@given(st.randoms(use_true_random=False))
def test_edits_on_any_layout(rng: Random) -> None:
    """The right data; a new name is added and taken out again without a trace; all else keeps its bytes."""
    before = env_document(rng).encode()
    data = DOTENV.load(before)
    added = DOTENV.edit(before, [put("NEW", "a b")])
    assert DOTENV.load(added) == {**data, "NEW": "a b"}
    assert added.startswith(before)
    removed = DOTENV.edit(added, [drop("NEW")])
    assert removed == before or (removed == before + b"\n" and before.endswith(b"\n") is False)
    if data:
        name = rng.choice(sorted(data))
        changed = DOTENV.edit(before, [put(name, "Replaced-1")])
        assert DOTENV.load(changed) == {**data, name: "Replaced-1"}
        assert DOTENV.load(DOTENV.edit(before, [drop(name)])) == {key: data[key] for key in data if key != name}


@settings(deadline=None, max_examples=400)
@given(st.text(alphabet="A=' \"\n\r#\\`$export{}:\x85", max_size=20).map(str.encode) | st.binary(max_size=30))
def test_any_bytes(data: bytes) -> None:
    """No bytes whatever raise anything but a FormatError, and what is written can be read."""
    try:
        after = DOTENV.edit(data, [put("A", "new value")])
    except FormatError:
        return
    assert DOTENV.load(after)["A"] == "new value"
