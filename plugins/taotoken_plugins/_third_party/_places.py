"""Where a third party's tool may write: below the home folder or the project, and not in our own folder."""

from __future__ import annotations

import os
from pathlib import Path

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._host import Host, project_root
from taotoken_plugins._texts import third_party as texts


def misplaced(path: Path, host: Host) -> Message | None:
    """What is wrong with `path`, as it is written and as it really is behind links; None when it may be written."""
    shown = safe_text(host.tilde(path), 300)
    roots = [root for root in (host.home, project_root(host)) if root is not None]
    if ".." in path.parts or not any(_below(path, root) for root in roots):
        return texts.OUTSIDE(path=shown)
    real = Path(os.path.realpath(path))
    if not any(_below(real, Path(os.path.realpath(root))) for root in roots):
        return texts.OUTSIDE_REALLY(path=shown, real=safe_text(str(real), 300))
    own = host.config_dir
    if path.is_relative_to(own) or real.is_relative_to(os.path.realpath(own)):
        return texts.OUR_FOLDER(path=shown)
    return None


def _below(path: Path, root: Path) -> bool:
    return path.is_relative_to(root) and path != root
