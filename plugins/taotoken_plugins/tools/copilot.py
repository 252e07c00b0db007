"""Copilot CLI: it takes its provider from variables alone, so a marked block in the shell's start file exports them.

Measured with 1.0.102 on Linux: the base URL carries /v1 but for the Anthropic protocol; no GitHub login is needed; the
key command is run by a shell before each request and beats COPILOT_PROVIDER_API_KEY; COPILOT_PROVIDER_BEARER_TOKEN
beats both. The key is in a file of its own, 0600: a start file may be read by others and is often tracked by git.
PowerShell's block (not run) reads that file instead, as it is not known which shell runs a command on Windows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Final

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import Edit, Remove, Set
from taotoken_plugins._formats import Format, FormatError
from taotoken_plugins._formats.shell_format import BLOCK, FISH, POSIX, POWERSHELL, block_lines
from taotoken_plugins._formats.text_format import NAME, TEXT
from taotoken_plugins._host import Host
from taotoken_plugins._shell import exported
from taotoken_plugins._snapshot import read_file
from taotoken_plugins._start_file import Shell, other_shell, start_file
from taotoken_plugins._texts import tools as tool_texts
from taotoken_plugins._texts import tools_copilot as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import (
    ALL_PROTOCOLS,
    BOTH_SIZES,
    chosen_base,
    chosen_protocol,
    context_window,
    max_output,
)
from taotoken_plugins.tools._read import env_source, load
from taotoken_plugins.tools._settle import Found, Key, Route, first, plain_key, settings_source, settle

TITLE: Final = "Copilot CLI"
KEY_FILE: Final = ".copilot/taotoken-key"
BASE_URL, API_KEY, MODEL = "COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_API_KEY", "COPILOT_MODEL"
KEY_COMMAND, BEARER = "COPILOT_PROVIDER_API_KEY_COMMAND", "COPILOT_PROVIDER_BEARER_TOKEN"
TYPE, WIRE = "COPILOT_PROVIDER_TYPE", "COPILOT_PROVIDER_WIRE_API"
MAX_PROMPT, MAX_OUTPUT = "COPILOT_PROVIDER_MAX_PROMPT_TOKENS", "COPILOT_PROVIDER_MAX_OUTPUT_TOKENS"
_OURS: Final = (BASE_URL, TYPE, WIRE, API_KEY, KEY_COMMAND, MODEL, MAX_PROMPT, MAX_OUTPUT)
_STRONGER: Final = (BEARER, "COPILOT_PROVIDER_WIRE_MODEL")
_ROUTES: Final[Mapping[tuple[str, str], Route]] = {
    ("openai", "completions"): ("/chat/completions", "bearer"),
    ("openai", "responses"): ("/responses", "bearer"),
    ("anthropic", "completions"): ("/v1/messages", "x-api-key"),
}
_FORMATS: Final[Mapping[Shell, Format]] = {"posix": POSIX, "fish": FISH, "powershell": POWERSHELL}
COMMAND: Final = f'cat "$HOME/{KEY_FILE}"'


def key_path(host: Host) -> FilePath:
    """The key, where the block names it."""
    return host.home / KEY_FILE


def rc_path(host: Host) -> FilePath:
    """The start file of the user's shell."""
    return start_file(host)[1]


# Writing ---------------------------------------------------------------------------------------------------


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that Copilot CLI adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _key_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del document, host
    return [Set((NAME,), wanted.endpoint.api_key, secret=True)]


def _block_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    protocol = chosen_protocol(wanted, TITLE, ALL_PROTOCOLS)
    powershell = start_file(host)[0] == "powershell"
    values: dict[str, Any] = {
        BASE_URL: chosen_base(wanted.endpoint, protocol),
        TYPE: "anthropic" if protocol == "messages" else "openai",
        WIRE: "responses" if protocol == "responses" else "completions",
        **({API_KEY: {"file": KEY_FILE}} if powershell else {KEY_COMMAND: COMMAND}),
        MODEL: wanted.endpoint.model,
        **dict(_sizes(wanted)),
    }
    other = KEY_COMMAND if powershell else API_KEY
    stale = [Remove((BLOCK, other), tool_texts.CONFLICT(), secret=True)] if other in document.get(BLOCK, {}) else []
    return [*(Set((BLOCK, name), value) for name, value in values.items()), *stale]


def _sizes(wanted: Wanted) -> Iterator[tuple[str, str]]:
    """Copilot CLI limits the question and the answer, a context window holds both."""
    window, answer = context_window(wanted), max_output(wanted)
    if window is not None:
        yield MAX_PROMPT, str(window - answer if answer is not None and answer < window else window)
    if answer is not None:
        yield MAX_OUTPUT, str(answer)


def _in_shell(shell: Shell) -> Callable[[Wanted, Host], bool]:
    return lambda _, host: start_file(host)[0] == shell


# Reading ---------------------------------------------------------------------------------------------------


def _block(host: Host) -> Source | None:
    """What the block will export in a new terminal."""
    shell, path = start_file(host)
    form = _FORMATS[shell]
    try:
        raw = read_file(path)
        values = form.load(raw).get(BLOCK, {})
    except FormatError as error:
        reason = tool_texts.FILE_IGNORED(file=safe_text(host.tilde(path)), reason=error.message, tool=TITLE)
        return Source(kind="file", path=path, ours=True, problem=reason)
    except OSError:
        return None
    places = {name: form.locate(raw, (BLOCK, name)) for name in values}
    return Source(
        kind="file",
        path=path,
        ours=True,
        values={name: value if isinstance(value, str) else value["file"] for name, value in values.items()},
        lines={name: place.line for name, place in places.items() if place is not None},
    )


def _sources(host: Host) -> tuple[Source, ...]:
    """The block first: a new terminal exports it over whatever it inherits. This terminal may still have other values;
    those that the block replaces don't count."""
    block = _block(host)
    here = env_source(host, (*_STRONGER, *(name for name in _OURS if block is None or name not in block.values)))
    key = settings_source(host, load(key_path(host), "text"), TITLE, lambda _: {API_KEY: (NAME,)}, ours=True)
    return (*([block] if block is not None and (block.values or block.problem) else []), here, *key)


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    base_url, model = first(sources, BASE_URL), first(sources, "COPILOT_PROVIDER_WIRE_MODEL") or first(sources, MODEL)
    if base_url is None:  # GitHub's own models
        return Effective(problems=tuple(source.problem for source in sources if source.problem is not None))
    kind, wire = (first(sources, name) for name in (TYPE, WIRE))
    spoken = (kind[0] if kind else "openai", wire[0] if wire else "completions")
    return settle(
        sources,
        TITLE,
        base_url=base_url,
        key=_key(sources, host),
        model=model,
        model_id=model[0] if model else None,
        route=_ROUTES.get(spoken) or _ROUTES.get((spoken[0], "completions"), ("/chat/completions", "bearer")),
        names={BASE_URL: "base_url", MODEL: "model"},
    )


def _key(sources: Sequence[Source], host: Host) -> Key:
    """The bearer token, what the command prints, or the key: the first there is."""
    saved = next((s for s in sources if s.path == key_path(host)), None)
    file: Found | None = (saved.values[API_KEY], saved) if saved is not None and API_KEY in saved.values else None
    if bearer := first(sources, BEARER):
        return plain_key(bearer)
    if command := first(sources, KEY_COMMAND):
        if command[0] == COMMAND:
            return plain_key(file)
        return Key(found=command, problem=texts.KEY_COMMAND(command=safe_text(command[0], 80)))
    key = first([source for source in sources if source is not saved], API_KEY)
    return plain_key(file if key is not None and key[0] == KEY_FILE else key)


# What matters here -----------------------------------------------------------------------------------------


def _warnings(host: Host) -> Iterator[Message]:
    path = rc_path(host)
    try:
        ours = block_lines(read_file(path))
    except (OSError, FormatError):
        ours = range(0)
    for item in exported(host, (*_STRONGER, *_OURS)):
        if item.path != path or item.line not in ours:
            place = f"{safe_text(host.tilde(item.path))}:{item.line}"
            yield texts.ALSO_EXPORTED(name=item.name, place=place, file=safe_text(host.tilde(path)))
    if any(host.env.get(name) for name in _OURS):
        yield texts.OLD_TERMINAL()
    if shell := other_shell(host):
        yield texts.OTHER_SHELL(shell=safe_text(shell, 40), file=safe_text(host.tilde(path)))
    if start_file(host)[0] == "powershell":
        yield texts.POWERSHELL_NOT_RUN()


def _detect(host: Host) -> Installed | None:
    """Another program has that name too (of AWS): without the package, the folder of its own must be there."""
    found = detect_npm(host, "copilot", "@github/copilot")
    ours = found is not None and (found.version is not None or (host.home / ".copilot").is_dir())
    return found if ours else None


def _headless(prompt: str) -> tuple[str, ...]:
    return ("copilot", "-p", prompt)


_OWNED: Final = tuple((BLOCK, name) for name in _OURS)

TOOL = Tool(
    id="copilot",
    name=TITLE,
    protocol="chat",
    homepage="https://www.npmjs.com/package/@github/copilot",
    tested="1.0.102",
    files=(
        ConfigFile(id="key", path=key_path, format=TEXT, edits=_key_edits, owned=((NAME,),), private=True, bom=False),
        *(
            ConfigFile(
                id=shell,
                path=rc_path,
                format=form,
                edits=_block_edits,
                owned=_OWNED,
                when=_in_shell(shell),
                shared=True,
            )
            for shell, form in _FORMATS.items()
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_COPILOT(),
    warnings=_warnings,
    headless=_headless,
    protocols=ALL_PROTOCOLS,
    sizes=BOTH_SIZES,
)
