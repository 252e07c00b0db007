"""`taotoken setup --from FILE|-`: the set of a pasted text, what goes before it, and where its key may go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

KEY = "sk-demo-7f3a99990000aaaa1111"
OTHER_KEY = "sk-demo-bbbb22223333cccc4444"
URL = "https://gw.example/api"
ENV = f"OPENAI_BASE_URL={URL}/v1\nOPENAI_API_KEY={KEY}\nOPENAI_MODEL=demo-large\n"
ROWS = f"| {URL} | {KEY} | m-1 |\n| https://b.example | {OTHER_KEY} | m-2 |\n"
TWO = f"| Base URL | API Key | Model |\n|---|---|---|\n{ROWS}"
NO_KEY = f"OPENAI_BASE_URL={URL}\nOPENAI_API_KEY=sk-xxxxxxxx\nOPENAI_MODEL=demo-large\n"
QUIET = ("--yes", "--no-smoke")


@pytest.fixture
def paste(clean_home: Path) -> Any:
    """Writes a text to paste.txt."""

    def write(text: str | bytes) -> str:
        path = clean_home / "paste.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def own(home: Path) -> Any:
    """What our profile holds."""
    return json.loads((home / ".config/taotoken/profile.json").read_text())


@pytest.mark.parametrize("data", [ENV.encode(), b"\xef\xbb\xbf" + ENV.encode(), ENV.encode("utf-16")])
def test_a_file_gives_the_set(process: Any, clean_home: Path, paste: Any, data: bytes) -> None:
    """The three pieces are written, each with its source told; the key is shown nowhere."""
    done = process("setup", "codex", "--from", paste(data), *QUIET)
    assert done.code == 0, done.both
    assert own(clean_home) == {"base_url": URL, "api_key": KEY, "model": "demo-large"}
    assert "note: key taken from paste.txt (variables)" in done.err
    assert KEY not in done.both


def test_standard_input_gives_the_set(process: Any, clean_home: Path) -> None:
    """`-` is standard input, as JSON mode too."""
    done = process("setup", "codex", "--from", "-", *QUIET, "--json", stdin=ENV)
    assert (done.code, done.json["changed"]) == (0, True)
    assert own(clean_home)["api_key"] == KEY
    assert KEY not in done.both


def test_options_go_before_the_text(process: Any, clean_home: Path, paste: Any) -> None:
    """A model of the command line wins; so does a base URL of the same host, with the text's key."""
    base = f"{URL}/v9"
    done = process("setup", "codex", "--from", paste(ENV), "--model", "mine", "--base-url", base, *QUIET)
    assert done.code == 0, done.both
    assert own(clean_home) == {"base_url": base, "api_key": KEY, "model": "mine"}


def test_the_texts_key_stays_with_its_host(process: Any, clean_home: Path, paste: Any) -> None:
    """With another host on the command line the key of the text is left aside."""
    done = process("setup", "codex", "--from", paste(ENV), "--base-url", "https://other.example", *QUIET)
    assert done.code == 2
    assert "belongs to gw.example; it is not sent to other.example" in done.err
    assert KEY not in done.both
    assert not (clean_home / ".codex").exists()


@pytest.mark.parametrize(
    ("arguments", "env"),
    [
        (("--api-key-stdin",), {}),
        (("--api-key-env", "MINE"), {"MINE": OTHER_KEY}),
        ((), {"TAOTOKEN_API_KEY": OTHER_KEY}),
    ],
)
def test_another_key_is_not_sent_to_a_pasted_host(
    process: Any, clean_home: Path, paste: Any, arguments: tuple[str, ...], env: dict[str, str]
) -> None:
    """A key from elsewhere needs the address on the command line, from where it is trusted."""
    command = ("setup", "codex", "--from", paste(NO_KEY), *arguments, *QUIET)
    done = process(*command, stdin=OTHER_KEY, env=env)
    assert done.code == 2, done.both
    assert OTHER_KEY not in done.both
    assert not (clean_home / ".codex").exists()
    trusted = process(*command, "--base-url", URL, stdin=OTHER_KEY, env=env)
    assert trusted.code == 0, trusted.both
    assert own(clean_home)["api_key"] == OTHER_KEY


def test_several_sets_are_listed(process: Any, clean_home: Path, paste: Any) -> None:
    """Without a terminal the list with masked keys and the option to choose; then that set is taken."""
    path = paste(TWO)
    done = process("setup", "codex", "--from", path, *QUIET)
    assert done.code == 2
    assert f"1: {URL}, key sk-…1111, model m-1" in done.err
    assert "2: https://b.example, key sk-…4444, model m-2" in done.err
    assert "--from-choice N (1 to 2)" in done.err
    assert KEY not in done.both
    assert process("setup", "codex", "--from", path, "--from-choice", "3", *QUIET).code == 2
    assert process("setup", "codex", "--from", path, "--from-choice", "2", *QUIET).code == 0
    assert own(clean_home) == {"base_url": "https://b.example", "api_key": OTHER_KEY, "model": "m-2"}


def test_the_host_of_the_command_line_chooses(process: Any, clean_home: Path, paste: Any) -> None:
    """A base URL of one of the sets is a choice too."""
    done = process("setup", "codex", "--from", paste(TWO), "--base-url", "https://b.example", *QUIET)
    assert done.code == 0, done.both
    assert own(clean_home)["api_key"] == OTHER_KEY


@pytest.mark.parametrize(
    ("arguments", "text", "code", "said"),
    [
        (("--from", "-", "--api-key-stdin"), ENV, 2, "both read standard input"),
        (("--from-choice", "1"), "", 2, "--from-choice needs --from"),
        (("--from", "-"), "hello", 3, "holds no base URL and no API key"),
        (("--from", "-"), "", 3, "holds no base URL and no API key"),
        (("--from", "missing.txt"), "", 3, "missing.txt"),
        (("--from", "-"), NO_KEY, 2, "OPENAI_API_KEY: The API key is the text of an example"),
        (("--from", "-"), "ccswitch://v1/import?resource=skill&name=x", 3, "something other than a provider"),
    ],
)
def test_refusals(process: Any, clean_home: Path, arguments: tuple[str, ...], text: str, code: int, said: str) -> None:
    """What can't be used is said, and nothing is written."""
    done = process("setup", "codex", *arguments, *QUIET, stdin=text)
    assert done.code == code, done.both
    assert said in done.err
    assert not (clean_home / ".codex").exists()


def test_a_pasted_http_address_needs_consent(process: Any, paste: Any) -> None:
    """Plain http to another machine is refused as from any other source."""
    done = process("setup", "codex", "--from", paste(ENV.replace("https", "http")), *QUIET)
    assert done.code == 3
    assert "--allow-http" in done.err
