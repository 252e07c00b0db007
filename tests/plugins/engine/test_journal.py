"""The journal: sorted, bounded, private, and never a reason to crash."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from engine_kit import JAY, TOM, state, wanted, write
from taotoken_plugins import Host, apply, broken_records, plan, prune, recover, runs, undo

NAME = ".jay/settings.json"


def setup(host: Host, model: str = "demo-large") -> str:
    run = apply(plan([(JAY, wanted(model=model))], host), host)
    assert run is not None
    return run.id


def test_runs_tell_what_happened(host: Host) -> None:
    """Time, tools, files and whether it was taken back."""
    apply(plan([(JAY, wanted()), (TOM, wanted())], host), host)
    result = undo(host)
    newest, oldest = runs(host)
    assert (oldest.kind, oldest.tools, oldest.undone, oldest.time) == ("apply", ("jay", "tom"), True, host.now)
    assert [file.path.name for file in oldest.files] == ["settings.json", "config.toml"]
    assert (newest.kind, newest.undo_of, newest.undone) == ("undo", oldest.id, False)
    assert result.run is not None
    undo(host, result.run.id)
    assert [run.undone for run in runs(host)] == [False, True, False]


def test_runs_sort_by_time_even_when_the_clock_stands_or_goes_back(host: Host) -> None:
    """Ids sort in the order of writing."""
    ids = [setup(host, "a"), setup(host, "b")]
    ids.append(setup(replace(host, now=host.now - timedelta(days=1)), "c"))
    ids.append(setup(replace(host, now=host.now + timedelta(days=1)), "d"))
    assert [run.id for run in runs(host)] == sorted(ids, reverse=True) == ids[::-1]


def test_no_journal_is_no_run(host: Host) -> None:
    """Before the first run there is nothing, and nothing is made by looking."""
    assert runs(host) == ()
    assert recover(host) == ()
    assert prune(host) == 0
    assert not host.config_dir.exists()


def test_at_most_twenty_runs_are_kept(host: Host) -> None:
    """Each run forgets those beyond the twentieth."""
    ids = [setup(host, f"m{number}") for number in range(23)]
    assert [run.id for run in runs(host)] == ids[:2:-1]


def test_runs_older_than_thirty_days_are_forgotten(host: Host) -> None:
    """The next run prunes them; their originals are gone from the disk."""
    setup(host, "a")
    late = replace(host, now=host.now + timedelta(days=31))
    newest = setup(late, "b")
    assert [run.id for run in runs(host)] == [newest]
    assert len(list((host.config_dir / "journal").iterdir())) == 1


def test_prune_takes_other_bounds(host: Host) -> None:
    """`history --prune` may forget everything."""
    for model in ("a", "b", "c"):
        setup(host, model)
    assert prune(host, keep=1) == 2
    assert prune(host, keep=0) == 1
    assert runs(host) == ()


@pytest.mark.parametrize(
    "spoiled",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"schema": "taotoken.run/2"}',
        b'{"schema": "taotoken.run/1"}',
        b"[" * 9999,
    ],
)
def test_a_broken_record_is_skipped_with_a_message(host: Host, spoiled: bytes) -> None:
    """Other runs are still listed and undone."""
    setup(host, "a")
    middle = setup(host, "b")
    setup(host, "c")
    (host.config_dir / "journal" / f"{middle}.json").write_bytes(spoiled)
    assert len(runs(host)) == 2
    (message,) = broken_records(host)
    assert middle in str(message)
    undo(host)
    assert setup(host, "d")


@pytest.mark.parametrize("part", ['"data": "', '"salt": "', '"kind": "', '"before": {', '"tools": ['])
def test_a_record_with_a_spoiled_part_is_skipped(host: Host, part: str) -> None:
    """A record is taken whole or not at all."""
    write(host.home / NAME, "{}")
    path = host.config_dir / "journal" / f"{setup(host)}.json"
    text = path.read_text()
    assert part in text
    path.write_text(text.replace(part, part[:-1] + "7" + part[-1] if part.endswith(("{", "[")) else part + "!"))
    assert runs(host) == ()
    assert len(broken_records(host)) == 1


def test_foreign_files_in_the_journal_are_ignored(host: Host) -> None:
    """Only names that we give count."""
    setup(host)
    for name in ("notes.json", "x.txt", "99999999T999999999999-aaaaaa.json", ".hidden"):
        write(host.config_dir / "journal" / name, "{}")
    assert len(runs(host)) == 1
    assert broken_records(host) == ()
    setup(host, "other")
    assert (host.config_dir / "journal/notes.json").exists()


def test_a_broken_intent_record_is_set_aside(host: Host) -> None:
    """It can't be followed, but it may hold the originals: it is kept and told about."""
    setup(host)
    before = state(host.home)
    write(host.config_dir / "intent.json", "{ broken")
    (message,) = recover(host)
    assert "intent-broken.json" in str(message)
    assert (host.config_dir / "intent-broken.json").read_text() == "{ broken"
    assert state(host.home) == before
    assert recover(host) == ()
