"""The parts of the tools' pages that their declarations tell: rewrites them in both languages.

python tests/support/docs_tools.py
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from docs_pages import ROOT, language_of
from taotoken._endpoint import Endpoint
from taotoken._message import Language
from taotoken_plugins._edit import show_path
from taotoken_plugins._registry import BUILTIN, MANUAL
from taotoken_plugins._tool import ConfigFile, Tool, Wanted
from tool_reading import Place, host_in, looks_of, told

GATEWAY, KEY, MODEL = "https://gateway.example/api", "sk-demo-000000000001", "demo-large"
FOLDER = ROOT / "docs/how-to/tools"
PAGES = tuple((tool, FOLDER / f"{tool.id}{ending}") for tool in (*BUILTIN, *MANUAL) for ending in (".md", ".zh-CN.md"))
_MARK, _END = "<!-- declaration -->\n", "<!-- /declaration -->"
_WORDS = {
    "en": {
        "glance": "## At a glance",
        "what": "| What | This tool |",
        "command": "Set it up",
        "program": "Program",
        "tested": "Proved with",
        "protocol": "Protocol",
        "protocols": "Protocols for `--protocol`, the usual one first",
        "sizes": "Sizes it has settings for",
        "small": "A second, smaller model",
        "base": "Base URL it gets for `https://gateway.example/api`",
        "files": "| File | Format, mode | Settings that setup may write or take out |",
        "order": "Where its settings come from, the strongest first:",
        "environment": "the environment: {names}",
        "written": "{file}, one of the files above",
        "moved": "These variables move its files, and setup follows them: {names}.",
        "enter": "## What to enter",
        "where": "Where: {where}",
        "field": "| Field | Value |",
        "example": "For the gateway `https://gateway.example/api`, the model `demo-large` and a key that ends in 0001:",
    },
    "zh": {
        "glance": "## 一览",
        "what": "| 项目 | 这个工具 |",
        "command": "设置命令",
        "program": "程序",
        "tested": "验证版本",
        "protocol": "协议",
        "protocols": "`--protocol` 可选的协议（默认的在前）",
        "sizes": "可以设置的大小",
        "small": "另一个小模型",
        "base": "网关为 `https://gateway.example/api` 时写入的 Base URL",
        "files": "| 文件 | 格式与权限 | setup 可能写入或移除的设置项 |",
        "order": "设置的来源，优先级从高到低：",
        "environment": "环境变量：{names}",
        "written": "{file}，即上面的文件之一",
        "moved": "这些变量会改变文件位置，setup 同样遵循：{names}。",
        "enter": "## 需要填写的内容",
        "where": "位置：{where}",
        "field": "| 字段 | 值 |",
        "example": "以网关 `https://gateway.example/api`、模型 `demo-large` 和末尾为 0001 的密钥为例：",
    },
}


def declared(tool: Tool, language: Language) -> str:
    """The generated part of the tool's page."""
    part = _by_hand(tool, language) if tool.kind == "manual" else _written(tool, language)
    return "\n".join(["", *part, "", ""])


def _written(tool: Tool, language: Language) -> Iterator[str]:
    words, comma = _WORDS[language], "、" if language == "zh" else ", "
    yield from (words["glance"], "", words["what"], "| --- | --- |", *_facts(tool, language), "")
    yield from (words["files"], "| --- | --- | --- |")
    with tempfile.TemporaryDirectory(prefix="taotoken-docs-") as folder:
        home = Path(folder).resolve() / "home"
        (home / "project").mkdir(parents=True)
        ours = {file.id: told(file.path(host_in(home)), home) for file in tool.files if _counts(file, home)}
    yield from (_file_row(file, ours[file.id], comma) for file in tool.files if file.id in ours)
    looks = looks_of(tool)
    yield from ("", words["order"], "")
    for number, place in enumerate(looks.places, 1):
        yield f"{number}. {_place(place, set(ours.values()), language)}"
    if looks.movers:
        yield from ("", words["moved"].format(names=comma.join(f"`{name}`" for name in looks.movers)))


def _counts(file: ConfigFile, home: Path) -> bool:
    """Is the file one that a plain set-up on Linux is about, or one that it is about with an option?"""
    return not file.shared or file.when is None or file.when(_wanted(), host_in(home))


def _wanted() -> Wanted:
    return Wanted(endpoint=Endpoint.parse(GATEWAY, KEY, MODEL))


def _facts(tool: Tool, language: Language) -> Iterator[str]:
    words, comma = _WORDS[language], "、" if language == "zh" else ", "
    yield f"| {words['command']} | `taotoken setup {tool.id}` |"
    if program := tool.headless("x"):
        yield f"| {words['program']} | `{program[0]}`, {tool.homepage} |"
    if tool.tested:
        yield f"| {words['tested']} | {tool.tested} |"
    if tool.protocols:
        yield f"| {words['protocols']} | {comma.join(tool.protocols)} |"
    else:
        yield f"| {words['protocol']} | {tool.protocol} |"
    if tool.sizes:
        yield f"| {words['sizes']} | {comma.join(f'`--{size}`' for size in tool.sizes)} |"
    if tool.small_model:
        yield f"| {words['small']} | `--small-model` |"
    yield f"| {words['base']} | `{tool.tool_base_url(_wanted().endpoint)}` |"


def _file_row(file: ConfigFile, shown: str, comma: str) -> str:
    mode = f"{comma}0600" if file.private else ""
    owned = comma.join(f"`{show_path(path)}`" for path in file.owned)
    return f"| `{shown}` | {file.format.name}{mode} | {owned} |"


def _place(place: Place, ours: set[str], language: Language) -> str:
    words, comma = _WORDS[language], "、" if language == "zh" else ", "
    if place.file is None:
        return words["environment"].format(names=comma.join(f"`{name}`" for name in place.variables))
    return words["written"].format(file=f"`{place.file}`") if place.file in ours else f"`{place.file}`"


def _by_hand(tool: Tool, language: Language) -> Iterator[str]:
    words, comma = _WORDS[language], "、" if language == "zh" else ", "
    assert tool.by_hand is not None
    home = Path("/home/you")
    shown = tool.by_hand(_wanted(), host_in(home))
    yield from (words["enter"], "")
    if tool.protocols:
        yield from (f"{words['protocols']}: {comma.join(tool.protocols)}.", "")
    yield from (words["where"].format(where=shown.where.render(language)), "", words["example"], "")
    yield from (words["field"], "| --- | --- |", *(f"| {e.name} | `{e.value}` |" for e in shown.entries), "")
    if shown.snippet:
        yield from ("```text", *shown.snippet.splitlines(), "```", "")
    yield from (f"- {note.render(language)}" for note in shown.notes)


def main() -> None:
    """Rewrite the generated part of every page; a page without one gets it before its first heading."""
    for tool, page in PAGES:
        part = declared(tool, "zh" if language_of(page) == "zh" else "en")
        text = page.read_text(encoding="utf-8")
        if _MARK not in text:
            head, line, rest = text.partition("\n## ")
            text = f"{head}\n{_MARK}{_END}\n{line}{rest}"
        before, _, rest = text.partition(_MARK)
        page.write_text(f"{before}{_MARK}{part}{_END}{rest.partition(_END)[2]}", encoding="utf-8")
        sys.stdout.write(f"{page.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
