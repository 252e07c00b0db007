"""Where our own profile is; light, so that a command can see that there is none without loading what reads it."""

from __future__ import annotations

from pathlib import Path

from taotoken_plugins._host import Host


def profile_path(host: Host) -> Path:
    """profile.json in our own folder."""
    return host.config_dir / "profile.json"
