"""Example text from documentation, told apart from real keys and model IDs.

A value is an example only when all of it is made of the words examples are made of; one part that is not (such
as ``7f3a`` in ``sk-demo-7f3a``) makes it a real value.
"""

from __future__ import annotations

import re

MAX_LENGTH = 120  # no documentation has a longer example

_BRACKETED = re.compile(r"<[^<>0-9]*>|\[[A-Za-z _\-]+\]|\{[A-Za-z _\-]+\}")
_SHORTENED = re.compile(r"\.\.\.|\*\*\*|…|•••|●●●")
_FILLER = re.compile(r"(?:(?:sk|rk|pk|ak)-)?(?:[a-z0-9]{1,6}-){0,3}x{3,}(?:-x+)*")
_SEPARATORS = re.compile(r"[\s_\-./<>\[\]{}()]+")
_CHINESE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff01-\uff0f\uff1a-\uff20]+")
_CHINESE_WORDS = re.compile("你的|您的|我的|请|填|替换|密钥|秘钥|令牌|此处|这里|示例|输入|粘贴|模型")


def _words(text: str) -> list[str]:
    ascii_text = _CHINESE.sub(" ", text).lower()
    return [word for word in _SEPARATORS.split(ascii_text) if word]


# Words that only an example has, and words that may stand beside them.
_TELLING = frozenset(
    _words(
        "your yours placeholder example replace replaceme change changeme insert paste enter put todo here "
        "yourkey yourapikey yourtoken apikey xxx xxxx"
    )
)
_KEY_WORDS = frozenset(
    _words(
        "a an the my own real actual new this it me with in of and goes value sk pk rk ak api key keys token secret "
        "access auth taotoken openai anthropic claude codex gateway provider account personal"
    )
)
_KEY_NAMES = frozenset({("api", "key"), ("auth", "token"), ("access", "token"), ("secret", "key")})
_MODEL_WORDS = _KEY_WORDS | frozenset(_words("model models id name default"))
_MODEL_NAMES = frozenset({("model",), ("model", "id"), ("model", "name"), ("modelid",), ("modelname",)})


def is_key_placeholder(key: str) -> bool:
    """Is this an example such as ``sk-xxx``, ``your-api-key`` or ``<API_KEY>``, or a key shortened for show?"""
    if _SHORTENED.search(key):
        return True
    if len(key) > MAX_LENGTH:
        return False
    if _BRACKETED.fullmatch(key) or _FILLER.fullmatch(key.lower()):
        return True
    words = _words(key)
    names_a_key = tuple(words[-2:]) in _KEY_NAMES and _KEY_WORDS.issuperset(words)
    return names_a_key or _is_example(key, words, _KEY_WORDS)


def is_model_placeholder(model: str) -> bool:
    """Is this an example such as ``MODEL_ID``, ``your-model`` or ``<model>``?"""
    if len(model) > MAX_LENGTH:
        return False
    words = _words(model)
    if _BRACKETED.fullmatch(model) or tuple(words) in _MODEL_NAMES:
        return True
    return _is_example(model, words, _MODEL_WORDS)


def _is_example(text: str, words: list[str], beside: frozenset[str]) -> bool:
    """Are all words those of an example, and is one of them (or a Chinese one) telling?"""
    telling = not _TELLING.isdisjoint(words) or _CHINESE_WORDS.search(text) is not None
    return telling and (_TELLING | beside).issuperset(words)
