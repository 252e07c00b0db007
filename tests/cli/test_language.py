"""Which language is spoken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from taotoken_cli._language import choose, has_flag, option_value


@pytest.mark.parametrize(
    ("argv", "env", "expected"),
    [
        ((), {}, "en"),
        ((), {"LANG": "zh_CN.UTF-8"}, "zh"),
        ((), {"LANG": "zh"}, "zh"),
        ((), {"LANG": "ZH_TW.Big5"}, "zh"),
        ((), {"LANG": "de_DE.UTF-8"}, "en"),
        ((), {"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ((), {"LANG": "en_US", "LC_MESSAGES": "zh_CN"}, "zh"),
        ((), {"LANG": "zh_CN", "LC_ALL": ""}, "zh"),
        ((), {"TAOTOKEN_LANG": "zh", "LC_ALL": "en_US"}, "zh"),
        ((), {"TAOTOKEN_LANG": "xx", "LC_ALL": "zh_CN"}, "zh"),
        (("--lang", "en"), {"TAOTOKEN_LANG": "zh"}, "en"),
        (("setup", "--lang=zh"), {}, "zh"),
        (("setup", "--lang", "zh", "--yes"), {}, "zh"),
        (("chat", "--", "--lang", "zh"), {}, "en"),
        (("--lang",), {}, "en"),
    ],
)
def test_language_is_chosen(argv: tuple[str, ...], env: Mapping[str, str], expected: str) -> None:
    """--lang anywhere, else TAOTOKEN_LANG, else the locale."""
    assert choose(argv, env, "linux") == expected


def test_windows_without_locale_does_not_fail_elsewhere() -> None:
    """The UI language is only asked for on Windows; without its API it is English."""
    assert choose((), {}, "win32") == "en"
    assert choose((), {"LANG": "zh_CN"}, "win32") == "zh"


def test_flags_are_read_up_to_the_separator() -> None:
    """What follows ``--`` is text."""
    assert has_flag(("chat", "--json"), "--json")
    assert not has_flag(("chat", "--", "--json"), "--json")
    assert option_value(("--lang=en", "--lang", "zh"), "--lang") == "zh"


@pytest.mark.parametrize("position", ["before", "after"])
def test_language_option_stands_anywhere(cli: Any, position: str) -> None:
    """Before and after the command."""
    arguments = ("--lang", "zh", "history") if position == "before" else ("history", "--lang", "zh")
    assert cli(*arguments).out == "还没有运行记录。\n"


def test_locale_decides_without_option(cli: Any) -> None:
    """A Chinese locale speaks Chinese, errors included."""
    done = cli("undo", "--yes", env={"LC_ALL": "zh_CN.UTF-8"})
    assert done.err.startswith("错误：")
    assert "下一步：" in done.err
