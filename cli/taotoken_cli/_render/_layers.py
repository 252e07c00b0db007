"""``--layers``: the request's way from a file to the stream, one line per layer with what was seen and how long it
took, the first broken one marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._joined import joined
from taotoken_cli._render._smoke import seconds
from taotoken_cli._render._steps import place_of
from taotoken_cli._texts import doctor as texts
from taotoken_plugins.diagnosis.facts import TlsProbe

if TYPE_CHECKING:
    from taotoken_cli._doctor._result import DoctorResult
    from taotoken_plugins._host import Host
    from taotoken_plugins.diagnosis._finding import ToolReport
    from taotoken_plugins.diagnosis.facts import Facts

_WIDTH = 8
_PROXIES = ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy")


def show_layers(result: DoctorResult, console: Console) -> None:
    """Eight lines for each tool; what comes after the first broken layer was not reached."""
    for tool, one in zip(result.tools, result.report.tools, strict=True):
        console.say()
        console.say(texts.LAYERS_OF(tool=tool.name))
        broken = next((finding for finding in one.findings if finding.level == "error"), None)
        reached = True
        for name, said in _layers(one, result.facts[tool.id], result):
            mark = "✓" if said is not None else "·"
            words: Message = said or texts.NOT_REACHED()
            if broken is not None and broken.layer == name:
                here = texts.LAYER_BROKEN(cause=str(broken.cause))
                mark, words, reached = "✗", _before(one, name, here), False
            elif not reached:
                mark, words = "·", texts.NOT_REACHED()
            console.say(texts.LAYER(mark=mark, name=name.ljust(_WIDTH), said=words))


def _layers(one: ToolReport, facts: Facts, result: DoctorResult) -> Iterator[tuple[str, Message | None]]:
    """What was seen at each layer and how long it took, None where nothing was."""
    smoke = one.smoke
    good = smoke if smoke is not None and smoke.ok else None
    version = texts.LAYER_TOOL(version=facts.version) if facts.version else texts.LAYER_TOOL_UNKNOWN()
    yield "tool", _timed(version, facts.took.get("tool"))
    yield "file", _timed(_files(facts, result.host), facts.took.get("file"))
    yield "env", _timed(_proxy(facts), facts.took.get("env"))
    steps = list(_way(one))
    host = urlsplit(smoke.url).hostname if smoke is not None and smoke.url else None
    reached = texts.LAYER_SENT(host=safe_text(host or "?")) if smoke is not None else None
    yield "network", joined(steps) if steps else reached
    if good is None:
        yield from ((name, None) for name in ("gateway", "model", "request", "stream"))
        return
    yield "gateway", texts.LAYER_HEAD(said=texts.LAYER_GATEWAY(), time=seconds(good.ttfb))
    yield "model", _timed(texts.LAYER_MODEL(model=safe_text(good.model or "?", 100)), good.ttft)
    yield "request", texts.LAYER_REQUEST()
    yield "stream", _timed(texts.LAYER_STREAM(ttft=seconds(good.ttft)), good.total)


def _timed(said: Message, took: float | None) -> Message:
    return said if took is None else texts.LAYER_TIMED(said=said, time=seconds(took))


def _way(one: ToolReport) -> Iterator[Message]:
    """The steps of the network that were passed, each with its own time."""
    for probe in one.way:
        if isinstance(probe, TlsProbe):
            if probe.trusted:
                yield texts.LAYER_TLS(time=seconds(probe.seconds))
        elif probe.lookup is not None:
            if probe.result != "dns":
                yield texts.LAYER_LOOKED_UP(time=seconds(probe.lookup))
            if probe.result == "ok":
                said = texts.LAYER_PROXIED if probe.proxy else texts.LAYER_CONNECTED
                yield said(address=safe_text(probe.address, 120), time=seconds(probe.seconds))


def _before(one: ToolReport, layer: str, broken: Message) -> Message:
    """Where it breaks, behind the steps of the same layer that were passed."""
    steps = list(_way(one)) if layer == "network" else []
    return texts.LAYER_STOPPED(said=joined(steps), broken=broken) if steps else broken


def _files(facts: Facts, host: Host) -> Message:
    sources = [source for source in facts.sources or () if source.values]
    if not sources:
        return texts.NOTHING_READ()
    places = joined([texts.READ_FROM(places=place_of(source, host)) for source in sources])
    return texts.LAYER_FILE(count=len(sources), places=places)


def _proxy(facts: Facts) -> Message:
    names = [name for name in _PROXIES if facts.env.get(name)]
    return texts.LAYER_PROXY(names=", ".join(names)) if names else texts.LAYER_NO_PROXY()
