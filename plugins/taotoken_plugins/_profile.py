"""Reading our own profile: the set that `setup` was last given."""

from __future__ import annotations

from dataclasses import dataclass, field

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._profile_path import profile_path
from taotoken_plugins._texts import tools as texts
from taotoken_plugins.tools._read import Loaded, load


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The stored set; every part may be missing."""

    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    model: str | None = None
    messages_base_url: str | None = None
    responses_base_url: str | None = None


def read_profile(host: Host) -> Profile | None:
    """The profile, None when there is none. Raises RefusedError when the file can't be used."""
    loaded = load(profile_path(host), "json")
    if not loaded.exists:
        return None
    values = {name: loaded.data.get(name) for name in Profile.__slots__}
    bad = [name for name, value in values.items() if value is not None and not isinstance(value, str)]
    reason = loaded.reason
    if reason is None and bad:
        reason = texts.WRONG_TYPE(field=bad[0], expected=texts.A_STRING())
    if reason is not None:
        raise RefusedError(_problem(loaded, reason, host))
    return Profile(**{name: value for name, value in values.items() if value})


def _problem(loaded: Loaded, reason: Message, host: Host) -> Problem:
    return Problem(
        code="profile_invalid",
        message=texts.PROFILE_INVALID(file=safe_text(host.tilde(loaded.path)), reason=reason),
        file=loaded.path,
        next=texts.PROFILE_INVALID_NEXT(),
    )
