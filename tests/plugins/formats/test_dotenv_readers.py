"""What we write into .env files, read by python-dotenv, by bash and by Node's dotenv."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from dotenv import dotenv_values
from hypothesis import given, settings
from hypothesis import strategies as st

from node_oracle import ask
from taotoken_plugins._edit import Set
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats.dotenv_format import DOTENV

ORACLE = Path(__file__).with_name("dotenv_oracle.mjs")
VALUES = [
    "sk-demo-1", "https://gw.example/api/v1", "", "a b", " lead", "trail ", "a#b", "a # b", "it's", 'say "hi"', "$HOME",
    "a\nb", "two\n\nlines\n", "'", '"', "`x`", "a`b", "C:\\x\\n", "\\n", "!x", "~/x", "a;b", "a&b|c", "(x)", "*", "[a]",
    "a=b", "=b", "中文 值", "😀", "\t", "%PATH%", "{a}", "a\\ b", "-n", "A='b'", "export X=1", "\u2028x", "\u00a0",
]  # fmt: skip
FILES = ["", "# c\nN='old' # c\n", 'export N="old"\n', "N=old # c\nZ=1", "N= # c\n", "N=`old`\n"]


def written() -> list[tuple[str, str]]:
    """Every value in every kind of file."""
    return [(DOTENV.edit(text.encode(), [Set(("N",), value)]).decode(), value) for text in FILES for value in VALUES]


def by_python(text: str) -> str | None:
    return dotenv_values(stream=io.StringIO(text, newline="")).get("N")


@pytest.mark.parametrize("value", VALUES)
def test_python_dotenv_reads_what_was_meant(value: str) -> None:
    """Every value, in every kind of file, with the references that python-dotenv fills in."""
    for text, meant in written():
        if meant == value:
            assert by_python(text) == value, text


def test_bash_reads_what_was_meant(tmp_path: Path) -> None:
    """The file sourced by bash with `set -a`, each in a fresh subshell."""
    bash = shutil.which("bash")
    assert bash
    cases = written()
    for number, (text, _) in enumerate(cases):
        (tmp_path / f"{number}.env").write_bytes(text.encode())
    script = 'for n in $(seq 0 $1); do ( unset N; set -a; . "./$n.env"; printf "%s\\0" "$N" ); done'
    done = subprocess.run(
        [bash, "-c", script, "bash", str(len(cases) - 1)],
        cwd=tmp_path, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stderr == b""
    found = done.stdout.decode().split("\0")[:-1]
    assert found == [value for _, value in cases]


def test_node_dotenv_reads_what_was_meant(tools_dir: Path) -> None:
    """The same by the package that most JavaScript tools read .env files with."""
    cases = written()
    answers = ask(ORACLE, tools_dir, [{"text": text} for text, _ in cases])
    for (text, value), answer in zip(cases, answers, strict=True):
        assert answer["N"] == value, text


@settings(deadline=None, max_examples=400)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12) | st.text("a '\"\\$`#\n{=", max_size=8))
def test_any_value_is_read_back_or_refused(value: str) -> None:
    """Whatever the value, python-dotenv reads just that, or it isn't written."""
    try:
        text = DOTENV.edit(b"N=1\n", [Set(("N",), value)]).decode()
    except FormatError:
        return
    assert by_python(text) == value


@settings(deadline=None, max_examples=400)
@given(st.randoms(use_true_random=False))
def test_python_dotenv_reads_files_as_we_do(rng: Random) -> None:
    """Random files without backticks, references and names in quotes (which python-dotenv reads over several
    lines): the same names and values."""
    pieces = ["A", "B", "=", " = ", "'x'", '"a\\n"', "#", " # c", "\n", "\r\n", " ", "\\'", "export ", "v", "'", '"']
    text = "".join(rng.choice(pieces) for _ in range(rng.randint(0, 14)))
    if re.search(r"(?m)^\s*(export\s+)*'", text):
        return
    try:
        ours = DOTENV.load(text.encode())
    except FormatError:
        return
    theirs = dotenv_values(stream=io.StringIO(text, newline=None))  # as it opens files
    for name, value in ours.items():
        assert theirs[name] in (value, None), text  # None: the bare name stands in a later line
