"""A disk that is really full: a small tmpfs in a mount namespace of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = Path(__file__).resolve().parents[2] / "support/full_disk.py"
SIZE, INODES = 512, 60  # kilobytes, files


def isolated(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """`command` where `folder` is a small disk; a failure in CI, a loud skip elsewhere, if that can't be."""
    options = f"size={SIZE}k,nr_inodes={INODES}"
    mount = f'mount -t tmpfs -o {options} tmpfs "$0" && exec "$@"'
    flags = "-m" if os.geteuid() == 0 else "-rm"
    unshare = shutil.which("unshare")
    tried = None
    if unshare is not None:
        tried = subprocess.run(
            [unshare, flags, "sh", "-c", mount, str(folder), "true"], capture_output=True, text=True, check=False
        )
    if unshare is None or tried is None or tried.returncode != 0:
        message = f"no small disk can be mounted here: {tried.stderr if tried else 'no unshare'}"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return subprocess.run(
        [unshare, flags, "sh", "-c", mount, str(folder), *command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(CHILD.parent), *sys.path])},
    )


@pytest.mark.timeout(240)
@pytest.mark.parametrize("what", ["blocks", "inodes"])
def test_a_disk_that_is_really_full_leaves_all_files_or_none(tmp_path: Path, what: str) -> None:
    """With every amount of room that is too little, set-up and undo end with a clear failure: all files are as they
    were, nothing temporary is left, and the same run works once there is room."""
    done = isolated(tmp_path, sys.executable, str(CHILD), str(tmp_path), what)

    assert done.returncode == 0, done.stderr
    for name, found in json.loads(done.stdout).items():
        assert found["wrong"] == [], name
        assert found["failed"] >= 3, (name, found)
        assert found["succeeded"] == 3, (name, found)
