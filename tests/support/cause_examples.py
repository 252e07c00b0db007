"""For every cause of the doctor the smallest example: what is set, what was found out, or what a person pastes.

Each is a doctor case's input, so that it can be judged; the pages of the causes show it with what the doctor says.
"""

# ruff: noqa: E501 - texts as they are pasted
from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from doctor_case import facts_of
from taotoken import Cause
from taotoken._message import Text
from taotoken_plugins._problem import Problem
from taotoken_plugins._tool import Effective, Source
from taotoken_plugins.diagnosis._program import Running
from taotoken_plugins.diagnosis.facts import Facts, FileFact

URL: Final = "https://taotoken.net/api"
KEY: Final = "sk-demo-7f3a9c2e51b80d46"
OLD: Final = "sk-demo-0000000000000000"
CLAUDE: Final = "~/.claude/settings.json"
CODEX: Final = "~/.codex/config.toml"
CLINE: Final = "~/.cline/data/settings/providers.json"
_CHANGED: Final = datetime(2026, 3, 1, 10, 30, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Example:
    """`more` are facts that a case's input has no place for."""

    input: Mapping[str, Any]
    more: Mapping[str, Any] = field(default_factory=dict)

    def facts(self) -> Facts:
        return replace(facts_of(self.input), **self.more)


def text(message: str, *, tool: str | None = None, **more: Any) -> Example:
    """Something pasted."""
    return Example(input={"message": message, **({"tool": tool} if tool else {}), **more})


def claude(message: str = "", *, env: Mapping[str, Any] | None = None, more: Any = None, **rest: Any) -> Example:
    """Claude Code with a settings file: the three pieces, changed by `env`; a value of None is left out."""
    pieces = {"ANTHROPIC_BASE_URL": URL, "ANTHROPIC_AUTH_TOKEN": KEY, "ANTHROPIC_MODEL": "demo-large", **(env or {})}
    document = {"env": {name: value for name, value in pieces.items() if value is not None}, **(more or {})}
    files = {CLAUDE: json.dumps(document, indent=2, ensure_ascii=False), **rest.pop("files", {})}
    return Example(input={"tool": "claude-code", "message": message, "files": files, **rest})


def codex(message: str = "", *, lines: str = "", table: str = "", **rest: Any) -> Example:
    """Codex with a config.toml: what stands in the provider's table, and before it."""
    content = f'model = "demo-large"\nmodel_provider = "gw"\n{lines}\n[model_providers.gw]\nname = "gw"\n{table}\n'
    return Example(input={"tool": "codex", "message": message, "files": {CODEX: content}, **rest})


def cline(settings: Mapping[str, Any], *, provider: str = "openai-compatible", **rest: Any) -> Example:
    """Cline with a providers.json."""
    entry = {"settings": {"provider": provider, **settings}, "updatedAt": "2026-03-01T10:00:00.000Z"}
    entry |= {"tokenSource": "manual"}
    document = {"version": 1, "lastUsedProvider": provider, "modes": {}, "providers": {provider: entry}}
    return Example(input={"tool": "cline", "files": {CLINE: json.dumps(document, indent=2)}, **rest})


def python(message: str = "", **env: str) -> Example:
    """A program with an SDK."""
    return Example(input={"tool": "python", "message": message, "env": env})


def answer(status: int, body: str, *, tool: str = "cline", url: str = f"{URL}/v1/chat/completions") -> Example:
    """The gateway's answer to a request of ours."""
    probe = {"do": "request", "method": "POST", "url": url, "status": status, "body": body}
    pieces = {"baseUrl": f"{URL}/v1", "apiKey": KEY, "model": "demo-large"}
    base = cline(pieces).input if tool == "cline" else claude().input
    return Example(input={**base, "probe": [probe]})


_TOKEN = 'experimental_bearer_token = "' + KEY + '"'
_BASE = f'base_url = "{URL}/v1"\nwire_api = "responses"'
_HEAD = f"{_BASE}\n{_TOKEN}"
_MCP = "~/.cline/data/settings/cline_mcp_settings.json"
_PIECES = {"baseUrl": f"{URL}/v1", "apiKey": KEY, "model": "demo-large"}

EXAMPLES: Final[Mapping[Cause, Example]] = {
    Cause.JSON_SYNTAX: Example(
        input={
            "tool": "claude-code",
            "files": {CLAUDE: '{\n  "env": {\n    "ANTHROPIC_MODEL": "demo-large",\n  }\n}\n'},
        }
    ),
    Cause.TOML_SYNTAX: Example(
        input={"tool": "codex", "files": {CODEX: 'model = demo-large\nmodel_provider = "gw"\n'}}
    ),
    Cause.CONFIG_UTF8_BOM: replace(
        cline(_PIECES), input={"tool": "cline", "files": {CLINE: "\ufeff" + cline(_PIECES).input["files"][CLINE]}}
    ),
    Cause.CONFIG_WRONG_TYPE: claude(more={"permissions": []}),
    Cause.CONFIG_UNKNOWN_SHAPE: cline(_PIECES, provider="openai"),
    Cause.CONFIG_SHAPE_MISPLACED: Example(
        input={
            "tool": "claude-code",
            "files": {CLAUDE: json.dumps({"base_url": URL, "api_key": KEY, "model": "demo-large"}, indent=2)},
        }
    ),
    Cause.CLINE_GATEWAY_ONLY_IN_MCP: Example(
        input={
            "tool": "cline",
            "files": {
                _MCP: json.dumps(
                    {"mcpServers": {"gateway": {"command": "npx", "env": {"OPENAI_BASE_URL": f"{URL}/v1"}}}}, indent=2
                )
            },
        }
    ),
    Cause.FILE_UNREADABLE: text("Error: EACCES: permission denied, open '/home/me/.claude/settings.json'"),
    Cause.FILE_WRONG_OWNER: Example(
        input={"tool": "claude-code", "message": "EPERM: operation not permitted, open '~/.claude/settings.json'"},
        more={"files": (FileFact(path=CLAUDE, data=json.dumps({"env": {}}).encode(), owner="root"),)},
    ),
    Cause.KEY_FILE_EXPOSED: Example(
        input={"tool": "claude-code"},
        more={
            "files": (FileFact(path=CLAUDE, data=claude().input["files"][CLAUDE].encode(), mode=0o644),),
        },
    ),
    Cause.SETTINGS_FILE_OVERRIDES_ENV: Example(
        input={
            **claude('API Error: 401 {"error":{"message":"无效的令牌"}}', env={"ANTHROPIC_AUTH_TOKEN": OLD}).input,
            "env": {"ANTHROPIC_AUTH_TOKEN": KEY},
        }
    ),
    Cause.SETTINGS_SHADOWED: claude(
        'API Error: 401 {"error":{"message":"invalid token"}}',
        files={".claude/settings.local.json": json.dumps({"env": {"ANTHROPIC_AUTH_TOKEN": OLD}}, indent=2)},
    ),
    Cause.ENV_OVERRIDES_DOTENV: Example(
        input={
            "tool": "python",
            "message": "openai.AuthenticationError: Error code: 401 - {'error': {'message': '无效的令牌'}}",
            "env": {"OPENAI_API_KEY": OLD, "OPENAI_BASE_URL": f"{URL}/v1"},
            "files": {".env": f"OPENAI_API_KEY={KEY}\n"},
        }
    ),
    Cause.VALUE_NOT_EXPANDED: claude(env={"ANTHROPIC_AUTH_TOKEN": "${GATEWAY_KEY}"}),
    Cause.KEY_MISSING: claude(env={"ANTHROPIC_AUTH_TOKEN": ""}),
    Cause.KEY_PLACEHOLDER: claude(env={"ANTHROPIC_AUTH_TOKEN": "YOUR_API_KEY"}),
    Cause.MODEL_PLACEHOLDER: claude(env={"ANTHROPIC_MODEL": "YOUR_MODEL_ID"}),
    Cause.KEY_WHITESPACE: cline({**_PIECES, "apiKey": f"{KEY}\n"}),
    Cause.KEY_QUOTED: python(TAOTOKEN_API_KEY=f'"{KEY}"', TAOTOKEN_BASE_URL=URL),
    Cause.KEY_BEARER_PREFIX: cline({**_PIECES, "apiKey": f"Bearer {KEY}"}),
    Cause.KEY_NON_ASCII: cline({**_PIECES, "apiKey": f"{KEY[:9]}\u200b{KEY[9:]}"}),
    Cause.KEY_INVALID: answer(401, '{"error":{"message":"无效的令牌","type":"new_api_error"}}'),
    Cause.KEY_OF_ANOTHER_GATEWAY: claude(
        'API Error: 401 {"error":{"message":"invalid token"}}', env={"ANTHROPIC_AUTH_TOKEN": "sk-or-v1-demo0000000000"}
    ),
    Cause.KEY_TO_FOREIGN_HOST: Example(
        input={
            "tool": "python",
            "message": "401 Unauthorized",
            "env": {"OPENAI_API_KEY": KEY},
            "files": {".env": "OPENAI_BASE_URL=https://collector.example/v1\n"},
        }
    ),
    Cause.KEY_NOT_ALLOWED: answer(403, '{"error":{"message":"该令牌无权访问模型 demo-large","type":"new_api_error"}}'),
    Cause.CLIENT_NOT_ALLOWED: answer(403, '{"error":{"message":"该渠道不允许当前客户端","type":"new_api_error"}}'),
    Cause.KEY_WRONG_HEADER: Example(
        input={
            **claude().input,
            "probe": [
                {"do": "request", "method": "POST", "url": f"{URL}/v1/messages", "auth": "bearer", "status": 401},
                {"do": "request", "method": "POST", "url": f"{URL}/v1/messages", "auth": "x-api-key", "status": 200},
            ],
        }
    ),
    Cause.AUTH_CONFLICT_ENV_KEY: claude(
        "Auth conflict: Both a token (ANTHROPIC_AUTH_TOKEN) and an API key (ANTHROPIC_API_KEY) are set.",
        env={"ANTHROPIC_API_KEY": OLD},
    ),
    Cause.AUTH_CONFLICT_LOGIN_KEY: claude(
        'API Error: 401 {"error":{"message":"invalid token"}}',
        files={"~/.claude.json": json.dumps({"primaryApiKey": "sk-ant-demo-0000000000"}, indent=2)},
    ),
    Cause.AUTH_CONFLICT_API_KEY_HELPER: claude(
        "Auth conflict: Both a token (ANTHROPIC_AUTH_TOKEN) and an API key (apiKeyHelper) are set.",
        more={"apiKeyHelper": "~/bin/key.sh"},
    ),
    Cause.OAUTH_TOKEN_EXPIRED: text(
        'API Error: 401 {"type":"error","error":{"type":"authentication_error","message":"OAuth token has expired."}}',
        tool="claude-code",
    ),
    Cause.OAUTH_TOKEN_SENT_TO_GATEWAY: Example(
        input={
            "tool": "claude-code",
            "files": {
                CLAUDE: json.dumps({"env": {"ANTHROPIC_BASE_URL": URL}}, indent=2),
                "~/.claude/.credentials.json": json.dumps({"claudeAiOauth": {"accessToken": "sk-ant-oat01-demo"}}),
            },
        }
    ),
    Cause.OAUTH_VS_API_KEY: text("400 API keys are not supported by this endpoint; use an OAuth token."),
    Cause.BASE_URL_MISSING: claude(
        'API Error: 401 {"error":{"type":"authentication_error","message":"invalid x-api-key"}}',
        env={"ANTHROPIC_BASE_URL": None, "ANTHROPIC_AUTH_TOKEN": None, "ANTHROPIC_API_KEY": KEY},
    ),
    Cause.BASE_URL_UNPARSABLE: claude(env={"ANTHROPIC_BASE_URL": "taotoken.net/api"}),
    Cause.BASE_URL_IS_WEB_PAGE: claude(env={"ANTHROPIC_BASE_URL": "https://taotoken.net/console?utm_source=docs"}),
    Cause.BASE_URL_V1_MISSING: codex(table=f'base_url = "{URL}"\nwire_api = "responses"\n{_TOKEN}'),
    Cause.BASE_URL_V1_DOUBLED: claude(env={"ANTHROPIC_BASE_URL": f"{URL}/v1"}),
    Cause.BASE_URL_PATH_MISSING: claude(env={"ANTHROPIC_BASE_URL": "https://taotoken.net"}),
    Cause.BASE_URL_HAS_ENDPOINT: cline({**_PIECES, "baseUrl": f"{URL}/v1/chat/completions"}),
    Cause.BASE_URL_HAS_QUERY: claude(env={"ANTHROPIC_BASE_URL": f"{URL}?utm_source=docs"}),
    Cause.HOST_NAME_WRONG: claude(
        "API Error: Connection error. getaddrinfo ENOTFOUND taotokn.net",
        env={"ANTHROPIC_BASE_URL": "https://taotokn.net/api"},
    ),
    Cause.BASE_URL_WRONG_HOST: text("SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON"),
    Cause.PLAIN_HTTP_KEY: claude(env={"ANTHROPIC_BASE_URL": "http://gateway.example/api"}),
    Cause.PROXY_ENV_DEAD: Example(
        input={
            **claude("API Error: Connection error.").input,
            "env": {"HTTPS_PROXY": "http://127.0.0.1:7890"},
            "probe": [{"do": "connect", "address": "127.0.0.1:7890", "result": "refused"}],
        }
    ),
    Cause.PROXY_ENV_BAD_SCHEME: Example(
        input={
            **python().input,
            "message": "ValueError: Unknown scheme for proxy URL",
            "env": {"ALL_PROXY": "socks://127.0.0.1:7890"},
        }
    ),
    Cause.NO_PROXY_UNPARSEABLE: Example(
        input={
            **python().input,
            "message": "httpx.InvalidURL: Invalid port: ':1]'",
            "env": {"HTTPS_PROXY": "http://127.0.0.1:7890", "NO_PROXY": "localhost,[::1]"},
        }
    ),
    Cause.SOCKS_SUPPORT_MISSING: Example(
        input={
            **python().input,
            "message": "ImportError: Using SOCKS proxy, but the 'socksio' package is not installed.",
            "env": {"ALL_PROXY": "socks5://127.0.0.1:7890"},
        }
    ),
    Cause.PROXY_AUTH_REQUIRED: Example(
        input={
            **python().input,
            "message": "httpx.ProxyError: 407 Proxy Authentication Required",
            "env": {"HTTPS_PROXY": "http://proxy.example:8080"},
        }
    ),
    Cause.LOCAL_GATEWAY_NOT_RUNNING: claude(
        "API Error: Unable to connect to API (ConnectionRefused)",
        env={"ANTHROPIC_BASE_URL": "http://127.0.0.1:15721"},
        probe=[{"do": "connect", "address": "127.0.0.1:15721", "result": "refused"}],
    ),
    Cause.DNS_FAILED: text("curl: (6) Could not resolve host: gateway.example"),
    Cause.CONNECT_REFUSED: text("Error: connect ECONNREFUSED 203.0.113.7:443"),
    Cause.CONNECT_TIMEOUT: text("ConnectTimeoutError: Connect Timeout Error (attempted address: gateway.example:443)"),
    Cause.TLS_UNTRUSTED_CA: Example(
        input={
            **claude("API Error: Unable to connect to API: SELF_SIGNED_CERT_IN_CHAIN").input,
            "probe": [{"do": "tls", "host": "taotoken.net", "issuer": "CN=Company Inspection CA", "trusted": False}],
        }
    ),
    Cause.TLS_EXPIRED: text("Error: certificate has expired (CERT_HAS_EXPIRED)"),
    Cause.TLS_WRONG_NAME: text("ERR_TLS_CERT_ALTNAME_INVALID: Hostname/IP does not match certificate's altnames"),
    Cause.CLOCK_SKEW: Example(
        input={
            **claude("API Error: certificate is not yet valid (CERT_NOT_YET_VALID)").input,
            "now_local": "2020-01-01T00:00:00+00:00",
            "probe": [{"do": "clock", "server": "Sun, 01 Mar 2026 10:00:00 GMT"}],
        }
    ),
    Cause.WAF_BLOCKED: text(
        "403 Forbidden <title>Attention Required! | Cloudflare</title> Sorry, you have been blocked"
    ),
    Cause.REGION_BLOCKED_UPSTREAM: answer(
        403,
        '{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported"}}',
    ),
    Cause.QUOTA_EXHAUSTED: answer(
        403, '{"error":{"message":"用户额度不足, 剩余额度: ¥0.000000","code":"insufficient_user_quota"}}'
    ),
    Cause.RATE_LIMITED: answer(429, '{"error":{"message":"Rate limit reached: 20 requests per minute"}}'),
    Cause.OVERLOADED: answer(529, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'),
    Cause.SERVER_ERROR: answer(500, '{"error":{"message":"The server had an error while processing your request."}}'),
    Cause.SERVER_OUT_OF_MEMORY: text("torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"),
    Cause.MODEL_ID_WRONG: Example(
        input={
            **cline({**_PIECES, "model": "demo-lrge"}).input,
            "message": "404 The model `demo-lrge` does not exist",
            "probe": [{"do": "models", "url": f"{URL}/v1/models", "ids": ["demo-large", "demo-small"]}],
        }
    ),
    Cause.MODEL_FIELD_EMPTY: answer(503, '{"error":{"message":"当前分组 default 下对于模型  无可用渠道"}}'),
    Cause.MODEL_OVERRIDE_STALE: Example(
        input={
            **claude(env={"ANTHROPIC_SMALL_FAST_MODEL": "old-small"}).input,
            "message": "404 The model `old-small` does not exist",
            "probe": [{"do": "models", "url": f"{URL}/v1/models", "ids": ["demo-large", "demo-small"]}],
        }
    ),
    Cause.MODEL_NO_CHANNEL: answer(503, '{"error":{"message":"当前分组 default 下对于模型 demo-large 无可用渠道"}}'),
    Cause.ENDPOINT_NOT_SUPPORTED: Example(
        input={
            **codex(table=_HEAD).input,
            "probe": [
                {"do": "request", "method": "POST", "url": f"{URL}/v1/responses", "status": 404, "body": "not found"},
                {
                    "do": "request",
                    "method": "POST",
                    "url": f"{URL}/v1/chat/completions",
                    "status": 200,
                    "has_choices": True,
                },
            ],
        }
    ),
    Cause.GATEWAY_REJECTS_BETA_FIELDS: text(
        'API Error: 400 {"error":{"message":"messages.0.content.0.text.cache_control: Extra inputs are not permitted"}}',
        tool="claude-code",
    ),
    Cause.GATEWAY_REJECTS_REQUEST_SHAPE: answer(
        400, '{"error":{"message":"Unsupported parameter: \'reasoning_effort\'"}}'
    ),
    Cause.MAX_TOKENS_TOO_LARGE: answer(
        400, '{"error":{"message":"max_tokens: 128000 > 64000, the maximum for this model"}}'
    ),
    Cause.OUTPUT_BUDGET_TOO_LARGE: text(
        "400 input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease one of them"
    ),
    Cause.PROMPT_TOO_LONG: answer(400, '{"error":{"message":"prompt is too long: 215000 tokens > 200000 maximum"}}'),
    Cause.REQUEST_TOO_LARGE: text("413 Request Entity Too Large (nginx)"),
    Cause.BAD_RESPONSE: text("API Error: API returned an empty or malformed response (HTTP 200)", tool="claude-code"),
    Cause.EMPTY_REPLY: text("The language model did not provide any assistant messages.", tool="cline"),
    Cause.STREAM_CUT: text("stream disconnected before completion: error decoding response body", tool="codex"),
    Cause.STREAM_IDLE_TIMEOUT: text("stream disconnected: idle timeout waiting for SSE", tool="codex"),
    Cause.STREAM_BUFFERED: text("the stream's tokens arrive all at once after 40 s (proxy_buffering is on)"),
    Cause.SLOW_FIRST_TOKEN: text("no first token after 60 s: first token timeout"),
    Cause.RESPONSE_TIMEOUT: text("httpx.ReadTimeout: The read operation timed out"),
    Cause.CODEX_WIRE_API_CHAT: codex(table=f'base_url = "{URL}/v1"\nwire_api = "chat"\n{_TOKEN}'),
    Cause.CODEX_KEY_NOT_SENT: text(
        "unexpected status 401 Unauthorized: Missing bearer or basic authentication in header", tool="codex"
    ),
    Cause.CODEX_ENV_KEY_IS_SECRET: codex(table=f'{_BASE}\nenv_key = "{KEY}"'),
    Cause.CODEX_ENV_KEY_UNSET: codex(
        "ERROR: Missing environment variable: `GATEWAY_KEY`.", table=f'{_BASE}\nenv_key = "GATEWAY_KEY"'
    ),
    Cause.CODEX_SESSION_OF_OLD_PROVIDER: text(
        "codex resume: error resuming session: it still uses the model provider `old`", tool="codex"
    ),
    Cause.CODEX_APP_SERVER_STALE: text(
        "codex app-server daemon: 401 Unauthorized, it still has the old key", tool="codex"
    ),
    Cause.CLAUDE_KEY_REJECTED_IN_DIALOG: claude(
        "Not logged in · Please run /login",
        env={"ANTHROPIC_AUTH_TOKEN": None, "ANTHROPIC_API_KEY": KEY},
        files={
            "~/.claude.json": json.dumps({"customApiKeyResponses": {"approved": [], "rejected": [KEY[-20:]]}}, indent=2)
        },
    ),
    Cause.ONBOARDING_PENDING: text(
        "Unable to connect to Anthropic services\nFailed to connect to api.anthropic.com: ERR_BAD_REQUEST",
        tool="claude-code",
    ),
    Cause.CLINE_PROVIDERS_INVALID: Example(
        input={"tool": "cline", "files": {CLINE: '{"version": 1, "providers": {,}}'}}
    ),
    Cause.MCP_SERVER_FAILED_TO_START: text("MCP error -32000: Connection closed", tool="cline"),
    Cause.TOOL_NOT_RESTARTED: Example(
        input={"tool": "codex", "message": "unexpected status 401 Unauthorized"},
        more={
            "files": (FileFact(path=CODEX, data=codex(table=_HEAD).input["files"][CODEX].encode(), changed=_CHANGED),),
            "effective": Effective(origin={"model": Source(kind="file", path=Path(CODEX))}),
            "running": (Running(pid=4711, started=datetime(2026, 3, 1, 9, 0, tzinfo=UTC)),),
        },
    ),
    Cause.TOOL_NOT_INSTALLED: text("claude: command not found"),
    Cause.TOOL_TOO_OLD: text("This model requires a newer version of Codex. Please upgrade Codex.", tool="codex"),
    Cause.PLUGIN_BROKEN: Example(
        input={"tool": "my-tool"},
        more={
            "plugin_failure": Problem(
                code="plugin_failed",
                message=Text(
                    en="my-plugin: ImportError: no module named yaml", zh="my-plugin：ImportError: no module named yaml"
                )(),
            )
        },
    ),
}
