"""Would git pick this file up, and would it be told not to?"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from taotoken_plugins._host import Host

SECONDS = 5.0


def tracked(target: Path, host: Host) -> Literal["yes", "no", "unknown"]:
    """Is `target` tracked by a git repository? ``unknown`` when git is missing or can't say."""
    if repository(target) is None:
        return "no"
    return _ask_git(target, host, "--literal-pathspecs", "ls-files", "--error-unmatch")


def ignored(target: Path, host: Host) -> Literal["yes", "no", "unknown"]:
    """Does git ignore `target`? ``unknown`` when git is missing or can't say."""
    return _ask_git(target, host, "check-ignore", "--quiet")


def repository(target: Path) -> Path | None:
    """The root of the repository that `target` lies in."""
    return next((folder for folder in target.parents if os.path.lexists(folder / ".git")), None)


def _ask_git(target: Path, host: Host, *question: str) -> Literal["yes", "no", "unknown"]:
    import subprocess

    folder = next(folder for folder in target.parents if folder.is_dir())

    # A repository's own settings must not make git run anything, nor the caller's GIT_* point elsewhere.
    command = ["git", "-c", "core.fsmonitor=false", "-C", str(folder)]
    env = {name: value for name, value in host.env.items() if not name.upper().startswith("GIT_")}
    try:
        done = subprocess.run(
            [*command, *question, "--", str(target)],
            env={**env, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return "yes" if done.returncode == 0 else "no" if done.returncode == 1 else "unknown"
