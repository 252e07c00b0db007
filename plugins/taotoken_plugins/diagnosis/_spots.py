"""Where a text reports a failed request: a status, a body, or the words alone."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from taotoken._classify import classify, classify_failure
from taotoken._error_rules import CONTEXT, MAX_TOKENS, RATE
from taotoken._error_words import BY_TEXT
from taotoken._errors import InvalidRequestError
from taotoken._text import safe_text
from taotoken_plugins.diagnosis._clean_text import Searchable
from taotoken_plugins.diagnosis._marks import URL, trimmed
from taotoken_plugins.diagnosis.facts import Failure

MAX_SPOTS: Final = 40
MAX_BODY: Final = 20_000

_STATUS: Final = re.compile(
    r"(?:unexpected status|api error:?|error code:?|last status:?|status(?:[ _-]?code)?[\"']?"
    r"|statuscode[\"']?|http(?:/\d(?:\.\d)?)?(?: status| error)?"
    r"|request rejected|responded with|failed with|returned|error:?|http错误"
    r"|状态码)\s{0,3}[:=(：（]{0,2}\s{0,3}\b([1-5]\d\d)\b(?!\.\d|:\d)"
    r"|^\s{0,8}\b([45]\d\d)\b(?= [{A-Z\"'])|\b([45]\d\d)\b(?= status code\b| page not found| too many "
    r"requests| unauthorized| forbidden| bad gateway| service unavailable| gateway time| error\b)"
    r"|\[([45]\d\d)\]",
    re.IGNORECASE | re.MULTILINE,
)
_BODY: Final = re.compile(
    r"\{\s{0,20}[\"'](?:error|errors|type|code|message|msg|detail|object|status|success"
    r"|base_resp)[\"']\s{0,5}:"
)
_INNER_STATUS: Final = re.compile(r"upstream_status:?\s{0,3}(?:HTTP\s{0,2})?([1-5]\d\d)", re.IGNORECASE)
_INNER_CAUSE: Final = re.compile(r"\bcause:\s{0,3}([^\n]{1,600}?)(?:, url: |\s{0,3}$|\n)", re.IGNORECASE)
_TRAILER: Final = re.compile(
    r"(?:,?\s{0,2}url: \S{1,2000}|,?\s{0,2}(?:cf-ray|request id): [\w\-]{1,80}|https?://\S{1,2000}"
    r"|this is a server-side issue[\s\S]{0,300}|· please run /login)",
    re.IGNORECASE,
)
_PREFIX: Final = re.compile(
    r"(?:Not Found|Unauthorized|Forbidden|Bad Request|Too Many Requests|Internal Server Error|Bad "
    r"Gateway|Service Unavailable"
    r"|Gateway Time-?out|Payment Required|Method Not Allowed|OK|Payload Too Large|Request Entity Too "
    r"Large)?\s{0,3}[:\-–—·)\]]{0,3}\s{0,3}",
    re.IGNORECASE,
)
_COMPLAINT: Final = re.compile(
    r"error|exceed|reach|\btoo |limited|invalid|fail|\bnot\b|n't\b|retry|again|wait|must|should|throttl|longer|larger"
    r"|greater|reduce|exhaust|denied|reject|requested|ran out|hit|\d > \d|[超过达满太]|频繁|重试|稍后"
    r"|不能|非法|错误|失败|触发|受限|耗尽|不足|降低",
    re.IGNORECASE,
)
_NAMES_A_THING: Final = (CONTEXT, MAX_TOKENS, RATE)  # a sentence about these need not be a complaint
_ERROR_LINE: Final = (
    "error",
    "fail",
    "exception",
    "错误",
    "失败",
    "denied",
    "refused",
    "异常",
    "不足",
    "无可用",
    "令牌",
)


def failures_in(found: Searchable, known: Sequence[int]) -> tuple[list[tuple[int, Failure]], list[int]]:
    """The failed requests that the text reports, each once with its place, and the places of all.

    `known` are places of phrases that already say more than the words of their line.
    """
    spots = list(_status_spots(found))
    failures = [*spots, *_bodies_without_status(found, [at for at, _ in spots])]
    if not failures:
        failures = list(_worded_lines(found, known))
    failures.sort(key=lambda item: item[0])
    return _once(failures), [at for at, _ in failures]


def _once(failures: list[tuple[int, Failure]]) -> list[tuple[int, Failure]]:
    seen: dict[tuple[object, ...], tuple[int, Failure]] = {}
    for at, failure in failures:
        key = (failure.code, failure.cause, failure.status, failure.message[:80])
        seen.setdefault(key, (at, failure))
    return list(seen.values())[:8]


def _status_spots(found: Searchable) -> Iterator[tuple[int, Failure]]:
    end = -1
    for count, match in enumerate(_STATUS.finditer(found.text)):
        if count >= MAX_SPOTS:
            return
        if match.start() < end:  # inside the body of the spot before
            continue
        status = int(next(group for group in match.groups() if group))
        if status < 400 and not _BODY.search(found.text, match.end(), match.end() + 200):
            continue
        end, failure = _failure_at(found, match.end(), status)
        yield match.start(), replace(failure, url=_url_near(found, match.start(), end))


def _failure_at(found: Searchable, start: int, status: int) -> tuple[int, Failure]:
    """The failure behind a status, and where its report ends."""
    line_end = found.text.find("\n", start)
    line_end = min(len(found.text) if line_end < 0 else line_end, start + 4000)
    inner = _INNER_STATUS.search(found.text, start, line_end)
    if inner is not None and (cause := _INNER_CAUSE.search(found.text, inner.end(), line_end + 1)):
        return line_end, _classified(int(inner[1]), cause[1], found)
    body = _BODY.search(found.text, start, start + 300)
    if body is not None and (parsed := _parse(found.text, body.start())) is not None:
        value, end = parsed
        return end, _failure_of(value, status, found)
    return line_end, _classified(status, _message(found.text[start:line_end]), found)


def _message(text: str) -> str:
    """What a server said, out of the line of a tool."""
    text = _TRAILER.sub("", text).strip()
    prefix = _PREFIX.match(text)
    return text[prefix.end() :] if prefix else text


def _classified(status: int, message: str, found: Searchable) -> Failure:
    error = classify(status, {}, message.strip(), secrets=found.secrets)
    failure = Failure.of(error)
    words = safe_text(message, 300, secrets=found.secrets)
    return replace(failure, status=status, http_status=status, message=words, named=_kind_of_words(message) is not None)


def _failure_of(value: Any, status: int | None, found: Searchable) -> Failure:
    if isinstance(value, dict) and isinstance(value.get("error"), str) and "message" not in value:
        value = {"error": {"message": value["error"], "code": value["error"]}}
    if status is not None and status >= 400:
        body = json.dumps(value, ensure_ascii=False, default=str)
        error = classify(status, {}, body, secrets=found.secrets)
    else:
        error = classify_failure(value, status or 200, {}, secrets=found.secrets)
    failure = Failure.of(error)
    if status is None and failure.code == "server_error" and _blames_the_request(value):
        failure = replace(failure, code=InvalidRequestError.code, cause=None)
    return replace(failure, named=failure.cause is not None or _kind_of_words(failure.message) is not None)


def _blames_the_request(value: Any) -> bool:
    """Without a status and without telling words the type of an error is what there is."""
    error = value.get("error", value) if isinstance(value, dict) else None
    return isinstance(error, dict) and str(error.get("type", "")).startswith("invalid_request")


def _kind_of_words(message: str) -> str | None:
    text = message[:2000]
    return next((kind.code for pattern, kind in BY_TEXT if pattern.search(text)), None)


def _parse(text: str, start: int) -> tuple[Any, int] | None:
    """The JSON object or Python dict that begins at `start`, and its end."""
    piece = text[start : start + MAX_BODY]
    try:
        value, length = json.JSONDecoder(strict=False).raw_decode(piece)
        return value, start + length
    except (ValueError, RecursionError):
        pass
    end = _balanced_end(piece)
    if end is None or end > 4000:
        return None
    try:
        return ast.literal_eval(piece[:end]), start + end
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _balanced_end(piece: str) -> int | None:
    depth, quote, escaped = 0, "", False
    for index, char in enumerate(piece):
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return index + 1
    return None


def _bodies_without_status(found: Searchable, spots: list[int]) -> Iterator[tuple[int, Failure]]:
    end = -1
    for count, match in enumerate(_BODY.finditer(found.text)):
        if count >= MAX_SPOTS:
            return
        if match.start() < end or any(0 <= match.start() - at < 400 for at in spots):
            continue
        parsed = _parse(found.text, match.start())
        if parsed is None or not _is_error(parsed[0]):
            continue
        value, end = parsed
        yield match.start(), _failure_of(value, None, found)


def _is_error(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return (
        bool({"error", "errors", "detail", "base_resp"} & set(value))
        or value.get("type") == "error"
        or (isinstance(value.get("message"), str) and "choices" not in value)
    )


def _worded_lines(found: Searchable, known: Sequence[int]) -> Iterator[tuple[int, Failure]]:
    """Lines that say in words alone what went wrong: tools often drop the status."""
    short = len(found.text) < 4000
    looked_at: set[str] = set()
    for index, start in enumerate(found.starts):
        if len(looked_at) >= 300:
            return
        end = found.starts[index + 1] if index + 1 < len(found.starts) else len(found.text)
        end = min(end, start + 800)
        lower = found.lower[start:end]
        if not (short or any(word in lower for word in _ERROR_LINE)):
            continue
        line = found.text[start:end]
        if line in looked_at or any(start <= at < end for at in known):
            continue
        looked_at.add(line)
        if (failure := _of_words(line, found)) is not None:
            yield start, failure


def _of_words(line: str, found: Searchable) -> Failure | None:
    text = _TRAILER.sub("", line)
    kind = next((kind for pattern, kind in BY_TEXT if pattern.search(text)), None)
    if kind is None or (kind.code == "server_error" and kind.status == 504):  # "timeout" alone is not the server's word
        return None
    if kind in _NAMES_A_THING and not _COMPLAINT.search(text):
        return None
    return Failure(
        code=kind.code,
        cause=kind.cause,
        message=safe_text(text, 300, secrets=found.secrets),
        named=True,
    )


def _url_near(found: Searchable, start: int, end: int) -> str | None:
    match = URL.search(found.text, start, end + 400)
    return trimmed(match[0]) if match else None
