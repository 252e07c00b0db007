"""``--report FILE``: write what may be told, readable by its owner alone."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

from taotoken_cli._doctor._result import DoctorResult
from taotoken_cli._texts import doctor as texts
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError


def check_target(host: Host, name: str) -> Path:
    """The path of the report. RefusedError for a file that is something else than an earlier report, OSError where
    no file can be made."""
    path = Path(name).expanduser().absolute()
    if os.path.lexists(path) and not _is_report(path):
        message = texts.REPORT_EXISTS(name=host.tilde(path))
        problem = Problem(code="file_exists", message=message, file=path, next=texts.REPORT_EXISTS_NEXT())
        raise RefusedError(problem)
    if not path.parent.is_dir():
        raise _error(errno.ENOENT, path)
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise _error(errno.EACCES, path)
    return path


def write_report(result: DoctorResult, name: str) -> Path:
    """The path written. Raises as `check_target`, and OSError with the report's path when the write fails."""
    from taotoken_plugins.diagnosis.report_file import report_data

    path = check_target(result.host, name)
    data = json.dumps(report_data(result.tools, result.report, result.host), indent=2, ensure_ascii=False)
    try:
        _replace(path, data + "\n")
    except OSError as error:  # it names the file beside, of which nobody knows
        raise _error(error.errno or errno.EIO, path) from error
    return path


def _error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))


def _replace(path: Path, data: str) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(data)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _is_report(path: Path) -> bool:
    from taotoken_plugins.diagnosis.report_file import MAX_REPORT, SCHEMA

    if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_REPORT:
        return False
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("schema") == SCHEMA
