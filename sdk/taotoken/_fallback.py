"""Where a call goes on when its own route can't answer, as pure decisions over a clock that is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from taotoken._checks import SPAN, check
from taotoken._endpoint import Endpoint
from taotoken._errors import ConfigurationError, TaoTokenError, TimedOutError, TransportError

if TYPE_CHECKING:
    from taotoken._request import Prepared

MAX_REST = 3600.0
"""The longest rest (seconds) that a server's Retry-After may give a route."""

Help = Literal["any", "elsewhere", "nothing"]
Rests = dict["Route", float]


@dataclass(frozen=True, slots=True, init=False)
class Fallback:
    """Further routes of a call, in order: models of the client's endpoint, or other endpoints.

        AsyncTaoToken(endpoint, fallback=Fallback(["demo-small", Endpoint.parse(other_url, other_key, "model")]))

    The next route is taken when the retries of one are used up, and at once where repeating can't help
    (`error.fallback_ok`: the model is not there, the quota is used up, the key may not use the model). Where no
    connection came about, models of the same endpoint are passed over. Nothing is repeated after output has reached
    the caller. A key goes only to its own endpoint.

    A route that failed so rests for `cooldown` seconds, or as long as the server said: calls pass it over, then one
    call tries it, without retries. If all rest, the one that wakes first is tried.

    Attributes:
        routes: the routes after the call's own; none at all turns a client's fallback off for a call. An endpoint
            without a model gets the model of the call.
        cooldown: seconds that a route rests.

    Raises:
        ConfigurationError: something that is neither a model nor an `Endpoint`.
    """

    routes: tuple[str | Endpoint, ...]
    cooldown: float

    def __init__(self, routes: Iterable[str | Endpoint], *, cooldown: float = 30.0) -> None:
        listed = (
            (routes,)
            if isinstance(routes, str | Endpoint)
            else tuple(routes)
            if isinstance(routes, Iterable)
            else (routes,)
        )
        if not all(isinstance(route, Endpoint) or (isinstance(route, str) and route) for route in listed):
            raise ConfigurationError("the routes of a fallback must be models (str) or endpoints (Endpoint)")
        check("cooldown", cooldown, SPAN)
        object.__setattr__(self, "routes", listed)
        object.__setattr__(self, "cooldown", cooldown)


def helps(error: TaoTokenError) -> Help:
    """Which other routes may answer where this error stands: any, only other endpoints, or none."""
    if isinstance(error, ConfigurationError):
        return "nothing"
    if isinstance(error, TransportError) and not isinstance(error, TimedOutError):
        return "elsewhere"
    return "any" if error.fallback_ok or error.retryable else "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One place and model that a call can go to; `prepare` makes its request."""

    endpoint: Endpoint
    model: str
    prepare: Callable[[], Prepared] = field(compare=False, repr=False)


class Routes:
    """The routes of one call, and the one it is on. `rests` is the client's: until when on its clock a route rests."""

    def __init__(self, routes: Iterable[Route], rests: Rests, *, cooldown: float, clock: Callable[[], float]) -> None:
        self._routes = list(dict.fromkeys(routes))
        self._rests = rests
        self._cooldown = cooldown
        self._clock = clock
        self._at = 0
        self._left: list[int] = list(range(len(self._routes)))
        self._probing = False
        self._why: str | None = None

    @property
    def route(self) -> Route:
        """The one it is on."""
        return self._routes[self._at]

    @property
    def patient(self) -> bool:
        """Is this route to be tried again? One that rested until now isn't while there is another."""
        return not (self._probing and any(self._ready(index) for index in self._left))

    @property
    def why(self) -> str | None:
        """The code of the error that the call's own route was left with, or "resting"; None on that route."""
        return self._why if self._at else None

    def first(self) -> Route:
        """The first route that doesn't rest, else the one that wakes first."""
        ready = next((index for index in self._left if self._ready(index)), None)
        if ready is None:
            ready = min(self._left, key=lambda index: self._rests[self._routes[index]])
        self._why = "resting" if ready else None
        return self._go(ready)

    def next(self, error: TaoTokenError) -> Route | None:
        """The route after one that failed with `error`, which now rests; None when there is none to try."""
        help_ = helps(error)
        if help_ == "nothing":
            self.answered()
            return None
        rest = self._cooldown if error.retry_after is None else min(error.retry_after, MAX_REST)
        self._rests[self.route] = self._clock() + rest
        if help_ == "elsewhere":
            from taotoken._request import origin

            here = origin(self.route.endpoint.base_url)
            self._left = [i for i in self._left if origin(self._routes[i].endpoint.base_url) != here]
        ready = next((index for index in self._left if self._ready(index)), None)
        if ready is None:
            return None
        self._why = self._why or error.code
        return self._go(ready)

    def answered(self) -> None:
        """The route works: it gave a whole reply, or said that the request is wrong."""
        self._rests.pop(self.route, None)

    def _go(self, index: int) -> Route:
        self._left.remove(index)
        self._at = index
        self._probing = self.route in self._rests
        if self._probing:  # others pass it over until it has answered
            self._rests[self.route] = self._clock() + self._cooldown
        return self.route

    def _ready(self, index: int) -> bool:
        until = self._rests.get(self._routes[index])
        return until is None or until <= self._clock()


_PRIVATE_HEADERS = ("authorization", "x-api-key", "api-key", "cookie", "proxy-authorization")


def headers_elsewhere(headers: Mapping[str, str] | None) -> dict[str, Any] | None:
    """A caller's headers for another endpoint: those that may hold a secret stay at home."""
    if headers is None:
        return None
    return {name: value for name, value in headers.items() if str(name).lower() not in _PRIVATE_HEADERS}
