"""Undo: the same bytes, mode, link and absence; after an edit only our values go."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine_kit import (
    CONFIG,
    JAY,
    KEY,
    OLD_KEY,
    SETTINGS,
    TOM,
    config_file,
    mode_of,
    state,
    tool,
    wanted,
    write,
)
from taotoken_plugins import (
    Edit,
    Host,
    RefusedError,
    Remove,
    Select,
    Set,
    UndoResult,
    Wanted,
    apply,
    plan,
    plan_undo,
    runs,
    undo,
)
from taotoken_plugins._formats._known import FORMATS, find_format

NAME = ".jay/settings.json"
TOML_NAME = ".toml-tool/config.toml"
ODD_JSON = '{\t"model":"opus" , "x":[1,2 ]}'
ODD_TOML = 'model="a"   # odd\n\n\n[z]\nk=1'


def setup(host: Host, *tools: Any, **changes: Any) -> Any:
    return apply(plan([(one, wanted(**changes)) for one in tools or (JAY,)], host), host)


def outcomes(result: UndoResult) -> dict[str, str]:
    return {file.path.name: file.outcome for file in result.files}


def notes(result: UndoResult) -> str:
    return "\n".join(str(note) for file in result.files for note in file.notes)


def data_of(host: Host, name: str = NAME) -> Any:
    return json.loads((host.home / name).read_text())


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o664])
def test_c17_undo_gives_back_bytes_and_modes(host: Host, mode: int) -> None:
    """Odd but valid files come back byte for byte, with their modes, over several tools."""
    write(host.home / NAME, ODD_JSON, mode)
    write(host.home / TOML_NAME, ODD_TOML, mode)
    before = state(host.home)
    setup(host, JAY, TOM)
    assert state(host.home) != before
    result = undo(host)
    assert state(host.home) == before
    assert outcomes(result) == {"settings.json": "restored", "config.toml": "restored"}


def test_c17_what_did_not_exist_is_gone_again(host: Host) -> None:
    """New files and the folders made for them go."""
    before = state(host.home)
    result = (setup(host, JAY, TOM), undo(host))[1]
    assert state(host.home) == before
    assert outcomes(result) == {"settings.json": "deleted", "config.toml": "deleted"}


def test_c17_a_folder_with_something_else_in_it_stays(host: Host) -> None:
    """Folders we made go only when they are empty."""
    setup(host)
    write(host.home / ".jay/mine.txt", "x")
    undo(host)
    assert os.listdir(host.home / ".jay") == ["mine.txt"]


def test_c17_undo_of_undo_redoes_and_so_on(host: Host) -> None:
    """Each undo is a run of its own; taking it back brings the settings back exactly."""
    write(host.home / NAME, ODD_JSON)
    before = state(host.home)
    setup(host, JAY, TOM)
    after = state(host.home)
    result = undo(host)
    for expected in (after, before, after, before):
        assert result.run is not None
        result = undo(host, result.run.id)
        assert state(host.home) == expected


def test_the_default_is_the_newest_run_not_yet_undone(host: Host) -> None:
    """Three set-ups are taken back one by one, newest first; then there is nothing left."""
    states = [state(host.home)]
    for model in ("one", "two", "three"):
        setup(host, model=model)
        states.append(state(host.home))
    for expected in (states[2], states[1], states[0]):
        undo(host)
        assert state(host.home) == expected
    with pytest.raises(RefusedError) as caught:
        undo(host)
    assert caught.value.problems[0].code == "nothing_to_undo"


def test_an_older_run_under_a_later_one_is_left(host: Host) -> None:
    """What both wanted was written by the first only: without it the second would be half a set-up."""
    write(host.home / NAME, "{}")
    start = state(host.home)
    first = setup(host, JAY, TOM, model="one")
    second = setup(host, model="two")
    before = data_of(host)
    result = undo(host, first.id)
    assert outcomes(result) == {"settings.json": "left", "config.toml": "deleted"}
    assert f"taotoken undo {second.id}" in notes(result)
    assert data_of(host) == before
    undo(host, second.id)
    assert outcomes(undo(host, first.id))["settings.json"] == "restored"
    assert state(host.home) == start


def test_an_older_run_alone_under_a_later_one_changes_nothing(host: Host) -> None:
    """Nothing of it can go yet: it isn't marked as taken back, and the order newest first works."""
    start = state(host.home)
    first = setup(host, model="one")
    setup(host, model="two")
    after = state(host.home)
    result = undo(host, first.id)
    assert (result.run, state(host.home)) == (None, after)
    undo(host)
    undo(host)
    assert state(host.home) == start


def test_a_later_run_of_another_tool_is_no_hindrance(host: Host) -> None:
    """An older run is taken back whole where later ones wrote other files, or were taken back."""
    start = state(host.home)
    first = setup(host, model="one")
    setup(host, TOM)
    setup(host, model="two")
    undo(host)
    assert outcomes(undo(host, first.id)) == {"settings.json": "deleted"}
    undo(host)
    assert state(host.home) == start


@pytest.mark.parametrize(
    "bad", ["../../etc/passwd", "", "x", "20261201T080000000000-000000", "99999999T999999999999-aaaaaa"]
)
def test_ids_are_checked(host: Host, bad: str) -> None:
    """An id never becomes a path; an unknown one is refused with the next command."""
    setup(host)
    with pytest.raises(RefusedError) as caught:
        undo(host, bad)
    assert caught.value.problems[0].code == "unknown_run"
    assert "taotoken history" in str(caught.value.problems[0].next)


def test_nothing_to_undo_makes_nothing(host: Host) -> None:
    """Without any run our own folder isn't even made."""
    with pytest.raises(RefusedError):
        undo(host)
    assert not host.config_dir.exists()


def test_c17_after_an_edit_only_our_values_go(host: Host) -> None:
    """The tool added a member and a stamp of its own: they stay byte for byte, ours go, what we took out is back."""
    write(host.home / NAME, json.dumps({"a": 1, "env": {"OLD_KEY": OLD_KEY, "MINE": "x"}}, indent=1))
    setup(host, JAY, TOM)
    edited = (host.home / NAME).read_text().replace('"a": 1', '"a": 2, "hooks": {}')
    (host.home / NAME).write_text(edited)
    result = undo(host)
    assert data_of(host) == {"a": 2, "hooks": {}, "env": {"OLD_KEY": OLD_KEY, "MINE": "x"}}
    assert outcomes(result) == {"settings.json": "values_taken_back", "config.toml": "deleted"}
    assert mode_of(host.home / NAME) == 0o644
    assert notes(result) == ""


def test_c17_values_come_back_to_what_they_were(host: Host) -> None:
    """A value that was set before gets its old value, in the place it stands now."""
    write(host.home / TOML_NAME, ODD_TOML)
    setup(host, TOM)
    path = host.home / TOML_NAME
    path.write_text(path.read_text() + "\n[extra]\nx = 1\n")
    undo(host)
    text = path.read_text()
    assert 'model="a"   # odd\n' in text
    assert "[extra]\nx = 1\n" in text
    assert "taotoken" not in text
    assert "[z]\nk=1" in text


def test_c17_a_value_changed_by_hand_is_left_and_reported(host: Host) -> None:
    """The user's own model stays; the mode stays tight while a key may be in the file."""
    write(host.home / NAME, "{}")
    setup(host)
    path = host.home / NAME
    path.write_text(path.read_text().replace("demo-large", "my-own"))
    result = undo(host)
    assert data_of(host)["env"] == {"MODEL": "my-own"}
    assert "env.MODEL was changed since and is left as it is" in notes(result)
    assert mode_of(path) == 0o600


def test_c17_a_hand_changed_key_is_not_put_into_words(host: Host) -> None:
    """The report names the setting, never the value."""
    setup(host)
    path = host.home / NAME
    path.write_text(path.read_text().replace(KEY, "sk-demo-mine-000000000001"))
    result = undo(host)
    assert "env.TOKEN was changed since" in notes(result)
    assert "0001" not in notes(result)
    assert data_of(host)["env"] == {"TOKEN": "sk-demo-mine-000000000001"}


def test_a_removed_value_that_is_back_is_left(host: Host) -> None:
    """Someone set what we had taken out: theirs stays."""
    write(host.home / NAME, json.dumps({"env": {"OLD_KEY": OLD_KEY}}))
    setup(host)
    path = host.home / NAME
    path.write_text(path.read_text().replace('"MODEL"', '"OLD_KEY": "theirs", "MODEL"'))
    result = undo(host)
    assert data_of(host)["env"] == {"OLD_KEY": "theirs"}
    assert "env.OLD_KEY was changed since" in notes(result)


def test_values_that_are_gone_already_need_nothing(host: Host) -> None:
    """The user took our values out by hand; what they left stays."""
    write(host.home / NAME, '{"a": 1}', 0o600)
    setup(host)
    (host.home / NAME).write_text('{"a": 2}')
    result = undo(host)
    assert outcomes(result) == {"settings.json": "left"}
    assert "nothing of this run is left" in notes(result)
    assert result.run is None
    assert data_of(host) == {"a": 2}


@pytest.mark.parametrize(
    ("left", "expected"),
    [('{"env": {}}', None), ("{}", None), ('{"env": {}, "x": [[], {}]}', None), ('{"env": {}, "x": [0]}', {"x": [0]})],
)
def test_a_new_file_with_nothing_left_in_it_goes(host: Host, left: str, expected: object) -> None:
    """A file we made and that holds only empty containers now is taken away; one with a value stays."""
    setup(host)
    data = {**json.loads(left), "stamp": "later"}
    data.setdefault("env", {}).update(data_of(host)["env"])
    (host.home / NAME).write_text(json.dumps(data))
    undo(host)
    assert (data_of(host) if (host.home / NAME).exists() else None) == expected


def test_a_comment_of_the_user_keeps_the_file(host: Host) -> None:
    """No foreign byte is lost: a file that holds nothing but a comment stays."""
    setup(host, TOM)
    path = host.home / TOML_NAME
    path.write_text("# a note to myself\n" + path.read_text())
    undo(host)
    assert path.read_text().startswith("# a note to myself\n")
    assert KEY not in path.read_text()


def entry_edits(want: Wanted, data: Mapping[str, Any], host: Host) -> Sequence[Edit]:
    """A whole entry of ours with a stamp inside."""
    entry = ("providers", "ours")
    return (
        Set((*entry, "key"), want.endpoint.api_key, secret=True),
        Set((*entry, "model"), want.endpoint.model),
        Set((*entry, "updatedAt"), host.now.isoformat(), volatile=True),
    )


ENTRY = tool(config_file(".entry.json", entry_edits))


def test_an_entry_of_ours_goes_whole(host: Host) -> None:
    """A stamp that the tool renewed goes along with the values it belongs to."""
    write(host.home / ".entry.json", '{"providers": {"theirs": {"key": "k"}}}')
    setup(host, ENTRY)
    data = data_of(host, ".entry.json")
    data["providers"]["ours"]["updatedAt"] = "later"
    (host.home / ".entry.json").write_text(json.dumps(data))
    undo(host)
    assert data_of(host, ".entry.json") == {"providers": {"theirs": {"key": "k"}}}


def test_a_stamp_stays_with_a_value_that_stays(host: Host) -> None:
    """An entry the user took over keeps its stamp."""
    setup(host, ENTRY)
    data = data_of(host, ".entry.json")
    data["providers"]["ours"].update(model="mine", updatedAt="later")
    (host.home / ".entry.json").write_text(json.dumps(data))
    undo(host)
    assert data_of(host, ".entry.json") == {"providers": {"ours": {"model": "mine", "updatedAt": "later"}}}


def test_a_null_that_became_an_object_is_null_again(host: Host) -> None:
    """`"env": null` was turned into an object for our values."""
    write(host.home / NAME, '{"a": 1, "env": null}')
    setup(host)
    path = host.home / NAME
    path.write_text(path.read_text().replace('"a": 1', '"a": 2'))
    undo(host)
    assert data_of(host) == {"a": 2, "env": None}


LISTS = tool(
    config_file(
        ".lists.json",
        lambda want, data, host: (
            Set(("approved", Select(None, KEY[-20:], secret=True)), KEY[-20:], secret=True),
            Set(("models", Select("name", "taotoken"), "name"), "taotoken"),
            Set(("models", Select("name", "taotoken"), "key"), KEY, secret=True),
        ),
    )
)


def test_list_elements_are_found_again_wherever_they_stand(host: Host) -> None:
    """The user's elements stay, also when they come before ours now."""
    write(host.home / ".lists.json", '{"approved": ["a"], "models": [{"name": "theirs"}]}')
    planned = plan([(LISTS, wanted())], host)
    apply(planned, host)
    data = data_of(host, ".lists.json")
    data["approved"].insert(0, "new")
    data["models"].reverse()
    data["models"].append({"name": "later"})
    (host.home / ".lists.json").write_text(json.dumps(data))
    undo(host)
    after = data_of(host, ".lists.json")
    assert after["approved"] == ["new", "a"]
    assert {"name": "theirs"} in after["models"]
    assert {"name": "later"} in after["models"]
    assert KEY[-20:] not in json.dumps(after)


def test_a_removed_secret_element_comes_back(host: Host) -> None:
    """An element taken out of a list is put back, though the journal doesn't spell it."""
    removal = config_file(
        ".lists.json",
        lambda want, data, host: (
            Remove(("approved", Select(None, OLD_KEY, secret=True)), wanted_reason(), secret=True),
        ),
    )
    write(host.home / ".lists.json", json.dumps({"approved": ["a", OLD_KEY]}))
    setup(host, tool(removal))
    assert data_of(host, ".lists.json") == {"approved": ["a"]}
    data = {"approved": ["b", "a"]}
    (host.home / ".lists.json").write_text(json.dumps(data))
    undo(host)
    assert data_of(host, ".lists.json") == {"approved": ["b", "a", OLD_KEY]}


def wanted_reason() -> Any:
    from engine_kit import CONFLICT

    return CONFLICT()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: path.unlink(), "the file is gone"),
        (lambda path: path.write_text("{ broken"), "can't be parsed"),
        (lambda path: path.write_text("[]"), "left"),
        (lambda path: (path.unlink(), path.mkdir()), "can't be read"),
        (lambda path: path.write_text('{"env": "text"}'), "nothing of this run"),
    ],
)
def test_c17_what_cant_be_taken_back_is_left_and_reported(
    host: Host, spoil: Callable[[Path], object], said: str
) -> None:
    """One file that can't be handled doesn't keep the others from being undone."""
    write(host.home / NAME, '{"a": 1}', 0o600)
    setup(host, JAY, TOM)
    spoil(host.home / NAME)
    before = state(host.home).entries.get(NAME)
    result = undo(host)
    assert outcomes(result)["settings.json"] == "left"
    assert said in notes(result)
    assert state(host.home).entries.get(NAME) == before
    assert not (host.home / TOML_NAME).exists()


def test_c17_a_link_that_was_replaced_by_a_copy_is_a_link_again(host: Host) -> None:
    """A program wrote the same bytes over the link: both the link and the file behind it come back."""
    write(host.home / "dot/s.json", ODD_JSON)
    (host.home / ".jay").mkdir()
    (host.home / NAME).symlink_to("../dot/s.json")
    before = state(host.home)
    setup(host)
    data = (host.home / NAME).read_bytes()
    (host.home / NAME).unlink()
    write(host.home / NAME, data, 0o600)
    replaced = state(host.home)
    result = undo(host)
    assert state(host.home) == before
    assert "was a link to ~/dot/s.json" in notes(result)
    assert result.run is not None
    undo(host, result.run.id)
    assert state(host.home) == replaced


def test_c17_a_link_that_was_replaced_and_edited_keeps_the_edit(host: Host) -> None:
    """The tool put a file of its own in the place of the link: our values go from it, its own stay."""
    write(host.home / "dot/s.json", ODD_JSON)
    (host.home / ".jay").mkdir()
    (host.home / NAME).symlink_to("../dot/s.json")
    setup(host)
    data = {**data_of(host), "theirs": True}
    (host.home / NAME).unlink()
    write(host.home / NAME, json.dumps(data), 0o600)
    undo(host)
    assert (host.home / "dot/s.json").read_text() == ODD_JSON
    assert data_of(host) == {"model": "opus", "x": [1, 2], "theirs": True}


def test_c17_a_link_that_leads_in_a_circle_now(host: Host) -> None:
    """The file we wrote behind it is still undone."""
    write(host.home / "dot/s.json", ODD_JSON)
    (host.home / ".jay").mkdir()
    (host.home / NAME).symlink_to("../dot/s.json")
    setup(host)
    (host.home / NAME).unlink()
    (host.home / NAME).symlink_to("settings.json")
    assert [file.outcome for file in undo(host).files] == ["restored"]
    assert (host.home / "dot/s.json").read_text() == ODD_JSON


def test_redo_after_an_edit_brings_back_our_values(host: Host) -> None:
    """The file was edited between undo and redo: only our values return."""
    write(host.home / NAME, json.dumps({"a": 1, "env": {"OLD_KEY": OLD_KEY, "URL": "old"}}))
    setup(host)
    ours = data_of(host)
    result = undo(host)
    path = host.home / NAME
    path.write_text(path.read_text().replace('"a": 1', '"a": 2'))
    assert result.run is not None
    undo(host, result.run.id)
    assert data_of(host) == {**ours, "a": 2}


def test_plan_undo_only_reads(host: Host) -> None:
    """What undo would do can be shown without doing it."""
    write(host.home / NAME, ODD_JSON)
    setup(host, JAY, TOM)
    before = state(host.home, without=())
    planned = plan_undo(host)
    assert {file.outcome for file in planned.files} == {"restored", "deleted"}
    assert state(host.home, without=()) == before
    assert KEY not in repr(planned)


def test_a_mode_changed_since_is_left_when_values_are_taken_back(host: Host) -> None:
    """The user's own chmod counts."""
    write(host.home / NAME, '{"a": 1}', 0o644)
    setup(host)
    path = host.home / NAME
    path.write_text(path.read_text().replace('"a": 1', '"a": 2'))
    path.chmod(0o640)
    undo(host)
    assert mode_of(path) == 0o640


def test_a_mode_changed_since_is_left_when_the_bytes_come_back(host: Host) -> None:
    """Nobody wrote into the file, but its mode was given another value: that is the user's word as well."""
    write(host.home / NAME, '{"a": 1}', 0o644)
    setup(host)
    (host.home / NAME).chmod(0o640)
    undo(host)
    assert ((host.home / NAME).read_text(), mode_of(host.home / NAME)) == ('{"a": 1}', 0o640)


def test_only_the_mode_was_changed_and_comes_back(host: Host) -> None:
    """A run that only tightened is undone as well."""
    setup(host)
    (host.home / NAME).chmod(0o644)
    setup(host)
    undo(host)
    assert mode_of(host.home / NAME) == 0o644


def test_formats_are_found_by_their_own_names() -> None:
    """The journal keeps the name of a format; each is found again under it."""
    for name in FORMATS:
        found = find_format(name)
        assert found is not None
        assert found.name == name
    assert find_format("unheard-of") is None


def test_a_run_of_an_unknown_format_is_undone_whole_or_left(host: Host) -> None:
    """A format this version doesn't know: exact bytes still come back; an edited file is left."""
    strange = replace(SETTINGS, format=replace(SETTINGS.format, name="strange"))
    write(host.home / NAME, ODD_JSON)
    before = state(host.home)
    setup(host, tool(strange))
    undo(host)
    assert state(host.home) == before
    setup(host, tool(strange))
    path = host.home / NAME
    path.write_text(path.read_text().replace("opus", "other"))
    result = undo(host)
    assert outcomes(result) == {"settings.json": "left"}
    assert "format (strange)" in notes(result)
    assert len(runs(host)) == 3


def test_all_files_of_the_kit_are_undone_together(host: Host) -> None:
    """One run over several tools and files is one undo."""
    before = state(host.home)
    setup(host, tool(SETTINGS, CONFIG), ENTRY)
    undo(host)
    assert state(host.home) == before


def test_a_link_that_leads_to_another_file_of_the_run_now(host: Host) -> None:
    """Two links were swapped since: each file still is undone once, where it was written."""
    for name in ("one", "two"):
        write(host.home / f"dot/{name}.json", f'{{"{name}": 1}}')
        (host.home / f".{name}.json").symlink_to(f"dot/{name}.json")
    before = state(host.home)
    setup(host, tool(config_file(".one.json"), config_file(".two.json")))
    for name, other in (("one", "two"), ("two", "one")):
        (host.home / f".{name}.json").unlink()
        (host.home / f".{name}.json").symlink_to(f"dot/{other}.json")
    undo(host)
    after = state(host.home)
    assert {name: entry for name, entry in after.entries.items() if name.startswith("dot")} == {
        name: entry for name, entry in before.entries.items() if name.startswith("dot")
    }
