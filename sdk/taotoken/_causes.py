"""The causes a failure can have, one id each. Stable: scripts and documents refer to them."""

from __future__ import annotations

from enum import StrEnum


class Cause(StrEnum):
    """One root cause of a failure; the value is its public id.

    Layers, from the file to the stream: file, environment, network, gateway, model, request, stream, tool.
    """

    # file
    JSON_SYNTAX = "json_syntax"
    TOML_SYNTAX = "toml_syntax"
    CONFIG_UTF8_BOM = "config_utf8_bom"
    CONFIG_WRONG_TYPE = "config_wrong_type"
    CONFIG_UNKNOWN_SHAPE = "config_unknown_shape"
    CONFIG_SHAPE_MISPLACED = "config_shape_misplaced"
    CLINE_GATEWAY_ONLY_IN_MCP = "cline_gateway_only_in_mcp"
    FILE_UNREADABLE = "file_unreadable"
    FILE_WRONG_OWNER = "file_wrong_owner"
    KEY_FILE_EXPOSED = "key_file_exposed"
    SETTINGS_FILE_OVERRIDES_ENV = "settings_file_overrides_env"
    SETTINGS_SHADOWED = "settings_shadowed"
    # env
    ENV_OVERRIDES_DOTENV = "env_overrides_dotenv"
    # file/env
    VALUE_NOT_EXPANDED = "value_not_expanded"
    KEY_MISSING = "key_missing"
    KEY_PLACEHOLDER = "key_placeholder"
    MODEL_PLACEHOLDER = "model_placeholder"
    KEY_WHITESPACE = "key_whitespace"
    KEY_QUOTED = "key_quoted"
    KEY_BEARER_PREFIX = "key_bearer_prefix"
    KEY_NON_ASCII = "key_non_ascii"
    # gateway
    KEY_INVALID = "key_invalid"
    # file/env
    KEY_OF_ANOTHER_GATEWAY = "key_of_another_gateway"
    KEY_TO_FOREIGN_HOST = "key_to_foreign_host"
    # gateway
    KEY_NOT_ALLOWED = "key_not_allowed"
    CLIENT_NOT_ALLOWED = "client_not_allowed"
    KEY_WRONG_HEADER = "key_wrong_header"
    # env
    AUTH_CONFLICT_ENV_KEY = "auth_conflict_env_key"
    # file
    AUTH_CONFLICT_LOGIN_KEY = "auth_conflict_login_key"
    AUTH_CONFLICT_API_KEY_HELPER = "auth_conflict_api_key_helper"
    # env/file
    OAUTH_TOKEN_EXPIRED = "oauth_token_expired"
    OAUTH_TOKEN_SENT_TO_GATEWAY = "oauth_token_sent_to_gateway"
    # gateway
    OAUTH_VS_API_KEY = "oauth_vs_api_key"
    # file/env
    BASE_URL_MISSING = "base_url_missing"
    BASE_URL_UNPARSABLE = "base_url_unparsable"
    BASE_URL_IS_WEB_PAGE = "base_url_is_web_page"
    BASE_URL_V1_MISSING = "base_url_v1_missing"
    BASE_URL_V1_DOUBLED = "base_url_v1_doubled"
    BASE_URL_PATH_MISSING = "base_url_path_missing"
    BASE_URL_HAS_ENDPOINT = "base_url_has_endpoint"
    BASE_URL_HAS_QUERY = "base_url_has_query"
    # network
    HOST_NAME_WRONG = "host_name_wrong"
    BASE_URL_WRONG_HOST = "base_url_wrong_host"
    PLAIN_HTTP_KEY = "plain_http_key"
    # env
    PROXY_ENV_DEAD = "proxy_env_dead"
    PROXY_ENV_BAD_SCHEME = "proxy_env_bad_scheme"
    NO_PROXY_UNPARSEABLE = "no_proxy_unparseable"
    SOCKS_SUPPORT_MISSING = "socks_support_missing"
    PROXY_AUTH_REQUIRED = "proxy_auth_required"
    # network
    LOCAL_GATEWAY_NOT_RUNNING = "local_gateway_not_running"
    DNS_FAILED = "dns_failed"
    CONNECT_REFUSED = "connect_refused"
    CONNECT_TIMEOUT = "connect_timeout"
    TLS_UNTRUSTED_CA = "tls_untrusted_ca"
    TLS_EXPIRED = "tls_expired"
    TLS_WRONG_NAME = "tls_wrong_name"
    CLOCK_SKEW = "clock_skew"
    # gateway
    WAF_BLOCKED = "waf_blocked"
    REGION_BLOCKED_UPSTREAM = "region_blocked_upstream"
    QUOTA_EXHAUSTED = "quota_exhausted"
    RATE_LIMITED = "rate_limited"
    OVERLOADED = "overloaded"
    SERVER_ERROR = "server_error"
    SERVER_OUT_OF_MEMORY = "server_out_of_memory"
    # model
    MODEL_ID_WRONG = "model_id_wrong"
    MODEL_FIELD_EMPTY = "model_field_empty"
    MODEL_OVERRIDE_STALE = "model_override_stale"
    MODEL_NO_CHANNEL = "model_no_channel"
    # gateway
    ENDPOINT_NOT_SUPPORTED = "endpoint_not_supported"
    # request
    GATEWAY_REJECTS_BETA_FIELDS = "gateway_rejects_beta_fields"
    GATEWAY_REJECTS_REQUEST_SHAPE = "gateway_rejects_request_shape"
    MAX_TOKENS_TOO_LARGE = "max_tokens_too_large"
    OUTPUT_BUDGET_TOO_LARGE = "output_budget_too_large"
    PROMPT_TOO_LONG = "prompt_too_long"
    REQUEST_TOO_LARGE = "request_too_large"
    # stream
    BAD_RESPONSE = "bad_response"
    EMPTY_REPLY = "empty_reply"
    STREAM_CUT = "stream_cut"
    STREAM_IDLE_TIMEOUT = "stream_idle_timeout"
    STREAM_BUFFERED = "stream_buffered"
    SLOW_FIRST_TOKEN = "slow_first_token"
    RESPONSE_TIMEOUT = "response_timeout"
    # tool
    CODEX_WIRE_API_CHAT = "codex_wire_api_chat"
    CODEX_KEY_NOT_SENT = "codex_key_not_sent"
    CODEX_ENV_KEY_IS_SECRET = "codex_env_key_is_secret"
    CODEX_ENV_KEY_UNSET = "codex_env_key_unset"
    CODEX_SESSION_OF_OLD_PROVIDER = "codex_session_of_old_provider"
    CODEX_APP_SERVER_STALE = "codex_app_server_stale"
    CLAUDE_KEY_REJECTED_IN_DIALOG = "claude_key_rejected_in_dialog"
    ONBOARDING_PENDING = "onboarding_pending"
    CLINE_PROVIDERS_INVALID = "cline_providers_invalid"
    MCP_SERVER_FAILED_TO_START = "mcp_server_failed_to_start"
    TOOL_NOT_RESTARTED = "tool_not_restarted"
    TOOL_NOT_INSTALLED = "tool_not_installed"
    TOOL_TOO_OLD = "tool_too_old"
    PLUGIN_BROKEN = "plugin_broken"
    CHECK_CRASHED = "check_crashed"
