"""Baselines in our own folder: one file each, 0600, since prompts and answers may be private."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from taotoken._errors import ConfigurationError
from taotoken._text import safe_text
from taotoken.measure import Baseline, BaselineSettings, baseline_from_json, baseline_to_json
from taotoken_plugins import _files
from taotoken_plugins._host import Host
from taotoken_plugins._place import check_home, check_writable, look, reason_of, shown
from taotoken_plugins._problem import Problem, RefusedError, WriteFailedError
from taotoken_plugins._snapshot import Snapshot, missing_folders, read_file
from taotoken_plugins._texts import baselines as texts

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_OTHER = re.compile(r"[^A-Za-z0-9.]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedBaseline:
    """A file in the folder: the baseline, or why it can't be read."""

    name: str
    path: Path
    baseline: Baseline | None = None
    problem: Problem | None = None


def folder(host: Host) -> Path:
    """Where the baselines are."""
    return host.config_dir / "baselines"


def name_for(settings: BaselineSettings) -> str:
    """The name of a baseline that got none: one for each base URL, model and protocol."""
    parts = urlsplit(settings.base_url)
    exact = f"{settings.base_url}\n{settings.model}\n{settings.protocol}"
    words = _OTHER.sub("-", f"{parts.netloc}{parts.path}-{settings.model}-{settings.protocol}").strip("-.")
    return f"{words[:80]}-{hashlib.sha256(exact.encode()).hexdigest()[:6]}"


def check_name(name: str) -> str:
    """The name, if it can be a file's. Raises RefusedError."""
    if not _NAME.fullmatch(name):
        message = texts.BAD_NAME(name=safe_text(name, 60))
        raise RefusedError(Problem(code="bad_name", message=message, field="NAME", next=texts.BAD_NAME_NEXT()))
    return name


def check_place(name: str, host: Host) -> Path:
    """Where the baseline of that name goes. Raises RefusedError where it can't be written there."""
    check_home(host)
    path = folder(host) / f"{check_name(name)}.json"
    place = look(path, host)
    check_writable(path, place.target, place.before, host)
    return path


def save(baseline: Baseline, name: str, host: Host) -> Path:
    """Write it, in the place of an older one of that name.

    Raises:
        RefusedError: the name can't be used, or nothing may be written here.
        WriteFailedError: the file could not be written; an older one is still there.
    """
    path = check_place(name, host)
    try:
        for missing in missing_folders(path):
            _files.make_folder(missing, 0o700)
        _files.put(_files.own_temp(path), path, Snapshot(data=baseline_to_json(baseline), mode=0o600))
    except OSError as error:
        message = texts.NOT_WRITTEN(path=shown(host, path), reason=reason_of(error))
        raise WriteFailedError(Problem(code="write_failed", message=message, file=path)) from error
    return path


def load(name: str, host: Host) -> SavedBaseline:
    """The baseline of that name. Raises RefusedError where there is none, or it can't be read."""
    saved = _read(check_name(name), host)
    if saved.problem is not None:
        raise RefusedError(saved.problem)
    return saved


def exists(name: str, host: Host) -> bool:
    """Is there one of that name?"""
    return (folder(host) / f"{check_name(name)}.json").exists()


def saved_baselines(host: Host) -> tuple[SavedBaseline, ...]:
    """All of them, by name. Raises RefusedError where the folder can't be read."""
    place = folder(host)
    try:
        names = sorted(entry[:-5] for entry in os.listdir(place) if entry.endswith(".json"))
    except FileNotFoundError:
        return ()
    except OSError as error:
        message = texts.FOLDER_UNREADABLE(path=shown(host, place), reason=reason_of(error))
        raise RefusedError(Problem(code="unreadable", message=message, file=place)) from None
    return tuple(_read(name, host) for name in names if _NAME.fullmatch(name))


def _read(name: str, host: Host) -> SavedBaseline:
    path = folder(host) / f"{name}.json"
    try:
        return SavedBaseline(name=name, path=path, baseline=baseline_from_json(read_file(path)))
    except FileNotFoundError:
        message, following = texts.NO_BASELINE(name=name), texts.NO_BASELINE_NEXT()
        problem = Problem(code="no_baseline", message=message, field="NAME", next=following)
    except ConfigurationError as error:
        detail = error.detail or texts.UNREADABLE(reason=safe_text(str(error)))
        problem = Problem(
            code="not_a_baseline", message=detail, file=path, next=texts.NOT_A_BASELINE_NEXT(path=shown(host, path))
        )
    except OSError as error:
        message = texts.UNREADABLE(reason=reason_of(error))
        problem = Problem(code="unreadable", message=message, file=path)
    return SavedBaseline(name=name, path=path, problem=problem)
