"""From findings to one plan that puts them right, through the same engine as `setup`.

The smallest change comes first: the values that the finding's fix names, where setup owns them. Where the fix is
more than that, or two findings want one value different, the tool is set up again with its three pieces repaired.
Values that setup doesn't own are planned only for causes in `consent`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from taotoken._causes import Cause
from taotoken_plugins._clear import clearing
from taotoken_plugins._edit import Remove
from taotoken_plugins._edit import Set as SetValue
from taotoken_plugins._file_edits import NO_PIECES, FileEdits
from taotoken_plugins._host import Host
from taotoken_plugins._overrides import overrides
from taotoken_plugins._plan import Plan, plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._registry import find_tool
from taotoken_plugins._tool import Tool, Wanted
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix_exports import export_edits
from taotoken_plugins.diagnosis._fix_values import file_edits, removals
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
    claude_key_rejected_in_dialog onboarding_pending key_file_exposed
    """
BY_SETUP: Final = frozenset(Cause(name) for name in _NAMES.split())
# As long as all works these are for the user to judge: the other value may be the one that is meant.
_PREFERENCES: Final = (
    Cause.PLAIN_HTTP_KEY,
    Cause.SETTINGS_FILE_OVERRIDES_ENV,
    Cause.ENV_OVERRIDES_DOTENV,
    Cause.SETTINGS_SHADOWED,
    Cause.KEY_FILE_EXPOSED,
)
_SHELL_FORMATS: Final = ("sh exports", "fish exports", "powershell exports")
# A shape the tool doesn't know: the rest of it is beside what setup writes.
_SHAPES: Final = (Cause.CONFIG_UNKNOWN_SHAPE, Cause.CONFIG_SHAPE_MISPLACED, Cause.CLINE_GATEWAY_ONLY_IN_MCP)


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

    @property
    def no_longer_exported(self) -> frozenset[str]:
        """Variables that new terminals won't have; this one still does."""
        started = (change for change in self.plan.changes if change.format in _SHELL_FORMATS)
        return frozenset(str(item.edit.path[0]) for change in started for item in change.edits)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Repair:
    """`again`: set the tool up again; the edits are what there is to do beside."""

    finding: Finding
    tool: Tool
    edits: tuple[FileEdits, ...] = ()
    again: bool = False

    @property
    def outside(self) -> bool:
        """Does it touch values that setup doesn't own?"""
        return any(not edits.owned for edits in self.edits)

    @property
    def left_over(self) -> bool:
        """Is it as good without these?"""
        return self.again and self.finding.fix is not None and self.finding.fix.left_over


def plan_fix(findings: Sequence[Finding], host: Host, *, consent: Set[Cause] = frozenset()) -> FixPlan:
    """The plan for all of `findings` together. Only reads.

    Raises RefusedError where none of the files can be worked on.
    """
    repairs = {id(finding): repair for finding in findings if (repair := _repair(finding, host)) is not None}
    asked = {name: _as_agreed(repair, consent) for name, repair in repairs.items()}
    waiting = [repairs[name].finding for name, repair in asked.items() if repair is None]
    kept = [repair for repair in asked.values() if repair is not None and any(_wanted([repair], host))]
    planned, made = _planned(kept, host)
    covered = tuple(repair.finding for repair in planned) if made.changes else ()
    done = {id(finding) for finding in (*covered, *waiting)}
    by_hand = tuple(finding for finding in findings if id(finding) not in done)
    return FixPlan(plan=made, covered=covered, waiting=tuple(waiting), by_hand=by_hand)


def _planned(repairs: Sequence[_Repair], host: Host) -> tuple[Sequence[_Repair], Plan]:
    """The plan for `repairs`, without those whose file can't be worked on as long as others are left."""
    try:
        return repairs, plan(list(_wanted(repairs, host)), host)
    except RefusedError:
        left = [repair for repair in repairs if _can_be_planned(repair, host)]
        if not left:
            raise
        return left, plan(list(_wanted(left, host)), host)


def _can_be_planned(repair: _Repair, host: Host) -> bool:
    try:
        plan(list(_wanted([repair], host)), host)
    except RefusedError:
        return False
    return True


def is_fixable(finding: Finding, host: Host) -> bool:
    """Would `--fix` change anything for this finding, once consented to?"""
    try:
        return bool(plan_fix([finding], host, consent={finding.cause}).covered)
    except RefusedError:
        return False


def must_be_named(finding: Finding, host: Host) -> bool:
    """Must it be consented to by name: for it touches values that setup doesn't own, or both ways may be meant?"""
    if is_preference(finding):
        return True
    repair = _repair(finding, host)
    return repair is not None and repair.outside and not repair.left_over


def is_preference(finding: Finding) -> bool:
    """Nothing is broken by it, and both ways may be meant."""
    return finding.level != "error" and finding.cause in _PREFERENCES


def _as_agreed(repair: _Repair, consent: Set[Cause]) -> _Repair | None:
    """`repair` as far as it is consented to; None where it waits for that."""
    if not repair.outside or repair.finding.cause in consent:
        return repair
    return replace(repair, edits=()) if repair.left_over else None


def _repair(finding: Finding, host: Host) -> _Repair | None:
    tool = find_tool(finding.tool, host) if finding.tool and finding.cause is not Cause.PLUGIN_BROKEN else None
    if tool is None:
        return None
    if finding.cause is Cause.SETTINGS_SHADOWED and (cleared := clearing(overrides(tool, host), host).edits(host)):
        return _Repair(finding=finding, tool=tool, edits=cleared)
    edits = file_edits(finding, tool, host)
    by_setup = finding.cause in BY_SETUP and not _stands_elsewhere(finding, tool, host)
    if edits and (all(one.owned for one in edits) or not by_setup):
        return _Repair(finding=finding, tool=tool, edits=edits)
    if not by_setup:
        exports = export_edits(finding, tool, host)
        return _Repair(finding=finding, tool=tool, edits=exports) if exports else None
    beside = edits or removals(finding, tool, host) if finding.cause in _SHAPES else ()
    return _Repair(finding=finding, tool=tool, edits=beside, again=True)


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
    again: set[str] = set()
    for tool_id, tool in {repair.tool.id: repair.tool for repair in repairs}.items():
        mine = [repair for repair in repairs if repair.tool.id == tool_id]
        if (any(repair.again for repair in mine) or _contradict(mine)) and (wanted := _set_up(tool, mine, host)):
            again.add(tool_id)
            yield tool, wanted
    given: set[tuple[object, object]] = set()
    for repair in repairs:
        for edits in repair.edits:
            left = _beside_setup(edits) if repair.tool.id in again else _not_given(edits, given)
            if left is not None:
                given.update((left.path, edit.path) for edit in left.edits)
                yield left.as_tool(repair.tool), NO_PIECES


def _set_up(tool: Tool, repairs: Sequence[_Repair], host: Host) -> Wanted | None:
    facts = collect(tool, host)
    findings = [repair.finding for repair in repairs]
    return repaired(tool, findings, facts.effective or tool.effective(tool.sources(host), host), host)


def _contradict(repairs: Sequence[_Repair]) -> bool:
    """Do two of them give one setting different values?"""
    given: dict[object, object] = {}
    for edits in (edits for repair in repairs for edits in repair.edits):
        for edit in edits.edits:
            value = edit.value if isinstance(edit, SetValue) else None
            if given.setdefault((edits.path, edit.path), value) != value:
                return True
    return False


def _not_given(edits: FileEdits, given: Set[tuple[object, object]]) -> FileEdits | None:
    """What no earlier finding decides: the first one is the likeliest."""
    rest = tuple(edit for edit in edits.edits if (edits.path, edit.path) not in given)
    return replace(edits, edits=rest) if rest or not edits.edits else None


def _beside_setup(edits: FileEdits) -> FileEdits | None:
    """What of `edits` setting the tool up doesn't do: it writes the values that it owns itself."""
    if not edits.owned or not edits.edits:
        return edits
    rest = tuple(edit for edit in edits.edits if isinstance(edit, Remove))
    return replace(edits, edits=rest) if rest else None
