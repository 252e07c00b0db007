"""Where words go: standard output and error, in one language, on whatever encoding the console has.

Nothing here ever raises for a character the console can't show, and no registered secret ever gets through.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Final

import click

from taotoken._message import Language, Message
from taotoken._text import mask_key
from taotoken_cli._texts import common as texts

_FALLBACK: Final = str.maketrans(
    {"✓": "OK", "✗": "x", "…": "...", "→": "->", "·": "-", "—": "-", "–": "-", "≤": "<=", "×": "x",
     "“": '"', "”": '"', "‘": "'", "’": "'"}
)  # fmt: skip
MIN_SECRET: Final = 6


class OutputFailedError(Exception):
    """A stream takes nothing more, for another reason than that its reader is gone: a full disk, say."""


class Console:
    """Two streams and how to write on them.

    Attributes:
        language: what humans read; English when Chinese was wanted but the console can't show it.
        color: may escape codes be written to standard output?
    """

    def __init__(self, out: IO[str], err: IO[str], language: Language, env: Mapping[str, str]) -> None:
        self.out = out
        self.err = err
        self.language: Language = language if language == "en" or _shows(out, "中") else "en"
        self.color = out.isatty() and "NO_COLOR" not in env and env.get("TERM") != "dumb"
        self._secrets: list[str] = []

    def keep_secret(self, secret: str) -> None:
        """From now on `secret` is masked in everything written."""
        if len(secret) >= MIN_SECRET and secret not in self._secrets:
            self._secrets.append(secret)
            self._secrets.sort(key=len, reverse=True)

    def masked(self, text: str) -> str:
        """`text` without the registered secrets."""
        for secret in self._secrets:
            text = text.replace(secret, mask_key(secret))
        return text

    def words(self, message: Message | str) -> str:
        """`message` in the console's language."""
        return message if isinstance(message, str) else message.render(self.language)

    def say(self, message: Message | str = "") -> None:
        """One line (or several) on standard output."""
        self._write(self.out, self.words(message))

    def prose(self, message: Message) -> None:
        """A sentence on standard output; on a terminal broken between words."""
        self._write(self.out, _broken(self.words(message), self.out))

    def talk(self, message: Message | str) -> None:
        """The same on standard error: a line of a conversation."""
        self._write(self.err, _broken(self.words(message), self.err))

    def tell(self, message: Message | str) -> None:
        """One line on standard error, where it does not disturb a program that reads the result."""
        self._write(self.err, self.words(message))

    def warn(self, message: Message) -> None:
        """A warning on standard error."""
        self.talk(texts.WARNING(message=message))

    def note(self, message: Message) -> None:
        """A note on standard error."""
        self.talk(texts.NOTE(message=message))

    def piece(self, text: str) -> None:
        """Part of a line, shown at once (a streamed answer)."""
        self._write(self.out, text, newline=False)

    def styled(self, text: str, **style: bool | str) -> None:
        """One line on standard output, in colour where the console has it."""
        self._write(self.out, click.style(self.masked(text), **style) if self.color else text)  # type: ignore[arg-type]

    def _write(self, stream: IO[str], text: str, *, newline: bool = True) -> None:
        text = fit(self.masked(text), getattr(stream, "encoding", None) or "utf-8")
        try:
            click.echo(text, file=stream, nl=newline, color=self.color if stream is self.out else None)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputFailedError(error.strerror or type(error).__name__) from error


def _broken(text: str, stream: IO[str]) -> str:
    """`text`, on a terminal in lines that end between words."""
    if not stream.isatty():
        return text
    from shutil import get_terminal_size

    from taotoken_cli._wrap import wrap

    width = get_terminal_size().columns
    return "\n".join(line for part in text.split("\n") for line in wrap(part, width) or [""])


def _shows(stream: IO[str], char: str) -> bool:
    try:
        char.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def fit(text: str, encoding: str) -> str:
    """`text` made of characters that `encoding` has: symbols by their plain form, the rest by a question mark."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_FALLBACK).encode(encoding, "replace").decode(encoding)
    return text
