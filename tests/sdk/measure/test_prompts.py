"""What loads ask."""

from __future__ import annotations

import pytest

from taotoken.measure import Prompts


def test_no_two_prompts_begin_alike() -> None:
    """The first words differ from prompt to prompt, so that no stored beginning is found."""
    prompts = Prompts(tokens=100)
    starts = {" ".join(prompts.prompt(number).split()[:6]) for number in range(200)}
    assert len(starts) == 200


def test_after_the_nonce_they_are_the_same() -> None:
    """Only the beginning differs, so that each is the same work."""
    prompts = Prompts(tokens=100)
    assert len({" ".join(prompts.prompt(number).split()[6:]) for number in range(20)}) == 1


def test_the_seed_decides() -> None:
    """The same seed makes the same prompts; without one, each run has its own."""
    assert Prompts(seed=7).prompt(3) == Prompts(seed=7).prompt(3)
    assert Prompts().prompt(3) != Prompts().prompt(3)


@pytest.mark.parametrize("tokens", [1, 20, 256, 5000])
def test_they_have_about_the_wanted_length(tokens: int) -> None:
    """As many words as tokens were wanted, but for the few that can't be left out."""
    words = len(Prompts(tokens=tokens).prompt(0).split())
    assert abs(words - max(tokens, 17)) <= 2


def test_a_server_s_count_adjusts_them() -> None:
    """What the server counted too much is left out of the next ones, and what was missing is added."""
    prompts = Prompts(tokens=100)
    before = len(prompts.prompt(0).split())
    assert len(prompts.adjusted(110).prompt(0).split()) == before - 10
    assert len(prompts.adjusted(93).prompt(0).split()) == before + 7
    assert prompts.adjusted(None) is prompts
    assert prompts.adjusted(100) is prompts


def test_a_given_text_keeps_its_words() -> None:
    """A text of one's own is asked as it is behind the nonce, and alone where none is wanted."""
    assert Prompts(text="What is DNS?").prompt(1).endswith("\nWhat is DNS?")
    assert Prompts(text="What is DNS?", nonce=False).prompt(1) == "What is DNS?"
    assert Prompts(text="x").adjusted(50).prompt(0).endswith("\nx")
