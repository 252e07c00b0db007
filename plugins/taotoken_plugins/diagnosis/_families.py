"""Causes that can hide behind the same words: each family is one kind of failure as people see it."""

from __future__ import annotations

from functools import cache
from typing import Final

from taotoken._causes import Cause

_FAMILIES: Final = {
    "auth": """
        key_missing key_placeholder key_whitespace key_quoted key_bearer_prefix key_non_ascii value_not_expanded
        key_invalid key_of_another_gateway key_to_foreign_host key_not_allowed key_wrong_header
        auth_conflict_env_key auth_conflict_login_key auth_conflict_api_key_helper oauth_token_expired
        oauth_token_sent_to_gateway oauth_vs_api_key base_url_missing codex_key_not_sent codex_env_key_is_secret
        codex_env_key_unset codex_app_server_stale claude_key_rejected_in_dialog onboarding_pending
        settings_file_overrides_env settings_shadowed env_overrides_dotenv tool_not_restarted
        json_syntax config_utf8_bom config_wrong_type config_shape_misplaced config_unknown_shape
        cline_gateway_only_in_mcp file_unreadable cline_providers_invalid
        """,
    "url": """
        base_url_missing base_url_unparsable base_url_is_web_page base_url_v1_missing base_url_v1_doubled
        base_url_path_missing base_url_has_endpoint base_url_has_query base_url_wrong_host
        endpoint_not_supported bad_response empty_reply settings_file_overrides_env settings_shadowed
        env_overrides_dotenv value_not_expanded config_shape_misplaced cline_gateway_only_in_mcp
        """,
    "model": """
        model_id_wrong model_field_empty model_override_stale model_no_channel model_placeholder key_not_allowed
        settings_file_overrides_env settings_shadowed env_overrides_dotenv
        """,
    "network": """
        host_name_wrong base_url_wrong_host base_url_missing proxy_env_dead proxy_env_bad_scheme
        no_proxy_unparseable socks_support_missing proxy_auth_required local_gateway_not_running dns_failed
        connect_refused connect_timeout base_url_unparsable
        """,
    "tls": "tls_untrusted_ca tls_expired tls_wrong_name clock_skew proxy_env_dead",
    "file": """
        json_syntax toml_syntax config_utf8_bom config_wrong_type config_unknown_shape config_shape_misplaced
        file_unreadable file_wrong_owner cline_providers_invalid codex_wire_api_chat
        """,
    "stream": """
        bad_response empty_reply stream_cut stream_idle_timeout stream_buffered slow_first_token
        response_timeout request_too_large
        """,
}


@cache
def families(cause: Cause) -> frozenset[str]:
    """The families `cause` belongs to; a cause of none is a family of its own."""
    found = {name for name, members in _FAMILIES.items() if cause.value in members.split()}
    return frozenset(found or {cause.value})
