"""Plain questions on the terminal. They go to standard error, so standard output stays the result."""

from __future__ import annotations

import click

from taotoken._message import Message
from taotoken_cli._app import App
from taotoken_cli._console import fit
from taotoken_cli._texts import common as texts


def ask(app: App, question: Message) -> str:
    """One line; may be empty."""
    line = _fitted(app, texts.QUESTION(question=question))
    answer: str = click.prompt(line, prompt_suffix="", default="", show_default=False, err=True, type=str)
    return answer.strip()


def ask_secret(app: App, question: Message) -> str:
    """One line that is not shown while it is typed."""
    line = _fitted(app, texts.QUESTION_SECRET(question=question))
    answer: str = click.prompt(
        line, prompt_suffix="", hide_input=True, err=True, default="", show_default=False, type=str
    )
    return answer


def confirm(app: App, question: Message) -> bool:
    """Yes or no, apart from what it is about; only a clear answer counts, and return means no."""
    app.console.tell("")
    line = _fitted(app, texts.YES_NO(question=question))
    while True:
        answer = click.prompt(line, prompt_suffix="", default="", show_default=False, err=True, type=str)
        answer = answer.strip().lower()
        if answer in ("y", "yes", "是"):
            return True
        if answer in ("", "n", "no", "否"):
            return False
        app.console.tell(texts.YES_NO_AGAIN())


def _fitted(app: App, message: Message) -> str:
    return fit(app.console.words(message), getattr(app.console.err, "encoding", None) or "utf-8")
