"""Lines of a pasted text that report nothing: source code, comments, entries of a change log, a good reply.

They are full of the words of errors, so they are not searched. A stack trace quotes source code as well; its error
stands on a line of its own.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from taotoken_plugins.diagnosis._clean_text import Searchable

_CODE: Final = re.compile(
    r"\s{0,80}(?:"
    r"(?:if|elif|while|except|match|public|private|protected|static|async|pub|export)\b[^\n]{0,400}[:;{]\s{0,8}$"
    r"|(?:\}\s?)?(?:catch|switch)\s?\("
    r"|(?:const|let|var|final)\s[\w\s:,{}]{1,80}="
    r"|(?:def|func|fn|function|class|enum|interface)\s\w{1,80}\s?[({:]"
    r"|(?:import|from)\s[\w.]{1,80}(?:$|;|\s(?:import|as)\s)"
    r"|(?:assert|raise)\s[\w.]{1,80}[\s(]"
    r"|throw\snew\s\w"
    r"|(?:logger|logging|log|console)\.(?:log|debug|info|warn|warning|error)\("
    r"|//\s|/\*|(?:#\s?)(?:TODO|FIXME|NOTE)\b"
    r")"
)
_CHANGE: Final = re.compile(
    r"\s{0,20}[-*+]\s(?:\*\*)?(?:Fixed|Fixes|Added|Changed|Improved|Removed|修复|修正|新增|优化|改进)"
)
_COMMIT: Final = re.compile(r"(?:fix|feat|docs|chore|refactor|test)(?:\([\w./-]{1,40}\))?!?: \S")
_GOOD: Final = ('"chat.completion"', '"finish_reason"')


def heard(found: Searchable) -> Searchable:
    """`found` with blanks in place of the lines that report nothing; all positions stay."""
    lines = found.text.split("\n")
    quiet = [index for index, line in enumerate(lines) if _says_nothing(line)]
    if not quiet:
        return found
    lower = found.lower.split("\n")
    for index in quiet:
        lines[index] = lower[index] = " " * len(lines[index])
    return replace(found, text="\n".join(lines), lower="\n".join(lower))


def _says_nothing(line: str) -> bool:
    if _CODE.match(line) or _CHANGE.match(line) or _COMMIT.match(line):
        return True
    return line.lstrip()[:1] == "{" and '"error"' not in line and all(word in line for word in _GOOD)
