"""A value that can't be used, told with the option it came from and the page that helps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from taotoken._causes import Cause
from taotoken._errors import ConfigurationError, TaoTokenError
from taotoken._hosts import page
from taotoken._message import Message, Text
from taotoken._text import safe_text
from taotoken._texts import url as url_texts
from taotoken_cli._texts import common
from taotoken_cli._texts import next_steps as texts
from taotoken_plugins._problem import Problem, RefusedError

_HERE: Final[dict[Text, Text]] = {
    url_texts.PLAIN_HTTP: texts.PLAIN_HTTP,
    url_texts.NO_MESSAGES_URL: texts.NO_MESSAGES_URL,
}


@contextmanager
def refusing(option: str, following: Message) -> Iterator[None]:
    """Turn a ConfigurationError into a RefusedError that names `option` and what to do."""
    try:
        yield
    except ConfigurationError as error:
        if error.cause is Cause.PLAIN_HTTP_KEY:
            following = texts.ALLOW_HTTP()
        code = str(error.cause or error.code)
        raise RefusedError(Problem(code=code, message=words(error), field=option, next=following)) from error


def words(error: TaoTokenError) -> Message:
    """What `error` says; where the SDK's sentence names Python, ours names no way out: the next step does."""
    detail = error.detail
    if detail is None:
        return common.FAILED(message=safe_text(str(error)))
    return Message(_HERE.get(detail.text, detail.text), detail.params)


def key_help(host: str) -> Message:
    """Where to get the key again."""
    address = page(host, "api-keys")
    return texts.KEY_PAGE(page=address) if address else texts.KEY()


def model_help(host: str) -> Message:
    """Where the model ids are."""
    address = page(host, "models")
    return texts.MODEL_PAGE(page=address) if address else texts.MODEL()
