"""``--report FILE``: write what may be told, readable by its owner alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

from taotoken_cli._doctor._result import DoctorResult
from taotoken_cli._texts import doctor as texts
from taotoken_plugins._problem import Problem, RefusedError


def write_report(result: DoctorResult, name: str) -> Path:
    """The path written. RefusedError for a file that is something else than an earlier report."""
    from taotoken_plugins.diagnosis.report_file import report_data

    path = Path(name).expanduser().absolute()
    if os.path.lexists(path) and not _is_report(path):
        message = texts.REPORT_EXISTS(name=result.host.tilde(path))
        problem = Problem(code="file_exists", message=message, file=path, next=texts.REPORT_EXISTS_NEXT())
        raise RefusedError(problem)
    data = json.dumps(report_data(result.tools, result.report, result.host), indent=2, ensure_ascii=False)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(data + "\n")
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def _is_report(path: Path) -> bool:
    from taotoken_plugins.diagnosis.report_file import MAX_REPORT, SCHEMA

    if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_REPORT:
        return False
    try:
        found = json.loads(path.read_bytes())
    except ValueError:
        return False
    return isinstance(found, dict) and found.get("schema") == SCHEMA
