"""The pages of the causes: made from the catalogue, the phrases, and an example that the doctor judges here.

python tests/support/docs_causes.py    # rewrites all of every page but its part by hand
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cause_examples import EXAMPLES, Example
from docs_pages import ROOT
from docs_reference import opened
from taotoken._causes import Cause
from taotoken._message import Language, Message
from taotoken._text import safe_text
from taotoken_cli._texts import doctor as doctor_texts
from taotoken_plugins._texts.causes import CAUSES
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._layers import layer_of
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.fix import BY_SETUP
from taotoken_plugins.diagnosis.symptoms import SYMPTOMS

FOLDER: Final = ROOT / "docs/reference/causes"
OPEN, CLOSE = "<!-- by hand -->\n", "<!-- /by hand -->\n"
_PRINTED: Final = ROOT / "tests/cases/data/symptoms/symptoms.json"
_TELLING: Final = 60  # how much a phrase must speak for a cause to be named on its page
_OWN_WORDS: Final = 10  # a shorter needle says nothing without the pattern around it
_MOST_PHRASES: Final = 8
_INVISIBLE: Final = {"\u200b": "\\u200b", "\ufeff": "\\ufeff"}
_BY_NAME: Final = (
    Cause.SETTINGS_SHADOWED,
    Cause.SETTINGS_FILE_OVERRIDES_ENV,
    Cause.KEY_TO_FOREIGN_HOST,
    Cause.PLAIN_HTTP_KEY,
    Cause.PROXY_ENV_DEAD,
    Cause.PROXY_ENV_BAD_SCHEME,
    Cause.NO_PROXY_UNPARSEABLE,
    Cause.KEY_FILE_EXPOSED,
)
_KEPT: Final = (Cause.KEY_INVALID, Cause.LOCAL_GATEWAY_NOT_RUNNING, Cause.CONNECT_REFUSED, Cause.DNS_FAILED)
_WORDS: Final = {
    "en": {
        "all": "All causes",
        "head": "| Layer | Who must act | `doctor --fix` |",
        "yes": "yes",
        "named": "on consent: `--check {cause}`",
        "kept": "with a key or an address that taotoken keeps",
        "no": "no",
        "you": "you",
        "gateway": "the gateway",
        "network": "whoever runs the network or proxy between",
        "tool": "the tool's makers",
        "why": "## Why, and how to be sure",
        "right": "## Put it right",
        "phrases": "## What points to it",
        "example": "## Example",
        "says": "What the doctor says to that:",
        "env": "in the environment",
        "pasted": "pasted",
        "seen": "seen",
    },
    "zh": {
        "all": "全部原因",
        "head": "| 层 | 由谁处理 | `doctor --fix` |",
        "yes": "可以",
        "named": "点名同意后可以：`--check {cause}`",
        "kept": "taotoken 保存有可用的密钥或地址时可以",
        "no": "不可以",
        "you": "你",
        "gateway": "网关",
        "network": "网络或代理的管理者",
        "tool": "工具的开发者",
        "why": "## 原因与确认方法",
        "right": "## 怎样修复",
        "phrases": "## 常见报错",
        "example": "## 示例",
        "says": "诊断结果：",
        "env": "环境变量",
        "pasted": "粘贴的报错",
        "seen": "探测结果",
    },
}


def path_of(cause: Cause, language: Language) -> Path:
    """The page of a cause."""
    return FOLDER / f"{cause}{'.zh-CN' if language == 'zh' else ''}.md"


def by_hand(page: Path) -> str:
    """The part that is written by hand; empty where there is none yet."""
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    return text.partition(OPEN)[2].partition(CLOSE)[0]


def page_of(cause: Cause, language: Language, hand: str) -> str:
    """The whole page, around the part by hand."""
    words, text = _WORDS[language], CAUSES[cause]
    other = path_of(cause, "en" if language == "zh" else "zh").name
    index = "../causes.zh-CN.md" if language == "zh" else "../causes.md"
    lines = [
        f"# `{cause}`",
        "",
        f"[{'English' if language == 'zh' else '中文'}]({other}) · [{words['all']}]({index})",
        "",
        opened(text.sentence, language),
        "",
        words["head"],
        "| --- | --- | --- |",
        f"| `{layer_of(cause)}` | {words[text.who]} | {_fixed(cause, language)} |",
        "",
        words["why"],
        "",
    ]
    body = "\n".join(lines) + "\n" + OPEN + hand + CLOSE
    return body + "\n".join(["", *_rest(cause, language)])


def _fixed(cause: Cause, language: Language) -> str:
    words = _WORDS[language]
    if cause in _BY_NAME:
        return words["named"].format(cause=cause)
    if cause in BY_SETUP or cause is Cause.CONFIG_UTF8_BOM:
        return words["yes"]
    return words["kept"] if cause in _KEPT else words["no"]


def _rest(cause: Cause, language: Language) -> Iterator[str]:
    words = _WORDS[language]
    yield from ("```sh", f"taotoken doctor --check {cause}", "```", "")
    yield from (words["right"], "", opened(CAUSES[cause].remedy, language), "")
    if phrases := list(_phrases(cause)):
        yield from (words["phrases"], "", *(f"- {_code(phrase)}" for phrase in phrases), "")
    if (example := EXAMPLES.get(cause)) is not None:
        yield from (
            words["example"],
            "",
            "```text",
            *"\n".join(_shown(example, language)).rstrip().split("\n"),
            "```",
            "",
        )
        yield from (words["says"], "", "```text", *_answer(cause, example, language), "```", "")


def _phrases(cause: Cause) -> Iterator[str]:
    """What real tools printed for it, and phrases that speak for it before all others."""
    found = dict.fromkeys(_printed(cause))
    for symptom in SYMPTOMS:
        if symptom.causes and symptom.causes[0][0] is cause and symptom.causes[0][1] >= _TELLING:
            alone = [needle for needle in symptom.needles if symptom.pattern is None or len(needle) >= _OWN_WORDS]
            found |= dict.fromkeys(alone[:3])
    yield from list(found)[:_MOST_PHRASES]


def _printed(cause: Cause) -> Iterator[str]:
    for entry in json.loads(_PRINTED.read_text(encoding="utf-8")):
        if entry["causes"] == [str(cause)]:
            lines = [line.strip() for line in entry["message"].splitlines() if line.strip()]
            yield safe_text(lines[-1], 140)


def _code(phrase: str) -> str:
    return f"`` {phrase} ``" if "`" in phrase else f"`{phrase}`"


def _shown(example: Example, language: Language) -> Iterator[str]:
    """What is set, what was found out, and what was pasted."""
    words, given = _WORDS[language], example.input
    for name, content in given.get("files", {}).items():
        yield from (f"# {name}", *_visible(content).rstrip("\n").split("\n"), "")
    if env := given.get("env"):
        yield f"# {words['env']}"
        yield from (*(f"{name}={_visible(value)}" for name, value in env.items()), "")
    if probes := given.get("probe"):
        yield f"# {words['seen']}"
        yield from (*(_probe(probe) for probe in probes), "")
    if message := given.get("message"):
        yield from (f"# {words['pasted']}", *message.split("\n"), "")


def _visible(text: str) -> str:
    for char, name in _INVISIBLE.items():
        text = text.replace(char, name)
    return text


def _probe(probe: dict[str, object]) -> str:
    if probe["do"] == "request":
        auth = f" ({probe['auth']})" if "auth" in probe else ""
        return f"POST {probe['url']}{auth} → HTTP {probe['status']} {probe.get('body', '')}".rstrip()
    shown = {name: value for name, value in probe.items() if name != "do"}
    return f"{probe['do']}: " + ", ".join(f"{name} {value}" for name, value in shown.items())


def _answer(cause: Cause, example: Example, language: Language) -> Iterator[str]:
    finding = next(one for one in judge(example.facts()).findings if one.cause is cause)
    yield finding.message.render(language)
    yield from (line.render(language) for line in _lines(finding))


def _lines(finding: Finding) -> Iterator[Message]:
    for said in finding.evidence:
        yield doctor_texts.EVIDENCE(message=said)
    yield doctor_texts.REMEDY(command=finding.remedy)


def main() -> None:
    """Rewrite every page, each around its part by hand; pages of causes that are gone go."""
    FOLDER.mkdir(exist_ok=True)
    wanted = {path_of(cause, language) for cause in Cause for language in LANGUAGES}
    for page in set(FOLDER.glob("*.md")) - wanted:
        page.unlink()
    for cause in Cause:
        for language in LANGUAGES:
            page = path_of(cause, language)
            page.write_text(page_of(cause, language, by_hand(page)), encoding="utf-8")
    sys.stdout.write(f"{len(wanted)} pages in {FOLDER.relative_to(ROOT)}\n")


LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")

if __name__ == "__main__":
    main()
