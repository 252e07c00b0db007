"""What one session may spend: an agent that loops must come to an end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from taotoken._reply import Usage
from taotoken_cli._texts import mcp as texts
from taotoken_plugins._problem import Problem, RefusedError

_AROUND_A_PROMPT = 8  # tokens that a protocol puts around one message, about


@dataclass(slots=True, kw_only=True)
class Budget:
    """The bounds of a session, and what is gone of them. `tokens` counts what running calls may still take too."""

    max_calls: int
    max_tokens: int
    calls: int = 0
    tokens: int = 0

    def call(self) -> None:
        """One call more. Raises RefusedError when there is none left."""
        if self.calls >= self.max_calls:
            raise _spent(
                Problem(code="max_calls", message=texts.CALLS_SPENT(limit=self.max_calls), field="--max-calls")
            )
        self.calls += 1

    def reserve(self, text: str, answer: int) -> Reserved:
        """Tokens for a request of `text` and an answer of at most `answer` tokens; less for the answer where less is
        left. Raises RefusedError when nothing is left for one."""
        prompt = estimate(text)
        left = self.max_tokens - self.tokens - prompt
        if left < 1:
            message = texts.TOKENS_SPENT(limit=self.max_tokens, used=self.tokens, needed=prompt)
            raise _spent(Problem(code="max_tokens", message=message, field="--max-tokens"))
        granted = min(answer, left)
        self.tokens += prompt + granted
        return Reserved(prompt=prompt, answer=granted)

    def settle(self, reserved: Reserved, usage: Usage | None, text: str) -> None:
        """The request is over: count what it took, as the gateway says or else by the length of the texts."""
        told = usage or Usage()
        prompt = reserved.prompt if told.input_tokens is None else told.input_tokens
        answer = estimate(text) if told.output_tokens is None else told.output_tokens
        self.tokens += prompt + answer - reserved.prompt - reserved.answer

    def give_back(self, reserved: Reserved) -> None:
        """The request brought nothing."""
        self.tokens -= reserved.prompt + reserved.answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserved:
    """Tokens set aside for one request."""

    prompt: int
    answer: int


def estimate(text: str) -> int:
    """About how many tokens a text is: four bytes each."""
    return len(text.encode("utf-8", "replace")) // 4 + _AROUND_A_PROMPT


def _spent(problem: Problem) -> RefusedError:
    return RefusedError(replace(problem, next=texts.SPENT_NEXT(option=problem.field)))
