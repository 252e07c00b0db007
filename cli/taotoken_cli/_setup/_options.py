"""What the command line of `setup` says."""

from __future__ import annotations

from dataclasses import dataclass

from taotoken_cli._endpoint_options import GatewayOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupOptions:
    """The options as typed; `models` are ``ID`` or ``TOOL=ID``, and so are `small_models` and `protocols`."""

    tools: tuple[str, ...]
    gateway: GatewayOptions
    all_tools: bool = False
    models: tuple[str, ...] = ()
    small_models: tuple[str, ...] = ()
    protocols: tuple[str, ...] = ()
    context_window: int | None = None
    max_output: int | None = None
    yes: bool = False
    dry_run: bool = False
    check: bool = False
    as_json: bool = False
    smoke: bool = True
    smoke_by: str = "request"
    codex_auth: str = "config"
    claude_auth: str = "auto"
    allow_tracked: bool = False
    gitignore: bool = False
    clean_up: bool = False
    mcp: bool = False
    mcp_env: str | None = None
    from_file: str | None = None
    from_choice: int | None = None

    @property
    def only_looks(self) -> bool:
        """Nothing is written."""
        return self.dry_run or self.check
