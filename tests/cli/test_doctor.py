"""`taotoken doctor`: explaining texts, the steps, reports, single checks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from taotoken._causes import Cause
from taotoken.testing import Gateway

KEY = "sk-demo-7f3a99990000aaaa1111"
PASTED = "API Error: 401 无效的令牌"


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A gateway that admits our key."""
    with Gateway(keys=(KEY,)).in_thread() as running:
        yield running


@pytest.fixture
def ready(cli: Any, gateway: Gateway) -> Gateway:
    """Claude Code is set up for the gateway."""
    place = ("--base-url", gateway.base_url, "--model", "demo-large", "--api-key-stdin")
    assert cli("setup", "claude-code", *place, "--yes", "--no-smoke", stdin=KEY).code == 0
    return gateway


# --explain --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("way", ["text", "stdin", "file", "utf-16 file", "gbk file"])
def test_a_text_is_explained_without_any_settings(cli: Any, clean_home: Path, way: str, language: str) -> None:
    """Given as it is, piped, or in a file of any usual encoding: the same cause, who must act, no request."""
    encoding = {"utf-16 file": "utf-16", "gbk file": "gb18030"}.get(way, "utf-8")
    file = clean_home / "error.log"
    file.write_bytes(PASTED.encode(encoding))
    given = {"text": PASTED, "stdin": "-"}.get(way, str(file))

    done = cli("doctor", "--explain", given, "--lang", language, stdin=PASTED)

    assert done.code == 1
    assert "key_invalid" in done.out
    assert ("who must act: you" if language == "en" else "由谁处理：你") in done.out
    assert "\x1b" not in done.out


def test_a_text_is_judged_together_with_the_settings_of_its_tool(cli: Any, ready: Gateway) -> None:
    """Which tool's settings were used is told; nothing is sent."""
    before = len(ready.requests)
    done = cli("doctor", "claude-code", "--explain", PASTED, "--json")
    assert done.json["data"]["settings_of"] == ["Claude Code"]
    assert done.json["root_cause"] == "key_invalid"
    assert len(ready.requests) == before
    assert "Judged together with the settings of Claude Code" in cli("doctor", "--explain", PASTED).out


def test_the_settings_decide_what_the_text_leaves_open(cli: Any, clean_home: Path, ready: Gateway) -> None:
    """A bare 404 is the doubled /v1 once the settings are seen."""
    settings = clean_home / ".claude/settings.json"
    settings.write_text(settings.read_text("utf-8").replace('/api"', '/api/v1"'), encoding="utf-8")
    done = cli("doctor", "claude-code", "--explain", "API Error: 404 Not Found", "--json")
    assert done.json["root_cause"] == "base_url_v1_doubled"
    assert done.json["findings"][0]["fixable"] is True


@pytest.mark.parametrize(("language", "words"), [("en", "This text contains a key"), ("zh", "密钥")])
def test_a_key_in_the_text_is_warned_of_and_never_shown(cli: Any, language: str, words: str) -> None:
    """In words and as JSON."""
    text = f"curl -H 'Authorization: Bearer {KEY}' ... HTTP 401 invalid token"
    done = cli("doctor", "--explain", text, "--lang", language)
    assert words in done.out
    assert KEY not in done.both + cli("doctor", "--explain", text, "--json").both


def test_several_errors_are_counted(cli: Any) -> None:
    """The first one is judged."""
    errors = ("401 invalid token", "500 upstream", "503 no channel")
    log = "".join(f"2026-12-01 12:0{n}:00 API Error: {error}\n" for n, error in enumerate(errors))
    done = cli("doctor", "--explain", "-", "--json", stdin=log)
    assert any("3" in note for note in done.json["data"]["notes"])
    assert done.json["root_cause"] == "key_invalid"


def test_doubt_is_told_with_the_step_that_decides(cli: Any) -> None:
    """Where several causes look alike none is claimed: what decides comes first, the candidates are possible."""
    text = "TypeError: Cannot read properties of undefined (reading 'choices')"
    report = cli("doctor", "--explain", text, "--json").json["data"]
    assert 2 <= len(report["unsure"]) <= 5
    assert report["deciding"]
    shown = cli("doctor", "--explain", text, "--lang", "en").out
    assert "[error]" not in shown
    assert shown.index("Not sure between these") < shown.index("This decides") < shown.index("? [possible]")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--explain", "missing.log"), 3, "missing.log"),
        (("--check", "key_invalidd"), 2, "key_invalid"),
        (("--from-report", "nothing.json"), 3, "nothing.json"),
        (("--fix", "--from-report", "x.json"), 2, "--from-report"),
        (("--layers", "--explain", "x"), 2, "--explain"),
    ],
)
def test_wrong_use(cli: Any, arguments: tuple[str, ...], code: int, words: str) -> None:
    """Exit codes 2 and 3, and what was wrong."""
    done = cli("doctor", *arguments)
    assert done.code == code
    assert words in done.err


# Steps ------------------------------------------------------------------------------------------------------


def test_the_steps_in_the_order_people_are_taught(cli: Any, ready: Gateway) -> None:
    """Pieces, the request, what is read, parameters: four numbered lines, all well."""
    shown = cli("doctor", "--lang", "en").out
    lines = [line for line in shown.splitlines() if re.match(r"  \d\. ", line)]
    assert [line[:7] for line in lines] == ["  1. ✓ ", "  2. ✓ ", "  3. ✓ ", "  4. ✓ "]
    assert "…1111" in lines[0]
    assert "first token after" in lines[1]
    assert "~/.claude/settings.json" in lines[2]


def test_the_gateway_answers_so_the_fault_is_in_the_file(cli: Any, clean_home: Path, ready: Gateway) -> None:
    """The pieces work outside the tool: the file is named as the place of the fault."""
    settings = clean_home / ".claude/settings.json"
    settings.write_text(settings.read_text("utf-8").replace(f'"{KEY}"', f'"Bearer {KEY}"'), encoding="utf-8")
    shown = cli("doctor", "--lang", "en").out
    assert "The gateway answers with this URL, key and model; the fault is in ~/.claude/settings.json" in shown
    assert str(clean_home) not in shown


def test_layers(cli: Any, ready: Gateway) -> None:
    """One line per layer; the first broken one is marked, what follows was not reached."""
    well = [line for line in cli("doctor", "--layers", "--lang", "en").out.splitlines() if line.startswith("  ")]
    assert sum(line.startswith("  ✓") for line in well) == 8
    timed = [line.split()[1] for line in well if re.search(r"(?:\(|after )(?:<?\d+ ms|[\d.]+ s)", line)]
    assert timed == ["tool", "file", "env", "network", "gateway", "model", "stream"]
    address = ready.base_url.split("/")[2]
    assert re.search(rf"network  name looked up \(.+\), connected to {address} \(.+\)$", "\n".join(well), re.MULTILINE)
    ready.set_fault("401")
    ill = cli("doctor", "--layers", "--lang", "en").out
    assert "✗ gateway  <- here it breaks: key_invalid" in ill
    assert "· stream" in ill


def test_layers_of_the_network(cli: Any, clean_home: Path, ready: Gateway) -> None:
    """Of the steps within the network those that were passed stand before the one that broke; JSON has their times."""
    settings = clean_home / ".claude/settings.json"
    port = ready.base_url.split("/")[2].partition(":")[2]
    settings.write_text(settings.read_text("utf-8").replace(f":{port}/", ":9/"), encoding="utf-8")
    ill = cli("doctor", "claude-code", "--layers", "--lang", "en").out
    broken = r"✗ network  name looked up \(.+\); <- here it breaks: local_gateway_not_running"
    assert re.search(broken, ill), ill
    way = cli("doctor", "claude-code", "--json").json["data"]["tools"][0]["way"]
    assert (way["address"], way["result"], way["proxy"], way["tls"]) == ("127.0.0.1:9", "refused", False, None)
    assert way["lookup"] >= 0
    assert way["connect"] >= 0


def test_curl_in_three_shells(cli: Any, ready: Gateway) -> None:
    """The key is a variable; the body is JSON."""
    shown = cli("doctor", "--curl", "--lang", "en").out
    commands = [line for line in shown.splitlines() if line.startswith("curl")]
    assert [line.split()[0] for line in commands] == ["curl", "curl.exe", "curl.exe"]
    for command, variable in zip(commands, ("$TAOTOKEN", "$env:TAOTOKEN", "%TAOTOKEN"), strict=True):
        assert f"{variable}_API_KEY" in command
        assert ready.base_url in command
    assert json.loads(commands[0].rpartition(" -d '")[2].removesuffix("'"))["model"] == "demo-large"
    assert KEY not in shown


# Fleet use --------------------------------------------------------------------------------------------------


def test_list_checks(cli: Any) -> None:
    """Every cause there is, in words and as JSON."""
    listed = cli("doctor", "--list-checks", "--json").json["data"]["checks"]
    assert [item["id"] for item in listed] == [str(cause) for cause in Cause]
    assert all(item["sentence"] and item["who"] and item["layer"] for item in listed)
    assert len(cli("doctor", "--list-checks").out.splitlines()) >= len(listed)


def test_one_check(cli: Any, ready: Gateway) -> None:
    """Only the cause that is asked for counts."""
    ready.set_fault("401")
    assert cli("doctor", "--check", "key_invalid").code == 1
    other = cli("doctor", "--check", "base_url_v1_doubled", "--json")
    assert (other.code, other.json["root_cause"], other.json["findings"]) == (0, None, [])


def test_findings_as_json(cli: Any, ready: Gateway) -> None:
    """What a fleet's script reads."""
    ready.set_fault("401")
    finding = cli("doctor", "--json").json["findings"][0]
    promised = {"id", "layer", "tool", "status", "message", "evidence", "remedy", "who", "fixable", "duration"}
    assert promised <= set(finding)
    assert (finding["id"], finding["layer"], finding["tool"]) == ("key_invalid", "gateway", "claude-code")
    assert (finding["status"], finding["fixable"]) == ("error", False)
    assert 0 < finding["duration"] < 30


# Reports ----------------------------------------------------------------------------------------------------


def test_a_report_holds_no_secret_and_tells_the_same(cli: Any, clean_home: Path, ready: Gateway) -> None:
    """Written 0600, no key, no home; read elsewhere it names the same cause, offline."""
    settings = clean_home / ".claude/settings.json"
    settings.write_text(settings.read_text("utf-8").replace(f'"{KEY}"', f'"Bearer {KEY}"'), encoding="utf-8")
    file = clean_home / "report.json"

    made = cli("doctor", "--report", str(file), "--json")

    assert made.json["data"]["report"] == str(file)
    assert file.stat().st_mode & 0o777 == 0o600
    told = file.read_text(encoding="utf-8")
    assert KEY[8:] not in told
    assert str(clean_home) not in told
    settings.unlink()
    count = len(ready.requests)
    read = cli("doctor", "--from-report", str(file), "--json")
    assert (read.code, read.json["root_cause"]) == (1, made.json["root_cause"])
    assert len(ready.requests) == count
    with_text = cli("doctor", "--from-report", str(file), "--explain", "401 invalid token", "--json")
    assert with_text.json["root_cause"] == "key_bearer_prefix"


def test_a_report_replaces_a_report_and_nothing_else(cli: Any, clean_home: Path, ready: Gateway) -> None:
    """A second report to the same file is fine; another file, or a link, is left alone."""
    file, mine = clean_home / "report.json", clean_home / "mine.json"
    mine.write_text("{}")
    assert cli("doctor", "--offline", "--report", str(file)).code == 0
    assert cli("doctor", "--offline", "--report", str(file)).code == 0
    assert cli("doctor", "--offline", "--report", str(mine)).code == 3
    link = clean_home / "link.json"
    link.symlink_to(file)
    assert cli("doctor", "--offline", "--report", str(link)).code == 3
    assert (mine.read_text(), link.is_symlink()) == ("{}", True)


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff\xfe", b'{"schema": "taotoken.report/1"}', b"[" * 10_000])
def test_what_is_no_report_is_refused(cli: Any, clean_home: Path, data: bytes) -> None:
    """Exit 3 and the command that makes one."""
    file = clean_home / "x.json"
    file.write_bytes(data)
    done = cli("doctor", "--from-report", str(file))
    assert done.code == 3
    assert "--report" in done.err
