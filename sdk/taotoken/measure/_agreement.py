"""How alike several answers are, and whether two sets of answers come from the same source."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from typing import Final

_ALL_SPLITS: Final = 5000
_TRIES: Final = 5000
_TINY: Final = 1e-9
_LONG: Final = 300
_MANY: Final = 30
# A word, one character of a script without blanks, or one sign.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+?(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\b)|\S")


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What several answers to one question have in common.

    Attributes:
        n: how many answers.
        distinct: how many different ones.
        similarity: the mean over all pairs of `similarity`, 0 to 1; None for a single answer.
        diversity: different pairs of neighbouring words over all such pairs in all answers (distinct-2, Li et al.
            2016), 0 to 1; None where there are none.
    """

    n: int
    distinct: int
    similarity: float | None
    diversity: float | None


def agreement(answers: Sequence[str]) -> Agreement:
    """How alike `answers` are.

    Raises:
        ValueError: there are none.
    """
    if not answers:
        raise ValueError("there are no answers to compare")
    pairs = [similarity(one, other) for one, other in combinations(answers, 2)]
    neighbours = [pair for answer in answers for pair in pairwise(_words(answer))]
    return Agreement(
        n=len(answers),
        distinct=len(set(answers)),
        similarity=math.fsum(pairs) / len(pairs) if pairs else None,
        diversity=len(set(neighbours)) / len(neighbours) if neighbours else None,
    )


def similarity(one: str, other: str) -> float:
    """How much of two texts is the same in the same order, counted in words: 1 for equal texts, 0 for nothing.

    Of long texts 300 words are compared from the first difference on; what follows counts as different.
    """
    if one == other:
        return 1.0
    words, others = _words(one), _words(other)
    if not words and not others:
        return 1.0
    start = common_start(words, others) if max(len(words), len(others)) > _LONG else 0
    end = start + _LONG  # comparing takes the square of the length, or more
    blocks = SequenceMatcher(None, words[start:end], others[start:end], autojunk=False).get_matching_blocks()
    return 2 * (start + sum(block.size for block in blocks)) / (len(words) + len(others))


def same_source(before: Sequence[str], after: Sequence[str]) -> float:
    """The probability that two sets of answers differ as much as these by chance alone, if one source gave both.

    A permutation test on the energy distance (Székely and Rizzo 2004) with 1 - `similarity` as distance: 1 where all
    answers are equal. Small sets have a floor: two of five answers can't come below 0.008. Of larger ones the first
    30 answers are compared.

    Raises:
        ValueError: a set is empty.
    """
    if not before or not after:
        raise ValueError("two sets of answers are compared, and neither may be empty")
    before, after = before[:_MANY], after[:_MANY]
    answers = [*before, *after]
    apart = _distances(answers)
    seen = _energy(apart, frozenset(range(len(before))))
    if seen <= _TINY:
        return 1.0
    total = math.comb(len(answers), len(before))
    if total <= _ALL_SPLITS:
        splits: Iterable[Sequence[int]] = combinations(range(len(answers)), len(before))
        return sum(_energy(apart, frozenset(split)) >= seen - _TINY for split in splits) / total
    chance = random.Random(0)  # noqa: S311 - no secret: the same answers give the same figure
    places = range(len(answers))
    as_far = sum(_energy(apart, frozenset(chance.sample(places, len(before)))) >= seen - _TINY for _ in range(_TRIES))
    return (1 + as_far) / (1 + _TRIES)


def common_start(words: Sequence[str], others: Sequence[str]) -> int:
    """How many words (or characters) are the same at the beginning."""
    pairs = zip(words, others, strict=False)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(words), len(others)))


def _distances(answers: Sequence[str]) -> list[list[float]]:
    """1 - similarity of all pairs; equal texts are compared once."""
    known: dict[tuple[str, str], float] = {}
    rows = [[0.0] * len(answers) for _ in answers]
    for i, j in combinations(range(len(answers)), 2):
        pair = (min(answers[i], answers[j]), max(answers[i], answers[j]))
        if pair not in known:
            known[pair] = 1 - similarity(*pair)
        rows[i][j] = rows[j][i] = known[pair]
    return rows


def _energy(apart: Sequence[Sequence[float]], first: frozenset[int]) -> float:
    """Twice the mean distance across, less those within each part."""
    across = within_first = within_second = 0.0
    for i, row in enumerate(apart):
        for j in range(i):
            if (i in first) != (j in first):
                across += row[j]
            elif i in first:
                within_first += row[j]
            else:
                within_second += row[j]
    n, m = len(first), len(apart) - len(first)
    return 2 * across / (n * m) - 2 * within_first / (n * n) - 2 * within_second / (m * m)


def _words(text: str) -> list[str]:
    return _WORD.findall(text)
