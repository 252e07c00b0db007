"""Line wrapping of English and Chinese."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken_cli._wrap import columns, paragraph, table, wrap

WORDS = st.lists(st.text(st.sampled_from("abc中文，。（）xyz-/"), min_size=1, max_size=8), max_size=20)


@settings(deadline=None, max_examples=200)
@given(words=WORDS, limit=st.integers(20, 79))
def test_wrapping_loses_nothing_and_fits(words: list[str], limit: int) -> None:
    """All characters stay in order, and no line is wider than the limit."""
    text = " ".join(words)
    lines = wrap(text, limit)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert columns(line) <= limit or " " not in line.strip()


def test_chinese_punctuation_stays_with_its_side() -> None:
    """No line begins with a closing mark or ends with an opening one."""
    lines = wrap("请先运行设置命令，然后（如果需要）重新启动终端。" * 3, 20)
    assert all(line[0] not in "，。）" and line[-1] not in "（" for line in lines)
    assert max(map(columns, lines)) <= 22


def test_kept_lines_and_paragraphs() -> None:
    """A line that starts with a blank is an example and is kept."""
    assert paragraph("one two\n  taotoken x", 30, "  ") == "  one two\n    taotoken x"


def test_a_long_first_cell_gets_its_own_line() -> None:
    """The second column stays aligned."""
    rows = table([("--a", "first"), ("--a-very-long-option aaaaaaaaaaa", "second")], 60)
    assert rows.splitlines()[1] == "  --a-very-long-option aaaaaaaaaaa"
    assert rows.splitlines()[0].index("first") == rows.splitlines()[2].index("second")
