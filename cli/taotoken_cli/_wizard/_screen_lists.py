"""Questions as lists to move in, with questionary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TextIO, cast

import questionary
from prompt_toolkit.application import Application
from prompt_toolkit.filters import Always
from prompt_toolkit.input import create_input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, merge_key_bindings
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.output import Output, create_output
from questionary.prompts.common import InquirerControl

from taotoken._message import Message, Text
from taotoken_cli._app import App
from taotoken_cli._progress_line import ProgressLine
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._hidden import KeysHidden
from taotoken_cli._wizard._keys import add_ways_out, on_paste, on_typed_lines, on_typing, search_keys
from taotoken_cli._wizard._screen import Row, Typed
from taotoken_cli._wizard._unseen import unseen
from taotoken_cli._wrap import columns, wrap

_STYLE: Final = questionary.Style(
    [
        ("qmark", "fg:ansicyan bold"),
        ("question", "bold"),
        ("instruction", "fg:ansibrightblack"),
        ("pointer", "fg:ansicyan bold"),
        ("highlighted", "fg:ansicyan bold"),
        ("selected", ""),
        ("answer", "fg:ansicyan"),
        ("search_success", "noinherit bold"),
        ("search_none", "noinherit fg:ansiyellow bold"),
        ("separator", "fg:ansibrightblack"),
    ]
)
_MARK: Final = "?"
_POINTER: Final = ">"
_MOST_ROWS: Final = 12
_ESCAPE_SECONDS: Final = 0.1  # how long after Esc the rest of a key's sequence may take, over a slow line too


class NoScreenError(Exception):
    """This terminal can't be drawn on."""


class ListScreen:
    """See `Screen`."""

    def __init__(self, app: App) -> None:
        self._app = app
        try:
            self._input, self._output = create_input(cast(TextIO, app.stdin)), _output(app)
        except (OSError, RuntimeError, ValueError) as error:  # no console behind the streams (Windows)
            raise NoScreenError from error

    def choose_some(self, question: Message, rows: Sequence[Row]) -> tuple[str, ...] | Typed:
        made = questionary.checkbox(
            self._asked(question),
            choices=[questionary.Choice(self._short(row.title), value=row.value, checked=row.checked) for row in rows],
            instruction=self._hint(texts.HINT_SOME),
            initial_choice=rows[0].value,
            use_jk_keys=False,
            pointer=_POINTER,
            **self._usual(),
        )
        keys = KeyBindings()
        on_paste(keys)
        on_typing(keys)
        answer = self._run(made, keys)
        return answer if isinstance(answer, Typed) else tuple(answer)

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
        made = questionary.select(
            self._asked(question),
            choices=[questionary.Choice(self._short(row.title), value=row.value) for row in rows],
            default=default,
            instruction=self._hint(hint or (texts.HINT_ONE_TYPED if typed else texts.HINT_ONE)),
            use_jk_keys=False,
            pointer=_POINTER,
            **{**self._usual(), **({"qmark": f"\n{_MARK}"} if apart else {})},
        )
        keys = KeyBindings()
        if typed:
            on_paste(keys)
            on_typing(keys)
        answer: str | Typed = self._run(made, keys)
        return answer

    def search(self, question: Message, values: Sequence[str], *, first: Sequence[Row] = ()) -> str | Typed:
        rows = (*first, *(Row(value=value, title=value) for value in values))
        made = questionary.select(
            self._asked(question),
            choices=[questionary.Choice(self._short(row.title), value=row.value) for row in rows],
            instruction=self._hint(texts.HINT_SEARCH),
            use_jk_keys=False,
            use_search_filter=True,
            pointer=_POINTER,
            **self._usual(),
        )
        control = _searched(_control(made.application))
        as_typed = self._app.console.words(texts.AS_TYPED())
        control.as_typed = lambda typed: f"{typed} {as_typed}"
        answer: str | Typed = self._run(made, search_keys(control))
        return answer

    def text(self, question: Message, *, default: str = "", hint: Text = texts.HINT_TEXT) -> str:
        made = questionary.text(
            self._asked(question),
            default=default,
            instruction=self._hint(hint),
            input_processors=[KeysHidden()],
            **self._usual(),
        )
        keys = KeyBindings()
        on_typed_lines(keys)
        return str(self._run(made, keys))

    def secret(self, question: Message) -> str:
        made = questionary.password(self._asked(question), instruction=self._hint(texts.HINT_SECRET), **self._usual())
        return str(self._run(made, KeyBindings()))

    @contextmanager
    def busy(self, message: Message) -> Iterator[ProgressLine]:
        with unseen(self._app.stdin), ProgressLine(self._app.console) as line:
            line.show(message)
            yield line

    def settle(self) -> None:
        clear_typeahead(self._input)
        with self._input.raw_mode():
            self._input.read_keys()

    # how it is drawn ----------------------------------------------------------------------------------------

    def _words(self, message: Message) -> str:
        return self._app.console.masked(self._app.console.words(message))

    def _asked(self, question: Message) -> str:
        """A question, on as many lines as it needs."""
        return "\n  ".join(wrap(self._words(question), self._output.get_size().columns - 4))

    def _hint(self, text: Text) -> str:
        return "".join(f"\n  {line}" for line in wrap(self._words(text()), self._output.get_size().columns - 3)) + "\n"

    def _short(self, title: str) -> str:
        """A title that fits on one line."""
        width = max(self._output.get_size().columns - 6, 20)
        title = self._app.console.masked(title)
        if columns(title) <= width:
            return title
        while columns(title) > width - 1:
            title = title[:-1]
        return title.rstrip() + "…"

    def _usual(self) -> dict[str, Any]:
        return {
            "style": _STYLE,
            "qmark": _MARK,
            "input": self._input,
            "output": self._output,
            "erase_when_done": True,
        }

    def _run(self, made: questionary.Question, keys: KeyBindings) -> Any:
        application = made.application
        add_ways_out(keys)
        own = application.key_bindings
        application.key_bindings = merge_key_bindings([own, keys] if own else [keys])
        application.ttimeoutlen = _ESCAPE_SECONDS
        _limit_list(application)
        self._app.console.err.flush()
        return made.unsafe_ask()


def _output(app: App) -> Output:
    """Standard error, where questions go; nothing is asked of the terminal itself, which over a slow line answers into
    the next question."""
    output = create_output(stdout=cast(TextIO, app.console.err))
    if hasattr(output, "enable_cpr"):
        output.enable_cpr = False
    return output


class _Searched(InquirerControl):
    """A list that shows what was typed as a row of its own, where it fits nothing."""

    as_typed: Callable[[str], str]

    @property
    def filtered_choices(self) -> list[questionary.Choice]:
        """What fits."""
        fitting: list[questionary.Choice] = super().filtered_choices
        if self.search_filter and not self.found_in_search:
            return [questionary.Choice(self.as_typed(self.search_filter), value=self.search_filter)]
        return fitting


def _searched(control: InquirerControl) -> _Searched:
    """`control` as one; questionary makes it itself, so there is no other way in."""
    control.__class__ = _Searched
    return cast(_Searched, control)


def _list_window(application: Application[Any]) -> Window | None:
    """The part of a question that holds the rows."""
    windows = (window for window in application.layout.find_all_windows())
    return next((window for window in windows if isinstance(window.content, InquirerControl)), None)


def _limit_list(application: Application[Any]) -> None:
    """A list that is longer than this scrolls, instead of pushing everything off the screen."""
    if (window := _list_window(application)) is not None:
        window.height = Dimension(max=_MOST_ROWS)
        window.dont_extend_height = Always()


def _control(application: Application[Any]) -> InquirerControl:
    window = _list_window(application)
    assert window is not None, "a list has rows"
    control: InquirerControl = window.content  # type: ignore[assignment]  # just looked at
    return control
