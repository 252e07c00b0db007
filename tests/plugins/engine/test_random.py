"""Random histories of set-ups, undos, crashes and edits by others: no foreign value is ever lost."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine_faults import When, disk_full, fault
from engine_kit import CONFIG, KEY, SETTINGS, host_for, mode_of, state, tool, wanted, write
from taotoken_plugins import Host, RefusedError, WriteFailedError, apply, plan, recover, runs, undo

NAME = ".jay/settings.json"
TOML_NAME = ".toml-tool/config.toml"
BOTH = tool(SETTINGS, CONFIG)
OURS = ("URL", "TOKEN", "MODEL")

RICH = '{"keep": [1,  2], "env": {"OLD_KEY": "x", "URL": "before"}}\n'
MODELS = st.sampled_from(["demo-a", "demo-b"])
ACTIONS = st.one_of(
    st.tuples(st.just("setup"), MODELS),
    st.tuples(st.just("undo"), st.integers(0, 3)),
    st.tuples(st.just("edit"), st.integers(0, 99)),
    st.tuples(st.just("comment"), st.integers(0, 99)),
    st.tuples(st.just("mode"), st.sampled_from([0o600, 0o640, 0o644])),
    st.tuples(st.just("fault"), st.integers(0, 60)),
)
STARTS = st.one_of(st.none(), st.sampled_from(["{}", RICH, '{"env": null}']))
TOML_STARTS = st.one_of(st.none(), st.sampled_from(["", "# keep\nmodel = 'x' # odd\n[z]\nk=1", "provider = 'other'\n"]))
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


class History:
    """A home with its history, and what others have put into the files."""

    def __init__(self, home: Path, start: str | None, toml_start: str | None) -> None:
        self.host: Host = host_for(home)
        self.foreign: dict[str, int] = {}
        self.comments: list[str] = []
        if start is not None:
            write(home / NAME, start)
        if toml_start is not None:
            write(home / TOML_NAME, toml_start)

    def setup(self, model: str) -> None:
        """Undo right after a set-up is exact: bytes, modes, absence."""
        before = state(self.host.home)
        run = apply(plan([(BOTH, wanted(model=model))], self.host), self.host)
        after = state(self.host.home)
        if run is None:
            assert after == before
            return
        back = undo(self.host, run.id)
        assert state(self.host.home) == before
        assert back.run is not None
        undo(self.host, back.run.id)
        assert state(self.host.home) == after

    def undo(self, index: int) -> None:
        found = runs(self.host)
        undo(self.host, found[index].id if index < len(found) else None)

    def edit(self, number: int) -> None:
        """A program of the user rewrites the JSON file with a member of its own."""
        path = self.host.home / NAME
        data: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        data[f"their{number}"] = number
        self.foreign[f"their{number}"] = number
        write(path, json.dumps(data, indent=number % 4), mode_of(path) if path.exists() else 0o644)

    def comment(self, number: int) -> None:
        """The user adds a comment to the TOML file."""
        path = self.host.home / TOML_NAME
        text = path.read_text() if path.exists() else ""
        line = f"# their comment {number}\n"
        self.comments.append(line)
        write(path, line + text, mode_of(path) if path.exists() else 0o644)

    def mode(self, mode: int) -> None:
        if (self.host.home / NAME).exists():
            (self.host.home / NAME).chmod(mode)

    def fault(self, at: int) -> None:
        """A set-up fails at some step; nothing is half done."""
        before = state(self.host.home)
        when: When = "after" if at % 2 else "before"
        try:
            with fault(at, when, disk_full):
                apply(plan([(BOTH, wanted(model="demo-fault"))], self.host), self.host)
        except WriteFailedError:
            assert state(self.host.home) == before

    def check(self) -> None:
        """What others wrote is there; no temp file lies about; our own files hold no key in plain text."""
        if self.foreign:
            data = json.loads((self.host.home / NAME).read_text())
            assert self.foreign.items() <= data.items()
        if self.comments:
            text = (self.host.home / TOML_NAME).read_text()
            assert not [line for line in self.comments if line not in text]
        assert not [path for path in self.host.home.rglob("*") if path.name.endswith(".tmp")]
        for path in self.host.config_dir.rglob("*.json"):
            assert KEY not in path.read_text()


@QUICK
@given(start=STARTS, toml_start=TOML_STARTS, actions=st.lists(ACTIONS, max_size=9))
def test_no_history_loses_a_foreign_byte(
    start: str | None, toml_start: str | None, actions: list[tuple[str, Any]]
) -> None:
    """Whatever happens in whatever order: foreign values and comments survive, nothing is half done."""
    real = os.fsync
    os.fsync = lambda fd: None
    try:
        with tempfile.TemporaryDirectory() as name:
            history = History(Path(name), start, toml_start)
            for action, argument in actions:
                try:
                    getattr(history, action)(argument)
                except RefusedError as error:
                    assert {problem.code for problem in error.problems} <= {"nothing_to_undo", "read_only"}  # noqa: PT017
                recover(history.host)
                history.check()
    finally:
        os.fsync = real
