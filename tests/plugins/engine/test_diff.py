"""The diff: right, readable and without secrets."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_kit import CONFIG, JAY, KEY, OLD_KEY, SETTINGS, config_file, tool, wanted, write
from taotoken_plugins import Edit, Host, Select, Set, Wanted, _diff, apply, diff, plan, plan_undo

NAME = ".jay/settings.json"
OTHER_SECRETS = ("hunter2-correct-horse", "ghp_0123456789abcdefgh", "topsecretvalue", "p4ssw0rd")
RICH = f"""{{
  "zero": 0,
  "apiKeyHelper": "cat ~/.secret",
  "http": {{"Authorization": "Bearer {OTHER_SECRETS[1]}", "X-Api-Key": "{OTHER_SECRETS[2]}"}},
  "env": {{
    "PASSWORD": "{OTHER_SECRETS[0]}",
    "OLD_KEY": "{OLD_KEY}",
    "PROXY": "http://me:{OTHER_SECRETS[3]}@proxy.example:8080"
  }},
  "last": 9
}}
"""


def shown(host: Host, *files: Any) -> str:
    (change,) = plan([(tool(*files or (SETTINGS,)), wanted())], host).changes
    return diff(change, host)


def test_c09_secrets_are_masked_on_both_sides(host: Host) -> None:
    """Neither the new key, nor the one taken out, nor others nearby are in the diff; both masks are."""
    write(host.home / NAME, RICH)
    text = shown(host)
    for secret in (KEY, OLD_KEY, *OTHER_SECRETS):
        assert secret not in text
    assert f"…{KEY[-4:]}" in text
    assert f"…{OLD_KEY[-4:]}" in text
    assert "demo-large" in text


def test_the_undo_diff_is_masked_too(host: Host) -> None:
    """The same file on its way back."""
    write(host.home / NAME, RICH)
    apply(plan([(JAY, wanted())], host), host)
    (change,) = plan_undo(host).changes
    text = diff(change, host)
    assert not [secret for secret in (KEY, OLD_KEY, *OTHER_SECRETS) if secret in text]
    write(host.home / NAME, (host.home / NAME).read_bytes().replace(b'"last": 9', b'"last": 8'), 0o600)
    (change,) = plan_undo(host).changes
    text = diff(change, host)
    assert not [secret for secret in (KEY, OLD_KEY, *OTHER_SECRETS) if secret in text]


@pytest.mark.parametrize("key", ["k", "0123456789abcdef0123", 'quo"te-and\\slash', "键-not-ascii-but-long"])
def test_keys_of_any_shape_are_masked(host: Host, key: str) -> None:
    """Keys need not start with sk-; an unchanged one in the context is masked as well."""

    def edits(want: Wanted, data: Mapping[str, Any], host: Host) -> Sequence[Edit]:
        return (Set(("plain",), key, secret=True), Set(("model",), want.endpoint.model))

    write(host.home / ".x.json", json.dumps({"plain": key, "model": "a"}, indent=1))
    text = shown(host, config_file(".x.json", edits))
    assert json.dumps(key) not in text
    assert key not in text.replace("workaround", "") or len(key) < 2
    assert "…" in text


def test_a_secret_selector_is_masked(host: Host) -> None:
    """The tail of a key in a list is as secret as the key."""
    tail = KEY[-20:]

    def edits(want: Wanted, data: Mapping[str, Any], host: Host) -> Sequence[Edit]:
        return (Set(("approved", Select(None, tail, secret=True)), tail, secret=True),)

    text = shown(host, config_file(".x.json", edits))
    assert tail not in text
    assert f"…{tail[-4:]}" in text


def test_the_diff_is_a_unified_diff_with_three_lines_of_context(host: Host) -> None:
    """Line numbers and context as `diff -u` has them."""
    lines = [f'  "k{number}": {number},' for number in range(30)]
    body = "\n".join(["{", *lines, '  "env": {"URL": "a"}', "}"]) + "\n"
    write(host.home / NAME, body, 0o600)
    text = shown(host)
    assert text.splitlines()[:3] == ["--- ~/.jay/settings.json", "+++ ~/.jay/settings.json", "@@ -29,5 +29,6 @@"]
    assert ' "k26"' not in text
    assert '   "k27": 27,\n' in text


def _patched(before: str, text: str, folder: Path) -> str:
    """What git makes of the diff."""
    target = write(folder / "patched" / NAME, before)
    command = ["git", "apply", "--whitespace=nowarn", "-"]  # it takes the ~ for the usual first folder
    env = {"PATH": os.environ["PATH"], "GIT_CEILING_DIRECTORIES": str(folder)}
    subprocess.run(command, input=text.encode(), check=True, cwd=folder / "patched", env=env, capture_output=True)
    return target.read_bytes().decode()


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_the_diff_can_be_applied(host: Host, tmp_path: Path, end: str, count: int) -> None:
    """Where no secret is in it, the text is a real patch: line numbers, order and missing line ends are right."""
    names = [f'  "k{number}": {number},\n' for number in range(count)]
    before = "{\n" + "".join(names) + '  "env": {"URL": 1},\n' + "".join(names).replace("k", "j") + '  "z": 0\n}' + end

    def edits(want: Wanted, data: Mapping[str, Any], host: Host) -> Sequence[Edit]:
        return (Set(("env", "URL"), "u"), Set(("new",), 1))

    write(host.home / NAME, before, 0o600)
    (change,) = plan([(tool(config_file(NAME, edits)), wanted())], host).changes
    assert change.after is not None
    assert _patched(before, diff(change, host), tmp_path) == change.after.decode()


def test_a_new_file_comes_from_dev_null(host: Host) -> None:
    """A new file shows its mode."""
    lines = shown(host, CONFIG).splitlines()
    assert lines[:3] == ["new file mode 0600", "--- /dev/null", "+++ ~/.toml-tool/config.toml"]
    assert lines[3].startswith("@@ -0,0 +1,")


def test_a_deleted_file_goes_to_dev_null(host: Host) -> None:
    """Undoing a new file."""
    apply(plan([(tool(CONFIG), wanted())], host), host)
    (change,) = plan_undo(host).changes
    assert "+++ /dev/null" in diff(change, host)


def test_mode_changes_are_shown_even_alone(host: Host) -> None:
    """A tightened mode is a line of its own."""
    apply(plan([(JAY, wanted())], host), host)
    (host.home / NAME).chmod(0o640)
    assert shown(host) == "old mode 0640\nnew mode 0600\n"


def test_a_link_shows_where_it_leads(host: Host) -> None:
    """The name the tool uses, and the file that is really written."""
    write(host.home / "dot/s.json", "{}")
    (host.home / ".jay").mkdir()
    (host.home / NAME).symlink_to("../dot/s.json")
    assert "+++ ~/.jay/settings.json -> ~/dot/s.json\n" in shown(host)


def test_crlf_and_missing_line_end(host: Host) -> None:
    """Carriage returns don't reach the terminal; a missing last line end is marked."""
    write(host.home / NAME, b'{\r\n  "env": {}\r\n}')
    text = shown(host)
    assert "\r" not in text
    assert "\\ No newline at end of file\n" in text


def test_control_and_bidi_characters_are_spelled_out(host: Host) -> None:
    """Text in a file can't drive the terminal or hide what it says."""
    write(host.home / NAME, '{"evil": "\u202e\x7f\u200bx", "esc": "\\u001b[2J",\n"env": {}}')
    text = shown(host)
    assert not [char for char in text if not char.isprintable() and char not in "\n\t"]
    assert "\\u202e" in text


def test_a_long_line_shows_the_part_that_changes(host: Host) -> None:
    """A minified file of one line is not printed twice in full."""
    filler = ", ".join(f'"name{number}": {number}' for number in range(2000))
    write(host.home / NAME, "{" + filler + ', "env": {"URL": "old.example"}, ' + filler.replace("name", "tail") + "}")
    text = shown(host)
    assert len(text) < 1500
    assert "old.example" in text
    assert "https://gw.example/api" in text


def test_no_key_is_cut_in_half_by_a_long_line(host: Host) -> None:
    """Lines are masked before they are cut."""
    for pad in range(330, 440, 7):
        write(host.home / NAME, '{"pad": "' + "x" * pad + f'", "env": {{"OLD_KEY": "{OLD_KEY}"}}}}')
        text = shown(host)
        assert not [size for size in (8, 12, 16) if KEY[:size] in text or OLD_KEY[:size] in text]


def test_a_change_of_nothing_is_empty(host: Host) -> None:
    """No header without a difference."""
    write(host.home / NAME, "{}", 0o600)
    (change,) = plan([(JAY, wanted())], host).changes
    assert diff(replace(change, after=change.before.data), host) == ""


@pytest.mark.parametrize(("before", "told"), [("sk-other-0000-0123456789", True), (OLD_KEY, False), (KEY, False)])
def test_two_keys_that_look_the_same_are_told_apart(host: Host, before: str, told: bool) -> None:
    """Where the masks of the old and the new key are equal, a note says that the key changes all the same."""
    write(host.home / NAME, json.dumps({"env": {"TOKEN": before}}))
    (change,) = plan([(JAY, wanted())], host).changes
    notes = [note.render(language) for note in change.notes for language in ("en", "zh")]
    assert any("different key" in note and "env.TOKEN" in note and "sk-…6789" in note for note in notes) is told
    assert any("另一个密钥" in note for note in notes) is told
    assert KEY not in "".join(notes)


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ('"GH_PAT": "hunter2-long-words"', "hunter2"),
        ('"VALUE": "ghp_0123456789abcdefgh"', "0123456789ab"),
        ('"SLACK": "xoxb-0123456789-demo"', "xoxb-0123"),
        ('"AWS_BEARER_TOKEN_BEDROCK": "ABSKdemodemo"', "ABSKdemo"),
        ('"apiKeyForDemo": "hunter2-long-words"', "hunter2"),
        ('"a": {"my.token": "hunter2"}', "hunter2"),
        ('"args": ["--api-key", "abcdef1234567"]', "abcdef1234567"),
        ('"args": [\n "--api-key",\n "abcdef1234567"\n]', "abcdef1234567"),
        ('"run": "gw --token abcdef-words"', "abcdef-words"),
        ('"run": "gw --gateway-secret=abcdef-words"', "abcdef-words"),
        ('"run": "export DEMO_KEY=\'hunter2-words\'; gw"', "hunter2"),
        ('"url": "https://gw.example/v1?a=b&key=Zq7demoZq7demo1"', "Zq7demoZq7"),
        ('"url": "https://gw.example/v1?Zq7demoZq7demo1"', "Zq7demoZq7"),
    ],
)
def test_secrets_near_a_change_are_masked(host: Host, line: str, secret: str) -> None:
    """By a word anywhere in the name, by the shape, by the option before them, or as the query of a URL."""
    write(host.home / NAME, f'{{\n"env": {{}},\n{line}\n}}', 0o600)
    text = shown(host)
    assert secret not in text
    assert "…" in text


@pytest.mark.parametrize(
    "line",
    [
        '"max_tokens": "4096"',
        '"ANTHROPIC_MODEL": "claude-demo-model"',
        '"keybindings": "vim-and-others"',
        '"keyBindings": "vim-and-others"',
        '"API_KEY_HELPER_TTL_MS": "300000"',
        '"auth_mode": "chatgpt"',
        '"API_KEY_COMMAND": "cat ~/.tool/key-file"',
        '"tokenSource": "manual"',
        '"token_count": 12345678901',
        '"args": ["--max-tokens", "1234567"]',
        '"url": "https://gw.example/v1"',
        '"PATH": "/usr/local/bin"',
        '"compat": "openai-like"',
        '"name": "hf_hub_download_timeout"',
    ],
)
def test_what_only_resembles_a_secret_is_shown(host: Host, line: str) -> None:
    """Limits, models, ways to log in and the like stay readable."""
    write(host.home / NAME, f'{{\n"env": {{}},\n{line}\n}}', 0o600)
    assert line in shown(host)


LINES = st.lists(st.sampled_from(["a", "b", "", "same", "x\ty"]), max_size=14)


@given(before=LINES, after=LINES)
def test_as_a_patch_the_diff_leads_from_one_text_to_the_other(before: list[str], after: list[str]) -> None:
    """With its line numbers: what is left out is equal in both, and what is shown as it was is so."""
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (before, after))
    made: list[str] = []
    at = 0
    for sign, line in _diff._hunks(old, new):
        if header := re.match(r"@@ -(\d+)(?:,(\d+))? ", line) if not sign else None:
            start = int(header[1]) - (header[2] != "0")
            made += before[at:start]
            at = start
            continue
        if sign in " -":
            assert before[at] == line
            at += 1
        if sign in " +":
            made.append(line)
    assert made + before[at:] == after
