"""Writing: links, modes, other writers, foreign content, several processes."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine_faults import fault, in_child, open_folder
from engine_kit import (
    CONFIG,
    JAY,
    KEY,
    OLD_KEY,
    SETTINGS,
    TOM,
    config_file,
    host_for,
    json_edits,
    mode_of,
    state,
    tool,
    wanted,
    write,
)
from taotoken_plugins import (
    ChangedMeanwhileError,
    Host,
    RefusedError,
    Select,
    Set,
    WriteFailedError,
    _files,
    apply,
    plan,
    runs,
    undo,
)
from taotoken_plugins._snapshot import Snapshot

NAME = ".jay/settings.json"
FOREIGN = """{
    "hooks": {"Stop": [ {"x":1} ]},
    "enabledPlugins": ["a",
        "b"],
    "statusLine": {"type": "command"},
    "permissions": {"allow": ["Bash(ls:*)"], "deny": ["Read(./.env)"], "defaultMode": "plan"},
    "env": {
        "HTTP_PROXY": "http://127.0.0.1:7890"
    }
}
"""


def setup(host: Host, *tools: Any) -> Any:
    return apply(plan([(one, wanted()) for one in tools or (JAY,)], host), host)


def test_c10_foreign_content_keeps_its_bytes(host: Host) -> None:
    """Whatever isn't ours stays as it was, byte for byte; nothing is added to it."""
    write(host.home / NAME, FOREIGN)
    setup(host)
    after = (host.home / NAME).read_text()
    for line in FOREIGN.splitlines()[:5]:
        assert line + "\n" in after
    assert json.loads(after)["permissions"]["allow"] == ["Bash(ls:*)"]
    assert json.loads(after)["env"]["HTTP_PROXY"] == "http://127.0.0.1:7890"


def test_c11_a_link_stays_a_link(host: Host) -> None:
    """The file behind the link is written; link text and both folders stay clean."""
    write(host.home / "dot/s.json", "{}")
    (host.home / ".jay").mkdir()
    (host.home / NAME).symlink_to("../dot/s.json")
    setup(host)
    assert os.readlink(host.home / NAME) == "../dot/s.json"
    assert KEY in (host.home / "dot/s.json").read_text()
    assert os.listdir(host.home / "dot") == ["s.json"]
    assert os.listdir(host.home / ".jay") == ["settings.json"]


def test_a_dangling_link_gets_its_target(host: Host) -> None:
    """The file the link names is made, with its folders; undo takes both away and leaves the link."""
    (host.home / ".jay").mkdir()
    (host.home / NAME).symlink_to("../dot/deep/s.json")
    before = state(host.home)
    setup(host)
    assert mode_of(host.home / "dot/deep/s.json") == 0o600
    undo(host)
    assert state(host.home) == before


def test_a_linked_folder_is_followed(host: Host) -> None:
    """A folder may be a link as well."""
    (host.home / "dot").mkdir()
    (host.home / ".jay").symlink_to("dot")
    setup(host)
    assert (host.home / "dot/settings.json").is_file()
    assert (host.home / ".jay").is_symlink()


def test_c12_a_link_to_a_link_through_a_read_only_folder(host: Host) -> None:
    """Only the folder of the real file has to be writable; both links stay."""
    plan([(JAY, wanted())], host)
    with open_folder() as home:

        def work() -> list[str]:
            other = host_for(home)
            write(home / "dot/s.json", "{}")
            (home / "ro").mkdir()
            (home / "ro/a").symlink_to(home / "dot/s.json")
            (home / "ro").chmod(0o555)
            (home / ".jay").mkdir()
            (home / NAME).symlink_to(home / "ro/a")
            temps: list[str] = []
            real = _files.create_file

            def create_file(path: Path) -> int:
                temps.append(str(path.parent))
                return real(path)

            _files.create_file = create_file
            setup(other)
            _files.create_file = real
            (home / "ro").chmod(0o755)
            assert os.readlink(home / NAME) == str(home / "ro/a")
            assert os.readlink(home / "ro/a") == str(home / "dot/s.json")
            assert KEY in (home / "dot/s.json").read_text()
            return temps

        temps = in_child(work, unprivileged=True)
        assert str(home / "dot") in temps
        assert not {str(home / "ro"), str(home / ".jay")} & set(temps)


def test_c13_a_new_file_is_never_readable_by_others(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every step that writes, no file with the key in it has a mode looser than 0600."""
    seen: list[int] = []

    def watch(name: str) -> None:
        real = getattr(_files, name)

        def step(*args: Any) -> Any:
            result = real(*args)
            files = [path for path in host.home.rglob("*") if path.is_file()]
            seen.extend(mode_of(path) for path in files if KEY.encode() in path.read_bytes())
            return result

        monkeypatch.setattr(_files, name, step)

    write(host.home / NAME, "{}", 0o644)
    for name in ("create_file", "write_bytes", "set_mode", "replace"):
        watch(name)
    setup(host, JAY, TOM)
    assert seen
    assert set(seen) == {0o600}


def test_c13_our_own_records_are_private(host: Host) -> None:
    """Journal and lock are 0600 in folders of 0700."""
    setup(host)
    modes = {path.relative_to(host.config_dir).parts[0]: mode_of(path) for path in host.config_dir.rglob("*.json")}
    assert modes == {"journal": 0o600}
    assert mode_of(host.config_dir) == mode_of(host.config_dir / "journal") == 0o700
    assert mode_of(host.config_dir / "lock") == 0o600


def test_c14_no_temp_file_is_left(host: Host) -> None:
    """After a good run and after a failed one."""
    write(host.home / NAME, "{}")
    with fault(9), pytest.raises(WriteFailedError):
        setup(host)
    assert os.listdir(host.home / ".jay") == ["settings.json"]
    setup(host)
    assert os.listdir(host.home / ".jay") == ["settings.json"]


@pytest.mark.parametrize("moment", ["after planning", "while staging"])
def test_c15_a_concurrent_writer_never_loses(host: Host, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """Another program writes between our read and our replace: its bytes stay, and nothing of ours is there."""
    write(host.home / NAME, '{"model": "a"}')
    write(host.home / ".toml-tool/config.toml", "a = 1\n")
    planned = plan([(TOM, wanted()), (JAY, wanted())], host)
    late = '{"model": "opus", "hooks": {"Stop": []}}'
    if moment == "after planning":
        write(host.home / NAME, late)
    else:
        real = _files.swap

        def swap(temp: Path, target: Path, after: Any) -> None:
            real(temp, target, after)
            write(host.home / NAME, late)

        monkeypatch.setattr(_files, "swap", swap)
    with pytest.raises(ChangedMeanwhileError) as caught:
        apply(planned, host)
    monkeypatch.undo()
    assert caught.value.problems[0].file == host.home / NAME
    assert (host.home / NAME).read_text() == late
    assert (host.home / ".toml-tool/config.toml").read_text() == "a = 1\n"
    assert runs(host) == ()
    setup(host)
    assert json.loads((host.home / NAME).read_text())["hooks"] == {"Stop": []}


@pytest.mark.parametrize("what", ["appears", "goes", "mode", "link moves", "becomes a folder"])
def test_c15_any_change_since_the_plan_stops_us(host: Host, what: str) -> None:
    """Not only the bytes count: presence, mode and where the link leads do too."""
    path = host.home / NAME
    if what != "appears":
        write(host.home / "dot/one.json", "{}", 0o600)
        write(host.home / "dot/two.json", "{}", 0o600)
        path.parent.mkdir()
        path.symlink_to("../dot/one.json")
    planned = plan([(JAY, wanted())], host)
    if what == "appears":
        write(path, "{}", 0o600)
    elif what == "goes":
        (host.home / "dot/one.json").unlink()
    elif what == "mode":
        (host.home / "dot/one.json").chmod(0o640)
    else:
        path.unlink()
        path.symlink_to("../dot/two.json") if what == "link moves" else path.mkdir()
    before = state(host.home)
    with pytest.raises(ChangedMeanwhileError):
        apply(planned, host)
    assert state(host.home) == before


def test_all_files_or_none_when_one_is_not_writable(host: Host) -> None:
    """A folder that turns read-only after planning: the first file is rolled back."""
    plan([(JAY, wanted())], host)
    with open_folder() as home:

        def work() -> str:
            other = host_for(home)
            write(home / NAME, "{}", 0o600)
            write(home / ".toml-tool/config.toml", "", 0o600)
            planned = plan([(JAY, wanted()), (TOM, wanted())], other)
            before = state(home)
            (home / ".toml-tool").chmod(0o555)
            try:
                apply(planned, other)
            except WriteFailedError as error:
                (home / ".toml-tool").chmod(0o755)
                return "same" if state(home) == before else str(error)
            return "written"

        assert in_child(work, unprivileged=True) == "same"


def test_a_group_that_cant_be_kept_gets_nothing(tmp_path: Path) -> None:
    """Where the old group can't be given to the new file, the group's rights don't go to another group."""
    file = tmp_path / "file"
    with open_folder() as folder:

        def work() -> int:
            _files.stage(folder / "staged", Snapshot(data=b"x", mode=0o660, uid=os.geteuid(), gid=4))
            return mode_of(folder / "staged")

        assert in_child(work, unprivileged=True) == 0o600
    assert not file.exists()


def test_owner_and_group_are_kept(host: Host) -> None:
    """A file of another group stays in that group."""
    others = [4] if os.geteuid() == 0 else os.getgroups()
    group = next((gid for gid in others if gid != os.getegid()), os.getegid())
    path = write(host.home / NAME, "{}", 0o640)
    os.chown(path, -1, group)
    setup(host)
    assert path.stat().st_gid == group
    undo(host)
    assert (path.stat().st_gid, mode_of(path)) == (group, 0o640)


def test_an_unwritable_own_folder_is_a_clear_failure(tmp_path: Path) -> None:
    """Without a place for the journal nothing is written at all."""
    with open_folder() as home:
        plan([(JAY, wanted())], host_for(home, euid=None))

        def work() -> tuple[str, bool]:
            other = host_for(home)
            write(home / ".config", "a file in the way")
            before = state(home)
            try:
                setup(other)
            except WriteFailedError as error:
                return error.problems[0].code, state(home) == before
            return "written", False

        assert in_child(work, unprivileged=True) == ("own_folder", True)


HOLDER = """
import pathlib, sys
from taotoken_plugins import _lock
_lock.acquire(pathlib.Path(sys.argv[1]), timeout=5)
print("held", flush=True)
sys.stdin.read()
"""


def test_the_lock_is_waited_for_and_then_refused(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another process writes, we wait; a lock that never comes free is a clear refusal."""
    from taotoken_plugins import _apply

    setup(host)
    held = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(host.config_dir / "lock")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with held:
        assert held.stdout is not None
        assert held.stdout.readline() == b"held\n"
        monkeypatch.setattr(_apply, "LOCK_SECONDS", 0.1)
        with pytest.raises(RefusedError) as caught:
            apply(plan([(JAY, wanted(model="other"))], host), host)
        assert caught.value.problems[0].code == "locked"
        held.communicate(b"")
    apply(plan([(JAY, wanted(model="other"))], host), host)


WORKER = """
import sys
from pathlib import Path
from engine_kit import JAY, host_for, wanted
from taotoken_plugins import ChangedMeanwhileError, apply, plan

host = host_for(Path(sys.argv[1]))
written = tries = 0
while written < 5 and tries < 200:
    tries += 1
    try:
        written += apply(plan([(JAY, wanted(model=f"{sys.argv[2]}-{written}"))], host), host) is not None
    except ChangedMeanwhileError:
        pass
sys.exit(0 if written == 5 else 3)
"""


def test_c15_two_runs_at_once_take_turns(host: Host) -> None:
    """Two processes that set up the same file: every write is whole, and the journal has each of them."""
    write(host.home / NAME, FOREIGN)
    paths = [str(Path(__file__).parents[2] / "support"), *(path for path in sys.path if path)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    workers = [
        subprocess.Popen([sys.executable, "-c", WORKER, str(host.home), name], env=env) for name in ("one", "two")
    ]
    assert [worker.wait(60) for worker in workers] == [0, 0]
    data = json.loads((host.home / NAME).read_text())
    assert data["env"]["MODEL"] in ("one-4", "two-4")
    assert data["hooks"] == {"Stop": [{"x": 1}]}
    assert len(runs(host)) == 10
    assert os.listdir(host.home / ".jay") == ["settings.json"]
    while any(run.kind == "apply" and not run.undone for run in runs(host)):
        undo(host)
    assert (host.home / NAME).read_text() == FOREIGN


def test_the_new_key_is_in_none_of_our_records(host: Host) -> None:
    """Neither as text nor in base64, also where it is part of a list selector."""
    tail = KEY[-20:]
    approved = Set(("approved", Select(None, tail, secret=True)), tail, secret=True)
    listed = config_file(".list.json", lambda want, data, host: (approved,))
    write(host.home / ".list.json", '{"approved": ["other"]}')
    write(host.home / NAME, json.dumps({"env": {"OLD_KEY": OLD_KEY}}))
    setup(host, tool(SETTINGS, CONFIG, listed))
    assert tail in (host.home / ".list.json").read_text()
    for path in host.config_dir.rglob("*"):
        if path.is_file():
            text = path.read_text()
            decoded = [base64.b64decode(part) for part in re.findall(r'"data": "([^"]*)"', text)]
            for secret in (KEY, tail):
                assert secret not in text
                assert not [part for part in decoded if secret.encode() in part]


def test_errors_never_hold_the_key(host: Host) -> None:
    """Not even when the fault's own text does."""

    def leak() -> None:
        raise OSError(5, f"Input/output error {KEY}")

    with fault(12, act=leak), pytest.raises(WriteFailedError) as failed:
        setup(host)
    assert KEY not in str(failed.value)
    assert KEY not in str(failed.value.problems)


def test_the_engine_imports_nothing_heavy() -> None:
    """The public names cost no network, console or asyncio import, and a plan none of the lock."""
    code = (
        "import sys, taotoken_plugins\n"
        "first = set(sys.modules)\n"
        "from taotoken_plugins import apply, diff, plan, undo\n"
        "heavy = set('asyncio httpx rich ssl tomlkit msgspec urllib.request logging subprocess'.split())\n"
        "print(sorted(heavy & set(sys.modules)), 'taotoken_plugins._plan' in first)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_environment())
    assert done.stdout == "[] False\n"


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def test_the_public_names_are_all_there() -> None:
    """Every exported name can be imported, and nothing else pretends to be."""
    import taotoken_plugins

    assert [getattr(taotoken_plugins, name) for name in taotoken_plugins.__all__]
    assert dir(taotoken_plugins) == sorted(taotoken_plugins.__all__)
    with pytest.raises(AttributeError):
        _ = taotoken_plugins.nonsense


def test_edits_of_the_kit_are_what_the_tests_assume(host: Host) -> None:
    """The made-up tool has a secret, a removal and a stamp."""
    edits = json_edits(wanted(), {}, host)
    assert [edit.secret for edit in edits] == [False, True, False, True, False]
