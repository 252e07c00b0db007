"""The keys that a tool's settings hold, kept out of all that is written from now on."""

from __future__ import annotations

from collections.abc import Iterable

from taotoken_cli._console import Console


def keep_secrets(console: Console, secrets: Iterable[str]) -> None:
    """Wherever one of these keys stands (in a URL, in the field of the model), it is masked."""
    for secret in secrets:
        console.keep_secret(secret.strip())
