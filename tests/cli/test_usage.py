"""Command lines that can't work: exit 2, one sentence and the next step, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

CASES = [
    ((), "No command was given.", "没有给出命令。", "taotoken --help"),
    (("setpu",), "There is no command 'setpu'.", "没有 'setpu' 这个命令。", "taotoken setup"),
    (("xyzzy",), "There is no command 'xyzzy'.", "没有 'xyzzy' 这个命令。", "taotoken --help"),
    (("--nope",), "There is no option '--nope'.", "没有 '--nope' 这个选项。", "taotoken --help"),
    (("setup", "--bse-url", "x"), "There is no option '--bse-url'.", "没有 '--bse-url' 这个选项。", "--base-url"),
    (("setup", "--base-url"), "The option '--base-url' needs a value.", "需要一个值", "taotoken setup --help"),
    (("setup", "--yes=1"), "The option '--yes' takes no value.", "不接受值", "taotoken setup --help"),
    (("history", "a", "b"), "Too many arguments: a b", "多余的参数：a b", "taotoken history --help"),
    (("undo", "a", "b"), "Too many arguments: b", "多余的参数：b", "taotoken undo --help"),
    (("chat",), "TEXT is missing.", "缺少 TEXT。", "taotoken chat --help"),
    (("setup", "--codex-auth", "x"), "'x' is not possible for --codex-auth", "不能是 'x'", "config, auth-json"),
    (("gateway", "--port", "x1"), "'x1' is not possible for --port", "不能是 'x1'", "65535"),
    (("gateway", "--port", "-1"), "'-1' is not possible for --port", "不能是 '-1'", "65535"),
    (("gateway", "--port", "70000"), "'70000' is not possible", "不能是 '70000'", "65535"),
    (("gateway", "--fault", "nope"), "There is no fault 'nope'.", "没有名为 'nope' 的故障", "stream-cut"),
    (("--lang", "fr", "history"), "'fr' is not possible for --lang", "不能是 'fr'", "en, zh"),
    (("setup", "cluade-code", "--yes"), "cluade-code", "cluade-code", "claude-code"),
    (("status", "nope"), "nope", "nope", "claude-code, codex, cline"),
    (("doctor", "nope"), "nope", "nope", "claude-code, codex, cline"),
    (("chat", " "), "The question is empty.", "问题是空的。", "taotoken chat"),
    (("chat", "x", "--raw", "--curl"), "--raw, --curl exclude each other.", "不能同时使用", "keep one"),
]


@pytest.mark.parametrize(("arguments", "english", "chinese", "following"), CASES)
def test_usage_errors(cli: Any, arguments: tuple[str, ...], english: str, chinese: str, following: str) -> None:
    """Exit 2; nothing on standard output; what is wrong and what to type next."""
    done = cli(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert english in done.err
    assert following in done.err
    assert len(done.err.splitlines()) == 2 or following in done.err.splitlines()[0]
    if "fr" not in arguments:
        done = cli(*arguments, env={"TAOTOKEN_LANG": "zh"})
        assert done.code == 2
        assert done.err.startswith("错误：")
        assert chinese in done.err
        assert "error:" not in done.err


@pytest.mark.parametrize("arguments", [("setup", "--json", "--nope"), ("history", "--json", "extra")])
def test_usage_errors_as_json(cli: Any, arguments: tuple[str, ...]) -> None:
    """With --json a usage error is the envelope too."""
    done = cli(*arguments)
    assert (done.code, done.err) == (2, "")
    assert done.json["schema"] == f"taotoken.{arguments[0]}/1"
    assert done.json["status"] == "failed"
    assert done.json["errors"][0]["code"] == "usage"


def test_version_and_module(process: Any) -> None:
    """`--version` prints name and version."""
    from taotoken._version import __version__

    assert process("--version").out == f"taotoken {__version__}\n"


def test_hostile_arguments_are_shown_safely(cli: Any) -> None:
    """Escape codes and keys in arguments don't reach the terminal."""
    done = cli("history", "\x1b[31mred\x1b[0m", "sk-demo-1234567890abcdef")
    assert "\x1b" not in done.err
    assert "sk-demo-1234567890abcdef" not in done.err
