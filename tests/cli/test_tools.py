"""`taotoken tools`, and everything that third-party tools can do to the rest."""

from __future__ import annotations

import importlib
import json
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest

from plugin_kit import MODULE, PluginFolder
from taotoken.testing import Gateway

KEY = "sk-demo-7f3a99990000aaaa1111"
SETUP = ("--model", "demo-large", "--api-key-stdin", "--yes")


class Run(Protocol):
    """Runs `taotoken ARGUMENTS` where the plugins are found."""

    def __call__(self, *arguments: str, stdin: str = "", env: Mapping[str, str] | None = None) -> Any: ...


@pytest.fixture
def plugins(tmp_path: Path) -> PluginFolder:
    """Where plugins are installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    return PluginFolder(folder=folder)


@pytest.fixture
def run(cli: Any, plugins: PluginFolder, monkeypatch: pytest.MonkeyPatch) -> Run:
    """In this process; every run imports the plugins anew."""
    monkeypatch.syspath_prepend(plugins.folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a module is rewritten within one tick of the clock

    def start(*arguments: str, stdin: str = "", env: Mapping[str, str] | None = None) -> Any:
        for name in [name for name in sys.modules if name.endswith("_plugin")]:
            del sys.modules[name]
        importlib.invalidate_caches()
        return cli(*arguments, stdin=stdin, env=env)

    return start


@pytest.fixture
def run_process(process: Any, plugins: PluginFolder) -> Run:
    """In a real process."""

    def start(*arguments: str, stdin: str = "", env: Mapping[str, str] | None = None) -> Any:
        path = os.pathsep.join([str(plugins.folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        more = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})}
        return process(*arguments, stdin=stdin, env=more)

    return start


def third_party(run: Run) -> list[dict[str, Any]]:
    """What `tools --json` says about tools of others."""
    listed = run("tools", "--json").json["data"]["tools"]
    return [tool for tool in listed if tool["kind"] == "third_party"]


def test_a_plugin_is_used_once_enabled(run: Run, plugins: PluginFolder, clean_home: Path) -> None:
    """Listed, enabled, set up, tested, shown by status and doctor, disabled again; undo takes both runs back."""
    plugins.install()
    with Gateway(keys=(KEY,)).in_thread() as gateway:
        place = ("--base-url", gateway.base_url, *SETUP)
        assert [(tool["id"], tool["state"]) for tool in third_party(run)] == [("acme", "available")]
        refused = run("setup", "acme", *place, stdin=KEY)
        assert refused.code == 2
        assert "taotoken tools enable acme" in refused.err

        enabled = run("tools", "enable", "acme")
        assert enabled.code == 0, enabled.both
        assert "taotoken-acme 1.0" in enabled.out
        own = clean_home / ".config/taotoken/plugins.json"
        assert json.loads(own.read_text()) == {"enabled": {"acme": {"distribution": "taotoken-acme", "version": "1.0"}}}
        assert stat.S_IMODE(own.stat().st_mode) == 0o600

        done = run("setup", "acme", *place, stdin=KEY)
        assert done.code == 0, done.both
        config = json.loads((clean_home / ".acme/config.json").read_text())
        assert config == {"url": f"{gateway.base_url}/v1", "key": KEY, "model": "demo-large"}
        assert gateway.requests[-1].path == "/api/v1/chat/completions"
        assert KEY not in done.both

        assert "Acme Code" in run("status").out
        assert run("doctor", "acme").code == 0
        assert run("undo", "--yes").code == 0
        assert not (clean_home / ".acme").exists()
        off = run("tools", "disable", "acme")
        assert off.code == 0, off.both
        assert [tool["state"] for tool in third_party(run)] == ["available"]
        assert run("undo", "--yes").code == 0
        assert [tool["state"] for tool in third_party(run)] == ["enabled"]


def test_what_is_not_enabled_is_never_imported(run: Run, plugins: PluginFolder, tmp_path: Path) -> None:
    """Installing a package runs none of its code: not by any command, and not by the list."""
    marker = tmp_path / "imported"
    plugins.install(f"open({str(marker)!r}, 'w').close()\nTOOL = declare()")
    commands: list[tuple[str, ...]] = [
        ("tools",),
        ("status",),
        ("doctor", "--offline"),
        ("setup", "acme"),
        ("history",),
    ]
    for command in commands:
        run(*command)
        assert not marker.exists(), command
    run("tools", "enable", "acme")
    assert marker.exists()


def test_enabling_twice_changes_nothing(run: Run, plugins: PluginFolder) -> None:
    """The second time says so, and no run is written."""
    plugins.install()
    assert run("tools", "enable", "acme", "--json").json["changed"] is True
    again = run("tools", "enable", "acme", "--json").json
    assert (again["changed"], again["data"]["run"]) == (False, None)
    assert "already" in run("tools", "enable", "acme").out


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_list_in_words(run: Run, plugins: PluginFolder, language: str) -> None:
    """Built-in ones, then the others with distribution, version and state."""
    plugins.install()
    plugins.install(entry="beta", distribution="beta-tools", version="0.3", module="beta_plugin", code="TOOL = 5")
    assert run("tools", "enable", "acme").code == 0
    listed = run("tools", "--lang", language)
    assert listed.code == 0
    assert "codex" in listed.out
    states = {"en": ("enabled", "not enabled"), "zh": ("已启用", "未启用")}[language]
    lines = [line for line in listed.out.splitlines() if "acme" in line or "beta" in line]
    assert "Acme Code" in lines[0]
    assert "taotoken-acme 1.0" in lines[0]
    assert lines[0].endswith(states[0])
    assert "beta-tools 0.3" in lines[1]
    assert lines[1].endswith(states[1])
    assert "taotoken tools enable beta" in listed.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("enable",), 2, "taotoken tools enable ID"),
        (("enable", "nope"), 3, "No installed package"),
        (("enable", "codex"), 3, "built in"),
        (("disable", "codex"), 3, "built in"),
        (("disable", "acme"), 3, "enabled"),
        (("destroy", "acme"), 2, "enable, disable"),
    ],
)
def test_what_can_not_be_switched(
    run: Run, plugins: PluginFolder, clean_home: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    """Each says why, and nothing is written."""
    plugins.install()
    done = run("tools", *arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert not (clean_home / ".config/taotoken/plugins.json").exists()


# Hostile ones ----------------------------------------------------------------------------------------------

AT_IMPORT = {
    "exits": "import sys\nsys.exit(7)",
    "exits quietly": "raise SystemExit",
    "raises what no handler expects": "class Odd(BaseException):\n    pass\nraise Odd('odd')",
    "raises an error that can't be told": "class Mute(Exception):\n"
    "    def __str__(self):\n        raise Mute\nraise Mute",
    "does not parse": "TOOL = (",
    "recurses": "def again():\n    again()\nagain()",
    "has no such name": "",
    "is something else": "TOOL = {'id': 'acme'}",
    "is a look-alike": "class Tool(Tool):\n    pass\nTOOL = declare()\nobject.__setattr__(TOOL, '__class__', Tool)",
    "is for another version": "TOOL = declare(api=2)",
    "is for no version": "TOOL = declare(api=None)",
    "has another id": "TOOL = declare(id='other')",
    "takes a built-in's id": "TOOL = declare(id='codex')",
    "has a name full of control codes": "TOOL = declare(name='\\x1b[2JAcme\\u202e')",
    "has a name of wrong type": "TOOL = declare(name=5)",
    "has an unknown protocol": "TOOL = declare(protocol='soap')",
    "has protocols as a list": "TOOL = declare(protocols=['chat'])",
    "has no files": "TOOL = declare(files=())",
    "has files of wrong type": "TOOL = declare(files=('config.json',))",
    "has a format of its own": "import dataclasses\n"
    "TOOL = declare(file={'format': dataclasses.replace(STRICT_JSON, load=lambda data: {})})",
    "owns nothing": "TOOL = declare(file={'owned': ()})",
    "owns everything": "TOOL = declare(file={'owned': ((),)})",
    "has a word for yes": "TOOL = declare(file={'private': 'no'})",
    "has a string for a function": "TOOL = declare(detect='acme')",
    "speaks one language": "TOOL = declare(after=Text(en='Start it', zh='')())",
    "forgot to call its text": "TOOL = declare(after=Text(en='Start it', zh='启动'))",
    "exits when its text is shown": "class Odd:\n    def __format__(self, spec):\n        raise SystemExit\n"
    "TOOL = declare(after=Text(en='{x}', zh='{x}')(x=Odd()))",
    "exits when its version is shown": "class Odd:\n    def __repr__(self):\n        raise SystemExit\n"
    "TOOL = declare(api=Odd())",
    "has a hole in its text": "TOOL = declare(after=Text(en='Start {what}', zh='启动 {what}')())",
    "writes to the system": "import pathlib\n"
    "TOOL = declare(file={'path': lambda host: pathlib.Path('/etc/acme.json')})",
    "climbs out": "TOOL = declare(file={'path': lambda host: host.home / '..' / 'acme.json'})",
    "climbs out and in": "TOOL = declare(file={'path': lambda host: host.home / 'x' / '..' / '..' / 'acme.json'})",
    "takes the home for its file": "TOOL = declare(file={'path': lambda host: host.home})",
    "takes our own folder": "TOOL = declare(file={'path': lambda host: host.config_dir / 'profile.json'})",
    "has a relative path": "import pathlib\nTOOL = declare(file={'path': lambda host: pathlib.Path('acme.json')})",
    "has a path of wrong type": "TOOL = declare(file={'path': lambda host: str(host.home / 'acme.json')})",
    "exits when asked for its path": "TOOL = declare(file={'path': lambda host: exit(3)})",
}


@pytest.mark.parametrize("code", AT_IMPORT.values(), ids=AT_IMPORT)
def test_a_plugin_that_can_not_be_used_is_not_enabled(
    run: Run, plugins: PluginFolder, clean_home: Path, code: str
) -> None:
    """Enabling tries it first: exit 3 with the reason, nothing written, and standard output stays clean."""
    plugins.install("print('hello from the plugin')\n" + code)
    done = run("tools", "enable", "acme", "--json")
    assert done.code == 3, done.both
    (problem,) = done.json["errors"]
    assert (problem["code"], problem["tool"]) == ("plugin_broken", "acme")
    assert "taotoken-acme 1.0" in problem["message"]
    assert "\x1b" not in done.both
    assert not (clean_home / ".config/taotoken/plugins.json").exists()


@pytest.mark.parametrize("code", AT_IMPORT.values(), ids=AT_IMPORT)
def test_a_plugin_that_broke_later_stops_nobody_else(
    run: Run, plugins: PluginFolder, clean_home: Path, code: str
) -> None:
    """The same plugins, after an update of an enabled one: listed as broken, a finding of doctor, others work."""
    plugins.install()
    assert run("tools", "enable", "acme").code == 0
    (plugins.folder / f"{MODULE}.py").unlink()
    plugins.uninstall()
    plugins.install("print('noise')\n" + code, version="2.0")

    (listed,) = third_party(run)
    assert (listed["state"], listed["version"]) == ("broken", "2.0")
    assert listed["problem"]
    for command in (("status", "--json"), ("status", "codex", "--json")):
        assert run(*command).code == 0, command
    found = run("doctor", "--offline", "--json").json
    assert (found["root_cause"], found["findings"][0]["tool"]) == ("plugin_broken", "acme")
    assert "taotoken tools disable acme" in found["findings"][0]["remedy"]
    assert "plugin" in run("doctor", "acme", "--offline").out
    place = ("--base-url", "https://gw.example/api", *SETUP, "--no-smoke", "--json")
    assert run("setup", "acme", *place, stdin=KEY).json["errors"][0]["code"] == "plugin_broken"
    assert run("setup", "codex", *place, stdin=KEY).json["status"] == "ok"
    assert run("tools", "disable", "acme").code == 0


IN_USE = {
    "edits exit": "TOOL = declare(file={'edits': lambda *_: exit()})",
    "edits print and fail": "def bad(wanted, document, host):\n    print('noise', wanted.endpoint.api_key[:0])\n"
    "    raise ValueError(wanted.endpoint.api_key)\nTOOL = declare(file={'edits': bad})",
    "edits are of wrong type": "TOOL = declare(file={'edits': lambda *_: ['url']})",
    "edits are none": "TOOL = declare(file={'edits': lambda *_: None})",
    "edits touch what is not owned": "TOOL = declare(file={'edits': lambda *_: [Set(('other',), 1)]})",
    "hidden values are numbers": "TOOL = declare(file={'hidden': lambda document: [1]})",
    "edits replace the whole file": "TOOL = declare(file={'edits': lambda *_: [Set((), {})]})",
    "edits hold what no file can": "TOOL = declare(file={'edits': lambda *_: [Set(('url',), object())]})",
    "edits show the key": "TOOL = declare(file={'edits': lambda w, *_: [Set(('url',), 'u?' + w.endpoint.api_key)]})",
    "the tool's base URL is a number": "TOOL = declare(tool_base_url=lambda endpoint: 5)",
}


@pytest.mark.parametrize("code", IN_USE.values(), ids=IN_USE)
def test_a_plugin_that_fails_when_it_is_used(run: Run, plugins: PluginFolder, clean_home: Path, code: str) -> None:
    """Nothing is written, the key is shown nowhere, standard output holds the one JSON object."""
    plugins.install(code)
    assert run("tools", "enable", "acme").code == 0
    place = ("--base-url", "https://gw.example/api", *SETUP, "--no-smoke", "--json")
    done = run("setup", "acme", "codex", *place, stdin=KEY)
    if "base URL" not in code and "tool_base_url" not in code:
        assert done.code == 3, done.both
        assert done.json["errors"][0]["code"] == "plugin_broken"
        assert not (clean_home / ".codex").exists()
        assert not (clean_home / ".acme").exists()
    assert KEY not in done.both


def test_a_plugin_may_refuse_as_ours_do(run: Run, plugins: PluginFolder, clean_home: Path) -> None:
    """What it says reaches the user fit to be shown; a choice that it lacks is refused by the helper for it."""
    plugins.install(
        "from taotoken_plugins import Problem, RefusedError, chosen_protocol\n"
        "def refuse(wanted, document, host):\n"
        "    if wanted.options.get('protocol') == 'responses':\n"
        "        chosen_protocol(wanted, 'Acme', ('chat',))\n"
        "    message = Text(en='No \\x1b[31mAcme\\nhere', zh='这里没有 Acme')()\n"
        "    raise RefusedError(Problem(code='no_acme', message=message))\n"
        "TOOL = declare(file={'edits': refuse}, protocols=('chat', 'responses'))"
    )
    assert run("tools", "enable", "acme").code == 0
    place = ("--base-url", "https://gw.example/api", *SETUP, "--no-smoke", "--json")
    done = run("setup", "acme", *place, stdin=KEY)
    assert done.code == 3
    assert done.json["errors"] == [{"code": "no_acme", "message": "No Acme here"}]
    done = run("setup", "acme", *place, "--protocol", "responses", stdin=KEY)
    assert done.json["errors"][0]["code"] == "protocol_not_offered"


def test_doctor_knows_its_commands_for_an_enabled_tool(run: Run, plugins: PluginFolder) -> None:
    """A wrong key is found by the tool's own kind of request, and the remedy names the tool."""
    plugins.install()
    assert run("tools", "enable", "acme").code == 0
    with Gateway(keys=(KEY,)).in_thread() as gateway:
        place = ("--base-url", gateway.base_url, *SETUP, "--no-smoke")
        assert run("setup", "acme", *place, stdin="sk-wrong-0000000000000001").code == 0
        found = run("doctor", "acme", "--json").json
        assert found["root_cause"] == "key_invalid"
        assert "taotoken setup acme" in found["findings"][0]["remedy"]
        (probe,) = {request.path for request in gateway.requests if request.method == "POST"}
        assert probe == "/api/v1/chat/completions"


READING = {
    "sources exit": "TOOL = declare(sources=lambda host: exit(1))",
    "sources are a list": "TOOL = declare(sources=lambda host: [])",
    "sources hold numbers": "TOOL = declare(sources=lambda host: (Source(kind='file', values={'url': 5}),))",
    "effective is a dict": "TOOL = declare(effective=lambda sources, host: {})",
    "effective holds bytes": "TOOL = declare(effective=lambda sources, host: Effective(base_url=b'x'))",
    "detect raises": "TOOL = declare(detect=lambda host: 1 / 0)",
    "detect prints": "import os\ndef detect(host):\n    os.system('echo noise')\n    return 'yes'\n"
    "TOOL = declare(detect=detect)",
    "headless exits": "TOOL = declare(headless=lambda prompt: exit(1))",
}


@pytest.mark.parametrize("code", READING.values(), ids=READING)
def test_a_plugin_that_fails_when_it_reads(run: Run, plugins: PluginFolder, clean_home: Path, code: str) -> None:
    """Status shows it beside the others, doctor finds it, and set-up of all that is installed goes round it."""
    plugins.install(code)
    assert run("tools", "enable", "acme").code == 0
    (clean_home / ".acme").mkdir()
    shown = run("status", "--json")
    (item,) = [tool for tool in shown.json["data"]["tools"] if tool["id"] == "acme"]
    assert item["problems"]
    assert "Acme" in run("status").out
    found = run("doctor", "acme", "--offline", "--json").json
    assert [finding["id"] for finding in found["findings"]] == ["plugin_broken"]
    assert found["status"] == "failed"
    report = clean_home / "report.json"
    assert run("doctor", "--offline", "--layers", "--report", str(report)).code == 1
    assert report.exists()


def test_a_plugin_that_fails_after_the_files_are_written(run: Run, plugins: PluginFolder, clean_home: Path) -> None:
    """The test request fails with the finding, the files stay, and the undo command is told, as for every tool."""
    plugins.install("TOOL = declare(sources=lambda host: 1 / 0 if path(host).exists() else ())")
    assert run("tools", "enable", "acme").code == 0
    done = run("setup", "acme", "--base-url", "http://127.0.0.1:9/api", *SETUP, "--json", stdin=KEY)
    assert (done.code, done.json["status"]) == (1, "partial")
    assert done.json["errors"][0]["code"] == "plugin_broken"
    assert (clean_home / ".acme/config.json").exists()
    assert done.json["data"]["undo"]


def test_set_up_of_what_is_found_goes_round_a_broken_one(run: Run, plugins: PluginFolder, clean_home: Path) -> None:
    """It was not asked for by name: a warning, and the others are set up."""
    plugins.install("TOOL = declare(detect=lambda host: 1 / 0)")
    assert run("tools", "enable", "acme").code == 0
    (clean_home / ".codex").mkdir()
    (clean_home / ".codex/config.toml").touch()
    place = ("--base-url", "https://gw.example/api", *SETUP, "--no-smoke")
    done = run("setup", "--all", *place, stdin=KEY)
    assert done.code == 0, done.both
    assert "acme" in done.err
    assert KEY in (clean_home / ".codex/config.toml").read_text()


@pytest.mark.parametrize("entry", ["Acme", "acme tool", "-", "a" * 41, "\u202eemca"])
def test_an_entry_whose_name_is_no_id(run: Run, plugins: PluginFolder, entry: str) -> None:
    """Listed as broken with its name made fit to show, and refused."""
    plugins.install(entry=entry)
    listed = run("tools", "--json")
    (tool,) = [tool for tool in listed.json["data"]["tools"] if tool["kind"] == "third_party"]
    assert tool["state"] == "broken"
    assert "\u202e" not in listed.both
    assert run("tools", "enable", tool["id"]).code == 3


@pytest.mark.parametrize("name", ["codex", "taotoken"])
def test_an_entry_named_like_ours_is_never_used(run: Run, plugins: PluginFolder, clean_home: Path, name: str) -> None:
    """Listed as broken, refused, and not imported even where our own file says it is enabled."""
    plugins.install("raise SystemExit(9)", entry=name)
    own = clean_home / ".config/taotoken/plugins.json"
    own.parent.mkdir(parents=True)
    own.write_text(json.dumps({"enabled": {name: {"distribution": "taotoken-acme", "version": "1.0"}}}))
    (listed,) = third_party(run)
    assert listed["state"] == "broken"
    assert "built in" in listed["problem"]
    assert run("tools", "enable", name).code == 3
    shown = [tool["id"] for tool in run("status", "codex", "--json").json["data"]["tools"]]
    assert shown == ["codex"]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"enabled": []}',
        '{"enabled": {"acme": true}}',
        '{"enabled": {"a": {}}}',
        r'{"enabled": {"a\nb": {"distribution": "x", "version": "1"}}}',
        r'{"enabled": {"a": {"distribution": "x\u202ey", "version": "1"}}}',
        r'{"enabled": {"a": {"distribution": "x", "version": "\u001b[31m1"}}}',
    ],
)
def test_a_damaged_list_of_enabled_tools(run: Run, clean_home: Path, text: str) -> None:
    """Nothing is enabled, doctor says what is wrong with the list, and the other tools work."""
    own = clean_home / ".config/taotoken/plugins.json"
    own.parent.mkdir(parents=True)
    own.write_text(text)
    refused = run("tools", "--json")
    assert (refused.code, refused.json["errors"][0]["code"]) == (3, "plugins_invalid")
    found = run("doctor", "--offline", "--json").json
    assert found["root_cause"] == "plugin_broken"
    assert "plugins.json" in found["findings"][0]["evidence"][0]
    assert run("status").code == 0
    place = ("--base-url", "https://gw.example/api", *SETUP, "--no-smoke")
    assert run("setup", "codex", *place, stdin=KEY).code == 0


def test_two_packages_with_one_id(run: Run, plugins: PluginFolder) -> None:
    """Neither can be enabled; one that is enabled already stays, and the newcomer does not take its place."""
    plugins.install()
    plugins.install("TOOL = declare(name='Evil')", distribution="evil", module="evil_plugin")
    refused = run("tools", "enable", "acme")
    assert refused.code == 3
    assert "evil, taotoken-acme" in refused.err
    assert {tool["state"] for tool in third_party(run)} == {"broken"}

    plugins.uninstall("evil")
    assert run("tools", "enable", "acme").code == 0
    plugins.install("TOOL = declare(name='Evil')", distribution="evil", module="evil_plugin")
    listed = {tool["distribution"]: (tool["state"], tool["name"]) for tool in third_party(run)}
    assert listed == {"evil": ("broken", None), "taotoken-acme": ("enabled", "Acme Code")}
    assert "Acme Code" in run("status", "acme").out
    plugins.uninstall()
    assert "not installed any more" in run("status", "acme").out


def test_a_link_out_of_the_home_is_not_followed(
    run: Run, plugins: PluginFolder, clean_home: Path, tmp_path: Path
) -> None:
    """A folder that leads elsewhere is refused when it is used, and when it is enabled."""
    plugins.install()
    assert run("tools", "enable", "acme").code == 0
    (tmp_path / "elsewhere").mkdir()
    (clean_home / ".acme").symlink_to(tmp_path / "elsewhere")
    place = ("--base-url", "https://gw.example/api", *SETUP, "--no-smoke", "--json")
    done = run("setup", "acme", *place, stdin=KEY)
    assert done.json["errors"][0]["code"] == "plugin_broken"
    assert "elsewhere" in done.json["errors"][0]["message"]
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_plugin_whose_import_takes_long_costs_only_those_who_use_it(
    run: Run, plugins: PluginFolder, tmp_path: Path
) -> None:
    """Commands that name other tools don't import it, enabled or not."""
    plugins.install()
    assert run("tools", "enable", "acme").code == 0
    marker = tmp_path / "imported"
    (plugins.folder / f"{MODULE}.py").write_text(f"open({str(marker)!r}, 'w').close()\nimport time\ntime.sleep(0.5)\n")
    place = ("--base-url", "https://gw.example/api", *SETUP, "--no-smoke")
    commands: list[tuple[str, ...]] = [
        ("setup", "codex", *place), ("status", "codex"), ("doctor", "codex", "--offline"), ("history",),
        ("undo", "--yes"), ("tools", "disable", "acme"),
    ]  # fmt: skip
    for command in commands:
        assert run(*command, stdin=KEY).code in (0, 1), command
        assert not marker.exists(), command


def test_nothing_of_a_plugin_reaches_standard_output(run_process: Run, plugins: PluginFolder) -> None:
    """Not a print, not a write to the descriptor, not a child's output: at import, and in each of its functions."""
    noise = "import os\nprint('noise')\nos.write(1, b'noise')\nos.system('echo noise')\n"
    plugins.install(
        f"{noise}\ndef noisy(function):\n    def run(*arguments):\n        exec({noise!r})\n"
        "        return function(*arguments)\n    return run\n"
        "TOOL = declare(sources=noisy(sources), effective=noisy(effective), detect=noisy(detect),\n"
        "    warnings=noisy(lambda host: ()), file={'edits': noisy(edits), 'path': noisy(path)})"
    )
    place = ("--base-url", "https://gw.example/api", *SETUP, "--no-smoke")
    commands: list[tuple[str, ...]] = [
        ("tools", "enable", "acme"), ("setup", "acme", *place), ("status", "acme"), ("tools",), ("doctor", "--offline"),
    ]  # fmt: skip
    for command in commands:
        done = run_process(*command, "--json", stdin=KEY)
        assert done.json["schema"] == f"taotoken.{command[0]}/1"
        assert done.code == 0, done.both
        assert "noise" in done.err


def test_what_ends_a_plugin_does_not_end_the_program(run_process: Run, plugins: PluginFolder) -> None:
    """An exit in a real process: the command goes on to its own end."""
    plugins.install("import sys\nsys.exit(0)")
    done = run_process("tools", "enable", "acme")
    assert done.code == 3
    assert "SystemExit" in done.err
