"""The block in a shell's start file: quoting as the shells read it, and everything around it kept."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taotoken_plugins._edit import Edit, Remove, Set
from taotoken_plugins._formats import Format, FormatError
from taotoken_plugins._formats.shell_format import (
    BEGIN,
    BLOCK,
    END,
    FISH,
    FISH_SHELL,
    OUTSIDE,
    POSIX,
    POSIX_SHELL,
    POWERSHELL,
    POWERSHELL_SHELL,
    Dialect,
    quoted_line,
    read_line,
)
from taotoken_plugins._texts import tools as texts

FORMATS = [POSIX, FISH, POWERSHELL]
DIALECTS = [POSIX_SHELL, FISH_SHELL, POWERSHELL_SHELL]
NAMES = st.sampled_from(["COPILOT_MODEL", "COPILOT_PROVIDER_BASE_URL", "X_1"])
VALUES = st.text(st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from("'\"\\$`!#;&|*?~{}()[]<> =‘’‚‛"))
LINES = st.lists(
    st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"], codec="utf-8")), max_size=6
)
REASON = texts.CONFLICT()
# value lists that the programs below are asked to read back
HARD = ["", "'", "''", "a'b", "\\", "\\'", "'\\", "$HOME", "`id`", "$(id)", "a b", "\"q\"", "#c", "*", "~", "é模型",
        "!!", "%TEMP%", "a;b|c&d", "{a,b}", "\\n", "trail\\", "‘q’", "-n", "=x", "(x)", "[y]", "<z>"]  # fmt: skip
SHELLS = {"bash": POSIX_SHELL, "zsh": POSIX_SHELL, "sh": POSIX_SHELL, "fish": FISH_SHELL}
HERE = {name: path for name in SHELLS if (path := shutil.which(name))}  # bash and sh are everywhere


@pytest.mark.parametrize("dialect", DIALECTS)
@given(name=NAMES, value=VALUES)
def test_what_is_quoted_reads_back(dialect: Dialect, name: str, value: str) -> None:
    """Any text without control characters, in every dialect, on one line."""
    line = quoted_line(dialect, name, value)

    assert "\n" not in line
    assert read_line(dialect, line) == (name, value)


@pytest.mark.parametrize("program", HERE)
def test_the_shells_read_the_same(program: str, tmp_path: Path) -> None:
    """The real shells export exactly the values that were quoted."""
    lines = [quoted_line(SHELLS[program], f"V{index}", value) for index, value in enumerate(HARD)]
    assert _exported(HERE[program], lines, tmp_path) == HARD


@pytest.mark.parametrize("program", HERE)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(values=st.lists(VALUES.filter(lambda text: "\x00" not in text), min_size=1, max_size=20))
def test_the_shells_read_any_text(program: str, tmp_path: Path, values: list[str]) -> None:
    """The same with made-up texts."""
    lines = [quoted_line(SHELLS[program], f"V{index}", value) for index, value in enumerate(values)]
    assert _exported(HERE[program], lines, tmp_path) == values


def _exported(program: str, lines: list[str], folder: Path) -> list[str]:
    """The variables V0, V1, … of a program that was started from a script with `lines`."""
    script = folder / "start"
    script.write_text("\n".join([*lines, "env -0"]) + "\n", encoding="utf-8")
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    done = subprocess.run([program, str(script)], env=environment, capture_output=True, check=True)
    found = dict(entry.decode().partition("=")[::2] for entry in done.stdout.split(b"\0") if entry)
    return [found[f"V{index}"] for index in range(len(lines))]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
@given(before=LINES, ending=st.sampled_from(["", "\n"]), values=st.dictionaries(NAMES, VALUES, min_size=1))
def test_what_is_set_and_removed_leaves_everything_else(
    form: Format, before: list[str], ending: str, values: dict[str, str]
) -> None:
    """Lines outside keep their bytes; removing all values gives the file back but for a line feed at its end."""
    lines = [line for line in before if line.strip("\ufeff \t") not in (BEGIN, END) and "\x00" not in line]
    data = ("\n".join(lines) + ending).encode()
    edits: list[Edit] = [Set((BLOCK, name), value) for name, value in values.items()]

    after = form.edit(data, edits)
    assert form.load(after)[BLOCK] == values
    assert form.load(after).get(OUTSIDE) == form.load(data).get(OUTSIDE)
    assert after.startswith(data.rstrip(b"\n"))
    assert form.edit(after, edits) == after
    gone = form.edit(after, [Remove((BLOCK, name), REASON) for name in values])
    assert gone.rstrip(b"\n") == data.rstrip(b"\n")


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_one_value_changes_one_line(form: Format) -> None:
    """An existing block is edited in place; lines of the user's own inside it stay, and so does the block then."""
    data = form.edit(b"first\n", [Set((BLOCK, "A"), "1"), Set((BLOCK, "B"), "2")])
    data = data.replace(END.encode(), b"my own line\n" + END.encode()) + b"last\n"

    after = form.edit(data, [Set((BLOCK, "B"), "3")])
    changed = [pair for pair in zip(data.split(b"\n"), after.split(b"\n"), strict=True) if pair[0] != pair[1]]
    assert len(changed) == 1

    gone = form.edit(after, [Remove((BLOCK, "A"), REASON), Remove((BLOCK, "B"), REASON)])
    assert b"my own line" in gone
    assert BEGIN.encode() in gone


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b""])
def test_other_encodings_and_line_ends_are_kept(end: bytes) -> None:
    """Latin-1 comments, CRLF and a BOM are not touched; our own lines end like the others, and so does the last one
    that had no end."""
    data = b"\xef\xbb\xbf# caf\xe9\r\nSet-Alias ll ls" + end

    after = POWERSHELL.edit(data, [Set((BLOCK, "A"), "1")])

    assert after.startswith(data)
    assert after.count(b"\n") == after.count(b"\r\n")
    assert POWERSHELL.load(after)[BLOCK] == {"A": "1"}


def test_a_backslash_at_the_end_does_not_swallow_the_block(tmp_path: Path) -> None:
    """A last line that goes on would make our first line a part of it."""
    after = POSIX.edit(b"export A=1 \\", [Set((BLOCK, "V0"), "x")])
    script = tmp_path / "rc"
    script.write_bytes(after + b'printf %s "$A$V0"')

    assert subprocess.run(["sh", str(script)], capture_output=True, check=True).stdout == b"1x"


def test_a_key_from_a_file_is_for_powershell_only() -> None:
    """What the other shells' lines can't say is refused."""
    value = {"file": ".copilot/taotoken-key"}
    after = POWERSHELL.edit(b"", [Set((BLOCK, "K"), value)])

    assert b'$env:K = (Get-Content -Raw -LiteralPath "$HOME/.copilot/taotoken-key").Trim()' in after
    assert POWERSHELL.load(after)[BLOCK] == {"K": value}
    with pytest.raises(FormatError):
        POSIX.edit(b"", [Set((BLOCK, "K"), value)])


@pytest.mark.parametrize("value", ["a\nb", "a\rb", "\x00", "\x1b[1m", 5, ["x"], {"file": "a b; rm"}])
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_what_is_no_single_line_is_refused(form: Format, value: Any) -> None:
    """Control characters and values that are no text never get into a start file."""
    with pytest.raises(FormatError) as refused:
        form.edit(b"", [Set((BLOCK, "A"), value)])
    assert refused.value.code == "unsafe_edit"


@pytest.mark.parametrize(
    ("text", "line"),
    [(f"{BEGIN}\n", 1), (f"x\n{END}\n", 2), (f"{END}\n{BEGIN}\n", 2), (f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n", 3)],
)
def test_marks_that_do_not_pair_up_are_told_with_their_line(text: str, line: int) -> None:
    """Half a block is nothing to guess about."""
    with pytest.raises(FormatError) as refused:
        POSIX.load(text.encode())
    assert refused.value.code == "shell_block"
    assert refused.value.position is not None
    assert refused.value.position.line == line


def test_utf_16_is_refused() -> None:
    """Old PowerShells write such profiles."""
    with pytest.raises(FormatError) as refused:
        POWERSHELL.load("Set-Alias ll ls\n".encode("utf-16"))
    assert refused.value.code == "encoding"
