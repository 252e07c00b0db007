"""The order people are taught, and which step a finding stops: the three pieces, the smallest request outside the
tool, what the tool really reads, parameters."""

from __future__ import annotations

from typing import Final

from taotoken_plugins.diagnosis._finding import Finding

PIECES, OUTSIDE, READS, PARAMETERS = 1, 2, 3, 4
_OF_PIECES: Final = ("key_", "base_url_", "host_name_", "plain_http", "value_not", "model_placeholder", "model_field")
_AT_GATEWAY: Final = ("key_invalid", "key_not_allowed")


def step_of(finding: Finding) -> int:
    """The number of the step."""
    cause = str(finding.cause)
    if cause.startswith(_OF_PIECES) and cause not in _AT_GATEWAY:
        return PIECES
    if finding.layer in ("network", "gateway") or cause.startswith(("proxy_", "no_proxy", "socks_")):
        return OUTSIDE
    return PARAMETERS if finding.layer in ("model", "request", "stream") else READS
