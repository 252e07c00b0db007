"""What a question needs of the terminal, however it is drawn there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from taotoken._message import Message, Text
from taotoken_cli._texts.wizard import HINT_TEXT

if TYPE_CHECKING:
    from taotoken_cli._app import App


class BackError(Exception):
    """Not an answer: the user wants the question before this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line to choose from."""

    value: str
    title: str
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """Something was typed or pasted instead of choosing."""

    text: str = field(repr=False)


class Busy(Protocol):
    """A line that tells what is going on, as long as it is."""

    def show(self, message: Message) -> None:
        """Tell something else."""


class Screen(Protocol):
    """The questions there are. Each raises BackError, or KeyboardInterrupt where the user stops."""

    def choose_some(self, question: Message, rows: Sequence[Row]) -> tuple[str, ...] | Typed:
        """Any number of rows; a text pasted here comes as `Typed`."""

    def choose(
        self,
        question: Message,
        rows: Sequence[Row],
        *,
        default: str | None = None,
        typed: bool = False,
        hint: Text | None = None,
        apart: bool = False,
    ) -> str | Typed:
        """One row; with `typed`, a text typed or pasted instead comes as `Typed`. `hint`, instead of the usual
        one, names the keys. `apart`: after an empty line."""

    def search(self, question: Message, values: Sequence[str], *, first: Sequence[Row] = ()) -> str | Typed:
        """One of many values, narrowed by typing, after the rows of `first`; what fits none comes as `Typed`."""

    def text(self, question: Message, *, default: str = "", hint: Text = HINT_TEXT) -> str:
        """One line, or what is pasted as one piece; `hint` names the keys, and what else can be given."""

    def secret(self, question: Message) -> str:
        """One line that is not shown."""

    def busy(self, message: Message) -> AbstractContextManager[Busy]:
        """Tell that something takes its time."""

    def settle(self) -> None:
        """Forget what was typed ahead: the next answer has to be meant."""


def screen_for(app: App) -> Screen:
    """The way to draw that this terminal can do."""
    from taotoken_cli._wizard._screen_plain import PlainScreen

    if _is_plain(app):
        return PlainScreen(app)
    from taotoken_cli._wizard._screen_lists import ListScreen, NoScreenError

    try:
        return ListScreen(app)
    except NoScreenError:
        return PlainScreen(app)


def _is_plain(app: App) -> bool:
    """A terminal without a cursor to move, or an encoding without the marks of the lists."""
    if app.env.get("TERM", "").lower() in ("dumb", "unknown"):
        return True
    try:
        "●○✓".encode(getattr(app.console.err, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return True
    return False
