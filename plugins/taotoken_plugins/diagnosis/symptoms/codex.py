"""What Codex prints. Every text was captured from the program."""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

_ID: Final = "codex"

CODEX: Final[tuple[Symptom, ...]] = (
    symptom(
        "codex-wire-api",
        "wire_api",
        "codex_wire_api_chat:92",
        pattern=r"wire_api\s{0,3}=\s{0,3}[\"']?chat.{0,40}(?:no longer|not) supported",
        tool=_ID,
    ),
    symptom(
        "codex-closed-early",
        ("stream closed before response.completed", "stream disconnected before completion: stream closed"),
        "bad_response:55 stream_cut:53 empty_reply:50 base_url_wrong_host:40 base_url_v1_missing:34",
        tool=_ID,
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "codex-idle",
        ("idle timeout waiting for sse", "stream idle timeout"),
        "stream_idle_timeout:85",
        tool=_ID,
    ),
    symptom(
        "codex-transport",
        (
            "error decoding response body",
            "error reading a body from connection",
            "transport error: network error",
            "stream disconnected before completion: transport error",
        ),
        "stream_cut:72",
        tool=_ID,
    ),
    symptom(
        "codex-waiting",
        ("waiting for network",),
        "connect_refused:52 local_gateway_not_running:50 dns_failed:48 proxy_env_dead:44 host_name_wrong:42",
        tool=_ID,
        decide=steps.CONNECT,
    ),
    symptom(
        "codex-send",
        ("error sending request for url",),
        "connect_refused:54 dns_failed:50 proxy_env_dead:46 local_gateway_not_running:44 tls_untrusted_ca:30",
        decide=steps.CONNECT,
    ),
    # The library refuses to build the request: an address that is none, or a header that can't be sent.
    symptom(
        "request-builder",
        ("builder error",),
        "base_url_unparsable:66 key_whitespace:44 key_non_ascii:42 value_not_expanded:40",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "codex-demand",
        "currently experiencing high demand",
        "overloaded:64 server_error:62",
        tool=_ID,
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "codex-retry-limit",
        "exceeded retry limit, last status: 429",
        "rate_limited:66 quota_exhausted:50",
        tool=_ID,
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "codex-usage-limit",
        ("you've hit your usage limit", "you have hit your usage limit"),
        "quota_exhausted:75 rate_limited:40",
        tool=_ID,
    ),
    symptom(
        "codex-env-key",
        ("missing environment variable",),
        "codex_env_key_unset:84",
        pattern=r"missing environment variable:? [`'\"]?(?P<name>[A-Za-z_][\w.\-]{0,200})",
        tool=_ID,
    ),
    symptom(
        "codex-toml",
        ("error loading config.toml", "error parsing config.toml", "failed to parse config.toml"),
        "toml_syntax:45 config_unknown_shape:44",
        tool=_ID,
        hides=True,
        decide=steps.READ_FILE,
    ),
    symptom(
        "codex-toml-place",
        "config.toml:",
        "toml_syntax:80",
        pattern=r"config\.toml:(?P<line>\d{1,6}):(?P<column>\d{1,6}): (?!unknown configuration field"
        r"|unknown field|invalid type|missing field|unknown variant)",
        tool=_ID,
    ),
    symptom(
        "toml-parse-error",
        "toml parse error",
        "toml_syntax:80",
        pattern=r"toml parse error at line (?P<line>\d{1,6}), column "
        r"(?P<column>\d{1,6})(?![\s\S]{0,300}(?:invalid type|unknown (?:field|variant)|missing field))",
    ),
    symptom(
        "codex-type",
        ("invalid type:", "invalid value:"),
        "config_wrong_type:82",
        pattern=r"invalid (?:type|value): .{1,80}, expected ",
        tool=_ID,
    ),
    symptom("codex-no-name", "provider name must not be empty", "config_unknown_shape:85", tool=_ID),
    symptom(
        "codex-no-provider",
        "model provider",
        "config_unknown_shape:84 codex_session_of_old_provider:40",
        pattern=r"model provider [`'\"](?P<provider>[^`'\"]{1,80})[`'\"] not found|(?:no such|unknown) model provider",
        tool=_ID,
    ),
    symptom(
        "codex-old-session",
        ("codex resume", "resume session", "failed to resume", "resuming session", "resumed conversation"),
        "codex_session_of_old_provider:86",
        pattern=r"(?:resum\w+)[\s\S]{0,300}provider|provider[\s\S]{0,300}resum",
        tool=_ID,
    ),
    symptom("codex-reserved", "reserved built-in provider", "config_unknown_shape:85", tool=_ID),
    symptom(
        "codex-unknown-field",
        ("unknown configuration field", "unrecognized configuration setting", "is ignored."),
        "config_unknown_shape:84",
        pattern=r"unknown configuration field|unrecognized configuration settings?|config\.toml\): `",
        tool=_ID,
    ),
    symptom("codex-profile", "legacy `profile", "config_unknown_shape:84", tool=_ID),
    symptom("codex-auth-combined", "provider auth cannot be combined", "config_unknown_shape:84", tool=_ID),
    symptom(
        "codex-variant",
        "unknown variant",
        "config_unknown_shape:76 tool_too_old:40",
        pattern=r"unknown variant [`'\"]",
    ),
    symptom(
        "codex-missing-field",
        ("missing field", "unknown field"),
        "config_unknown_shape:72",
        pattern=r"(?:missing|unknown) field [`'\"]",
    ),
    symptom("codex-home", "codex_home points to", "config_unknown_shape:70 tool_not_installed:40", tool=_ID),
    symptom(
        "codex-plan-type",
        "plan type is required for chatgpt authentication",
        "config_unknown_shape:70 codex_key_not_sent:66",
        tool=_ID,
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "codex-auth-command",
        ("failed to resolve external auth", "provider auth command"),
        "codex_key_not_sent:76 key_missing:50",
        tool=_ID,
    ),
    symptom(
        "codex-no-key",
        ("missing bearer or basic authentication", "missing bearer authentication"),
        "codex_key_not_sent:74 key_missing:66",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "codex-newer",
        ("requires a newer version of codex", "please upgrade codex", "please update codex"),
        "tool_too_old:84",
        tool=_ID,
    ),
    symptom(
        "codex-daemon",
        ("app-server daemon", "codex app-server"),
        "codex_app_server_stale:70",
        pattern=r"app-server[\s\S]{0,300}(?:401|old key|stale|unauthorized)|(?:401|old key|stale"
        r"|unauthorized)[\s\S]{0,300}app-server",
        tool=_ID,
    ),
)
