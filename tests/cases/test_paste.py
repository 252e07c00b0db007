"""What people paste, whole and damaged: each file of ``paste/`` gives the sets of ``paste/expected.json``, or a clear
refusal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken_plugins._paste import Found, read_set
from taotoken_plugins._paste._repair import plain

FOLDER = Path(__file__).parent / "paste"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
FIELDS = ("base_url", "api_key", "model", "messages_base_url", "protocol")
KEY = "sk-demo-7f3a99990000aaaa1111"


def text_of(name: str) -> str:
    """A snippet with its own line ends."""
    return (FOLDER / name).read_bytes().decode("utf-8")


def shown(found: Found) -> str:
    """Everything of a result that a person may see."""
    parts = [repr(replace(item, base_url=None, model=None)) for item in found.candidates]
    for candidate in found.candidates:
        messages = (candidate.source, *candidate.notes)
        parts += [message.render(language) for message in messages for language in ("en", "zh")]
    for problem in found.problems:
        parts += [problem.message.render("en"), problem.message.render("zh"), problem.field or ""]
    return "\n".join(parts)


def test_every_snippet_is_expected() -> None:
    """Files and expectations are the same list, and there are enough of them."""
    assert {path.name for path in FOLDER.iterdir()} - {"expected.json"} == set(EXPECTED)
    assert len(EXPECTED) >= 40


@pytest.mark.parametrize("name", EXPECTED)
def test_the_sets_of_a_snippet(name: str) -> None:
    """The right three pieces in the right order, repairs noted, what can't be used named with its reason."""
    expected = EXPECTED[name]
    found = read_set(text_of(name))
    got = [{field: getattr(item, field) for field in FIELDS} for item in found.candidates]
    assert got == expected["candidates"]
    notes = "\n".join(str(note) for item in found.candidates for note in item.notes)
    problems = "\n".join(str(problem.message) for problem in found.problems)
    assert all(note in notes for note in expected.get("notes", ())), notes
    assert all(problem in problems for problem in expected.get("problems", ())), problems
    if not got:
        assert found.problems or name in ("nothing.txt", "mcp-remote-server.json")


@pytest.mark.parametrize("name", EXPECTED)
def test_no_key_is_shown(name: str) -> None:
    """Neither repr nor notes nor problems hold a key."""
    text = shown(read_set(text_of(name)))
    keys = {item["api_key"] for item in EXPECTED[name]["candidates"] if item["api_key"]}
    assert not any(key in text for key in (*keys, KEY))


@pytest.mark.parametrize("name", EXPECTED)
def test_damage_is_survived(name: str) -> None:
    """A snippet cut off anywhere never raises, and never pairs its key with a host that it doesn't name."""
    text = text_of(name)
    hosts = {item["base_url"] for item in EXPECTED[name]["candidates"]}
    for end in range(0, len(text), max(1, len(text) // 25)):
        for item in read_set(text[:end]).candidates:
            if item.complete and item.base_url:
                stem = item.base_url.rstrip("/")
                assert any(str(host).startswith(stem[:14]) for host in hosts), (end, item.base_url)


_WORDS = st.sampled_from([
    "OPENAI_BASE_URL", "OPENAI_API_KEY", "ANTHROPIC_AUTH_TOKEN", "base_url", "apiKey", "model", "密钥", "模型",
    "Base URL", "=", ":", "：", "＝", "\"", "“", "'", "`", "{", "}", "[", "]", "(", ")", ",", "\n", " ", "\\",
    "^", "|", "\t", "#", "//", "export ", "set ", "setx ", "$env:", "curl ", "-H ", "-d ",
    "Authorization: Bearer ", "ccswitch://v1/import?", "&", "resource=provider", "config=", "apiKey=",
    "https://gw.example/api", "http://", KEY, "sk-xxx", "glm-4.6", "$KEY", "${KEY}", "%KEY%", "{env:X}",
    "os.environ['X']", "OpenAI(", "```", "[model_providers.x]", "mcpServers", "\x00", "\u200b", "\ud800",
    "｛", "９", "env",
])  # fmt: skip


@settings(deadline=None, max_examples=250)
@given(st.lists(_WORDS, max_size=40).map("".join))
def test_pieces_in_any_order_never_raise_or_leak(text: str) -> None:
    """Whatever the pieces add up to: a result, no exception, no key in it that can be seen."""
    found = read_set(text)
    assert KEY not in shown(found)
    for item in found.candidates:
        assert item.api_key is None or item.api_key in plain(text)


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=400))
def test_any_text_gives_a_result(text: str) -> None:
    """Text of any characters."""
    read_set(text)


@pytest.mark.parametrize(
    "piece",
    ["export OPENAI_BASE_URL=https://a.example key token model url { \n", '{"a":', "key ", "|", "curl 'x", "sk-", "\n"],
)
def test_long_texts_are_bounded(piece: str) -> None:
    """A megabyte of anything ends soon (the suite's time limit), with few candidates."""
    found = read_set(piece * (1_000_000 // len(piece)))
    assert len(found.candidates) <= 12
    assert len(found.problems) <= 12
