"""The documentation is true: what it shows runs, parses, leads somewhere, and agrees with the code."""

from __future__ import annotations

import dataclasses
import re
import signal
import subprocess
import sys
from pathlib import Path

import click
import openai
import pytest

import taotoken
from docs_pages import (
    CHINESE,
    ROOT,
    anchors,
    commands,
    counterpart,
    fences,
    headings,
    language_of,
    links,
    pages,
    rows,
    section,
)
from docs_reference import CAUSE_PAGES, PAGES, causes, parse, reference
from docs_tools import PAGES as TOOL_PAGES
from docs_tools import declared
from docs_transcript import agrees, printed, replayed
from taotoken import Endpoint, TaoTokenError
from taotoken._message import Language
from taotoken._protocol import Protocol
from taotoken_cli import _exit
from taotoken_cli._texts.main import COMMANDS
from taotoken_plugins._apply import apply
from taotoken_plugins._host import Host
from taotoken_plugins._plan import plan
from taotoken_plugins._registry import BUILTIN, MANUAL
from taotoken_plugins._status import status
from taotoken_plugins._tool import Tool, Wanted

KEY = "sk-demo-000000000001"
BOTH = ("", ".zh-CN")
OTHER_PROTOCOLS: tuple[Protocol, ...] = ("responses", "messages")
YES = {"yes": True, "no": False, "是": True, "否": False}
ENGLISH = tuple(page for page in pages() if language_of(page) == "en")
WITH_CODE = tuple(page for page in pages() if any(fence.info == "python" for fence in fences(page.read_text("utf-8"))))
WITH_CONSOLE = tuple(page for page in pages() if any(f.info == "console" for f in fences(page.read_text("utf-8"))))


def _id(page: object) -> str:
    return str(page.relative_to(ROOT)) if isinstance(page, Path) else str(page)


def _read(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


# Both languages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ENGLISH, ids=_id)
def test_both_languages_have_the_same_shape(page: Path) -> None:
    """Every page has its counterpart, with the same headings, blocks and table rows, each linked at the top."""
    other = counterpart(page)
    english, chinese = page.read_text(encoding="utf-8"), other.read_text(encoding="utf-8")

    assert headings(chinese) == headings(english)
    assert [fence.info for fence in fences(chinese)] == [fence.info for fence in fences(english)]
    assert [len(row) for row in rows(chinese)] == [len(row) for row in rows(english)]
    assert f"({other.name})" in "".join(english.splitlines(keepends=True)[:4])
    assert f"({page.name})" in "".join(chinese.splitlines(keepends=True)[:4])


def test_no_page_is_chinese_only() -> None:
    """The Chinese pages are counterparts, none stands alone."""
    alone = [page for page in pages() if page.name.endswith(CHINESE) and not counterpart(page).exists()]
    assert alone == []


@pytest.mark.parametrize("page", [*pages(), ROOT / "CONTRIBUTING.md"], ids=_id)
def test_links_lead_somewhere(page: Path) -> None:
    """Links to files and headings of this repository resolve, and stay in the page's language."""
    for target in links(page.read_text(encoding="utf-8")):
        if re.match(r"https?://", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.is_file(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(file.read_text(encoding="utf-8")), f"{page.name}: {target}"
        if language_of(page) == "zh" and file.suffix == ".md" and file != counterpart(page):
            assert language_of(file) == "zh" or not counterpart(file).exists(), f"{page.name}: {target}"


# What is shown runs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [*pages(), ROOT / "CONTRIBUTING.md"], ids=_id)
def test_commands_parse(page: Path) -> None:
    """Every `taotoken …` command line is one the program takes: the command, its options and their values exist."""
    for argv in commands(page.read_text(encoding="utf-8")):
        try:
            parse(argv)
        except click.MissingParameter:
            assert len(argv) == 1, argv  # a command's name in the text
        except click.UsageError as error:
            pytest.fail(f"taotoken {' '.join(argv)}: {error.format_message()}")


@pytest.mark.parametrize("page", WITH_CONSOLE, ids=_id)
def test_console_blocks_are_what_is_printed(page: Path) -> None:
    """Commands and output of console blocks, run in a fresh home. To bring them up to date:
    python tests/support/docs_transcript.py"""
    for fence, real in replayed(page):
        assert agrees(fence.text, real), f"{page.name} shows\n{fence.text}\nbut the program prints\n{real}"


def test_a_wrong_console_block_is_noticed() -> None:
    """The comparison sees a changed word, a missing line and one too many; times and left out lines pass."""
    shown = "$ taotoken x\nready after 3 ms\n…\ndone\n"

    assert agrees(shown, "$ taotoken x\nready after 140 ms\nmore\nand more\ndone\n")
    assert not agrees(shown, "$ taotoken x\nready at last\ndone\n")
    assert not agrees(shown, "$ taotoken x\nready after 3 ms\n")
    assert not agrees(shown, "$ taotoken x\nready after 3 ms\ndone\nnot quite\n")


@pytest.mark.parametrize("page", WITH_CODE, ids=_id)
def test_python_blocks_run(page: Path) -> None:
    """Every piece of Python runs on its own against the gateway and prints what the text block after it shows."""
    for fence, real in printed(page):
        assert fence.text == real


@pytest.mark.parametrize("page", [t for t in pages() if t.name.startswith("first-setup")], ids=_id)
def test_the_gateway_of_the_tutorial_starts_as_shown(page: Path, clean_home: Path) -> None:
    """What `taotoken gateway` prints before it waits for requests; the port is of this run."""
    shown = next(fence.text for fence in fences(page.read_text(encoding="utf-8")) if fence.info == "text")
    port_file = clean_home / "port"
    argv = [sys.executable, "-m", "taotoken_cli", "gateway", "--port-file", str(port_file), "--lang", language_of(page)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, encoding="utf-8") as gateway:
        assert gateway.stdout is not None
        said = "".join(gateway.stdout.readline() for _ in shown.splitlines())
        gateway.send_signal(signal.SIGINT)

    assert said.replace(port_file.read_text().strip(), "8800") == shown


# Tables agree with the code ---------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=_id)
def test_the_command_line_reference_is_the_program(page: Path) -> None:
    """Every command and option, word for word. To bring it up to date: python tests/support/docs_reference.py"""
    language: Language = "zh" if language_of(page) == "zh" else "en"

    assert section(page.read_text(encoding="utf-8"), "cli") == reference(language)


@pytest.mark.parametrize("page", CAUSE_PAGES, ids=_id)
def test_the_reference_of_causes_is_what_doctor_says(page: Path) -> None:
    """Every cause, word for word. To bring it up to date: python tests/support/docs_reference.py"""
    language: Language = "zh" if language_of(page) == "zh" else "en"

    assert section(page.read_text(encoding="utf-8"), "causes") == causes(language)


@pytest.mark.parametrize(("tool", "page"), TOOL_PAGES, ids=[page.name for _, page in TOOL_PAGES])
def test_a_tools_page_is_what_its_declaration_says(tool: Tool, page: Path) -> None:
    """Files, settings, protocols, what beats what, versions; or what to enter. To bring it up to date:
    python tests/support/docs_tools.py"""
    language: Language = "zh" if language_of(page) == "zh" else "en"

    assert section(page.read_text(encoding="utf-8"), "declaration") == declared(tool, language)


@pytest.mark.parametrize("suffix", BOTH)
def test_exit_codes(suffix: str) -> None:
    """The table has exactly the codes of the program."""
    table = rows(section(_read(f"reference/exit-codes-and-json{suffix}.md"), "exit-codes"))

    assert {row[1]: int(row[0]) for row in table} == {n: v for n, v in vars(_exit).items() if isinstance(v, int)}


@pytest.mark.parametrize("suffix", BOTH)
def test_problem_codes(suffix: str) -> None:
    """Every code that the plugins and the command line make problems with is in the table."""
    table = rows(section(_read(f"reference/exit-codes-and-json{suffix}.md"), "problem-codes"))
    documented = {code.strip(" `") for row in table for code in row[0].split(",")}
    made: set[str] = set()
    for package in ("plugins", "cli"):
        for path in (ROOT / package).rglob("*.py"):
            made |= set(re.findall(r'(?:\bcode=|refusal\(|missing\(|FormatError\()\s*"(\w+)"', path.read_text("utf-8")))

    formats = {f"{file.format.name.lower()}_syntax" for tool in BUILTIN for file in tool.files}
    without_a_tool = {code for code in made if code.endswith("_syntax")} - formats
    assert made - without_a_tool == documented


@pytest.mark.parametrize("suffix", BOTH)
def test_base_urls_of_the_tools(suffix: str) -> None:
    """Each tool's row is what its declaration gives; the SDK rows are what the endpoint gives."""
    endpoint = Endpoint.parse("https://gateway.example/api", KEY, "demo-large")
    table = rows(section(_read(f"reference/base-url-which-where{suffix}.md"), "base-urls"))
    tools = [[t.id, t.protocol, t.tool_base_url(endpoint), endpoint.url(t.protocol)] for t in BUILTIN]
    openai, anthropic = endpoint.openai_kwargs()["base_url"], endpoint.anthropic_kwargs()["base_url"]

    assert [[row[0].split("`")[0], *row[1:]] for row in table] == [
        *tools,
        ["openai", "chat", openai, f"{openai}/chat/completions"],
        ["anthropic", "messages", anthropic, f"{anthropic}/v1/messages"],
        ["taotoken", "chat", endpoint.base_url, endpoint.url("chat")],
    ]


@pytest.mark.parametrize("suffix", BOTH)
def test_base_urls_to_enter_by_hand(suffix: str) -> None:
    """The same for the tools that nothing is written for; README and overview lead to their pages."""
    endpoint = Endpoint.parse("https://gateway.example/api", KEY, "demo-large")
    table = rows(section(_read(f"reference/base-url-which-where{suffix}.md"), "by-hand"))

    assert table == [[tool.id, tool.protocol, tool.tool_base_url(endpoint)] for tool in MANUAL]
    for overview in (ROOT / f"README{suffix}.md", ROOT / f"docs/README{suffix}.md"):
        text = overview.read_text("utf-8")
        assert [tool.id for tool in MANUAL if f"tools/{tool.id}{suffix}.md" not in text] == []


@pytest.mark.parametrize("suffix", BOTH)
def test_tools_of_the_readme(suffix: str) -> None:
    """Every tool with its page, the version it was proved with, and its protocols."""
    table = rows(section((ROOT / f"README{suffix}.md").read_text("utf-8"), "tools"))

    assert [row[:3] for row in table] == [
        [f"[{t.name}](docs/how-to/tools/{t.id}{suffix}.md)", t.tested or "–", ", ".join(t.protocols or (t.protocol,))]
        for t in BUILTIN
    ]


@pytest.mark.parametrize("suffix", BOTH)
def test_first_lines_and_commands_of_the_readme(suffix: str) -> None:
    """Three tools by name and the number of the others (`.env` is none), and every command of the program."""
    text = (ROOT / f"README{suffix}.md").read_text("utf-8")
    others = re.search(r"\[\D*(\d+)[^]]*\]\(#", text)

    assert others is not None
    assert int(others[1]) == len([tool for tool in BUILTIN if tool.id != "env"]) - 3
    assert [name for name in COMMANDS if f"`taotoken {name}" not in text and f"$ taotoken {name}" not in text] == []


@pytest.mark.parametrize("suffix", BOTH)
def test_base_urls_of_other_protocols(suffix: str, tmp_path: Path) -> None:
    """Every program that has the choice, with what setup writes for each protocol."""
    table = rows(section(_read(f"reference/base-url-which-where{suffix}.md"), "other-protocols"))
    told = {name: row[1:] for row in table for name in re.findall(r"[\w-]+", row[0])}
    spelled = {"with `/v1": "/v1", "带 `/v1": "/v1", "without": "", "不带": "", "no choice": None, "不可选": None}

    assert {name: [spelled[cell] for cell in cells] for name, cells in told.items()} == {
        tool.id: [_ending(tool, protocol, tmp_path / f"{tool.id}-{protocol}") for protocol in OTHER_PROTOCOLS]
        for tool in BUILTIN
        if tool.protocols
    }


def _ending(tool: Tool, protocol: Protocol, home: Path) -> str | None:
    """What setup adds to the base URL for this protocol; None where the tool can't speak it."""
    if protocol not in tool.protocols:
        return None
    home.mkdir()
    host = dataclasses.replace(Host.current(), home=home, cwd=home, env={}, config_dir=home / "own", platform="linux")
    endpoint = Endpoint.parse("https://gateway.example/api", KEY, "demo-large")
    apply(plan([(tool, Wanted(endpoint=endpoint, options={"protocol": protocol}))], host), host)
    return (status(tool, host).base_url or "").removeprefix(endpoint.base_url)


@pytest.mark.parametrize("suffix", BOTH)
def test_spellings_of_a_base_url(suffix: str) -> None:
    """Every spelling in the table means the same root, with a note where the table says so."""
    table = rows(section(_read(f"reference/base-url-which-where{suffix}.md"), "spellings"))
    parsed = [Endpoint.parse(row[0], KEY) for row in table]

    assert {endpoint.base_url for endpoint in parsed} == {"https://gateway.example/api"}
    assert [bool(endpoint.notes) for endpoint in parsed] == [YES[row[2]] for row in table]


@pytest.mark.parametrize("suffix", BOTH)
def test_errors(suffix: str) -> None:
    """Every class with its bases, code and whether it is retried; every attribute."""
    page = _read(f"reference/errors{suffix}.md")
    classes = [value for name in taotoken.__all__ if isinstance(value := getattr(taotoken, name), type)]
    errors = {item for item in classes if issubclass(item, TaoTokenError)} - {TaoTokenError}
    attributes = vars(TaoTokenError("x")).keys() | {"code", "message"}

    assert {(row[0], row[1].replace("`", ""), row[2], YES[row[3]]) for row in rows(section(page, "errors"))} == {
        (e.__name__, ", ".join(base.__name__ for base in e.__bases__), e.code, e.default_retryable) for e in errors
    }
    assert {row[0] for row in rows(section(page, "error-attributes"))} == attributes


@pytest.mark.parametrize("suffix", BOTH)
def test_errors_beside_those_of_openai(suffix: str) -> None:
    """Every class of both exists, ours has the code that is told, and both languages tell the same."""
    table = rows(section(_read(f"sdk/coming-from-openai{suffix}.md"), "openai-errors"))

    for theirs, ours, code in table:
        assert issubclass(getattr(openai, theirs), openai.OpenAIError)
        assert getattr(taotoken, ours).code == code
    assert [row[:2] for row in table] == [
        row[:2] for row in rows(section(_read("sdk/coming-from-openai.md"), "openai-errors"))
    ]


@pytest.mark.parametrize("suffix", BOTH)
def test_timing(suffix: str) -> None:
    """Every field of `Timing` and no other."""
    table = rows(section(_read(f"sdk/timing{suffix}.md"), "timing"))

    assert {row[0] for row in table} == {field.name for field in dataclasses.fields(taotoken.Timing)}


@pytest.mark.parametrize("suffix", BOTH)
def test_metrics(suffix: str) -> None:
    """Every metric that the client records."""
    table = rows(section(_read(f"sdk/observability{suffix}.md"), "telemetry"))
    source = (ROOT / "sdk/taotoken/_telemetry.py").read_text("utf-8")

    assert {row[0] for row in table} == set(re.findall(r'create_histogram\(\s*"([\w.]+)"', source))


@pytest.mark.parametrize("suffix", BOTH)
def test_promises_are_proved(suffix: str) -> None:
    """Every test that the safety page names exists, and both languages name the same ones in the same order."""
    table = rows(section(_read(f"explanation/safety{suffix}.md"), "promises"))

    for _, proof in table:
        path, _, name = proof.partition("::")
        assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), proof
    assert [row[1] for row in table] == [row[1] for row in rows(section(_read("explanation/safety.md"), "promises"))]


@pytest.mark.parametrize("suffix", BOTH)
@pytest.mark.parametrize("tool", BUILTIN, ids=lambda tool: tool.id)
def test_a_tools_page_names_every_setting(tool: Tool, suffix: str) -> None:
    """Whatever setup may set or take out is named on the tool's page."""
    page = _read(f"how-to/tools/{tool.id}{suffix}.md")
    last = (path[-1] for file in tool.files for path in file.owned)
    owned = {step if isinstance(step, str) else step.value for step in last}
    names = {re.sub("(?<=MODEL|PTION)_(NAME|DESCRIPTION|SUPPORTED_CAPABILITIES)$", "", name) for name in owned}

    assert {name for name in names if name not in page} == set()


@pytest.mark.parametrize("page", ENGLISH, ids=_id)
def test_versions_are_those_that_were_proved(page: Path) -> None:
    """A version of a tool in the text is the one its declaration was proved with."""
    tested = {tool.name: tool.tested for tool in BUILTIN if tool.tested}
    versioned = re.compile(rf"({'|'.join(map(re.escape, tested))}) (\d+\.\d+(?:\.\d+)?)")
    for file in (page, counterpart(page)):
        for name, version in versioned.findall(file.read_text("utf-8")):
            assert f"{tested[name]}.".startswith(f"{version}."), file.name


def test_defaults_of_the_client_are_as_told() -> None:
    """Two retries, and no wait longer than a minute, as the quickstart says."""
    retry = taotoken.RetryPolicy()

    assert (retry.max_retries, retry.max_wait) == (2, 60.0)
