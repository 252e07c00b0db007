"""Our JSON reading and editing against two programs that know nothing of it: JSON.parse and jsonc-parser."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from json_documents import document, edit_of, mutated
from taotoken_plugins._edit import Edit, EditConflictError, Set, get
from taotoken_plugins._formats import Format, FormatError
from taotoken_plugins._formats._json_scan import jsonc_source
from taotoken_plugins._formats.json_format import JSONC, STRICT_JSON

ORACLE = Path(__file__).with_name("jsonc_oracle.mjs")


def ask(tools_dir: Path, tasks: list[dict[str, Any]]) -> list[Any]:
    """The answers of the Node program."""
    node = shutil.which("node") or shutil.which("node", path=str(tools_dir / "bin"))
    assert node, f"no node on PATH or in {tools_dir / 'bin'}"
    done = subprocess.run(
        [node, str(ORACLE), str(tools_dir)],
        input=json.dumps(tasks), capture_output=True, text=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    assert len(answers) == len(tasks)
    return answers


def as_javascript(value: Any) -> Any:
    """Data as JavaScript holds it: every number a double."""
    if isinstance(value, dict):
        return {key: as_javascript(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_javascript(inner) for inner in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def verdict(format_: Format, text: str) -> str:
    """``ok``, ``duplicate`` (which JavaScript lets pass) or ``bad``."""
    try:
        format_.load(text.encode())
    except FormatError as error:
        refusal = error
    else:
        return "ok"
    assert "nested more than" not in str(refusal), text  # the careful reading must see what the parser saw
    if refusal.code == "not_an_object":
        return "ok"
    return "duplicate" if "twice" in str(refusal) else "bad"


@dataclass(frozen=True, slots=True)
class Edited:
    text: str
    edits: list[Edit]
    after: str


def edited_documents(count: int, seed: int) -> list[Edited]:
    """Documents of both kinds, edited by us, with the edits."""
    rng = Random(seed)
    found: list[Edited] = []
    while len(found) < count:
        jsonc = rng.random() < 0.6
        format_, text = (JSONC if jsonc else STRICT_JSON), document(rng, jsonc=jsonc)
        data = format_.load(text.encode())
        edits = [edit for edit in (edit_of(rng, data) for _ in range(rng.randint(1, 3))) if _known_there(data, edit)]
        try:
            after = format_.edit(text.encode(), edits).decode()
        except EditConflictError:
            continue
        found.append(Edited(text, edits, after))
    return found


def _known_there(data: Any, edit: Edit) -> bool:
    """jsonc-parser makes no object of null, and takes "" as a path of its own."""
    parents = (get(data, edit.path[:depth]) for depth in range(1, len(edit.path)))
    return all(parent is not None for parent in parents) and "" not in edit.path


def for_node(edit: Edit) -> dict[str, Any]:
    return {"path": edit.path, **({"value": edit.value} if isinstance(edit, Set) else {})}


def test_edits_parse_to_what_jsonc_parser_makes(tools_dir: Path) -> None:
    """1,500 edited documents hold the same data as after jsonc-parser's own edits (it puts nothing into a null
    of an earlier edit)."""
    cases = edited_documents(1500, seed=20260801)
    tasks = [{"text": case.text, "after": case.after, "edits": [*map(for_node, case.edits)]} for case in cases]
    compared = 0
    for case, answer in zip(cases, ask(tools_dir, tasks), strict=True):
        if "data" in answer["edited"]:
            assert answer["after"] == answer["edited"]["data"], case
            compared += 1
        assert as_javascript(JSONC.load(case.after.encode())) == as_javascript(answer["after"]), case
    assert compared > 1400


@pytest.mark.parametrize("jsonc", [True, False])
def test_accepts_what_the_tools_parsers_accept(tools_dir: Path, jsonc: bool) -> None:
    """4,000 documents, most with an accident in them: accepted and refused exactly as by JSON.parse and
    jsonc-parser, equal keys and a byte order mark (which the tools take off first) aside."""
    rng = Random(7 if jsonc else 8)
    texts = []
    for _ in range(4000):
        text = document(rng, jsonc=jsonc)
        for _ in range(rng.choice([0, 1, 1, 2])):
            text = mutated(rng, text)
        texts.append(text)
    answers = ask(tools_dir, [{"text": text.removeprefix("\ufeff")} for text in texts])
    counts = {"ok": 0, "bad": 0}
    for text, answer in zip(texts, answers, strict=True):
        if jsonc_source(text).blank:
            continue  # no value: nothing to lose, so an empty object to us
        for name, format_ in (("strict", STRICT_JSON), ("jsonc", JSONC)):
            ours = verdict(format_, text)
            assert ours == "duplicate" or (ours == "ok") == answer[name], (name, text)
            counts[ours] = counts.get(ours, 0) + 1
    assert min(counts["ok"], counts["bad"]) > 800


def test_data_as_javascript_reads_it(tools_dir: Path) -> None:
    """What we load is what JavaScript loads, from 1,000 documents with comments."""
    rng = Random(99)
    texts = [document(rng, jsonc=True) for _ in range(1000)]
    for text, answer in zip(texts, ask(tools_dir, [{"text": text} for text in texts]), strict=True):
        assert as_javascript(JSONC.load(text.encode())) == as_javascript(answer["data"]), text
