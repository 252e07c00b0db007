"""How alike answers are, and whether two sets have one source."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotoken.measure import agreement, same_source
from taotoken.measure._agreement import similarity

ANSWERS = st.lists(st.text(alphabet="ab 你好.", max_size=12), min_size=1, max_size=5)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("the sea is blue", "the sea is blue", 1.0),
        ("the sea is blue", "the sea is grey", 0.75),
        ("the sea", "a dog", 0.0),
        ("大海是蓝色的", "大海是灰色的", 5 / 6),
        ("", "", 1.0),
        ("", "word", 0.0),
    ],
)
def test_similarity_counts_words_and_chinese_characters(one: str, other: str, alike: float) -> None:
    """Equal words in the same order, as a share of all."""
    assert similarity(one, other) == pytest.approx(alike)


def test_agreement_of_equal_and_of_different_answers() -> None:
    """Distinct answers, mean similarity of pairs, and distinct pairs of words."""
    same = agreement(["a b c"] * 3)
    assert (same.n, same.distinct, same.similarity) == (3, 1, 1.0)
    assert same.diversity == pytest.approx(1 / 3)
    other = agreement(["a b c", "d e f", "g h i"])
    assert (other.distinct, other.similarity, other.diversity) == (3, 0.0, 1.0)
    alone = agreement(["word"])
    assert (alone.similarity, alone.diversity) == (None, None)
    with pytest.raises(ValueError, match="no answers"):
        agreement([])


@given(ANSWERS, ANSWERS)
def test_same_source_is_a_probability_and_blind_to_the_order(before: list[str], after: list[str]) -> None:
    """Between 0 and 1, the same whichever set comes first."""
    chance = same_source(before, after)
    assert 0 < chance <= 1
    assert same_source(after, before) == pytest.approx(chance)


def test_equal_answers_have_one_source_for_certain() -> None:
    """Nothing differs, so nothing can be chance."""
    assert same_source(["a b c"] * 5, ["a b c"] * 7) == 1.0
    with pytest.raises(ValueError, match="neither may be empty"):
        same_source([], ["a"])


def test_another_answer_each_time_is_seen_and_one_odd_answer_is_not() -> None:
    """Five and five are enough to tell another answer; one different answer of ten may be chance."""
    assert same_source(["a b c"] * 5, ["a b d"] * 5) < 0.01
    assert same_source(["a b c"] * 5, ["q", "w", "e", "r", "t"]) < 0.01
    assert same_source(["a b c"] * 10, [*["a b c"] * 9, "x y z"]) > 0.05


def test_false_alarms_are_as_rare_as_said() -> None:
    """Of answers that one source draws, no more come out below 0.05 than 0.05 allows (and some slack)."""
    chance = random.Random(7)
    words = ["alpha", "beta", "gamma", "delta"]

    def draw() -> list[str]:
        return [" ".join(chance.choices(words, k=3)) for _ in range(5)]

    low = sum(same_source(draw(), draw()) < 0.05 for _ in range(200))
    assert low <= 20


def test_long_answers_are_compared_from_where_they_part() -> None:
    """A long common beginning counts in full, some hundred words after it, and no pair takes long."""
    start = ["same"] * 5000
    assert similarity(" ".join(start), " ".join([*start, "end"])) == pytest.approx(10000 / 10001)
    other = similarity(" ".join([*start, "one", "end"]), " ".join([*start, "two", "end"]))
    assert other == pytest.approx(5001 / 5002)
    assert similarity(" ".join(start), " ".join(["other", *start])) == pytest.approx(2 * 299 / 10001)


def test_of_many_answers_the_first_are_compared() -> None:
    """A thousand answers a side are as quick as thirty, and say the same."""
    chance = random.Random(3)
    many = [" ".join(chance.choices("abcdefgh", k=5)) for _ in range(2000)]
    assert same_source(many[:1000], many[1000:]) == same_source(many[:30], many[1000:1030])
