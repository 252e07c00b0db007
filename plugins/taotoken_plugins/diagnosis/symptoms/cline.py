"""What Cline and its relatives print."""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

_ID: Final = "cline"

CLINE: Final[tuple[Symptom, ...]] = (
    symptom(
        "cline-no-finish",
        "stream ended without a finish reason",
        "bad_response:55 stream_cut:53 empty_reply:50 base_url_wrong_host:40 base_url_v1_missing:34",
        tool=_ID,
        decide=steps.SEE_ANSWER,
    ),
    symptom("cline-socket", "socket connection was closed unexpectedly", "stream_cut:78"),
    symptom(
        "cline-cannot-connect",
        ("cannot connect to api: unable to connect", "is the computer able to access the url"),
        "connect_refused:52 local_gateway_not_running:50 dns_failed:48 proxy_env_dead:44 host_name_wrong:42",
        decide=steps.CONNECT,
    ),
    symptom("cline-parse", "json parsing failed", "bad_response:72", decide=steps.SEE_ANSWER),
    symptom("zod-model", "too_small", "model_field_empty:84", pattern=r'too_small[\s\S]{0,300}"model"'),
    symptom(
        "mcp-32000",
        ("-32000", "mcp error -32"),
        "mcp_server_failed_to_start:86",
        pattern=r"mcp.{0,200}-32\d{3}|-32000.{0,40}connection closed",
    ),
    symptom(
        "mcp-start",
        ("mcp server", "mcp client"),
        "mcp_server_failed_to_start:80",
        pattern=r"mcp (?:server|client).{0,160}(?:failed to start|not connected|failed to connect"
        r"|connection closed|exited|timed out|enoent|handshak|startup fail)",
    ),
    symptom(
        "mcp-failed-start",
        ("failed to start mcp", "failed to connect to mcp", "mcp startup"),
        "mcp_server_failed_to_start:80",
    ),
    symptom(
        "cline-unexpected",
        "unexpected api response: the language model did not provide any assistant messages",
        "empty_reply:62 bad_response:56 base_url_v1_missing:44 quota_exhausted:30",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "cline-empty",
        (
            "did not provide any assistant messages",
            "empty response from the model",
            "model returned an empty response",
            "no assistant message",
        ),
        "empty_reply:62 bad_response:52 base_url_v1_missing:40",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "cline-key",
        ("openai api key is required", "api key is required", "missing api key"),
        "key_missing:76",
    ),
    symptom(
        "cline-providers",
        "providers.json",
        "cline_providers_invalid:80",
        pattern=r"providers\.json[\s\S]{0,200}(?:invalid|malformed|overwrit|corrupt|failed to (?:parse"
        r"|load))|(?:invalid|malformed|corrupt|failed to (?:parse|load))[\s\S]{0,100}providers\.json",
    ),
)
