"""API keys and model IDs as people paste them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken import Cause, ConfigurationError
from taotoken._key import MAX_LENGTH, clean_key
from taotoken._model import clean_model

KEY = "sk-demo-7f3a"
Clean = TypeVar("Clean")


def outcome(clean: Callable[[str], Clean], text: str) -> Clean | ConfigurationError:
    try:
        return clean(text)
    except ConfigurationError as error:
        return error


@pytest.mark.parametrize(
    ("typed", "causes"),
    [
        (KEY, ()),
        ("  sk-demo-7f3a\r\n", (Cause.KEY_WHITESPACE,)),
        ("\u3000sk-demo-7f3a\u00a0", (Cause.KEY_WHITESPACE,)),
        ('"sk-demo-7f3a"', (Cause.KEY_QUOTED,)),
        ("'sk-demo-7f3a'", (Cause.KEY_QUOTED,)),
        ("“sk-demo-7f3a”", (Cause.KEY_QUOTED,)),
        ("「sk-demo-7f3a」", (Cause.KEY_QUOTED,)),
        ('"sk-demo-7f3a', (Cause.KEY_QUOTED,)),
        ('"sk-demo-7f3a",', (Cause.KEY_QUOTED,)),
        ("\ufeffsk-demo-7f3a\u200b", (Cause.KEY_NON_ASCII,)),
        ("\u2066sk-demo-7f3a\u2069", (Cause.KEY_NON_ASCII,)),
        ("sk-demo-7f3a\u3164", (Cause.KEY_NON_ASCII,)),
        ("Bearer sk-demo-7f3a", (Cause.KEY_BEARER_PREFIX,)),
        ("bearer   sk-demo-7f3a", (Cause.KEY_BEARER_PREFIX,)),
        ("BEARER: sk-demo-7f3a", (Cause.KEY_BEARER_PREFIX,)),
        ("Bearer Bearer sk-demo-7f3a", (Cause.KEY_BEARER_PREFIX,)),
        ("Authorization: Bearer sk-demo-7f3a", (Cause.KEY_BEARER_PREFIX,)),
        ("x-api-key: sk-demo-7f3a", ()),
        ('"Bearer sk-demo-7f3a"', (Cause.KEY_QUOTED, Cause.KEY_BEARER_PREFIX)),
        ('Bearer "sk-demo-7f3a"\n', (Cause.KEY_WHITESPACE, Cause.KEY_QUOTED, Cause.KEY_BEARER_PREFIX)),
        ("sk-demo-7f3a。", ()),
    ],
)
def test_what_surrounds_a_key_is_removed_with_a_note(typed: str, causes: tuple[Cause, ...]) -> None:
    """The key itself remains, and the note tells what went, never the key."""
    clean = clean_key(typed)
    assert clean.key == KEY
    assert clean.causes == causes
    assert bool(clean.notes) == (typed != KEY)
    assert not any("7f3a" in note.render(language) for note in clean.notes for language in ("en", "zh"))
    assert "7f3a" not in repr(clean)


@pytest.mark.parametrize(
    ("typed", "cause", "words"),
    [
        ("", Cause.KEY_MISSING, "empty"),
        (" \t\n", Cause.KEY_MISSING, "empty"),
        ('""', Cause.KEY_MISSING, "empty"),
        ("Bearer ", Cause.KEY_MISSING, "empty"),
        ("Authorization: Bearer", Cause.KEY_MISSING, "empty"),
        ("sk-demo\u200b-7f3a", Cause.KEY_NON_ASCII, "position 8 that no key has: U+200B ZERO WIDTH SPACE"),
        ("sk-demo-7f3ａ", Cause.KEY_NON_ASCII, "position 12 that no key has: U+FF41 FULLWIDTH LATIN SMALL LETTER A"),
        ("ｓk-demo-7f3a", Cause.KEY_NON_ASCII, "position 1 that"),
        ("sk-demo–7f3a", Cause.KEY_NON_ASCII, "position 8 that no key has: U+2013 EN DASH"),
        ("sk-dеmo-7f3a", Cause.KEY_NON_ASCII, "CYRILLIC"),
        ("sk-demo密7f3a", Cause.KEY_NON_ASCII, "position 8"),
        ("sk-demo-7f3a（我的密钥）x", Cause.KEY_NON_ASCII, "position 13"),
        ("sk-demo\x007f3a", Cause.KEY_NON_ASCII, "position 8 that no key has: U+0000 CONTROL CHARACTER"),
        ("sk-demo\x1b[31m7f3a", Cause.KEY_NON_ASCII, "position 8"),
        ("sk-demo\x7f7f3a", Cause.KEY_NON_ASCII, "position 8"),
        ("sk-demo\ud8007f3a", Cause.KEY_NON_ASCII, "position 8 that no key has: U+D800"),
        ("sk-demo-7f3a sk-demo-8888", Cause.KEY_WHITESPACE, "position 13 (U+0020 SPACE)"),
        ("sk-demo-7f3a\nsk-demo-8888", Cause.KEY_WHITESPACE, "position 13"),
        ("Bearer sk-demo 7f3a", Cause.KEY_WHITESPACE, "position 8"),
        ("sk-demo\u00a07f3a", Cause.KEY_WHITESPACE, "NO-BREAK SPACE"),
        ("sk-demo-7f3a,sk-demo-8888", Cause.CONFIG_SHAPE_MISPLACED, "several"),
        ("$TAOTOKEN_API_KEY", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("${TAOTOKEN_API_KEY}", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("Bearer ${KEY}", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("%TAOTOKEN_API_KEY%", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("{env:TAOTOKEN_API_KEY}", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("$env:KEY", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("${{ secrets.KEY }}", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("$(cat key.txt)", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("export KEY=sk-demo-7f3a", Cause.CONFIG_SHAPE_MISPLACED, "NAME=value"),
        ("TAOTOKEN_API_KEY=sk-demo-7f3a", Cause.CONFIG_SHAPE_MISPLACED, "NAME=value"),
        ('TAOTOKEN_API_KEY = "sk-demo-7f3a"', Cause.CONFIG_SHAPE_MISPLACED, "NAME=value"),
        ('$env:KEY = "sk-demo-7f3a"', Cause.CONFIG_SHAPE_MISPLACED, "NAME=value"),
        ("https://gw.example/api?key=7f3a", Cause.CONFIG_SHAPE_MISPLACED, "web address"),
        ('{"api_key": "sk-demo-7f3a"}', Cause.CONFIG_SHAPE_MISPLACED, "JSON"),
        ("<sk-demo-7f3a>", Cause.CONFIG_SHAPE_MISPLACED, "structure"),
        ("7f3a" * MAX_LENGTH, Cause.CONFIG_SHAPE_MISPLACED, str(MAX_LENGTH)),
    ],
)
def test_a_key_that_cannot_be_repaired_is_refused(typed: str, cause: Cause, words: str) -> None:
    """Each refusal has its cause, the position, both languages and nothing of the key."""
    with pytest.raises(ConfigurationError) as caught:
        clean_key(typed)
    error = caught.value
    assert error.cause is cause
    assert words in str(error)
    assert error.detail is not None
    for shown in (str(error), repr(error), error.detail.render("zh")):
        assert "7f3a" not in shown
        assert "8888" not in shown


@pytest.mark.parametrize(
    "typed",
    [
        "sk-xxx",
        "sk-xxxx-xxxx-xxxx",
        "sk-XXXXXXXXXXXXXXXX",
        "sk-ant-xxxxxxxx",
        "sk-or-v1-xxxxxxxx",
        "xxxxxxxx",
        "sk-...",
        "sk-…",
        "sk-…7f3a",
        "sk-ab...wxyz",
        "sk-****",
        "sk-ab********wxyz",
        "****",
        "your-api-key",
        "YOUR_API_KEY",
        "your_key_here",
        "YourApiKey",
        "sk-your-key",
        "sk-your-taotoken-api-key-here",
        "<API_KEY>",
        "<your key>",
        "[API KEY]",
        "{api_key}",
        "api_key",
        "API-KEY",
        "apikey",
        "TAOTOKEN_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "my-api-key",
        "sk-REPLACE",
        "REPLACE_ME",
        "changeme",
        "PLACEHOLDER",
        "paste-your-key-here",
        "sk-example",
        "你的密钥",
        "你的api_key",
        "sk-你的密钥",
        "请填写您的API Key",
        "<你的密钥>",
        "在此处粘贴密钥",
    ],
)
def test_example_text_is_not_a_key(typed: str) -> None:
    """What documentation shows in the place of a key is refused as such."""
    with pytest.raises(ConfigurationError) as caught:
        clean_key(typed)
    assert caught.value.cause is Cause.KEY_PLACEHOLDER


@pytest.mark.parametrize(
    "key",
    [
        "sk-demo-7f3a",
        "sk-tt-demo0000000000000001",
        "sk-test-gateway-000001",
        "sk-e2e-1",
        "sk-1234",
        "sk-old-demo",
        "sk-bad",
        "sk-x",
        "sk-ant-demo-old",
        "sk-proj-AbCxxxxDeF0123456789",
        "sk-myCompanyKey-1",
        "EMPTY",
        "dummy",
        "ollama",
        "lm-studio",
        "none",
        "token",
        "secret",
        "secret-token-abc123",
        "your-key-7f3a91",
        "here-be-dragons",
        "0123456789abcdef",
        "AIzaSyDemo_0123456789",
        "abc.def.ghi",
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZW1vIn0.",
        "QUJDREVGR0g=",
        "ABCDEF==",
        "p@ss$word%1",
        "a,b;c",
    ],
)
def test_real_looking_keys_pass_unchanged(key: str) -> None:
    """Short, odd and demo keys of real gateways are never taken for examples."""
    clean = clean_key(key)
    assert (clean.key, clean.notes) == (key, ())


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=80))
def test_a_key_is_clean_or_refused(text: str) -> None:
    """Any text becomes a key of visible ASCII characters that is clean already, or a ConfigurationError."""
    first = outcome(clean_key, text)
    if isinstance(first, ConfigurationError):
        assert first.cause is not None
        return
    assert first.key
    assert all("!" <= char <= "~" for char in first.key)
    again = clean_key(first.key)
    assert (again.key, again.notes) == (first.key, ())


@pytest.mark.parametrize(
    ("typed", "model"),
    [
        ("", ""),
        ("  ", ""),
        ("demo-large", "demo-large"),
        (" demo-large\n", "demo-large"),
        ('"demo-large"', "demo-large"),
        ("“demo-large”,", "demo-large"),
        ("demo-large\u200b", "demo-large"),
        ("vendor/demo-large:free", "vendor/demo-large:free"),
        ("demo-large[1m]", "demo-large[1m]"),
        ("@cf/demo@v1", "@cf/demo@v1"),
        ("豆包-大", "豆包-大"),
        ("my-model", "my-model"),
        ("default", "default"),
        ("claude-new", "claude-new"),
        ("gpt-xxx-1", "gpt-xxx-1"),
    ],
)
def test_a_model_id_loses_only_what_surrounds_it(typed: str, model: str) -> None:
    """Blanks, quotes and invisible characters at the ends go with a note; every other ID stays."""
    clean = clean_model(typed)
    assert clean.model == model
    assert bool(clean.notes) == (typed != model and model != "")


@pytest.mark.parametrize(
    ("typed", "cause", "words"),
    [
        ("demo large", Cause.MODEL_ID_WRONG, "position 5 that can't stand in one: U+0020 SPACE"),
        ("demo\nlarge", Cause.MODEL_ID_WRONG, "position 5"),
        ("demo\x1b[31m", Cause.MODEL_ID_WRONG, "U+001B CONTROL CHARACTER"),
        ("demo\u200blarge", Cause.MODEL_ID_WRONG, "U+200B ZERO WIDTH SPACE"),
        ("demo\ud800", Cause.MODEL_ID_WRONG, "U+D800"),
        ("m" * 300, Cause.MODEL_ID_WRONG, "300"),
        ("$MODEL", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("${MODEL}", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("%MODEL%", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("{env:MODEL}", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("MODEL=demo-large", Cause.CONFIG_SHAPE_MISPLACED, "NAME=value"),
        ("MODEL_ID", Cause.MODEL_PLACEHOLDER, "example"),
        ("model", Cause.MODEL_PLACEHOLDER, "example"),
        ("model-name", Cause.MODEL_PLACEHOLDER, "example"),
        ("your-model", Cause.MODEL_PLACEHOLDER, "example"),
        ("YOUR_MODEL_ID", Cause.MODEL_PLACEHOLDER, "example"),
        ("<model>", Cause.MODEL_PLACEHOLDER, "example"),
        ("<模型ID>", Cause.MODEL_PLACEHOLDER, "example"),
        ("你的模型", Cause.MODEL_PLACEHOLDER, "example"),
        ("xxx", Cause.MODEL_PLACEHOLDER, "example"),
    ],
)
def test_a_model_id_that_cannot_be_one_is_refused(typed: str, cause: Cause, words: str) -> None:
    """Each refusal has its cause and says where."""
    with pytest.raises(ConfigurationError) as caught:
        clean_model(typed)
    assert caught.value.cause is cause
    assert words in str(caught.value)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_a_model_id_is_clean_or_refused(text: str) -> None:
    """Any text becomes an ID that is clean already, or a ConfigurationError."""
    first = outcome(clean_model, text)
    if isinstance(first, ConfigurationError):
        assert first.cause is not None
        return
    again = clean_model(first.model)
    assert (again.model, again.notes) == (first.model, ())
