"""YAML edits on generated documents of every layout: right data, untouched rest, nothing left to do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from json_documents import REASON, is_subsequence
from taotoken_plugins._edit import EditConflictError, Remove, Set, apply_to_data
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats.yaml_format import YAML
from taotoken_plugins._texts import formats_yaml as texts
from taotoken_plugins._values import same
from yaml_documents import VALUES, comments, document, edit_of, places

RANDOM = st.randoms(use_true_random=False)
EXAMPLES = settings(deadline=None, max_examples=120)


def outcome(make: Callable[[], Any]) -> Any:
    """What `make` gives, the conflict it meets, or why it is refused."""
    try:
        return make()
    except EditConflictError as conflict:
        return str(conflict)
    except FormatError as error:
        return error


def shared_start(one: str, other: str) -> int:
    """How many characters both begin with."""
    return next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))


@EXAMPLES
@given(RANDOM)
def test_edits_mean_the_same_on_text_and_on_data(rng: Random) -> None:
    """The edited text loads to the edited data; a conflict on data is the same on text; only a text block at the
    end of a file without a line break is ever refused."""
    before = document(rng).encode()
    data = YAML.load(before)
    edits = [edit_of(rng, data) for _ in range(rng.randint(1, 4))]
    found = outcome(lambda: YAML.load(YAML.edit(before, edits)))
    if isinstance(found, FormatError):
        assert found.message.text is texts.NO_LINE_END
        assert not before.endswith(b"\n")
        return
    assert same(found, outcome(lambda: apply_to_data(data, edits)))


@EXAMPLES
@given(RANDOM)
def test_edits_beside_anchors(rng: Random) -> None:
    """With anchors, aliases and their copies: the edited data, or a refusal with its place."""
    before = document(rng, anchors=True).encode()
    data = YAML.load(before)
    edit = edit_of(rng, data)
    found = outcome(lambda: YAML.load(YAML.edit(before, [edit])))
    if isinstance(found, FormatError):
        assert found.code == "unsafe_edit"
        assert found.position is not None
        return
    assert same(found, outcome(lambda: apply_to_data(data, [edit])))


@EXAMPLES
@given(RANDOM)
def test_second_edit_changes_nothing(rng: Random) -> None:
    """What has been set is found set, and what has been removed is gone."""
    before = document(rng).encode()
    edit = edit_of(rng, YAML.load(before))
    try:
        once = YAML.edit(before, [edit])
        again = apply_to_data(YAML.load(once), [edit])
    except (EditConflictError, FormatError):
        return
    if same(again, YAML.load(once)):  # an item picked by a value that was replaced is another one then
        assert YAML.edit(once, [edit]) == once


@EXAMPLES
@given(RANDOM)
def test_adding_keeps_every_line_and_removing_gives_back_the_bytes(rng: Random) -> None:
    """A new name is one insertion; without it the bytes are the old ones."""
    before = document(rng)
    data = YAML.load(before.encode())
    homes = [path for path, value in [((), data), *places(data)] if isinstance(value, dict)]
    if not homes:
        return
    path = (*rng.choice(homes), "new")
    try:
        after = YAML.edit(before.encode(), [Set(path, rng.choice(VALUES))])
    except FormatError:
        return
    text = after.decode()
    assert shared_start(before, text) + shared_start(before[::-1], text[::-1]) >= len(before)
    assert comments(text) == comments(before)
    assert YAML.edit(after, [Remove(path, REASON)]).decode() == before


@EXAMPLES
@given(RANDOM)
def test_replacing_touches_one_span(rng: Random) -> None:
    """A replaced word leaves all bytes before and behind it."""
    before = document(rng).encode()
    data = YAML.load(before)
    words = [
        (*path, name)
        for path, value in [((), data), *places(data)]
        if isinstance(value, dict)
        for name, inner in value.items()
        if not isinstance(inner, dict | list)
    ]
    if not words:
        return
    after = YAML.edit(before, [Set(rng.choice(words), "Replaced-1")])
    head, found, tail = after.partition(b"Replaced-1")
    assert found
    assert before.startswith(head.rstrip(b"\"' "))
    assert before.endswith(tail.lstrip(b"\"' "))


@EXAMPLES
@given(RANDOM)
def test_removing_takes_only_its_own(rng: Random) -> None:
    """What is left was there before, in the same order, comments and all."""
    before = document(rng)
    data = YAML.load(before.encode())
    known = [path for path, _ in places(data)]
    if not known:
        return
    try:
        after = YAML.edit(before.encode(), [Remove(rng.choice(known), REASON)]).decode()
    except FormatError:
        return
    assert is_subsequence(comments(after), comments(before))
    assert len(after) <= len(before) + 2  # an emptied mapping or list is written out


@settings(deadline=None, max_examples=120)
@given(st.text(max_size=12) | st.from_regex(r"[-+]?[0-9_.:exobTZ-]{1,9}", fullmatch=True))
def test_text_stays_text_in_both_versions(text: str) -> None:
    """Any text, as a value, an item and a name, is read as that text by YAML 1.1 and 1.2."""
    import ruamel.yaml as ruamel

    if any("\ud800" <= character <= "\udfff" for character in text):
        return
    written = YAML.edit(b"a: [x]\n", [Set(("b",), {text: [text]}), Set(("a",), [text])])
    for version in ((1, 1), (1, 2)):
        reader = ruamel.YAML(typ="safe", pure=True)
        reader.version = version
        assert reader.load(written.decode()) == {"a": [text], "b": {text: [text]}}
