"""Third-party plugins as a folder with modules and metadata, as pip would leave it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MODULE = "acme_plugin"
DECLARATION = """
from taotoken_plugins import STRICT_JSON, ConfigFile, Effective, Installed, Set, Source, Text, Tool, file_source, load

NAMES = {"url": ("url",), "key": ("key",), "model": ("model",)}


def path(host):
    return host.home / ".acme" / "config.json"


def edits(wanted, document, host):
    endpoint = wanted.endpoint
    values = {"url": endpoint.v1, "key": endpoint.api_key, "model": endpoint.model}
    return [Set(NAMES[name], value, secret=name == "key") for name, value in values.items()]


def sources(host):
    loaded = load(path(host), "json")
    return (file_source(loaded, NAMES, ours=True, problem=loaded.reason),) if loaded.exists else ()


def effective(sources, host):
    values = sources[0].values if sources else {}
    url = values.get("url")
    return Effective(
        base_url=url,
        api_key=values.get("key"),
        model=values.get("model"),
        auth_headers=("bearer",) if "key" in values else (),
        endpoint_url=f"{url}/chat/completions" if url else None,
        origin={name: sources[0] for name in ("base_url", "api_key", "model") if sources},
        problems=tuple(source.problem for source in sources if source.problem),
    )


def detect(host):
    return Installed(version="3.1") if (host.home / ".acme").is_dir() else None


def declare(**changes):
    file = {"id": "config", "path": path, "format": STRICT_JSON, "edits": edits, "private": True}
    file["owned"] = tuple(NAMES.values())
    file.update(changes.pop("file", {}))
    tool = {
        "api": 1,
        "id": "acme",
        "name": "Acme Code",
        "protocol": "chat",
        "homepage": "https://acme.invalid",
        "tested": "3.1",
        "files": (ConfigFile(**file),),
        "sources": sources,
        "effective": effective,
        "detect": detect,
        "tool_base_url": lambda endpoint: endpoint.v1,
        "after": Text(en="run acme", zh="运行 acme")(),
        "warnings": lambda host: (),
        "headless": lambda prompt: ("acme", prompt),
    }
    return Tool(**{**tool, **changes})
"""


@dataclass(frozen=True, kw_only=True)
class PluginFolder:
    """A folder that is on the path of Python."""

    folder: Path

    def install(
        self,
        code: str = "TOOL = declare()",
        *,
        entry: str = "acme",
        distribution: str = "taotoken-acme",
        version: str = "1.0",
        module: str = MODULE,
    ) -> None:
        """A distribution whose module holds `code` after the declaration of the made-up tool."""
        (self.folder / f"{module}.py").write_text(DECLARATION + "\n" + code + "\n", encoding="utf-8")
        info = self.folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[taotoken.tools]\n{entry} = {module}:TOOL\n")

    def uninstall(self, distribution: str = "taotoken-acme") -> None:
        """Take a distribution away; its module stays, as nobody would import it."""
        for info in self.folder.glob(f"{distribution.replace('-', '_')}-*.dist-info"):
            for file in info.iterdir():
                file.unlink()
            info.rmdir()
