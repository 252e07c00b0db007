"""What the three tools do. The settings are read at every call: after `taotoken setup` nothing has to be restarted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from taotoken._errors import TaoTokenError
from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken_cli._answers import saved_gateway
from taotoken_cli._app import App
from taotoken_cli._endpoint_options import GatewayOptions
from taotoken_cli._mcp._budget import Budget, Reserved
from taotoken_cli._mcp._failed import RequestFailedError
from taotoken_cli._texts import mcp as texts
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError

if TYPE_CHECKING:
    from taotoken._client import AsyncTaoToken
    from taotoken._endpoint import Endpoint
    from taotoken._reply import Model, Reply
    from taotoken_cli._mcp._arguments import Chat

_T = TypeVar("_T")
FIRST_TOKEN_SECONDS = 300.0
CHECK_PROMPT = "Reply with the word OK."
CHECK_TOKENS = 256  # room for a model that thinks first


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One client's session: `models` are those that `chat` may name, the first one used where it names none."""

    app: App
    host: Host
    budget: Budget
    models: tuple[str, ...] = ()
    allow_http: bool = False


async def chat(session: Session, arguments: Chat) -> list[str]:
    """The answer, and a note where it is not whole."""
    endpoint = _endpoint(session, arguments.model)
    reserved = session.budget.reserve(arguments.system + arguments.prompt, arguments.max_tokens)
    reply = await _ask(session, endpoint, reserved, arguments.prompt, arguments.system)
    cut = texts.CUT if reserved.answer == arguments.max_tokens else texts.CUT_BY_SESSION
    notes = [texts.EMPTY()] if not reply.text else []
    notes += [cut(tokens=reserved.answer)] if reply.finish_reason == "length" else []
    return [*([_fit(session, reply.text)] if reply.text else []), *_words(session, notes)]


async def list_models(session: Session) -> list[str]:
    """The gateway's models."""
    endpoint = _endpoint(session, "")
    models = await _with_client(endpoint, _list)
    ids = "\n".join(safe_text(model.id, 200) for model in models)
    return [_fit(session, ids)] if models else _words(session, [texts.NO_MODELS()])


async def check_connection(session: Session) -> list[str]:
    """A report on one short request."""
    endpoint = _endpoint(session, "")
    reserved = session.budget.reserve(CHECK_PROMPT, CHECK_TOKENS)
    reply = await _ask(session, endpoint, reserved, CHECK_PROMPT, "")
    facts = texts.FACTS(
        url=safe_text(endpoint.base_url),
        key=mask_key(endpoint.api_key),
        model=safe_text(endpoint.model, 200),
        ttft=_seconds(reply.timing.ttft),
        total=_seconds(reply.timing.total),
        models=await _listed(endpoint),
    )
    return _words(session, [texts.ANSWERS(), facts])


def _endpoint(session: Session, model: str) -> Endpoint:
    """The gateway as it is set up now, with a model that may be used. Raises ProblemError or ConfigurationError."""
    if model and model not in session.models:
        known = ", ".join(safe_text(one, 100) for one in session.models)
        message = texts.MODEL_NOT_OFFERED(model=safe_text(model, 100), known=known or "-")
        raise RefusedError(Problem(code="model_not_offered", message=message))
    chosen = model or next(iter(session.models), "")
    options = GatewayOptions(allow_http=session.allow_http)
    endpoint = saved_gateway(session.app, session.host, options, model=chosen)
    if not endpoint.model:
        raise RefusedError(Problem(code="missing_model", message=texts.NO_MODEL(), next=texts.NO_MODEL_NEXT()))
    return endpoint


async def _ask(session: Session, endpoint: Endpoint, reserved: Reserved, prompt: str, system: str) -> Reply:
    """One streamed answer within what is reserved; the budget is settled whatever happens."""
    messages = [{"role": "system", "content": system}] if system else []
    messages.append({"role": "user", "content": prompt})

    async def ask(client: AsyncTaoToken) -> Reply:
        async with client.stream(
            messages, max_tokens=reserved.answer, first_token_timeout=FIRST_TOKEN_SECONDS
        ) as stream:
            return await stream.reply()

    reply: Reply | None = None
    try:
        reply = await _with_client(endpoint, ask)
    except RequestFailedError as failed:
        reply = failed.error.partial  # what came before it broke off has been used
        raise
    finally:  # of a cancelled call too
        if reply is None:
            session.budget.give_back(reserved)
        else:
            session.budget.settle(reserved, reply.usage, reply.reasoning + reply.text)
    return reply


async def _list(client: AsyncTaoToken) -> tuple[Model, ...]:
    return await client.models()


async def _listed(endpoint: Endpoint) -> Message | int:
    """How many models the gateway lists; that it lists none is no fault."""
    try:
        return len(await _with_client(endpoint, _list))
    except RequestFailedError as failed:
        return texts.NONE_LISTED(reason=failed.error.code)


async def _with_client(endpoint: Endpoint, ask: Callable[[AsyncTaoToken], Awaitable[_T]]) -> _T:
    from taotoken import AsyncTaoToken

    try:
        async with AsyncTaoToken(endpoint) as client:
            return await ask(client)
    except TaoTokenError as error:
        raise RequestFailedError(endpoint, error) from error


def _seconds(value: float | None) -> Message | str:
    return "-" if value is None else texts.SECONDS(seconds=f"{value:.2f}")


def _words(session: Session, messages: list[Message]) -> list[str]:
    return [_fit(session, session.app.console.words(message)) for message in messages]


def _fit(session: Session, text: str) -> str:
    """`text` as it can be sent: no key of ours, and nothing that is no Unicode text."""
    return session.app.console.masked(text).encode("utf-8", "replace").decode("utf-8")
