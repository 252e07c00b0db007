"""The public names of `taotoken`, and what importing it costs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import taotoken
from taotoken import _errors

HEAVY = [
    *("httpx", "httpcore", "h11", "msgspec", "pydantic", "pydantic_settings", "anyio", "asyncio", "ssl"),
    *("click", "rich", "tomlkit", "socket", "urllib.request", "unicodedata", "ipaddress"),
]


def loaded_after(code: str) -> list[str]:
    """The heavy modules that a fresh interpreter has loaded after `code`."""
    script = f"import sys\n{code}\nimport json\nprint(json.dumps([m for m in {HEAVY!r} if m in sys.modules]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def test_all_is_sorted_and_is_the_namespace() -> None:
    """`__all__` has each public name once, in order, and `dir` shows exactly these."""
    assert list(taotoken.__all__) == sorted(set(taotoken.__all__))
    assert dir(taotoken) == list(taotoken.__all__)
    extra = {name for name in vars(taotoken) if not name.startswith("_")} - set(taotoken.__all__)
    assert extra <= {"TYPE_CHECKING", "measure", "testing"}


@pytest.mark.parametrize("name", taotoken.__all__)
def test_each_public_name_is_there(name: str) -> None:
    """Every name of `__all__` resolves, and classes have a docstring."""
    value = getattr(taotoken, name)
    assert name == "__version__" or value.__doc__
    assert name == "__version__" or value.__name__ == name


def test_every_error_class_is_public() -> None:
    """No error can be raised that a user can't import by name."""
    errors = {
        name
        for name, value in vars(_errors).items()
        if isinstance(value, type) and issubclass(value, _errors.TaoTokenError)
    }
    assert errors <= set(taotoken.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A misspelled name fails as in any module."""
    with pytest.raises(AttributeError, match="no attribute 'AsyncTaoTokens'"):
        taotoken.AsyncTaoTokens  # noqa: B018
    assert not hasattr(taotoken, "annotations")


@pytest.mark.parametrize(
    "code",
    [
        "import taotoken",
        "from taotoken import Endpoint, Cause, Reply, TaoTokenError, Text",
        "from taotoken import Endpoint; Endpoint.parse('https://gw.example/api/v1/', 'sk-demo-7f3a', 'm').url('chat')",
    ],
)
def test_importing_is_light(code: str) -> None:
    """The import, and the endpoint with it, load none of the heavy modules."""
    assert loaded_after(code) == []
