"""``--layers``: the request's way from a file to the stream, one line per layer, the first broken one marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._render._smoke import seconds
from taotoken_cli._render._steps import place_of
from taotoken_cli._texts import doctor as texts

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
                mark, words, reached = "✗", texts.LAYER_BROKEN(cause=str(broken.cause)), False
            elif not reached:
                mark, words = "·", texts.NOT_REACHED()
            console.say(texts.LAYER(mark=mark, name=name.ljust(_WIDTH), said=words))


def _layers(one: ToolReport, facts: Facts, result: DoctorResult) -> Iterator[tuple[str, Message | None]]:
    """What was seen at each layer, None where nothing was."""
    smoke = one.smoke
    good = smoke if smoke is not None and smoke.ok else None
    yield "tool", texts.LAYER_TOOL(version=facts.version) if facts.version else texts.LAYER_TOOL_UNKNOWN()
    yield "file", _files(facts, result.host)
    yield "env", _proxy(facts)
    host = urlsplit(smoke.url).hostname if smoke is not None and smoke.url else None
    yield "network", texts.LAYER_SENT(host=safe_text(host or "?")) if smoke is not None else None
    yield "gateway", texts.LAYER_GATEWAY() if good else None
    yield "model", texts.LAYER_MODEL(model=safe_text(good.model or "?", 100)) if good else None
    yield "request", texts.LAYER_REQUEST() if good else None
    if good is None:
        yield "stream", None
        return
    said = texts.LAYER_STREAM(ttft=seconds(good.ttft))
    yield "stream", texts.LAYER_TIMED(said=said, time=seconds(good.total))


def _files(facts: Facts, host: Host) -> Message:
    from taotoken_cli._render.doctor import joined

    sources = [source for source in facts.sources or () if source.values]
    if not sources:
        return texts.NOTHING_READ()
    places = joined([texts.READ_FROM(places=place_of(source, host)) for source in sources])
    return texts.LAYER_FILE(count=len(sources), places=places)


def _proxy(facts: Facts) -> Message:
    names = [name for name in _PROXIES if facts.env.get(name)]
    return texts.LAYER_PROXY(names=", ".join(names)) if names else texts.LAYER_NO_PROXY()
