"""From findings to one plan that puts them right, through the same engine as `setup`.

The smallest change comes first: the values that the finding's fix names, where setup owns them. Where the fix is
more than that, the tool is set up again with its three pieces repaired. Values that setup doesn't own are planned
only for causes in `consent`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Final

from taotoken._causes import Cause
from taotoken._endpoint import Endpoint
from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan, plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._registry import get_tool, tool_ids
from taotoken_plugins._tool import Tool, Wanted
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix_values import FileEdits, file_edits
from taotoken_plugins.diagnosis._pieces import repaired
from taotoken_plugins.diagnosis.collect import collect

_NAMES: Final = """
    config_wrong_type config_unknown_shape config_shape_misplaced cline_gateway_only_in_mcp cline_providers_invalid
    value_not_expanded key_missing key_placeholder key_whitespace key_quoted key_bearer_prefix key_non_ascii
    key_wrong_header auth_conflict_env_key auth_conflict_login_key
    auth_conflict_api_key_helper oauth_token_sent_to_gateway base_url_missing base_url_unparsable
    base_url_is_web_page base_url_v1_missing base_url_v1_doubled base_url_path_missing base_url_has_endpoint
    base_url_has_query base_url_wrong_host host_name_wrong model_id_wrong model_field_empty model_placeholder
    model_override_stale codex_wire_api_chat codex_key_not_sent codex_env_key_is_secret codex_env_key_unset
    claude_key_rejected_in_dialog onboarding_pending
    """
_BY_SETUP: Final = frozenset(Cause(name) for name in _NAMES.split())
# Edits of single values never look at the pieces, but the engine hands them to every tool.
_NO_PIECES: Final = Wanted(endpoint=Endpoint(base_url="https://unused.invalid", api_key="unused"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FixPlan:
    """What `--fix` would do.

    Attributes:
        plan: the changes.
        covered: the findings that they put right.
        waiting: findings whose fix touches values that setup doesn't own, and that were not consented to.
        by_hand: the findings that no change of a file puts right.
    """

    plan: Plan
    covered: tuple[Finding, ...]
    waiting: tuple[Finding, ...]
    by_hand: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Repair:
    finding: Finding
    tool: Tool
    edits: tuple[FileEdits, ...] = ()

    @property
    def outside(self) -> bool:
        return any(not edits.owned for edits in self.edits)


def plan_fix(findings: Sequence[Finding], host: Host, *, consent: Set[Cause] = frozenset()) -> FixPlan:
    """The plan for all of `findings` together. Only reads.

    Raises RefusedError where the files can't be worked on.
    """
    repairs = {id(finding): repair for finding in findings if (repair := _repair(finding, host)) is not None}
    waiting = [repair.finding for repair in repairs.values() if repair.outside and repair.finding.cause not in consent]
    for finding in waiting:
        del repairs[id(finding)]
    kept = [repair for repair in repairs.values() if any(_wanted([repair], host))]
    made = plan(list(_wanted(kept, host)), host)
    covered = tuple(repair.finding for repair in kept) if made.changes else ()
    done = {id(finding) for finding in (*covered, *waiting)}
    by_hand = tuple(finding for finding in findings if id(finding) not in done)
    return FixPlan(plan=made, covered=covered, waiting=tuple(waiting), by_hand=by_hand)


def is_fixable(finding: Finding, host: Host) -> bool:
    """Would `--fix` change anything for this finding, once consented to?"""
    try:
        return bool(plan_fix([finding], host, consent={finding.cause}).covered)
    except RefusedError:
        return False


def is_outside(finding: Finding, host: Host) -> bool:
    """Does its fix touch values that setup doesn't own, so that it must be consented to by name?"""
    repair = _repair(finding, host)
    return repair is not None and repair.outside


def _repair(finding: Finding, host: Host) -> _Repair | None:
    if finding.tool not in tool_ids():
        return None
    tool = get_tool(finding.tool)
    edits = file_edits(finding, tool, host)
    by_setup = finding.cause in _BY_SETUP and not _stands_elsewhere(finding, tool, host)
    if edits and (all(one.owned for one in edits) or not by_setup):
        return _Repair(finding=finding, tool=tool, edits=edits)
    return _Repair(finding=finding, tool=tool) if by_setup else None


def _stands_elsewhere(finding: Finding, tool: Tool, host: Host) -> bool:
    """Is the value in a file that is stronger than those setup writes? Then setting the tool up changes nothing."""
    if finding.file is None or any(file.path(host) == finding.file for file in tool.files):
        return False
    sources = tool.sources(host)
    places = [index for index, source in enumerate(sources) if source.path == finding.file]
    ours = [index for index, source in enumerate(sources) if source.ours]
    return bool(places and ours and places[0] < ours[0])


def _wanted(repairs: Sequence[_Repair], host: Host) -> Iterator[tuple[Tool, Wanted]]:
    """The tools to set up again, each once, then the single values."""
    again = {repair.tool.id: repair.tool for repair in repairs if not repair.edits}
    for tool_id, tool in again.items():
        facts = collect(tool, host)
        mine = [repair.finding for repair in repairs if repair.tool.id == tool_id]
        wanted = repaired(tool, mine, facts.effective or tool.effective(tool.sources(host), host), host)
        if wanted is not None:
            yield tool, wanted
    for repair in repairs:
        for edits in repair.edits:
            yield edits.as_tool(repair.tool), _NO_PIECES
