"""Our YAML reading and editing against a program that knows nothing of it: the npm package yaml."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from json_documents import mutated
from node_oracle import ask
from taotoken_plugins._edit import EditConflictError, Set, apply_to_data
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats.yaml_format import YAML
from yaml_documents import VALUES, document, edit_of

ORACLE = Path(__file__).with_name("yaml_oracle.mjs")


def as_javascript(value: Any) -> Any:
    """Data as JavaScript holds it: every number a double; what JSON can't say is null."""
    if isinstance(value, dict):
        return {key: as_javascript(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_javascript(inner) for inner in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value) if abs(value) < float("inf") else None
    return value


def found_in(answer: Any) -> Any:
    """The data of an answer, or its error; a file with nothing in it is an empty object to us."""
    data = answer.get("data", answer)
    return {} if data is None else data


def loaded(data: bytes) -> Any:
    """The data; the refusal where there is one."""
    try:
        return YAML.load(data)
    except FormatError as error:
        return error


def edited(rng: Random, before: bytes, data: Any) -> tuple[bytes, Any] | None:
    """The bytes after random edits, and the data they should hold."""
    edits = [edit_of(rng, data) for _ in range(rng.randint(1, 3))]
    try:
        return YAML.edit(before, edits), apply_to_data(data, edits)
    except (EditConflictError, FormatError):
        return None


def test_edits_are_read_by_yaml_as_they_were_meant(tools_dir: Path) -> None:
    """500 documents, a third with anchors: read alike before the edits, and as meant after them."""
    rng = Random(20260802)
    texts: list[str] = []
    expected: list[Any] = []
    while len(texts) < 1000:
        before = document(rng, anchors=rng.random() < 0.3).rstrip("\n") + "\n"  # an open text block: readers differ
        data = YAML.load(before.encode())
        done = edited(rng, before.encode(), data)
        if done is not None:
            texts += (before, done[0].decode())
            expected += (data, done[1])
    answers = ask(ORACLE, tools_dir, [{"text": text} for text in texts])
    for text, data, answer in zip(texts, expected, answers, strict=True):
        assert found_in(answer) == as_javascript(data), text


def test_damaged_documents_stay_as_readable_as_they_were(tools_dir: Path) -> None:
    """1,500 documents with an accident in them: what both read alike is read as meant after an edit, and we refuse
    nearly nothing that the other reads."""
    rng = Random(7)
    texts: list[str] = []
    done: list[tuple[bytes, Any] | None] = []
    for _ in range(1500):
        text = mutated(rng, document(rng)).replace("\ufeff", "")
        data = loaded(text.encode())
        texts.append(text)
        done.append(None if not isinstance(data, dict | list) else edited(rng, text.encode(), data))
    before = ask(ORACLE, tools_dir, [{"text": text} for text in texts])
    after = ask(ORACLE, tools_dir, [{"text": pair[0].decode() if pair else ""} for pair in done])
    compared = refused = 0
    for text, pair, old, new in zip(texts, done, before, after, strict=True):
        data = loaded(text.encode())
        if isinstance(data, FormatError):
            refused += "data" in old and data.position is not None
        elif pair and found_in(old) == as_javascript(data):
            assert found_in(new) == as_javascript(pair[1]), (text, pair[0].decode())
            compared += 1
    assert compared > 600
    assert refused < 120  # mostly for a zero byte or a tab


def test_written_values_are_the_same_in_both_versions(tools_dir: Path) -> None:
    """Every kind of value, as value, item and in brackets, is read by YAML 1.1 and 1.2 as it was meant."""
    words = ["y", "Yes", "off", "0o7", "07", "0b1", "1_0", "1:30", "2026-01-02", "+.inf", ".NaN", "0x_f", "1e3", "-"]
    values = [*VALUES, *words, *(word.upper() for word in words)]
    tasks = []
    for value in values:
        edits = [Set(("a", "b"), [value]), Set(("c",), {"d": value}), Set(("a", "e"), value)]
        text = YAML.edit(b"a: {b: [x]}\n", edits)
        tasks += [{"text": text.decode(), "version": version} for version in ("1.1", "1.2")]
    for place, answer in enumerate(ask(ORACLE, tools_dir, tasks)):
        value = as_javascript(values[place // 2])
        assert answer == {"data": {"a": {"b": [value], "e": value}, "c": {"d": value}}}, tasks[place]
