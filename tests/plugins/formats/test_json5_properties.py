"""JSON5 edits on generated documents: right data, untouched rest, and the json5 package's opinion."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from json5_documents import JSON5_BLANKS, comments, document, tokens
from json_documents import REASON, VALUES, edit_of, is_subsequence, mutated, paths
from taotoken_plugins._edit import EditConflictError, Remove, Set, apply_to_data
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats._json5_scan import json5_source
from taotoken_plugins._formats.json_format import JSON5

ORACLE = Path(__file__).with_name("json5_oracle.mjs")
RANDOM = st.randoms(use_true_random=False)
EXAMPLES = settings(deadline=None, max_examples=350)


def typed(value: Any) -> Any:
    """`value` so that 1, 1.0 and true differ and NaN is itself."""
    if isinstance(value, dict):
        return {key: typed(inner) for key, inner in value.items()}
    return [typed(inner) for inner in value] if isinstance(value, list) else (type(value).__name__, repr(value))


def outcome(make: Callable[[], Any]) -> Any:
    """What `make` gives, or the conflict it meets."""
    try:
        return typed(make())
    except EditConflictError as conflict:
        return str(conflict)


def refusal(make: Callable[[], Any]) -> FormatError | None:
    """Why `make` can't be done."""
    try:
        make()
    except FormatError as error:
        return error
    return None


@EXAMPLES
@given(RANDOM)
def test_edits_mean_the_same_on_text_and_on_data(rng: Random) -> None:
    """The edited text loads to the edited data, and a conflict on data is the same conflict on text; a second run
    changes nothing."""
    before = document(rng).encode()
    data = JSON5.load(before)
    edits = [edit_of(rng, data, lists=True) for _ in range(rng.randint(1, 4))]
    assert outcome(lambda: JSON5.load(JSON5.edit(before, edits))) == outcome(lambda: apply_to_data(data, edits))


@EXAMPLES
@given(RANDOM)
def test_setting_keeps_every_token(rng: Random) -> None:
    """Adding a member keeps every token and comment in its order, and taking it out again gives back the bytes (where
    blanks are JSON's own: others don't count for the layout)."""
    text = document(rng)
    data = JSON5.load(text.encode())
    homes = [path for path, value in [((), data), *paths(data)] if isinstance(value, dict) and value]
    if not homes:
        return
    path = (*rng.choice(homes), "new")
    after = JSON5.edit(text.encode(), [Set(path, rng.choice(VALUES))]).decode()
    assert is_subsequence(tokens(text), tokens(after))
    assert comments(text) == comments(after)
    back = JSON5.edit(after.encode(), [Remove(path, REASON)]).decode()
    assert back == text or (set(text) & set(JSON5_BLANKS) and tokens(back) == tokens(text))


@EXAMPLES
@given(RANDOM)
def test_replacing_touches_one_span(rng: Random) -> None:
    """A replaced value leaves all bytes before and behind it."""
    before = document(rng).encode()
    data = JSON5.load(before)
    scalars = [path for path, value in paths(data) if not isinstance(value, dict | list)]
    if not scalars:
        return
    head, found, tail = JSON5.edit(before, [Set(rng.choice(scalars), "replaced")]).partition(b"replaced")
    assert found
    assert before.startswith(head[:-1])
    assert before.endswith(tail[1:])


@settings(deadline=None, max_examples=600)
@given(RANDOM)
def test_every_refusal_has_a_place_and_a_reason(rng: Random) -> None:
    """A file with an accident in it is read, or refused with a place and words in both languages, by reading and
    editing alike."""
    data = mutated(rng, document(rng)).encode()
    error = refusal(lambda: JSON5.load(data))
    if error is None:
        return
    assert error.position is not None
    assert "nested" not in str(error)  # the last resort of the careful reading, which must not be needed
    assert error.message.render("zh") != error.message.render("en")
    assert str(refusal(lambda: JSON5.edit(data, [Set(("a",), 1)]))) == str(error)


def ask(tools_dir: Path, texts: list[str]) -> list[Any]:
    """What the json5 package makes of each text."""
    node = shutil.which("node") or shutil.which("node", path=str(tools_dir / "bin"))
    assert node, f"no node on PATH or in {tools_dir / 'bin'}"
    done = subprocess.run(
        [node, str(ORACLE), str(tools_dir)],
        input=json.dumps(texts), capture_output=True, text=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def as_javascript(value: Any) -> Any:
    """Data as the oracle prints it: doubles, and the ones JSON lacks by name."""
    if isinstance(value, dict):
        return {key: as_javascript(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_javascript(inner) for inner in value]
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    if math.isfinite(value):
        return float(value)
    return {"$": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}


def floats(value: Any) -> Any:
    return as_javascript(json.loads(json.dumps(value)))


def test_reads_and_refuses_what_the_json5_package_does(tools_dir: Path) -> None:
    """4,000 documents, most with an accident in them: the same verdict and the same data, equal keys (which json5
    lets pass) aside."""
    rng = Random(20261201)
    texts = []
    for _ in range(4000):
        text = document(rng)
        for _ in range(rng.choice([0, 1, 1, 2])):
            text = mutated(rng, text)
        texts.append(text)
    counts = {"ok": 0, "bad": 0}
    for text, answer in zip(texts, ask(tools_dir, texts), strict=True):
        if json5_source(text.removeprefix("\ufeff")).blank:
            continue  # no value: nothing to lose, so an empty object to us
        error = refusal(partial(JSON5.load, text.encode()))
        if error is None:
            assert answer is not None, text
            assert as_javascript(JSON5.load(text.encode())) == floats(answer["data"]), text
            counts["ok"] += 1
        elif error.code != "not_an_object" and "twice" not in str(error):
            assert answer is None, (text, str(error))
            counts["bad"] += 1
    assert min(counts.values()) > 800


def test_edited_documents_read_the_same_in_the_json5_package(tools_dir: Path) -> None:
    """1,500 documents edited by us hold, for the package, the data that the edits mean."""
    rng = Random(7)
    wanted: list[Any] = []
    texts: list[str] = []
    while len(texts) < 1500:
        before = document(rng).encode()
        data = JSON5.load(before)
        edits = [edit_of(rng, data, lists=True) for _ in range(rng.randint(1, 3))]
        try:
            texts.append(JSON5.edit(before, edits).decode())
        except EditConflictError:
            continue
        wanted.append(apply_to_data(data, edits))
    for text, data, answer in zip(texts, wanted, ask(tools_dir, texts), strict=True):
        assert answer is not None, text
        assert as_javascript(data) == floats(answer["data"]), text
