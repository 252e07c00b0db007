"""What the keys do at a question, beyond what questionary gives them."""

from __future__ import annotations

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from questionary.prompts.common import InquirerControl

from taotoken_cli._wizard._screen import BackError, Typed


def add_ways_out(keys: KeyBindings) -> None:
    """Esc goes back; ^D stops, as ^C does; ^Z puts it aside, where the shell can."""

    @keys.add(Keys.Escape, eager=True)
    def _back(event: KeyPressEvent) -> None:
        event.app.exit(exception=BackError())

    @keys.add(Keys.ControlC, eager=True)
    @keys.add(Keys.ControlD, eager=True)
    def _stop(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt())

    @keys.add(Keys.ControlZ, eager=True)
    def _aside(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()


def on_paste(keys: KeyBindings) -> None:
    """What is pasted into a list is an answer of its own."""

    @keys.add(Keys.BracketedPaste, eager=True)
    def _paste(event: KeyPressEvent) -> None:
        event.app.exit(result=Typed(event.data))


def on_typing(keys: KeyBindings) -> None:
    """So is what is typed."""

    @keys.add("a", eager=True)  # letters that questionary has a use for
    @keys.add("i", eager=True)
    @keys.add(Keys.Any)
    def _type(event: KeyPressEvent) -> None:
        if event.data.isprintable() and event.data.strip():
            event.app.exit(result=Typed(event.data))


def on_typed_lines(keys: KeyBindings) -> None:
    """The end of a line that more follows at once is part of a paste, on a terminal that marks none."""

    @keys.add(Keys.ControlM, eager=True)
    def _end(event: KeyPressEvent) -> None:
        if event.key_processor.input_queue:
            event.current_buffer.insert_text("\n")
        else:
            event.current_buffer.validate_and_handle()


def search_keys(control: InquirerControl) -> KeyBindings:
    """Return takes the row that is shown; where nothing fits, what was typed. A paste is typing."""
    keys = KeyBindings()

    @keys.add(Keys.ControlM, eager=True)
    def _take(event: KeyPressEvent) -> None:
        typed = control.search_filter or ""
        values = [choice.value for choice in control.choices]
        if typed in values:
            event.app.exit(result=typed)
        elif typed and not any(typed.lower() in str(choice.title).lower() for choice in control.choices):
            event.app.exit(result=Typed(typed))
        else:
            event.app.exit(result=control.get_pointed_at().value)

    @keys.add(Keys.BracketedPaste, eager=True)
    def _paste(event: KeyPressEvent) -> None:
        for char in event.data.strip():
            control.add_search_character(char)  # type: ignore[arg-type]  # it adds the text of a key

    return keys
