"""`safe_text`, `mask_key` and the catalogue: hostile text, secrets, bounds, both languages."""

from __future__ import annotations

import importlib
import pkgutil
import string
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import taotoken._texts
from taotoken import ConfigurationError, Message, Text
from taotoken._text import mask_key, mask_keys_in, mask_queries_in, safe_text

LONG_KEY = "sk-tt-demo0000000000000001"
JWT = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl"

PREFIXES = ("ghp_", "gho_", "github_pat_", "xoxb-", "xoxp-", "AIza", "AKIA", "hf_", "gsk_", "xai-", "glpat-")


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("", ""),
        ("sk-demo-7f3a", "sk-…"),
        ("sk-1", "sk-…"),
        ("secret", "…"),
        (LONG_KEY, "sk-…0001"),
        ("0123456789abcdef", "…cdef"),
        ("0123456789abcde", "…"),
    ],
)
def test_mask_key(key: str, shown: str) -> None:
    """Only keys of 16 characters or more show their last four."""
    assert mask_key(key) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("two\nlines\r\nand\ttab\u2028end", "two lines and tab end"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bPq payload\x1b\\after", "after"),
        ("\x9b31mred\x9d0;title\x9cafter", "redafter"),
        ("\x1b]no terminator, still shown", "no terminator, still shown"),
        ("\x1b\x1b[31m[31mnested", "[31mnested"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("in\u200bvis\ufeffible\u00ad", "invisible"),
        ("tag\U000e0041\U000e0042s", "tags"),
        ("nul\x00bell\x07", "nulbell"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("中文，保留", "中文，保留"),
        ("[bold]markup[/bold]", "[bold]markup[/bold]"),
        ("", ""),
    ],
)
def test_safe_text_is_one_harmless_line(text: str, shown: str) -> None:
    """Control sequences, bidi marks and invisible characters go; words stay."""
    assert " ".join(safe_text(text).split(" ")).replace("  ", " ") == shown


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"Incorrect API key provided: {LONG_KEY}.", LONG_KEY),
        (f"Illegal header value b'Bearer {LONG_KEY}\\n'", LONG_KEY),
        (f"key_{LONG_KEY}", LONG_KEY),
        ("sk-de\u200bmo-7f3a", "demo-7f3a"),
        ("sk-de\x1b[0mmo-7f3a", "demo-7f3a"),
        ("\x1b[sk-demo-7f3a-1234", "demo-7f3a"),
        ("\x1bsk-demo-7f3a-1234", "demo-7f3a"),
        ("Authorization: Bearer abcdef0123456789", "abcdef0123456789"),
        ('{"api_key": "abcdef0123"}', "abcdef0123"),
        ("x-api-key: abcdef0123", "abcdef0123"),
        ('experimental_bearer_token = "abcdef0123"', "abcdef0123"),
        ("ANTHROPIC_AUTH_TOKEN=abcdef0123", "abcdef0123"),
        *((f"see {prefix}demo0123456789ab", "demo0123") for prefix in PREFIXES),
        (f"refresh {JWT}", JWT),
        ("proxy http://user:hunter2@proxy.example:8080 refused", "hunter2"),
        ("x" * 390 + LONG_KEY, "demo0000"),
        ("\u200b" * 3190 + LONG_KEY, "demo0000"),
    ],
)
def test_safe_text_shows_no_secret(text: str, secret: str) -> None:
    """Keys by shape, by the name beside them, in headers, in URLs, split by invisible characters, or at a cut."""
    assert secret not in safe_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "The task-management of risk-averse users",
        "Bearer token is invalid",
        "api_key: missing",
        "see https://gw.example/doc?mail=a@b.example",
        '{"url":"https://gw.example","mail":"a@b.example"}',
        "api_key: sk-…0001",
        "password is required",
        "hf_hub_download of xai-org/grok",
    ],
)
def test_ordinary_text_is_not_masked(text: str) -> None:
    """Words that only resemble secrets stay readable, and a masked key stays as it is."""
    assert safe_text(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://gw.example/v1", "https://gw.example/v1"),
        ("https://gw.example/v1?key=abc&flag=", "https://gw.example/v1?key=…&flag="),
        ("see https://gw.example?0123456789abcdef now? a=b", "see https://gw.example?…cdef now? a=b"),
        ("https://gw.example/?a=…cdef", "https://gw.example/?a=…cdef"),
    ],
)
def test_values_of_queries_are_masked(text: str, shown: str) -> None:
    """The names stay, and so does what is no URL."""
    assert mask_queries_in(text) == shown


def test_a_known_secret_of_any_shape_is_masked() -> None:
    """A key that looks like nothing in particular is masked where the caller names it."""
    text = "the word swordfish and swordfish-long-enough-1"
    assert safe_text(text, secrets=("swordfish", "swordfish-long-enough-1")) == "the word … and …gh-1"
    assert mask_keys_in("a b", "a") == "a b"


@settings(max_examples=300, deadline=None)
@given(text=st.text(), limit=st.integers(min_value=1, max_value=60))
def test_safe_text_is_bounded_and_printable(text: str, limit: int) -> None:
    """Whatever comes in, at most `limit` printable characters come out."""
    shown = safe_text(text, limit)
    assert len(shown) <= limit
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not set(shown) & set("\u200b\u200e\u200f\u202a\u202e\u2066\u2069\ufeff\u061c")


@settings(max_examples=200, deadline=None)
@given(
    before=st.text(max_size=30),
    body=st.text(alphabet=string.ascii_letters + string.digits, min_size=20, max_size=40),
    after=st.text(max_size=30),
)
def test_a_key_shaped_text_is_masked_anywhere(before: str, body: str, after: str) -> None:
    """`sk-` and what follows it is masked after anything but a letter or digit."""
    before = before.rstrip(string.ascii_letters + string.digits)
    assert body not in safe_text(f"{before}sk-{body}{after}")


@pytest.mark.parametrize(
    "junk",
    [
        "eyJ",
        "eyJa.",
        "sk-",
        "sk-a ",
        "api_key=",
        "://a",
        "\x1b]",
        "\x1b[0",
        "bearer ",
        "password: ",
        "hf_",
        "ghp_",
        " ",
        "\u200b",
    ],
)
def test_megabytes_take_linear_time(junk: str) -> None:
    """Ten times the text takes about ten times as long (a quadratic search would take a hundred times)."""

    def seconds(size: int) -> float:
        text = junk * (size // len(junk))
        start = time.process_time()
        mask_keys_in(text)
        safe_text(text)
        return time.process_time() - start

    assert seconds(1_000_000) < 40 * max(seconds(100_000), 0.02)


def test_an_error_keeps_hostile_text_harmless() -> None:
    """The text of an error is one bounded line without secrets."""
    error = ConfigurationError(f"\x1b[31m{LONG_KEY}\n" + "x" * 10_000)
    assert len(str(error)) <= 400
    assert "\x1b" not in str(error)
    assert "demo0000" not in str(error)


def catalogue() -> list[tuple[str, Text]]:
    modules = [
        importlib.import_module(f"taotoken._texts.{info.name}")
        for info in pkgutil.iter_modules(taotoken._texts.__path__)
    ]
    return [
        (f"{module.__name__}.{name}", text)
        for module in modules
        for name, text in vars(module).items()
        if isinstance(text, Text)
    ]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


@pytest.mark.parametrize(("name", "text"), catalogue(), ids=[name for name, _ in catalogue()])
def test_both_languages_say_the_same_thing(name: str, text: Text) -> None:
    """Each sentence exists in both languages with the same placeholders."""
    assert text.en
    assert text.zh
    assert text.en.isascii()
    assert placeholders(text.en) == placeholders(text.zh)


def test_a_message_renders_nested_messages_in_one_language() -> None:
    """A parameter that is a message is put into the language of the whole."""
    field = Text(en="key", zh="密钥")()
    message = Text(en="The {field} is wrong.", zh="{field}有误。")(field=field)
    assert isinstance(message, Message)
    assert message.render("en") == str(message) == "The key is wrong."
    assert message.render("zh") == "密钥有误。"
