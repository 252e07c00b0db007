"""Which question comes next: pure functions, without a terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotoken_cli._wizard._answers import (
    GATEWAY,
    KEY,
    MESSAGES_URL,
    SMALL_MODEL,
    TOOLS,
    Answers,
    Needs,
    Step,
    answered,
    asking,
    back,
    back_to,
    next_question,
    steps,
)

NEEDS = Needs(
    protocols={"claude-code": "messages", "codex": "responses", "cline": "chat", "opencode": "chat"},
    small_model=frozenset({"claude-code", "opencode"}),
)
MESSAGES, RESPONSES, CHAT = (Step(kind="model", protocol=one) for one in ("messages", "responses", "chat"))


def walked(answers: Answers, count: int) -> Answers:
    """`count` questions further, each put to the user unless its answer is there."""
    for _ in range(count):
        step = next_question(answers, NEEDS)
        if step is None:
            break
        answers = answered(answers if step in answers.ready else asking(answers, step), step)
    return answers


@pytest.mark.parametrize(
    ("tools", "expected"),
    [
        (("codex",), (TOOLS, GATEWAY, KEY, RESPONSES)),
        (("claude-code",), (TOOLS, GATEWAY, KEY, MESSAGES, SMALL_MODEL)),
        (("cline", "opencode"), (TOOLS, GATEWAY, KEY, CHAT, SMALL_MODEL)),
        (("claude-code", "codex", "cline"), (TOOLS, GATEWAY, KEY, MESSAGES, RESPONSES, CHAT, SMALL_MODEL)),
    ],
)
def test_the_questions_follow_from_the_tools(tools: tuple[str, ...], expected: tuple[Step, ...]) -> None:
    """One for the model per protocol; one for the small model where a tool has such a setting. With consent that makes
    at most six for one tool."""
    answers = Answers(tools=tools, base_url="https://gw.example/api")
    assert steps(answers, NEEDS) == expected
    assert len(tools) > 1 or len(expected) + 1 <= 6


def test_the_second_address_is_asked_for_only_where_it_is_needed() -> None:
    """A base URL with a version of its own says nothing about the Anthropic protocol."""
    versioned = Answers(tools=("claude-code",), base_url="https://gw.example/v4")
    assert MESSAGES_URL in steps(versioned, NEEDS)
    assert MESSAGES_URL not in steps(replace(versioned, tools=("codex",)), NEEDS)
    assert MESSAGES_URL not in steps(replace(versioned, base_url="https://gw.example"), NEEDS)


def test_no_small_model_where_the_gateway_has_one_model() -> None:
    """Nothing to choose, nothing to ask."""
    answers = Answers(tools=("claude-code",), base_url="https://gw.example", listed={"messages": ("only",)})
    assert SMALL_MODEL not in steps(answers, NEEDS)


def test_back_leads_to_the_last_question_that_was_asked() -> None:
    """What was given otherwise is passed over; at the first question one stays where one is."""
    given_url = Answers(tools=("codex",), base_url="https://gw.example", ready=frozenset({GATEWAY}))
    at_model = walked(given_url, 3)
    assert next_question(at_model, NEEDS) == RESPONSES
    at_key = back(at_model)
    assert next_question(at_key, NEEDS) == KEY
    at_tools = back(at_key)
    assert next_question(at_tools, NEEDS) == TOOLS
    assert back(at_tools) == at_tools


@given(
    st.lists(st.sampled_from(["on", "back"]), max_size=30), st.sets(st.sampled_from([TOOLS, GATEWAY, KEY, MESSAGES]))
)
def test_any_way_back_and_forth_ends(moves: list[str], ready: set[Step]) -> None:
    """The steps behind us are always the first ones, in order; going on reaches the end."""
    answers = Answers(tools=("claude-code", "codex"), base_url="https://gw.example", ready=frozenset(ready))
    for move in moves:
        answers = walked(answers, 1) if move == "on" else back(answers)
        assert answers.done == steps(answers, NEEDS)[: len(answers.done)]
    assert next_question(walked(answers, 20), NEEDS) is None


def test_a_question_gone_back_to_is_asked_whatever_was_given() -> None:
    """And a key that was proved has to be proved again."""
    answers = walked(Answers(tools=("codex",), ready=frozenset({KEY, RESPONSES}), proved=True), 4)
    again = back_to(answers, KEY)
    assert (KEY in again.ready, again.proved, again.done) == (False, False, (TOOLS, GATEWAY))


def test_no_key_in_the_repr() -> None:
    """Neither the key nor one that was refused."""
    shown = repr(Answers(api_key="sk-demo-1", refused=frozenset({"sk-demo-2"})))
    assert "sk-demo" not in shown
