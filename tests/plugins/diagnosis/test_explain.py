"""Ranking: one root cause, what can't be told apart, and what the facts of a machine change about a text."""

from __future__ import annotations

import pytest

from doctor_case import facts_of
from doctor_judge import shown
from taotoken import Cause
from taotoken_plugins.diagnosis._finding import Report
from taotoken_plugins.diagnosis.explain import explain
from taotoken_plugins.diagnosis.facts import Facts, FileFact, ModelsProbe

LOGIN = "Not logged in · Please run /login"
MODEL = "There's an issue with the selected model (demo-1). It may not exist or you may not have access to it."
KEY = "sk-tt-demo0000000000000001"
CLEAN = (
    '{"env": {"ANTHROPIC_BASE_URL": "https://taotoken.net/api", '
    f'"ANTHROPIC_AUTH_TOKEN": "{KEY}", "ANTHROPIC_MODEL": "demo-1"}}}}'
)


def settings(text: str, *probes: ModelsProbe) -> Facts:
    file = FileFact(path="~/.claude/settings.json", data=text.encode())
    return Facts(tool="claude-code", files=(file,), probes=probes)


def causes(report: Report) -> list[Cause]:
    return [finding.cause for finding in report.findings]


def test_look_alikes_are_named_with_the_step_that_decides() -> None:
    """Claude Code prints one sentence for many faults: the report says so instead of guessing."""
    report = explain(LOGIN)

    assert len(report.unsure) > 1
    assert report.unsure[0] == report.root_cause
    assert report.deciding is not None
    for language in ("en", "zh"):
        assert "taotoken doctor claude-code" in report.deciding.render(language)


def test_a_settled_text_is_not_called_unsure() -> None:
    """A sentence with one meaning needs no further step."""
    report = explain("error: 余额不足")

    assert report.unsure == ()
    assert report.deciding is None


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (CLEAN, Cause.KEY_INVALID),
        (CLEAN.replace(KEY, ""), Cause.KEY_MISSING),
        (CLEAN[:-1], Cause.JSON_SYNTAX),
        (CLEAN.replace('{"env"', '{"model": 5, "env"'), Cause.CONFIG_WRONG_TYPE),
        (CLEAN.replace(KEY, f"'{KEY}'"), Cause.KEY_QUOTED),
    ],
    ids=["clean", "empty key", "broken", "wrong type", "quote"],
)
def test_the_machine_decides_between_look_alikes(text: str, cause: Cause) -> None:
    """The same sentence, other settings: another cause."""
    report = explain(LOGIN, settings(text))

    assert report.root_cause == cause, shown(report)
    assert KEY not in shown(report)


def test_a_listed_model_is_not_the_fault() -> None:
    """Claude Code blames the model for any 404; the gateway's own list speaks against it."""
    listed = settings(CLEAN, ModelsProbe(url="https://taotoken.net/api/v1/models", ids=("demo-1",)))
    doubled = settings(CLEAN.replace("net/api", "net/api/v1"))

    assert Cause.MODEL_ID_WRONG not in causes(explain(MODEL, listed))[:1]
    assert explain(MODEL, doubled).root_cause == Cause.BASE_URL_V1_DOUBLED


def test_only_the_root_cause_is_an_error() -> None:
    """Other explanations are for information; another proved fault is a warning."""
    report = explain(LOGIN, settings(CLEAN[:-1]))

    assert [finding.level for finding in report.findings].count("error") == 1
    assert report.findings[0].level == "error"


def test_a_fix_is_data_and_words_without_the_key() -> None:
    """The plan holds the value, the sentence only its last letters."""
    report = judge_quoted()
    fix = report.findings[0].fix

    assert fix is not None
    assert fix.set == {"TAOTOKEN_API_KEY": KEY}
    for language in ("en", "zh"):
        remedy = report.findings[0].remedy.render(language)
        assert KEY not in remedy
        assert "…0001" in remedy
    assert KEY not in repr(report)


def judge_quoted() -> Report:
    case = {
        "tool": "python",
        "env": {"TAOTOKEN_API_KEY": f'"{KEY}"'},
        "message": "Error code: 401 - 无效的令牌",
    }
    from taotoken_plugins.diagnosis.engine import judge

    return judge(facts_of(case))


def test_a_tool_that_setup_does_not_know_gets_no_command_with_its_name() -> None:
    """`taotoken setup roo-code` would be refused, so it is not advised."""
    case = {
        "tool": "roo-code",
        "config": {"openAiBaseUrl": "https://taotoken.net/api"},
        "message": "404 Invalid URL (POST /chat/completions)",
    }
    from taotoken_plugins.diagnosis.engine import judge

    report = judge(facts_of(case))
    remedy = str(report.findings[0].remedy)
    assert "Set openAiBaseUrl to https://taotoken.net/api/v1." in remedy
    assert "taotoken setup roo-code" not in remedy
    assert all("doctor roo-code" not in str(finding.remedy) for finding in report.findings)


def test_what_the_support_asks_for_is_kept() -> None:
    """Request ids and the time stand beside the diagnosis of a log."""
    text = (
        "2026-11-30 10:00:01 ERROR 500 internal error (request id: 20261130aaa)\n"
        "2026-11-30 10:00:09 ERROR 500 internal error (request id: 20261130bbb)\n"
    )
    notes = [note.render("en") for note in explain(text).notes]
    assert any("20261130aaa" in note and "2026-11-30 10:00:01" in note for note in notes), notes
