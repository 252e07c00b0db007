"""Gateways whose addresses we know: the root of the API, and the pages a person needs.

The one table of its kind. A host that is not in it is never guessed at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Page = Literal["console", "api-keys", "models", "doc", "coding-plan", "claudecode-anthropic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownHost:
    """One gateway: its host, other names of it, the path of its API, and its pages by name."""

    host: str
    aliases: tuple[str, ...]
    api_path: str
    pages: tuple[Page, ...]

    @property
    def api_root(self) -> str:
        """The base URL of the API."""
        return f"https://{self.host}{self.api_path}"

    def page(self, name: str) -> str | None:
        """The address of a page, without tracking parameters; None when there is no such page."""
        return f"https://{self.host}/{name}" if name in self.pages else None


_KNOWN_HOSTS = (
    KnownHost(
        host="taotoken.net",
        aliases=("www.taotoken.net",),
        api_path="/api",
        pages=("console", "api-keys", "models", "doc", "coding-plan", "claudecode-anthropic"),
    ),
)


def known_host(host: str) -> KnownHost | None:
    """The entry for `host` (a name without port, any case), or None. Only exact names match."""
    host = host.lower().removesuffix(".")
    return next((known for known in _KNOWN_HOSTS if host == known.host or host in known.aliases), None)


def known_roots() -> tuple[str, ...]:
    """The base URLs of the known gateways."""
    return tuple(known.api_root for known in _KNOWN_HOSTS)


def page(host: str, name: str) -> str | None:
    """The address of the page `name` of a known host; None for other hosts and pages."""
    known = known_host(host)
    return known.page(name) if known else None
