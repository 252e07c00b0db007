"""Everything a diagnosis knows, as data. Collecting it is elsewhere; nothing here does I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from taotoken._causes import Cause
from taotoken._errors import TaoTokenError
from taotoken_plugins._formats import Format
from taotoken_plugins._overrides import Override
from taotoken_plugins._problem import Problem
from taotoken_plugins._tool import AuthHeader, Effective, Source
from taotoken_plugins.diagnosis._program import Running

Os = Literal["linux", "macos", "windows"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One request that failed, whether a person pasted it or a probe of ours saw it.

    Attributes:
        code: what kind it is: a `code` of the error tree, such as ``authentication``.
        cause: the cause that its own words prove, None when only a status is known.
        status: the status that counts; http_status the one on the wire.
        message: the server's own sentence, safe to show.
        url, method: what was requested, as far as known.
        named: the error names its meaning itself (a code or words), rather than by a bare status.
        seen: did a probe of ours see it, or was it read in a text?
    """

    code: str
    cause: Cause | None = None
    status: int | None = None
    http_status: int | None = None
    message: str = ""
    url: str | None = None
    method: str = "POST"
    auth: AuthHeader | Literal["none"] | None = None
    provider_code: str | None = None
    request_id: str | None = None
    retry_after: float | None = None
    limit: int | None = None
    named: bool = False
    seen: bool = False

    @classmethod
    def of(cls, error: TaoTokenError, *, url: str | None = None, seen: bool = False) -> Failure:
        """The same failure as the client's error."""
        return cls(
            code=error.code,
            cause=error.cause,
            status=error.status,
            http_status=error.http_status,
            message=error.message,
            url=url,
            provider_code=error.provider_code,
            request_id=error.request_id,
            retry_after=error.retry_after,
            limit=error.limit.max if error.limit else None,
            named=error.cause is not None,
            seen=seen,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFact:
    """A file as it is on the machine, or as it was pasted (then `path` begins with ``~`` below the home folder).
    `owner` is named only where it is not the user; `form` is how its tool reads it, where its declaration says so."""

    path: str
    data: bytes = field(repr=False)
    owner: str | None = None
    mode: int | None = None
    changed: datetime | None = None
    form: Format | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsProbe:
    """The gateway's list of models."""

    url: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestProbe:
    """One request and what came back: `failure` is None when the answer was good, or nothing is known of it.

    Of a stream: `ttft` seconds to its first token, `spread` from there to the last one, `total` in all, and how many
    tokens it brought.
    """

    url: str
    method: str = "POST"
    auth: AuthHeader | Literal["none"] | None = None
    size: int | None = None
    status: int | None = None
    content_type: str | None = None
    has_choices: bool | None = None
    failure: Failure | None = None
    ttft: float | None = None
    spread: float | None = None
    total: float | None = None
    tokens: int | None = None

    @property
    def html(self) -> bool:
        """Did a web page come?"""
        return "html" in (self.content_type or "")

    @property
    def good(self) -> bool:
        """Is this an answer of the protocol, as far as it was looked at?"""
        if self.failure is not None or self.html or self.has_choices is False:
            return False
        return self.status is None or self.status < 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectProbe:
    """A TCP connection to `address` (host:port): ``ok``, ``refused``, ``timeout``, ``dns``, or ``failed`` in another
    way. `lookup` is how many seconds it took to look its name up, `seconds` how many to connect then. `proxy`: it is
    the proxy's address."""

    address: str
    result: str
    lookup: float | None = None
    seconds: float | None = None
    proxy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TlsProbe:
    """A host's certificate as this machine sees it; None: not looked at. `seconds` is how long the handshake took."""

    host: str
    issuer: str | None = None
    trusted: bool | None = None
    not_before: datetime | None = None
    not_after: datetime | None = None
    names: tuple[str, ...] | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockProbe:
    """What a server says the time is."""

    server: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptKeyProbe:
    """Does the key that is kept for this gateway work, where the tool's own is refused?"""

    works: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProbe:
    """The real tool was run once: did it answer, its exit code (None: it was stopped), how many seconds it took, its
    last lines (safe to show), and all that was kept of its output."""

    ok: bool
    exit_code: int | None
    seconds: float
    lines: tuple[str, ...] = ()
    text: str = field(default="", repr=False)


Probe = ModelsProbe | RequestProbe | ConnectProbe | TlsProbe | ClockProbe | KeptKeyProbe | RunProbe


StartKind = Literal["terminal", "windows", "editor", "extension"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Another way to start the tool: from a new terminal, from the Windows desktop, from a terminal inside an editor,
    as an editor's extension. `source` holds the variables it adds, `effective` what the tool uses then."""

    kind: StartKind
    source: Source = field(repr=False)
    effective: Effective = field(repr=False)


@dataclass(frozen=True, slots=True)
class Hit:
    """A known phrase in a text: which, the line it stands in (safe to show), and where it began."""

    symptom: str
    line: str
    at: int
    groups: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a pasted text says.

    Attributes:
        tool: the tool it comes from, where the text shows it.
        failures: the errors with a status or a body in it, first one first.
        hits: known phrases, first one first.
        urls: addresses in it, first one first.
        model: the model the text names.
        request_ids, times: what a support team asks for.
        count: how many errors it holds, repeats included.
        rest: what the later entries of a log say, where it has several; all else here is of the first one.
        file: the text is this config file rather than an error.
        has_key: a key stands in it (the text itself is never shown).
        empty: there is nothing in it.
    """

    tool: str | None = None
    failures: tuple[Failure, ...] = ()
    hits: tuple[Hit, ...] = ()
    urls: tuple[str, ...] = ()
    model: str | None = None
    request_ids: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    count: int = 0
    rest: Reading | None = None
    file: FileFact | None = None
    has_key: bool = False
    empty: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All that is known for one tool.

    Attributes:
        tool: the tool's id; one that `setup` doesn't know (``python``, ``roo-code``) is fine.
        reading: the pasted text.
        sources, effective: where settings stand, strongest first, and what they lead to; None: work it out
            from `files`, `env` and `config`.
        env: variables of the process.
        files: files that matter, by their path.
        config: settings kept in no file, such as those of an extension.
        failure: the tool's own kind of request failed so.
        probes: what was found out on the network.
        os, version, now: the machine, the tool's version, what the machine's clock says.
        complete: the settings were collected from the whole machine, so what is not there is missing.
        known_keys: keys whose gateway is known, each with its host.
        base_url: the gateway the user has set up elsewhere (our own profile), to propose where none is known.
        starts: other ways to start the tool, with what it uses then.
        running: programs of the tool that run now.
        project: paths of files that came with the project.
        plugin_failure: why the tool, one of a third party, can't be asked for anything; nothing else is known then.
        overrides: what wins over the files that setup writes.
        took: layer → seconds that collecting its facts took.
    """

    tool: str | None = None
    reading: Reading = Reading()
    sources: tuple[Source, ...] | None = None
    effective: Effective | None = None
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    files: tuple[FileFact, ...] = ()
    config: Mapping[str, str] = field(default_factory=dict, repr=False)
    failure: Failure | None = None
    probes: tuple[Probe, ...] = ()
    os: Os | None = None
    version: str | None = None
    now: datetime | None = None
    complete: bool = False
    known_keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    base_url: str | None = None
    starts: tuple[Start, ...] = ()
    running: tuple[Running, ...] = ()
    project: frozenset[str] = frozenset()
    plugin_failure: Problem | None = None
    overrides: tuple[Override, ...] = ()
    took: Mapping[str, float] = field(default_factory=dict)
