"""What OpenAI and Anthropic client libraries print in many programs, in Python and JavaScript."""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

_NO_CHOICES: Final = "bad_response:52 base_url_v1_missing:50 empty_reply:46 quota_exhausted:40 request_too_large:36"

CLIENTS: Final[tuple[Symptom, ...]] = (
    symptom(
        "reading-choices",
        (
            "reading 'choices'",
            'reading "choices"',
            "property 'choices' of undefined",
            "reading 'message'",
            "reading 'content'",
            "reading 'delta'",
            'reading "message"',
            'reading "content"',
            'reading "delta"',
            "property 'message' of undefined",
        ),
        _NO_CHOICES,
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "reading-0",
        ("reading '0'", 'reading "0"', "property '0' of undefined"),
        _NO_CHOICES,
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "none-subscript",
        "'nonetype' object is not subscriptable",
        "bad_response:54 empty_reply:50 quota_exhausted:44 base_url_v1_missing:42 model_no_channel:34",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "none-iterable",
        ("'nonetype' object is not iterable", "'nonetype' object has no attribute"),
        "bad_response:50 empty_reply:48 base_url_v1_missing:40",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "str-choices",
        (
            "'str' object has no attribute 'choices'",
            "'str' object has no attribute",
            "'bytes' object has no attribute 'choices'",
        ),
        "base_url_v1_missing:70 base_url_wrong_host:54 bad_response:50 base_url_is_web_page:44",
        pattern=r"object has no attribute '(?:choices|model_dump|data|usage|output|content|id)'",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "keyerror-choices",
        ("keyerror: 'choices'", "no choices", "list index out of range"),
        "bad_response:52 empty_reply:50 base_url_v1_missing:42 quota_exhausted:34",
        pattern=r"keyerror: 'choices'|\bno choices\b|choices[\s\S]{0,300}list index out of range"
        r"|list index out of range[^\n]{0,80}choices",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "html-json",
        ("unexpected token '<'", "unexpected token <", "invalid character '<'", "<!doctype html", "<html", "text/html"),
        "base_url_wrong_host:56 base_url_v1_missing:54 bad_response:48 waf_blocked:36 base_url_is_web_page:34",
        decide=steps.SEE_ANSWER,
        pattern=r"unexpected token '?<|invalid character '<'|<!doctype|<html|content[ -]type:? ?['\"]?text/html",
    ),
    symptom(
        "json-decode",
        (
            "jsondecodeerror",
            "expecting value: line 1 column 1",
            "unexpected end of json input",
            "invalid json response body",
        ),
        "bad_response:54 base_url_v1_missing:46 base_url_wrong_host:44 empty_reply:36",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "illegal-header-empty",
        "illegal header value b'bearer ",
        "key_missing:84",
        pattern=r"illegal header value b['\"]bearer ?['\"]",
    ),
    symptom(
        "illegal-header",
        "illegal header value",
        "key_whitespace:80 key_non_ascii:40",
        pattern=r"illegal header value b['\"](?!bearer ?['\"])",
    ),
    symptom(
        "header-content",
        (
            "invalid character in header content",
            "invalid header value",
            "err_invalid_char",
            "is not a legal http header value",
            "invalid leading whitespace",
            "header value contains",
            "invalid header field value",
            "failed to parse header value",
        ),
        "key_whitespace:60 key_non_ascii:58 key_quoted:30",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "bytestring",
        ("cannot convert argument to a bytestring", "character at index"),
        "key_non_ascii:78 key_placeholder:50",
        pattern=r"bytestring",
    ),
    symptom(
        "ascii-codec",
        ("'ascii' codec can't encode", "'latin-1' codec can't encode"),
        "key_non_ascii:66 key_placeholder:60",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "no-key",
        (
            "api_key client option must be set",
            "could not resolve authentication method",
            "expected either apikey or authtoken",
            "no api key provided",
            "no api key found",
            "you didn't provide an api key",
            "openai_api_key environment variable is missing",
            "missing credentials",
            "未提供令牌",
            "未提供api",
            "缺少api",
        ),
        "key_missing:80 value_not_expanded:20",
    ),
    symptom(
        "unparsable-url",
        (
            "cannot be parsed as a url",
            "failed to parse url",
            "invalid url",
            "unsupportedprotocol",
            "is missing an 'http://' or 'https://' protocol",
            "no connection adapters were found",
            "no scheme supplied",
            "missingschema",
            "invalid base url",
        ),
        "base_url_unparsable:78",
        pattern=r"failed to parse url|no connection adapters|no scheme supplied|missingschema|unsupportedprotocol"
        r"|missing an 'https?|relative url without a base|invalid base url|typeerror.{0,40}invalid url"
        r"|invalid url(?!\s?\((?:post|get))|err_invalid_url",
    ),
    symptom(
        "url-no-scheme",
        ("cannot be parsed as a url", "relative url without a base"),
        "base_url_wrong_host:62 base_url_unparsable:60 base_url_path_missing:40",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "bad-port",
        ("invalid port", "port out of range", "port should be"),
        "base_url_unparsable:70",
        pattern=r"invalid port(?!:? ['\"]?:)|port out of range|port should be",
    ),
    symptom(
        "not-installed",
        (
            "command not found",
            "is not recognized as an internal or external command",
            "无法将",
            "不是内部或外部命令",
            "no such file or directory",
        ),
        "tool_not_installed:80",
        pattern=r"(?:\b(?P<tool>claude|codex|cline|opencode|qwen|gemini|aider)\b['\"`: "
        r"]{0,4}.{0,30}(?:command not found|is not recognized as an internal|不是内部或外部命令)|command not "
        r"found: (?P<tool2>claude|codex|cline|opencode|qwen|gemini|aider)\b|无法将.{0,4}(?:claude|codex"
        r"|cline)|(?:claude|codex|cline): no such file or directory)",
    ),
    symptom(
        "spawn-enoent",
        "enoent",
        "tool_not_installed:78",
        pattern=r"spawn (?:claude|codex|cline)(?:\.cmd|\.exe)? enoent",
    ),
    symptom(
        "eacces",
        ("eacces", "permission denied", "access is denied", "errno 13"),
        "file_unreadable:66 file_wrong_owner:58",
        pattern=r"(?:eacces|permission denied|access is denied|errno 13)[^\n]{0,200}(?:\.claude"
        r"|\.codex|\.cline|settings\.json|config\.toml|auth\.json|providers\.json)|(?:\.claude|\.codex"
        r"|\.cline|settings\.json|config\.toml|auth\.json|providers\.json)[^\n]{0,200}(?:eacces"
        r"|permission denied|access is denied)",
        decide=steps.READ_FILE,
    ),
    symptom(
        "root-owned",
        (
            "owned by root",
            "root-owned",
            "operation not permitted",
            "eperm",
            "属于 root",
            "root root",
            "root  root",
            "root wheel",
            "root  wheel",
            "root staff",
            "root  staff",
        ),
        "file_wrong_owner:76",
        pattern=r"root\s+(?:root|wheel|staff)[^\n]{0,120}(?:\.claude|\.codex|\.cline|settings\.json|config\.toml|auth\.json)"
        r"|owned by root|root-owned|属于 root|(?:eperm|operation not "
        r"permitted)[^\n]{0,200}(?:\.claude|\.codex|\.cline)",
    ),
    symptom(
        "json-position",
        (
            "in json at position",
            "expected property name or '}' in json",
            "expected double-quoted property name",
        ),
        "json_syntax:50 bad_response:46",
        decide=steps.READ_FILE,
    ),
    symptom(
        "json-settings",
        ("settings.json", ".claude.json", "auth.json", "opencode.json", "config.json"),
        "json_syntax:78",
        pattern=r"(?:settings|\.claude|auth|opencode|config)\.json[\s\S]{0,200}(?:invalid json|parse "
        r"error|in json at position|json parse|not valid json|jsonc? ?syntax|trailing comma"
        r"|unexpected token)|(?:invalid json|parse error|in json at position|not valid json"
        r"|unexpected token)[\s\S]{0,160}(?:settings|\.claude|auth|opencode|config)\.json",
    ),
    symptom(
        "bom",
        ("utf-8 bom", "byte order mark", "unexpected utf-8 bom", "\\ufeff", "u+feff"),
        "config_utf8_bom:80",
    ),
    symptom(
        "connection-error",
        ("connection error.", "apiconnectionerror", "api connection error", "fetch failed", "network error"),
        "connect_refused:34 proxy_env_dead:32 dns_failed:30 tls_untrusted_ca:26 local_gateway_not_running:24",
        hides=True,
        decide=steps.CONNECT,
    ),
    symptom("restart", ("restart required", "please restart", "重启后生效"), "tool_not_restarted:60"),
    symptom(
        "old-version",
        (
            "please update to the latest version",
            "version is no longer supported",
            "needs an update",
            "is outdated",
        ),
        "tool_too_old:76",
    ),
    symptom(
        "plugin",
        ("entry point", "taotoken.tools"),
        "plugin_broken:76",
        pattern=r"taotoken\.tools|failed to load plugin",
    ),
)
