"""What follows at once from the facts, worked out once: the ground that every rule stands on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken_plugins._registry import BUILTIN
from taotoken_plugins._tool import AuthHeader, Effective, Source, Tool
from taotoken_plugins.diagnosis._codes import causes_of_code
from taotoken_plugins.diagnosis._families import families
from taotoken_plugins.diagnosis._names import Form, Role, form_of, header_of, posted_to, protocol_of, role_of
from taotoken_plugins.diagnosis._parsed import Parsed, parse
from taotoken_plugins.diagnosis._sources import effective_of, sources_of
from taotoken_plugins.diagnosis.facts import Facts, Failure, Hit, Probe, RequestProbe
from taotoken_plugins.diagnosis.symptoms import BY_ID

_Probe = TypeVar("_Probe", bound=Probe)
_SPOKEN_OF: Final = 40  # a suspicion weaker than this doesn't say what kind of failure it is
_TOOLS: Final[Mapping[str, Tool]] = {tool.id: tool for tool in BUILTIN}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One value in one place."""

    name: str
    value: str = field(repr=False)
    role: Role
    source: Source = field(repr=False)
    line: int | None = None

    @property
    def header(self) -> AuthHeader:
        """The header a key of this name goes out in."""
        return header_of(self.name)

    @property
    def short(self) -> str:
        """The name as the tool's documentation has it, without the tables around it."""
        return self.name.removeprefix("env.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Facts and what follows from them.

    Attributes:
        tool: the tool it is about, None when nothing tells.
        settings: every setting with a role, strongest place first.
        base_url, key, model: the settings in force.
        keys: every key that goes out.
        form: how the base URL is spelled for this tool.
        url: the URL the tool posts to.
        failures: what failed, from the text and from probes.
        suspects: the causes that the text speaks of, with a confidence each.
    """

    facts: Facts
    tool: str | None
    files: tuple[Parsed, ...]
    sources: tuple[Source, ...] = field(repr=False)
    effective: Effective
    settings: tuple[Setting, ...]
    base_url: Setting | None
    key: Setting | None
    keys: tuple[Setting, ...]
    model: Setting | None
    form: Form
    url: str | None
    failures: tuple[Failure, ...]
    suspects: Mapping[Cause, int]

    @property
    def hits(self) -> tuple[Hit, ...]:
        """Known phrases of the text."""
        return self.facts.reading.hits

    @property
    def builtin(self) -> Tool | None:
        """The tool's declaration, where it is one that `setup` knows."""
        return _TOOLS.get(self.tool or "")

    @property
    def has_commands(self) -> bool:
        """Do our commands take the tool: a built-in one, or one that was looked at on this machine?"""
        return self.builtin is not None or self.facts.complete

    @property
    def failing(self) -> bool:
        """Did anything fail, or is a failure described?"""
        reading = self.facts.reading
        return bool(self.failures) or (not reading.empty and reading.file is None)

    @property
    def host(self) -> str | None:
        """The host that requests go to."""
        for url in (self.url, self.base_url.value if self.base_url else None, *self.facts.reading.urls):
            if url and (host := host_in(url)):
                return host
        return None

    @property
    def secrets(self) -> tuple[str, ...]:
        """Every key in the facts, to be masked in all that is shown."""
        values = (setting.value for setting in self.settings if setting.role in ("api_key", "login"))
        own = (self.effective.api_key or "",)
        return tuple(
            {text for value in (*values, *own) for text in (value, value.strip(" \t\r\n\"'")) if len(text) > 3}
        )

    def has_hit(self, *symptoms: str) -> Hit | None:
        """The first of these phrases in the text."""
        return next((hit for hit in self.hits if hit.symptom in symptoms), None)

    def late(self, failure: Failure) -> int:
        """How much less a failure counts because the text tells of others before it."""
        told = self.facts.reading.failures
        return min(2, told.index(failure)) * 12 if failure in told else 0

    def fits(self, cause: Cause) -> bool:
        """Does this cause go with what the text says failed? True where nothing is said."""
        if not self.suspects or cause in self.suspects:
            return True
        said = {
            family for suspect, weight in self.suspects.items() if weight >= _SPOKEN_OF for family in families(suspect)
        }
        return not said or bool(said & families(cause))

    def weigh(self, cause: Cause, confidence: int) -> int:
        """`confidence`, much less where the text speaks of something else."""
        return confidence if self.fits(cause) else max(5, confidence - 50)


def host_in(url: str) -> str | None:
    """The host of a URL, None when there is none."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def kept_key(facts: Facts, url: str, key: str) -> str | None:
    """Another key than `key` that is kept for the gateway at `url`."""
    host = host_in(url)
    return next((kept for kept, home in facts.known_keys.items() if home == host and kept != key.strip()), None)


def know(facts: Facts) -> Known:
    """Work out what follows from `facts`."""
    file = facts.reading.file
    files = tuple(parse(one) for one in (*facts.files, *((file,) if file else ())))
    tool = _tool(facts, files)
    declared = _TOOLS.get(tool or "")
    sources = facts.sources if facts.sources is not None else sources_of(facts, files, tool)
    effective = facts.effective or effective_of(declared, tool, sources, facts)
    settings = tuple(_settings(sources, files))
    base_url = _in_force("base_url", effective.base_url, effective, settings)
    form = form_of(tool, base_url.name if base_url else "")
    return Known(
        facts=facts,
        tool=tool,
        files=files,
        sources=sources,
        effective=effective,
        settings=settings,
        base_url=base_url,
        key=_in_force("api_key", effective.api_key, effective, settings),
        keys=tuple(_keys(facts, effective, settings, tool)),
        model=_in_force("model", effective.model, effective, settings),
        form=form,
        url=effective.endpoint_url or _url(base_url, form, tool),
        failures=tuple(_failures(facts)),
        suspects=_suspects(facts),
    )


def _url(base_url: Setting | None, form: Form, tool: str | None) -> str | None:
    if base_url is None or not base_url.value:
        return None
    return posted_to(base_url.value, form, protocol_of(tool, base_url.name))


def _tool(facts: Facts, files: Sequence[Parsed]) -> str | None:
    if facts.tool and facts.tool != "any":
        return facts.tool
    by_file = next((file.tool for file in files if file.tool), None)
    return by_file or facts.reading.tool or facts.tool


def _settings(sources: Sequence[Source], files: Sequence[Parsed]) -> Iterator[Setting]:
    by_path = {file.file.path: file for file in files}
    for source in sources:
        if source.kind == "rc":
            continue
        file = by_path.get(str(source.path)) if source.path else None
        for name, value in source.values.items():
            role = role_of(name)
            if role == "other":
                continue
            line = source.lines.get(name) or (_line(file, name) if file and role != "model" else None)
            yield Setting(name=name, value=value, role=role, source=source, line=line)


def _line(file: Parsed, name: str) -> int | None:
    return file.line_of(name) or file.line_of(f"env.{name}")


def _in_force(role: Role, value: str | None, effective: Effective, settings: Sequence[Setting]) -> Setting | None:
    """The setting that `effective` took; an empty one where nothing else is there."""
    having = [setting for setting in settings if setting.role == role]
    if value is None:
        return next((setting for setting in having if not setting.value), None)
    origin = effective.origin.get(role)
    same = [setting for setting in having if setting.value == value]
    own = next((setting for setting in same if setting.source is origin), None)
    if own or same:
        return own or same[0]
    return Setting(name=role, value=value, role=role, source=origin or Source(kind="file"))


def _keys(facts: Facts, effective: Effective, settings: Sequence[Setting], tool: str | None) -> Iterator[Setting]:
    """The keys that go out: for Claude Code one of each header; elsewhere the one in force, or where it isn't known
    which that is, all but those of MCP servers."""
    if tool == "claude-code":
        for header in effective.auth_headers:
            names = [s for s in settings if s.role == "api_key" and s.header == header]
            first = next(iter(names), None)
            if first is not None and first.value:
                yield first
        return
    if facts.complete and (one := _in_force("api_key", effective.api_key, effective, settings)) and one.value:
        yield one  # other providers have keys of their own
        return
    seen: set[str] = set()
    for setting in settings:
        if (
            setting.role == "api_key"
            and setting.name not in seen
            and not setting.name.startswith(("mcpServers.", "mcp_servers."))
        ):
            seen.add(setting.name)
            yield setting


def _failures(facts: Facts) -> Iterator[Failure]:
    if facts.failure is not None:
        yield facts.failure
    yield from facts.reading.failures
    for probe in facts.probes:
        if isinstance(probe, RequestProbe) and probe.failure is not None:
            yield probe.failure


def _suspects(facts: Facts) -> dict[Cause, int]:
    """What the text and the failed request speak of, before anything else is known."""
    suspects: dict[Cause, int] = {}
    for hit in facts.reading.hits:
        for cause, weight in BY_ID[hit.symptom].causes:
            suspects[cause] = max(suspects.get(cause, 0), weight)
    failures = (*facts.reading.failures, *((facts.failure,) if facts.failure else ()))
    for failure in failures:
        for cause in causes_of_code(failure):
            suspects[cause] = max(suspects.get(cause, 0), 50)
    return suspects


def probes_of(facts: Facts, kind: type[_Probe]) -> list[_Probe]:
    """The probes of one kind."""
    return [probe for probe in facts.probes if isinstance(probe, kind)]
