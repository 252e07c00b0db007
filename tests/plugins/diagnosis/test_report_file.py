"""Reports that may be posted: stand-ins for keys, an allow-list of values, and the same verdict when read."""

from __future__ import annotations

import json
import string
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from taotoken._causes import Cause
from taotoken._errors import ConfigurationError
from taotoken._key import clean_key
from taotoken_plugins._host import Host
from taotoken_plugins._registry import get_tool
from taotoken_plugins.diagnosis._finding import Report
from taotoken_plugins.diagnosis._stand_in import StandIns, address
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.report_file import NotAReportError, judge_report, read_report, report_data

KEY = "sk-demo-7f3a99990000aaaa1111"
LETTERS = string.ascii_letters + string.digits


def host_at(home: Path, **env: str) -> Host:
    """A machine whose home is `home`."""
    return Host(
        home=home, cwd=home, env=env, platform="linux", config_dir=home / "own", now=datetime(2026, 1, 1, tzinfo=UTC)
    )


def shape(key: str) -> str | tuple[str, ...]:
    """What the rules see of a key."""
    try:
        return tuple(str(cause) for cause in clean_key(key).causes)
    except ConfigurationError as error:
        return str(error.cause)


@settings(deadline=None, max_examples=150)
@given(
    st.text(LETTERS, min_size=14, max_size=60),
    st.sampled_from(["", "sk-", "sk-ant-oat01-", "gsk_"]),
    st.sampled_from(["", " ", '"', "Bearer ", "\u200b", "“"]),
    st.sampled_from(["", "\n", '"', "\u3000"]),
)
def test_a_stand_in_has_the_shape_and_nothing_of_the_key(secret: str, prefix: str, before: str, after: str) -> None:
    """The same causes, the same prefix, and no eight letters in a row of the key."""
    key = before + prefix + secret + after
    assume(len(set(secret)) > 6)  # what looks made up is example text, not a key
    made = StandIns().key(key)
    assert shape(made) == shape(key)
    assert prefix in made
    assert len(made) == len(key)
    assert not any(secret[at : at + 8] in made for at in range(len(secret) - 7))


def test_equal_keys_have_equal_stand_ins() -> None:
    """In one report, so that a conflict is seen; never in two, so that reports can't be compared."""
    masks = StandIns()
    assert masks.key(KEY) == masks.key(KEY) != masks.key(KEY + "x")
    assert masks.key(KEY) != StandIns().key(KEY)


@pytest.mark.parametrize("text", ["$MY_KEY", "${env:MY_KEY}", "%MY_KEY%", "YOUR_API_KEY", ""])
def test_what_is_no_key_stays(text: str) -> None:
    """A variable's name and example text are what the rules must see."""
    assert StandIns().key(text) == text


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://gw.example/api", "https://gw.example/api"),
        ("http://user:secret@proxy.example:8080", "http://login@proxy.example:8080"),
        ("https://gw.example/api?key=sk-secret-0001&x=1", "https://gw.example/api?query=1"),
    ],
)
def test_addresses_without_logins_and_queries(url: str, told: str) -> None:
    """Where keys hide in addresses."""
    assert address(url) == told


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("DATABASE_PASSWORD", "hunter2", False),
        ("COMMIT_MESSAGE", "fix", False),
        ("apiKeyHelper", "/home/me/bin/key.sh --vault mine", False),
        ("model_providers.x.wire_api", "chat", True),
        ("CLAUDE_CODE_USE_BEDROCK", "1", True),
        ("ANTHROPIC_MODEL", "demo-large", True),
    ],
)
def test_only_what_is_named_gets_in(name: str, value: str, told: bool) -> None:
    """A setting without a known meaning may hold anything."""
    assert (StandIns().value(name, value) is not None) is told


CASES = [
    ({"ANTHROPIC_BASE_URL": "https://gw.example/api/v1", "ANTHROPIC_AUTH_TOKEN": KEY}, "base_url_v1_doubled"),
    ({"ANTHROPIC_BASE_URL": "https://gw.example/api", "ANTHROPIC_AUTH_TOKEN": f'"{KEY}"'}, "key_quoted"),
    ({"ANTHROPIC_BASE_URL": "https://gw.example/api", "ANTHROPIC_AUTH_TOKEN": "$MY_KEY"}, "value_not_expanded"),
    (
        {"ANTHROPIC_BASE_URL": "https://gw.example/api", "ANTHROPIC_AUTH_TOKEN": KEY, "ANTHROPIC_API_KEY": KEY + "9"},
        "auth_conflict_env_key",
    ),
]


@pytest.mark.parametrize(("env", "cause"), CASES, ids=[case[1] for case in CASES])
def test_the_rules_say_the_same_elsewhere(tmp_path: Path, env: dict[str, str], cause: str) -> None:
    """From the facts of the report alone, without what was found when it was made."""
    settings_file = tmp_path / ".claude/settings.json"
    settings_file.parent.mkdir()
    settings_file.write_text(json.dumps({"env": {**env, "ANTHROPIC_MODEL": "m", "OWN": "hunter2"}}), encoding="utf-8")
    host, tool = host_at(tmp_path, SOME_PASSWORD="hunter2"), get_tool("claude-code")
    assert cause in [str(one.cause) for one in judge(collect(tool, host)).findings]

    written = json.dumps(report_data([tool], Report(findings=()), host))

    assert "hunter2" not in written
    assert KEY[8:] not in written
    assert str(tmp_path) not in written
    found = judge_report(read_report(json.loads(written))).findings
    assert cause in [str(one.cause) for one in found]


@pytest.mark.parametrize(
    "stored", [KEY, "plainsecret77aa88bb99", "Bearer plainsecret77aa88bb99", "p/la+in77aa88bb99cc"]
)
@pytest.mark.parametrize("late", ["ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY"])
def test_a_key_met_late_is_in_no_earlier_value(tmp_path: Path, stored: str, late: str) -> None:
    """It also stands in an address and a model that are told before it, and may be the key of the next tool."""
    bare = stored.removeprefix("Bearer ")
    settings_file = tmp_path / ".claude/settings.json"
    settings_file.parent.mkdir()
    env = {"ANTHROPIC_BASE_URL": f"https://gw.example/{quote(bare, safe='')}/api", "ANTHROPIC_MODEL": f"m-{bare}"}
    settings_file.write_text(json.dumps({"env": env}), encoding="utf-8")
    host = host_at(tmp_path, **{late: stored})
    tools = [get_tool("claude-code"), get_tool("codex"), get_tool("cline")]

    written = json.dumps(report_data(tools, Report(findings=()), host))

    assert "ANTHROPIC_MODEL" in written
    assert bare not in written
    assert quote(bare, safe="") not in written


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("POST https://gw.example/api?key=hunter2&x=1 fails", "POST https://gw.example/api?query=1 fails"),
        ("gw.example/api?key=hunter2", "gw.example/api?query=1"),
        ("https://gw.example/api?hunter2，请检查", "https://gw.example/api?query=1，请检查"),
        ("Is it https://gw.example/api? Yes", "Is it https://gw.example/api? Yes"),
    ],
)
def test_a_query_in_a_sentence_is_only_hinted_at(text: str, told: str) -> None:
    """Findings quote addresses."""
    assert StandIns().text(text) == told


def test_what_only_the_machine_saw_stands_as_it_was_found(tmp_path: Path) -> None:
    """A broken file is in no report; the finding is, in both languages."""
    settings_file = tmp_path / ".claude/settings.json"
    settings_file.parent.mkdir()
    settings_file.write_text('{"env": {,}}', encoding="utf-8")
    host, tool = host_at(tmp_path), get_tool("claude-code")
    report = judge(collect(tool, host))
    assert report.root_cause == Cause.JSON_SYNTAX

    read = judge_report(read_report(report_data([tool], report, host)))

    assert read.root_cause == Cause.JSON_SYNTAX
    assert read.findings[0].message.render("zh") != read.findings[0].message.render("en")
    assert read.findings[0].line == report.findings[0].line


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=100)
@given(json_values, st.sampled_from(["tools", "schema", "x"]))
def test_other_data_is_refused(value: object, name: str) -> None:
    """Whatever it is: one error, no crash."""
    data: dict[str, object] = {"schema": "taotoken.report/1", "made": "x", "taotoken": "1", "system": "linux"}
    data["tools"] = [value]
    data[name] = value
    assume(data["tools"] != [])  # a report of no tool is one
    with pytest.raises(NotAReportError):
        read_report(data)
