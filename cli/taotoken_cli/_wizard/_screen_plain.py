"""Questions as plain lines and numbered lists, for terminals that can't move a cursor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from taotoken._message import Message, Text
from taotoken_cli._app import App
from taotoken_cli._prompt import ask, ask_secret
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._screen import BackError, Row, Typed
from taotoken_cli._wizard._unseen import unseen

BACK = "<"
SHOWN = 20  # of a long list; the rest is found by typing a part


class PlainScreen:
    """See `Screen`."""

    def __init__(self, app: App) -> None:
        self._app = app

    def choose_some(self, question: Message, rows: Sequence[Row]) -> tuple[str, ...] | Typed:
        self._list(question, rows, marks=True)
        while True:
            answer = self._ask(texts.PLAIN_SOME())
            if not answer:
                return tuple(row.value for row in rows if row.checked)
            numbers = answer.replace(",", " ").replace("，", " ").split()
            chosen = [_row(rows, number) for number in numbers]
            if all(row is not None for row in chosen):
                return tuple(dict.fromkeys(row.value for row in chosen if row is not None))
            if not any(number.isdecimal() for number in numbers):
                return Typed(answer)
            self._app.console.tell(texts.PLAIN_NUMBERS(count=len(rows)))

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
        del apart, hint  # every list is; keys are not there
        self._list(question, rows)
        first = next((index for index, row in enumerate(rows, 1) if row.value == default), 1)
        asked = texts.PLAIN_ONE_TYPED(first=first) if typed else texts.PLAIN_ONE(first=first)
        while True:
            answer = self._ask(asked)
            row = rows[first - 1] if not answer else _row(rows, answer)
            if row is not None:
                return row.value
            if typed and not answer.isdecimal():
                return Typed(answer)
            self._app.console.tell(texts.PLAIN_NUMBERS(count=len(rows)))

    def search(self, question: Message, values: Sequence[str], *, first: Sequence[Row] = ()) -> str | Typed:
        shown = (*first, *(Row(value=value, title=value) for value in values))
        while True:
            rows = shown[: SHOWN + len(first)]
            self._list(question, rows)
            if len(shown) > len(rows):
                self._app.console.tell(texts.PLAIN_MORE(count=len(shown) - len(rows)))
            answer = self._ask(texts.PLAIN_SEARCH())
            row = rows[0] if not answer else _row(rows, answer)
            if row is not None:
                return row.value
            found = tuple(value for value in values if answer.lower() in value.lower())
            if answer in values or len(found) == 1:
                return answer if answer in values else found[0]
            if not found:
                return Typed(answer)
            shown = tuple(Row(value=value, title=value) for value in found)
            first = ()

    def text(self, question: Message, *, default: str = "", hint: Text | None = None) -> str:
        del hint  # of keys that are not there
        return self._ask(texts.PLAIN_TEXT(question=question, default=default) if default else question) or default

    def secret(self, question: Message) -> str:
        answer = ask_secret(self._app, question)
        if answer.strip() == BACK:
            raise BackError
        return answer

    @contextmanager
    def busy(self, message: Message) -> Iterator[PlainScreen]:
        with unseen(self._app.stdin):
            self.show(message)
            yield self

    def show(self, message: Message) -> None:
        """A line for what is going on."""
        self._app.console.tell(message)

    def settle(self) -> None:
        """Plain questions read no further than their line."""

    def _ask(self, question: Message) -> str:
        answer = ask(self._app, question)
        if answer == BACK:
            raise BackError
        return answer

    def _list(self, question: Message, rows: Sequence[Row], *, marks: bool = False) -> None:
        self._app.console.tell("")
        self._app.console.tell(question)
        for number, row in enumerate(rows, 1):
            mark = ("[x] " if row.checked else "[ ] ") if marks else ""
            self._app.console.tell(f"  {number:>2}  {mark}{row.title}")


def _row(rows: Sequence[Row], number: str) -> Row | None:
    if not (number.isascii() and number.isdecimal() and len(number) < 6):
        return None
    return rows[int(number) - 1] if 1 <= int(number) <= len(rows) else None
