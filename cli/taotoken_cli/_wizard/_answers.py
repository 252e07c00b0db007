"""What has been answered so far, and which question comes next: pure functions over one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from taotoken._endpoint import Endpoint
from taotoken._errors import ConfigurationError
from taotoken._protocol import Protocol

Kind = Literal["tools", "gateway", "messages-url", "key", "model", "small-model"]

NO_KEY = "none"  # stands for a key where only an address is worked out


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question; that for the model comes once per protocol."""

    kind: Kind
    protocol: Protocol | None = None


TOOLS, GATEWAY, MESSAGES_URL = Step(kind="tools"), Step(kind="gateway"), Step(kind="messages-url")
KEY, SMALL_MODEL = Step(kind="key"), Step(kind="small-model")


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What the tools need, by id: the protocol each will speak, and which have a setting for a small model."""

    protocols: Mapping[str, Protocol]
    small_model: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers, and the way that led here.

    Attributes:
        tools: ids of the chosen tools.
        base_url, messages_url: clean; the second only where the gateway has another one for that protocol.
        allow_http: plain http to another machine was agreed to.
        pasted: the address is from a pasted text.
        refused: keys that the gateway didn't take: they are not proposed again.
        key_site: host and port that `api_key` is for.
        pasted_model: the model of a pasted text, for all tools.
        given_models: by tool id, what options and variables say.
        models, small_models: by tool id.
        listed: what the gateway lists, by protocol; one it lists nothing for is missing.
        proved: the gateway was seen to take the key.
        done: the steps answered, in order.
        ready: steps whose answer came otherwise (an option, a variable, a pasted text): tried, and not asked.
        asked: steps that were put to the user.
    """

    tools: tuple[str, ...] = ()
    base_url: str = ""
    messages_url: str | None = None
    allow_http: bool = False
    pasted: bool = False
    api_key: str = field(default="", repr=False)
    refused: frozenset[str] = field(default=frozenset(), repr=False)
    key_site: str = ""
    pasted_model: str = ""
    given_models: Mapping[str, str] = field(default_factory=dict)
    models: Mapping[str, str] = field(default_factory=dict)
    small_models: Mapping[str, str] = field(default_factory=dict)
    listed: Mapping[Protocol, tuple[str, ...]] = field(default_factory=dict, repr=False)
    proved: bool = False
    done: tuple[Step, ...] = ()
    ready: frozenset[Step] = frozenset()
    asked: frozenset[Step] = frozenset()

    def endpoint(self, model: str = "") -> Endpoint:
        """The gateway as answered so far. Raises ConfigurationError."""
        return Endpoint(
            base_url=self.base_url,
            api_key=self.api_key or NO_KEY,
            model=model,
            messages_base_url=self.messages_url,
            allow_http=self.allow_http,
        )


def steps(answers: Answers, needs: Needs) -> tuple[Step, ...]:
    """The questions there are, as far as can be told by now."""
    models = (Step(kind="model", protocol=protocol) for protocol in protocols(answers, needs))
    return (
        TOOLS,
        GATEWAY,
        *((MESSAGES_URL,) if _needs_messages_url(answers, needs) else ()),
        KEY,
        *models,
        *((SMALL_MODEL,) if small_model_tools(answers, needs) else ()),
    )


def protocols(answers: Answers, needs: Needs) -> tuple[Protocol, ...]:
    """The protocols that the chosen tools speak, each once, in the order of the tools."""
    return tuple(dict.fromkeys(needs.protocols[tool] for tool in answers.tools))


def tools_of(protocol: Protocol | None, answers: Answers, needs: Needs) -> tuple[str, ...]:
    """The chosen tools that speak `protocol`."""
    return tuple(tool for tool in answers.tools if needs.protocols[tool] == protocol)


def small_model_tools(answers: Answers, needs: Needs) -> tuple[str, ...]:
    """The chosen tools for which a small model is worth a question: where the gateway has more than one."""
    return tuple(
        tool
        for tool in answers.tools
        if tool in needs.small_model and len(answers.listed.get(needs.protocols[tool], ("", ""))) > 1
    )


def _needs_messages_url(answers: Answers, needs: Needs) -> bool:
    """Does a chosen tool speak a protocol whose address can't be derived from the base URL?"""
    if not answers.base_url or "messages" not in protocols(answers, needs):
        return False
    try:
        replace(answers, messages_url=None).endpoint().url("messages")
    except ConfigurationError:
        return True
    return False


def next_question(answers: Answers, needs: Needs) -> Step | None:
    """The first question that is not answered yet; None at the end."""
    return next((step for step in steps(answers, needs) if step not in answers.done), None)


def asking(answers: Answers, step: Step) -> Answers:
    """`answers`, with `step` put to the user."""
    return replace(answers, asked=answers.asked | {step})


def answered(answers: Answers, step: Step) -> Answers:
    """`answers`, with `step` behind us."""
    return replace(answers, done=(*answers.done, step))


def back(answers: Answers) -> Answers:
    """Before the last question that was really asked; its answer stays as the proposal. The same at the first one."""
    last = next((step for step in reversed(answers.done) if step in answers.asked), None)
    return back_to(answers, last) if last else answers


def back_to(answers: Answers, step: Step) -> Answers:
    """Before `step`, which will be asked now whatever was given for it; what came after it is asked or tried again."""
    before = answers.done[: answers.done.index(step)] if step in answers.done else answers.done
    return replace(answers, done=before, ready=answers.ready - {step}, proved=answers.proved and KEY in before)
