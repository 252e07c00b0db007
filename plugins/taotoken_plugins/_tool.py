"""What a tool is: data plus pure functions. No base class, no hooks, no I/O but through the engine."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken_plugins._edit import Edit, Path
from taotoken_plugins._formats import Format
from taotoken_plugins._host import Host

if TYPE_CHECKING:
    from taotoken_plugins._by_hand import ByHand

API: Final = 1
"""The version of this declaration; it grows when a tool declared for the older one would no longer do."""

AuthHeader = Literal["bearer", "x-api-key"]
Size = Literal["context-window", "max-output"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a tool shall be set to.

    Attributes:
        endpoint: base URL, key and model for this tool.
        auth_header: the header the gateway takes on the messages protocol.
        options: what else was chosen, such as ``{"codex-auth": "auth-json"}``: the ``protocol`` and the sizes that
            the tool declares, the ``small-model``, and choices peculiar to one tool.
    """

    endpoint: Endpoint
    auth_header: AuthHeader = "bearer"
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigFile:
    """One file of a tool.

    Attributes:
        id: short name within the tool, such as ``settings``.
        path: where it is on a host (environment variables of the tool honoured).
        format: how it is read and edited.
        edits: what to set and remove, given the parsed file (``{}`` when absent); pure.
        owned: every path this tool may ever set or remove in the file; nothing else is ours. A path owns its
            whole subtree. Paths that begin with a Select: the file holds a list, which `edits` then gets.
        private: the file holds a key: 0600, and new folders 0700.
        when: is the file part of this set-up at all? None: always.
        optional: a syntax error in it is a warning and the file is left alone, instead of a refusal.
        gone_when_empty: an empty object says something else to the tool than no file does: when our edits leave
            nothing in it, the file is taken away.
        bom: does the tool read the file with a UTF-8 BOM? Otherwise an edit takes the BOM out, with a note.
        shared: others use the file too (a shell's start file): that it is there says nothing about the tool.
        hidden: values of the file that are nobody's to see, beside those that the edits name; pure.
    """

    id: str
    path: Callable[[Host], pathlib.Path]
    format: Format
    edits: Callable[[Wanted, Mapping[str, Any], Host], Sequence[Edit]]
    owned: tuple[Path, ...]
    private: bool = False
    when: Callable[[Wanted, Host], bool] | None = None
    optional: bool = False
    gone_when_empty: bool = False
    bom: bool = True
    shared: bool = False
    hidden: Callable[[Mapping[str, Any]], Iterable[str]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One place a tool takes settings from, with the values found there.

    Attributes:
        kind: ``file`` or ``env`` (the process environment) or ``rc`` (a shell start file).
        path: the file, None for the process environment.
        values: setting name → value as found (names as the tool calls them, such as ``ANTHROPIC_BASE_URL``).
        lines: setting name → line, where known.
        places: setting name → its path in the file, where a single value can be taken out.
        form: name of the file's format, where it can be edited.
        variable: the environment variable whose text holds these settings, where it is one that holds them all.
        ours: is this a file that `setup` writes?
        problem: a sentence when the place exists but the tool can't read it.
    """

    kind: Literal["file", "env", "rc"]
    path: pathlib.Path | None = None
    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    lines: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[str, Path] = field(default_factory=dict)
    form: str | None = None
    variable: str | None = None
    ours: bool = False
    problem: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effective:
    """What the tool will really use, and where each value comes from.

    `base_url` is spelled as the tool has it; `endpoint_url` is the full URL it will POST to. `origin` maps
    ``base_url``, ``api_key``, ``model`` to the source that won; `shadowed` lists sources that lost to it. `further`
    holds settings beside the three pieces that change what is asked for or sent.
    """

    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    model: str | None = None
    auth_headers: tuple[AuthHeader, ...] = ()
    endpoint_url: str | None = None
    origin: Mapping[str, Source] = field(default_factory=dict)
    shadowed: tuple[tuple[str, Source], ...] = ()
    further: Mapping[str, str] = field(default_factory=dict, repr=False)
    problems: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """What was found of the program, from the file system and package metadata (never by running it)."""

    program: pathlib.Path | None = None
    version: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A coding tool that taotoken can set up.

    Attributes:
        id: what the user types, such as ``claude-code``.
        name: what people call it.
        protocol: the wire protocol it speaks to the gateway.
        homepage: where it comes from.
        tested: the version this declaration was proved with.
        files: what `setup` writes, in order.
        sources: every place the tool reads on this host, strongest first.
        effective: sources → what the tool uses.
        detect: is it installed?
        tool_base_url: the base URL as this tool wants it spelled.
        after: what to tell the user to type next.
        warnings: things on this host worth telling before writing (a stronger file, an exported variable).
        headless: argv that runs the tool once with a prompt; empty where there is no program to run.
        headless_env: variables for that run, such as those that keep it from trying again for minutes.
        protocols: the protocols it can be set up for, `protocol` first; empty where there is no choice.
        sizes: the sizes of a model that it has settings for.
        small_model: sources → the second, smaller model it is set to for background work; None where it has no
            setting for one.
        by_hand: for a tool whose settings no program can write: what the user shall enter, and where.
        shares: the id of the tool whose files this one reads.
        api: the `API` that a third party declared the tool for; ours have none.
    """

    id: str
    name: str
    protocol: Protocol
    homepage: str
    tested: str
    files: tuple[ConfigFile, ...]
    sources: Callable[[Host], tuple[Source, ...]]
    effective: Callable[[Sequence[Source], Host], Effective]
    detect: Callable[[Host], Installed | None]
    tool_base_url: Callable[[Endpoint], str]
    after: Message
    warnings: Callable[[Host], Iterable[Message]]
    headless: Callable[[str], tuple[str, ...]]
    headless_env: Mapping[str, str] = field(default_factory=dict)
    protocols: tuple[Protocol, ...] = ()
    sizes: tuple[Size, ...] = ()
    small_model: Callable[[Sequence[Source]], str | None] | None = None
    by_hand: Callable[[Wanted, Host], ByHand] | None = None
    shares: str | None = None
    api: int | None = None

    @property
    def kind(self) -> Literal["files", "manual"]:
        """``manual``: `setup` prints what to enter, and writes nothing."""
        return "files" if self.by_hand is None else "manual"
