"""`taotoken baseline`: a command with others below it."""

from __future__ import annotations

from taotoken_cli._click import LazyGroup
from taotoken_cli._texts import baseline as texts

COMMAND = LazyGroup("baseline", text=texts.HELP, examples=texts.EXAMPLES, table=texts.COMMANDS, package=__name__)
