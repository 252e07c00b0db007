"""The keys that a tool's settings hold, kept out of all that is written from now on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from taotoken_cli._console import Console

if TYPE_CHECKING:
    from taotoken_plugins.diagnosis.facts import Facts


def keep_secrets(console: Console, facts: Iterable[Facts]) -> None:
    """Wherever one of these keys stands (in a URL, in the field of the model), it is masked."""
    from taotoken_plugins.diagnosis.known import secrets_of

    for one in facts:
        for secret in secrets_of(one):
            console.keep_secret(secret.strip())
