"""Words on every console: encodings, colour, secrets."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken._message import Text
from taotoken_cli._console import Console, fit

ENCODINGS = ("utf-8", "cp936", "cp1252", "ascii", "latin-1")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(deadline=None, max_examples=100)
@given(text=st.text(max_size=60) | st.sampled_from(["✓ a → b …", "中文“引号”", "\ud800", "é ¥ 😀"]))
def test_nothing_raises_on_any_encoding(encoding: str, text: str) -> None:
    """Whatever is shown can be written."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    Console(stream, stream, "zh", {}).say(text)
    stream.flush()
    assert raw.getvalue()


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        ("✓ done → next…", "ascii", "OK done -> next..."),
        ("✗ sk-…1234", "cp1252", "x sk-…1234".translate({0x2026: "..."})),
        ("✓ 好", "cp936", "OK 好"),
        ("✓ 好", "utf-8", "✓ 好"),
        ("中", "ascii", "?"),
    ],
)
def test_symbols_fall_back(text: str, encoding: str, expected: str) -> None:
    """Symbols become plain text, the rest a question mark."""
    assert fit(text, encoding) == expected


@pytest.mark.parametrize(
    ("encoding", "expected"), [("utf-8", "你好"), ("cp936", "你好"), ("ascii", "hello"), ("cp1252", "hello")]
)
def test_chinese_falls_back_to_english(encoding: str, expected: str) -> None:
    """A console without Chinese characters gets English, not question marks."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    Console(stream, stream, "zh", {}).say(Text(en="hello", zh="你好")())
    stream.flush()
    assert raw.getvalue().decode(encoding).strip() == expected


@pytest.mark.parametrize(
    ("stream", "env", "expected"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colour_only_where_it_is_wanted(stream: io.StringIO, env: dict[str, str], expected: bool) -> None:
    """A terminal that is not dumb, without NO_COLOR."""
    console = Console(stream, io.StringIO(), "en", env)
    console.styled("+ line", fg="green")
    assert console.color is expected
    assert ("\x1b[" in stream.getvalue()) is expected


def test_registered_secrets_never_get_through() -> None:
    """Neither whole nor inside other text, on both streams, in colour or not."""
    out, err = Terminal(), io.StringIO()
    console = Console(out, err, "en", {})
    console.keep_secret("hunter2-hunter2-9999")
    console.say("key=hunter2-hunter2-9999;")
    console.styled("+hunter2-hunter2-9999", fg="green")
    console.tell("hunter2-hunter2-9999")
    assert "hunter2" not in out.getvalue() + err.getvalue()
    assert "9999" in out.getvalue()


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("arguments", [("--help",), ("history",), ("history", "--json"), ("undo",), ("setpu",)])
def test_real_processes_on_every_encoding(process: Any, encoding: str, arguments: tuple[str, ...]) -> None:
    """No command dies of an encoding error, in Chinese either."""
    done = process(*arguments, "--lang", "zh", env={"PYTHONIOENCODING": encoding})
    assert "Unicode" not in done.both
    assert done.code in (0, 2, 3)
