"""Every sentence exists in both languages, and nothing reaches the user in one of them only."""

from __future__ import annotations

import importlib
import pkgutil
import re
import string
from collections.abc import Iterator
from typing import Any

import pytest

import taotoken._texts
import taotoken_cli._texts
import taotoken_plugins._texts
from taotoken._message import Text
from taotoken_cli._click import LazyGroup, TextArgument, TextCommand, TextOption
from taotoken_cli._texts.main import COMMANDS
from taotoken_cli._wrap import columns

CJK = re.compile("[\u3000-\u9fff]")
# Sentences that are the same in both languages: commands, ids and places.
NO_WORDS = re.compile(r"^(?:\{\w+\}|[\W\d_]|taotoken \w+|claude-code|codex|cline|null|POST|Base URL|API Key)*$", re.I)


def _texts_in(value: Any, seen: set[int]) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts_in(item, seen)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _texts_in(item, seen)
    elif hasattr(value, "__dataclass_fields__") and not isinstance(value, type) and id(value) not in seen:
        seen.add(id(value))
        for name in value.__dataclass_fields__:
            yield from _texts_in(getattr(value, name), seen)


def catalogue() -> Iterator[tuple[str, Text]]:
    """Every Text of the three packages, with where it stands."""
    for package in (taotoken._texts, taotoken_plugins._texts, taotoken_cli._texts):
        for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            module = importlib.import_module(info.name)
            for name, value in vars(module).items():
                if not name.startswith("__"):
                    for text in _texts_in(value, set()):
                        yield f"{info.name}.{name}", text


CATALOGUE = list(catalogue())


def test_the_catalogue_is_found() -> None:
    """The walk sees all three packages."""
    packages = {place.split(".")[0] for place, _ in CATALOGUE}
    assert packages == {"taotoken", "taotoken_plugins", "taotoken_cli"}
    assert len(CATALOGUE) > 200


def _placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


@pytest.mark.parametrize(("place", "text"), CATALOGUE, ids=[f"{i}-{p}" for i, (p, _) in enumerate(CATALOGUE)])
def test_both_languages_say_the_same(place: str, text: Text) -> None:
    """Both are there, have the same named placeholders, and the Chinese one is Chinese."""
    assert text.en.strip()
    assert text.zh.strip()
    assert _placeholders(text.en) == _placeholders(text.zh), place
    assert "" not in _placeholders(text.en), f"{place}: positional placeholder"
    if not NO_WORDS.match(text.en):
        assert CJK.search(text.zh), f"{place}: no Chinese in {text.zh!r}"
    assert not CJK.search(text.en), f"{place}: Chinese in the English text"


CODE = re.compile("[a-z0-9]+://[^ ]+|名称: 值")  # keeps the punctuation of its language
HALF_WIDTH = re.compile(
    "[\u4e00-\u9fff\uff00-\uffef][,;:?!]|[,;:?!(][\u4e00-\u9fff]|[\u4e00-\u9fff][()]|[)][\u4e00-\u9fff]"
)


@pytest.mark.parametrize(("place", "text"), CATALOGUE, ids=[f"{i}-{p}" for i, (p, _) in enumerate(CATALOGUE)])
def test_chinese_has_chinese_punctuation(place: str, text: Text) -> None:
    """Commas, semicolons, colons, question marks and brackets at Chinese characters are full-width."""
    found = HALF_WIDTH.search(CODE.sub("", text.zh))
    assert found is None, f"{place}: {found[0]!r} in {text.zh!r}"


def _commands() -> Iterator[tuple[tuple[str, ...], TextCommand]]:
    """Every command with the words it is called by, those below others too."""
    for name in COMMANDS:
        command = importlib.import_module(f"taotoken_cli.commands.{name}").COMMAND
        yield (name,), command
        for below in command.table if isinstance(command, LazyGroup) else ():
            yield (name, below), importlib.import_module(f"{command.package}.{below}").COMMAND


@pytest.mark.parametrize(("words", "command"), [pytest.param(*found, id="-".join(found[0])) for found in _commands()])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_pages_are_in_one_language_and_fit(
    cli: Any, words: tuple[str, ...], command: TextCommand, language: str
) -> None:
    """`--help` holds every text of the command in the language, no click text, at most 79 columns a line."""
    done = cli(*words, "--help", "--lang", language)
    assert done.code == 0
    assert done.err == ""
    page = re.sub(r"\s+", "", done.out)
    holders = [param for param in command.params if isinstance(param, (TextOption, TextArgument))]
    assert len(holders) == len(command.params), "a parameter without a Text"
    for holder in [command, *holders]:
        text = holder.text.en if language == "en" else holder.text.zh
        assert re.sub(r"\s+", "", text) in page
    if language == "zh":
        for foreign in ("Usage:", "Options:", "Show this message", "Commands:"):
            assert foreign not in done.out
    assert max(columns(line) for line in done.out.splitlines()) <= 79


@pytest.mark.parametrize("language", ["en", "zh"])
def test_overview_names_every_command(cli: Any, language: str) -> None:
    """`taotoken --help` has one line for each command, and fits."""
    done = cli("--help", "--lang", language)
    for name, text in COMMANDS.items():
        assert re.search(
            rf"^  {name} +{re.escape(text().render('zh' if language == 'zh' else 'en')[:12])}", done.out, re.M
        )
    assert max(columns(line) for line in done.out.splitlines()) <= 79
