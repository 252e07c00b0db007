"""The three pieces of a tool, put right: what its findings say first, then what it uses, then our own profile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from taotoken._causes import Cause
from taotoken._endpoint import Endpoint, clean_key, clean_model, parse_base_url
from taotoken._errors import ConfigurationError
from taotoken_plugins._host import Host
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._profile import Profile, read_profile
from taotoken_plugins._tool import AuthHeader, Effective, Tool, Wanted
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._names import Role, header_of, protocol_of_url, role_of
from taotoken_plugins.diagnosis.known import host_in


def repaired(tool: Tool, findings: Sequence[Finding], effective: Effective, host: Host) -> Wanted | None:
    """What `tool` should be set to; None where a piece is missing that only the user can supply.

    A key never goes to another host than the one it is kept for: the profile's is taken only for its own.
    """
    fixes = [finding.fix for finding in findings if finding.fix is not None]
    effective = _as_read(effective, findings)
    profile = profile_of(host)
    found = _left_over(fixes)
    urls = (*_named(fixes, "base_url"), effective.base_url, found.get("base_url"), profile.base_url)
    url = _first_clean(urls, lambda text: parse_base_url(text, allow_http=True).url)
    if url is None:
        return None
    is_home = host_in(url) == host_in(profile.base_url or "")
    own = found if host_in(url) == host_in(found.get("base_url", "")) else {}
    keys = (*_named(fixes, "api_key"), effective.api_key, own.get("api_key"), profile.api_key if is_home else None)
    key = _first_clean(keys, lambda text: clean_key(text).key)
    models = (*_named(fixes, "model"), effective.model, own.get("model"), profile.model if is_home else None)
    model = _first_clean(models, lambda text: clean_model(text).model)
    if key is None or model is None or (key == profile.api_key and not is_home):
        return None
    try:
        endpoint = Endpoint.parse(url, key, model, allow_http=True)
        options = _options(tool, effective)
        endpoint.url((protocol_of_url(effective.endpoint_url) or tool.protocol) if options else tool.protocol)
    except ConfigurationError:
        return None
    return Wanted(endpoint=endpoint, auth_header=_header(fixes, effective), options=options)


def _as_read(effective: Effective, findings: Sequence[Finding]) -> Effective:
    """`effective` without a model that is no text, for which the tool skips its file."""
    wrong = (finding.field or "" for finding in findings if finding.cause is Cause.CONFIG_WRONG_TYPE)
    return replace(effective, model=None) if any(role_of(name) == "model" for name in wrong) else effective


def _left_over(fixes: Sequence[Fix]) -> Mapping[str, str]:
    """The pieces of the first set that stands where nobody reads it."""
    return next((fix.found for fix in fixes if fix.found.get("base_url")), {})


def _named(fixes: Sequence[Fix], role: Role) -> Iterator[str]:
    """The values that fixes give to a setting of this role, the first finding's first."""
    for fix in fixes:
        tables = (fix.set, *fix.set_file.values())
        yield from (str(value) for table in tables for name, value in table.items() if role_of(name) == role)


def _first_clean(values: Sequence[str | None], clean: Callable[[str], str]) -> str | None:
    for value in values:
        try:
            if value and (found := clean(value)):
                return found
        except ConfigurationError:
            continue
    return None


def _header(fixes: Sequence[Fix], effective: Effective) -> AuthHeader:
    """The header a fix puts the key in, or leaves; else the one in use."""
    for fix in fixes:
        given = [name for name in fix.set if role_of(name) == "api_key"]
        gone = [name for name in fix.unset if role_of(name) == "api_key"]
        if given:
            return header_of(given[0])
        if gone:
            return "bearer" if header_of(gone[0]) == "x-api-key" else "x-api-key"
    return effective.auth_headers[0] if len(effective.auth_headers) == 1 else "bearer"


def _options(tool: Tool, effective: Effective) -> dict[str, str]:
    """Choices that the settings in use show; the sizes of a model stay as they are, for nobody asks for others."""
    source = effective.origin.get("api_key")
    in_auth_json = source is not None and source.path is not None and source.path.name == "auth.json"
    found = {"codex-auth": "auth-json"} if in_auth_json else {}
    protocol = protocol_of_url(effective.endpoint_url)
    return {**found, "protocol": protocol} if protocol in tool.protocols else found


def profile_of(host: Host) -> Profile:
    """Our own profile; an empty one where there is none, or none that can be read."""
    try:
        return read_profile(host) or Profile()
    except RefusedError:
        return Profile()
