"""All or nothing: a fault or a crash at every single step that writes."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine_faults import Counter, When, die, disk_full, fault, in_child, interrupt
from engine_kit import (
    CONFIG,
    KEY,
    OLD_KEY,
    SETTINGS,
    State,
    config_file,
    host_for,
    state,
    toml_edits,
    tool,
    wanted,
    write,
)
from taotoken_plugins import Host, WriteFailedError, apply, plan, recover, runs, undo
from taotoken_plugins._formats.toml_format import TOML

LINKED = config_file(".linked/linked.toml", toml_edits, TOML)
OPEN = config_file(".open/open.json", private=False)
ALL = tool(SETTINGS, CONFIG, LINKED, OPEN, name="all")


@pytest.fixture(autouse=True)
def _no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of runs: a step that syncs still counts and can fail, but doesn't wait for the disk."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def prepared(folder: Path) -> Host:
    """A home with an existing 0644 file, a link, and two tools that have nothing yet."""
    host = host_for(folder / "home")
    write(host.home / ".jay/settings.json", f'{{"env": {{"OLD_KEY": "{OLD_KEY}"}}, "x":  1}}')
    write(host.home / "dot/real.toml", "# mine\nmodel = 'a'\n", 0o640)
    (host.home / ".linked").mkdir()
    (host.home / ".linked/linked.toml").symlink_to("../dot/real.toml")
    return host


def do_apply(host: Host) -> Any:
    return apply(plan([(ALL, wanted())], host), host)


def do_undo(host: Host) -> Any:
    return undo(host)


def own_leftovers(host: Host) -> list[str]:
    """Half-written records of our own."""
    return [path.name for path in host.config_dir.rglob("*") if path.suffix == ".tmp" or "intent" in path.name]


def home_before(folder: Path, action: Callable[[Host], Any]) -> Host:
    host = prepared(folder)
    if action is do_undo:
        do_apply(host)
    return host


def both_states(folder: Path, action: Callable[[Host], Any]) -> tuple[State, State, list[str]]:
    """The home before and after `action`, and the steps it takes."""
    host = home_before(folder, action)
    before = state(host.home)
    with fault(None) as counter:
        action(host)
    return before, state(host.home), counter.names


def error_of(action: Callable[[Host], Any], host: Host) -> BaseException | None:
    """The error that `action` ends in, None when there is none."""
    try:
        action(host)
    except (WriteFailedError, KeyboardInterrupt) as error:
        return error
    return None


def cases(names: list[str], *whens: When) -> list[tuple[int, When]]:
    """Every step in each way; writes only are also half done."""
    return [(at, when) for at, name in enumerate(names) for when in whens if when != "half" or name == "write_bytes"]


@pytest.mark.parametrize("action", [do_apply, do_undo])
@pytest.mark.parametrize("act", [disk_full, interrupt])
def test_c14_a_fault_at_any_step_leaves_all_files_or_none(
    tmp_path: Path, action: Callable[[Host], Any], act: Callable[[], None]
) -> None:
    """Whatever step fails: every file as before and an error, or every file written."""
    before, after, names = both_states(tmp_path / "count", action)
    for at, when in cases(names, "before", "after", "half"):
        host = home_before(tmp_path / f"{at}-{when}", action)
        told = len(runs(host))
        with fault(at, when, act):
            error = error_of(action, host)
        recover(host)  # an interrupt while tidying up leaves the tidying to the next run
        now = state(host.home)
        if names[at] == "remove_folder":  # an empty folder that could not be removed stays
            now = State({name: entry for name, entry in now.entries.items() if name in after.entries or len(entry) > 2})
        assert now in (before, after), (at, when, names[at])
        assert error is not None or now == after, (at, when, names[at])
        assert KEY not in str(error)
        assert len(runs(host)) - told == (now == after), (at, when, names[at])
        assert now == after or own_leftovers(host) == []


@pytest.mark.parametrize("action", [do_apply, do_undo])
def test_c14_a_crash_at_any_step_is_rolled_back_by_the_next_run(tmp_path: Path, action: Callable[[Host], Any]) -> None:
    """Killed at any step: the next run finds all files or none, and nothing of ours lies about."""
    before, after, names = both_states(tmp_path / "count", action)
    for at, when in cases(names, "before", "half"):  # dying after a step is dying before the next one
        host = home_before(tmp_path / f"{at}-{when}", action)

        def crash(host: Host = host, at: int = at, when: When = when) -> None:
            with fault(at, when, die):
                action(host)

        assert in_child(crash) == 9
        recover(host)
        now = state(host.home)
        assert now in (before, after), (at, when, names[at])
        assert (now == after) == (len(runs(host)) == (2 if action is do_undo else 1)), (at, when, names[at])
        assert own_leftovers(host) == [], (at, when, names[at])


def test_c14_a_crash_while_recovering_is_recovered_too(tmp_path: Path) -> None:
    """Killed during the roll-back, at any of its steps: the run after that puts everything back."""
    before, _, names = both_states(tmp_path / "count", do_apply)
    last = max(at for at, name in enumerate(names) if name == "replace" and at < len(names) - 6)

    def crashed(folder: Path) -> Host:
        host = prepared(folder)

        def crash() -> None:
            with fault(last, "before", die):
                do_apply(host)

        assert in_child(crash) == 9
        return host

    host = crashed(tmp_path / "plain")
    with fault(None) as counter:
        assert len(recover(host)) >= 2
    assert state(host.home) == before
    for at, when in cases(counter.names, "before", "half"):
        host = crashed(tmp_path / f"{at}-{when}")

        def crash_again(host: Host = host, at: int = at, when: When = when) -> None:
            with fault(at, when, die):
                recover(host)

        assert in_child(crash_again) == 9
        recover(host)
        assert state(host.home) == before, (at, when, counter.names[at])
        assert own_leftovers(host) == []


def test_c14_a_file_changed_after_the_crash_is_left_and_reported(tmp_path: Path) -> None:
    """Recovery touches only bytes that are ours."""
    host = prepared(tmp_path)

    assert _crash_after_replacing(host, tmp_path)
    write(host.home / ".jay/settings.json", '{"users": "own"}')
    messages = [str(message) for message in recover(host)]
    assert "~/.jay/settings.json was changed after a run that was cut off, so it was left alone." in messages
    assert (host.home / ".jay/settings.json").read_text() == '{"users": "own"}'
    assert (host.home / "dot/real.toml").read_text() == "# mine\nmodel = 'a'\n"
    assert recover(host) == ()


def _crash_after_replacing(host: Host, folder: Path) -> bool:
    """Cut a run off after all its files were replaced, before it counts."""
    _, _, names = both_states(folder / "count", do_apply)
    publish = [at for at, name in enumerate(names) if name == "replace"][-1]

    def crash() -> None:
        with fault(publish, "before", die):
            do_apply(host)

    return bool(in_child(crash) == 9)


def test_c14_planning_and_writing_after_a_crash_works(tmp_path: Path) -> None:
    """The next set-up, recovered first, writes everything and can be undone to the very start."""
    host = prepared(tmp_path / "crashed")
    before = state(host.home)
    assert _crash_after_replacing(host, tmp_path)
    assert len(recover(host)) == 4
    assert do_apply(host) is not None
    undo(host)
    assert state(host.home) == before


def test_apply_recovers_by_itself_and_then_asks_to_plan_again(tmp_path: Path) -> None:
    """Without recovery before planning, apply rolls the crashed run back and refuses the stale plan."""
    from taotoken_plugins import ChangedMeanwhileError

    host = prepared(tmp_path / "crashed")
    before = state(host.home)
    assert _crash_after_replacing(host, tmp_path)
    stale = plan([(tool(SETTINGS), wanted(model="other"))], host)
    with pytest.raises(ChangedMeanwhileError):
        apply(stale, host)
    assert state(host.home) == before


def test_a_roll_back_that_fails_is_said_and_done_by_the_next_run(tmp_path: Path) -> None:
    """When even putting back fails, the error says so and the originals are kept for the next run."""
    host = prepared(tmp_path / "home")
    before = state(host.home)
    _, _, names = both_states(tmp_path / "count", do_apply)
    second = [at for at, name in enumerate(names) if name == "replace"][2]  # the record, a file, this one
    with fault(second, lasting=True), pytest.raises(WriteFailedError) as failed:
        do_apply(host)
    assert [problem.code for problem in failed.value.problems] == ["not_rolled_back"]
    assert state(host.home) != before
    recover(host)
    assert state(host.home) == before


def test_a_full_disk_is_a_clear_failure(tmp_path: Path) -> None:
    """The error names the reason and what to do, nothing more."""
    host = prepared(tmp_path)
    with fault(8, act=disk_full), pytest.raises(WriteFailedError) as failed:
        do_apply(host)
    problem = failed.value.problems[0]
    assert problem.code == "write_failed"
    assert os.strerror(errno.ENOSPC) in str(problem.message)
    assert problem.next is not None


def test_the_order_on_the_disk(tmp_path: Path) -> None:
    """Everything is on the disk before the first file is replaced: the intent record, the new files, the
    journal record; the folder is synced after each replace, and the journal record comes last."""
    _, _, names = both_states(tmp_path, do_apply)
    order = [name for name in names if name in ("sync_file", "replace", "sync_folder", "create_file")]
    intent, rest = order[:4], order[4:]
    assert intent == ["create_file", "sync_file", "replace", "sync_folder"]
    first_replace = rest.index("replace")
    assert rest[:first_replace].count("sync_file") == rest[:first_replace].count("create_file") == 5
    assert rest[first_replace:] == ["replace", "sync_folder"] * 5
    assert names[-1] == "remove_file"


def test_a_real_limit_of_the_system_at_any_size(tmp_path: Path) -> None:
    """The kernel itself stops the writing (file size limit), at one size after the other: all files or none."""
    sizes = range(0, 16_000, 500)
    for size in sizes:
        host = prepared(tmp_path / str(size))
        before = state(host.home)

        def limited(host: Host = host, size: int = size) -> bool:
            import resource

            planned = plan([(ALL, wanted())], host)
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            try:
                apply(planned, host)
            except WriteFailedError:
                return False
            return True

        written = in_child(limited)
        assert (state(host.home) == before) is not written
        assert own_leftovers(host) == []
        assert written or size < max(sizes)


def test_every_kind_of_step_was_made_to_fail(tmp_path: Path) -> None:
    """The faults above reach every function that writes."""
    counted = Counter([])
    for action in (do_apply, do_undo):
        counted.names += both_states(tmp_path / action.__name__, action)[2]
    assert set(counted.names) >= {
        "make_folder",
        "create_file",
        "write_bytes",
        "set_owner",
        "set_mode",
        "sync_file",
        "replace",
        "remove_file",
        "remove_folder",
        "sync_folder",
    }
