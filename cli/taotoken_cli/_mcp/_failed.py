"""A failed call in words for the model that made it: the cause, what to do, and what the client said."""

from __future__ import annotations

from taotoken._endpoint import Endpoint
from taotoken._errors import ConfigurationError, TaoTokenError
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._app import App
from taotoken_cli._failure import failure
from taotoken_cli._texts import mcp as texts

OWN_ID = "taotoken"


class RequestFailedError(Exception):
    """A request to `endpoint` failed; the client's error is the cause."""

    def __init__(self, endpoint: Endpoint, error: TaoTokenError) -> None:
        super().__init__(str(error))
        self.endpoint = endpoint
        self.error = error


def words_of(error: Exception, app: App) -> str:
    """What to tell: nothing of it holds a key."""
    if isinstance(error, RequestFailedError) and not isinstance(error.error, ConfigurationError):
        lines = _diagnosed(error)
    else:
        lines = _told(error.error if isinstance(error, RequestFailedError) else error)
    return app.console.masked("\n".join(app.console.words(line) for line in lines))


def _told(error: Exception) -> list[Message]:
    lines = []
    for problem in failure(error).problems:
        lines.append(problem.message)
        lines += [texts.NEXT(next=problem.next)] if problem.next else []
    return lines


def _diagnosed(failed: RequestFailedError) -> list[Message]:
    """The diagnosis of the failed request by the rules of `taotoken doctor`."""
    from taotoken_plugins._tool import Effective
    from taotoken_plugins.diagnosis.engine import judge
    from taotoken_plugins.diagnosis.facts import Facts, Failure

    endpoint, error = failed.endpoint, failed.error
    url = endpoint.url("chat")
    used = Effective(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key,
        model=endpoint.model,
        endpoint_url=url,
        auth_headers=("bearer",),
    )
    found = judge(Facts(tool=OWN_ID, effective=used, failure=Failure.of(error, url=url, seen=True))).findings
    said = texts.SAID(words=safe_text(str(error), secrets=(endpoint.api_key,)))
    if not found:
        return [*_told(error), said]
    return [found[0].message, texts.NEXT(next=found[0].remedy), said]
