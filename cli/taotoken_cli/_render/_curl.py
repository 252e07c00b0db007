"""``--curl``: the request a tool sends, as curl for three shells. The key is never in it, only a variable's name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._texts import doctor as texts

if TYPE_CHECKING:
    from taotoken._protocol import Protocol
    from taotoken_cli._doctor._result import DoctorResult

VARIABLE: Final = "TAOTOKEN_API_KEY"
_NAMES: Final = {"bash": f"${VARIABLE}", "PowerShell": f"$env:{VARIABLE}", "cmd": f"%{VARIABLE}%"}


def show_curl(result: DoctorResult, console: Console) -> None:
    """Three commands for each tool."""
    for tool in result.tools:
        effective = result.facts[tool.id].effective
        console.say()
        if effective is None or not effective.endpoint_url:
            console.say(texts.CURL_NONE(tool=tool.name))
            continue
        console.say(texts.CURL_KEY(name=VARIABLE))
        url, model = safe_text(effective.endpoint_url, 500), safe_text(effective.model or "MODEL", 100)
        header = effective.auth_headers[0] if effective.auth_headers else "bearer"
        for shell in _NAMES:
            console.say(texts.CURL_OF(tool=tool.name, shell=shell))
            console.say(curl(shell, url, tool.protocol, model, header))


def curl(shell: str, url: str, protocol: Protocol, model: str, header: str) -> str:
    """One command, on one line."""
    key = _NAMES[shell]
    auth = f"x-api-key: {key}" if header == "x-api-key" else f"Authorization: Bearer {key}"
    headers = [auth, "Content-Type: application/json"]
    headers += ["anthropic-version: 2023-06-01"] if protocol == "messages" else []
    program = "curl" if shell == "bash" else "curl.exe"
    given = " ".join(f"-H {_double(one, shell)}" for one in headers)
    return f"{program} -sS {_single(url, shell)} {given} -d {_body(_json(protocol, model), shell)}"


def _json(protocol: Protocol, model: str) -> str:
    body: dict[str, Any] = {"model": model}
    if protocol == "responses":
        body |= {"input": "Reply with the single word: ok", "max_output_tokens": 64}
    else:
        body |= {"max_tokens": 64, "messages": [{"role": "user", "content": "Reply with the single word: ok"}]}
    return json.dumps(body)


def _double(text: str, shell: str) -> str:
    """In double quotes, where the key's variable is still put in."""
    if shell == "bash":
        text = text.replace("\\", "\\\\").replace('"', '\\"').replace("`", "\\`")
    elif shell == "PowerShell":
        text = text.replace("`", "``").replace('"', '`"')
    return f'"{text}"'


def _single(text: str, shell: str) -> str:
    """As it stands, whatever is in it."""
    if shell == "cmd":
        return f'"{text}"'
    return "'" + text.replace("'", "'\\''" if shell == "bash" else "''") + "'"


def _body(text: str, shell: str) -> str:
    """JSON; its own quotes are escaped on Windows, whose programs split their command line themselves."""
    return _single(text if shell == "bash" else text.replace('"', '\\"'), shell)
