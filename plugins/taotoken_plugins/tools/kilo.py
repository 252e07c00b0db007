"""Kilo: the provider `taotoken` in the config file that wins."""

from __future__ import annotations

from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins.tools._opencode_family import Family, tool_of

TOOL = tool_of(
    Family(
        id="kilo",
        name="Kilo",
        homepage="https://kilo.ai",
        tested="7.7.9",
        after=texts.AFTER_KILO(),
        program="kilo",
        package="@kilocode/cli",
        folder="kilo",
        names=("opencode.jsonc", "opencode.json", "kilo.jsonc", "kilo.json", "config.json"),
        fresh="kilo.jsonc",
        project_names=("opencode.jsonc", "opencode.json", "kilo.jsonc", "kilo.json"),
        prefix="KILO",
        schema="https://app.kilo.ai/config.json",
    )
)
