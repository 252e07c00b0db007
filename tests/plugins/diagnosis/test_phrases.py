"""What people search for, word by word: the texts of `data/phrases.json`, and each phrase in two languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from taotoken import Cause
from taotoken._message import Language
from taotoken_plugins.diagnosis.explain import explain

PHRASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data/phrases.json").read_text("utf-8"))
C = Cause
FALLBACK = "warning: Model metadata for `m` not found. Defaulting to fallback metadata"

# phrase, the same in the other language's surroundings, and the causes that may come first
SEARCHED: tuple[tuple[str, str, tuple[Cause, ...]], ...] = (
    (
        "CC Switch local proxy failed while handling Codex endpoint /responses",
        "报错：local proxy failed，Codex 用不了",
        (C.KEY_INVALID, C.ENDPOINT_NOT_SUPPORTED, C.BAD_RESPONSE),
    ),
    (
        "TypeError: Cannot read properties of undefined (reading 'choices')",
        "调用后一直提示 Cannot read properties of undefined (reading 'choices')，怎么办？",
        (C.BAD_RESPONSE, C.BASE_URL_V1_MISSING, C.EMPTY_REPLY),
    ),
    (
        "Cannot read properties of undefined (reading '0')",
        "插件报错 reading '0'",
        (C.BAD_RESPONSE, C.BASE_URL_V1_MISSING, C.EMPTY_REPLY),
    ),
    (
        "TypeError: 'NoneType' object is not subscriptable",
        "运行 demo 出错：'NoneType' object is not subscriptable",
        (C.BAD_RESPONSE, C.EMPTY_REPLY),
    ),
    (
        "AttributeError: 'str' object has no attribute 'choices'",
        "返回的是字符串：'str' object has no attribute 'choices'",
        (C.BASE_URL_V1_MISSING,),
    ),
    ("OAuth token expired", "登录提示 OAuth token has expired，请重新登录", (C.OAUTH_TOKEN_EXPIRED,)),
    ("403 unauthorized client detected", "错误 403：unauthorized client", (C.CLIENT_NOT_ALLOWED,)),
    ("invalid redirect_uri", "登录页报 redirect_uri 不匹配", (C.OAUTH_VS_API_KEY,)),
    (
        "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB",
        "自建模型报错 CUDA out of memory",
        (C.SERVER_OUT_OF_MEMORY,),
    ),
    (
        "404 Invalid URL (POST /chat/completions)",
        "请求失败：Invalid URL (POST /chat/completions)",
        (C.BASE_URL_V1_MISSING,),
    ),
    ('401 {"error":{"message":"无效的令牌"}}', "无效的令牌", (C.KEY_INVALID,)),
    ('403 {"error":{"message":"余额不足"}}', "余额不足", (C.QUOTA_EXHAUSTED,)),
    (
        '429 {"error":{"message":"当前分组上游负载已饱和，请稍后再试"}}',
        "当前分组上游负载已饱和，请稍后再试",
        (C.OVERLOADED,),
    ),
)


@pytest.mark.parametrize("row", PHRASES, ids=[str(number) for number in range(len(PHRASES))])
def test_texts_of_tools_libraries_and_gateways(row: dict[str, Any]) -> None:
    """The text alone leads to a cause that is possible, first of at most five."""
    report = explain(row["text"])

    assert report.root_cause in row["first"], [str(finding.cause) for finding in report.findings]
    assert len(report.candidates) <= 5


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("english", "chinese", "causes"), SEARCHED, ids=[row[0][:30] for row in SEARCHED])
def test_what_people_search_for(english: str, chinese: str, causes: tuple[Cause, ...], language: Language) -> None:
    """The same phrase means the same in any surroundings, and is answered in both languages."""
    for text in (english, chinese):
        report = explain(text)
        assert report.root_cause in causes, (text, [str(finding.cause) for finding in report.findings])
        root = report.findings[0]
        said = root.message.render(language) + root.remedy.render(language)
        assert "{" not in said
        assert language == "zh" or has_chinese(text) or not has_chinese(said)
        assert language == "en" or has_chinese(said)


def has_chinese(text: str) -> bool:
    return any("\u4e00" <= char <= "\u9fff" for char in text)


HARMLESS = (
    "",
    "  \n",
    "hello world",
    "All 404 turtles are fine",
    "谢谢，一切正常",
    FALLBACK,
    "use the dark theme in codex",
    "代理已启动，监听 7890",
    "证书有效期至 2027 年",
    "网络连接正常，余额 100 元",
    "How do I log in?",
    "stream finished normally, 1200 tokens used",
    "retrying is disabled for tests",
)


@pytest.mark.parametrize("text", HARMLESS)
def test_a_text_without_a_failure_blames_nothing(text: str) -> None:
    """Nothing recognised is said as such, not guessed at."""
    report = explain(text)

    assert report.root_cause is None
    assert report.notes
