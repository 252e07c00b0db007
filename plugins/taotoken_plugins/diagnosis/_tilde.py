"""Findings with the home folder shown as ``~``, in all that they say."""

from __future__ import annotations

import re
from dataclasses import replace

from taotoken._message import Message
from taotoken_plugins._host import Host
from taotoken_plugins.diagnosis._finding import Finding


def with_tilde(finding: Finding, host: Host) -> Finding:
    """`finding` fit to be posted in public: no path in its words names the user."""
    home = str(host.home)
    if len(home) < 2:
        return finding
    pattern = re.compile(rf"(?<![\w./\\~-]){re.escape(home)}(?=[/\\]|$|[\s\"':,;])")
    return replace(
        finding,
        message=_said(finding.message, pattern),
        remedy=_said(finding.remedy, pattern),
        evidence=tuple(_said(line, pattern) for line in finding.evidence),
    )


def _said(message: Message, home: re.Pattern[str]) -> Message:
    params = {name: _value(value, home) for name, value in message.params.items()}
    return Message(message.text, params)


def _value(value: object, home: re.Pattern[str]) -> object:
    if isinstance(value, Message):
        return _said(value, home)
    return home.sub("~", value) if isinstance(value, str) else value
