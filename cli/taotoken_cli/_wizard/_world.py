"""What the questions stand on: this machine's tools and what they use, and what was given before the first question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from taotoken._message import Message
from taotoken_cli._answers import Saved, read_saved
from taotoken_cli._app import App
from taotoken_cli._endpoint_options import site_of
from taotoken_cli._setup._choices import asked_protocols, protocol_of
from taotoken_cli._setup._clean_up import find_leftovers
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._wizard._answers import Needs
from taotoken_plugins._host import Host
from taotoken_plugins._problem import PluginFailedError
from taotoken_plugins._registry import all_tools, get_tool, tool_ids
from taotoken_plugins._tool import Effective, Installed, Tool

if TYPE_CHECKING:
    from taotoken_plugins.diagnosis.leftovers import Leftover


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """One tool on this machine: None where it was not found, and what it uses now."""

    installed: Installed | None
    using: Effective = field(repr=False)
    small_model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """All that a question may look at. Nothing in it changes while questions are asked. `left`: pieces that
    stand where no program reads them; `quiet`: all was given."""

    app: App
    host: Host
    options: SetupOptions
    saved: Saved
    tools: Mapping[str, Tool]
    here: Mapping[str, Here] = field(repr=False)
    needs: Needs
    left: tuple[Leftover, ...] = ()
    quiet: bool = False

    @property
    def found(self) -> tuple[str, ...]:
        """Ids of the tools whose programs are on this machine."""
        return tuple(tool for tool, here in self.here.items() if here.installed is not None)

    def tell(self, message: Message | str) -> None:
        """A line of the conversation."""
        self.app.console.talk(message)

    def note(self, message: Message) -> None:
        """What was repaired, or is worth knowing."""
        self.app.console.note(message)

    def keys_for(self, url: str) -> tuple[tuple[str, str], ...]:
        """Keys that are kept for the host of `url`: where each is (a tool's id, or empty for our profile), and the
        key. No other host's key is offered."""
        site = site_of(url)
        kept = [("", self.saved.api_key, self.saved.base_url)]
        kept += [(tool, here.using.api_key, here.using.base_url) for tool, here in self.here.items()]
        kept += [("", one.api_key, one.base_url) for one in self.left]
        return tuple((where, key.strip()) for where, key, owner in kept if key and owner and site_of(owner) == site)

    def is_saved_gateway(self, url: str) -> bool:
        """Is this the gateway of our profile?"""
        return bool(self.saved.base_url) and site_of(self.saved.base_url or "") == site_of(url)

    def same_gateway(self, tool: str, url: str) -> bool:
        """Does `tool` use this gateway now?"""
        return site_of(self.here[tool].using.base_url or "") == site_of(url)


def look(app: App, host: Host, options: SetupOptions) -> World:
    """The machine as it is now. A third party's tool that fails here is left out, and told."""
    here: dict[str, Here] = {}
    tools: dict[str, Tool] = {}
    for tool in _tools(host):
        try:
            here[tool.id] = _here(tool, host)
        except PluginFailedError as error:
            app.console.warn(error.problems[0].message)
        else:
            tools[tool.id] = tool
    asked = asked_protocols(options, tuple(tools.values()))
    found = [tool for tool in tools.values() if here[tool.id].installed is not None]
    return World(
        app=app,
        host=host,
        options=options,
        saved=read_saved(host),
        tools=tools,
        here=here,
        needs=Needs(
            protocols={tool.id: protocol_of(tool, asked) for tool in tools.values()},
            small_model=frozenset(tool.id for tool in tools.values() if tool.small_model is not None),
        ),
        left=find_leftovers(found, host),
    )


def _tools(host: Host) -> tuple[Tool, ...]:
    """Those that are written, then those that are set up by hand."""
    written = all_tools(host)
    known = {tool.id for tool in written}
    return (*written, *(get_tool(tool_id) for tool_id in tool_ids() if tool_id not in known))


def _here(tool: Tool, host: Host) -> Here:
    sources = tool.sources(host)
    return Here(
        installed=tool.detect(host),
        using=tool.effective(sources, host),
        small_model=tool.small_model(sources) if tool.small_model else None,
    )
