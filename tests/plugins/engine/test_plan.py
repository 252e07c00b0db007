"""Planning: what is refused, what is left alone, what is merged; nothing is ever written."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine_faults import in_child, open_folder
from engine_kit import (
    CONFIG,
    JAY,
    KEY,
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
from taotoken_plugins import Edit, Host, RefusedError, Select, Set, Wanted, apply, plan
from taotoken_plugins._formats import Format
from taotoken_plugins._formats.json_format import STRICT_JSON

NAME = ".jay/settings.json"


def refused(host: Host, *tools: Any) -> RefusedError:
    """The refusal of a plan; the home must be as before."""
    before = state(host.home, without=())
    with pytest.raises(RefusedError) as caught:
        plan([(one, wanted()) for one in tools or (JAY,)], host)
    assert state(host.home, without=()) == before
    return caught.value


def _folder(path: Path) -> None:
    path.mkdir(parents=True)


def _pipe(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)


def _socket(path: Path) -> None:
    path.parent.mkdir()
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(here)


def _self_loop(path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to(path.name)


def _loop_of_two(path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to("other")
    (path.parent / "other").symlink_to(path.name)


def _loop_of_folders(path: Path) -> None:
    path.parent.symlink_to(path.parent.name)


def _parent_is_file(path: Path) -> None:
    write(path.parent, "not a folder")


def _grandparent_link_to_file(path: Path) -> None:
    write(path.parent.parent / "file", "")
    path.parent.symlink_to("file")


def _read_only(path: Path) -> None:
    write(path, "{}", 0o400)


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (_folder, "not_a_file"),
        (_pipe, "not_a_file"),
        (_socket, "not_a_file"),
        (_self_loop, "link_loop"),
        (_loop_of_two, "link_loop"),
        (_loop_of_folders, "link_loop"),
        (_parent_is_file, "parent_not_folder"),
        (_grandparent_link_to_file, "parent_not_folder"),
        (_read_only, "read_only"),
    ],
)
def test_places_that_cant_be_written_are_refused(host: Host, prepare: Callable[[Path], None], code: str) -> None:
    """A place that isn't a replaceable file: one clear sentence, the path, the next command."""
    prepare(host.home / NAME)
    (problem,) = refused(host).problems
    assert problem.code == code
    assert problem.file == host.home / NAME
    assert "~/.jay" in str(problem.message)
    assert problem.next is not None
    assert problem.message.render("zh") != problem.message.render("en")


@pytest.mark.parametrize(
    ("modes", "code"),
    [
        ({NAME: 0o000}, "unreadable"),
        ({".jay": 0o000}, "unreadable"),
        ({".jay": 0o555}, "folder_read_only"),
    ],
)
def test_missing_permissions_are_refused(modes: Mapping[str, int], code: str) -> None:
    """Without the rights to read the file or write its folder: refused before anything is written."""
    with open_folder() as home:

        def work() -> str:
            host = host_for(home)
            write(home / NAME, "{}", 0o600)
            for name, mode in modes.items():
                (home / name).chmod(mode)
            try:
                plan([(JAY, wanted())], host)
            except RefusedError as error:
                return error.problems[0].code
            finally:
                (home / ".jay").chmod(0o700)
            return "planned"

        plan([(JAY, wanted())], host_for(home, euid=None))  # everything imported before rights go
        assert in_child(work, unprivileged=True) == code


def test_a_read_only_file_that_already_says_it_is_no_problem(host: Host) -> None:
    """Where nothing has to change, rights to change don't matter."""
    apply(plan([(JAY, wanted())], host), host)
    (host.home / NAME).chmod(0o400)
    assert plan([(JAY, wanted())], host).changes == ()


def test_a_file_of_another_user_is_refused(host: Host) -> None:
    """Replacing it would change its owner."""
    write(host.home / NAME, "{}")
    other = os.geteuid() + 1
    (problem,) = refused(replace(host, euid=other)).problems
    assert problem.code == "other_owner"


def test_root_in_a_home_of_another_user_is_refused() -> None:
    """Under sudo the files would become root's."""
    with open_folder() as home:
        owner = home.stat().st_uid
        if owner == 0:
            pytest.fail("this folder should not be root's")
        (problem,) = refused(host_for(home, euid=0)).problems
        assert problem.code == "wrong_owner"
        assert "sudo" in str(problem.next)


def test_a_missing_home_is_refused(tmp_path: Path) -> None:
    """A home that doesn't exist is not made."""
    host = host_for(tmp_path / "nowhere")
    with pytest.raises(RefusedError) as caught:
        plan([(JAY, wanted())], host)
    (problem,) = caught.value.problems
    assert problem.code == "home_missing"
    assert str(host.home) in str(problem.message)
    assert not host.home.exists()


@pytest.mark.parametrize(("value", "home"), [("", "/"), ("here", "here")])
def test_a_home_that_is_no_path_is_refused(value: str, home: str, tmp_path: Path) -> None:
    """HOME empty or relative: the tools would look elsewhere, so nothing is guessed."""
    host = host_for(Path(home), env={"HOME": value}, config_dir=tmp_path / "own")
    with pytest.raises(RefusedError) as caught:
        plan([(JAY, wanted())], host)
    (problem,) = caught.value.problems
    assert problem.code == "home_missing"
    assert f'HOME is "{value}"' in str(problem.message)


def test_c07_unparsable_input_is_refused_and_nothing_is_made(host: Host) -> None:
    """A truncated file: file, line and column are named, no backup, temp or other file appears."""
    write(host.home / NAME, '{"env": {"A": "1"}')
    (problem,) = refused(host).problems
    assert (problem.code, problem.file, problem.line) == ("json_syntax", host.home / NAME, 1)
    assert problem.column == 19
    assert "~/.jay/settings.json" in str(problem.next)
    assert not host.config_dir.exists()


def test_all_problems_of_all_files_are_told_together(host: Host) -> None:
    """One refusal lists every file that stands in the way; a good file beside them stays unwritten."""
    write(host.home / NAME, "{")
    _folder(host.home / ".toml-tool/config.toml")
    good = tool(config_file(".good/good.json"), name="good")
    assert [problem.code for problem in refused(host, JAY, good, TOM).problems] == ["json_syntax", "not_a_file"]
    assert not (host.home / ".good").exists()


def test_an_optional_file_with_a_syntax_error_is_a_warning(host: Host) -> None:
    """The optional file is left alone and told about; the others are planned."""
    write(host.home / ".optional.json", "{ broken")
    both = tool(SETTINGS, config_file(".optional.json", optional=True))
    planned = plan([(both, wanted())], host)
    assert [change.path.name for change in planned.changes] == ["settings.json"]
    (warning,) = planned.warnings
    assert warning.code == "json_syntax"
    assert "left alone" in str(warning.message)


@pytest.mark.parametrize(
    ("text", "field", "position"),
    [('{\n  "env": "x"\n}', "env", (2, 10)), ('{"env": [1]}', "env", (1, 9)), ("[]", None, None)],
)
def test_a_value_in_the_way_is_named_with_its_place(
    host: Host, text: str, field: str | None, position: tuple[int, int] | None
) -> None:
    """A parent that is no object is never overwritten."""
    write(host.home / NAME, text)
    (problem,) = refused(host).problems
    assert problem.field == field
    if position is not None:
        assert problem.code == "config_wrong_type"
        assert (problem.line, problem.column) == position


def test_a_selector_that_matches_twice_is_refused(host: Host) -> None:
    """With two elements of the same name it isn't clear which one is ours."""

    def edits(want: Wanted, data: Mapping[str, Any], host: Host) -> Sequence[Edit]:
        return (Set(("models", Select("name", "tt"), "key"), want.endpoint.api_key, secret=True),)

    write(host.home / ".list.json", '{"models": [{"name": "tt"}, {"name": "tt"}]}')
    (problem,) = refused(host, tool(config_file(".list.json", edits))).problems
    assert problem.code == "config_wrong_type"
    assert problem.field == "models[name=tt]"


def test_an_edit_that_changes_more_than_it_should_is_refused(host: Host) -> None:
    """The engine checks every edit by reading the result."""
    careless = replace(STRICT_JSON, edit=lambda data, edits: b'{"env": {}, "other": "gone"}')
    write(host.home / NAME, '{"other": "here"}')
    (problem,) = refused(host, tool(config_file(NAME, format_=careless))).problems
    assert problem.code == "unsafe_edit"


def test_an_edit_that_breaks_the_file_is_refused(host: Host) -> None:
    """A result that can't be read is no result."""
    broken: Format = replace(STRICT_JSON, edit=lambda data, edits: b"{")
    (problem,) = refused(host, tool(config_file(NAME, format_=broken))).problems
    assert problem.code == "unsafe_edit"


def test_c16_a_second_identical_run_changes_nothing(host: Host) -> None:
    """Nothing to write, no stamp renewed, no record made; the files are listed as unchanged."""
    write(host.home / NAME, '{\n  "a": 1\n}\n', 0o644)
    apply(plan([(JAY, wanted()), (TOM, wanted())], host), host)
    before = state(host.home, without=())
    later = replace(host, now=host.now.replace(year=2027))
    again = plan([(JAY, wanted()), (TOM, wanted())], later)
    assert again.changes == ()
    assert [item.path for item in again.unchanged] == [host.home / NAME, host.home / ".toml-tool/config.toml"]
    assert apply(again, later) is None
    assert state(host.home, without=()) == before


def test_a_stamp_changes_only_along_with_a_value(host: Host) -> None:
    """The time is set when another value of the file changes."""
    apply(plan([(JAY, wanted())], host), host)
    later = replace(host, now=host.now.replace(year=2027))
    (change,) = plan([(JAY, wanted(model="other"))], later).changes
    assert [applied.edit.path for applied in change.edits] == [("env", "MODEL"), ("stamp",)]


def test_two_tools_share_a_file(host: Host) -> None:
    """Both sets of edits end up in one change, whatever names the file goes by."""

    def more(want: Wanted, data: Mapping[str, Any], host: Host) -> Sequence[Edit]:
        assert data["env"]["MODEL"] == "demo-large"  # sees what the first tool does
        return (Set(("second",), True),)

    write(host.home / NAME, "{}")
    (host.home / "alias.json").symlink_to(NAME)
    second = tool(config_file("alias.json", more), name="second")
    (change,) = plan([(JAY, wanted()), (second, wanted())], host).changes
    assert change.tool_ids == ("jay", "second")
    apply(plan([(JAY, wanted()), (second, wanted())], host), host)
    data = STRICT_JSON.load((host.home / NAME).read_bytes())
    assert data["second"] is True
    assert data["env"]["TOKEN"] == KEY
    assert (host.home / "alias.json").is_symlink()


@pytest.mark.parametrize("bom", [True, False])
def test_a_bom_goes_only_where_the_tool_cant_read_it(host: Host, bom: bool) -> None:
    """Where the tool reads the file with a BOM it stays, otherwise it goes with a note."""
    write(host.home / NAME, b"\xef\xbb\xbf{}")
    planned = plan([(tool(config_file(NAME, bom=bom)), wanted())], host)
    (change,) = planned.changes
    assert change.after is not None
    assert change.after.startswith(b"\xef\xbb\xbf") is bom
    assert any("byte order mark" in str(note) for note in change.notes) is not bom
    apply(planned, host)
    assert plan([(tool(config_file(NAME, bom=bom)), wanted())], host).changes == ()


def test_a_file_that_is_not_part_of_the_setup_is_not_touched(host: Host) -> None:
    """`when` decides per host and wish."""
    never = tool(config_file(".never.json", when=lambda want, host: False))
    assert plan([(never, wanted())], host).changes == ()


def test_only_removals_dont_make_a_file(host: Host) -> None:
    """A file that isn't there has nothing to take out."""
    removals = tool(config_file(".gone.json", lambda want, data, host: json_edits(want, data, host)[3:4]))
    planned = plan([(removals, wanted())], host)
    assert (planned.changes, planned.unchanged) == ((), ())


@pytest.mark.parametrize(
    ("mode", "private", "expected"),
    [(0o600, True, 0o600), (0o644, True, 0o600), (0o700, True, 0o700), (0o664, False, 0o664), (0o600, False, 0o600)],
)
def test_c13_modes_are_tightened_for_keys_and_never_loosened(
    host: Host, mode: int, private: bool, expected: int
) -> None:
    """A file with a key is the owner's only; any other keeps its mode. Tightening is told."""
    path = write(host.home / NAME, "{}", mode)
    planned = plan([(tool(config_file(NAME, private=private)), wanted())], host)
    apply(planned, host)
    assert mode_of(path) == expected
    assert any("mode" in str(note) for note in planned.changes[0].notes) is (mode != expected)


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_c13_new_files_and_folders(host: Host, umask: int) -> None:
    """New private files are 0600 in 0700 folders, whatever the umask; others follow it."""
    both = tool(SETTINGS, config_file(".open/sub/open.json", private=False))
    old = os.umask(umask)
    try:
        apply(plan([(both, wanted())], host), host)
    finally:
        os.umask(old)
    modes = [mode_of(host.home / name) for name in (".jay", NAME, ".open", ".open/sub", ".open/sub/open.json")]
    open_folder_mode = 0o777 & ~umask
    assert modes == [0o700, 0o600, open_folder_mode, open_folder_mode, 0o644 & ~umask]
    assert mode_of(host.config_dir) == 0o700


def test_tightening_alone_is_a_change(host: Host) -> None:
    """A file that says the right things but lets others read the key is tightened."""
    apply(plan([(JAY, wanted())], host), host)
    (host.home / NAME).chmod(0o644)
    (change,) = plan([(JAY, wanted())], host).changes
    assert (change.edits, change.mode, change.after) == ((), 0o600, change.before.data)
    apply(plan([(JAY, wanted())], host), host)
    assert mode_of(host.home / NAME) == 0o600


def git(folder: Path, *arguments: str) -> None:
    """Run git with nothing of the user's."""
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", "-C", str(folder), *arguments], env=env, check=True, capture_output=True)


def repository(host: Host) -> Path:
    """A dotfiles repository that tracks the file our link leads to."""
    path = write(host.home / "dot/s.json", "{}")
    git(path.parent, "init", "-q")
    git(path.parent, "add", "s.json")
    (host.home / ".jay").mkdir()
    (host.home / NAME).symlink_to(path)
    return path


def test_c11_a_tracked_file_would_publish_the_key(host: Host) -> None:
    """A private file whose real path git tracks is refused; `allow_tracked` makes it a warning."""
    path = repository(host)
    (problem,) = refused(host).problems
    assert problem.code == "tracked_file"
    assert "--allow-tracked" in str(problem.next)
    planned = plan([(JAY, wanted())], host, allow_tracked=True)
    assert [warning.code for warning in planned.warnings] == ["tracked_file"]
    assert planned.changes[0].target == path


def test_a_file_git_doesnt_track_is_no_problem(host: Host) -> None:
    """Lying in a repository alone is fine; so is a new file there, and one without a key."""
    path = repository(host)
    git(path.parent, "rm", "-q", "--cached", "s.json")
    assert plan([(JAY, wanted())], host).warnings == ()
    git(path.parent, "add", "s.json")
    public = tool(config_file(NAME, private=False))
    assert plan([(public, wanted())], host).warnings == ()
    keyless = tool(config_file(NAME, edits=lambda want, data, host: [Set(("MODEL",), want.endpoint.model)]))
    assert plan([(keyless, wanted())], host).warnings == ()


def test_the_callers_git_variables_dont_count(host: Host) -> None:
    """GIT_DIR and the like of the calling shell can't hide that a file is tracked."""
    repository(host)
    env = {**host.env, "GIT_DIR": "/nonexistent", "GIT_WORK_TREE": "/"}
    assert refused(replace(host, env=env)).problems[0].code == "tracked_file"


def test_without_git_the_file_is_only_warned_about(host: Host, tmp_path: Path) -> None:
    """Where git can't say, the user is told to take care."""
    repository(host)
    shutil.rmtree(host.home / "dot/.git")
    write(host.home / "dot/.git", "gitdir: /nonexistent")
    assert [warning.code for warning in plan([(JAY, wanted())], host).warnings] == ["tracked_unknown"]
    bare = replace(host, env={"PATH": str(tmp_path)})
    assert [warning.code for warning in plan([(JAY, wanted())], bare).warnings] == ["tracked_unknown"]


def test_the_key_is_in_no_repr(host: Host) -> None:
    """Plans may be logged."""
    assert KEY not in repr(plan([(tool(SETTINGS, CONFIG), wanted())], host))
