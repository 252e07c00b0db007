"""What Claude Code prints. Every text was captured from the program; its own explanation is often wrong."""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

_ID: Final = "claude-code"
_CONNECTION: Final = (
    "connect_refused:52 local_gateway_not_running:50 proxy_env_dead:48 dns_failed:30 base_url_wrong_host:20"
)

CLAUDE: Final[tuple[Symptom, ...]] = (
    symptom(
        "claude-rejected-key",
        "not logged in · run /login",
        "claude_key_rejected_in_dialog:55 key_missing:50 json_syntax:40 config_wrong_type:38 key_invalid:30",
        tool=_ID,
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "claude-not-logged-in",
        (
            "not logged in · please run /login",
            "not logged in. please run /login",
            "not logged in - please run /login",
        ),
        "key_missing:52 key_invalid:48 json_syntax:46 config_wrong_type:44 onboarding_pending:20",
        tool=_ID,
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "claude-selected-model",
        "issue with the selected model",
        "base_url_v1_doubled:52 model_id_wrong:50 base_url_path_missing:44 base_url_has_endpoint:40 "
        "endpoint_not_supported:36",
        pattern=r"selected model \((?P<model>[^()\s]{1,120})\)",
        tool=_ID,
        decide=steps.SEE_URL_AND_MODELS,
    ),
    symptom(
        "claude-refused",
        "unable to connect to api (connectionrefused",
        _CONNECTION,
        tool=_ID,
        decide=steps.CONNECT,
    ),
    symptom(
        "claude-econnrefused",
        "unable to connect to api (econnrefused",
        _CONNECTION,
        tool=_ID,
        decide=steps.CONNECT,
    ),
    symptom(
        "claude-no-socket",
        ("unable to connect to api (failedtoopensocket", "unable to connect to api (enotfound"),
        "dns_failed:60 host_name_wrong:54 proxy_env_dead:20",
        tool=_ID,
        decide=steps.LOOK_UP_HOST,
    ),
    symptom(
        "claude-no-anthropic",
        ("unable to connect to anthropic services", "failed to connect to api.anthropic.com"),
        "onboarding_pending:60 base_url_missing:55 proxy_env_dead:30 dns_failed:25",
        tool=_ID,
        decide=steps.READ_SETTINGS,
    ),
    symptom("claude-lost", "connection to the api was lost", "stream_cut:80", tool=_ID),
    symptom(
        "claude-malformed",
        (
            "api returned an empty or malformed response",
            "check for a proxy or gateway intercepting the request",
        ),
        "bad_response:55 base_url_wrong_host:53 empty_reply:50 stream_cut:44 base_url_v1_missing:30",
        tool=_ID,
        decide=steps.SEE_ANSWER,
    ),
    symptom("claude-parse-json", "failed to parse json", "bad_response:70 stream_cut:30", decide=steps.SEE_ANSWER),
    symptom(
        "claude-execution-error",
        "execution error",
        "empty_reply:55 bad_response:45",
        pattern=r"^\s*execution error\s*$|claude.{0,80}execution error",
        tool=_ID,
    ),
    symptom(
        "request-timed-out",
        "request timed out",
        "stream_idle_timeout:58 connect_timeout:54 response_timeout:50",
        decide=steps.CONNECT,
    ),
    symptom("helper-failed", "apikeyhelper failed", "auth_conflict_api_key_helper:80 key_missing:50", tool=_ID),
    symptom(
        "external-key",
        "fix external api key",
        "key_invalid:52 auth_conflict_api_key_helper:48 auth_conflict_env_key:40 key_missing:25",
        tool=_ID,
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "conflict-helper",
        "auth conflict",
        "auth_conflict_api_key_helper:86",
        pattern=r"auth conflict.{0,200}apikeyhelper",
        tool=_ID,
    ),
    symptom(
        "conflict-login",
        "auth conflict",
        "auth_conflict_login_key:86",
        pattern=r"auth conflict.{0,200}(?:/login managed key|managed key|primaryapikey)",
        tool=_ID,
    ),
    symptom(
        "conflict-env",
        "auth conflict",
        "auth_conflict_env_key:84",
        pattern=r"auth conflict.{0,160}\(anthropic_auth_token\).{0,80}\(anthropic_api_key\)",
        tool=_ID,
    ),
    symptom(
        "oauth-expired",
        (
            "oauth token has expired",
            "oauth token expired",
            "oauth token has been revoked",
            "oauth authentication is currently not supported",
        ),
        "oauth_token_expired:84 oauth_token_sent_to_gateway:40",
    ),
    symptom(
        "oauth-refresh",
        ("failed to refresh token", "refresh token was already used", "could not refresh", "token_expired"),
        "oauth_token_expired:70",
    ),
    symptom(
        "oauth-session",
        ("your session has expired", "session expired. please log in", "login has expired"),
        "oauth_token_expired:60",
    ),
    symptom(
        "custom-key-dialog",
        "detected a custom api key in your environment",
        "onboarding_pending:75 key_wrong_header:40",
        tool=_ID,
    ),
    symptom(
        "theme-choice",
        ("choose the text style that looks best", "select login method"),
        "onboarding_pending:75 key_missing:40",
        tool=_ID,
    ),
    symptom(
        "settings-error-json",
        ("invalid or malformed json",),
        "json_syntax:80 config_utf8_bom:40",
        tool=_ID,
        decide=steps.READ_FILE,
    ),
    symptom(
        "settings-error-type",
        "expected ",
        "config_wrong_type:84",
        pattern=r"expected (?:string|object|array|boolean|number|record)\b[^\n]{0,60}but received \w+",
        tool=_ID,
    ),
    symptom(
        "files-skipped",
        "files with errors are skipped entirely",
        "config_wrong_type:50 json_syntax:48",
        tool=_ID,
        hides=True,
    ),
    symptom(
        "settings-invalid",
        ("invalid settings", "settings error"),
        "json_syntax:45 config_wrong_type:44",
        tool=_ID,
        hides=True,
    ),
    symptom(
        "output-limit",
        ("exceeded the 32000 output token maximum", "claude_code_max_output_tokens"),
        "max_tokens_too_large:70",
    ),
)
