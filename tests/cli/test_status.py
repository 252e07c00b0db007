"""`taotoken status`: what wins, where it comes from, what lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

KEY = "sk-demo-7f3a99990000aaaa1111"
OTHER = "sk-demo-bbbb22223333cccc4444"


def test_a_commented_base_url_is_not_the_current_one(cli: Any, clean_home: Path) -> None:
    """The provider in use counts, not one that is commented out (C20)."""
    path = clean_home / ".codex/config.toml"
    path.parent.mkdir()
    path.write_text(
        'model_provider = "cur"\n'
        "# [model_providers.old]\n"
        '# base_url = "https://old.example/v1"\n'
        "[model_providers.cur]\n"
        'base_url = "https://cur.example/v1"\n'
    )
    done = cli("status", "codex")
    assert done.code == 0
    assert "https://cur.example/v1" in done.out
    assert "old.example" not in done.out
    assert "config.toml:5" in done.out


def test_who_wins_and_who_lost(cli: Any, clean_home: Path) -> None:
    """Settings beat the shell; the loser is named with its place; keys are masked."""
    path = clean_home / ".claude/settings.json"
    path.parent.mkdir()
    env = {"ANTHROPIC_BASE_URL": "https://one.example", "ANTHROPIC_AUTH_TOKEN": KEY, "ANTHROPIC_MODEL": "m"}
    path.write_text(json.dumps({"env": env}, indent=2))
    outside = {"ANTHROPIC_BASE_URL": "https://two.example", "ANTHROPIC_AUTH_TOKEN": OTHER}
    done = cli("status", "claude-code", env=outside)
    assert "https://one.example" in done.out
    assert "~/.claude/settings.json:3" in done.out
    assert "not used: base URL in the environment (ANTHROPIC_BASE_URL)" in done.out
    assert KEY not in done.both
    assert OTHER not in done.both
    data = cli("status", "claude-code", "--json", env=outside).json["data"]["tools"][0]
    assert data["base_url"] == "https://one.example"
    assert data["origin"]["base_url"] == {"kind": "file", "file": str(path), "line": 3}
    assert {item["name"] for item in data["shadowed"]} >= {"base_url", "api_key"}


def test_the_environment_as_a_source(cli: Any) -> None:
    """A value from the process environment names its variable."""
    done = cli("status", "claude-code", env={"ANTHROPIC_BASE_URL": "https://two.example"})
    assert "https://two.example   <- the environment (ANTHROPIC_BASE_URL)" in done.out


@pytest.mark.parametrize(("language", "words"), [("en", "No tool is installed"), ("zh", "没有已安装或已配置的工具")])
def test_nothing_here(cli: Any, language: str, words: str) -> None:
    """A fresh machine: said, with the next command."""
    done = cli("status", "--lang", language)
    assert (done.code, words in done.out, "taotoken setup" in done.out) == (0, True, True)


def test_a_file_its_tool_cannot_read_is_a_problem_line(cli: Any, clean_home: Path) -> None:
    """Broken files are told, not fatal."""
    path = clean_home / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text('{"env": ')
    done = cli("status", "claude-code")
    assert done.code == 0
    assert "  ! " in done.out


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (".claude/settings.json", '{"model": 5}', "model must be a string"),
        (".codex/config.toml", 'model = "x', "~/.codex/config.toml is not valid"),
        (".cline/data/settings/providers.json", "[]", "~/.cline/data/settings/providers.json is not valid"),
        (".pi/agent/settings.json", "{", "pi ignores the whole file"),
        (".openclaw/openclaw.json", "{", "OpenClaw does not start"),
    ],
)
@pytest.mark.parametrize("extra", [(), ("--json",)])
def test_a_broken_file_is_enough_to_be_shown(
    cli: Any, clean_home: Path, file: str, text: str, said: str, extra: tuple[str, ...]
) -> None:
    """Without a name too, though the program is not found and no value can be read: that tool alone, and why."""
    path = clean_home / file
    path.parent.mkdir(parents=True)
    path.write_text(text)

    done = cli("status", *extra)

    assert (done.code, said in done.out) == (0, True)
    assert done.out.count("not found on this machine") == (0 if extra else 1)
    if extra:
        assert len(done.json["data"]["tools"]) == 1


def test_hostile_values_are_shown_safely(cli: Any, clean_home: Path) -> None:
    """Escape codes in a config value don't reach the terminal."""
    path = clean_home / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text(
        json.dumps({"env": {"ANTHROPIC_BASE_URL": "https://x\x1b[31m.example", "ANTHROPIC_MODEL": "\u202ebad"}})
    )
    for extra in ((), ("--json",)):
        done = cli("status", "claude-code", *extra)
        assert "\x1b" not in done.both
        assert "\\u001b" not in done.both
        assert "\u202e" not in done.both


@pytest.mark.parametrize("extra", [(), ("--json",)])
def test_a_key_in_the_wrong_field_is_masked(cli: Any, clean_home: Path, extra: tuple[str, ...]) -> None:
    """In the path or query of a URL, and in the field of the model: the key of the tool, and any value of a query."""
    path = clean_home / ".claude/settings.json"
    path.parent.mkdir()
    key, other = "zq7demo0123456789zq7", "another-demo-9876"
    url = f"https://one.example/{key}?auth={other}"
    env = {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_AUTH_TOKEN": key, "ANTHROPIC_MODEL": f"x-{key}"}
    path.write_text(json.dumps({"env": env}))

    done = cli("status", "claude-code", *extra)

    assert done.code == 0
    assert "one.example" in done.out
    assert key not in done.both
    assert other not in done.both
