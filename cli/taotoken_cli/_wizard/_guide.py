"""The wizard as `setup` sees it: options in, options out, consent on the way, a line of progress at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from taotoken_cli._app import App
from taotoken_cli._notes import Notes
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._setup._result import Prepared
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard import _ask_consent
from taotoken_cli._wizard._answers import Answers, back_to
from taotoken_cli._wizard._flow import answer_all, asks, lines
from taotoken_cli._wizard._given import given
from taotoken_cli._wizard._screen import BackError, Busy, Screen, screen_for
from taotoken_cli._wizard._world import World, look
from taotoken_plugins._host import Host


class ChangeAnswersError(Exception):
    """At the last question the user wants to change an answer first."""


class Guide:
    """One conversation. `options` may be called again after ChangeAnswersError."""

    def __init__(self, app: App, host: Host, options: SetupOptions) -> None:
        self._world: World = look(app, host, options)
        self._screen: Screen = screen_for(app)
        self._answers: Answers = given(self._world, Notes(app.console))
        self._welcomed = False

    def options(self) -> SetupOptions:
        """The options that say what was answered: nothing is left to ask."""
        if not self._welcomed and asks(self._world, self._answers):
            self._world.tell(texts.WELCOME())
            self._world.tell("")
        self._welcomed = True
        self._answers = answer_all(self._world, self._screen, self._answers)
        self._world.tell("")
        return as_options(self._world, self._answers)

    def consents(self, prepared: Prepared) -> bool:
        """May what was shown be written? Raises ChangeAnswersError where an answer shall be changed first."""
        while True:
            try:
                return _ask_consent.ask(self._world, self._screen, len(prepared.plan.changes))
            except BackError:
                step = _ask_consent.ask_which(self._screen, lines(self._world, self._answers))
            if step is not None:
                self._answers = back_to(self._answers, step)
                raise ChangeAnswersError

    def cleans_up(self, places: str) -> bool:
        """Shall what would win over the new settings be taken out there?"""
        return _ask_consent.ask_clean_up(self._world, self._screen, places)

    @contextmanager
    def progress(self, count: int) -> Iterator[Progress]:
        """A line that counts the answers to `count` test requests."""
        with self._screen.busy(texts.TESTING(done=0, count=count)) as busy:
            yield Progress(busy, count)


class Progress:
    """How many of the test requests were answered."""

    def __init__(self, busy: Busy, count: int) -> None:
        self._busy, self._count, self._done = busy, count, 0

    def one_more(self) -> None:
        """Another one was."""
        self._done += 1
        self._busy.show(texts.TESTING(done=self._done, count=self._count))


def as_options(world: World, answers: Answers) -> SetupOptions:
    """The command line that says the same."""
    gateway = replace(
        world.options.gateway,
        base_url=answers.base_url,
        anthropic_base_url=answers.messages_url,
        allow_http=answers.allow_http,
        typed_key=answers.api_key,
        api_key=None,
        api_key_stdin=False,
        api_key_env=None,
    )
    return replace(
        world.options,
        tools=answers.tools,
        all_tools=False,
        gateway=gateway,
        models=(answers.models[answers.tools[0]], *(f"{tool}={answers.models[tool]}" for tool in answers.tools)),
        small_models=tuple(f"{tool}={model}" for tool, model in answers.small_models.items() if tool in answers.tools),
        from_file=None,
        from_choice=None,
    )
