"""Start files of shells: what is exported, and lines taken out and put back, against the real shells."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taotoken._message import Text
from taotoken_plugins._edit import Remove, Set
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats.exports_format import FISH, POWERSHELL, SH, removable

GONE = Text(en="it would win", zh="它会优先生效")
NAMES = ("TT_A", "TT_B", "TT_C")
MARK = ": # (taotoken) "


def without(data: bytes, *names: str, shell: str = "sh") -> bytes:
    """`data` with these exports taken out."""
    form = {"sh": SH, "fish": FISH, "powershell": POWERSHELL}[shell]
    return form.edit(data, [Remove((name,), GONE()) for name in names])


# What counts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "set_key() {\n  export TT_A=1\n}\n",
        "set_key()\n{\n  if true; then\n    export TT_A=1\n  fi\n}\n",
        "function set_key {\n  export TT_A=1\n}\n",
        "function set_key() { export TT_A=1; }\n",
        "set_key () { export TT_A=1; }\n",
        "set_key(){ export TT_A=1; }\n",
        "cat >/dev/null <<EOF\nexport TT_A=1\nEOF\n",
        "cat >/dev/null <<-'EOF'\n\texport TT_A=1\n\tEOF\n",
        'cat >/dev/null <<"E F" || true\nE F\n'.replace("E F", "END") + "",
        "NOTE='\nexport TT_A=1\n'\n",
        'NOTE="\nexport TT_A=1\n"\n',
        "# export TT_A=1\n",
        "(export TT_A=1)\n",
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_what_is_not_run_does_not_count(text: str, shell: str, tmp_path: Path) -> None:
    """Bodies of functions and here-documents, text in quotes, comments, subshells: the shell and we agree."""
    assert exports_of(shell, text.encode(), tmp_path) == {}
    assert SH.load(text.encode()) == {}


@pytest.mark.parametrize(
    "text",
    [
        "f() {\n  :\n}\nexport TT_A=1\n",
        "f() { :; }; export TT_A=1\n",
        "cat >/dev/null <<EOF\nx\nEOF\nexport TT_A=1\n",
        "x=$((1<<2))\nexport TT_A=1\n",
        "cat >/dev/null <<<word\nexport TT_A=1\n",
        "# don't\nexport TT_A=1\n",
        'x="it\'s"\nexport TT_A=1\n',
        "x=a\\'b\nexport TT_A=1\n",
        "x=$'a\\'b'\nexport TT_A=1\n",
        "x=${HOME:-{}}\nexport TT_A=1\n",
        "{\n  export TT_A=1\n}\n",
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_what_is_run_counts(text: str, shell: str, tmp_path: Path) -> None:
    """What stands before it does not hide an export."""
    assert exports_of(shell, text.encode(), tmp_path) == {"TT_A": "1"}
    assert SH.load(text.encode())["TT_A"] == "1"


def test_functions_of_fish_and_powershell_do_not_count() -> None:
    """Nor do here-strings and block comments."""
    assert FISH.load(b"function f\n  if true\n    set -gx A 1\n  end\nend\nset -gx B 2\n") == {"B": "2"}
    text = b"function f\n{\n  $env:A = '1'\n}\n$x = @'\n$env:A = '1'\n'@\n<#\n$env:A = '1'\n#>\n$env:B = '2'\n"
    assert POWERSHELL.load(text) == {"B": "2"}


# Taking out -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("export TT_A=1\n", f"{MARK}export TT_A=1\n"),
        ("x=1\r\n  export TT_A='1'  # note\r\ny=2", f"x=1\r\n  {MARK}export TT_A='1'  # note\r\ny=2"),
        ("export TT_A=1", f"{MARK}export TT_A=1"),
        ("export TT_A=x\\\n1\nls\n", f"{MARK}export TT_A=x\\\n{MARK}1\nls\n"),
        ("TT_A=1\nexport TT_A\n", f"TT_A=1\n{MARK}export TT_A\n"),
        ("export TT_A=1\nexport TT_A=2\n", f"{MARK}export TT_A=1\n{MARK}export TT_A=2\n"),
        ("if true; then\n  export TT_A=1\nfi\n", f"if true; then\n  {MARK}export TT_A=1\nfi\n"),
    ],
)
def test_only_the_line_of_the_export_changes(before: str, after: str) -> None:
    """A mark in front of it, behind its indentation; all other bytes stay, and putting it back gives the first ones."""
    old = SH.load(before.encode())["TT_A"]
    data = without(before.encode(), "TT_A")
    assert data == after.encode()
    assert SH.edit(data, [Set(("TT_A",), old)]) == before.encode()


def test_other_shells(tmp_path: Path) -> None:
    """fish and PowerShell have their own spellings."""
    assert without(b"set -gx A 1\nset -gx B 2\n", "A", shell="fish") == f"{MARK}set -gx A 1\nset -gx B 2\n".encode()
    text = b"\xef\xbb\xbf$env:A = \"1\"\r\n$env:B = '2'\r\n"
    out = without(text, "A", shell="powershell")
    assert out == b"\xef\xbb\xbf# (taotoken) $env:A = \"1\"\r\n$env:B = '2'\r\n"
    assert POWERSHELL.edit(out, [Set(("A",), "1")]) == text


@pytest.mark.parametrize(
    "text",
    [
        "true && export TT_A=1\n",
        "export TT_A=1 TT_B=2\n",
        "if true; then export TT_A=1; fi\n",
        "TT_C=1 TT_D=2; export TT_A=1\n",
    ],
)
def test_a_line_that_does_more_is_refused(text: str) -> None:
    """Nothing is cut out of a line: it is named, and told beforehand."""
    with pytest.raises(FormatError) as caught:
        without(text.encode(), "TT_A")
    assert (caught.value.code, caught.value.position and caught.value.position.line) == ("unsafe_edit", 1)
    assert removable(text.encode(), SH, ["TT_A"]) == frozenset()


@pytest.mark.parametrize("shell", ["sh", "fish", "powershell"])
@pytest.mark.parametrize("odd", ["\x0c", "\x1c", "\u2028", "\x85", "\r"])
def test_only_a_line_feed_ends_a_line(shell: str, odd: str) -> None:
    """What Python takes for a line break too shifts nothing: the same line is read, numbered and taken out."""
    export = {"sh": "export TT_A=1", "fish": "set -gx TT_A 1", "powershell": "$env:TT_A = '1'"}[shell]
    form = {"sh": SH, "fish": FISH, "powershell": POWERSHELL}[shell]
    data = f"# one{odd}\nfirst\n{export}\nlast\n".encode()
    place = form.locate(data, ("TT_A",))
    assert place is not None
    assert place.line == 3
    kept = data.split(b"\n")
    after = without(data, "TT_A", shell=shell).split(b"\n")
    assert [number for number, line in enumerate(after) if line != kept[number]] == [2]


def test_names_of_one_line_go_together() -> None:
    """Where all that a line exports shall go, the line can go."""
    text = b"export TT_A=1 TT_B=2\n"
    assert removable(text, SH, ["TT_A", "TT_B"]) == {"TT_A", "TT_B"}
    assert without(text, "TT_A", "TT_B") == MARK.encode() + text


def test_a_value_that_was_never_there_is_not_written() -> None:
    """Only what was taken out can be put back, with its old value."""
    for text in (b"", b"ls\n", f"{MARK}export TT_A=2\n".encode()):
        with pytest.raises(FormatError):
            SH.edit(text, [Set(("TT_A",), "1")])


def test_bytes_that_are_no_text_stay() -> None:
    """A start file has no encoding."""
    assert without(b"x=\xff\xfe\nexport TT_A=1\n", "TT_A") == b"x=\xff\xfe\n" + MARK.encode() + b"export TT_A=1\n"


# Against the real shells ------------------------------------------------------------------------------------

POSIX_LINES = (
    "export TT_A=1",
    "export TT_B='x y'  # it's a note",
    'export TT_C="a $HOME b"',
    "  export TT_A=2",
    "export TT_A=\\\n3",
    'export TT_B="two\nlines"',
    "TT_C=plain\nexport TT_C",
    "declare -x TT_A=5",
    "export TT_A=1 TT_B=2",
    "if true; then\n  export TT_A=6\nfi",
    "if false; then\n  :\nelse\n  export TT_B=7\nfi",
    "true &&\n  export TT_C=8",
    "f() {\n  export TT_A=9\n}",
    "cat >/dev/null <<EOF\nexport TT_A=10\nEOF",
    "# export TT_A=11",
    "x='don'\\''t'",
    "alias ll='ls -l'",
    "",
)
FISH_LINES = (
    "set -gx TT_A 1",
    "set -gx TT_B 'x y' # note",
    "  set --global --export TT_C z",
    "set -gx TT_A \\\n3",
    "export TT_B=4",
    "if true\n  set -gx TT_A 5\nend",
    "function f\n  set -gx TT_B 6\nend",
    "# set -gx TT_C 7",
    'set y "it\'s"',
    "",
)


def exports_of(shell: str, data: bytes, folder: Path) -> dict[str, str]:
    """What the real shell has exported after reading a file of these bytes."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} here")
    path = folder / f"start.{shell}"
    path.write_bytes(data)
    clean = {"bash": ("--noprofile", "--norc"), "zsh": ("-f",), "fish": ("--no-config",)}[shell]
    script = f"source {path}; and env -0; or env -0" if shell == "fish" else f". {path} >/dev/null; env -0"
    done = subprocess.run(
        [program, *clean, "-c", script],
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder)},
        capture_output=True,
        check=False,
    )
    assert done.stderr == b"", done.stderr
    pairs = [item.decode().partition("=") for item in done.stdout.split(b"\0") if item]
    return {name: value for name, _, value in pairs if name.startswith("TT_")}


def judge(shell: str, form_name: str, lines: list[str], names: list[str], end: str, folder: Path) -> None:
    """Take out what can be taken out: the shell has lost just that, and putting it back gives the old bytes."""
    form = {"sh": SH, "fish": FISH}[form_name]
    data = ("\n".join(lines) + end).encode()
    going = removable(data, form, names) & form.load(data).keys()
    had = exports_of(shell, data, folder)
    after = form.edit(data, [Remove((name,), GONE()) for name in sorted(going)])
    assert exports_of(shell, after, folder) == {name: value for name, value in had.items() if name not in going}
    kept = [line for line in data.split(b"\n") if line in after.split(b"\n")]
    changed = [line for line in after.split(b"\n") if b"(taotoken)" in line]
    assert len(kept) + len(changed) >= len(data.split(b"\n"))
    old = form.load(data)
    assert form.edit(after, [Set((name,), old[name]) for name in sorted(going)]) == data


@pytest.mark.parametrize("shell", ["bash", "zsh"])
@given(
    lines=st.lists(st.sampled_from(POSIX_LINES), max_size=8),
    names=st.lists(st.sampled_from(NAMES), unique=True),
    end=st.sampled_from(["", "\n"]),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_shell_loses_just_what_was_taken_out(
    shell: str, lines: list[str], names: list[str], end: str, tmp_path: Path
) -> None:
    """bash and zsh read the changed file without complaint and lack just those variables; back again byte for byte."""
    judge(shell, "sh", lines, names, end, tmp_path)


@given(
    lines=st.lists(st.sampled_from(FISH_LINES), max_size=8),
    names=st.lists(st.sampled_from(NAMES), unique=True),
    end=st.sampled_from(["", "\n"]),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_fish_loses_just_what_was_taken_out(lines: list[str], names: list[str], end: str, tmp_path: Path) -> None:
    """The same for fish."""
    judge("fish", "fish", lines, names, end, tmp_path)


@given(
    text=st.text(alphabet="aT_=1 \n\r\t\"'\\#;&|${}()<>exportf", max_size=60),
    names=st.lists(st.sampled_from(["a", "T"])),
)
def test_any_text_is_read_and_comes_back(text: str, names: list[str]) -> None:
    """No text makes the reader fail; what can be taken out comes back as it was."""
    data = text.encode()
    for form in (SH, FISH, POWERSHELL):
        old = form.load(data)
        going = removable(data, form, names) & old.keys()
        after = form.edit(data, [Remove((name,), GONE()) for name in sorted(going)])
        assert form.load(after) == {name: value for name, value in old.items() if name not in going}
        assert form.edit(after, [Set((name,), old[name]) for name in sorted(going)]) == data
