"""The start file of the user's shell that new settings go into."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from taotoken_plugins._host import Host

Shell = Literal["posix", "fish", "powershell"]
_KNOWN: Final = ("bash", "zsh", "fish", "pwsh", "powershell", "sh", "dash", "ash", "busybox", "ksh", "mksh", "yash")


def start_file(host: Host) -> tuple[Shell, Path]:
    """What kind of shell this host's user has, and the file that each new terminal reads.

    SHELL tells; without it bash is taken, zsh on macOS, PowerShell on Windows. Links are not followed here.
    """
    if host.platform == "win32":
        return "powershell", _windows_profile(host)
    default = "zsh" if host.platform == "darwin" else "bash"
    name = PurePosixPath(host.env.get("SHELL") or default).name
    config = _folder(host, "XDG_CONFIG_HOME") or host.home / ".config"
    if name == "fish":
        return "fish", config / "fish" / "config.fish"
    if name in ("pwsh", "powershell"):
        return "powershell", config / "powershell" / "Microsoft.PowerShell_profile.ps1"
    if name == "zsh":
        return "posix", (_folder(host, "ZDOTDIR") or host.home) / ".zshrc"
    return "posix", _bash_file(host) if name == "bash" else host.home / ".profile"


def other_shell(host: Host) -> str | None:
    """The name of the user's shell where it is none of those that read `start_file`."""
    name = PurePosixPath(host.env.get("SHELL") or "sh").name
    return None if host.platform == "win32" or name in _KNOWN else name


def _folder(host: Host, name: str) -> Path | None:
    value = host.env.get(name)
    return host.cwd / value if value else None


def _bash_file(host: Host) -> Path:
    """Terminals of macOS start login shells, which read the first of three files."""
    if host.platform != "darwin":
        return host.home / ".bashrc"
    login = [host.home / name for name in (".bash_profile", ".bash_login", ".profile")]
    return next((path for path in login if os.path.lexists(path)), login[0])


def _windows_profile(host: Host) -> Path:
    """PowerShell 7's folder, or where only that is there the one of Windows PowerShell."""
    documents = host.home / "Documents"
    newer, older = documents / "PowerShell", documents / "WindowsPowerShell"
    folder = older if older.is_dir() and not newer.is_dir() else newer
    return folder / "Microsoft.PowerShell_profile.ps1"
