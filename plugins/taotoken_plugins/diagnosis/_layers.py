"""Which layer of the way from a file to the answer each cause belongs to."""

from __future__ import annotations

from typing import Final

from taotoken._causes import Cause

LAYERS: Final = ("file", "env", "network", "gateway", "model", "request", "stream", "tool")

_NAMES: Final = {
    "file": """
        json_syntax toml_syntax config_utf8_bom config_wrong_type config_unknown_shape config_shape_misplaced
        cline_gateway_only_in_mcp file_unreadable file_wrong_owner key_file_exposed settings_file_overrides_env
        settings_shadowed key_missing key_placeholder model_placeholder key_whitespace key_quoted key_bearer_prefix
        key_non_ascii
        value_not_expanded key_of_another_gateway key_to_foreign_host auth_conflict_login_key
        auth_conflict_api_key_helper base_url_missing base_url_unparsable base_url_is_web_page base_url_v1_missing
        base_url_v1_doubled base_url_path_missing base_url_has_endpoint base_url_has_query
        """,
    "env": """
        env_overrides_dotenv auth_conflict_env_key oauth_token_expired oauth_token_sent_to_gateway proxy_env_dead
        proxy_env_bad_scheme no_proxy_unparseable socks_support_missing proxy_auth_required
        """,
    "network": """
        host_name_wrong base_url_wrong_host plain_http_key local_gateway_not_running dns_failed connect_refused
        connect_timeout tls_untrusted_ca tls_expired tls_wrong_name clock_skew
        """,
    "gateway": """
        key_invalid key_not_allowed client_not_allowed key_wrong_header oauth_vs_api_key waf_blocked
        region_blocked_upstream quota_exhausted rate_limited overloaded server_error server_out_of_memory
        endpoint_not_supported
        """,
    "model": "model_id_wrong model_field_empty model_override_stale model_no_channel",
    "request": """
        gateway_rejects_beta_fields gateway_rejects_request_shape max_tokens_too_large output_budget_too_large
        prompt_too_long request_too_large
        """,
    "stream": """
        bad_response empty_reply stream_cut stream_idle_timeout stream_buffered slow_first_token response_timeout
        """,
}
_LAYER_OF: Final = {Cause(name): layer for layer, names in _NAMES.items() for name in names.split()}


def layer_of(cause: Cause) -> str:
    """The layer of `cause`."""
    return _LAYER_OF.get(cause, "tool")
