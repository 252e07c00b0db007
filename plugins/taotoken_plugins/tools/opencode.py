"""opencode: the provider `taotoken` in the config file that wins."""

from __future__ import annotations

from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins.tools._opencode_family import Family, tool_of

TOOL = tool_of(
    Family(
        id="opencode",
        name="opencode",
        homepage="https://opencode.ai",
        tested="1.18.33",
        after=texts.AFTER_OPENCODE(),
        program="opencode",
        package="opencode-ai",
        folder="opencode",
        names=("opencode.jsonc", "opencode.json", "config.json"),
        fresh="opencode.json",
        project_names=("opencode.jsonc", "opencode.json"),
        prefix="OPENCODE",
        schema="https://opencode.ai/config.json",
    )
)
