"""The files that bench reads and writes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from taotoken._text import safe_text
from taotoken_cli._app import App
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._texts import bench as texts
from taotoken_plugins._problem import Problem, RefusedError

if TYPE_CHECKING:
    from taotoken.measure import Record
    from taotoken_cli._bench._options import BenchOptions

MAX_PROMPT: Final = 8 * 1024 * 1024
_TIMES: Final = ("send_lag", "ttfb", "ttfr", "ttft", "ttfo", "tpot", "e2e", "e2e_incl_queue", "total")
_PLAIN: Final = (
    "input_tokens", "output_tokens", "reasoning_tokens", "cached_tokens", "tokens_source", "chunks", "finish_reason",
    "answered_by", "request_id",
)  # fmt: skip


def read_prompt(app: App, name: str | None) -> str | None:
    """The prompt of a file, ``-`` being standard input; None where no file is named."""
    if name is None:
        return None
    if name == "-":
        text = app.stdin.read(MAX_PROMPT)
    else:
        try:
            with Path(name).open("rb") as file:
                text = file.read(MAX_PROMPT).decode("utf-8-sig")
        except UnicodeDecodeError:
            problem = Problem(
                code="not_text", message=texts.NOT_UTF8(), file=Path(name).absolute(), next=texts.NOT_UTF8_NEXT()
            )
            raise RefusedError(problem) from None
    if not text.strip():
        raise _usage(Problem(code="usage", message=texts.EMPTY_PROMPT(), field="--prompt-file",
                             next=texts.EMPTY_PROMPT_NEXT()))  # fmt: skip
    return text


def check_places(options: BenchOptions) -> None:
    """UsageProblemError where a result could not be written: found out before the load, not after it."""
    for name, value in (("--out", options.out), ("--csv", options.csv), ("--report", options.report)):
        if value is None:
            continue
        path = Path(value)
        shown = safe_text(str(path), 300)
        if path.is_dir():
            message = texts.IS_FOLDER(option=name, path=shown)
        elif not path.absolute().parent.is_dir():
            message = texts.NO_FOLDER(option=name, folder=safe_text(str(path.absolute().parent), 300))
        else:
            continue
        raise _usage(Problem(code="usage", message=message, field=name, next=texts.NO_FOLDER_NEXT()))


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """The result as one JSON object, whole or not at all."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def write_csv(path: Path, rows: Iterable[tuple[str, str, Record]]) -> None:
    """One line for each request: its level, then what was measured, times in milliseconds."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text)
    heads = [f"{name}_ms" for name in _TIMES]
    writer.writerow(["shape", "level", "label", "model", "protocol", "sent_s", *heads, *_PLAIN, "error", "http_status"])
    listed = list(rows)
    first = min((record.sent_at for _, _, record in listed), default=0.0)
    for shape, level, record in listed:
        times = [_ms(getattr(record, name)) for name in _TIMES]
        plain = [_cell(getattr(record, name)) for name in _PLAIN]
        failure = record.failure
        writer.writerow(
            [shape, level, _cell(record.label), _cell(record.model), record.protocol,
             f"{record.sent_at - first:.6f}", *times, *plain,
             failure.code if failure else "", failure.http_status or "" if failure else ""]
        )  # fmt: skip
    write_text(path, text.getvalue())


def write_text(path: Path, text: str) -> None:
    """A file of ours, through a temporary one beside it."""
    temp = path.with_name(path.name + ".part")
    try:
        temp.write_text(text, encoding="utf-8", newline="")
        temp.replace(path)
    finally:
        temp.unlink(missing_ok=True)


def _ms(value: float | None) -> str:
    return "" if value is None else f"{value * 1000:.3f}"


def _cell(value: object) -> object:
    """Text from outside, made harmless for tables too: a spreadsheet runs what begins like a formula."""
    if not isinstance(value, str):
        return "" if value is None else value
    text = safe_text(value, 200)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _usage(problem: Problem) -> UsageProblemError:
    return UsageProblemError(problem)
