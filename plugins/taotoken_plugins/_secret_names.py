"""Secrets told by what stands beside them: the name of a setting, or the option of a command."""

from __future__ import annotations

import re
from collections.abc import Iterator

from taotoken._text import mask_key

_NAME = re.compile(r"""(?:"([^"\n]*)"|'([^'\n]*)'|(?<![\w.-])([\w.-]+))\s*[:=]\s*""")
_VALUE = re.compile(r""""(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s"'#,;$({\[][^\s"'#,;]{7,}""")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_TELLTALE = re.compile(
    r"key|apikey|token|secrets?|passwords?|passwd|credentials?|authorization|cookies?|pat|bearer|auth", re.IGNORECASE
)
_AT_THE_END = re.compile(r"(?:key|token|secret|passw(?:or)?d|credential|authorization|cookie)s?$", re.IGNORECASE)
# A name that ends in one of these tells how a secret is used, or where it is found.
_ABOUT = re.compile(
    r"mode|method|store|source|type|kind|name|env|var|file|path|dir|url|uri|endpoint|host|provider|format|bindings"
    r"|command|ms|ttl|limit|count|size|length",
    re.IGNORECASE,
)
_NO_SECRET = re.compile(r"\d+(?:\.\d+)?|true|false|null|none", re.IGNORECASE)
_OPTION = re.compile(
    r"""(?<![\w-])--(?:[\w-]*-)?(?:api-?key|key|token|secret|password|pat|bearer)(?![\w-])["']?[\s,=]+(?:-\s+)?"""
    r"""(?:"((?:[^"\\]|\\.)+)"|'([^']+)'|([^\s"',$\-][^\s"',]{5,}))""",
    re.IGNORECASE,
)


def option_values(text: str) -> Iterator[str]:
    """What follows an option like ``--api-key``, in a command or in a list of arguments (its lines included)."""
    at = text.find("--")
    while at >= 0:  # searching for the two hyphens first is fifty times as quick in a large file
        match = _OPTION.match(text, at)
        if match is not None:
            yield match[1] or match[2] or match[3]
        at = text.find("--", match.end() if match is not None else at + 1)


def mask_named_in(line: str) -> str:
    """`line` with the values masked whose names say that they are secret."""
    done: list[str] = []
    at = 0
    for match in _NAME.finditer(line):
        name = next(group for group in match.groups() if group is not None)
        value = _VALUE.match(line, match.end())
        if match.start() < at or value is None or not _is_secret(name, value[0]):
            continue
        done += line[at : match.end()], _masked(value[0])
        at = value.end()
    return "".join(done) + line[at:]


def _is_secret(name: str, value: str) -> bool:
    name = name.rpartition(".")[2]
    words = _WORDS.findall(name)
    if not words or _ABOUT.fullmatch(words[-1]):
        return False
    last = _TELLTALE.fullmatch(words[-1]) is not None or _AT_THE_END.search(name) is not None
    if _NO_SECRET.fullmatch(value.strip("\"'")):
        return last and value[0] in "\"'" and words[-1].lower() != "tokens"
    return last or any(_TELLTALE.fullmatch(word) for word in words)


def _masked(value: str) -> str:
    quote = value[0] if value[0] in "\"'" else ""
    bare = value.strip(quote) if quote else value
    return f"{quote}{bare if '…' in bare else mask_key(bare)}{quote}"
