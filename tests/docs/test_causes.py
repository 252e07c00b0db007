"""The pages of the causes: there is one for each in both languages, made from the catalogue, with a part by hand."""

from __future__ import annotations

import pytest

from docs_causes import FOLDER, LANGUAGES, by_hand, page_of, path_of
from taotoken import Cause
from taotoken._message import Language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cause", list(Cause), ids=str)
def test_a_page_is_current(cause: Cause, language: Language) -> None:
    """All but the part by hand is what the program says now. To bring it up to date:
    python tests/support/docs_causes.py"""
    page = path_of(cause, language)
    assert page.read_text(encoding="utf-8") == page_of(cause, language, by_hand(page))


@pytest.mark.parametrize("cause", list(Cause), ids=str)
def test_the_part_by_hand_says_something(cause: Cause) -> None:
    """Why it happens and how to be sure, in both languages, each in its own words."""
    english, chinese = (by_hand(path_of(cause, language)).strip() for language in LANGUAGES)
    assert len(english) > 80
    assert len(chinese) > 30
    assert any("\u4e00" <= char <= "\u9fff" for char in chinese)
    assert not any("\u4e00" <= char <= "\u9fff" for char in english)


def test_no_page_stands_for_a_cause_that_is_gone() -> None:
    """The folder holds the causes' pages and nothing else."""
    assert set(FOLDER.iterdir()) == {path_of(cause, language) for cause in Cause for language in LANGUAGES}
