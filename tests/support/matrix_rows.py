"""The rows of the live matrix: what the gateway does wrong, what is wrong on a machine, and the cause of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from matrix_kit import KEY, TOOLS, Change, Expected, World, write
from taotoken import Cause

DEAD_PROXY = {"HTTP_PROXY": "http://127.0.0.1:{port}", "HTTPS_PROXY": "http://127.0.0.1:{port}"}

GATEWAY: Mapping[str, Expected] = {
    "401": Cause.KEY_INVALID,
    "401-anthropic": Cause.KEY_INVALID,
    "403-html": Cause.WAF_BLOCKED,
    "403-quota": Cause.QUOTA_EXHAUSTED,
    "403-client": Cause.CLIENT_NOT_ALLOWED,
    "403-key": Cause.KEY_NOT_ALLOWED,
    "404-path": Cause.BASE_URL_WRONG_HOST,
    "404-model": Cause.MODEL_NO_CHANNEL,
    "429": Cause.RATE_LIMITED,
    "429-quota": Cause.QUOTA_EXHAUSTED,
    "500": Cause.SERVER_ERROR,
    "503-no-channel": Cause.MODEL_NO_CHANNEL,
    "529": Cause.OVERLOADED,
    "html-200": Cause.BASE_URL_WRONG_HOST,
    "error-200": Cause.SERVER_ERROR,
    "no-choices": Cause.BAD_RESPONSE,
    "empty-reply": Cause.EMPTY_REPLY,
    "empty-stream": Cause.EMPTY_REPLY,
    "stream-cut": Cause.STREAM_CUT,
    "stream-ends-early": Cause.STREAM_CUT,
    "idle-stream": Cause.STREAM_IDLE_TIMEOUT,
    "endless-pings": Cause.STREAM_IDLE_TIMEOUT,
    "buffered": Cause.STREAM_BUFFERED,
    # Claude Code asks again without streaming (measured); the two others take no JSON for a stream.
    "json-for-stream": {"claude-code": None, "codex": Cause.BAD_RESPONSE, "cline": Cause.BAD_RESPONSE},
    "no-responses": {"claude-code": None, "codex": Cause.ENDPOINT_NOT_SUPPORTED, "cline": None},
    "slow-first-token": Cause.SLOW_FIRST_TOKEN,
    "hostile-error": Cause.GATEWAY_REJECTS_REQUEST_SHAPE,
    "redirect-models": None,
    "bad-json": Cause.BAD_RESPONSE,
    "hang": Cause.RESPONSE_TIMEOUT,
}


def edit_json(tool: str, change: Any) -> Change:
    """A change of the tool's JSON document."""

    def edit(world: World) -> None:
        document = json.loads(world.file(tool).read_text())
        change(document)
        world.file(tool).write_text(json.dumps(document))

    return edit


def text_change(*pairs: tuple[str, str]) -> Change:
    """The same replacements in the file of every tool that has them."""

    def edit(world: World) -> None:
        for tool in world.tools:
            text = world.file(tool).read_text()
            for old, new in pairs:
                text = text.replace(old, new, 1)
            world.file(tool).write_text(text)

    return edit


def key(value: str) -> Change:
    return lambda world: world.everywhere(api_key=value)


def url(pattern: str) -> Change:
    return lambda world: world.url(pattern)


def proxies(**variables: str) -> Change:
    return lambda world: world.env(**variables)


def exported(**variables: str) -> Change:
    """Variables of this terminal that ~/.bashrc exports; ``{port}`` is filled in later in both."""

    def change(world: World) -> None:
        world.env(SHELL="/bin/bash", **variables)
        lines = ["alias ll='ls -l'", *(f"export {name}='{value}'" for name, value in variables.items()), "umask 022"]
        write(world.home / ".bashrc", "\n".join(lines) + "\n")

    return change


def oauth(world: World) -> None:
    """A login beside what is set up."""
    login = {"claudeAiOauth": {"accessToken": "sk-ant-oat01-demo-login-token", "refreshToken": "r", "expiresAt": 1}}
    write(world.home / ".claude/.credentials.json", json.dumps(login))
    tokens = {"id_token": "demo.id.token", "access_token": "demo-access-token", "refresh_token": "r"}
    write(world.home / ".codex/auth.json", json.dumps({"OPENAI_API_KEY": None, "tokens": tokens}))


def oauth_alone(world: World) -> None:
    """A gateway's URL and a login, but no key."""
    oauth(world)
    if "claude-code" in world.tools:
        edit_json("claude-code", lambda document: document["env"].pop("ANTHROPIC_AUTH_TOKEN"))(world)
    else:
        text_change((f'experimental_bearer_token = "{KEY}"', "requires_openai_auth = true"))(world)


def old_auth_json(world: World) -> None:
    """What old guides have one write for Codex."""
    world.file("codex").unlink()
    pieces = {"base_url": f"{world.base_url}/v1", "api_key": KEY}
    write(world.home / ".codex/auth.json", json.dumps({"openai": pieces}))


def only_in_mcp(world: World) -> None:
    """The gateway stands where only an MCP server sees it."""
    world.file("cline").unlink()
    server = {"command": "npx", "env": {"OPENAI_BASE_URL": f"{world.base_url}/v1", "OPENAI_API_KEY": KEY}}
    write(world.home / ".cline/data/settings/cline_mcp_settings.json", json.dumps({"mcpServers": {"gateway": server}}))


def only_claude(cause: Cause | None) -> Expected:
    return {"claude-code": cause}


LOCAL: Mapping[str, tuple[Change, Expected]] = {
    "healthy": (lambda world: None, None),
    "base URL: /v1 doubled": (
        url("{right}/v1"),
        Cause.BASE_URL_V1_DOUBLED,
    ),
    "base URL: /v1 missing": (
        url("{root}"),
        {"claude-code": None, "codex": Cause.BASE_URL_V1_MISSING, "cline": Cause.BASE_URL_V1_MISSING},
    ),
    "base URL: whole endpoint pasted": (url("{right}{path}"), Cause.BASE_URL_HAS_ENDPOINT),
    "base URL: with a query": (url("{right}?utm_source=docs"), Cause.BASE_URL_HAS_QUERY),
    "base URL: no scheme": (
        url("taotoken.net/api"),
        Cause.BASE_URL_UNPARSABLE,
    ),
    "base URL: a space inside": (url("http://127.0 .0.1/api"), Cause.BASE_URL_UNPARSABLE),
    "base URL: variable not expanded": (url("${{GATEWAY_URL}}"), Cause.VALUE_NOT_EXPANDED),
    "base URL: console page": (url("https://taotoken.net/console?utm_source=x"), Cause.BASE_URL_IS_WEB_PAGE),
    "base URL: site without /api": (url("https://taotoken.net"), Cause.BASE_URL_PATH_MISSING),
    "base URL: refused port": (url("http://127.0.0.1:{{port}}/api"), Cause.LOCAL_GATEWAY_NOT_RUNNING),
    "base URL: unknown host": (url("http://gateway.invalid/api"), Cause.DNS_FAILED),
    "base URL: misspelled host": (url("https://taotokn.net/api"), Cause.HOST_NAME_WRONG),
    "key: newline at the end": (
        key(f"{KEY}\n"),
        # Claude Code trims it (measured).
        {"claude-code": None, "codex": Cause.KEY_WHITESPACE, "cline": Cause.KEY_WHITESPACE},
    ),
    "key: newline inside": (key(f"{KEY[:9]}\n{KEY[9:]}"), Cause.KEY_WHITESPACE),
    "key: quotes": (key(f'"{KEY}"'), Cause.KEY_QUOTED),
    "key: Bearer": (key(f"Bearer {KEY}"), Cause.KEY_BEARER_PREFIX),
    "key: zero-width space": (key(f"{KEY[:9]}\u200b{KEY[9:]}"), Cause.KEY_NON_ASCII),
    "key: variable not expanded": (key("${GATEWAY_KEY}"), Cause.VALUE_NOT_EXPANDED),
    "key: placeholder": (key("YOUR_API_KEY"), Cause.KEY_PLACEHOLDER),
    "key: empty": (key(""), Cause.KEY_MISSING),
    "key: another one": (key("sk-demo-0000000000000000"), Cause.KEY_INVALID),
    "model: misspelled": (lambda world: world.everywhere(model="demo-lrge"), Cause.MODEL_ID_WRONG),
    "proxy: dead": (
        proxies(**DEAD_PROXY),
        Cause.PROXY_ENV_DEAD,
    ),
    "proxy: dead, NO_PROXY goes round": (
        proxies(**DEAD_PROXY, NO_PROXY="127.0.0.1"),
        None,
    ),
    "proxy: NO_PROXY unreadable": (
        proxies(**DEAD_PROXY, NO_PROXY="localhost;127.0.0.1"),
        Cause.NO_PROXY_UNPARSEABLE,
    ),
    "proxy: unknown scheme": (
        proxies(HTTP_PROXY="socks9://127.0.0.1:{port}", HTTPS_PROXY="socks9://127.0.0.1:{port}"),
        Cause.PROXY_ENV_BAD_SCHEME,
    ),
    "proxy: dead SOCKS": (proxies(ALL_PROXY="socks5://127.0.0.1:{port}"), Cause.PROXY_ENV_DEAD),
    "proxy: dead, in ~/.bashrc": (exported(**DEAD_PROXY), Cause.PROXY_ENV_DEAD),
    "proxy: unknown scheme, in ~/.bashrc": (
        exported(ALL_PROXY="socks9://127.0.0.1:{port}"),
        Cause.PROXY_ENV_BAD_SCHEME,
    ),
    "login beside the key": (oauth, {"claude-code": None, "codex": None}),
    "login alone": (
        oauth_alone,
        {"claude-code": Cause.OAUTH_TOKEN_SENT_TO_GATEWAY, "codex": Cause.OAUTH_TOKEN_SENT_TO_GATEWAY},
    ),
    "env beside file": (
        lambda world: world.env(ANTHROPIC_API_KEY="sk-demo-exported-0000000", OPENAI_API_KEY="sk-demo-other"),
        None,  # this gateway takes either key; told as a warning
    ),
    "project file: another key": (
        lambda world: world.project(
            ".claude/settings.json", {"env": {"ANTHROPIC_AUTH_TOKEN": "sk-demo-0000000000000000"}}
        ),
        only_claude(Cause.SETTINGS_SHADOWED),
    ),
    "project file: another host": (
        lambda world: world.project(
            ".claude/settings.json", {"env": {"ANTHROPIC_BASE_URL": "https://collector.example"}}
        ),
        only_claude(Cause.KEY_TO_FOREIGN_HOST),
    ),
    "managed file": (
        lambda world: write(
            world.managed / "managed-settings.json",
            json.dumps({"env": {"ANTHROPIC_AUTH_TOKEN": "sk-demo-0000000000000000"}}),
        ),
        only_claude(Cause.SETTINGS_SHADOWED),
    ),
    "file: syntax": (
        text_change(('"demo-large",', '"demo-large",,'), ("model_provider = ", "model_provider ")),
        {
            "claude-code": Cause.JSON_SYNTAX,
            "codex": Cause.TOML_SYNTAX,
            "cline": Cause.CLINE_PROVIDERS_INVALID,
        },
    ),
    "file: wrong type": (
        text_change(('"env": {', '"model": 5, "env": {'), ('model = "demo-large"', "model = 5")),
        {"claude-code": Cause.CONFIG_WRONG_TYPE, "codex": Cause.CONFIG_WRONG_TYPE},
    ),
    "file: pieces at the top": (
        lambda world: write(
            world.file("claude-code"),
            json.dumps({"base_url": world.base_url, "api_key": KEY, "model": "demo-large"}),
        ),
        only_claude(Cause.CONFIG_SHAPE_MISPLACED),
    ),
    "file: old community auth.json": (
        old_auth_json,
        {"codex": Cause.CONFIG_UNKNOWN_SHAPE},
    ),
    "file: gateway only at an MCP server": (
        only_in_mcp,
        {"cline": Cause.CLINE_GATEWAY_ONLY_IN_MCP},
    ),
    "file: under another name": (
        lambda world: world.file("claude-code").rename(world.home / ".claude/setting.json"),
        only_claude(Cause.CONFIG_SHAPE_MISPLACED),
    ),
    "file: another provider id": (
        text_change(('"openai-compatible": {', '"openai": {'), ('": "openai-compatible"', '": "openai"')),
        {"cline": Cause.CONFIG_UNKNOWN_SHAPE},
    ),
    "file: byte order mark": (
        lambda world: world.file("cline").write_bytes(b"\xef\xbb\xbf" + world.file("cline").read_bytes()),
        {"cline": Cause.CONFIG_UTF8_BOM},
    ),
    "file: provider after a table": (
        lambda world: write(
            world.file("codex"),
            "[features]\napps = false\n" + world.file("codex").read_text(),
        ),
        {"codex": Cause.CONFIG_UNKNOWN_SHAPE},
    ),
    "file: chat wire format": (
        text_change(('wire_api = "responses"', 'wire_api = "chat"')),
        {"codex": Cause.CODEX_WIRE_API_CHAT},
    ),
    "file: variable of env_key unset": (
        text_change((f'experimental_bearer_token = "{KEY}"', 'env_key = "GATEWAY_KEY"')),
        {"codex": Cause.CODEX_ENV_KEY_UNSET},
    ),
    "file: no key sent": (
        text_change((f'experimental_bearer_token = "{KEY}"', "")),
        {"codex": Cause.CODEX_KEY_NOT_SENT},
    ),
}

CELLS = [
    (row, tool)
    for row, (_, expected) in LOCAL.items()
    for tool in (expected if isinstance(expected, Mapping) else TOOLS)
]

HEADERS: Mapping[str, Expected] = {
    "bearer": None,
    "x-api-key": {"claude-code": Cause.KEY_WRONG_HEADER, "codex": Cause.KEY_INVALID, "cline": Cause.KEY_INVALID},
}

SITES: Mapping[str, tuple[str, Cause]] = {
    "site without its API's path": ("", Cause.BASE_URL_PATH_MISSING),
    "page of the site": ("/console", Cause.BASE_URL_PATH_MISSING),
}


def site_at(world: World, path: str) -> None:
    """The gateway's site, or a page of it, as each tool spells a base URL."""
    site = world.base_url.removesuffix("/api") + path
    for tool in world.tools:
        world.settings(tool, base_url=site if tool == "claude-code" else f"{site}/v1")


SDK_USERS: Mapping[str, tuple[Mapping[str, str], Cause | None]] = {
    "OPENAI_BASE_URL right": ({"OPENAI_BASE_URL": "{root}/v1", "OPENAI_API_KEY": KEY}, None),
    "OPENAI_BASE_URL without /v1": ({"OPENAI_BASE_URL": "{root}", "OPENAI_API_KEY": KEY}, Cause.BASE_URL_V1_MISSING),
    "OPENAI_BASE_URL is the site": (
        {"OPENAI_BASE_URL": "{site}/v1", "OPENAI_API_KEY": KEY},
        Cause.BASE_URL_PATH_MISSING,
    ),
    "OPENAI_BASE_URL with endpoint": (
        {"OPENAI_BASE_URL": "{root}/v1/chat/completions", "OPENAI_API_KEY": KEY},
        Cause.BASE_URL_HAS_ENDPOINT,
    ),
    "OPENAI_API_KEY without base URL": ({"OPENAI_API_KEY": KEY}, Cause.BASE_URL_MISSING),
    "OPENAI_API_KEY of OpenAI": (
        {"OPENAI_API_KEY": "sk-proj-demo-00000000", "TAOTOKEN_BASE_URL": "{root}", "TAOTOKEN_API_KEY": KEY},
        None,
    ),
    "ANTHROPIC_BASE_URL right": ({"ANTHROPIC_BASE_URL": "{root}", "ANTHROPIC_API_KEY": KEY}, None),
    "ANTHROPIC_BASE_URL with /v1": (
        {"ANTHROPIC_BASE_URL": "{root}/v1", "ANTHROPIC_AUTH_TOKEN": KEY},
        Cause.BASE_URL_V1_DOUBLED,
    ),
    "two SDKs, one wrong": (
        {"TAOTOKEN_BASE_URL": "{root}", "TAOTOKEN_API_KEY": KEY, "OPENAI_BASE_URL": "{root}", "OPENAI_API_KEY": KEY},
        Cause.BASE_URL_V1_MISSING,
    ),
    "TAOTOKEN_* right": ({"TAOTOKEN_BASE_URL": "{root}/v1", "TAOTOKEN_API_KEY": KEY}, None),
    "nothing set": ({}, Cause.BASE_URL_MISSING),
}
