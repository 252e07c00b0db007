"""Files of lines, such as .gitignore."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from taotoken_plugins._edit import Remove, Select, Set
from taotoken_plugins._formats.lines_format import TEXT_LINES
from taotoken_plugins._texts import tools as texts

PATH = ("lines", Select(None, ".env"))
ADD, TAKE = Set(PATH, ".env"), Remove(PATH, texts.CONFLICT())
LINES = st.lists(
    st.sampled_from(["", "node_modules/", "# note", "  indented", "*.log", "trailing  ", "caf\u00e9", "a\rb"])
)


@given(lines=LINES, ending=st.sampled_from(["\n", "\r\n"]), last=st.booleans())
def test_a_line_is_added_and_taken_out_and_all_others_keep_their_bytes(
    lines: list[str], ending: str, last: bool
) -> None:
    """With either line end, with and without one at the end of the file."""
    data = (ending.join(lines) + (ending if last and lines else "")).encode()

    after = TEXT_LINES.edit(data, [ADD])
    assert after.startswith(data)
    assert TEXT_LINES.load(after)["lines"][-1] == ".env"
    assert TEXT_LINES.edit(after, [ADD]) == after
    assert TEXT_LINES.edit(after, [TAKE]).rstrip(b"\r\n") == data.rstrip(b"\r\n")
    if data.endswith(b"\n") or not data:
        assert TEXT_LINES.edit(after, [TAKE]) == data


def test_bytes_that_are_no_text_stay() -> None:
    """A comment in an old encoding."""
    assert TEXT_LINES.edit(b"# caf\xe9\n", [ADD]) == b"# caf\xe9\n.env\n"


def test_the_line_is_found() -> None:
    """For messages that name it."""
    found = TEXT_LINES.locate(b"a\n.env\n", PATH)
    assert found is not None
    assert found.line == 2
    assert TEXT_LINES.locate(b"a\n", PATH) is None
