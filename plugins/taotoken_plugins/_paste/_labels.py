"""The names that people, shells and programs give to the pieces of a set, and what may stand behind a name."""

from __future__ import annotations

import re
from typing import Final

from taotoken._placeholders import is_key_placeholder, is_model_placeholder
from taotoken_plugins._paste._pieces import Role, is_weak, role

# Chinese labels, by the end of the label; what stands before it ("网关的", "你的") doesn't matter.
_HAN: Final[tuple[tuple[Role, str], ...]] = (
    (
        "base_url",
        "(?:接口|请求|网关|服务|代理|中转|转发|站点|基础|根|API|Base)?[ ]?(?:地址|网址|域名|端点|链接|URL)",
    ),
    ("api_key", "(?:API|访问|接口)?[ ]?(?:密钥|秘钥|密匙|令牌|KEY)(?:[ ]?[0-9一二三四]{1,2})?"),
    ("model", "(?:默认|主)?模型(?:[ ]?(?:名称|名|ID|编号|标识))?"),
)
_WORDS: Final = (
    r"(?:(?:anthropic|openai|claude|codex|api|base|auth|model|request|gateway|access|secret|bearer|default|main|your)"
    r"[ \-]){1,4}(?:url|uri|key|base|token|id|name|endpoint|address|model)"
)
NAME: Final = re.compile(
    r"(?:(?P<shell>\b(?:setx|setenv)[ \t]+(?:/[mM][ \t]+)?|\bset[ \t]+(?:-+[A-Za-z\-]+[ \t]+)+)|\$\{?env:)?"
    rf"(?:(?P<words>(?<![A-Za-z0-9_]){_WORDS}(?![A-Za-z0-9_]))"
    r"|(?P<ident>(?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_\-]{0,79}(?![A-Za-z0-9_]))"
    rf"|(?P<url>{_HAN[0][1]})|(?P<key>{_HAN[1][1]})|(?P<model>{_HAN[2][1]}))",
    re.IGNORECASE,
)

_URL: Final = re.compile(
    r"https?:/{0,3}[^\s/]|(?:[a-z0-9\-]+\.)+[a-z]{2,24}(?::\d{1,5})?(?:/|\Z)|localhost(?::\d|/|\Z)|\d{1,3}(?:\.\d{1,3}){3}",
    re.IGNORECASE,
)
_KEY_LIKE: Final = re.compile(
    r"(?:bearer\s+)?(?:(?:sk|rk|pk|ak)-\S{4,}|(?=\S{0,200}\d)[\w\-.~+/=:]{12,})\Z", re.IGNORECASE
)
_MODEL_LIKE: Final = re.compile(r"(?=.{0,200}[\d\-/.])[A-Za-z@][\w.\-:/@+\[\]]{1,200}\Z")
_WORDS_ONLY: Final = (
    "str string none null undefined true false number any optional text password key token url the a an is your in "
    "value api_key base_url model required secret"
)
_NO_VALUE: Final = frozenset(_WORDS_ONLY.split())
_HAN_CHAR: Final = re.compile("[\u4e00-\u9fff]")
_NAME_LIKE: Final = re.compile(r"[A-Za-z_][A-Za-z_]*(?:\.[A-Za-z_]+)*\Z")


def role_of_match(found: re.Match[str]) -> Role | None:
    """The role of what `NAME` matched."""
    if found["url"] or found["key"] or found["model"]:
        return "base_url" if found["url"] else "api_key" if found["key"] else "model"
    words = found["words"]
    if words and words.lower().endswith((" address", "-address")):
        return "base_url"
    return role(words or found["ident"])


def name_of_match(found: re.Match[str]) -> str:
    """The name as it is written."""
    return found["words"] or found["ident"] or found["url"] or found["key"] or found["model"] or ""


def is_variable(name: str) -> bool:
    """Is it spelled like an environment variable?"""
    return name.isupper() and "_" in name and name.isascii()


def fits(wanted: Role, name: str, value: str, *, quoted: bool) -> bool:
    """Can `value` be what stands behind this name, or is it just the next word of a sentence?"""
    bare = value.strip()
    if not bare or bare.lower() in _NO_VALUE or len(bare) > 4000:
        return False
    if is_reference(bare):
        return True
    if wanted == "base_url":
        return _URL.match(bare) is not None
    if wanted == "model":
        return quoted or is_variable(name) or is_model_placeholder(bare) or _MODEL_LIKE.match(bare) is not None
    if is_key_placeholder(bare) or _KEY_LIKE.match(bare):
        return True
    if is_weak(name) or _HAN_CHAR.search(bare) or (not quoted and not is_variable(name) and _NAME_LIKE.match(bare)):
        return False
    return len(bare) > 3 and " " not in bare


def is_reference(value: str) -> bool:
    """Does it start like the name of something that stands elsewhere?"""
    return value.startswith(("$", "%", "{env:", "{{", "os.", "process.", "import.meta", "getenv", "System."))


def looks_like_url(value: str) -> bool:
    """Has it the shape of an address?"""
    return _URL.match(value) is not None


def looks_like_key(value: str) -> bool:
    """Has it the shape of a key?"""
    return _KEY_LIKE.match(value) is not None


def looks_like_model(value: str) -> bool:
    """Has it the shape of a model id?"""
    return _MODEL_LIKE.match(value) is not None
