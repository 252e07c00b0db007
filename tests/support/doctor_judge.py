"""Judging a diagnosis by a doctor case: each key of `expect` and of its `fix` has one check."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from taotoken._message import Language, Message
from taotoken_plugins.diagnosis._finding import Finding, Report
from taotoken_plugins.diagnosis._fix import Fix

LANGUAGES: tuple[Language, ...] = ("en", "zh")


class Judge:
    """Compares a report with what a case expects, and counts the comparisons."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.made = 0

    def that(self, good: object, message: str) -> None:
        self.made += 1
        assert good, f"{message}\n{shown(self.report)}"

    @property
    def root(self) -> Finding:
        assert self.report.findings, "nothing was found"
        return self.report.findings[0]


def messages(value: Any) -> Iterator[Message]:
    """Every sentence inside a report."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, Fix):
        for point in value.point_at:  # the values of a plan are never printed as they are
            yield point.what
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from messages(getattr(value, field.name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from messages(item)


def shown(report: Report) -> str:
    """The report as people read it, in both languages."""
    lines = []
    for finding in report.findings:
        lines.append(
            f"{finding.level} {finding.cause} {finding.confidence} {finding.file}:{finding.line} {finding.field}"
        )
        lines += [message.render(language) for message in messages(finding) for language in LANGUAGES]
    lines += [str(cause) for cause in report.unsure]
    lines += [
        message.render(language) for message in messages((report.deciding, report.notes)) for language in LANGUAGES
    ]
    return "\n".join(lines)


def as_json(report: Report) -> str:
    """The report as JSON."""

    def plain(value: Any) -> Any:
        if isinstance(value, Message):
            return {language: value.render(language) for language in LANGUAGES}
        if isinstance(value, Fix):
            return {
                "run": value.run,
                "unset": value.unset,
                "names": sorted(value.set),
                "files": sorted(value.set_file),
            }
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        if isinstance(value, list | tuple):
            return [plain(item) for item in value]
        return str(value) if isinstance(value, Path) else value

    return json.dumps(plain(report), ensure_ascii=False, default=str)


# What a case expects ---------------------------------------------------------------------------------------


def root_cause(judge: Judge, wanted: str) -> None:
    judge.that(judge.report.root_cause == wanted, f"the root cause is {judge.report.root_cause}, not {wanted}")
    judge.that(judge.root.cause == wanted, f"the first finding is {judge.root.cause}, not {wanted}")


def evidence(judge: Judge, wanted: Sequence[str]) -> None:
    judge.that(wanted, "the case names no evidence")
    judge.that(judge.root.evidence, "there is no evidence")


def must_not_blame(judge: Judge, ids: Sequence[str]) -> None:
    blamed = {str(finding.cause) for finding in judge.report.findings if finding.level == "error"}
    for cause in ids:
        judge.that(cause not in blamed, f"{cause} is blamed")


def output_must_not_contain(judge: Judge, texts: Sequence[str]) -> None:
    for output in (shown(judge.report), as_json(judge.report), repr(judge.report)):
        for text in texts:
            judge.made += 1
            assert text not in output, "the output holds a text it must not hold"


def must_not_suggest(judge: Judge, texts: Sequence[str]) -> None:
    for finding in judge.report.findings:
        words = [finding.remedy.render(language) for language in LANGUAGES]
        actions = [*words, *_actions(finding.fix)]
        for text in texts:
            judge.that(not any(text in action for action in actions), f"{text} is suggested")


def _actions(fix: Fix | None) -> list[str]:
    if fix is None:
        return []
    own = [f"{name}={value}" for name, value in fix.set.items()] + list(fix.run)
    return own + [action for other in fix.others for action in _actions(other)]


# The remedy ------------------------------------------------------------------------------------------------

PROGRAMS = {"claude", "codex", "cline", "taotoken", "pip", "npm", "sudo", "chmod", "chown"}
FOR_THE_READER = {
    "tell",
    "also",
    "ask",
    "try",
    "edit",
    "install",
    "gateway",
    "set_before_start",
    "python",
    "max_that_fits",
    "rewrite_without_bom",
}


def fix(judge: Judge, wanted: Mapping[str, Any]) -> None:
    judge.that(str(judge.root.remedy), "there is no remedy")
    known = set(DATA) | set(ALTERNATIVES) | FOR_THE_READER
    unknown = set(wanted) - known
    assert not unknown, f"keys of fix that this runner doesn't interpret: {sorted(unknown)}"
    primary = [name for name in wanted if name in DATA]
    ways = [name for name in wanted if name in ALTERNATIVES]
    plans = list(_plans(judge.root.fix))
    if not primary and not ways:
        return
    main = primary and any(all(DATA[name](plan, wanted[name]) for name in primary) for plan in plans)
    other = any(ALTERNATIVES[name](plans, wanted[name]) for name in ways)
    judge.that(main or other, f"the plan doesn't say {[*primary, *ways]}")


def _plans(fix: Fix | None) -> Iterator[Fix]:
    if fix is not None:
        yield fix
        for other in fix.others:
            yield from _plans(other)


def _sets(plan: Fix, wanted: Mapping[str, Any]) -> bool:
    return all(name in plan.set and str(plan.set[name]) == str(value) for name, value in wanted.items())


def _unsets(plan: Fix, wanted: Sequence[str] | Mapping[str, Sequence[str]] | str) -> bool:
    if isinstance(wanted, Mapping):
        wanted = [name for names in wanted.values() for name in names]
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    taken = {*plan.unset, *(name for names in plan.unset_file.values() for name in names)}
    return all(name in taken for name in names)


def _sets_file(plan: Fix, wanted: Mapping[str, Mapping[str, Any]]) -> bool:
    return all(
        any(_matches(name, ours) and value == plan.set_file.get(file, {})[ours] for ours in plan.set_file.get(file, {}))
        for file, values in wanted.items()
        for name, value in values.items()
    )


def _matches(pattern: str, name: str) -> bool:
    """Equal, where a part in angle brackets stands for any name."""
    return re.fullmatch(re.sub(r"<\w+>|\\<\w+\\>", "[^.]+", re.escape(pattern)), name) is not None


def _points(plan: Fix, wanted: Sequence[Mapping[str, Any]]) -> bool:
    ours = [(point.line, point.column) for point in plan.point_at]
    for place in wanted:
        unknown = set(place) - {"line", "column", "what", "file"}
        assert not unknown, f"keys of point_at that this runner doesn't interpret: {sorted(unknown)}"
    return [(place["line"], place["column"]) for place in wanted] == ours


def _runs(plan: Fix, wanted: str | Sequence[str]) -> bool:
    commands = [wanted] if isinstance(wanted, str) else list(wanted)
    return all(command in plan.run for command in commands)


DATA: dict[str, Callable[[Fix, Any], bool]] = {
    "set": _sets,
    "unset": _unsets,
    "set_file": _sets_file,
    "point_at": _points,
    "run": _runs,
}


def _any(plans: Sequence[Fix], wanted: Any) -> bool:
    """One of several ways: objects of data forms, or sentences naming a command or variables. Where none of them
    can be compared they are for the reader."""
    ways = wanted if isinstance(wanted, list) else [wanted]
    compared = [way for way in ways if _is_data(way)]
    return not compared or any(_way(plan, way) for plan in plans for way in compared)


def _is_data(way: Any) -> bool:
    """Can this way be compared with a plan?"""
    if isinstance(way, Mapping):
        unknown = set(way) - set(DATA) - FOR_THE_READER
        assert not unknown, f"keys of a way that this runner doesn't interpret: {sorted(unknown)}"
        return bool(set(way) & set(DATA))
    return bool(_variables(way)) or str(way).split(" ")[0] in PROGRAMS


def _variables(way: Any) -> list[str]:
    return re.findall(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b", str(way))


def _way(plan: Fix, way: Any) -> bool:
    if isinstance(way, Mapping):
        return all(DATA[name](plan, way[name]) for name in way if name in DATA)
    variables = _variables(way)
    if variables and re.search(r"\b(?:unset|remove|delete)\b", str(way), re.IGNORECASE):
        return _unsets(plan, variables)
    return way in plan.run or (bool(variables) and all(name in plan.set for name in variables))


def _any_unset(plans: Sequence[Fix], wanted: Any) -> bool:
    return any(_unsets(plan, wanted) for plan in plans)


ALTERNATIVES: dict[str, Callable[[Sequence[Fix], Any], bool]] = {
    "choose_one": _any,
    "or": _any,
    "or_unset": _any_unset,
    "or_remove": _any_unset,
}

CHECKS: dict[str, Callable[[Judge, Any], None]] = {
    "root_cause": root_cause,
    "evidence": evidence,
    "fix": fix,
    "must_not_blame": must_not_blame,
    "output_must_not_contain": output_must_not_contain,
    "must_not_suggest": must_not_suggest,
}


def judge_case(report: Report, expect: Mapping[str, Any]) -> int:
    """Check everything `expect` says; the number of comparisons."""
    unknown = set(expect) - set(CHECKS)
    assert not unknown, f"keys of expect that this runner doesn't interpret: {sorted(unknown)}"
    assert "root_cause" in expect, "a case without root_cause"
    judge = Judge(report)
    for name, value in expect.items():
        CHECKS[name](judge, value)
    return judge.made
